"""Archives of small bots, for tests."""

import io
import zipfile

from arena.archives.manifest import FILE


def manifest(name: str, version: str = "1.0", command: str = '["python3", "bot.py"]', more: str = "") -> str:
    return f'name = "{name}"\nversion = "{version}"\nlanguage = "python"\ncommand = {command}\n{more}'


def bot_zip(name: str, version: str = "1.0", program: str = "print(0)\n", **files: str) -> bytes:
    """A zip with bot.toml and bot.py."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in {FILE: manifest(name, version), "bot.py": program, **files}.items():
            archive.writestr(zipfile.ZipInfo(path), content)
    return out.getvalue()
