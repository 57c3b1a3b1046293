"""What gateways, workers and the scheduler share through Redis: questions, answers, journals, leases, presence.

Everything here may be lost: what cannot be proved whole is played again. The database says what is to be played and what was.
"""
