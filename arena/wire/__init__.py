"""Between the engine's dicts and the wire's messages: views, decisions, results, and the bytes of a stream."""

from arena.wire.decisions import Question, question
from arena.wire.observations import observation, view_of

__all__ = ["Question", "observation", "question", "view_of"]
