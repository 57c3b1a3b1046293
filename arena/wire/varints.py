"""Numbers as protobuf writes them."""


def varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first."""
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
"""Of one or two bytes: the length of nearly every message."""
