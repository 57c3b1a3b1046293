"""A match as one page that needs neither a network nor a server: the site's viewer, its styles, and the frames of every audience."""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from typing import Any

from arena.export import scripts
from arena.replays import Replay
from arena.text import visible
from arena.viewer.audiences import audiences
from arena.viewer.catalog import catalog
from arena.viewer.frames import frames

FONT_FACES = re.compile(r"@font-face \{[^}]*\}\n?")
"""The site's fonts are files beside its style sheet: a page from disk has none and uses those of the system."""
PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Meiji Arena">
<title>{title}</title>
<style>{styles}
h1 {{ font-size: 1.5rem; }}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<div class="viewer" data-viewer data-game="{game}"><div class="viewer-main"><p class="viewer-wait soft">The board is being set up. It needs JavaScript, and a browser of 2023 or later.</p></div></div>
<p class="soft small">{about}</p>
</main>
{documents}
<script>{script}</script>
</body>
</html>
"""


def page(replay: Replay, names: Sequence[str] = ()) -> str:
    """The page of a finished match, for all audiences. *names* by seat, if others than the replay has."""
    title = f"{replay.game.title()}: {', '.join(_shown(replay, names))}"
    script = _script(replay.game)
    return PAGE.format(
        hash=b64encode(sha256(script.encode()).digest()).decode(),
        title=escape(title),
        game=escape(replay.game),
        styles=FONT_FACES.sub("", "\n".join(scripts.styles(replay.game))),
        about=f"Rules {replay.rules_version}. Digest of the final position: <code>{escape(replay.digest)}</code>.",
        documents="\n".join(_documents(replay, names)),
        script=script,
    )


def _shown(replay: Replay, names: Sequence[str]) -> list[str]:
    return [visible(name) or f"Seat {seat + 1}" for seat, name in enumerate(names or replay.spec.players)]


def _script(game: str) -> str:
    """All modules and the call that opens the viewer. `</script>` in a text would end it early; the viewer has none, and a test looks."""
    renderer = scripts.renderer(game)
    modules = scripts.joined(["opened.js", renderer])
    return f'(() => {{\n{modules}\nmodules["opened.js"].show(modules["{renderer}"]);\n}})();'


def _documents(replay: Replay, names: Sequence[str]) -> list[str]:
    scripts = [f"<script type=text/plain data-catalog>{_packed(catalog(replay.game))}</script>"]
    for audience in audiences(replay.spec.seats):
        document = frames(replay, audience, names)
        scripts.append(f'<script type=text/plain data-frames="{audience.name}">{_packed(document)}</script>')
    return scripts


def _packed(document: Any) -> str:
    """Safe in a page whatever players are called: base64 has no signs that HTML knows."""
    return b64encode(gzip.compress(json.dumps(document, separators=(",", ":")).encode(), mtime=0)).decode()
