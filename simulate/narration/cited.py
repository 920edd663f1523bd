"""The clauses that give victory points, for narrations that cite them."""

from __future__ import annotations

from typing import Any

from model.clauses import clauses
from simulate.engine import codes as c
from simulate.words.names import Names, rooms_in

# Sources fully covered by one or two clauses.
PLAIN = {
    c.VP_OCCUPANCY: ("group.blue",),
    c.VP_CELLS: ("prepare.cell-vp",),
    c.VP_FLOORS: ("final.floors",),
    c.VP_LEFTOVERS: ("final.krones", "final.kitchen"),
    c.VP_STRANDED: ("final.guests-left",),
}


def of_card(names: Names, kind: int, card: int) -> tuple[str, ...]:
    """The clauses for VP from a staff card or guest (``kind``: as in the log)."""
    if kind == c.LOG_STAFF:
        return _known(f"staff.{names.rules.staff_number[card]}")
    return _known(f"guest.{names.rules.guest_number[card]}", "check-in.vp")


def of_source(
    names: Names, before: Any, after: Any, seat: int, column: int, vp: int
) -> tuple[str, ...]:
    """The clauses for VP of a source (a column of the ledger), after one step of the engine.

    ``before``, ``after``: the states around it. Empty where no single clause applies.
    """
    old, new = before["players"][seat], after["players"][seat]
    scored = _scored(names, before)
    if column == c.VP_POLITICS:
        places = rooms_in(int(new["claimed"]) & ~int(old["claimed"]))
        keys = [names.politics_keys[int(after["politics"][place])] for place in places]
        return _known(*(f"politics.cards.{key}" for key in keys), "politics-card.places")
    if column == c.VP_TRACK:
        return _known("emperor.vp" if scored >= 0 else "tracks.emperor-end")
    if column == c.VP_TILES and scored >= 0:
        key = names.tile_keys[int(before["emperor_tiles"][scored])]
        return _known(f"emperor_tile.{key}.{'reward' if vp > 0 else 'penalty'}")
    if column == c.VP_BALLROOMS:
        return _of_ballroom(names, before, vp, scored)
    if column == c.VP_CELEBRITIES:
        return _of_celebrities(names, before, old, new, vp)
    if column == c.VP_ENTRANCE and new["entrance"] >= 0:
        return _known(f"entrance.{names.entrance_keys[int(new['entrance'])]}")
    return _known(*PLAIN.get(column, ()))


def _of_ballroom(names: Names, before: Any, vp: int, scored: int) -> tuple[str, ...]:
    if before["phase"] != c.PH_BALLROOM or scored < 0:
        return _known("dance.row-bonus")
    key = names.ballroom_keys[int(before["ballrooms"][scored])]
    return _known("ballroom-scoring.absent" if vp < 0 else f"ballroom.{key}.scoring")


def _of_celebrities(names: Names, before: Any, old: Any, new: Any, vp: int) -> tuple[str, ...]:
    """An arriving celebrity gives the lounge's VP; anything more comes from an ability."""
    came = [i for i in range(c.LOUNGE) if old["celebrities"][i] < 0 <= new["celebrities"][i]]
    lounge = sum(int(names.rules.waited_vp[before["lounge_waited"][place]]) for place in came)
    met = [names.celebrity_keys[int(i)] for i in new["celebrities"] if i >= 0]
    by_ability = [f"celebrity.{key}" for key in met] if vp != lounge else []
    return _known(*(["lounge.vp"] if came else []), *by_ability)


def _scored(names: Names, state: Any) -> int:
    """The emperor scoring (from 0) in progress; -1 outside them."""
    if state["phase"] not in (c.PH_EMPEROR, c.PH_BALLROOM):
        return -1
    rounds = [int(n) for n in names.rules.scoring_round[: names.rules.n_scorings]]
    return rounds.index(int(state["round_no"])) if state["round_no"] in rounds else -1


def _known(*ids: str) -> tuple[str, ...]:
    return tuple(id for id in ids if id in clauses())
