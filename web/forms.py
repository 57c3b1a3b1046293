"""Reading forms, and answering them. What a form says is cleaned here and nowhere else."""

from typing import Any

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from arena.text import clean_line, clean_text

LONGEST = 500
DONE = {
    "bot": "The bot is made.",
    "revoked": "The token opens nothing any more; a session that used it ends within seconds.",
    "entered": "The bot is entered.",
    "withdrawn": "The bot is withdrawn. What it has played stays.",
    "retired": "The bot plays no more.",
    "challenges": "Saved.",
    "team": "The team is made. You lead it.",
    "invited": "The invitation waits on their Teams page.",
    "uninvited": "The invitation is withdrawn.",
    "joined": "You are a member now.",
    "declined": "The invitation is declined.",
    "unmember": "No longer a member.",
    "leader": "Saved.",
    "pace": "Saved.",
    "cancelled": "Cancelled. Matches that run are played to the end.",
    "challenged": "The matches are queued. They start as soon as all their bots have a free place.",
    "reset": "Your password is set. Sign in with it.",
    "password": "Your password is changed, and you are signed out everywhere else.",
    "season": "Saved.",
    "invite": "The invite opens nothing any more. Who came in by it stays in.",
    "organiser": "Saved.",
    "ruled": "The ruling stands, and tables and ratings follow it.",
    "revealed": "The stage is shown to everyone.",
    "user": "Saved.",
    "requeued": "The match begins again where its journal ends.",
    "voided": "The match is void and will be played again.",
}
"""What a page says after a form was taken; named in the address, so that nothing has to be kept."""


def field(name: str, longest: int = LONGEST) -> str:
    """A field of the form as one clean line."""
    return clean_line(request.form.get(name, ""), longest)


def fields(name: str, most: int, longest: int = LONGEST) -> list[str]:
    """A field that may come several times, each as one clean line."""
    return [clean_line(text, longest) for text in request.form.getlist(name)[:most]]


def lines(name: str, longest: int = LONGEST) -> str:
    """A field of several lines, clean."""
    return clean_text(request.form.get(name, ""), longest)


def secret(name: str) -> str:
    """A password, as it was typed."""
    return request.form.get(name, "")[:LONGEST]


def done(endpoint: str, word: str, **values: Any) -> ResponseReturnValue:
    """On to a page that says what was done."""
    return redirect(url_for(endpoint, done=word, **values), 303)


def said() -> str:
    """The sentence for what was just done, if any."""
    return DONE.get(request.args.get("done", ""), "")
