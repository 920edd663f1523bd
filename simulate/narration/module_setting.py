"""What modules lay out, and what they add to a player's status line. See ``setting``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.words import describe_effects, many
from simulate.engine import codes as c
from simulate.engine.ballrooms import dancers_in
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES
from simulate.narration.module_changes import row_words
from simulate.narration.names import Names, goods_text
from simulate.spelling import DICE_WORDS, ROW_WORDS


def common_lines(names: Names, state: Any) -> Iterator[str]:
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
        balcony = "; beside the top row the balcony" if place == c.BALLROOMS - 1 else ""
        yield f"Ballroom {place + 1}, {card.name} (scored after round {after}): {rows}{balcony}"
    for room in state["rehearsal_rooms"]:
        if room >= 0:
            yield f"{names.rehearsal(int(room))}: {names.sections(int(room))}"


def _entrance_lines(names: Names, state: Any) -> Iterator[str]:
    for index in state["entrances"]:
        if index >= 0:
            yield f"Hotel entrance {entrance_text(names, state, int(index))}"


def entrance_text(names: Names, state: Any, index: int) -> str:
    """An entrance with what it brings, does, and what lies beside it."""
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
    if names.rules.card_own_tiles[number]:
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
    """The celebrities of the lounge with their dice, VP and what they do."""
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
    """Who leaves at the end of a round, and who waits and is worth more."""
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


def status(names: Names, state: Any, seat: int) -> str:
    """What modules add to the status line of a seat; empty without them."""
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
    """The entrance, with the tokens, tiles and politics cards that are left of it."""
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
