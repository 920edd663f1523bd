"""The head of a transcript: ruleset, hotels, cards of the game, hands, and status lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model import Ruleset
from model.sources import sources
from model.words import describe_effects, describe_goods, many
from simulate.engine import codes as c
from simulate.narration import module_setting
from simulate.narration.changes import cards, guest_deck, staff_deck
from simulate.narration.names import Names, goods_text, krones, seat_name

PLAN = 25  # columns of text that the plan of a hotel takes


def ruleset_lines(ruleset: Ruleset) -> Iterator[str]:
    """The ruleset's label, hash and what it changes."""
    yield f"Ruleset {ruleset.label}, hash {ruleset.hash[:16]}"
    known = sources().change
    changes = [f"{id} ({known[id].title})" if id in known else id for id in ruleset.changes]
    yield f"Changes: {'; '.join(changes) or 'none'}"
    for name in ruleset.patches:
        yield f"Patch: {name}"


def board_lines(names: Names, state: Any) -> Iterator[str]:
    """A plan of every hotel, top floor first; a plan that several seats share comes once."""
    hotel = names.ruleset.hotel
    seats: dict[int, list[str]] = {}
    for seat in range(state["n_players"]):
        seats.setdefault(int(state["players"][seat]["board"]), []).append(seat_name(seat))
    boards = list(seats)
    for pair in (boards[:2], boards[2:]):
        if not pair:
            continue
        titles = "".join(
            f"{' and '.join(seats[board])}, {names.boards[board]}".ljust(PLAN) for board in pair
        )
        yield f"floor  {titles.rstrip()}"
        for floor in reversed(range(c.FLOORS)):
            plans = "".join(_floor(names, board, floor).ljust(PLAN) for board in pair)
            price = krones(hotel.floor_costs[floor])
            yield f"  {floor + 1}    {plans} {price}, {hotel.floor_vp[floor]} VP at the end"
        columns = "".join(f"{i + 1:<4}" for i in range(c.COLUMNS)).rstrip().ljust(PLAN)
        yield f"column {(columns * len(pair)).rstrip()}"


def _floor(names: Names, board: int, floor: int) -> str:
    cells = range(floor * c.COLUMNS, (floor + 1) * c.COLUMNS)
    return "".join(_cell(names, board, cell).ljust(4) for cell in cells).rstrip()


def _cell(names: Names, board: int, cell: int) -> str:
    vp = names.ruleset.hotel.cell_vp.get(cell, 0)
    return names.colour(board, cell)[0].upper() + (f"+{vp}" if vp else "")


def common_lines(names: Names, state: Any) -> Iterator[str]:
    """Politics cards, emperor tiles, dice, row and decks."""
    r = names.ruleset
    places = "/".join(str(vp) for vp in r.politics.places)
    listed = [names.politics(int(i)) for i in state["politics"] if i >= 0]
    yield f"Politics cards ({places} VP): {', '.join(listed)}"
    for scoring, index in enumerate(state["emperor_tiles"]):
        key = names.tile_keys[index]
        tile = r.emperor_tile[key]
        other = f", or lose {tile.or_lose_vp} VP" if tile.or_lose_vp is not None else ""
        yield (
            f"Emperor tile {key} (after round {r.emperor.rounds[scoring]}, back"
            f" {r.emperor.retreat[scoring]}): reward {describe_effects(tile.reward)};"
            f" penalty {describe_effects(tile.penalty)}{other}"
        )
    yield f"Dice: {r.dice.count[int(state['n_players'])]}"
    deck = ", ".join(str(names.rules.guest_number[i]) for i in guest_deck(state))
    yield f"Guest deck after the first row, top first: {deck}"
    deck = ", ".join(str(names.rules.staff_number[i]) for i in staff_deck(state))
    yield f"Staff deck, top first: {deck}"
    yield row_line(names, state)
    yield from module_setting.common_lines(names, state)


def row_line(names: Names, state: Any) -> str:
    """The guests of the row, left to right, with their prices."""
    places = []
    for place, guest in enumerate(state["row"]):
        text = names.guest_text(int(guest)) if guest >= 0 else "empty"
        places.append(f"[{names.rules.row_cost[place]}] {text}")
    return f"Row, left to right with prices: {', '.join(places)}"


def start_lines(names: Names, state: Any) -> Iterator[str]:
    """What each seat starts with."""
    setup = names.ruleset.setup
    kitchen = describe_goods(setup.kitchen) or "nothing"
    money = [many(setup.krones + more, "krone") for more in setup.krones_by_place]
    n = int(state["n_players"])
    each = money[0] if len(set(money[:n])) == 1 else f"{', '.join(money[:n])} in seat order"
    yield f"Each seat: {each}, kitchen {kitchen}"
    for seat in range(state["n_players"]):
        yield hand_line(names, state, seat)


def hand_line(names: Names, state: Any, seat: int) -> str:
    """The cards in a hand (or a pack to draft from), with their printed costs."""
    player = state["players"][seat]
    hand = ", ".join(names.staff_cost(card) for card in cards(player, "hand")) or "no cards"
    pack = ", ".join(names.staff_cost(card) for card in cards(player, "offer"))
    if pack:
        return f"{seat_name(seat)}, pack to draft from: {pack}"
    return f"{seat_name(seat)}, hand (printed costs): {hand}"


def status_line(names: Names, state: Any, seat: int) -> str:
    """Where a seat stands, in one line."""
    p = state["players"][seat]
    board = int(p["board"])
    kitchen = goods_text(p["kitchen"]) or "empty"
    tables = " | ".join(_table(names, p, table) for table in range(p["tables"]))
    vacant = names.rooms(board, int(p["vacant"])) or "none"
    occupied = names.rooms(board, int(p["occupied"])) or "none"
    staff = ", ".join(_played(names, p, i) for i in range(p["staff_size"])) or "none"
    return (
        f"= {seat_name(seat)}: {many(int(p['krones']), 'krone')}, emperor {p['emperor']},"
        f" kitchen {kitchen}; cafe: {tables}; vacant {vacant}, occupied {occupied};"
        f" {many(int(p['hand_size']), 'card')} in hand, staff {staff};"
        f"{module_setting.status(names, state, seat)} {p['vp']} VP"
    )


def _played(names: Names, player: Any, i: int) -> str:
    """The number of a card in play; a card that is used up says so."""
    number = names.rules.staff_number[player["staff"][i]]
    return f"{number} (used up)" if player["staff_used"][i] == 2 else str(number)


def _table(names: Names, player: Any, table: int) -> str:
    guest = int(player["cafe"][table])
    if guest < 0:
        return "free"
    wants = goods_text(player["missing"][table])
    return f"{names.guest(guest)} {'wants ' + wants if wants else 'has everything'}"
