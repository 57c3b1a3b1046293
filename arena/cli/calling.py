"""What an author's commands share: where the arena is, the token, calls, pages, output as JSON."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from arena.cli.refusals import Refused

HERE = "127.0.0.1:50051"
TIMEOUT_SECONDS = 60.0
CALLING_HELP = """\
The arena is at ARENA_ENDPOINT (default: 127.0.0.1:50051). ARENA_TOKEN holds your author token, which the site or
`arena token create --author NAME` makes; it is not a bot's token."""


def add_calling(made: ArgumentParser, *, json: bool = True) -> None:
    """--endpoint, --token and --json."""
    made.add_argument("--endpoint", metavar="HOST:PORT", help=f"the arena (default: ARENA_ENDPOINT, else {HERE})")
    made.add_argument("--token", help="your author token (better: ARENA_TOKEN, which nobody sees in the process list)")
    if json:
        made.add_argument("--json", action="store_true", help="print the answer as JSON instead")


class Calls:
    """Calls of ArenaService with a token; refusals become sentences."""

    def __init__(self, stub: Any, token: str, address: str) -> None:
        self._stub = stub
        self._metadata = [("authorization", f"Bearer {token}")]
        self._address = address

    def __call__(self, rpc: str, request: Any) -> Any:
        """One call."""
        with self._refusals():
            return getattr(self._stub, rpc)(request, metadata=self._metadata, timeout=TIMEOUT_SECONDS)

    def stream(self, rpc: str, request: Any) -> list[Any]:
        """A call that answers in pieces."""
        with self._refusals():
            return list(getattr(self._stub, rpc)(request, metadata=self._metadata, timeout=TIMEOUT_SECONDS))

    def rows(self, rpc: str, request: Any, field: str, limit: int) -> list[Any]:
        """Up to *limit* rows of a paged list."""
        found: list[Any] = []
        while len(found) < limit:
            request.page_size = min(200, limit - len(found))
            answer = self(rpc, request)
            found += getattr(answer, field)
            request.page_token = answer.next_page_token
            if not request.page_token:
                break
        return found

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        import grpc

        try:
            yield
        except grpc.RpcError as wrong:
            said: Any = wrong
            code, details = said.code(), str(said.details())
            if code is grpc.StatusCode.UNAVAILABLE and not details.startswith("the arena"):
                raise Refused(f"no arena answers at {self._address} (set ARENA_ENDPOINT): {details}") from None
            if code is grpc.StatusCode.DEADLINE_EXCEEDED:
                raise Refused(f"the arena at {self._address} did not answer in {TIMEOUT_SECONDS:.0f} s") from None
            if code is grpc.StatusCode.UNAUTHENTICATED:
                raise Refused(f"{details}: set ARENA_TOKEN to your author token") from None
            raise Refused(details) from None


@contextmanager
def arena_of(arguments: Namespace) -> Iterator[Calls]:
    """Calls to the arena that flags or the environment name."""
    try:
        from arena.sdk.endpoints import Endpoint, Unconfigured, check_author_token, endpoint
        from arena.v1 import arena_pb2_grpc
    except ModuleNotFoundError as missing:
        raise Refused(f"{missing.name} is not installed: pip install 'meiji-arena[wire]'") from None
    token = arguments.token or os.environ.get("ARENA_TOKEN", "")
    if not token:
        raise Refused(
            "who are you? Set ARENA_TOKEN to your author token (`arena token create --author NAME` makes one)"
        )
    try:
        check_author_token(token, "--token" if arguments.token else "ARENA_TOKEN")
    except Unconfigured as wrong:
        raise Refused(str(wrong)) from None
    where: Endpoint = endpoint(arguments.endpoint or os.environ.get("ARENA_ENDPOINT") or HERE, token)
    with where.blocking_channel() as channel:
        yield Calls(arena_pb2_grpc.ArenaServiceStub(channel), token, where.address)  # type: ignore[no-untyped-call]


def print_json(messages: Any) -> None:
    """A message, or a list of them, as JSON."""
    import json

    from google.protobuf.json_format import MessageToDict

    plain = (
        [_plain(MessageToDict, one) for one in messages]
        if isinstance(messages, list)
        else _plain(MessageToDict, messages)
    )
    print(json.dumps(plain, indent=1, ensure_ascii=False))


def _plain(to_dict: Any, message: Any) -> Any:
    return to_dict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


def word(kind: Any, number: int, prefix: str) -> str:
    """The name of an enum's value, as people write it."""
    name: str = kind.Name(number) if number in kind.values() else str(number)
    return name.removeprefix(prefix).lower().replace("_", " ")


def when(seconds: int) -> str:
    """A time of the wire for people, in their own zone."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%Y-%m-%d %H:%M") if seconds else ""
