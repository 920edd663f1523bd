"""Reading a transcript's start: a set-up or a position, as the referee's page describes them."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from model.schema import Rules
from tests.witness.setting_up import board_of
from tests.witness.table import (
    COLOURS,
    GOODS,
    Grants,
    Seat,
    Sitting,
    Table,
    of_kind,
)


def read_start(rules: Rules, document: dict[str, Any]) -> Table:
    """The table of a transcript's set-up or position, before anything is decided."""
    players = document["players"]
    names = [f"Seat {n + 1}" for n in range(players)] if isinstance(players, int) else players
    start = document.get("position") or document["setup"]
    g = Table(rules, [Seat(index, name) for index, name in enumerate(names)])
    read_common(g, start)
    if "position" in document:
        read_position(g, start)
    else:
        read_setup(g, start)
    return g


def read_common(g: Table, start: dict[str, Any]) -> None:
    for key in start.get("tiles", ()):
        g.tiles[key[0]] = key
    for key in start.get("politics", ()):
        g.politics[key[0]] = key
    for key in start.get("own_politics", ()):
        g.own_politics[key[0]] = key
    g.own_tiles = words(start.get("own_tiles", ""))
    if "row" in start:
        g.row = list(start["row"])
    g.guest_deck = list(start.get("guest_deck") or ())  # 0: none is left
    g.staff_deck = list(start.get("staff_deck", ()))
    g.ballrooms = [key_of(g.rules.ballroom, name) for name in start.get("ballrooms", ())]
    g.lounge = [name and key_of(g.rules.celebrity, name) for name in start.get("lounge", ())]
    g.waited = [int(n) for n in words(start.get("waited", "0 0 0"))]
    for field in ("celebrity_deck", "celebrity_discard"):
        setattr(g, field, [key_of(g.rules.celebrity, name) for name in start.get(field, ())])
    g.rehearsal_rooms = [
        key_of(g.rules.rehearsal_room, name) for name in start.get("rehearsal_rooms", ())
    ]
    g.entrances = [key_of(g.rules.entrance, name) for name in start.get("entrances", ())]


def read_setup(g: Table, start: dict[str, Any]) -> None:
    """Clauses: set-up.krones, set-up.kitchen, start-player.krones, ballrooms.first-champagne."""
    setup = g.rules.setup
    g.packs = [list(pack) for pack in start.get("packs", [[] for _ in g.seats])]
    boards = start.get("boards", ["night"] * len(g.seats))
    hands = start.get("hands", [[] for _ in g.seats])
    for seat, board, hand in zip(g.seats, boards, hands, strict=True):
        board_of(g, seat, board)
        seat.hand = list(hand)
        seat.krones = setup.krones + setup.krones_by_place[seat.index]
        seat.kitchen = Counter({good: getattr(setup.kitchen, good) for good in GOODS})
        seat.tables = [None] * g.rules.cafe.tables
        if setup.hands == "beginner":
            letter = "ABCD"[seat.index]
            seat.hand = [n for n, card in g.rules.staff.items() if card.set == letter]


def read_position(g: Table, start: dict[str, Any]) -> None:
    by_name = {seat.name: seat for seat in g.seats}
    g.round = start.get("round", 1)
    g.guest_discard = list(start.get("guest_discard", ()))
    g.staff_removed = list(start.get("staff_removed", ()))
    g.kept = list(start.get("kept", ()))
    g.guests_taken = start.get("guests_taken", 0)
    g.somebody_passed = start.get("somebody_passed", False)
    g.first = (g.round - 1) % len(g.seats)
    if start.get("first_player") is not None:
        g.first = by_name[start["first_player"]].index
    if start.get("key") is not None:
        g.key = by_name[start["key"]].index
    read_dice(g, start.get("dice", ""))
    for name, fields in start.get("players", {}).items():
        read_seat(g, by_name[name], fields)
    for seat in g.seats:
        if not seat.tables:
            read_seat(g, seat, {})
    for seat in g.seats:
        seat.kept = [number for number in seat.kept if number not in g.kept]
    away = [*g.kept, *(number for seat in g.seats for number in seat.kept)]
    g.guest_discard = [number for number in g.guest_discard if number not in away]
    if start.get("turn") is not None:
        g.mover = by_name[start["turn"]].index
    so_far = start.get("so_far", ())
    g.guest_taken = "guest" in so_far
    g.action_done = "action" in so_far
    g.guests_left = start.get("guests_left", 0)
    g.started = "started" in so_far
    g.without_die = "without-die" in so_far
    g.tile_used = "tile" in so_far
    if start.get("extra_turn") is not None:
        g.extra = grants(start["extra_turn"])


def read_dice(g: Table, dice: Any) -> None:
    text = dice if isinstance(dice, str) else " ".join(str(die) for die in dice)
    for colour, faces in re.findall(r"(red|blue|yellow)?([1-6]+)", text):
        if colour:
            g.coloured[colour] = int(faces[0])
            faces = faces[1:]
        for face in faces:
            g.white[int(face)] += 1


def grants(allowed: Any) -> Grants:
    return Grants(
        "die" in allowed, "action" in allowed, "strengthen" in allowed, "die-bonuses" in allowed
    )


def read_seat(g: Table, seat: Seat, fields: dict[str, Any]) -> None:
    board_of(g, seat, fields.get("board", "night"))
    for name in ("krones", "emperor", "vp", "turns_taken", "extra_turns", "left", "guest_vp"):
        setattr(seat, name, fields.get(name, 0))
    seat.most_krones = fields.get("most_krones", seat.krones)
    for name in ("passed", "has_passed"):
        setattr(seat, name, fields.get(name, False))
    seat.vp_from = Counter(fields.get("vp_from", {}))
    seat.kitchen = goods(fields.get("kitchen", ""))
    for name in ("hand", "staff", "kept"):
        setattr(seat, name, list(fields.get(name, ())))
    seat.used = set(fields.get("used", ()))
    seat.used_up = set(fields.get("used_up", ()))
    seat.vacant = cells(fields.get("vacant", ""))
    seat.occupied = cells(fields.get("occupied", ""))
    seat.covered = seat.tiles | cells(fields.get("covered", ""))
    seat.paid = firsts(seat, cells(fields["paid"])) if "paid" in fields else full_groups(seat)
    begun = cells(fields["begun"]) if "begun" in fields else set()
    seat.begun = firsts(seat, begun | seat.occupied)
    seat.lines = full_lines(seat)
    if "lines" in fields:
        seat.lines = {int(line) - 1 for line in words(fields["lines"])}
    seat.claimed = set(words(fields.get("claimed", "")))
    seat.own_claimed = set(words(fields.get("own_claimed", "")))
    seat.extra_grants = grants(fields.get("extra_turn_grants", ()))
    seat.dice_taken = list(fields.get("dice_taken", ()))
    for key, number in fields.get("orders", {}).items():
        colour, size = key.split()
        seat.orders[colour, int(size)] = number
    read_modules(g, seat, fields)
    read_tables(g, seat, fields.get("guests", {}), fields.get("ignored", ""))


def read_modules(g: Table, seat: Seat, fields: dict[str, Any]) -> None:
    if fields.get("rehearsal") is not None:
        seat.rehearsal = key_of(g.rules.rehearsal_room, fields["rehearsal"])
        sections = g.rules.rehearsal_room[seat.rehearsal].sections
        resting = fields.get("resting", [one.dancers for one in sections])
        seat.resting = [int(n) for n in words(resting)]
    dancers = fields.get("dancers", {})
    if isinstance(dancers, str):
        dancers = Counter(dancers.split())
    for place, number in dancers.items():
        ballroom, row = place.split(".")
        seat.dancers[int(ballroom) - 1, row] = number
    for colour, name in fields.get("celebrities", {}).items():
        seat.celebrities[colour] = key_of(g.rules.celebrity, name)
    used = fields.get("celebrities_used", ())
    seat.celebrities_used = {key_of(g.rules.celebrity, name) for name in used}
    if fields.get("entrance") is not None:
        seat.entrance = key_of(g.rules.entrance, fields["entrance"])
        if of_kind(g, seat, "own_tiles"):
            seat.own_tiles = words(fields.get("own_tiles", g.own_tiles))
        if of_kind(g, seat, "on_column") or of_kind(g, seat, "on_floor"):
            keys = list(g.rules.bonus_token)
            numbers = words(fields.get("tokens", [str(n + 1) for n in range(len(keys))]))
            seat.tokens = [keys[int(number) - 1] for number in numbers]


def read_tables(g: Table, seat: Seat, guests: Any, ignored: Any) -> None:
    tables = g.rules.cafe.tables
    tables += sum(ability.tables for ability in of_kind(g, seat, "more_tables"))
    seat.tables = [None] * tables
    if isinstance(guests, dict):
        guests = [{"guest": number, "goods": laid} for number, laid in guests.items()]
    for table, sitting in enumerate(guests):
        if sitting is None:
            continue
        if not isinstance(sitting, dict):
            sitting = {"guest": sitting}
        number = int(sitting["guest"])
        order = g.rules.guest[number].order
        missing = Counter({good: getattr(order, good) for good in GOODS})
        laid = sitting.get("goods", "")
        if laid == "all":
            missing = Counter()
        else:
            missing -= goods(laid)
        seat.tables[table] = Sitting(number, +missing)
    for sitting, number in zip(seat.tables, words(ignored), strict=False):
        if sitting is not None and int(number):
            sitting.ignored = GOODS[int(number) - 1]


# --- values --------------------------------------------------------------------------------------


def words(value: Any) -> list[str]:
    return value.split() if isinstance(value, str) else [str(one) for one in value]


def goods(value: Any) -> Counter[str]:
    if isinstance(value, dict):
        return Counter(value)
    found = re.findall(r"(\d+) (\w+)", value)
    return Counter({good: int(number) for number, good in found})


def cells(value: Any) -> set[int]:
    """Rooms as written: "1.1 2.1-2.5"."""
    found: set[int] = set()
    for word in words(value):
        ends = [int(f) * 5 - 5 + int(c) - 1 for f, c in (e.split(".") for e in word.split("-"))]
        found |= set(range(ends[0], ends[-1] + 1))
    return found


def firsts(seat: Seat, found: set[int]) -> set[int]:
    return {seat.group_of(cell)[0] for cell in found}


def full_lines(seat: Seat) -> set[int]:
    """Columns (0 to 4) and floors (5 to 8) whose rooms are all occupied."""
    columns = {c: {f * 5 + c for f in range(4)} for c in range(5)}
    floors = {5 + f: {f * 5 + c for c in range(5)} for f in range(4)}
    return {line for line, cells in (columns | floors).items() if cells <= seat.occupied}


def full_groups(seat: Seat) -> set[int]:
    return {group[0] for group in seat.groups if set(group) <= seat.occupied}


def key_of(table: dict[str, Any], name: str) -> str:
    """The key of what is written by key or by name."""
    if name in table:
        return name
    return next(key for key, one in table.items() if one.name == name)


def summary(g: Table) -> dict[str, Any]:
    """Everything of a position that can be compared, as plain values."""
    found: dict[str, Any] = {
        "round": g.round,
        "turn": g.mover,
        "so_far": (g.guest_taken, g.action_done, g.without_die, g.tile_used),
        "guests_left": g.guests_left,
        "extra_turn": g.extra and vars(g.extra),
        "white": dict(+g.white),
        "coloured": dict(g.coloured),
        "celebrity_deck": g.celebrity_deck,
        "celebrity_discard": sorted(g.celebrity_discard),
        "guest_discard": sorted(g.guest_discard),
    }
    for name in ("row", "guest_deck", "staff_deck", "lounge", "first", "key"):
        found[name] = getattr(g, name)
    found["guests_taken"] = g.guests_taken
    found["somebody_passed"] = g.somebody_passed or any(seat.passed for seat in g.seats)
    found["waited"] = [n if name else 0 for n, name in zip(g.waited, g.lounge, strict=False)]
    found["kept"] = sorted(g.kept)
    found["staff_removed"] = sorted(g.staff_removed)
    for seat in g.seats:
        for name, value in seat_summary(seat).items():
            found[f"{seat.name}.{name}"] = value
    for name in useless(g):
        found.pop(name, None)
    return found


def useless(g: Table) -> list[str]:
    """Fields that are of no use under these rules, so that nobody need keep them."""
    counted = {need.count for card in g.rules.politics.cards.values() for need in card.needs}
    found = [] if g.rules.row.sweep else ["guests_taken"]
    staff = [g.rules.staff[number] for seat in g.seats for number in seat.staff]
    if not any(one.kind == "on_first_pass" for card in staff for one in card.abilities):
        found.append("somebody_passed")
    for seat in g.seats:
        entrance = g.rules.entrance[seat.entrance] if seat.entrance else None
        own = {one.kind for one in entrance.abilities} if entrance else set()
        needed = {
            "has_passed": g.rules.skeleton_key.in_play,
            "dice_taken": "on_dice_sum" in own,
            "left": "round_guests" in own,
            "begun": "on_first_room" in own,
            "orders": "orders" in counted,
            "guest_vp": "guest_vp" in counted,
        }
        found += [f"{seat.name}.{name}" for name, holds in needed.items() if not holds]
    return found


def seat_summary(seat: Seat) -> dict[str, Any]:
    found: dict[str, Any] = {
        "tables": [sitting and (sitting.guest, dict(+sitting.missing)) for sitting in seat.tables],
        "extra_turn_grants": vars(seat.extra_grants) if seat.extra_turns else None,
        "celebrities": {c: seat.celebrities[c] for c in COLOURS if c in seat.celebrities},
    }
    for name in ("krones", "emperor", "vp", "turns_taken", "passed", "extra_turns"):
        found[name] = getattr(seat, name)
    for name in ("rehearsal", "resting", "entrance", "tokens", "left", "guest_vp"):
        found[name] = getattr(seat, name)
    found["dice_taken"] = (len(seat.dice_taken), seat.dice_taken[:1])
    for name in ("hand", "staff", "used", "used_up", "kept", "own_tiles", "claimed"):
        found[name] = sorted(getattr(seat, name))
    for name in ("vacant", "occupied", "covered", "paid", "begun", "own_claimed"):
        found[name] = sorted(getattr(seat, name))
    found["has_passed"] = seat.has_passed or seat.passed
    found["celebrities_used"] = sorted(seat.celebrities_used)
    for name in ("vp_from", "kitchen", "dancers", "orders"):
        found[name] = {key: number for key, number in getattr(seat, name).items() if number}
    return found
