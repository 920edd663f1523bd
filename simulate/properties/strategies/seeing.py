"""A position as plain sets and numbers, for checks to compare."""

from __future__ import annotations

from typing import Any

from simulate.engine import codes
from simulate.engine.state import FIRST_ENTRANCE
from simulate.narration.changes import guest_deck, staff_deck

COLOURS = ("blue", "red", "yellow")


def seats(state: Any) -> Any:
    """The players of this game, as an array of records."""
    return state["players"][: state["n_players"]]


def bits(mask: int) -> set[int]:
    """The rooms (or groups, or cards) that a bit set names."""
    mask = int(mask)
    return {i for i in range(mask.bit_length()) if mask >> i & 1}


def staff_places(state: Any) -> list[int]:
    """Every staff card in some place, once for each place."""
    found = staff_deck(state)
    for p in seats(state):
        for cards in ("hand", "staff", "offer"):
            found += p[cards][: p[f"{cards}_size"]].tolist()
    return found


def frames(state: Any) -> Any:
    """The open decisions, the current one last."""
    return state["frames"][: state["top"]]


def guests_moving_in(state: Any) -> list[int]:
    """Guests whose reward is being taken: out of the café, not yet discarded."""
    cafes = set(seats(state)["cafe"].ravel().tolist())
    moving = [
        int(f["guest"])
        for f in frames(state)
        if f["kind"] == codes.F_REWARDS and f["marks"] & codes.R_GUEST
    ]
    return [guest for guest in moving if guest not in cafes]


def guest_places(state: Any) -> list[int]:
    """Every guest that is somewhere, once for each place."""
    found = guest_deck(state) + state["guest_discard"][: state["guest_discard_size"]].tolist()
    found += state["row"][state["row"] >= 0].tolist()
    cafes = seats(state)["cafe"]
    return found + cafes[cafes >= 0].tolist() + guests_moving_in(state)


def celebrity_deck(state: Any) -> list[int]:
    """The celebrities not yet seen, next first."""
    found: list[int] = state["celebrity_deck"][: state["celebrity_deck_size"]].tolist()
    return found


def celebrity_places(state: Any) -> list[int]:
    """Every celebrity that is somewhere, once for each place."""
    used = state["celebrity_discard"][: state["celebrity_discard_size"]].tolist()
    open_ = [*state["lounge"].tolist(), *seats(state)["celebrities"].ravel().tolist()]
    return celebrity_deck(state) + used + [card for card in open_ if card >= 0]


def entrance_places(state: Any) -> list[int]:
    """Every entrance that is laid out or with a player."""
    laid = state["entrances"][: state["n_players"]].tolist()
    return [card for card in [*laid, *seats(state)["entrance"].tolist()] if card >= 0]


def rehearsal_places(state: Any) -> list[int]:
    """Every rehearsal room that is laid out or with a player."""
    there = [*state["rehearsal_rooms"].tolist(), *seats(state)["rehearsal"].tolist()]
    return [room for room in there if room >= 0]


def dancers_of(p: Any) -> int:
    """All dancers of a player: at rest and in the ballrooms."""
    return int(p["resting"].sum()) + int(p["dancers"].sum())


def has_ability(rules: Any, p: Any, field: str) -> bool:
    """Does a player's entrance have an ability? ``field``: its name in the program."""
    return p["entrance"] >= 0 and bool(rules[f"card_{field}"][FIRST_ENTRANCE + p["entrance"]])


def rooms_beside(room: int) -> set[int]:
    """The neighbours of a room: above, below, left and right."""
    floor, column = divmod(room, codes.COLUMNS)
    near = [(floor - 1, column), (floor + 1, column), (floor, column - 1), (floor, column + 1)]
    return {
        f * codes.COLUMNS + c for f, c in near if 0 <= f < codes.FLOORS and 0 <= c < codes.COLUMNS
    }


def tiles_used(state: Any, rules: Any) -> dict[str, int]:
    """Room tiles in all hotels by colour."""
    used = dict.fromkeys(COLOURS, 0)
    for p in seats(state):
        for room in bits(int(p["vacant"]) | int(p["occupied"])):
            used[COLOURS[rules["colour"][p["board"], room]]] += 1
    return used
