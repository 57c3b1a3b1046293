"""Style sheets worked out for a drawing: what classes and CSS variables say becomes attributes that every program understands.

Programs that show SVG files know little CSS, and no variables.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias
from xml.etree.ElementTree import Element

import cssselect2
import tinycss2

Declarations: TypeAlias = tuple[tuple[str, str], ...]

VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)")
DEEPEST = 10
"""Variables that name variables; more is a circle."""
SHOWN = frozenset(
    [
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin"),
        *("stroke-opacity", "stroke-width", "opacity", "color", "display", "visibility", "paint-order", "text-anchor"),
        *("font-family", "font-size", "font-style", "font-weight"),
    ]
)
"""Properties that a drawing can have; those of the page around it are left out."""


class Styles:
    """The rules of some style sheets that matter to drawings. Media queries are left out: pictures are not on a screen."""

    def __init__(self, sheets: Iterable[str]) -> None:
        self._rules = cssselect2.Matcher()
        for sheet in sheets:
            for selector, declarations in _rules(sheet):
                self._rules.add_selector(selector, declarations)

    def apply(self, root: Element, variables: Mapping[str, str]) -> None:
        """Write the style of every element into its attributes and take its class away. *variables* go before those of the sheets."""
        self._apply(cssselect2.ElementWrapper.from_xml_root(root), {}, variables)

    def _apply(
        self, wrapped: cssselect2.ElementWrapper, inherited: Mapping[str, str], given: Mapping[str, str]
    ) -> None:
        element: Element = wrapped.etree_element
        declared: dict[str, str] = {}
        for _, _, pseudo, declarations in sorted(self._rules.match(wrapped), key=lambda match: match[:2]):
            if pseudo is None:
                declared.update(declarations)
        own = {name: value for name, value in declared.items() if name.startswith("--")}
        variables = {**inherited, **own, **given} if own else inherited
        for name, value in declared.items():
            if name in SHOWN:
                element.set(name, resolved(value, variables))
        for below in wrapped.iter_children():
            self._apply(below, variables, given)
        element.attrib.pop("class", None)


def resolved(value: str, variables: Mapping[str, str]) -> str:
    """A value with its variables replaced; what nobody has set becomes its fallback, or nothing."""
    for _ in range(DEEPEST):
        if "var(" not in value:
            break
        value = VARIABLE.sub(lambda match: variables.get(match[1], match[2] or ""), value)
    return value


def _rules(sheet: str) -> Iterator[tuple[cssselect2.compiler.CompiledSelector, Declarations]]:
    for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
        if rule.type != "qualified-rule":
            continue
        declarations = tuple(_declarations(rule.content))
        if not declarations:
            continue
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            continue  # :hover and the like, which no picture has
        for selector in selectors:
            yield selector, declarations


def _declarations(content: list[tinycss2.ast.Node]) -> Iterator[tuple[str, str]]:
    for entry in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if entry.type == "declaration" and (entry.name in SHOWN or entry.name.startswith("--")):
            yield entry.name, tinycss2.serialize(entry.value).strip()
