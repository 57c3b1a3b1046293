"""A stand-in for a language model's server, to try the bot without a model: it takes any of the choices.

`python fake_model.py` listens where Ollama does, which is where the bot asks unless LLM_BASE_URL says otherwise; `python fake_model.py 8001` listens at another port.
"""

import json
import random
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PORT = 11434


class FakeModel(BaseHTTPRequestHandler):
    """Answers as an OpenAI-compatible server does."""

    def do_GET(self) -> None:
        self.answer({"data": [{"id": "fake"}]})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        listed = asked["messages"][1]["content"].split("Your choices:")[1]
        number = random.choice(re.findall(r"^(\d+)\. ", listed, re.MULTILINE))
        text = json.dumps({"thought": "by lot", "choice": int(number)})
        self.answer({"choices": [{"message": {"role": "assistant", "content": text}}]})

    def answer(self, reply: dict[str, Any]) -> None:
        body = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Quiet."""


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else PORT
    server = ThreadingHTTPServer(("127.0.0.1", port), FakeModel)
    print(f"listening at http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()
