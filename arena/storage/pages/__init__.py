"""What the API and the site read: one module per page family, a fixed number of statements per page, plain rows out.

Who may see what is decided here and nowhere else (viewing.py), so that no page can forget it.
"""
