"""Matches of the service: how workers and gateways share them through Redis, and how none is lost or counted twice.

The database says what is to be played and what was; Redis carries questions and answers, leases, presence and the
journals of running matches. Everything in Redis can be lost: what cannot be proved whole is played again.
"""
