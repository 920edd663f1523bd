"""Every word of the vocabulary can be put into plain English, and different words differ."""

from typing import get_args

import pytest
from pydantic import TypeAdapter

from model import describe_effect, load_ruleset
from model import vocabulary as v

EXAMPLES = [
    (v.Effect, {"do": "gain", "strudel": 2, "krones": 1}, "gain 2 strudel, 1 krone"),
    (v.Effect, {"do": "choose_goods"}, "gain 1 dish or drink of choice"),
    (v.Effect, {"do": "prepare", "discount": 1}, "prepare a room for up to 1 krone less"),
    (v.Effect, {"do": "prepare", "rooms": 2, "free": True}, "prepare up to 2 rooms free"),
    (v.Effect, {"do": "occupy", "floors": 1}, "occupy a vacant room on the lowest 1 floor"),
    (v.Effect, {"do": "hire", "free": True}, "play a staff card from hand free"),
    (v.Effect, {"do": "draw", "cards": 2}, "draw 2 staff cards"),
    (v.Effect, {"do": "take_guest", "guests": 2}, "take up to 2 guests free"),
    (v.Effect, {"do": "fill_order"}, "fill the order of a guest from the supply"),
    (v.Effect, {"do": "extra_turn"}, "take an extra turn without taking a die"),
    (v.Effect, {"do": "extra_turn", "action": False}, "take an extra turn without an action"),
    (
        v.Effect,
        {"do": "use_action_space"},
        "use an action space that holds a die without taking one, not strengthened",
    ),
    (
        v.Effect,
        {"do": "score", "vp": 2, "per": "emperor", "max": 12},
        "2 VP for each space on the emperor track, at most 12 VP",
    ),
    (v.Penalty, {"do": "lose", "krones": 3}, "lose 3 krones"),
    (
        v.Penalty,
        {"do": "remove_room", "state": "occupied", "from": "same-column-below"},
        "remove an occupied room next below it in the same column",
    ),
    (
        v.Ability,
        {"kind": "on_die", "faces": [1, 2], "timing": "after", "effects": [{"do": "prepare"}]},
        "when taking a die of 1 or 2, after the action: prepare a room",
    ),
    (
        v.Ability,
        {
            "kind": "on_guest_leaves",
            "min_goods": 4,
            "max_goods": 4,
            "effects": [{"do": "gain", "vp": 4}],
        },
        "when a guest with exactly 4 items moves in: gain 4 VP",
    ),
    (
        v.Ability,
        {"kind": "on_order_filled", "colour": "red", "effects": [{"do": "gain", "krones": 2}]},
        "when the order of a red guest is filled: gain 2 krones",
    ),
    (v.Ability, {"kind": "avert_penalty", "krones": 0}, "an emperor penalty can be averted free"),
    (
        v.Ability,
        {"kind": "avert_penalty", "krones": 2},
        "an emperor penalty can be averted for 2 krones",
    ),
    (
        v.Action,
        {"do": "goods", "goods": ["wine", "coffee"]},
        "one of wine or coffee a die, not more coffee than wine",
    ),
]


@pytest.mark.parametrize(("union", "data", "text"), EXAMPLES)
def test_words_say_what_the_data_says(union: object, data: dict, text: str) -> None:
    assert describe_effect(TypeAdapter(union).validate_python(data)) == text


def test_every_word_of_the_vocabulary_has_a_phrase() -> None:
    from model.words import _PHRASES

    unions = (v.Effect, v.Penalty, v.Ability, v.Action)
    words = {model for union in unions for model in get_args(get_args(union)[0])}
    assert words == set(_PHRASES)


def test_every_card_reads_differently_unless_it_does_the_same() -> None:
    """Two different effects never read alike, or a reader could not tell the cards apart."""
    seen: dict[str, object] = {}
    for spec in ("original-2015", "revised-2021"):
        rules = load_ruleset(spec)
        parts = [e for g in rules.guest.values() for e in g.reward]
        parts += [e for s in rules.staff.values() for e in (*s.effects, *s.abilities)]
        parts += [e for t in rules.emperor_tile.values() for e in (*t.reward, *t.penalty)]
        for part in parts:
            assert seen.setdefault(describe_effect(part), part) == part


def test_anything_else_is_refused() -> None:
    with pytest.raises(TypeError, match="Goods"):
        describe_effect(load_ruleset().guest[49].order)
