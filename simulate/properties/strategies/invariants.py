"""What must hold at each decision: functions of a watched game that fail with a message in words.

``Watch`` remembers what a check compares with: the position before the last action. The tests of
single properties and the state machine use the same functions.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import isfunction, signature
from typing import Any

import numpy as np

from simulate import Game
from simulate.actions import decode
from simulate.engine import codes
from simulate.properties.strategies.seeing import (
    COLOURS,
    bits,
    celebrity_places,
    dancers_of,
    entrance_places,
    guest_places,
    has_ability,
    rehearsal_places,
    rooms_beside,
    seats,
    staff_places,
    tiles_used,
)

PRINTED_TILES = {"blue": 30, "red": 29, "yellow": 25}


class Watch:
    """A game under watch: feed it each action after it was applied."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.before = game.games[0].copy()
        self.removed = 0  # staff cards that penalties took out of the game
        self.taken = 0  # dice taken before this round
        self.action = -1

    @property
    def now(self) -> Any:
        return self.game.state

    @property
    def rules(self) -> Any:
        return self.game.rules

    def applied(self, action: int, before: Any) -> None:
        """Note that ``action`` led from ``before`` (a copy) to where the game is now."""
        self.action, self.before = action, before
        self.removed += decode(action)[0] == codes.REMOVE_STAFF
        if self.now["round_no"] != before["round_no"]:
            self.taken = int(seats(self.now)["dice_taken"].sum())

    def copy(self, game: Game) -> Watch:
        """The same memory of another game."""
        twin = Watch(game)
        twin.removed, twin.taken, twin.action = self.removed, self.taken, self.action
        twin.before = self.before.copy()
        return twin


def _functions() -> tuple[Callable[[Watch], None], ...]:
    """The functions of a watched game so far, in their order."""
    found = [one for one in globals().values() if isfunction(one)]
    return tuple(one for one in found if list(signature(one).parameters) == ["w"])


# --- where things are ---------------------------------------------------------------------------


def each_staff_card_is_in_one_place(w: Watch) -> None:
    found = staff_places(w.now)
    assert len(found) == len(set(found)), "a staff card is in two places"
    assert set(found) <= set(range(w.rules["n_staff"])), "an unknown staff card is somewhere"
    lost = int(w.rules["n_staff"]) - len(found)
    assert lost == w.removed, f"staff cards: {lost} are gone, {w.removed} were removed"


def each_guest_is_in_one_place(w: Watch) -> None:
    found = guest_places(w.now)
    assert len(found) == len(set(found)), "a guest is in two places"
    assert set(found) == set(range(w.rules["n_guests"])), "a guest is nowhere"


def each_die_is_in_one_place(w: Watch) -> None:
    g = w.now
    assert g["dice"].sum() == g["dice_left"], "the dice on the spaces are not those left"
    assert (g["dice"] >= 0).all(), "a space has fewer than 0 dice"
    if g["round_no"] == 0:
        return
    aside = int(g["rolls"]) - 1
    taken = int(seats(g)["dice_taken"].sum()) - w.taken
    there_are = int(w.rules["dice"][g["n_players"]])
    have = f"{g['dice_left']} on the board, {taken} taken, {aside} put aside"
    assert int(g["dice_left"]) + taken + aside == there_are, f"{have}, not {there_are} dice"


def each_marker_is_on_one_place(w: Watch) -> None:
    g = w.now
    for card in range(3):
        claims = sum(int(p["claimed"]) >> card & 1 for p in seats(g))
        assert g["markers"][card] == claims, f"politics card {'ABC'[card]}: markers and claims"
        places = w.rules["n_places"][g["politics"][card]]
        assert claims <= places, f"politics card {'ABC'[card]}: too many markers"
    assert not any(int(p["claimed"]) >> 3 for p in seats(g)), "a marker on a card not in play"


def room_tiles_are_within_the_supply(w: Watch) -> None:
    used = tiles_used(w.now, w.rules)
    for colour in COLOURS:
        assert used[colour] <= PRINTED_TILES[colour], f"{used[colour]} {colour} room tiles"


# --- ranges -------------------------------------------------------------------------------------


def tracks_and_stores_are_in_bounds(w: Watch) -> None:
    p, r = seats(w.now), w.rules
    for what, end in (("krones", r["krones_max"]), ("emperor", r["emperor_max"])):
        assert (p[what] >= 0).all(), f"{what} below 0"
        assert (p[what] <= end).all(), f"{what} beyond {end}"
    assert (p["kitchen"] >= 0).all(), "fewer than no goods in a kitchen"
    assert (p["turns_taken"] <= 2).all(), "more than two turns in a round"
    for what in ("extra_turns", "hand_size", "staff_size", "offer_size", "housed", "penalties"):
        assert (p[what] >= 0).all(), f"{what} below 0"
    assert 0 <= w.now["round_no"] <= r["rounds"], "a round that the game does not have"


def orders_are_between_nothing_and_the_whole_order(w: Watch) -> None:
    p = seats(w.now)
    seated = p["cafe"] >= 0
    assert (p["missing"] >= 0).all(), "a guest wants fewer than no goods"
    wanted = w.rules["guest_order"][p["cafe"][seated]]
    assert (p["missing"][seated] <= wanted).all(), "a guest wants more than the order"
    assert not p["missing"][~seated].any(), "an empty table wants goods"
    assert (p["missing_total"] == p["missing"].sum(axis=-1)).all(), "an order's sum is wrong"
    tables = np.arange(seated.shape[1])[None, :] < p["tables"][:, None]
    assert not (seated & ~tables).any(), "a guest at a table that is not there"


# --- hotels -------------------------------------------------------------------------------------


def rooms_are_prepared_beside_rooms(w: Watch) -> None:
    for seat, (then, p) in enumerate(zip(seats(w.before), seats(w.now))):
        assert not int(p["vacant"]) & int(p["occupied"]), f"seat {seat}: a room twice"
        old = bits(int(then["vacant"]) | int(then["occupied"]))
        new = bits(int(p["vacant"]) | int(p["occupied"])) - old
        assert len(new) <= 1, f"seat {seat}: {len(new)} rooms by one action"
        for room in new:
            first = not old and room == 0
            anywhere = then["anywhere"] or p["anywhere"]
            joined = first or anywhere or rooms_beside(room) & old
            assert joined, f"seat {seat}: room {room} stands alone"


def groups_pay_once(w: Watch) -> None:
    """A group stays paid; and it is noted from the moment at which it is fully occupied."""
    for seat, (then, p) in enumerate(zip(seats(w.before), seats(w.now))):
        paid = int(p["groups_paid"])
        assert paid & int(then["groups_paid"]) == int(then["groups_paid"]), "a group forgotten"
        masks = w.rules["group_mask"][p["board"]][: w.rules["n_groups"][p["board"]]]
        for group, mask in enumerate(masks):
            full = int(p["occupied"]) & int(mask) == int(mask)
            assert not full or paid >> group & 1, f"seat {seat}: full group {group} is not noted"


# --- points -------------------------------------------------------------------------------------


def points_are_the_sum_of_their_sources(w: Watch) -> None:
    p = seats(w.now)
    for seat, vp, parts in zip(range(len(p)), p["vp"], p["vp_by"].sum(axis=1)):
        assert vp == parts, f"seat {seat} has {vp} VP, the ledger {parts}"


def points_of_cards_are_in_the_log(w: Watch) -> None:
    log = w.now["log"][: w.now["log_size"]]
    for seat, p in enumerate(seats(w.now)):
        for kind, column in ((codes.LOG_STAFF, codes.VP_STAFF), (codes.LOG_GUEST, codes.VP_GUESTS)):
            mine = log[(log["seat"] == seat) & (log["kind"] == kind)]
            assert mine["vp"].sum() == p["vp_by"][column], f"seat {seat}: VP of cards"


def politics_places_are_paid_in_order(w: Watch) -> None:
    g, places = w.now, w.rules["place_vp"]
    paid = int(seats(g)["vp_by"][:, codes.VP_POLITICS].sum())
    due = sum(
        int(places[card, :markers].sum())
        for card, markers in zip(g["politics"], g["markers"], strict=True)
    )
    assert paid == due, f"{paid} VP for politics, by the markers {due}"


# --- only forwards ------------------------------------------------------------------------------


def what_never_falls_does_not_fall(w: Watch) -> None:
    then, now = w.before, w.now
    for what in ("round_no", "decisions", "turns", "rerolls", "guest_shuffles", "log_size"):
        assert now[what] >= then[what], f"{what} fell from {then[what]} to {now[what]}"
    assert (now["markers"] >= then["markers"]).all(), "a marker was taken back"
    for what in ("housed", "passes", "penalties", "strengthened", "dice_taken"):
        assert (seats(now)[what] >= seats(then)[what]).all(), f"{what} fell"
    for what in ("covered", "claimed"):
        both = seats(now)[what] & seats(then)[what]
        assert (both == seats(then)[what]).all(), f"{what}: something was forgotten"


def no_one_is_paid_for_buying(w: Watch) -> None:
    log = w.now["log"][: w.now["log_size"]]
    assert (log["paid"] >= 0).all(), "a negative price for a staff card"
    assert (log["paid_in"] >= 0).all(), "a negative price for a guest"
    staff = log[log["kind"] == codes.LOG_STAFF]
    assert (staff["paid"] <= w.rules["staff_cost"][staff["card"]]).all(), "above the printed cost"
    guests = log[log["kind"] == codes.LOG_GUEST]
    assert (guests["paid_in"] <= np.max(w.rules["row_cost"])).all(), "above the row's prices"


def the_log_is_not_rewritten(w: Watch) -> None:
    size = int(w.before["log_size"])
    then, now = w.before["log"][:size], w.now["log"][:size]
    for what in ("seat", "kind", "card", "came", "came_round", "paid_in"):
        assert (then[what] == now[what]).all(), f"the log's {what} changed"


def a_decision_is_open_or_the_game_is_over(w: Watch) -> None:
    legal = w.game.legal()
    assert len(legal) == len(set(legal)), "an action is listed twice"
    assert bool(legal) != w.game.over, "no action, although the game is not over"
    assert w.game.over or 0 <= w.game.player < w.now["n_players"], "nobody's decision"


# --- modules


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


INVARIANTS = _functions()

NEED_A_RECORD = (
    each_staff_card_is_in_one_place,
    each_die_is_in_one_place,
    points_of_cards_are_in_the_log,
)
"""Those that use counts recorded during the game, which a position does not have."""
OF_POSITIONS = tuple(one for one in INVARIANTS if one not in NEED_A_RECORD)
"""Those that hold in a single position, even one that was laid out."""
