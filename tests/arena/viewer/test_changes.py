"""Differences between views: applied to the view before they give the view after, for every kind of change."""

import json

import pytest
from hypothesis import given, strategies as st

from arena.viewer.changes import applied, changes

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "silk", "tea"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=12,
)
views = st.dictionaries(st.sampled_from("abcdef"), plain, max_size=5)


def written(view):
    """As a renderer sees it: the order of the first level says nothing."""
    return json.dumps({key: view[key] for key in sorted(view)})


@given(views, views)
def test_any_view_becomes_any_other(before, after):
    kept = json.dumps(before)
    through_json = json.loads(json.dumps(changes(before, after)))
    result = applied(before, through_json)
    assert result == after
    assert json.dumps(before) == kept


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, [["a", "b", 1], 3]),
        ({"a": [1, 2]}, {"a": [1]}, [["a"], [1]]),
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 2}}, [["a", "b"], {"gone": True}]),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, [["a", "c"], 2]),
        ({"a": {"b": 1}}, {"a": {"c": 2, "b": 1}}, [["a"], {"c": 2, "b": 1}]),
        ({"a": 1, "b": 2}, {"c": 3, "b": 2}, [["a"], {"gone": True}, ["c"], 3]),
    ],
)
def test_only_what_differs_is_sent(before, after, expected):
    assert changes(before, after) == expected
    assert written(applied(before, expected)) == written(after)
