"""The emperor scoring, the final scoring and the result, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from model.words import describe_alternative, many
from simulate.engine import codes as c
from simulate.engine.ballrooms import best_row, dancers_in
from simulate.engine.flow import seat_of
from simulate.engine.hotel import bits
from simulate.engine.state import FIRST_ENTRANCE
from simulate.narration.changes import Changes, answering, cards, row_words
from simulate.words.names import Names, goods_text, rooms_in, seat_name
from simulate.words.spelling import ROW_WORDS


def scoring_number(names: Names, state: Any) -> int:
    """The number of the round's emperor scoring, from 0."""
    rounds = names.rules.scoring_round[: names.rules.n_scorings].tolist()
    return rounds.index(int(state["round_no"]))


def player_order(state: Any) -> list[int]:
    """The seats in the order of their turn order tiles."""
    return [int(seat_of(state, tile)) for tile in range(state["n_players"])]


def track_lines(names: Names, before: Any, after: Any) -> Iterator[tuple[int, str]]:
    """Steps 1 and 2 of an emperor scoring: points for the space, then the retreat."""
    changes = Changes(names, before, after)
    back = int(names.rules.retreat[scoring_number(names, before)])
    for seat in player_order(before):
        space = int(before["players"][seat]["emperor"])
        phrases = changes.of_player(seat)
        points = [text for text in phrases if "VP for" in text] or ["no VP"]
        moved = [text for text in phrases if text not in points] or [f"emperor stays on {space}"]
        yield seat, f"space {space}: {', '.join(points)}; back {back}: {', '.join(moved)}"


def judgement(names: Names, state: Any, seat: int) -> str:
    """Step 3 for one seat: the effect of the emperor's tile."""
    rules, player = names.rules, state["players"][seat]
    tile = int(state["emperor_tiles"][scoring_number(names, state)])
    space, key = int(player["emperor"]), names.tile_keys[tile]
    if space >= rules.reward_from:
        given = names.effects(rules.tile_reward[tile], rules.tile_reward_n[tile])
        later = rules.emperor_staff_after_reward  # then they answer automatically
        answers = [] if later else answering(names, state, seat, c.ON_EMPEROR_REWARD, 0)
        return "; ".join([f"space {space}: reward of tile {key}: {given}", *answers])
    if space > rules.penalty_up_to:
        return f"space {space}: neither reward nor penalty"
    suffered = names.effects(rules.tile_penalty[tile], rules.tile_penalty_n[tile])
    other = ""
    if rules.tile_or_vp[tile] >= 0:
        edition = names.ruleset.emperor.penalty_alternative
        other = f", or {describe_alternative(names.ruleset.emperor_tile[key], edition)}"
    averted = "; averted free" if player["avert_cost"] == 0 else ""
    return f"space {space}: penalty of tile {key}: {suffered}{other}{averted}"


def final_staff(names: Names, state: Any, seat: int) -> str:
    listed = _entrance_politics(names, state, seat)
    listed += [
        f"{names.staff(card)} ({names.effects(names.rules.card_effect[card], n)})"
        for card in cards(state["players"][seat], "staff")
        if names.rules.staff_timing[card] == c.END
        for n in [int(names.rules.card_effect_n[card])]
    ]
    return ", ".join(listed) or "no final-scoring staff"


def _entrance_politics(names: Names, state: Any, seat: int) -> list[str]:
    """VP of an entrance with its own politics cards at the end."""
    p = state["players"][seat]
    if p["entrance"] < 0:
        return []
    card = FIRST_ENTRANCE + int(p["entrance"])
    if not names.rules.card_own_politics[card]:
        return []
    done = int(bits(p["claimed"])) + int(bits(p["own_done"]))
    vp = int(names.rules.card_final_politics_vp[card, min(done, 6)])
    return [f"{names.card(card)} ({many(done, 'politics card')} fulfilled: {vp} VP)"]


def _places(vp: Any) -> str:
    return "/".join(str(n) for n in vp)


SCORINGS: dict[str, Callable[[Any, int], str]] = {  # how a ballroom scores, in words
    "best_row": lambda s, n: "each dancer 1, 2 or 3 VP for a best row bottom, middle or top",
    "row_majorities": lambda s, n: f"in each row {_places(s.vp)} VP for the most dancers",
    "dancers_table": lambda s, n: f"{_places(s.vp)} VP by the number of dancers",
    "majority": lambda s, n: f"{_places(s.vp[n])} VP for the most dancers",
    "per_dancers": lambda s, n: f"{s.vp} VP for every {many(s.dancers, 'dancer')}",
}


def ballroom_lines(names: Names, before: Any, after: Any, place: int) -> Iterator[tuple[int, str]]:
    """The scoring of a ballroom: each seat's dancers and their VP."""
    changes = Changes(names, before, after)
    for seat in player_order(before):
        p = before["players"][seat]
        n = int(dancers_in(p, place))
        gained = [int(x) for x in after["players"][seat]["vp_by"] - p["vp_by"]]
        points = [
            changes.points(seat, vp, column, names.of_column(column, p))
            for column, vp in enumerate(gained)
            if vp
        ] or ["no VP"]
        what = f"{many(n, 'dancer')} ({row_words(p['dancers'][place])})" if n else "no dancer"
        ballroom = names.ballroom_card(int(before["ballrooms"][place]))
        if n and ballroom.scoring.kind == "best_row":
            what += f", best row {ROW_WORDS[best_row(p, place)]}"
        yield seat, f"{what}: {', '.join(points)}"


def hotel_lines(names: Names, before: Any, after: Any, seat: int) -> Iterator[str]:
    """Occupied rooms, leftovers and guests left over, each with its points."""
    rules, p = names.rules, before["players"][seat]
    changes = Changes(names, before, after)
    floors = [r // c.COLUMNS for r in rooms_in(int(p["occupied"]))]
    rooms = ", ".join(
        f"{floors.count(f)} on floor {f + 1} x {rules.floor_vp[f]}"
        for f in range(c.FLOORS)
        if floors.count(f)
    )
    left = [goods_text(p["kitchen"])] if any(p["kitchen"]) else []
    left.append(many(int(p["krones"]), "krone"))
    stranded = ", ".join(names.guest(int(guest)) for guest in p["cafe"] if guest >= 0)
    gained = [int(n) for n in after["players"][seat]["vp_by"] - p["vp_by"]]
    if stranded and p["no_stranded"]:
        stranded += ", which costs nothing"
    for column, what in (
        (c.VP_FLOORS, f"occupied rooms: {rooms or 'none'}"),
        (c.VP_LEFTOVERS, f"left over: {', '.join(left)}"),
        (c.VP_STRANDED, f"guests left in the café: {stranded or 'none'}"),
    ):
        text = names.vp_columns[column]
        points = changes.points(seat, gained[column], column, text) if gained[column] else ""
        yield f"{what}; {points}" if points else what


def result_lines(names: Names, state: Any, players: Sequence[str]) -> Iterator[str]:
    """Points by source in a table, then the ranking."""
    seats = range(state["n_players"])
    width = max(len(seat_name(seat)) for seat in seats) + 4
    label = max(len(text) for text in names.vp_columns.values()) + 2
    yield "source".ljust(label) + "".join(seat_name(seat).rjust(width) for seat in seats)
    for column, text in names.vp_columns.items():
        values = [int(state["players"][seat]["vp_by"][column]) for seat in seats]
        yield text.ljust(label) + "".join(str(value).rjust(width) for value in values)
    totals = [int(state["players"][seat]["vp"]) for seat in seats]
    yield "total".ljust(label) + "".join(str(value).rjust(width) for value in totals)
    yield ""
    ranked = sorted(seats, key=lambda seat: int(state["players"][seat]["rank"]))
    for seat in ranked:
        p = state["players"][seat]
        tied = totals.count(int(p["vp"])) > 1
        why = f" (tie-break: {p['tie_break']} VP for goods and krones left)" if tied else ""
        shared = [int(state["players"][s]["rank"]) for s in seats].count(int(p["rank"])) > 1
        still = ", shared" if shared else ""
        yield f"{p['rank']}. {players[seat]}: {p['vp']} VP{why}{still}"
