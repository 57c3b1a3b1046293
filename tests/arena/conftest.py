"""The tiny game takes the place of a real one where a test asks for it."""

import pytest

import engine
from tests.arena import tiny_game


@pytest.fixture
def tiny(monkeypatch):
    """`engine.game("tiny")` works for the length of a test."""
    real = engine.game
    monkeypatch.setattr(engine, "game", lambda name: tiny_game.GAME if name == "tiny" else real(name))
    return tiny_game.GAME
