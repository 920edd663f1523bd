"""Renders a ruleset for people: sections of plain lines, cards in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from model.diff import Difference
from model.marks import MARK, departs, mark, still_assumed
from model.ruleset import Ruleset
from model.schema import COLUMNS, ROWS
from model.sources import sources
from model.wording import listed
from model.words import (
    describe_ballroom,
    describe_celebrity,
    describe_effect,
    describe_effects,
    describe_entrance,
    describe_goods,
    describe_key,
    describe_penalty,
    describe_places,
    describe_politics,
    describe_rehearsal_room,
    describe_seats,
    describe_staff,
    describe_token,
    many,
)

Lines = list[str]


def _numbers(r: Ruleset) -> Lines:
    s, e, h = r.setup, r.emperor, r.hotel
    bonus = h.occupancy_bonus
    few = "" if s.rooms_mandatory else "up to "
    lines = [
        f"Rounds: {r.game.rounds}; dice: "
        + ", ".join(f"{n} for {players} players" for players, n in _played(r, r.dice.count))
        + _coloured(r),
        f"Start: {many(s.krones, 'krone')}{_by_place(s.krones_by_place)},"
        f" {describe_goods(s.kitchen) or 'empty kitchen'}, {s.hand} staff cards"
        f" ({s.hands}), {many(s.free_guests, 'guest')}, {few}{s.rooms} rooms;"
        f" {s.boards} boards, promos {'in' if s.promos else 'out'}",
        f"Guest row costs: {_list(r.row.costs)}{_sweep(r)}; tables: {r.cafe.tables}",
        *_turns(r),
        f"Floors from below: cost {_list(h.floor_costs)}; final VP a room {_list(h.floor_vp)}",
        "Cells with VP when covered: "
        + ", ".join(f"{_room(cell)}: {vp}" for cell, vp in h.cell_vp.items())
        + ("" if h.cell_vp_again else "; once a game each"),
        f"Occupancy bonus by group size: blue {_list(bonus.blue.vp)} VP, red"
        f" {_list(bonus.red.krones)} krones, yellow {_list(bonus.yellow.emperor)} emperor steps",
        f"Emperor track VP: {_list(r.tracks.emperor_vp)}; beyond it"
        f" {r.tracks.emperor_overflow_vp} VP a step; at most {many(r.tracks.krones_max, 'krone')}",
        f"Emperor scored after rounds {_list(e.rounds)}, back {_list(e.retreat)}; reward from"
        f" space {e.reward_from}, penalty up to space {e.penalty_up_to}, its alternative"
        f" {e.penalty_alternative}",
        f"Strengthen: {many(r.strengthen.krones, 'krone')} for"
        f" {many(r.strengthen.dice, 'die', 'dice')}, {r.strengthen.per_turn} a turn; serve:"
        f" {many(r.serve.krones, 'krone')} for {r.serve.least} to {r.serve.goods} goods",
        f"Final scoring: krone {r.final.krone_vp}, good {r.final.good_vp}, guest left in the café"
        f" {r.final.stranded_guest_vp} VP",
    ]
    lines += [f"Action {face}: {describe_effect(action)}" for face, action in r.actions.items()]
    return lines


def _played(r: Ruleset, by_players: dict[int, Any]) -> list[tuple[int, Any]]:
    """What holds for each number of players for whom there are rules."""
    return [one for one in by_players.items() if one[0] <= r.game.max_players]


def _coloured(r: Ruleset) -> str:
    if not r.dice.coloured:
        return ""
    price = "other" if r.dice.coloured_price == "other-dice" else "white"
    return f"; {r.dice.coloured} of them coloured, 1 krone for each {price} die of their space"


def _by_place(krones: tuple[int, ...]) -> str:
    return f" (and {_list(krones)} by turn order)" if any(krones) else ""


def _sweep(r: Ruleset) -> str:
    return ", free guests replaced after a round without guests taken" if r.row.sweep else ""


def _turns(r: Ruleset) -> Lines:
    """The turns of each tile by number of players."""
    tiles = (
        f"{players} players " + " ".join(f"{first}+{second}" for first, second in given)
        for players, given in _played(r, r.turn_order.tiles)
    )
    return [f"Turns of each seat in a round: {'; '.join(tiles)}"]


def _list(values: tuple[int, ...]) -> str:
    return "/".join(str(value) for value in values)


SETTLED = {
    "politics_claim": (
        "When is a politics card claimed?",
        {"action": "by an additional action", "turn-end": "by itself, as the turn ends"},
    ),
    "section_bonus": (
        "When does an emptied section of a rehearsal room pay?",
        {
            "before-paying": "before the dancer is paid for",
            "after-paying": "after the dancer is paid for",
        },
    ),
    "dancer_paid": (
        "When is a guest who goes dancing paid for?",
        {
            "before-reward": "before the guest's reward is taken",
            "after-reward": "after the guest's reward is taken",
        },
    ),
}
"""Choices of procedure without a ruling: the question, and each value in words."""


def _procedure(r: Ruleset) -> Lines:
    """Each choice of procedure: the question of its ruling, and the reading in force."""
    return [_choice(name, value) for name, value in r.procedure.model_dump().items()]


def _choice(name: str, value: str) -> str:
    for ruling in sources().ruling.values():
        for reading in ruling.readings.values():
            if reading.set.get(f"procedure.{name}") == value:
                return f"{ruling.question} {reading.title}"
    question, readings = SETTLED[name]
    return f"{question} {readings[value]}"


def _room(cell: int) -> str:
    """A room as floor.column, counted from the bottom left: "3.4"."""
    return f"{cell // COLUMNS + 1}.{cell % COLUMNS + 1}"


def _boards(r: Ruleset) -> Lines:
    lines: Lines = []
    for name, board in r.boards.items():
        groups = ", ".join(" ".join(map(_room, group)) for group in board.groups)
        lines.append(f"{name}: {' '.join(reversed(board.rows))} (top floor first); groups {groups}")
    return lines


def _staff(r: Ruleset) -> Lines:
    return [
        f"{n:>3} {card.name} ({card.german}), {many(card.cost, 'krone')}"
        f"{mark(r, f'staff.{n}.cost')}, {card.timing}"
        f"{f', set {card.set}' if card.set else ''}: {describe_staff(card)}"
        f"{departs(r, f'staff.{n}')}"
        for n, card in sorted(r.staff.items())
    ]


def _guests(r: Ruleset) -> Lines:
    return [
        f"{n:>3} {g.name} ({g.german}), {g.colour}, orders {describe_goods(g.order)}"
        f"{mark(r, f'guest.{n}.order')}, {g.vp} VP{mark(r, f'guest.{n}.vp')}"
        f"{', promo' if g.promo else ''}{'' if g.dances else ', takes a room only'}:"
        f" {describe_effects(g.reward)}"
        for n, g in sorted(r.guest.items())
    ]


def _politics(r: Ruleset) -> Lines:
    lines = [f"Places on a card: {describe_places(r.politics.places)}"]
    for key, card in r.politics.cards.items():
        own = "" if card.places is None else f"; its own places: {describe_places(card.places)}"
        lines.append(f"{key}: {describe_politics(card)}{own}")
    return lines


def _emperor(r: Ruleset) -> Lines:
    lines = []
    for key, tile in r.emperor_tile.items():
        penalty = describe_penalty(tile, r.emperor.penalty_alternative)
        note = departs(r, f"emperor_tile.{key}")
        reward = describe_effects(tile.reward)
        lines.append(f"{key}: reward: {reward}. penalty: {penalty}{note}")
    return lines


def _ballrooms(r: Ruleset) -> Lines:
    if not r.ballrooms.in_play:
        return []
    lines = [
        f"{r.ballrooms.in_play} lie out, the last with a balcony; {r.ballrooms.dancers} dancers"
        f" each; without a dancer at a scoring {r.ballrooms.absent_vp} VP"
    ]
    for key, room in r.ballroom.items():
        lines.append(f"{key}: {room.name}. {describe_ballroom(room)}")
        for name, row in zip(ROWS, room.rows, strict=True):
            seats = mark(r, f"ballroom.{key}.{name}.seats")
            lines.append(f"  {name} row: {describe_seats(row)}{seats}")
    return lines


def _rehearsal(r: Ruleset) -> Lines:
    if not r.ballrooms.in_play:
        return []
    few = r.ballrooms.rehearsal_rooms == "by-players"
    head = f"{'As many as there are players' if few else 'All'} are laid out to choose from"
    rooms = [
        f"{key}: {room.name}{mark(r, f'rehearsal_room.{key}.sections')}."
        f" {describe_rehearsal_room(room)}"
        for key, room in r.rehearsal_room.items()
    ]
    return [head, *rooms]


def _celebrities(r: Ruleset) -> Lines:
    if not r.celebrity:
        return []
    back = "onto a discard pile" if r.lounge.returns == "discard" else "under the deck"
    head = f"VP by rounds waited: {listed(r.lounge.vp)}; used celebrities go {back}"
    cards = [f"{key}: {card.name}. {describe_celebrity(card)}" for key, card in r.celebrity.items()]
    return [head, *cards]


def _entrances(r: Ruleset) -> Lines:
    return [f"{key}: {card.name}. {describe_entrance(card)}" for key, card in r.entrance.items()]


def _tokens(r: Ruleset) -> Lines:
    return [
        f"{key}{mark(r, f'bonus_token.{key}')}: {describe_token(token)}"
        for key, token in r.bonus_token.items()
    ]


def _key(r: Ruleset) -> Lines:
    return [describe_key(r.skeleton_key)] if r.skeleton_key.in_play else []


def _rulings(r: Ruleset) -> Lines:
    known = sources().ruling
    books = {id: f"; its own book: {said}" for id, said in r.departures.items()}
    return [
        f"{id}: {known[id].readings[name].title} ({name}{books.get(id, '')})"
        for id, name in r.readings.items()
    ]


def departures(r: Ruleset) -> str:
    """One line on how the rules in force differ from the edition's own book; empty if not."""
    differing = [f"{id} ({r.readings[id]}; the book: {said})" for id, said in r.departures.items()]
    return f"{r.spec} does not follow its own book in {', '.join(differing)}" if differing else ""


SECTIONS: dict[str, tuple[str, Callable[[Ruleset], Lines]]] = {
    "numbers": ("Numbers and actions", _numbers),
    "procedure": ("Procedure", _procedure),
    "boards": ("Hotel plans", _boards),
    "staff": ("Staff", _staff),
    "guests": ("Guests", _guests),
    "politics": ("Politics cards", _politics),
    "emperor": ("Emperor tiles", _emperor),
    "ballrooms": ("Ballrooms", _ballrooms),
    "rehearsal": ("Rehearsal rooms", _rehearsal),
    "celebrities": ("Celebrities", _celebrities),
    "entrances": ("Hotel entrances", _entrances),
    "tokens": ("Bonus tokens", _tokens),
    "key": ("Skeleton key", _key),
    "rulings": ("Rulings", _rulings),
}


def render(ruleset: Ruleset, section: str | None = None) -> str:
    """A ruleset as text: a heading, then one section or all of them."""
    lines = [f"{ruleset.label}", f"hash {ruleset.hash}"]
    if ruleset.changes:
        lines.append(f"changes: {', '.join(ruleset.changes)}")
    assumed = len(still_assumed(ruleset))
    if assumed:
        lines.append(f"assumptions: {ruleset.assumptions}; {assumed} values no source gives")
    for name, (title, write) in SECTIONS.items():
        written = write(ruleset) if section in (None, name) else []
        if written or section == name:
            lines += ["", title, "-" * len(title), *(written or ["none"])]
    return "\n".join(lines)


def short(value: object) -> str:
    """A value of a tree in few characters, without zero or absent fields."""
    if isinstance(value, dict):
        kept = {k: v for k, v in value.items() if v not in (None, 0, False, [])}
        head = [str(kept.pop(k)) for k in ("do", "kind") if k in kept]
        return " ".join(head + [f"{k}={short(v)}" for k, v in kept.items()])
    if isinstance(value, list):
        return "[" + "; ".join(short(v) for v in value) + "]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def render_diff(differences: list[Difference]) -> list[tuple[str, ...]]:
    """Rows of (change id, title, path, left, right, source)."""
    return [
        (
            ", ".join(d.change_ids) or "-",
            "; ".join(d.titles),
            d.path,
            short(d.left) + (MARK if d.left_assumed else "") + d.left_departs,
            short(d.right) + (MARK if d.right_assumed else "") + d.right_departs,
            "; ".join(d.sources),
        )
        for d in differences
    ]
