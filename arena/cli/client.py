"""What an author's commands share: the arena's address, the token, and calls to ArenaService over gRPC."""

import os
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from arena.cli.arguments import JSON, Argument, Command, argument, command
from arena.cli.output import Answer, print_json
from arena.cli.refusals import Refused
from arena.errors import Unavailable

if TYPE_CHECKING:
    from arena.sdk.endpoints import Endpoint

HERE = "127.0.0.1:50051"
TIMEOUT_SECONDS = 60.0
MOST_ROWS_PER_CALL = 200
ENDPOINT_HELP = """\
The arena's address is in ARENA_ENDPOINT (default: 127.0.0.1:50051), your author token in ARENA_TOKEN. The site or
`arena token create --author NAME` gives you one; a bot's token does not work here."""


class Arena:
    """Calls of ArenaService with a token; refusals become sentences."""

    def __init__(self, stub: Any, endpoint: "Endpoint") -> None:
        self._stub = stub
        self._address = endpoint.address
        self._options = {"metadata": [("authorization", f"Bearer {endpoint.token}")], "timeout": TIMEOUT_SECONDS}

    def call(self, rpc: str, **fields: Any) -> Any:
        """One call; *fields* fill its request."""
        with self._refusals():
            return getattr(self._stub, rpc)(_request(rpc, fields), **self._options)

    def stream(self, rpc: str, **fields: Any) -> list[Any]:
        """A call that answers in pieces."""
        with self._refusals():
            return list(getattr(self._stub, rpc)(_request(rpc, fields), **self._options))

    def upload(self, rpc: str, pieces: Iterable[dict[str, Any]]) -> Any:
        """A call that is asked in pieces; each fills a request."""
        with self._refusals():
            return getattr(self._stub, rpc)((_request(rpc, piece) for piece in pieces), **self._options)

    def rows(self, rpc: str, field: str, limit: int, **fields: Any) -> list[Any]:
        """Up to *limit* rows of a list that comes in pages."""
        rows: list[Any] = []
        page_token = ""
        while len(rows) < limit:
            size = min(MOST_ROWS_PER_CALL, limit - len(rows))
            answer = self.call(rpc, page_size=size, page_token=page_token, **fields)
            rows += getattr(answer, field)
            page_token = answer.next_page_token
            if not page_token:
                break
        return rows

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        import grpc

        try:
            yield
        except grpc.RpcError as error:
            status: Any = error
            code, details = status.code(), str(status.details())
            if code is grpc.StatusCode.UNAVAILABLE and not details.startswith("the arena"):
                raise Unavailable(f"no arena answers at {self._address} (set ARENA_ENDPOINT): {details}") from None
            if code is grpc.StatusCode.DEADLINE_EXCEEDED:
                raise Unavailable(f"the arena at {self._address} did not answer in {TIMEOUT_SECONDS:.0f} s") from None
            if code is grpc.StatusCode.UNAUTHENTICATED:
                raise Refused(f"{details}: set ARENA_TOKEN to your author token") from None
            raise Refused(details) from None


def _request(rpc: str, fields: dict[str, Any]) -> Any:
    from arena.v1 import arena_pb2

    return getattr(arena_pb2, f"{rpc}Request")(**fields)


@contextmanager
def connected(arguments: Namespace) -> Iterator[Arena]:
    """The arena that options or the environment name."""
    try:
        from arena.sdk.endpoints import check_author_token, endpoint
        from arena.v1 import arena_pb2_grpc
    except ModuleNotFoundError as missing:
        raise Refused(f"{missing.name} is not installed: pip install 'meiji-arena[wire]'") from None
    token = arguments.token or os.environ.get("ARENA_TOKEN", "")
    if not token:
        raise Refused(
            "who are you? Set ARENA_TOKEN to your author token (`arena token create --author NAME` makes one)"
        )
    check_author_token(token, "--token" if arguments.token else "ARENA_TOKEN")
    where = endpoint(arguments.endpoint or os.environ.get("ARENA_ENDPOINT") or HERE, token)
    with where.blocking_channel() as channel:
        yield Arena(arena_pb2_grpc.ArenaServiceStub(channel), where)  # type: ignore[no-untyped-call]


CONNECTION = (
    argument("--endpoint", metavar="HOST:PORT", help=f"the arena (default: ARENA_ENDPOINT, else {HERE})"),
    argument("--token", help="your author token (ARENA_TOKEN is better: other users can see the process list)"),
)


def author_command(
    name: str, summary: str, *arguments: Argument, text: str
) -> Callable[[Callable[[Namespace, Arena], str]], Command]:
    """Make a command of a function that changes something in the arena and returns a sentence about it."""

    def declare(run: Callable[[Namespace, Arena], str]) -> Command:
        @command(name, summary, *arguments, *CONNECTION, text=f"{ENDPOINT_HELP}\n\n{text}")
        def declared(given: Namespace) -> None:
            with connected(given) as arena:
                print(run(given, arena))

        return declared

    return declare


def author_query(
    name: str, summary: str, *arguments: Argument, text: str
) -> Callable[[Callable[[Namespace, Arena], Answer]], Command]:
    """Make a command of a function whose answer is one message or a list of messages: a table, or JSON with --json.

    An answer without data is a sentence, whatever the flags.
    """

    def declare(run: Callable[[Namespace, Arena], Answer]) -> Command:
        @command(name, summary, *arguments, *CONNECTION, JSON, text=f"{ENDPOINT_HELP}\n\n{text}")
        def declared(given: Namespace) -> None:
            with connected(given) as arena:
                answer = run(given, arena)
            messages = answer.data
            if not given.json or messages is None:
                answer.show()
            else:
                print_json([_plain(each) for each in messages] if isinstance(messages, list) else _plain(messages))

        return declared

    return declare


def _plain(message: Any) -> Any:
    from google.protobuf.json_format import MessageToDict

    return MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


def word(enum: str, number: int) -> str:
    """The value of an enum as people write it: `running` for `word("MATCH_STATE", MATCH_STATE_RUNNING)`."""
    values = _enum(enum)
    if number not in values.values():
        return str(number)
    return str(values.Name(number)).removeprefix(f"{enum}_").lower().replace("_", " ")


def number_of(enum: str, text: str | None) -> int:
    """The other way round; 0 for None."""
    return int(_enum(enum).Value(f"{enum}_{text.upper()}")) if text else 0


def _enum(name: str) -> Any:
    from arena.v1 import arena_pb2

    return getattr(arena_pb2, name.title().replace("_", ""))


def when(seconds: int) -> str:
    """Seconds since 1970 as people write a time, in their own zone; 0 is empty."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%Y-%m-%d %H:%M") if seconds else ""
