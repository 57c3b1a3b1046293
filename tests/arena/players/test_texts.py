"""Bots as texts: what is understood, and what the errors say."""

import pytest

from arena.players import InvalidSetting, UnknownBot, make, parse


def test_a_name_alone_has_every_default():
    assert parse("greedy").settings == {"noise": 0.0, "redraws": 1, "ahead": 8}


def test_settings_are_joined_by_colons():
    bot = parse("greedy:noise=0.3:redraws=2")
    assert (bot.name, bot.settings["noise"], bot.settings["redraws"]) == ("greedy", 0.3, 2)


def test_an_unknown_bot_is_answered_with_those_that_exist():
    with pytest.raises(
        UnknownBot, match=r"no bot 'gredy'; there are: random, greedy, easy, normal, hard; did you mean 'greedy'\?"
    ):
        parse("gredy")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("greedy:speed=3", "bot greedy has no setting 'speed'; its settings are: noise, redraws, ahead"),
        ("random:noise=1", "bot random has no setting 'noise'; its settings are: none"),
        ("greedy:noise=2", "setting noise of bot greedy must be a number from 0 to 1; got '2'"),
        ("greedy:noise=nan", "setting noise of bot greedy must be a number from 0 to 1; got 'nan'"),
        ("greedy:redraws=0.5", "setting redraws of bot greedy must be a whole number from 1 to 50; got '0.5'"),
        ("greedy:noise", "settings of greedy are written key=value, such as greedy:noise=0.3; got 'noise'"),
    ],
)
def test_a_wrong_setting_is_named_with_what_would_be_right(text, sentence):
    with pytest.raises(InvalidSetting) as wrong:
        make(text, 1)
    assert str(wrong.value) == sentence
