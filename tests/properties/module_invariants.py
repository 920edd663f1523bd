"""What must hold at each decision of what modules bring; see invariants.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulate.engine import codes
from tests.properties.seeing import (
    bits,
    celebrity_places,
    dancers_of,
    entrance_places,
    has_ability,
    rehearsal_places,
    seats,
)

if TYPE_CHECKING:
    from tests.properties.invariants import Watch


def each_celebrity_is_in_one_place(w: Watch) -> None:
    there_are = int(w.rules["n_celebrities"]) if w.rules["coloured_dice"] else 0
    assert sorted(celebrity_places(w.now)) == list(range(there_are)), "celebrities lost or twice"


def coloured_dice_lie_on_spaces_or_their_celebrity_was_met(w: Watch) -> None:
    g = w.now
    on_spaces = [int(face) for face in g["coloured_face"] if face]
    for face in set(on_spaces):
        assert on_spaces.count(face) <= g["dice"][face], f"more coloured dice than dice on {face}"
    for place in range(codes.LOUNGE):
        met = sum(p["celebrities"][place] >= 0 for p in seats(g))
        assert met <= 1, "a celebrity helps two players"
        assert not (met and g["coloured_face"][place]), "a die taken and on its space"


def each_entrance_is_in_one_place(w: Watch) -> None:
    g = w.now
    found = entrance_places(g)
    assert len(found) == len(set(found)), "an entrance is in two places"
    wanted = int(g["n_players"]) if w.rules["entrances"] else 0
    assert len(found) == wanted, f"{len(found)} entrances for {wanted} players"
    assert all(0 <= card < w.rules["n_entrances"] for card in found), "an unknown entrance"


def each_rehearsal_room_is_in_one_place(w: Watch) -> None:
    found = rehearsal_places(w.now)
    assert len(found) == len(set(found)), "a rehearsal room is in two places"
    assert all(0 <= room < w.rules["n_rehearsal"] for room in found), "an unknown rehearsal room"


def dancers_rest_or_dance_or_were_lost_to_the_emperor(w: Watch) -> None:
    judged = codes.PH_EMPEROR in (w.before["phase"], w.now["phase"])
    for seat, (then, p) in enumerate(zip(seats(w.before), seats(w.now))):
        have, had = dancers_of(p), dancers_of(then)
        chose_room = then["rehearsal"] != p["rehearsal"]
        wanted = int(w.rules["section_dancers"][p["rehearsal"]].sum()) if chose_room else had
        assert have == wanted or (judged and have < had), f"seat {seat}: {had} dancers, now {have}"
        assert (p["resting"] >= 0).all(), f"seat {seat}: fewer than no dancers rest"
        assert (p["dancers"] >= 0).all(), f"seat {seat}: fewer than no dancers dance"


def rows_hold_as_many_dancers_as_they_have_seats(w: Watch) -> None:
    g = w.now
    taken = seats(g)["dancers"].sum(axis=0)
    for place, ballroom in enumerate(g["ballrooms"]):
        for row in range(codes.ROWS):
            if ballroom < 0:
                assert not taken[place, row], "dancers where there is no ballroom"
            elif (place, row) != (codes.BALLROOMS - 1, codes.TOP):  # with the balcony
                there_are = w.rules["row_seats"][ballroom, row, g["n_players"]]
                assert taken[place, row] <= there_are, f"{taken[place, row]} on {there_are} seats"


def personal_cards_are_others_than_those_for_all(w: Watch) -> None:
    g = w.now
    for letter in range(3):
        card, tiles = int(g["own_politics"][letter]), g["own_tiles"][2 * letter : 2 * letter + 2]
        assert card < 0 or card != g["politics"][letter], "a politics card is there twice"
        laid = [int(tile) for tile in (*tiles, g["emperor_tiles"][letter]) if tile >= 0]
        assert len(laid) == len(set(laid)), "an emperor tile is there twice"


def personal_cards_are_fulfilled_and_used_by_their_owner(w: Watch) -> None:
    for seat, (then, p) in enumerate(zip(seats(w.before), seats(w.now))):
        if not has_ability(w.rules, p, "own_politics"):
            assert not p["own_done"], f"seat {seat} has no politics cards of its own"
        if not has_ability(w.rules, p, "own_tiles"):
            assert not p["own_tiles_left"], f"seat {seat} has no emperor tiles of its own"
        assert bits(then["own_done"]) <= bits(p["own_done"]), "a politics card is open again"
        if then["entrance_active"]:
            for what in ("own_tiles_left", "tokens"):
                assert bits(p[what]) <= bits(then[what]), f"seat {seat}: {what} came back"


def one_key_at_most_is_taken_in_a_round(w: Watch) -> None:
    g, then = w.now, w.before
    taken = int(seats(g)["keys"].sum()) - int(seats(then)["keys"].sum())
    assert 0 <= taken <= 1, f"{taken} keys by one action"
    if taken:
        assert w.rules["key"], "a key that is not in play was taken"
        assert then["key_holder"] < 0, "the key was taken twice in a round"
    assert -1 <= g["key_holder"] < g["n_players"], "nobody's key"
    assert 0 <= g["first_seat"] < g["n_players"], "nobody starts"


def nobody_bids_more_than_they_have(w: Watch) -> None:
    g = w.now
    if g["auctioned"] >= 0:
        have = int(g["players"][g["leader"]]["krones"])
        assert 0 <= g["bid"] <= have, f"a bid of {g['bid']} with {have} krones"


def nothing_of_a_module_is_there_without_it(w: Watch) -> None:
    rules, g = w.rules, w.now
    p = seats(g)
    if not rules["ballrooms"]:
        assert not p["dancers"].any(), "dancers without ballrooms"
        assert not p["resting"].any(), "dancers without ballrooms"
    if not rules["coloured_dice"]:
        assert not g["coloured_face"].any(), "coloured dice without celebrities"
    if not rules["entrances"]:
        assert (p["entrance"] < 0).all(), "an entrance without an auction"
    if not rules["key"]:
        assert not p["keys"].any(), "a key that is not in play"


def celebrities_wait_no_longer_than_they_are_worth(w: Watch) -> None:
    waited: Any = w.now["lounge_waited"]
    assert (waited >= 0).all(), "a celebrity waits less than not at all"
    if w.rules["coloured_dice"]:
        assert (waited[w.now["lounge"] >= 0] < w.rules["n_waits"]).all(), "waits for too long"


MODULE_INVARIANTS = (
    each_celebrity_is_in_one_place,
    coloured_dice_lie_on_spaces_or_their_celebrity_was_met,
    each_entrance_is_in_one_place,
    each_rehearsal_room_is_in_one_place,
    dancers_rest_or_dance_or_were_lost_to_the_emperor,
    rows_hold_as_many_dancers_as_they_have_seats,
    personal_cards_are_others_than_those_for_all,
    personal_cards_are_fulfilled_and_used_by_their_owner,
    one_key_at_most_is_taken_in_a_round,
    nobody_bids_more_than_they_have,
    nothing_of_a_module_is_there_without_it,
    celebrities_wait_no_longer_than_they_are_worth,
)
