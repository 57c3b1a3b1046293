"""A progress bar on stderr, so that stdout holds results only; silent where stderr is no terminal."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def counter(total: int, title: str) -> Iterator[Callable[[], None]]:
    """A bar, and what to call for each thing that is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        yield lambda: bar.advance(task)


def counted(items: Iterable[T], total: int, title: str) -> Iterator[T]:
    """The items, with a bar that counts them."""
    with counter(total, title) as advance:
        for item in items:
            advance()
            yield item
