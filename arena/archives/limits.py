"""How large an archive may be. The same limits hold on the author's machine and in the arena."""

MEGABYTE = 1024 * 1024
MOST_BYTES = 32 * MEGABYTE
"""Of the archive as it is sent. Room for a small model."""
MOST_UNPACKED = 128 * MEGABYTE
MOST_FILES = 5000
LONGEST_PATH = 200
"""Bytes of a path inside the archive."""
LONGEST_NAME = 100
"""Bytes of one part of a path."""
DEEPEST = 16
"""Folders inside each other."""
LARGEST_MANIFEST = 16 * 1024
MOST_HEADERS = 50_000
"""Entries that a zip may list, before it is opened: each takes memory. Jars inside count along."""
