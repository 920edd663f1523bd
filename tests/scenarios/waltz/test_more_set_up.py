"""What module 5 shuffles in, and that it changes nothing else."""

import pytest

from model import diff_rulesets, load_ruleset
from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.bells import SPEC

STAFF = set(range(166, 180))
POLITICS = {"A-goods", "B-top-floor", "C-large-orders"}
TILES = {"A6", "B6", "C6"}
SEEDS = range(1, 41)


def cards_of(t: Table) -> list[int]:
    """All staff cards of a game after its set-up: in the deck and in the hands."""
    return sorted(
        t.staff_deck() + [card for seat in range(t.players) for card in t.seat(seat).hand]
    )


def in_play(table: str, keys: list[str]) -> set[str]:
    """Which cards or tiles are in play in many games, by their place."""
    found = set()
    for seed in SEEDS:
        chosen = [keys[i] for i in Table.set_up(SPEC, seed=seed).state[table]]
        assert [key[0] for key in chosen] == ["A", "B", "C"]
        found |= set(chosen)
    return found


@clause("more.set-up-staff")
def test_the_staff_of_the_module_is_shuffled_into_the_deck():
    base, with_module = Table.set_up("revised-2021"), Table.set_up(SPEC)
    assert set(cards_of(with_module)) - set(cards_of(base)) == STAFF
    assert len(cards_of(with_module)) == 48 + 14


@clause("more.set-up-staff", corner=True)
def test_new_staff_may_come_to_the_first_hands():
    dealt = set()
    for seed in SEEDS:
        dealt |= {
            card for seat in range(2) for card in Table.set_up(SPEC, seed=seed).seat(seat).hand
        }
    assert dealt > STAFF


@clause("more.set-up-politics")
def test_a_politics_card_of_each_letter_is_drawn_from_old_and_new_ones():
    found = in_play("politics", list(load_ruleset(SPEC).politics.cards))
    assert found > POLITICS
    assert len(found) == 15


@clause("more.set-up-tiles")
def test_an_emperor_tile_of_each_letter_is_drawn_from_old_and_new_ones():
    found = in_play("emperor_tiles", sorted(load_ruleset(SPEC).emperor_tile))
    assert found > TILES
    assert len(found) == 15


@clause("more.nothing-else")
@pytest.mark.parametrize("edition", ["original-2015", "revised-2021"])
def test_the_module_changes_no_other_rule(edition):
    paths = {d.path for d in diff_rulesets(load_ruleset(edition), load_ruleset(f"{edition}+more"))}
    staff = {f"staff.{card}" for card in STAFF}
    politics = {f"politics.cards.{card}" for card in POLITICS}
    tiles = {f"emperor_tile.{tile}" for tile in TILES}
    assert {".".join(p.split(".")[: 3 if p.startswith("pol") else 2]) for p in paths} == (
        staff | politics | tiles
    )


@clause("more.combined")
@pytest.mark.parametrize(
    "modules",
    ["more+ballrooms", "more+celebrities", "more+unique-hotels", "more+start-player", "lets-waltz"],
)
def test_the_module_can_be_combined_with_any_other(modules):
    t = Table.set_up(f"revised-2021+{modules}")
    assert set(cards_of(t)) >= STAFF
    assert set(t.ruleset.emperor_tile) >= TILES
    t.game.apply(t.game.legal()[0])
