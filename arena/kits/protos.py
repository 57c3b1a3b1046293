"""The protos as they are published: a buf module, in one zip file that is the same on every machine."""

import io
import zipfile
from functools import cache
from pathlib import Path

from arena.kits.catalog import ROOT

OLDEST = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip file can name: the archive must not depend on when it was written."""


def proto_files() -> list[Path]:
    """What is published, relative to the source tree: the protos, the module's buf.yaml, and a README."""
    folder = ROOT / "proto"
    paths = [*folder.glob("*.yaml"), *folder.glob("*.md"), *folder.rglob("*.proto")]
    return sorted(path.relative_to(ROOT) for path in paths)


@cache
def protos_archive() -> bytes:
    """The zip file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in proto_files():
            entry = zipfile.ZipInfo(path.as_posix(), OLDEST)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, (ROOT / path).read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()
