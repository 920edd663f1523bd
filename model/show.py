"""Renders a ruleset for people: sections of plain lines, cards in words."""

from __future__ import annotations

from collections.abc import Callable

from model.diff import Difference
from model.ruleset import Ruleset
from model.schema import Staff
from model.sources import sources
from model.words import describe_effect, describe_effects, describe_goods, describe_politics, many

Lines = list[str]


def _numbers(r: Ruleset) -> Lines:
    s, e, h = r.setup, r.emperor, r.hotel
    bonus = h.occupancy_bonus
    few = "" if s.rooms_mandatory else "up to "
    lines = [
        f"Rounds: {r.game.rounds}; dice: "
        + ", ".join(f"{n} for {players} players" for players, n in r.dice.count.items()),
        f"Start: {many(s.krones, 'krone')}, {describe_goods(s.kitchen)}, {s.hand} staff cards"
        f" ({s.hands}), {many(s.free_guests, 'guest')}, {few}{s.rooms} rooms;"
        f" {s.boards} boards, promos {'in' if s.promos else 'out'}",
        f"Guest row costs: {_list(r.row.costs)}; tables: {r.cafe.tables}",
        f"Floors from below: cost {_list(h.floor_costs)}; final VP a room {_list(h.floor_vp)}",
        "Cells with VP when covered: "
        + ", ".join(f"cell {cell}: {vp}" for cell, vp in h.cell_vp.items())
        + ("" if h.cell_vp_again else "; once a game each"),
        f"Occupancy bonus by group size: blue {_list(bonus.blue.vp)} VP, red"
        f" {_list(bonus.red.krones)} krones, yellow {_list(bonus.yellow.emperor)} emperor steps",
        f"Emperor track VP: {_list(r.tracks.emperor_vp)}; beyond it"
        f" {r.tracks.emperor_overflow_vp} VP a step; at most {r.tracks.krones_max} krones",
        f"Emperor scored after rounds {_list(e.rounds)}, back {_list(e.retreat)}; reward from"
        f" space {e.reward_from}, penalty up to space {e.penalty_up_to}, its alternative"
        f" {e.penalty_alternative}",
        f"Strengthen: {many(r.strengthen.krones, 'krone')} for"
        f" {many(r.strengthen.dice, 'die', 'dice')}, {r.strengthen.per_turn} a turn; serve:"
        f" {many(r.serve.krones, 'krone')} for up to {r.serve.goods} goods",
        f"Final scoring: krone {r.final.krone_vp}, good {r.final.good_vp}, guest left in the cafe"
        f" {r.final.stranded_guest_vp} VP",
    ]
    lines += [f"Action {face}: {describe_effect(action)}" for face, action in r.actions.items()]
    return lines


def _list(values: tuple[int, ...]) -> str:
    return "/".join(str(value) for value in values)


def _procedure(r: Ruleset) -> Lines:
    return [f"{name}: {value}" for name, value in r.procedure.model_dump().items()]


def _boards(r: Ruleset) -> Lines:
    lines: Lines = []
    for name, board in r.boards.items():
        groups = " ".join("-".join(map(str, group)) for group in board.groups)
        lines.append(f"{name}: {' '.join(reversed(board.rows))} (top floor first); groups {groups}")
    return lines


def describe_card(card: Staff) -> str:
    """What a staff card does, in words."""
    return describe_effects((*card.effects, *card.abilities))


def _staff(r: Ruleset) -> Lines:
    return [
        f"{n:>3} {card.name} ({card.german}), {many(card.cost, 'krone')}, {card.timing}"
        f"{f', set {card.set}' if card.set else ''}: {describe_card(card)}"
        for n, card in r.staff.items()
    ]


def _guests(r: Ruleset) -> Lines:
    return [
        f"{n:>3} {g.name} ({g.german}), {g.colour}, orders {describe_goods(g.order)},"
        f" {g.vp} VP{', promo' if g.promo else ''}: {describe_effects(g.reward)}"
        for n, g in r.guest.items()
    ]


def _politics(r: Ruleset) -> Lines:
    lines = [f"Places on a card: {_list(r.politics.places)} VP"]
    return lines + [f"{k}: {describe_politics(card)}" for k, card in r.politics.cards.items()]


def _emperor(r: Ruleset) -> Lines:
    lines = []
    for key, tile in r.emperor_tile.items():
        other = f", or lose {tile.or_lose_vp} VP" if tile.or_lose_vp is not None else ""
        penalty = describe_effects(tile.penalty)
        lines.append(f"{key}: reward: {describe_effects(tile.reward)}. penalty: {penalty}{other}")
    return lines


def _rulings(r: Ruleset) -> Lines:
    known = sources().ruling
    return [f"{id}: {known[id].readings[name].title} ({name})" for id, name in r.rulings.items()]


SECTIONS: dict[str, tuple[str, Callable[[Ruleset], Lines]]] = {
    "numbers": ("Numbers and actions", _numbers),
    "procedure": ("Procedure", _procedure),
    "boards": ("Hotel plans", _boards),
    "staff": ("Staff", _staff),
    "guests": ("Guests", _guests),
    "politics": ("Politics cards", _politics),
    "emperor": ("Emperor tiles", _emperor),
    "rulings": ("Rulings", _rulings),
}


def render(ruleset: Ruleset, section: str | None = None) -> str:
    """A ruleset as text: a heading, then one section or all of them."""
    lines = [f"{ruleset.label}", f"hash {ruleset.hash}"]
    if ruleset.changes:
        lines.append(f"changes: {', '.join(ruleset.changes)}")
    for name, (title, write) in SECTIONS.items():
        if section in (None, name):
            lines += ["", title, "-" * len(title), *write(ruleset)]
    return "\n".join(lines)


def short(value: object) -> str:
    """A value of a tree in few characters: fields that are zero or absent are left out."""
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
            short(d.left),
            short(d.right),
            "; ".join(d.sources),
        )
        for d in differences
    ]
