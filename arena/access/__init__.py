"""Who may do and see what: who is looking, which seasons, stages and sets they see, and whose a bot is."""
