"""Asks a program, gets a Ctrl-C, and reads the program's answer: run by test_bridge with a terminal of its own."""

import signal
import sys

from arena.bridge.bot import Program

PROGRAM = """
import sys
sys.stdin.readline()
print("asked", file=sys.stderr, flush=True)
sys.stdin.readline()
print(3, flush=True)
"""

program = Program([sys.executable, "-c", PROGRAM])


def interrupted(*_):
    print("interrupted", flush=True)
    program._process.stdin.write(b"go on\n")


signal.signal(signal.SIGINT, interrupted)
print(f"answer {program.answer('{}') or 'failed'}", flush=True)
