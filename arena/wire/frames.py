"""Messages that are one field of the message around them, as bytes: how every message of a stream is sent."""

from arena.wire.varints import varint


def framed(tag: bytes, *body: bytes) -> bytes:
    """A message that has *body*, one piece after the other, as its field of that *tag* and nothing else."""
    return b"".join((tag, varint(sum(map(len, body))), *body))


def unframed(tag: bytes, frame: bytes) -> bytes | None:
    """What `framed` was given; None if there is anything else in the *frame*, or too little."""
    if not frame.startswith(tag):
        return None
    length, at, shift = 0, len(tag), 0
    while at < len(frame):
        byte = frame[at]
        length |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return frame[at:] if at + length == len(frame) else None
    return None
