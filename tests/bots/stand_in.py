"""A stand-in for a language model's server: it reads the prompt and picks by the text of a choice; one answer in five is malformed."""

import json
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import ClassVar

MALFORMED = (
    "",
    "I would rather not say.",
    '{"thought": "too high", "choice": 4711}',
    '{"thought": "a word", "choice": "the first"}',
    '{"thought": "not JSON", "choice": 1,,}',
)
"""Every fifth answer is one of these, in turn."""
ROW = 4
"""How many malformed answers in a row the `unreliable` model gives, before and after one that is right."""
BUSY = 2
"""How many requests the `busy` model refuses before it answers."""


class Model(BaseHTTPRequestHandler):
    """Reads the prompt, and picks a choice by its text: the one that gains most, by the words."""

    number: ClassVar["count[int]"] = count()
    refused: ClassVar[list[str]] = []
    """What the bot said of malformed answers."""
    sent: ClassVar["Counter[str]"] = Counter()
    """How often each malformed answer was given."""

    def do_GET(self):
        """The list of models, which the bot asks for when it starts."""
        self._answer({"data": []}, 200 if self.path == "/v1/models" else 404)

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        question = next(message for message in asked["messages"][::-1] if "Your choices:" in message["content"])
        if asked["messages"][-1] is not question:
            self.refused.append(asked["messages"][-1]["content"])
        listed = re.findall(r"^(\d+)\. (.+)$", question["content"].split("Your choices:")[1], re.MULTILINE)
        number = next(self.number)
        if asked["model"] == "busy" and number < BUSY:
            self._answer({"error": "too many requests"}, 429)
            return
        wrong = number % (ROW + 1) < ROW if asked["model"] == "unreliable" else number % 5 == 4
        if wrong:
            text = MALFORMED[self.sent.total() % len(MALFORMED)]
            self.sent[text] += 1
        else:
            best = max(
                listed,
                key=lambda choice: (choice[1].count("+") + choice[1].startswith(("recruit", "buy")), -int(choice[0])),
            )
            text = f"Let me see. {json.dumps({'thought': f'{best[1]} looks best', 'choice': int(best[0])})}"
        usage = {"prompt_tokens": 900, "completion_tokens": 20}
        self._answer({"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage})

    def _answer(self, said, code=200):
        body = json.dumps(said).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextmanager
def stand_in() -> Iterator[str]:
    """The address of a running one, as LLM_BASE_URL names it."""
    Model.number, Model.refused, Model.sent = count(), [], Counter()
    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()
