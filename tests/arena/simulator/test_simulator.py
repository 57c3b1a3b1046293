"""`arena simulator` over real gRPC: what it answers is what the engine says."""

import queue
from random import Random

import grpc
import pytest

import engine
from arena.simulator import serve
from arena.simulator.server import METHOD
from arena.simulator.tree import MOST_PLAYOUTS
from arena.v1.observation_pb2 import Observation
from arena.v1.simulator_pb2 import Apply, Draw, Forget, Looks, Playouts, SearchRequest, SearchResponse
from arena.wire.observations import observation

CASES = [(name, seats) for name in engine.games() for seats in engine.game(name).seats]


@pytest.fixture(scope="module")
def channel():
    server, port = serve("127.0.0.1:0")
    with grpc.insecure_channel(f"127.0.0.1:{port}", options=[("grpc.enable_http_proxy", 0)]) as opened:
        yield opened
    server.stop(None).wait()


class Stream:
    """One search tree, as a client of any language would hold it."""

    def __init__(self, channel):
        self._sent = queue.SimpleQueue()
        method = channel.stream_stream(f"/{METHOD}/Search", SearchRequest.SerializeToString, SearchResponse.FromString)
        self._answers = method(iter(self._sent.get, None), timeout=120)

    def ask(self, **step):
        self._sent.put(SearchRequest(**step))
        return next(self._answers)

    def close(self):
        self._sent.put(None)
        assert list(self._answers) == []


def played(game, seats, decisions, seed=7):
    """A position in the middle of a match."""
    rng = Random(seed)
    state = engine.game(game).new(seats=seats, seed=seed, options={})
    for _ in range(decisions):
        if state.to_act is not None:
            state.apply(rng.choice(state.legal_actions()))
    assert state.to_act is not None
    return state


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_a_drawn_position_fits_the_observation_and_goes_on_like_the_engine(channel, game, seats):
    state = played(game, seats, 20)
    stream = Stream(channel)
    drawn = stream.ask(draw=Draw(observation=observation(game, state.view(state.to_act)), worlds=3, seed=5))
    positions = drawn.positions.positions
    assert len({position.number for position in positions}) == 3
    for position in positions:
        assert position.to_act == state.to_act
        assert list(position.legal_actions) == [str(action) for action in state.legal_actions()]
        assert list(position.standings) == [state.standing(seat) for seat in range(seats)]
    twin = state.game.from_view(state.view(state.to_act), Random(5))
    twin.apply(twin.legal_actions()[-1])
    after = stream.ask(apply=Apply(position=positions[0].number, action=len(positions[0].legal_actions) - 1))
    assert list(after.positions.positions[0].standings) == [twin.standing(seat) for seat in range(seats)]
    stream.close()


@pytest.mark.parametrize("game", engine.games())
def test_playouts_and_looks_are_what_the_engine_computes_with_the_same_seed(channel, game):
    seats = 2
    state = played(game, seats, 20)
    stream = Stream(channel)
    stream.ask(draw=Draw(observation=observation(game, state.view(state.to_act)), seed=5))
    result = stream.ask(playouts=Playouts(positions=[0], count=5, seed=9)).playouts.results[0]
    rng, totals = Random(9), [0] * seats
    world = state.game.from_view(state.view(state.to_act), Random(5))
    for _ in range(5):
        copy = world.clone()
        while copy.to_act is not None:
            legal = copy.legal_actions()
            copy.apply(legal[int(rng.random() * len(legal))])
        totals = [total + score for total, score in zip(totals, copy.outcome().scores, strict=True)]
    assert list(result.standings) == [total / 5 for total in totals]
    assert sum(result.wins) == pytest.approx(1)
    looked = stream.ask(looks=Looks(positions=[0])).looks.results[0]
    for index, action in enumerate(world.legal_actions()):
        copy = world.clone()
        copy.apply(action)
        assert looked.standings[index] == copy.standing(world.to_act)
    further = stream.ask(looks=Looks(positions=[0, 0], ahead=3, seed=1)).looks.results
    assert [len(each.standings) for each in further] == [len(looked.standings)] * 2
    assert stream.ask(forget=Forget()).forgotten.positions == 0
    stream.close()


def test_a_match_is_over_with_places_and_no_actions(channel):
    game = "nippon"
    state = played(game, 2, 20)
    stream = Stream(channel)
    position = stream.ask(draw=Draw(observation=observation(game, state.view(state.to_act)))).positions.positions[0]
    while position.HasField("to_act"):
        position = stream.ask(apply=Apply(position=position.number, action=0)).positions.positions[0]
    assert not position.legal_actions and min(position.places) == 1
    assert not stream.ask(looks=Looks(positions=[position.number])).looks.results[0].standings
    stream.close()


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ([{}], "one of draw, apply, playouts"),
        ([{"draw": Draw()}], "a Draw with an observation"),
        ([{"draw": "good"}, {"apply": Apply(position=9)}], "no position 9"),
        ([{"draw": "good"}, {"apply": Apply(action=4000)}], "there is no action 4000"),
        ([{"draw": "good"}, {"playouts": Playouts(positions=[0], count=MOST_PLAYOUTS + 1)}], "count is 10001"),
        ([{"draw": "good"}, {"playouts": Playouts(count=1)}], "number of positions is 0"),
        ([{"draw": "good"}, {"looks": Looks(positions=[0], ahead=1001)}], "ahead is 1001"),
        ([{"draw": "bad"}], ""),
        ([{"draw": "unknown"}], "the game 'chess'"),
        ([{"draw": Draw(observation=Observation())}], "not one that a Decision brings"),
        ([{"draw": Draw(observation=Observation(json="[1"))}], "not one that a Decision brings"),
    ],
)
def test_a_step_that_cannot_be_right_ends_the_stream_with_the_reason(channel, steps, sentence):
    state = played("iki", 2, 5)
    seen = observation("iki", state.view(state.to_act))
    bad, unknown = observation("iki", state.view(state.to_act)), observation("chess", {"game": "chess", "seats": 2})
    bad.iki.players[0].space = 77
    given = {"good": Draw(observation=seen), "bad": Draw(observation=bad), "unknown": Draw(observation=unknown)}
    stream = Stream(channel)
    *fine, last = [
        {name: given.get(step, step) if isinstance(step, str) else step for name, step in each.items()}
        for each in steps
    ]
    for step in fine:
        stream.ask(**step)
    with pytest.raises(grpc.RpcError) as refused:
        stream.ask(**last)
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert sentence in refused.value.details()
