"""The JSON API under /api/v1: everything that is public, for programs. Declared once; served and described from the same declarations."""
