"""Any ruleset that the model accepts can be played; what it refuses, it refuses in words."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, event, example, given, settings
from hypothesis import strategies as st

from model import UserError
from model.sources import sources
from simulate import Game
from simulate.engine.program import MAX_BOARDS
from simulate.engine.state import MAX_STAFF
from simulate.narration.changes import staff_deck
from simulate.properties.strategies.patches import edits, merged, patches, toml_text, tree
from simulate.properties.strategies.playing import choose, new_game
from simulate.properties.strategies.rulesets import GENEROUS, MODULES, Drawn, rulesets
from simulate.properties.strategies.seeing import seats
from simulate.verify.table import CheckedTable
from tests.properties.playing import FEW
from tests.properties.wild import wild_patches


def refusal(act: Callable[[], Any]) -> str:
    """What is said of bad input; nothing if it is taken. Any other error is a failure."""
    try:
        act()
    except UserError as error:
        return str(error)
    return ""


@given(text=patches())
def test_drawn_patches_are_played_or_refused_in_one_line(text):
    drawn = Drawn(patches=(text,))
    said = refusal(drawn.program)
    assert "\n" not in said
    assert said or Game(drawn.program(), 2, 1).legal()


@given(text=wild_patches())
def test_wild_patches_are_refused_in_one_line_or_make_a_ruleset(text):
    drawn = Drawn("revised-2021", patches=(text,))
    said = refusal(drawn.load)
    event("refused" if said else "taken")
    assert "\n" not in said
    if said:
        assert said.startswith("patch-0.toml: ")
    else:
        assert "\n" not in refusal(drawn.program)


def test_most_drawn_patches_are_valid():
    """A guard: properties of drawn rulesets say little if most of them are refused."""
    taken = []

    @settings(max_examples=150)
    @given(text=patches())
    def count(text: str) -> None:
        taken.append(not refusal(Drawn(patches=(text,)).load))

    count()
    assert sum(taken) >= 0.9 * len(taken)


def hashes_of(edit_kind: Any, below: Drawn) -> set[str]:
    """The hashes that edits of one kind lead to."""
    hashes = set()

    @settings(max_examples=8)
    @given(edit=edit_kind)
    def collect(edit: Any) -> None:
        drawn = below.with_patch(toml_text(merged([edit])))
        if not refusal(drawn.load):
            hashes.add(drawn.load().hash)

    collect()
    return hashes


@pytest.mark.parametrize("kind", sorted(edits()))
def test_each_kind_of_edit_can_change_the_rules(kind):
    """A guard: no kind of edit is always refused, or always without effect."""
    assert hashes_of(edits()[kind], Drawn()) - {Drawn().load().hash}


@pytest.mark.parametrize("kind", sorted(edits(MODULES).keys() - edits().keys()))
def test_each_kind_of_edit_of_modules_can_change_the_rules(kind):
    below = Drawn("original-2015+lets-waltz")
    assert hashes_of(edits(MODULES)[kind], below) - {below.load().hash}


@pytest.mark.long
@pytest.mark.guard
def test_most_drawn_patches_of_modules_are_valid():
    below, taken = Drawn("original-2015+lets-waltz"), []

    @settings(max_examples=150)
    @given(text=patches(modules=MODULES))
    def count(text: str) -> None:
        taken.append(not refusal(below.with_patch(text).program))

    count()
    assert sum(taken) >= 0.9 * len(taken)


@settings(FEW, max_examples=FEW.max_examples * 2)
@given(drawn=rulesets(patched=True), n=st.integers(2, 4), seed=st.integers(0, 2**32))
@example(Drawn("revised-2021+unique-hotels+draft-caesar-receipt"), 2, 144350)
def test_games_of_random_rulesets_break_no_invariant(drawn, n, seed):
    """The compiled checks at each decision, for each policy that verification plays."""
    table = CheckedTable(drawn.load())
    for policy in table.cast:
        _, failure = table.check(policy, n, seed, 0, 5, every_step=1.0)
        assert failure is None, f"{policy}: {failure}"


# --- equal rules, equal games ---------------------------------------------------------------------


def trajectory(game: Game, seed: int) -> list[Any]:
    """All that happens in a random game, in words and numbers that do not name array places."""
    rng, found = random.Random(seed), []
    while not game.over:
        p = seats(game.state)
        found.append((game.player, game.legal_words(), p["vp"].tolist(), p["krones"].tolist()))
        game.apply(choose(game, rng))
    return [*found, game.scores(), game.ranks()]


UNPLAYED: dict[str, Any] = {
    **{f"staff.{key}.name": "another" for key in tree()["staff"]},
    **{f"guest.{key}.german": "another" for key in tree()["guest"]},
    **{f"staff.{key}.set": "A" for key in tree()["staff"]},
    **{f"guest.{key}.vp": 20 for key in ("117", "118")},
    **{f"boards.{key}.rows": board["rows"][::-1] for key, board in tree()["boards"].items()},
}


@FEW
@given(drawn=rulesets(), n=st.integers(2, 4), seed=st.integers(0, 2**32), data=st.data())
def test_rules_of_equal_hash_play_equal_games(drawn, n, seed, data):
    """Names do not count, nor sets, promotional guests and hotel plans that are not in play."""
    some = data.draw(st.sets(st.sampled_from(sorted(UNPLAYED)), min_size=1, max_size=3))
    other = drawn.with_patch(toml_text({"set": {path: UNPLAYED[path] for path in some}}))
    assume(not refusal(other.load))  # a card may have been removed
    assume(other.load().hash == drawn.load().hash)
    assert trajectory(new_game(other, n, seed), seed) == trajectory(new_game(drawn, n, seed), seed)


def test_an_edition_is_the_other_one_with_its_changes_and_readings():
    known = sources()
    changes = "".join(f"+{change}" for change in known.edition["revised-2021"].changes)
    settled = set(known.edition["revised-2021"].changes)
    readings = tuple(
        (id, ruling.default_for("revised-2021"))
        for id, ruling in known.ruling.items()
        if ruling.status == "switch" and ruling.comes_up(settled)
    )
    spelled_out = Drawn("original-2015" + changes, (), readings)
    revised = Drawn("revised-2021")
    assert spelled_out.load().hash == revised.load().hash
    assert trajectory(new_game(spelled_out, 3, 7), 7) == trajectory(new_game(revised, 3, 7), 7)


def program_in_play(drawn: Drawn) -> bytes:
    """The compiled rules without hotel plans that are not in play (boards are dealt "night")."""
    program = drawn.program().copy()
    for field in program.dtype.names:
        if program.dtype[field].shape[:1] == (MAX_BOARDS,):
            program[field][0, 1:] = 0
    return program.tobytes()


@given(text=patches())
def test_rules_that_are_played_otherwise_have_another_hash(text):
    plain, patched = Drawn(), Drawn(patches=(text,))
    assume(not refusal(patched.program))
    alike = program_in_play(patched) == program_in_play(plain)
    assert alike or patched.load().hash != plain.load().hash


# --- what a game did not use ---------------------------------------------------------------------


def unseen(drawn: Drawn, n: int, seed: int) -> dict[str, list[str]]:
    """Numbers of the cards that a game never showed to anybody, and of tiles not in play."""
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    deck, top, drawn_cards, guests = staff_deck(game.state), int(game.state.staff_top), 0, set()
    while not game.over:
        guests |= set(seats(game.state)["cafe"].ravel()) | set(game.state.row)
        game.apply(choose(game, rng))
        drawn_cards += (int(game.state.staff_top) - top) % MAX_STAFF
        top = int(game.state.staff_top)
    guests |= set(seats(game.state)["cafe"].ravel()) | set(game.state.row)
    rules, tree = game.rules, drawn.load()
    tiles, politics = sorted(tree.emperor_tile), list(tree.politics.cards)
    laid_out = {  # with the personal ones of hotel entrances
        "emperor_tile": {*game.state.emperor_tiles, *game.state.own_tiles},
        "politics": {*game.state.politics, *game.state.own_politics},
    }
    return {
        "staff": [str(rules.staff_number[i]) for i in deck[drawn_cards:]],
        "guest": [str(rules.guest_number[i]) for i in set(range(rules.n_guests)) - guests],
        "emperor_tile": [t for i, t in enumerate(tiles) if i not in laid_out["emperor_tile"]],
        "politics.cards": [t for i, t in enumerate(politics) if i not in laid_out["politics"]],
    }


def other_values(table: str) -> dict[str, Any]:
    """Fields of a card and something quite different for each."""
    reward = [{"do": "gain", "vp": 20}, {"do": "draw", "cards": 4}]
    return {
        "staff": {"cost": 0},
        "guest": {"vp": 50, "colour": "green", "order": {"wine": 1}, "reward": reward},
        "emperor_tile": {"reward": reward, "penalty": [{"do": "lose", "vp": 9}]},
        "politics.cards": {"needs": [{"count": "rooms", "at_least": 1}], "places": [40, 30]},
    }[table]


@FEW
@given(drawn=rulesets(), n=st.integers(2, 4), seed=st.integers(0, 2**32), remove=st.booleans())
def test_a_patch_of_what_a_game_did_not_use_changes_nothing(drawn, n, seed, remove):
    cards = unseen(drawn, n, seed)
    patch: dict[str, Any] = {"set": {}, "remove": []}
    for table, keys in cards.items():
        for key in keys:
            for field, value in other_values(table).items():
                patch["set"][f"{table}.{key}.{field}"] = value
    if remove and cards["guest"]:
        gone = f"guest.{cards['guest'][0]}"
        patch["remove"].append(gone)
        patch["set"] = {k: v for k, v in patch["set"].items() if not k.startswith(gone + ".")}
    assume(patch["set"])
    patched = drawn.with_patch(toml_text(patch, "unused"))
    assume(not refusal(patched.load))  # too few guests may be left
    assert trajectory(new_game(patched, n, seed), seed) == trajectory(
        new_game(drawn, n, seed), seed
    )


def test_a_patch_of_what_a_game_used_shows():
    """A guard for the test above: such a patch would be seen if the card were used."""
    drawn = Drawn(patches=(GENEROUS,))
    dearer = drawn.with_patch(toml_text({"set": {"final.krone_vp": 2}}, "used"))
    assert trajectory(new_game(dearer, 2, 1), 1) != trajectory(new_game(drawn, 2, 1), 1)
