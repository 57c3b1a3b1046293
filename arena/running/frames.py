"""What workers and gateways write to each other: one line of JSON, then bytes that are passed on unread."""

from dataclasses import dataclass, field
from typing import Any

import orjson


@dataclass(frozen=True, slots=True)
class Frame:
    """One message between worker and gateway."""

    kind: str
    """To a gateway: join, ask, leave, drop, tell. To a worker: answer, resigned, arrived, gone."""
    head: dict[str, Any]
    body: bytes = field(default=b"")

    def packed(self) -> bytes:
        """As it goes through Redis."""
        return orjson.dumps({"kind": self.kind, **self.head}) + b"\n" + self.body


def unpacked(data: bytes | str) -> Frame:
    """The frame that `packed` made; Redis gives bytes, as long as nobody asks it to decode."""
    assert isinstance(data, bytes)
    line, _, body = data.partition(b"\n")
    head = orjson.loads(line)
    return Frame(head.pop("kind"), head, body)
