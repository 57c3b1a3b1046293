"""What differs between two views, as the viewer's frames carry it: a flat list of pairs, the path of a field and its new value."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

Path: TypeAlias = list[str | int]
GONE = {"gone": True}
"""In place of a value: the field is not there any more."""


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Any]:
    """All that turns *before* into *after*.

    A list of another length is sent whole, and so is an object inside a view whose keys would end up in another order: who draws by that
    order must not see a difference. The order of a view's first level is not kept.
    """
    return [part for pair in _in_object(before, after, []) for part in pair]


def applied(view: Mapping[str, Any], changed: Sequence[Any]) -> dict[str, Any]:
    """The view with these changes; *view* itself stays as it is."""
    result = dict(view)
    for path, value in zip(changed[::2], changed[1::2], strict=True):
        _put(result, path, value)
    return result


def _differences(before: Any, after: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and _keeps_order(before, after):
        yield from _in_object(before, after, path)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, pair in enumerate(zip(before, after, strict=True)):
            yield from _differences(*pair, [*path, number])
    else:
        yield path, after


def _in_object(before: Mapping[str, Any], after: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, Any]]:
    for key in before:
        if key not in after:
            yield [*path, key], GONE
    for key, value in after.items():
        if key in before:
            yield from _differences(before[key], value, [*path, key])
        else:
            yield [*path, key], value


def _keeps_order(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether taking keys away and adding the new ones at the end gives the order of *after*."""
    left = [key for key in before if key in after]
    return left == list(after)[: len(left)]


def _put(view: dict[str, Any], path: Sequence[str | int], value: Any) -> None:
    inner: Any = view
    for step in path[:-1]:  # copied on the way down, so that the view before keeps what it has
        copied = inner[step].copy()
        inner[step] = copied
        inner = copied
    if value == GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
