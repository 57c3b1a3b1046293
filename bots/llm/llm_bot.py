"""A bot that asks a language model: any server that speaks OpenAI's chat completions.

LLM_BASE_URL (such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1), LLM_MODEL and LLM_API_KEY say which. LLM_PRICES, such as `2.50,10`, are
dollars for a million tokens in and out. A model takes seconds for a choice: play with a clock of minutes, such as `--clock slow`.
"""

import json
import logging
import os
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any

from arena.sdk import Bot, Decision, run
from arena.sdk.words import choices, position, rules
from arena.v1.bots_pb2 import MatchResult

log = logging.getLogger("llm")
URL = os.environ.get("LLM_BASE_URL", "http://127.0.0.1:11434/v1").rstrip("/")
MODEL, KEY = os.environ.get("LLM_MODEL", "default"), os.environ.get("LLM_API_KEY", "")
PRICE_IN, PRICE_OUT = (float(price) / 1e6 for price in os.environ.get("LLM_PRICES", "0,0").split(","))
TRIES = 4
LONGEST_SECONDS, SHARE = 120.0, 0.8
"""The most that one request may take; and the share of a decision's time in which the model may answer."""
FORMAT = 'Answer with one JSON object and nothing else: {"thought": "one or two sentences", "choice": NUMBER}.'


class Malformed(Exception):
    """An answer that is not a choice; the sentence tells the model why."""


@dataclass
class Tally:
    """What a match has cost so far."""

    requests: int = 0
    retries: int = 0
    fallbacks: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def __str__(self) -> str:
        cost = self.tokens_in * PRICE_IN + self.tokens_out * PRICE_OUT
        tokens = f"{self.tokens_in} tokens in, {self.tokens_out} out, ${cost:.4f}"
        return f"{self.requests} requests, {self.retries} retries, {self.fallbacks} fallbacks, {tokens}"


class LlmBot(Bot):
    """Asks the model for every decision."""

    version = MODEL

    def __init__(self) -> None:
        self._tallies: dict[str, Tally] = {}

    def choose(self, decision: Decision) -> int:
        tally = self._tallies.setdefault(decision.match_id, Tally())
        budget = decision.budget()
        deadline = time.monotonic() + (LONGEST_SECONDS if budget is None else SHARE * budget / 1000)
        messages = prompt(decision)
        reason = "there was no time to ask"
        for attempt in range(TRIES):
            if time.monotonic() >= deadline or decision.expired:
                break
            tally.requests += 1
            tally.retries += attempt > 0
            text = ""
            try:
                text = ask(messages, deadline - time.monotonic(), tally)
                index, decision.note = read(text, len(decision.texts))
                return index
            except Malformed as error:
                reason = str(error)
                refusal = f"That was not a choice: {reason}. {FORMAT}"
                messages += [{"role": "assistant", "content": text[:2000] or "-"}, {"role": "user", "content": refusal}]
            except (OSError, HTTPException) as error:  # the server cannot be reached, refuses, or took too long
                reason = str(error) or type(error).__name__
                time.sleep(max(0.0, min(2.0**attempt, deadline - time.monotonic())))
            log.warning("%s: try %d: %s", decision.match_id, attempt + 1, reason)
        tally.fallbacks += 1
        decision.note = f"fallback to the first choice: {reason}"
        log.warning("%s: %s", decision.match_id, decision.note)
        return 0

    def on_end(self, result: MatchResult) -> None:
        print(f"{result.match_id}: {self._tallies.pop(result.match_id, Tally())}", flush=True)


def prompt(decision: Decision) -> list[dict[str, str]]:
    """The conversation that asks for a decision."""
    system = f"You play a board game to win.\n\n{rules(decision.game)}\n\n{FORMAT}"
    listed = "\n".join(f"{number}. {text}" for number, text in enumerate(choices(decision), 1))
    question = f"{position(decision)}\n\nYour choices:\n{listed}\n\nWhich number?"
    return [{"role": "system", "content": system}, {"role": "user", "content": question}]


def ask(messages: list[dict[str, str]], seconds: float, tally: Tally) -> str:
    """The model's answer."""
    try:
        reply = fetch("/chat/completions", seconds, {"model": MODEL, "messages": messages})
        usage = reply.get("usage") or {}
        tally.tokens_in += int(usage.get("prompt_tokens") or 0)
        tally.tokens_out += int(usage.get("completion_tokens") or 0)
        return str(reply["choices"][0]["message"]["content"] or "")
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        raise Malformed("the server's reply is not a chat completion") from None


def fetch(path: str, seconds: float, body: dict[str, Any] | None = None) -> Any:
    """What the model's server answers."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {KEY}"} if KEY else {})}
    request = urllib.request.Request(URL + path, json.dumps(body).encode() if body else None, headers)
    try:
        with urllib.request.urlopen(request, timeout=max(0.1, min(seconds, LONGEST_SECONDS))) as answer:
            return json.loads(answer.read(1_000_000))
    except urllib.error.HTTPError as error:
        raise OSError(f"{error}: {error.read(300).decode(errors='replace')}") from None


def read(text: str, count: int) -> tuple[int, str]:
    """The index that an answer names, and the thought beside it; Malformed tells what is wrong with it."""
    text = text.rpartition("</think>")[2]  # models that reason aloud
    begin, end = text.find("{"), text.rfind("}")
    if begin < 0 or end < begin:
        raise Malformed("there is no JSON object in the answer")
    try:
        given = json.loads(text[begin : end + 1])
    except ValueError as error:
        raise Malformed(f"the JSON cannot be read: {error}") from None
    choice = given.get("choice")
    if not isinstance(choice, int) or isinstance(choice, bool):
        raise Malformed(f"`choice` must be a whole number, not {json.dumps(choice)[:80]}")
    if not 1 <= choice <= count:
        raise Malformed(f"`choice` is {choice}: there are only choices 1 to {count}")
    return choice - 1, str(given.get("thought", ""))[:1000]


if __name__ == "__main__":
    try:
        fetch("/models", seconds=10)
    except (OSError, HTTPException, ValueError) as error:
        sys.exit(f"no answer from {URL}: {error}. LLM_BASE_URL, LLM_MODEL and LLM_API_KEY say which model to ask.")
    run(LlmBot())
