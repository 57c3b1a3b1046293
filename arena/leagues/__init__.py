"""League seasons: formats, standings, calendars, divisions, plans, what-if. Pure: results and times in, rounds and tables out.

`season` reads a season's file; `round_robin`, `swiss` and `final` make the tables; `standings` ranks; `rulings` applies
decisions of the organisers; `calendar` says when rounds start; `divisions` promotes and relegates; `plan` foretells;
`simulate` compares formats. docs/run-a-league.md explains them to organisers.
"""
