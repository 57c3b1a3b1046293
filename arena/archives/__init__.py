"""A bot in an archive: packed from a folder, checked, unpacked; and the bot.toml inside that says how to start it."""
