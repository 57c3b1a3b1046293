"""The choice of a narrator: by the game's name, with the notation for a game that has none."""

from arena import narration


def test_a_game_without_a_narrator_gets_its_notation():
    assert narration.sentence("go", "place black_stone 3", {}, {}) == "place black stone 3"


def test_a_name_that_is_not_a_module_gets_its_notation():
    assert narration.sentence("../iki", "pass", {}, {}) == "pass"
