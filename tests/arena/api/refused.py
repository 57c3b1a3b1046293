"""A call that must be refused."""

from contextlib import contextmanager

import grpc
import pytest


@contextmanager
def refused(status: grpc.StatusCode, sentence: str = ""):
    with pytest.raises(grpc.RpcError) as said:
        yield
    assert said.value.code() is status, said.value.details()
    assert sentence in said.value.details()
