"""Options are checked, and a wrong one is answered with what would be right."""

import pytest

from engine import InvalidOption
from engine.core.options import Choice, Flag, Subset, checked, parsed, plain

OPTIONS = {
    "edition": Choice(("first", "second"), "first", "which printing"),
    "rows": Choice((2, 3), 2, "rows of workers"),
    "late": Flag(default=False, help="late cards"),
    "promos": Subset(("ox", "crane", "tea"), (), "promo cards"),
}


def test_what_is_left_out_is_as_by_default():
    assert checked("go", OPTIONS, {}) == {"edition": "first", "rows": 2, "late": False, "promos": ()}


def test_a_subset_is_kept_in_the_printed_order():
    assert checked("go", OPTIONS, {"promos": ["tea", "ox"]})["promos"] == ("ox", "tea")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"size": 9}, "go has no option 'size'; its options are: edition, rows, late, promos"),
        ({"edition": "third"}, "option edition of go must be one of first, second; got 'third'"),
        ({"rows": "2"}, "option rows of go must be one of 2, 3; got '2'"),
        ({"rows": True}, "option rows of go must be one of 2, 3; got True"),
        ({"late": 1}, "option late of go must be true or false; got 1"),
        ({"promos": ["sake"]}, "option promos of go must be a list of names out of ox, crane, tea; got ['sake']"),
        ({"promos": ["ox", "ox"]}, "option promos of go names something twice; got ['ox', 'ox']"),
        ({"promos": "ox"}, "option promos of go must be a list of names out of ox, crane, tea; got 'ox'"),
    ],
)
def test_a_wrong_option_is_named_with_what_would_be_right(given, sentence):
    with pytest.raises(InvalidOption) as caught:
        checked("go", OPTIONS, given)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        ({"rows": "3"}, {"rows": 3}),
        ({"late": "yes", "edition": "second"}, {"edition": "second", "late": True}),
        ({"late": "off"}, {"late": False}),
        ({"promos": "tea,ox"}, {"promos": ("ox", "tea")}),
        ({"promos": "all"}, {"promos": ("ox", "crane", "tea")}),
        ({"promos": "none"}, {"promos": ()}),
    ],
)
def test_options_are_read_from_a_command_line(texts, values):
    assert parsed("go", OPTIONS, texts) == values


@pytest.mark.parametrize("texts", [{"rows": "4"}, {"late": "maybe"}, {"promos": "sake"}, {"size": "9"}])
def test_wrong_texts_are_refused(texts):
    with pytest.raises(InvalidOption, match=next(iter(texts))):
        parsed("go", OPTIONS, texts)


def test_values_as_json_has_them():
    assert plain({"promos": ("ox",), "rows": 2}) == {"promos": ["ox"], "rows": 2}
