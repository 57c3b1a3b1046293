"""Says hello, and then nothing."""

from dialling import conversation

stream, _ = conversation()
for _ in stream:
    pass
