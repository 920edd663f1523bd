"""Every word of the vocabulary can be put into plain English, and different words differ."""

from collections.abc import Iterator, Sequence
from inspect import isabstract
from typing import get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from model import describe_effect, load_ruleset
from model.base import Word
from model.show import render
from model.vocabulary.abilities import (
    Ability,
    Interchange,
    OccupancyTable,
    OwnPolitics,
    OwnTiles,
    RoundGuests,
)
from model.vocabulary.actions import Action, GoodsAction
from model.vocabulary.base import NEEDED, Count, Term
from model.vocabulary.effects import Effect, Score
from model.vocabulary.penalties import Empty, LoseScore, Penalty
from simulate.properties.strategies.values import unwrapped

TERMS = set(Term.__subclasses__())
EVERYTHING = "revised-2021+lets-waltz+herlius+rowe-smith"
GAIN = [{"do": "gain", "vp": 1}]
# Some values of fields that are no plain number, yes or no, or one of some words.
VALUES = {
    "faces": ([1], [1, 2]),
    "effects": (GAIN, [*GAIN, *GAIN]),
    "max_goods": (3, 5),
    "less": ([0], [1], [1, 0]),
    "sums": ([2], [2, 3]),
    (Score, "goods"): (["wine", "cake"], ["wine", "coffee"]),
    (LoseScore, "goods"): (["wine", "cake"], ["wine", "coffee"]),
    (Score, "rooms"): (3, 4),
    (LoseScore, "rooms"): (3, 4),
    (GoodsAction, "goods"): (["wine"], ["cake"]),
    (Interchange, "goods"): (["wine", "cake"], ["wine", "coffee"]),
    (OwnTiles, "steps"): ([1, 2, 3], [1, 2, 4]),
    (OwnPolitics, "vp"): ([15, 10, 5], [15, 10, 4]),
    (OwnPolitics, "final_vp"): ([0] * 7, [1] * 7),
    (RoundGuests, "vp"): ([0], [0, 1]),
    **dict.fromkeys(((OccupancyTable, f) for f in ("blue_vp", "red_krones", "yellow_emperor")),
                    ([1, 2, 3, 4], [1, 2, 3, 5])),
}  # fmt: skip

# In addition to the texts of printed cards and tiles, which their own tests have.
EXAMPLES = [
    (Effect, {"do": "gain", "strudel": 2, "krones": 1}, "gain 2 strudel, 1 krone"),
    (Effect, {"do": "occupy", "floors": 1}, "occupy a vacant room on the lowest 1 floor"),
    (Effect, {"do": "draw", "cards": 2}, "draw 2 staff cards"),
    (Effect, {"do": "take_guest", "guests": 2}, "take up to 2 guests free"),
    (Effect, {"do": "fill_order"}, "fill the order of a guest from the supply"),
    (Effect, {"do": "extra_turn"}, "take an extra turn without taking a die"),
    (Effect, {"do": "extra_turn", "action": False}, "take an extra turn without an action"),
    (
        Effect,
        {"do": "use_action_space"},
        "use an action space that holds a die without taking one, not strengthened",
    ),
    (
        Effect,
        {"do": "score", "vp": 2, "per": "emperor", "max": 12},
        "2 VP for each space on the emperor track, at most 12 VP",
    ),
    (
        Penalty,
        {"do": "remove_room", "state": "occupied", "from": "same-column-below"},
        "remove an occupied room next below it in the same column",
    ),
    (
        Ability,
        {"kind": "on_die", "faces": [1, 2], "timing": "after", "effects": [{"do": "prepare"}]},
        "when taking a die of 1 or 2, after the action: prepare a room",
    ),
    (
        Ability,
        {
            "kind": "on_guest_leaves",
            "min_goods": 4,
            "max_goods": 4,
            "effects": [{"do": "gain", "vp": 4}],
        },
        "when a guest with exactly 4 items leaves the café: gain 4 VP",
    ),
    (
        Ability,
        {"kind": "on_guest_leaves", "to": "room", "effects": [{"do": "gain", "krones": 1}]},
        "when a guest moves in: gain 1 krone",
    ),
    (
        Ability,
        {"kind": "on_order_filled", "colour": "red", "effects": [{"do": "gain", "krones": 2}]},
        "when the order of a red guest is filled: gain 2 krones",
    ),
    (Ability, {"kind": "avert_penalty", "krones": 0}, "an emperor penalty can be averted free"),
    (
        Ability,
        {"kind": "avert_penalty", "krones": 2},
        "an emperor penalty can be averted for 2 krones",
    ),
    (
        Effect,
        {"do": "swap_goods", "goods": 1, "all": True, "vp": 2},
        "exchange exactly 1 dish or drink of the kitchen, each for one of another kind; in full it"
        " gives 2 VP",
    ),
    (
        Effect,
        {"do": "send_dancer", "less": [2, 0]},
        "send up to 2 dancers to ballrooms, the first for up to 2 champagne less and the second at"
        " its price",
    ),
    (
        Effect,
        {"do": "score", "vp": 1, "per": "occupied_rooms", "colour": "red", "floor": 4},
        "1 VP for each red occupied room on floor 4",
    ),
    (
        Effect,
        {"do": "score", "vp": 1, "per": "orders", "guest_colour": "green", "min_goods": 2},
        "1 VP for each fulfilled order of a green guest with 2 or more items",
    ),
    (
        Effect,
        {"do": "score", "vp": 1, "per": "rich_colours", "rooms": 4},
        "1 VP for each colour of which 4 or more rooms are occupied",
    ),
    (
        Penalty,
        {"do": "lose", "krones": 2, "champagne": 1, "items": 1},
        "lose 2 krones, 1 champagne and 1 dish or drink of choice",
    ),
    (
        Penalty,
        {"do": "lose_score", "vp": 2, "per": "goods", "good": "champagne"},
        "lose 2 VP for each champagne in the kitchen",
    ),
    (
        Ability,
        {"kind": "more", "vp": 2, "krones": 1, "emperor": 1},
        "2 VP more with each gain of VP in the own turn; 1 krone more with each gain of krones;"
        " 1 emperor step more with each gain of steps in the own turn",
    ),
    (
        Ability,
        {"kind": "more_guests", "setup": 1, "refill": "after"},
        "1 guest more may be taken and paid for after the turn's guest, 1 more free at set-up, the"
        " row is refilled after all",
    ),
    (
        Ability,
        {"kind": "round_guests", "vp": [0, 0, 1, 3]},
        "at the end of a round 0/0/1/3 VP for 0, 1, 2 ... guests who left the café in it",
    ),
    (
        Action,
        {"do": "goods", "goods": ["wine", "coffee"]},
        "one of wine or coffee a die, not more coffee than wine",
    ),
    (Action, {"do": "goods", "goods": ["champagne"]}, "1 champagne a die"),
]


@pytest.mark.parametrize(("union", "data", "text"), EXAMPLES)
def test_words_say_what_the_data_says(union: object, data: dict, text: str) -> None:
    assert describe_effect(TypeAdapter(union).validate_python(data)) == text


def test_every_word_of_the_vocabulary_has_a_phrase() -> None:
    unions = (Effect, Penalty, Ability, Action)
    words = {model for union in unions for model in get_args(get_args(union)[0])}
    assert words == TERMS
    assert not any(map(isabstract, words))


def test_every_card_reads_differently_unless_it_does_the_same() -> None:
    """Two different effects never read alike, or a reader could not tell the cards apart."""
    seen: dict[str, object] = {}
    for spec in ("original-2015", "revised-2021", EVERYTHING, f"{EVERYTHING}+draft"):
        for part in words_in(load_ruleset(spec)):
            assert seen.setdefault(describe_effect(part), part) == part


def words_in(node: object) -> Iterator[Word]:
    """Every word with a phrase, wherever it stands in a ruleset, also within another."""
    if isinstance(node, Word):
        if type(node) in TERMS:
            yield node
        node = [getattr(node, name) for name in type(node).model_fields]
    elif isinstance(node, dict):
        node = list(node.values())
    if isinstance(node, (list, tuple)):
        for part in node:
            yield from words_in(part)


@pytest.mark.parametrize("model", sorted(TERMS, key=str), ids=lambda model: model.__name__)
def test_every_field_of_a_word_is_told(model: type[Word]) -> None:
    """Another value of any field reads differently, unless the data means the same by it."""
    for field, info in model.model_fields.items():
        if field in ("do", "kind"):
            continue
        texts = set()
        for base in bases(model):
            for value in values_of(model, field):
                data = {**base, (info.alias or field): value}
                try:
                    texts.add(describe_effect(model.model_validate(data)))
                except ValidationError:
                    continue  # a filter that does not fit what is counted
        assert len(texts) > 1, field


def bases(model: type[Word]) -> list[dict]:
    """Smallest examples of a word; of a count, one for every filter."""
    tag = model.model_fields.get("do") or model.model_fields["kind"]
    needed = {name: f for name, f in model.model_fields.items() if f.is_required()}
    base = {(f.alias or name): values_of(model, name)[0] for name, f in needed.items()}
    base[("do" if "do" in model.model_fields else "kind")] = get_args(tag.annotation)[0]
    if model is Empty:
        base["kitchen"] = True  # else there are no goods to tell of
    if "per" not in needed:
        return [base]
    counts = [(count, NEEDED.get(count)) for count in get_args(Count)]
    return [
        {**base, "per": count, **({need: values_of(model, need)[0]} if need else {})}
        for count, need in counts
    ]


def values_of(model: type[Word], field: str) -> Sequence[object]:
    """Some values of a field: listed above, or two that its type allows."""
    if (model, field) in VALUES or field in VALUES:
        return VALUES.get((model, field)) or VALUES[field]
    kind, _constraints = unwrapped(model.model_fields[field].annotation)
    return {int: (1, 2), bool: (True, False)}.get(kind, get_args(kind))


def test_anything_else_is_refused() -> None:
    with pytest.raises(TypeError, match="Goods"):
        describe_effect(load_ruleset().guest[49].order)


@pytest.mark.parametrize(
    ("spec", "tile", "when"),
    [
        ("original-2015", "A1", "as the player likes"),
        ("revised-2021", "A1", "if that is not possible in full"),
        ("original-2015+more", "A6", "if that is not possible in full"),  # the tile's own text
    ],
)
def test_a_tile_says_when_vp_are_lost_instead_of_its_penalty(spec, tile, when) -> None:
    lines = render(load_ruleset(spec), "emperor").splitlines()
    assert next(line for line in lines if line.startswith(f"{tile}: ")).endswith(
        f", or lose 5 VP, {when}"
    )


def test_the_key_is_no_die() -> None:
    key = render(load_ruleset("revised-2021+start-player"), "key").splitlines()[-1]
    assert "then any action with the strength of 1 die;" in key
