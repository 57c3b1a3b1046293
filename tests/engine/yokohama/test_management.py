"""Church and Customs."""

import pytest

from engine.yokohama.data import tables
from tests.engine.yokohama.table import area, table


def quiet(name: str, **options):
    t = table(**options)
    t.token(name, None)
    t.me.shops = 0
    t.goods(0)
    t.me.yen = t.me.imports = 0
    return t


def spaces(legal: list[str], verb: str) -> list[int]:
    return [int(text.split()[1]) for text in legal if text.startswith(verb + " ")]


@pytest.mark.rule("Y-ACT-CHU-1", "Y-ACT-CHU-2")
@pytest.mark.parametrize(
    ("edition", "yen", "offered"), [("okazu", 1, True), ("synapses2024", 1, False), ("synapses2024", 2, True)]
)
def test_v11_the_yen_of_a_faith_differs_between_the_editions(edition, yen, offered):
    t = quiet("church", edition=edition)
    t.goods(0, copper=1, silk=1)
    t.me.yen = yen
    assert ("church_space 3" in t.act("church", 2)) == offered
    if offered:
        t.do("church_space 3")
        assert t.decision == "church_from", "there is one payment set only"
        assert (t.me.goods, t.me.yen) == ([0, 0, 0, 0], 0)


@pytest.mark.rule("Y-ACT-CHU-2", "Y-REW-4", "Y-REC-2", "Y-ACT-2")
def test_v11_the_assistant_comes_from_the_area_or_from_hand():
    t = quiet("church")
    t.goods(0, copper=1, silk=1, tea=1)
    t.act("church", 2)
    t.do("church_space 3")
    assert t.legal == ["take_from area", "take_from hand"]
    one = t.state.clone()
    vp = t.me.vp
    t.do("take_from area")
    assert t.me.vp == vp + 5
    assert t.turn.power == 3
    assert t.turn.move_left == 2
    assert (t.me.on_area[area("church")], t.me.assistants) == (1, 6)
    t.do("decline")
    assert t.me.assistants == 7, "one of the two returned"
    assert t.state.church[2] == 0
    t.state = one
    t.do("take_from hand")
    assert (t.me.on_area[area("church")], t.me.assistants) == (2, 5)
    assert (t.turn.left, t.turn.slot) == (0, 0)
    t.do("decline")
    assert t.me.assistants == 7
    assert t.me.on_area[area("church")] == 0


@pytest.mark.rule("Y-ACT-CHU-1")
def test_v11_one_unit_of_each_kind_only():
    t = quiet("church")
    t.goods(0, copper=4)
    assert spaces(t.act("church", 2), "church_space") == [], "faith 4 is below every space"
    assert spaces(t.act("church", 3), "church_space") == [1, 2]


@pytest.mark.rule("Y-ACT-CHU-1")
def test_every_kind_gives_one_faith():
    t = quiet("church")
    t.goods(0, copper=1, silk=1, tea=1, fish=1)
    t.me.imports, t.me.yen = 1, 1
    assert spaces(t.act("church", 4), "church_space") == [1, 2, 3, 4, 5, 6, 7, 8]
    assert spaces(t.act("church", 2), "church_space") == [1, 2, 3, 4, 5, 6, 7]
    t.act("church", 3)
    t.do("church_space 8", "take_from area")
    assert (t.me.goods, t.me.imports, t.me.yen) == ([0, 0, 0, 0], 0, 0)


@pytest.mark.rule("Y-ACT-CHU-3", "Y-DEC-3", "Y-ACT-CHU-1")
def test_exactly_what_the_space_needs_is_paid():
    t = quiet("church")
    t.goods(0, copper=1, silk=1)
    t.me.yen = 1
    t.act("church", 3)
    t.do("church_space 1")
    assert t.legal == ["church_pay yen", "church_pay silk", "church_pay copper"]
    t.do("church_pay silk", "take_from hand")
    assert (t.me.goods, t.me.yen) == ([1, 0, 0, 0], 2), "the space itself gave 1 yen"
    t.act("church", 4)
    t.do("church_space 2")
    assert t.decision == "church_from", "power alone is enough: nothing is paid"


@pytest.mark.rule("Y-ACT-CHU-3", "Y-GEN-7")
def test_the_assistant_stays_on_the_board():
    t = quiet("church")
    t.act("church", 4)
    t.do("church_space 1", "take_from area")
    assert t.state.church[0] == 0
    t.move()
    t.do("take_back")
    assert t.state.church[0] == 0
    assert t.me.assistants == 7


@pytest.mark.rule("Y-ACT-CHU-2", "Y-ACT-4")
def test_an_occupied_space_is_not_offered_and_the_action_may_be_skipped():
    t = quiet("church")
    t.state.church[0] = 1
    assert t.act("church", 4) == ["church_space 2", "skip"]
    t.do("skip")
    assert t.decision != "church_space"
    assert t.state.church == [1, -1, -1, -1, -1, -1, -1, -1]
    assert t.me.assistants == 8


@pytest.mark.rule("Y-ACT-CHU-2")
def test_at_most_one_assistant_per_action():
    t = quiet("church")
    t.act("church", 4)
    t.do("church_space 1", "take_from area")
    assert t.decision != "church_space"
    assert t.state.church.count(0) == 1


@pytest.mark.rule("Y-ACT-CHU-2", "Y-ACT-CUS-2")
@pytest.mark.parametrize("name", ["church", "customs"])
def test_without_any_assistant_nothing_can_be_put(name):
    t = quiet(name)
    t.station(name)
    t.shop(0, name)
    t.house(0, name)
    t.goods(0, copper=1, silk=1)
    t.me.imports = 4
    t.me.assistants, t.me.stored_assistants = 0, 20
    t.act(name, None)
    assert t.decision == "extra"


@pytest.mark.rule("Y-ACT-CHU-4", "Y-TURN-5")
@pytest.mark.parametrize(("edition", "again"), [("okazu", False), ("synapses2024", True)])
def test_a_kind_paid_earlier_in_the_turn(edition, again):
    t = quiet("church", edition=edition)
    t.goods(0, copper=2)
    t.me.agents = (1, 0, 0, 0, 0, 0)
    t.put(0, "church", 4)
    t.extra()
    t.do("agent church", "church_space 1", "take_from area")
    assert t.me.goods[0] == 1
    t.me.yen = 0
    assert ("church_space 2" in t.act("church", 3)) == again


@pytest.mark.rule("Y-ACT-CHU-4")
def test_the_limit_of_a_turn_ends_with_it():
    t = quiet("church")
    t.goods(0, copper=2)
    t.act("church", 3)
    t.do("church_space 1", "take_from area")
    t.seat(1)
    assert "church_space 2" in t.act("church", 3)


@pytest.mark.rule("Y-TECH-10")
def test_v11_winery_adds_three():
    t = quiet("church")
    t.owns(0, "winery", "brickyard")
    t.goods(0, copper=1)
    t.act("church", 4)
    vp = t.me.vp
    t.do("church_space 3", "take_from hand")
    assert t.me.vp == vp + 8


@pytest.mark.rule("Y-ACT-CUS-1", "Y-ACT-CUS-2")
def test_v12_customs_at_power_two():
    t = quiet("customs")
    t.me.imports = 1
    assert t.act("customs", 1) == ["customs_space 1", "customs_space 2", "skip"]
    t.do("customs_space 2")
    assert t.legal == ["take_from area", "take_from hand"]
    t.do("take_from area")
    assert (t.me.vp, t.me.yen, t.me.imports) == (4, 2, 0)
    assert t.state.customs[1] == 0
    assert t.me.assistants == 7


@pytest.mark.rule("Y-ACT-CUS-1")
@pytest.mark.parametrize(
    ("power", "offered"),
    [(1, []), (2, [1, 2]), (3, [1, 2, 3, 4]), (4, [1, 2, 3, 4, 5, 6, 7]), (5, [1, 2, 3, 4, 5, 6, 7, 8])],
)
def test_the_power_less_one_limits_the_imports(power, offered):
    t = quiet("customs")
    t.me.imports = 9
    assert spaces(t.act("customs", power - 1), "customs_space") == offered


@pytest.mark.rule("Y-ACT-CUS-2", "Y-GEN-5")
def test_v12_power_is_an_upper_limit_and_imports_must_be_there():
    t = quiet("customs")
    t.me.imports = 1
    assert spaces(t.act("customs", 4), "customs_space") == [1, 2]


@pytest.mark.rule("Y-TECH-17")
def test_v12_brickyard_adds_four():
    t = quiet("customs")
    t.owns(0, "brickyard", "winery")
    t.me.imports = 1
    t.act("customs", 1)
    t.do("customs_space 2", "take_from hand")
    assert t.me.vp == 8


@pytest.mark.rule("Y-ACT-CUS-2", "Y-ACT-4")
def test_occupied_spaces_of_customs_and_the_way_out():
    t = quiet("customs")
    t.me.imports = 1
    t.state.customs[0] = 2
    assert t.act("customs", 4) == ["customs_space 2", "skip"]
    t.do("skip")
    assert t.decision != "customs_space"
    assert t.me.imports == 1
    assert t.state.customs.count(0) == 0
    t.act("customs", 4)
    t.do("customs_space 2", "take_from area")
    assert t.decision != "customs_space"


@pytest.mark.rule("Y-ACT-CHU-2", "Y-ACT-CUS-2")
@pytest.mark.parametrize(("board", "name", "key"), [("church", "church", "faith"), ("customs", "customs", "imports")])
def test_every_space_gives_its_own_reward(board, name, key):
    for number, space in enumerate(getattr(tables(), board)):
        t = quiet(name)
        t.goods(0, copper=1, silk=1, tea=1, fish=1)
        t.me.imports, t.me.yen = 5, 1
        t.act(name, 4)
        t.do(f"{board}_space {space.index}")
        if t.decision == "church_pay":
            t.do(t.legal[0])
        imports, yen = t.me.imports, t.me.yen
        t.do("take_from hand")
        assert t.me.vp == space.reward.vp
        assert t.me.yen == yen + space.reward.yen
        assert t.me.imports == imports + space.reward.imports
        assert t.turn.warehouse_left == space.reward.warehouse or t.decision != "warehouse"
        assert (t.decision == "move_from") == bool(space.reward.move)
        assert getattr(t.state, board)[number] == 0


@pytest.mark.rule("Y-ACT-CHU-2", "Y-ACT-CUS-2")
@pytest.mark.parametrize("name", ["church", "customs"])
def test_the_only_source_is_taken_without_asking(name):
    for on_area in (0, 3):
        t = quiet(name)
        t.station(name)
        t.shop(0, name)
        t.house(0, name)
        t.goods(0, copper=1)
        t.me.imports = 4
        t.put(0, name, on_area)
        if on_area:
            t.me.assistants, t.me.stored_assistants = 0, 17
        hand = t.me.assistants
        t.act(name)
        t.do(f"{name}_space 1")
        if t.decision == "church_pay":
            t.do("church_pay copper")
        assert getattr(t.state, name)[0] == 0
        assert t.me.assistants == (hand - 1 if not on_area else 2), "those in the area returned"
        assert t.me.on_area[area(name)] == 0
        assert (t.turn.left, t.turn.slot) == (0, 0)
