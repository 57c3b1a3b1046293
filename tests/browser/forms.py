"""Every form of the site, read from its templates, and a record of those a browser has really sent."""

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from playwright.sync_api import Page, Response

TEMPLATES = Path(__file__).parents[2] / "web" / "templates"
FORM = re.compile(r"<form\b[^>]*>")
CALL = re.compile(r"(?:\{% call m\.form|\{\{ m\.follow)\((.*?)\) [%}]\}", re.DOTALL)
ACTION = re.compile(r"url_for\('([a-z_.]+)'([^)]*)\)")
ACT = re.compile(r"act='([a-z]+)'")
MACRO = "macros.html"
"""The only template with a form that sends something: all others call its macros, which add the word against forged forms."""


def posted() -> Counter[str]:
    """How many forms of the templates send to each endpoint; one that serves several acts counts each: `control.act open`."""
    assert {file for file, tag in _tags() if 'method="post"' in tag} == {MACRO}, "a form that does not use the macro"
    found: Counter[str] = Counter()
    for file in sorted(TEMPLATES.rglob("*.html")):
        for call in CALL.findall(file.read_text("utf-8")):
            action = ACTION.match(call)
            assert action, f"{file.name}: where does this form send to? {call}"
            act = ACT.search(action.group(2))
            found[f"{action.group(1)} {act.group(1)}" if act else action.group(1)] += 1
    return found


def searched() -> set[str]:
    """The templates with a form that only looks something up."""
    return {file for file, tag in _tags() if 'method="get"' in tag}


def _tags() -> list[tuple[str, str]]:
    files = sorted(TEMPLATES.rglob("*.html"))
    tags = [
        (file.relative_to(TEMPLATES).as_posix(), tag) for file in files for tag in FORM.findall(file.read_text("utf-8"))
    ]
    assert all('method="post"' in tag or 'method="get"' in tag for _, tag in tags), "a form without a method"
    return tags


@dataclass
class Sent:
    """The forms that a browser has sent, and how the site answered those it refused."""

    app: Flask
    forms: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> Page:
        """Note every form that this tab sends."""
        page.on("response", self._note)
        return page

    def _note(self, answer: Response) -> None:
        if answer.request.method != "POST":
            return
        path = urlsplit(answer.url).path
        endpoint, values = self.app.url_map.bind("site").match(path, "POST")
        self.forms[f"{endpoint} {values['act']}" if "act" in values else endpoint] += 1
        if answer.status >= 400:
            self.refused.append(f"{endpoint} at {path}: {answer.status}")
