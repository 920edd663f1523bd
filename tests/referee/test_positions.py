"""Positions: from a state to what is written of it, and back, nothing is lost."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

from model import UserError, load_ruleset
from simulate import Game
from simulate.engine.state import GAME as STATE
from simulate.engine.state import PLAYER
from simulate.properties.strategies.playing import new_game, play
from simulate.properties.strategies.rulesets import Drawn
from simulate.referee.fields import GAME, MODULES, SEAT, PositionForm, base
from simulate.referee.fields.field import FieldView
from simulate.referee.position import at_turn, put, read
from simulate.words.lexicon import Lexicon
from tests.properties.playing import FEW, WHOLE_GAMES

# What a position does not say, and why play goes on alike without it.
NOT_SAID = {
    "key": "chance to come is told, or comes from another seed",
    **dict.fromkeys(("guest_deck", "guest_next", "guest_deck_size"), "compared as the deck"),
    **dict.fromkeys(("staff_deck", "staff_top", "staff_deck_size"), "compared as the deck"),
    **dict.fromkeys(("guest_discard", "celebrity_discard"), "compared as the pile"),
    "celebrity_deck": "compared as the deck",
    "guest_kept": "compared as the lists of guests kept",
    **dict.fromkeys(("guest_shuffles", "celebrity_shuffles", "rolls"), "number draws of a key"),
    **dict.fromkeys(("rerolls", "turns", "decisions"), "only recorded"),
    **dict.fromkeys(("step", "auctioned", "bid", "leader", "bidding"), "set anew where used"),
    **dict.fromkeys(("rehearsal_rooms", "entrances"), "nobody chooses among them any more"),
    "place": "numbers draws of players who choose by lot",
    "roll_due": "only within a turn's end",
    **dict.fromkeys(("guests_taken", "pass_seen"), "said where a rule looks at them"),
    "frames": "compared by the open decision",
    **dict.fromkeys(("log_size", "log", "staff_entry", "course", "turn_began"), "only recorded"),
    **dict.fromkeys(("padding", "players"), "nothing, or compared apart"),
}
NOT_SAID_OF_PLAYERS = {
    **dict.fromkeys(("vp_by", "housed", "passes", "penalties", "strengthened"), "only recorded"),
    **dict.fromkeys(("dice_taken", "entrance_price", "keys", "met"), "only recorded"),
    **dict.fromkeys(("rank", "tie_break", "cafe_entry"), "only recorded"),
    **dict.fromkeys(("guest_vp", "orders"), "said where cards count them"),
    **dict.fromkeys(("most_krones", "groups_started"), "said where a card or rule looks at them"),
    **dict.fromkeys(("passed_once", "round_guests"), "said where a card or rule looks at them"),
    **dict.fromkeys(("first_face", "dice_this_round"), "said where a card looks at them"),
    **dict.fromkeys(("hand", "staff", "staff_used", "owners"), "compared as far as filled"),
    **dict.fromkeys(("action_steps", "action_goods"), "of an action that is over"),
    **dict.fromkeys(("offer", "last_removed", "extra_turn_marks"), "set anew where used"),
    **dict.fromkeys(("missing",), "compared of tables with guests"),
}
KEPT = tuple(name for name in STATE.names or () if name not in NOT_SAID)
KEPT_OF_PLAYERS = tuple(n for n in PLAYER.names or () if n not in NOT_SAID_OF_PLAYERS)


def turns(drawn: Drawn, n: int, seed: int) -> Iterator[Game]:
    """A game at some positions where nothing but a turn is being decided."""
    rng = random.Random(seed)
    game = new_game(drawn, n, seed)
    for _ in play(game, rng):
        if at_turn(game.state) and rng.random() < 0.1:
            yield game


def laid(lexicon: Lexicon, said: dict[str, Any]) -> Any:
    """The state that a position is laid into, as a file would say it."""
    form = PositionForm.model_validate(json.loads(json.dumps(said)))
    again = json.loads(form.model_dump_json(exclude_defaults=True))
    assert PositionForm.model_validate(again) == form
    return put(lexicon, form)[0][0]


def same(lexicon: Lexicon, mine: Any, its: Any) -> None:
    """Is everything alike in two states on which play depends?"""
    for name in KEPT:
        assert mine[name].tolist() == its[name].tolist(), name
    views = FieldView(lexicon, mine), FieldView(lexicon, its)
    for field in GAME:
        if field.put and not field.said:
            assert field.get(views[0]) == field.get(views[1]), field.name
    for seat in range(int(mine.n_players)):
        p, q = mine.players[seat], its.players[seat]
        for name in KEPT_OF_PLAYERS:
            assert p[name].tolist() == q[name].tolist(), (seat, name)
        for field in SEAT:
            if field.put and not field.said:
                there, wanted = (field.get(view.of(seat)) for view in views)
                assert there == wanted, (seat, field.name)


@given(**WHOLE_GAMES)
@FEW
def test_a_position_is_laid_as_it_was_read(drawn: Drawn, n: int, seed: int) -> None:
    """State, position, state, position: the second of each is the first."""
    lexicon = Lexicon(drawn.load(), [f"Seat {seat + 1}" for seat in range(n)], drawn.program())
    for game in turns(drawn, n, seed):
        said = read(lexicon, game.state)
        state = laid(lexicon, said)
        assert read(lexicon, state) == said
        same(lexicon, game.state, state)


def test_fields_have_names_of_their_own():
    for fields in (GAME, SEAT):
        names = [field.name for field in fields]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_a_module_brings_fields(module):
    """Each file of fields has those of the table and of players, told and used somewhere."""
    assert isinstance(module.GAME, tuple)
    assert isinstance(module.SEAT, tuple)
    for field in (*module.GAME, *module.SEAT):
        assert field.says
        assert field.put or field.setup or field.claimed


def test_every_source_of_points_has_a_name():
    assert len(base.SOURCES) == PLAYER["vp_by"].shape[0]


# --- what random players hardly ever come to: positions written by hand, as the referee writes them

TURN = {"round": 2, "turn": "Anna", "dice": [1, 1, 5], "row": [76, 85, 66, 56, 70]}
WALTZ = "revised-2021+lets-waltz"
BY_HAND = [
    (
        "revised-2021",
        {**TURN, "so_far": ["guest"], "extra_turn": ["action", "die", "die-bonuses"],
         "tiles": ["A1", "B2", "C1"], "staff_removed": [1, 2], "guest_discard": [50, 49]},
        {"used": [6], "staff": [6, 9], "claimed": "A C", "occupied": "1.1 1.2", "paid": "",
         "vacant": "2.1", "covered": "1.3", "extra_turns": 1, "extra_turn_grants": ["die"]},
    ),
    (
        "revised-2021",
        {**TURN, "so_far": ["started", "without-die"], "politics": ["A-krones", "C-three-each"]},
        {"guests": [None, {"guest": "75", "goods": "1 wine"}], "kitchen": "2 cake, 1 coffee",
         "vp": 9, "vp_from": {"guests": 5, "stranded": -1}},
    ),
    (
        WALTZ,
        {**TURN, "so_far": ["tile"], "dice": [1, 2, "red2", "blue5"],
         "lounge": [None, "Marie Curie", None], "waited": [0, 1, 0],
         "ballrooms": ["Apollosaal", "Odeonsaal", "Zum Sperl"],
         "celebrity_discard": ["Mata Hari"], "guest_discard": [49, 50, 51], "kept": [50],
         "own_politics": ["A-krones", "B-floors", "C-three-each"], "own_tiles": "A3 A4 B1",
         "key": "Ben", "first_player": "Anna"},
        {"entrance": "Hotel Kaufman", "left": 2, "kept": [51], "own_claimed": "B",
         "celebrities": {"red": "Albert Einstein"}, "celebrities_used": ["Albert Einstein"],
         "dice_taken": ["key", 1], "has_passed": True, "staff": [9, 166], "used_up": [166],
         "rehearsal": "Rehearsal room one", "resting": "0 2 0 1",
         "dancers": {"1.top": 1, "2.bottom": 1}, "orders": {"green 3": 2, "red 4": 1},
         "guest_vp": 9},
    ),
    (WALTZ, {**TURN}, {"entrance": "Hotel Dove", "tokens": "2 4"}),
    (WALTZ, {**TURN, "own_tiles": "A3 A4"},
     {"entrance": "The Grand Wray Hotel", "own_tiles": "A4"}),
    (f"{WALTZ}+stroup", {**TURN}, {"entrance": "Stroup", "begun": "1.1 1.3", "occupied": "1.1"}),
    (
        f"{WALTZ}+sweep+auto-claim+rowe-smith",
        {**TURN, "guests_taken": 2, "somebody_passed": True},
        {"staff": [208], "most_krones": 9, "passed": True, "turns_taken": 1},
    ),
]  # fmt: skip


# What only other readings keep.
OF_READINGS = [
    (
        "revised-2021+unique-hotels", {"kaufman-between": "any-time"},
        {**TURN, "so_far": ["guest"], "guests_left": 1}, {"entrance": "Hotel Kaufman"},
    ),
    (
        "revised-2021+unique-hotels", {"dove-again": "once"},
        {**TURN}, {"entrance": "Hotel Dove", "lines": "1 6"},
    ),
    (
        "revised-2021+celebrities", {"freud-after-round": "lacks-again"},
        {**TURN}, {"guests": {"52": "all"}, "ignored": [4, 0, 0]},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "rulings", "head", "anna"),
    [*((spec, {}, head, anna) for spec, head, anna in BY_HAND), *OF_READINGS],
)
def test_a_position_written_by_hand_is_read_as_it_was_written(spec, rulings, head, anna):
    lexicon = Lexicon(load_ruleset(spec, rulings=rulings), ["Anna", "Ben"])
    wanted = {**head, "players": {"Anna": anna}}
    found = read(lexicon, laid(lexicon, wanted))
    assert {key: found.get(key) for key in head} == head
    assert {key: found["players"]["Anna"].get(key) for key in anna} == anna


def test_every_field_is_in_a_position_written_by_hand_or_a_matter_of_course():
    """What only few positions say is tried by hand; the rest comes up in any game."""
    said = {key for *_, head, _ in [*BY_HAND, *OF_READINGS] for key in head}
    held = {key for *_, anna in [*BY_HAND, *OF_READINGS] for key in anna}
    decks = {"guest_deck", "staff_deck", "celebrity_deck"}
    assert {f.name for f in GAME if f.put} - said == decks
    of_seats = {"board", "krones", "emperor", "hand"}
    assert {f.name for f in SEAT if f.put} - held == of_seats


@pytest.mark.parametrize("vp_from", [{}, {"stranded": -3}, {"guests": 2, "stranded": -5}])
def test_a_score_below_zero_is_accepted(vp_from):
    lexicon = Lexicon(load_ruleset("revised-2021"), ["Anna", "Ben"])
    anna = {"vp": -3, **({"vp_from": vp_from} if vp_from else {})}
    state = laid(lexicon, {"turn": "Anna", "players": {"Anna": anna}})
    assert int(state.players[0].vp) == -3
    assert int(state.players[0].vp_by.sum()) == sum(vp_from.values())


def test_sources_of_more_points_than_there_are_are_refused():
    lexicon = Lexicon(load_ruleset("revised-2021"), ["Anna", "Ben"])
    with pytest.raises(UserError, match="5 VP come from these sources, and there are 4"):
        laid(lexicon, {"turn": "Anna", "players": {"Anna": {"vp": 4, "vp_from": {"guests": 5}}}})
