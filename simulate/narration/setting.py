"""The head of a transcript: ruleset, hotels, cards of the game, hands, and status lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model import Ruleset
from model.sources import sources
from model.words import describe_effects, describe_goods, describe_penalty, describe_places, many
from simulate.engine import codes as c
from simulate.engine.ballrooms import dancers_in
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES
from simulate.narration.changes import cards, guest_deck, row_words, staff_deck
from simulate.words.names import Names, goods_text, krones, seat_name
from simulate.words.spelling import DICE_WORDS, ROW_WORDS

PLAN = 25  # columns of text for the plan of a hotel


def ruleset_lines(ruleset: Ruleset) -> Iterator[str]:
    """The ruleset's label, hash and changes."""
    yield f"Ruleset {ruleset.label}, hash {ruleset.hash[:16]}"
    known = sources().change
    changes = [f"{id} ({known[id].title})" if id in known else id for id in ruleset.changes]
    yield f"Changes: {'; '.join(changes) or 'none'}"
    for name in ruleset.patches:
        yield f"Patch: {name}"


def board_lines(names: Names, state: Any) -> Iterator[str]:
    """A plan of every hotel, top floor first; a plan shared by several seats is printed once."""
    hotel = names.ruleset.hotel
    seats: dict[int, list[str]] = {}
    for seat in range(state["n_players"]):
        seats.setdefault(int(state["players"][seat]["board"]), []).append(seat_name(seat))
    boards = list(seats)
    whose = {
        board: " and ".join(held) if len(held) < max(3, int(state["n_players"])) else "all seats"
        for board, held in seats.items()
    }
    for pair in (boards[:2], boards[2:]):
        if not pair:
            continue
        titles = "".join(f"{whose[board]}, {names.boards[board]}".ljust(PLAN) for board in pair)
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


def _politics_card(names: Names, index: int) -> str:
    """A politics card, with its VP by place if they differ from the common ones."""
    own = names.ruleset.politics.cards[names.politics_keys[index]].places
    return names.politics(index) + ("" if own is None else f" for {describe_places(own)}")


def common_lines(names: Names, state: Any) -> Iterator[str]:
    """Politics cards, emperor tiles, dice, row and decks."""
    yield from shared_lines(names, state)
    yield f"Dice: {names.ruleset.dice.count[int(state['n_players'])]}"
    deck = ", ".join(str(names.rules.guest_number[i]) for i in guest_deck(state))
    yield f"Guest deck after the first row, top first: {deck}"
    deck = ", ".join(str(names.rules.staff_number[i]) for i in staff_deck(state))
    yield f"Staff deck, top first: {deck}"
    yield row_line(names, state)
    yield from extra_lines(names, state)


def shared_lines(names: Names, state: Any) -> Iterator[str]:
    """Politics cards and emperor tiles."""
    r = names.ruleset
    listed = [_politics_card(names, int(i)) for i in state["politics"] if i >= 0]
    yield f"Politics cards ({describe_places(r.politics.places)}): {', '.join(listed)}"
    for scoring, index in enumerate(state["emperor_tiles"]):
        if index < 0:
            continue
        key = names.tile_keys[index]
        tile = r.emperor_tile[key]
        yield (
            f"Emperor tile {key} (after round {r.emperor.rounds[scoring]}, back"
            f" {r.emperor.retreat[scoring]}): reward {describe_effects(tile.reward)};"
            f" penalty {describe_penalty(tile, r.emperor.penalty_alternative)}"
        )


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
    """A seat's status, in one line."""
    p = state["players"][seat]
    board = int(p["board"])
    kitchen = goods_text(p["kitchen"]) or "empty"
    tables = " | ".join(_table(names, p, table) for table in range(p["tables"]))
    vacant = names.rooms(board, int(p["vacant"])) or "none"
    occupied = names.rooms(board, int(p["occupied"])) or "none"
    staff = ", ".join(_played(names, p, i) for i in range(p["staff_size"])) or "none"
    return (
        f"= {seat_name(seat)}: {many(int(p['krones']), 'krone')}, emperor {p['emperor']},"
        f" kitchen {kitchen}; café: {tables}; vacant {vacant}, occupied {occupied};"
        f" {many(int(p['hand_size']), 'card')} in hand, staff {staff};"
        f"{extra_status(names, state, seat)} {p['vp']} VP"
    )


def _played(names: Names, player: Any, i: int) -> str:
    """The number of a card in play, with a note if it is used up."""
    number = names.rules.staff_number[player["staff"][i]]
    return f"{number} (used up)" if player["staff_used"][i] == 2 else str(number)


def _table(names: Names, player: Any, table: int) -> str:
    guest = int(player["cafe"][table])
    if guest < 0:
        return "free"
    wants = goods_text(player["missing"][table])
    return f"{names.guest(guest)} {'wants ' + wants if wants else 'has everything'}"


# --- components of modules


def extra_lines(names: Names, state: Any) -> Iterator[str]:
    """Ballrooms, rehearsal rooms, celebrities, entrances and the skeleton key."""
    rules = names.rules
    if rules.ballrooms:
        yield from _ballroom_lines(names, state)
    if rules.coloured_dice:
        words = DICE_WORDS[1 : 1 + int(rules.coloured_dice)]
        yield f"Coloured dice among them: {', '.join(words)}"
        yield lounge_line(names, state)
        deck = state["celebrity_deck"][: state["celebrity_deck_size"]]
        yield f"Celebrities to follow: {', '.join(names.celebrity(int(i)) for i in deck)}"
    if rules.entrances:
        yield from _entrance_lines(names, state)
    if rules.key:
        key = names.ruleset.skeleton_key
        listed = ", ".join(str(n) for n in key.krones[: state["n_players"] - 1])
        yield (
            f"Skeleton key: {many(key.goods, 'dish or drink', 'dishes or drinks')} of choice and a"
            f" main action of strength {key.strength} instead of a die; those who follow receive"
            f" {listed} krones"
        )


def _ballroom_lines(names: Names, state: Any) -> Iterator[str]:
    rules, n = names.rules, int(state["n_players"])
    for place in range(c.BALLROOMS):
        index = int(state["ballrooms"][place])
        card = names.ballroom_card(index)
        after = int(rules.scoring_round[place])
        rows = "; ".join(
            f"{ROW_WORDS[row]} row {card.rows[row].champagne} champagne,"
            f" {many(int(rules.row_seats[index, row, n]), 'seat')},"
            f" {describe_effects(card.rows[row].bonus)}"
            for row in reversed(range(c.ROWS))
        )
        balcony = "; the balcony next to the top row" if place == c.BALLROOMS - 1 else ""
        yield f"Ballroom {place + 1}, {card.name} (scored after round {after}): {rows}{balcony}"
    for room in state["rehearsal_rooms"]:
        if room >= 0:
            yield f"{names.rehearsal(int(room))}: {names.sections(int(room))}"


def _entrance_lines(names: Names, state: Any) -> Iterator[str]:
    for index in state["entrances"]:
        if index >= 0:
            yield f"Hotel entrance {entrance_text(names, state, int(index))}"


def entrance_text(names: Names, state: Any, index: int, *, owned: bool = False) -> str:
    """An entrance with its gains and abilities, and the components next to it.

    ``owned``: without the personal emperor tiles of the set-up, some of which may be used up by now
    (``own_entrance_text`` lists those that are left).
    """
    card, number = names.entrance_card(index), FIRST_ENTRANCE + index
    kitchen = goods_text(names.rules.entrance_kitchen[index]) or "no goods"
    parts = [kitchen]
    parts += [describe_effects(card.on_receipt)] if card.on_receipt else []
    parts += [f"{card.rooms} more rooms in the set-up"] if card.rooms else []
    parts += [f"{many(card.free_rooms, 'further room')} free"] if card.free_rooms else []
    parts.append(describe_effects(card.abilities))
    if names.rules.card_own_politics[number]:
        own = ", ".join(names.politics(int(i)) for i in state["own_politics"] if i >= 0)
        parts.append(f"personal politics cards {own}")
    if names.rules.card_own_tiles[number] and not owned:
        own = ", ".join(names.tile_keys[int(i)] for i in state["own_tiles"] if i >= 0)
        parts.append(f"personal emperor tiles {own}")
    if any(getattr(e, "do", "") == "bonus_token" for e in _given(card)):
        tokens = range(int(names.rules.n_tokens))
        parts += [f"{names.token(i, 0)}; {names.token(i, 1)}" for i in tokens]
    return f"{card.name}: {'; '.join(parts)}"


def _given(card: Any) -> Iterator[Any]:
    for ability in card.abilities:
        yield from getattr(ability, "effects", ())


def lounge_line(names: Names, state: Any) -> str:
    """The celebrities of the lounge with their dice, VP and abilities."""
    places = []
    for place in range(int(names.rules.coloured_dice)):
        index = int(state["lounge"][place])
        if index < 0:
            places.append(f"{DICE_WORDS[place + 1]} nobody")
            continue
        vp = int(names.rules.waited_vp[state["lounge_waited"][place]])
        text = names.celebrity_text(index)
        places.append(f"{DICE_WORDS[place + 1]} {names.celebrity(index)} ({vp} VP; {text})")
    return f"Lounge: {', '.join(places)}"


def lounge_changes(names: Names, before: Any, after: Any) -> Iterator[str]:
    """Who leaves at the end of a round, and who waits and gains value."""
    n = int(before["n_players"])
    helped = [int(i) for p in before["players"][:n] for i in p["celebrities"] if i >= 0]
    if helped:
        listed = ", ".join(names.celebrity(i) for i in helped)
        yield f"Back from the hotels: {listed}"
    for place in range(int(names.rules.coloured_dice)):
        index, now = int(before["lounge"][place]), int(after["lounge"][place])
        if index >= 0 and index == now:
            vp = int(names.rules.waited_vp[after["lounge_waited"][place]])
            yield f"{names.celebrity(index)} waits on and is worth {vp} VP now"
        elif index >= 0:
            yield f"{names.celebrity(index)} has waited in vain and leaves the lounge"
        if now >= 0 and now != index:
            word = DICE_WORDS[place + 1]
            yield f"{names.celebrity(now)} comes to the place of the {word} die"
    if after["celebrity_shuffles"] > before["celebrity_shuffles"]:
        deck = after["celebrity_deck"][: after["celebrity_deck_size"]]
        listed = ", ".join(names.celebrity(int(i)) for i in deck)
        yield f"The celebrities who left were shuffled; still to come: {listed}"


def extra_status(names: Names, state: Any, seat: int) -> str:
    """The modules' part of a seat's status line; empty without them."""
    p, parts = state["players"][seat], []
    if names.rules.ballrooms:
        parts.append(f"dancers {dancers_text(names, state, p)}")
        left = [str(int(n)) for n in p["resting"]]
        while left and left[-1] == "0":
            left.pop()
        parts.append(f"resting {'+'.join(left) or 'none'}")
    met = [names.celebrity(int(i)) for i in p["celebrities"] if i >= 0]
    if met:
        parts.append(f"with {' and '.join(met)}")
    if p["entrance"] >= 0:
        parts.append(own_entrance_text(names, state, p))
    if state["key_holder"] == seat:
        parts.append("skeleton key")
    return "".join(f" {part};" for part in parts)


def dancers_text(names: Names, state: Any, player: Any) -> str:
    """The dancers sent so far: "Apollosaal 1 top; Odeonsaal 2 bottom"."""
    listed = [
        f"{names.ballroom(int(state['ballrooms'][place]))} {row_words(player['dancers'][place])}"
        for place in range(c.BALLROOMS)
        if dancers_in(player, place)
    ]
    return " | ".join(listed) or "none"


def own_entrance_text(names: Names, state: Any, player: Any) -> str:
    """The entrance, with its remaining tokens, tiles and politics cards."""
    index = int(player["entrance"])
    card = FIRST_ENTRANCE + index
    left = []
    if any(getattr(e, "do", "") == "bonus_token" for e in _given(names.entrance_card(index))):
        tokens = [str(i + 1) for i in range(8) if int(player["tokens"]) >> i & 1]
        left.append(f"tokens {', '.join(tokens) or 'none'}")
    if names.rules.card_own_tiles[card]:
        tiles = [
            names.tile_keys[int(state["own_tiles"][k])]
            for k in range(MAX_OWN_TILES)
            if int(player["own_tiles_left"]) >> k & 1
        ]
        left.append(f"tiles {', '.join(tiles) or 'none'}")
    if names.rules.card_own_politics[card]:
        done = [word for i, word in enumerate("ABC") if int(player["own_done"]) >> i & 1]
        left.append(f"personal cards turned over: {', '.join(done) or 'none'}")
    return names.entrance(index) + (f" ({'; '.join(left)})" if left else "")
