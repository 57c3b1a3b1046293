"""Webhooks: what happens in seasons and to bots, told to addresses that people have given."""
