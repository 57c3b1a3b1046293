"""`arena simulator` beside the engine in this process: playouts and one-step looks per second, in turns, in the same run.

    python -m bench.simulator [--rounds 5]

The simulator runs in its own process, as it would for a bot. Each round measures both ways one after the other; the ratio is the median of
the rounds' ratios. The last column is the ratio of processor time, the client's included, which a busy machine hardly changes (Linux only).
"""

import argparse
import queue
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random

import grpc

import engine
from arena.v1.simulator_pb2 import Draw, Looks, Playouts, SearchRequest, SearchResponse
from arena.wire.observations import observation
from engine import State

BATCH = 100
"""Playouts in a request; positions in a request for looks."""


class Client:
    """One search tree at a simulator."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._sent: queue.SimpleQueue[SearchRequest | None] = queue.SimpleQueue()
        search = channel.stream_stream(
            "/arena.v1.SimulatorService/Search", SearchRequest.SerializeToString, SearchResponse.FromString
        )
        self._answers = search(iter(self._sent.get, None))

    def ask(self, request: SearchRequest) -> SearchResponse:
        self._sent.put(request)
        answer: SearchResponse = next(self._answers)
        return answer


def position(game: str, seats: int) -> State:
    """A third of a match in."""
    rng = Random(1)
    state = engine.game(game).new(seats=seats, seed=1, options={})
    for _ in range(engine.game(game).decisions(seats) * seats // 3):
        if state.to_act is not None:
            state.apply(rng.choice(state.legal_actions()))
    return state


def playouts_here(start: State) -> None:
    """The engine's own batch, which is the fastest way in Python."""
    for end in engine.playouts(start, BATCH, Random(2)):
        end.outcome()


def looks_here(starts: list[State], seat: int) -> None:
    """The same for one-step looks."""
    for start in starts:
        for action in start.legal_actions():
            state = start.clone()
            state.apply(action)
            state.standing(seat)


class Watch:
    """Measures work that is done here, or there in the simulator's process."""

    def __init__(self, pid: int) -> None:
        there = (~pid << 3) | 2  # what clock_getcpuclockid(pid) returns
        self._clocks = (time.CLOCK_PROCESS_CPUTIME_ID, there)

    def seconds(self, work: Callable[[], object]) -> tuple[float, float]:
        """How long it takes: by the clock on the wall, and by the processor in both processes."""
        begun, busy = time.perf_counter(), self._busy()
        work()
        return time.perf_counter() - begun, self._busy() - busy

    def _busy(self) -> float:
        return sum(time.clock_gettime(clock) for clock in self._clocks)


def measured(game: str, client: Client, rounds: int, watch: Watch) -> None:
    """Print the rows of one game."""
    seats = 2
    state = position(game, seats)
    assert state.to_act is not None
    seen = observation(game, state.view(state.to_act))
    drawn = client.ask(SearchRequest(draw=Draw(observation=seen, worlds=BATCH, seed=3))).positions.positions
    numbers, rng = [each.number for each in drawn], Random(3)
    worlds = [state.game.from_view(state.view(state.to_act), rng) for _ in range(BATCH)]
    looks = BATCH * len(drawn[0].legal_actions)
    ways = {
        "playouts": (
            BATCH,
            lambda: client.ask(SearchRequest(playouts=Playouts(positions=numbers[:1], count=BATCH, seed=2))),
            lambda: playouts_here(worlds[0]),
        ),
        "looks": (
            looks,
            lambda: client.ask(SearchRequest(looks=Looks(positions=numbers))),
            lambda: looks_here(worlds, state.to_act or 0),
        ),
    }
    for name, (count, there, here) in ways.items():
        rows = [(*watch.seconds(there), *watch.seconds(here)) for _ in range(rounds + 1)][1:]  # the first warms up
        ratio = statistics.median(here / there for there, _, here, _ in rows)
        remote, remote_busy, local, local_busy = (statistics.median(column) for column in zip(*rows, strict=True))
        rates = f"{count / remote:10.0f} {count / local:10.0f}"
        print(f"{game:10} {name:9} {rates} {ratio:7.2f} {local_busy / remote_busy:12.2f}", flush=True)


def main() -> None:
    """Measure every game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    command = [sys.executable, "-m", "arena.cli", "simulator", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as simulator:
        try:
            assert simulator.stdout is not None
            address = simulator.stdout.readline().split()[2].rstrip(";")
            with grpc.insecure_channel(address, options=[("grpc.enable_http_proxy", 0)]) as channel:
                print(f"Per second, in batches of {BATCH}; the engine is {'compiled' if engine.compiled else 'plain'}.")
                print(f"{'game':10} {'what':9} {'simulator':>10} {'engine':>10} {'ratio':>7} {'by processor':>12}")
                for game in engine.games():
                    measured(game, Client(channel), rounds, Watch(simulator.pid))
        finally:
            simulator.terminate()


if __name__ == "__main__":
    main()
