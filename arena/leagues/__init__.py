"""League seasons: formats, standings, calendars, divisions, plans, what-if. Pure: results and times in, rounds and tables out.

`seasonfile` reads a season's file, `season` says what is in it and when rounds start; `round_robin` and `swiss` make the
tables; `results` applies the organisers' rulings and `standings` ranks; `divisions` promotes and relegates; `plan` and
`simulate` look ahead. docs/run-a-league.md explains the formats to organisers.
"""
