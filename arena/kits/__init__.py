"""Starter bots in several languages, and the protos as they are published: listed, copied out, packed into an archive."""

from arena.kits.catalog import Kit, Unknown, kit, kits
from arena.kits.copies import FolderTaken, write_kit
from arena.kits.protos import protos_archive

__all__ = ["FolderTaken", "Kit", "Unknown", "kit", "kits", "protos_archive", "write_kit"]
