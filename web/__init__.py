"""The site. Imports arena, never workers."""
