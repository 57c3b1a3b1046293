"""Rewards and their icons."""

import pytest

from engine.yokohama.data import tables
from engine.yokohama.data.records import Reward
from engine.yokohama.decisions import Decision, Phase
from engine.yokohama.phases.rewards import grant
from tests.engine.yokohama.table import area, table

COPPER = 0


def reward(**parts: int) -> Reward:
    goods = tuple(parts.pop(good, 0) for good in ("copper", "silk", "tea", "fish"))
    fields = {key: parts.get(key, 0) for key in ("vp", "yen", "imports", "any", "warehouse", "move", "agent")}
    return Reward(goods=goods, **fields)


def given(t, **parts: int):
    """Grant a reward in phase A; the phase goes on after it."""
    t.seat(0)
    t.turn.phase = Phase.A
    grant(t.state, reward(**parts), Decision.EXTRA)
    t.ask(t.turn.decision)
    return t


@pytest.mark.rule("Y-REW-1", "Y-GEN-4")
def test_everything_at_once_and_the_icons_in_order():
    t = table()
    t.goods(0)
    t.me.yen = 0
    given(t, vp=3, yen=2, copper=1, silk=2, tea=3, fish=4, imports=1, any=1, warehouse=1, move=1)
    assert (t.me.vp, t.me.yen, t.me.goods, t.me.imports) == (3, 2, [1, 2, 3, 4], 1)
    met = []
    for text in ("any_good tea", "hire shop", "move_from hand", "move_to bank"):
        met.append(t.decision)
        t.do(text)
    assert met == ["any_good", "warehouse", "move_from", "move_to"]
    assert t.me.goods == [1, 2, 4, 4]
    assert t.me.yen == 0, "the yen of the same reward paid the shop"


@pytest.mark.rule("Y-REW-2", "Y-REW-1")
def test_any_good_is_chosen_for_each_icon_and_cannot_be_declined():
    t = given(table(), any=2)
    assert t.legal == ["any_good copper", "any_good silk", "any_good tea", "any_good fish"]
    t.do("any_good silk", "any_good fish")
    assert t.me.goods == [1, 2, 1, 2]
    assert t.decision == "place"


@pytest.mark.rule("Y-TECH-3", "Y-REW-2")
def test_v16_all_copper_of_one_reward_is_one_gain():
    t = table()
    t.owns(0, "mining_technology")
    t.goods(0)
    given(t, any=2).do("any_good copper", "any_good copper")
    assert t.me.goods[COPPER] == 3
    t.goods(0)
    given(t, copper=1, any=1).do("any_good copper")
    assert t.me.goods[COPPER] == 3, "1 named, 1 chosen, 1 bonus"
    t.goods(0)
    given(t, any=2).do("any_good tea", "any_good copper")
    assert t.me.goods[COPPER] == 2


@pytest.mark.rule("Y-REW-3")
def test_a_warehouse_icon_takes_a_piece_at_the_price_of_the_agency():
    t = table()
    t.me.yen, t.me.stored_houses = 6, 2
    given(t, warehouse=2)
    assert t.legal == ["hire assistant", "hire shop", "hire trading_house", "stop"]
    t.do("hire trading_house")
    assert (t.me.yen, t.me.houses, t.me.stored_houses) == (0, 1, 1), "the third costs 6, by any means"
    assert t.legal == ["hire assistant", "stop"]
    t.do("hire assistant")
    assert t.me.stored_assistants == 11
    assert t.decision == "place"


@pytest.mark.rule("Y-REW-3", "Y-REW-1", "Y-DEC-1")
def test_a_warehouse_icon_is_lost_when_declined_or_impossible():
    t = given(table(), warehouse=2)
    t.do("stop")
    assert t.me.stored_assistants == 12
    assert t.decision == "place", "the second icon of the same kind is given up too"
    t = table()
    t.me.stored_assistants = t.me.stored_shops = t.me.stored_houses = 0
    given(t, warehouse=1, move=1)
    assert t.decision == "move_from"


@pytest.mark.rule("Y-REW-4")
def test_a_move_icon_places_from_hand_without_fees():
    t = table()
    t.president(1, "bank")
    t.me.yen, before = 0, t.player(1).yen
    given(t, move=1)
    assert t.legal == ["decline", "move_from hand"]
    t.do("move_from hand")
    assert len(t.legal) == 17
    t.do("move_to bank")
    assert t.me.on_area[area("bank")] == 1
    assert t.me.assistants == 7
    assert t.player(1).yen == before


@pytest.mark.rule("Y-REW-4")
def test_a_move_icon_moves_an_own_assistant_to_a_different_area():
    t = table()
    t.put(0, "bank", 2)
    t.put(0, "church")
    t.put(1, "port_a")
    given(t, move=1)
    assert t.legal == ["decline", "move_from hand", "move_from bank", "move_from church"]
    t.do("move_from bank")
    assert len(t.legal) == 16
    assert "move_to bank" not in t.legal
    assert not any("canal" in text for text in t.legal)
    t.do("move_to church")
    assert (t.me.on_area[area("bank")], t.me.on_area[area("church")]) == (1, 2)
    assert t.me.assistants == 5


@pytest.mark.rule("Y-REW-4", "Y-REW-1")
def test_each_move_icon_is_separate_and_may_be_declined():
    t = table()
    given(t, move=3).do("move_from hand", "move_to bank", "move_from bank", "move_to church", "decline")
    assert t.me.on_area[area("church")] == 1
    assert t.me.assistants == 7
    assert t.decision == "place"


@pytest.mark.rule("Y-REW-4", "Y-GEN-7")
def test_move_icons_do_not_touch_boards_cards_or_the_warehouse():
    t = table()
    t.state.church[0] = t.state.customs[0] = 0
    t.state.achievers[0] = (0,)
    t.me.assistants, t.me.stored_assistants = 0, 17
    given(t, move=1)
    assert t.decision == "extra", "no assistant to move or to place: the icon is lost"


@pytest.mark.rule("Y-FIVE-1", "Y-BUILD-2", "Y-BUILD-3")
def test_every_token_and_building_space_gives_what_is_printed():
    t = table()
    for token in tables().five_powers[:20]:
        t.token("bank", token.id)
        t.me.shops = 0
        t.act("bank", 4)
        vp, yen, goods, imports = t.me.vp, t.me.yen, list(t.me.goods), t.me.imports
        t.do("take")
        assert (t.me.vp - vp, t.me.yen - yen, t.me.imports - imports) == (
            token.reward.vp,
            token.reward.yen,
            token.reward.imports,
        )
        assert tuple(now - was for now, was in zip(t.me.goods, goods, strict=True)) == token.reward.goods
        asked = {"any_good": token.reward.any, "warehouse": token.reward.warehouse, "move_from": token.reward.move}
        assert asked.get(t.decision, 0) > 0 or not any(asked.values())
        while t.decision in asked:
            t.do("any_good tea" if t.decision == "any_good" else "stop" if t.can("stop") else "decline")


@pytest.mark.rule("Y-REW-4")
def test_with_an_empty_hand_an_assistant_of_an_area_may_move():
    t = table()
    t.put(0, "bank", 8)
    given(t, move=2)
    assert t.legal == ["decline", "move_from bank"]
    t.do("move_from bank", "move_to church")
    assert t.turn.spot == -1
    assert t.legal == ["decline", "move_from bank", "move_from church"]


@pytest.mark.rule("Y-REW-1", "Y-REW-3", "Y-REW-4")
def test_icons_that_cannot_be_used_are_gone():
    t = table()
    t.me.assistants = t.me.stored_assistants = t.me.stored_shops = t.me.stored_houses = 0
    given(t, warehouse=2, move=2)
    assert t.decision == "extra"
    assert (t.turn.warehouse_left, t.turn.move_left) == (0, 0)
