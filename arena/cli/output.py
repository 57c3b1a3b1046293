"""What commands print: tables and score sheets for people, JSON for programs, a progress bar on stderr."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from rich.table import Table

T = TypeVar("T")


class Answer(NamedTuple):
    """What a query found: plain data for --json, and a function that prints it for people."""

    data: Any
    show: Callable[[], None]

    def print(self, *, as_json: bool) -> None:
        """On stdout."""
        print_json(self.data) if as_json else self.show()


class Column(NamedTuple):
    """One column of a table."""

    title: str
    value: Callable[[Any], str]
    options: dict[str, Any]


def left(title: str, value: str | Callable[[Any], str] = "", **options: Any) -> Column:
    """A column of text: an attribute of the record (by default the one named like the column), or a function of it."""
    if callable(value):
        return Column(title, value, options)
    name = value or title
    return Column(title, lambda record: _cell(getattr(record, name)), options)


def right(title: str, value: str | Callable[[Any], str] = "") -> Column:
    """A column of numbers."""
    return left(title, value, justify="right", no_wrap=True)


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def print_records(records: Iterable[Any], columns: Sequence[Column], title: str = "") -> None:
    """A table with a row for every record. Texts from outside are shown as they are, never as markup."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=escape(title) or None, title_justify="left")
    for column in columns:
        table.add_column(column.title, **column.options)
    for record in records:
        table.add_row(*(escape(column.value(record)) for column in columns))
    print_table(table)


def listing(records: Sequence[Any], columns: Sequence[Column], empty: str) -> Answer:
    """Dataclasses as a table, or as the sentence *empty* if there are none."""
    from dataclasses import asdict

    def show() -> None:
        print_records(records, columns) if records else print(empty)

    return Answer([asdict(record) for record in records], show)


def print_table(table: "Table") -> None:
    """On stdout; a file or pipe gets lines that are not broken."""
    from rich.console import Console

    Console(file=sys.stdout, width=None if sys.stdout.isatty() else 120).print(table)


def print_sheet(players: Sequence[str], outcome: Mapping[str, Any], places: Sequence[int]) -> None:
    """The score sheet of one match: a column per seat, a line per category."""
    from rich.markup import escape
    from rich.table import Table

    table = Table("", title=f"The match ended: {_words(outcome['ended_by'])}")
    for seat, name in enumerate(players):
        table.add_column(f"seat {seat}\n{escape(name)}", justify="right")
    sheets = outcome["categories"]
    for category in dict.fromkeys(name for sheet in sheets for name in sheet):
        table.add_row(_words(category), *(str(sheet.get(category, 0)) for sheet in sheets))
    table.add_section()
    table.add_row("points", *map(str, outcome["scores"]))
    for name, figures in outcome["tie_breaks"].items():
        table.add_row(f"tie-break: {_words(name)}", *map(str, figures))
    table.add_row("place", *map(str, places))
    print_table(table)


def _words(name: str) -> str:
    """A lower_snake name as words, without anything that rich or the terminal would interpret."""
    return "".join(char if char.isalnum() else " " for char in name)


def share(mean: float, interval: tuple[float, float] | None = None) -> str:
    """A share in per cent with its 95 % interval, which ends at 0 and 100: `37.5 % (0 to 100)`."""
    shown = f"{100 * mean:.1f} %"
    if interval is None:
        return shown
    low, high = max(0.0, interval[0]), min(1.0, interval[1])
    return f"{shown} ({100 * low:.0f} to {100 * high:.0f})"


def print_json(data: Any) -> None:
    """Plain data; times in ISO 8601, fractions as texts."""
    print(json.dumps(data, indent=1, default=str, ensure_ascii=False))


@contextmanager
def counter(total: int, title: str) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr, and the function to call for each thing that is done. Silent unless stderr is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        yield lambda: bar.advance(task)


def counted(items: Iterable[T], total: int, title: str) -> Iterator[T]:
    """The items, with a progress bar that counts them."""
    with counter(total, title) as advance:
        for item in items:
            advance()
            yield item
