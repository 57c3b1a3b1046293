"""The documents of docs/ as pages: rendered once, with an anchor for every heading, rule and move, and searched by section.

Documents are ours, but are rendered as if they were not: no HTML passes, and links lead to pages of this site or to nothing. The wheel has a copy of the files in
web/docs (setup.py); a checkout reads docs/.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

import engine

PACKED = Path(__file__).parent / "docs"
"""Where a wheel has its copy."""
FOLDER = PACKED if PACKED.is_dir() else Path(__file__).parents[1] / "docs"
RULES = "rules/"
"""Before the names of rules pages."""
RULE = re.compile(r"\b[A-Z](?:-[A-Z0-9]+)+\b")
"""An id of a rule, as tests cite it."""
FILE = re.compile(r"(?:\.\./)*(?:docs/)?((?:rules/)?[a-z-]+)\.md(#[\w.-]+)?\Z")
"""A document, named in a link or as code."""
DECISIONS = "Decision model"
"""The section of a rules page that lists the moves with their notation."""
EXCERPT = 180
"""Characters of a section that a search shows."""
MOST_FOUND = 30


@dataclass(frozen=True, slots=True)
class Heading:
    """A place in a document."""

    level: int
    title: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Document:
    """One page."""

    name: str
    """As in its address: `run-a-league`, `rules/iki`."""
    title: str
    about: str
    """Its first sentence."""
    body: Markup
    headings: tuple[Heading, ...]
    anchors: frozenset[str]


@dataclass(frozen=True, slots=True)
class Section:
    """Part of a document that a search can find."""

    document: str
    page: str
    """The title of the document."""
    title: str
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class DocumentGroup:
    """Documents about one thing, by name and title."""

    title: str
    documents: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A section that fits, and why."""

    section: Section
    excerpt: Markup


@cache
def names() -> tuple[str, ...]:
    """All documents: guides in alphabetical order, then the rules."""
    return (
        *sorted(file.stem for file in FOLDER.glob("*.md")),
        *sorted(f"{RULES}{file.stem}" for file in FOLDER.glob("rules/*.md")),
    )


def address(name: str, anchor: str = "") -> str:
    """The path of a document on this site."""
    return (f"/{name}" if name.startswith(RULES) else f"/docs/{name}") + (f"#{anchor}" if anchor else "")


@cache
def document(name: str) -> Document:
    """The page; KeyError if there is none."""
    if name not in names():
        raise KeyError(name)
    return rendered(name, (FOLDER / f"{name}.md").read_text("utf-8"))


def rendered(name: str, text: str) -> Document:
    """Markdown as a page."""
    tokens = _parser().parse(text)
    rules = {rule for inline in tokens for rule in _defined(inline)}
    writer = _Writer(name, frozenset(rules))
    writer.prepare(tokens)
    body = Markup(_parser().renderer.render(tokens, _parser().options, {}))  # noqa: S704 (escaped by the renderer: html is off)
    after = itertools.pairwise(tokens)
    about = next((inline.content for token, inline in after if token.type == "paragraph_open" and not token.level), "")
    title = writer.headings[0].title if writer.headings else name
    return Document(name, title, _plain(about), body, tuple(writer.headings), frozenset(writer.anchors))


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")


def _head(children: list[Token], at: int) -> re.Match[str] | None:
    """The id of the rule that a text defines: it comes first in its paragraph or cell, or in bold."""
    first = at == 0 or children[at - 1].type == "strong_open"
    return RULE.match(children[at].content) if first and children[at].type == "text" else None


def _defined(inline: Token) -> Iterator[str]:
    """The ids of rules that a paragraph or a cell defines."""
    children = inline.children or []
    yield from (head[0] for at in range(len(children)) if (head := _head(children, at)))


class _Writer:
    """Changes the tokens of one document so that they render as a page of this site."""

    def __init__(self, name: str, rules: frozenset[str]) -> None:
        self._name, self._rules = name, rules
        self.headings: list[Heading] = []
        self.anchors: set[str] = set()
        self._section = ""

    def prepare(self, tokens: list[Token]) -> None:
        """Anchors for headings, rules and moves; links to pages; no styles, no pictures."""
        for at, token in enumerate(tokens):
            if token.type == "heading_open":
                self._heading(token, tokens[at + 1])
            elif token.type in {"td_open", "th_open"} and token.attrs.pop("style", None) == "text-align:right":
                token.attrSet("class", "n")
            elif token.type in {"fence", "code_block"}:
                token.info = ""
            elif token.type == "inline":
                token.children = list(self._inline(token.children or []))

    def _heading(self, token: Token, inline: Token) -> None:
        level, title = int(token.tag[1]), _plain(inline.content)
        anchor = self._anchor(re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-"))
        token.attrSet("id", anchor)
        self._section = title
        self.headings.append(Heading(level, title, anchor))

    def _anchor(self, wanted: str) -> str:
        """The name, with a number if it is taken."""
        anchor, number = wanted, 1
        while anchor in self.anchors:
            anchor, number = f"{wanted}-{number}", number + 1
        self.anchors.add(anchor)
        return anchor

    def _inline(self, children: list[Token]) -> Iterator[Token]:
        linked = False
        for at, token in enumerate(children):
            if token.type == "link_open":
                linked = True
                self._link(token)
            elif token.type == "link_close":
                linked = False
            if token.type == "image":
                yield _html(str(escape(token.content)))
            elif token.type == "text" and not linked:
                head = _head(children, at)
                if head:
                    yield self._rule(head[0])
                yield _html(self._mentions(token.content[head.end() :] if head else token.content))
            elif token.type == "code_inline" and not linked:
                yield self._code(token)
            else:
                yield token

    def _rule(self, rule: str) -> Token:
        """The place where a rule is defined."""
        if rule in self.anchors:
            return _html(str(escape(rule)))
        self.anchors.add(rule)
        return _html(f'<a class="rule" id="{rule}" href="#{rule}">{rule}</a>')

    def _mentions(self, text: str) -> str:
        """Text with links to the rules that it names."""
        written = str(escape(text))
        return RULE.sub(
            lambda named: f'<a href="#{named[0]}">{named[0]}</a>' if named[0] in self._rules else named[0], written
        )

    def _code(self, token: Token) -> Token:
        """Code: a move gets an anchor where it is explained, a document a link."""
        words = str(escape(token.content))
        if page := _page(token.content, self._name):
            return _html(f'<a href="{page}"><code>{words}</code></a>')
        verb = token.content.partition(" ")[0]
        if self._section.endswith(DECISIONS) and re.fullmatch(r"[a-z_]+", verb) and f"move-{verb}" not in self.anchors:
            self.anchors.add(f"move-{verb}")
            return _html(f'<code id="move-{verb}">{words}</code>')
        return token

    def _link(self, token: Token) -> None:
        """Only to pages of this site, to a place on this page, and to the web; anything else is a file that is not here."""
        target = str(token.attrs.get("href", ""))
        if target.startswith(("#", "https://")):
            return
        token.attrs = {"href": page} if (page := _page(target, self._name)) else {}


def _page(target: str, name: str) -> str:
    """The address of a document that is named by its file; empty if it is none."""
    named = FILE.match(target)
    if named is None:
        return ""
    inside = RULES + named[1] if name.startswith(RULES) and not target.startswith(("..", "docs/")) else named[1]
    return address(inside, (named[2] or "#")[1:]) if inside in names() else ""


def _html(text: str) -> Token:
    """Text that is escaped already."""
    token = Token("html_inline", "", 0)
    token.content = text
    return token


def _plain(text: str) -> str:
    """Markdown without its signs."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace("**", "").replace("*", "").strip()


def move_address(game: str, action: str) -> str:
    """Where the rules of a game explain the decision with this move; empty for a game without a rules page."""
    name = f"{RULES}{game}"
    if name not in names():
        return ""
    page, wanted = document(name), f"move-{action.partition(' ')[0]}"
    fallback = next((heading.anchor for heading in page.headings if heading.title.endswith(DECISIONS)), "")
    return address(name, wanted if wanted in page.anchors else fallback)


def rules_address(game: str) -> str:
    """The rules page of a game; empty if it has none."""
    return address(f"{RULES}{game}") if f"{RULES}{game}" in names() else ""


@cache
def sections() -> tuple[Section, ...]:
    """Everything that can be found: each document by its headings, and each rule by its id."""
    found: list[Section] = []
    for name in names():
        page = document(name)
        text = (FOLDER / f"{name}.md").read_text("utf-8")
        parts = re.split(
            r"^#{1,6} .*$", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE), flags=re.MULTILINE
        )[1:]
        for heading, part in zip(page.headings, parts, strict=False):
            found.append(Section(name, page.title, heading.title, heading.anchor, " ".join(_plain(part).split())))
    return tuple(found)


def search(words: str) -> list[Found]:
    """The sections with all these words, those with them in the title first; a rule's id leads to the rule."""
    wanted = [word for word in re.findall(r"[\w-]+", words.lower()) if word]
    if not wanted:
        return []
    ranked: list[tuple[int, int, Section]] = []
    for number, section in enumerate(sections()):
        title, text = f"{section.title} {section.page}".lower(), section.text.lower()
        if all(word in title or word in text for word in wanted):
            score = sum(20 * (word in title) + min(5, text.count(word)) for word in wanted)
            ranked.append((-score, number, section))
    return [
        Found(_exact(section, words), _excerpt(section.text, wanted))
        for _, _, section in sorted(ranked, key=lambda hit: hit[:2])[:MOST_FOUND]
    ]


def _exact(section: Section, words: str) -> Section:
    """The section, or the rule in it that was asked for."""
    rule = words.strip().upper()
    if rule in document(section.document).anchors:
        return Section(section.document, section.page, f"{section.title}: {rule}", rule, section.text)
    return section


def _excerpt(text: str, wanted: list[str]) -> Markup:
    """The words around the first hit, hits marked."""
    hit = min((at for word in wanted if (at := text.lower().find(word)) >= 0), default=0)
    begin = max(0, text.rfind(" ", 0, max(0, hit - EXCERPT // 3)) + 1)
    shown = text[begin : begin + EXCERPT].rsplit(" ", 1)[0]
    pieces = re.split(f"({'|'.join(re.escape(word) for word in wanted)})", shown, flags=re.IGNORECASE)
    marked = Markup("").join(
        Markup("<mark>{}</mark>").format(piece) if at % 2 else escape(piece) for at, piece in enumerate(pieces)
    )
    return Markup("{}{}{}").format("… " if begin else "", marked, " …" if begin + EXCERPT < len(text) else "")


GUIDES = (
    ("Take part", ("write-a-bot", "use-the-site", "house-bots", "hosting", "ratings", "glossary")),
    ("Run a league", ("run-a-class", "run-a-league", "matches", "replays")),
    ("Programs", ("protocol", "api", "web-api", "command-line", "positions", "research", "viewer")),
    ("Run the arena", ("operate", "settings", "service-levels", "scale", "security")),
    ("Inside", ("architecture", "modules", "add-a-game")),
)
"""How the overview groups documents; those that no group names come last."""


@cache
def groups() -> tuple[DocumentGroup, ...]:
    """The rules by game, then the guides by group."""
    known = {name for _, group in GUIDES for name in group}
    rules = [name for name in names() if name.startswith(RULES)]
    others = [name for name in names() if name not in known and not name.startswith(RULES)]
    groups = (("Rules", rules), *GUIDES, ("More", others))
    shelved = ((title, tuple((name, _title(name)) for name in group if name in names())) for title, group in groups)
    return tuple(DocumentGroup(title, row) for title, row in shelved if row)


def _title(name: str) -> str:
    """The first heading of a document; its page need not be rendered for it."""
    with (FOLDER / f"{name}.md").open(encoding="utf-8") as file:
        return _plain(file.readline().lstrip("# "))


def game_of(name: str) -> str:
    """The game that a rules page is about; empty for other pages."""
    game = name.removeprefix(RULES).split("-")[0]
    return game if name.startswith(RULES) and game in engine.games() else ""
