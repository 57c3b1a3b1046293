"""League seasons in the database: creating, entering, starting, playing, ruling and closing them, and reading their tables.

Plain functions over a session; who acts is a name for the audit log. The rules themselves (formats, standings, calendars,
promotion) are pure and live in arena.leagues; arena.running.seasons calls what is due from the scheduler's tick.
"""
