"""Fields of protobuf messages as bytes, without building the messages: most of a stream is put together from pieces that are bytes already."""


def varint(number: int) -> bytes:
    """Encode a number as protobuf does: seven bits a byte, the lowest first."""
    if number < len(_SMALL):
        return _SMALL[number]
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


_SMALL = [
    *(bytes((number,)) for number in range(128)),
    *(bytes((number & 127 | 128, number >> 7)) for number in range(128, 1 << 14)),
]
"""Varints of one or two bytes: the length of nearly every message."""


def delimited(tag: bytes, *body: bytes) -> bytes:
    """A message whose only field is *tag*, holding the pieces of *body* one after the other."""
    return b"".join((tag, varint(sum(map(len, body))), *body))


def undelimited(tag: bytes, data: bytes) -> bytes | None:
    """What `delimited` was given; None if the *data* has any other field, or is cut short."""
    if not data.startswith(tag):
        return None
    length, at, shift = 0, len(tag), 0
    while at < len(data):
        byte = data[at]
        length |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return data[at:] if at + length == len(data) else None
    return None
