"""Sentences for the decisions that modules bring. See ``sentences``."""

from __future__ import annotations

from collections.abc import Callable

from model.words import describe_effects, many
from simulate.actions import DICE_WORDS, ROW_WORDS
from simulate.engine import codes as c
from simulate.engine.additional import own_tile
from simulate.engine.ballrooms import dancer_price
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.dice import coloured_price
from simulate.engine.ledger import serves_as
from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE
from simulate.narration.changes import CLAIM, cards
from simulate.narration.decision import Decision
from simulate.narration.module_changes import (
    CELEBRITY,
    DANCERS,
    DICE,
    ENTRANCE,
    KEY,
    answering,
)
from simulate.narration.names import COLOUR_OF, krones


def owned(d: Decision) -> list[int]:
    """All cards that change something for the player: staff, celebrities, the entrance."""
    met = [FIRST_CELEBRITY + int(i) for i in d.player["celebrities"] if i >= 0]
    own = [FIRST_ENTRANCE + int(d.player["entrance"])] if d.player["entrance_active"] else []
    return [*cards(d.player, "staff"), *met, *own]


# --- dice


def taken_colour(how: int) -> int:
    """The colour of the die taken; 0: white."""
    return how // c.D_TAKEN & c.D_COLOUR


def moved_die(d: Decision, face: int) -> str:
    """ "moves a die from space 2 to space 3 and "; empty if none is moved."""
    if not d.b & (c.D_FROM_BELOW | c.D_FROM_ABOVE):
        return ""
    colour = d.b // c.D_MOVED & c.D_COLOUR
    start = face - 1 if d.b & c.D_FROM_BELOW else face + 1
    word = f"the {DICE_WORDS[colour]} die" if colour else "a die"
    movers = [d.names.card(card) for card in owned(d) if d.rules.card_move_die[card]]
    return f"{' and '.join(movers)}: moves {word} from space {start} to space {face}, then "


def coloured_die(d: Decision, face: int) -> list[str]:
    """What a coloured die costs, and which celebrity comes with it."""
    colour = taken_colour(d.b)
    if not colour:
        return []
    moved = d.b // c.D_MOVED & c.D_COLOUR
    arrives = bool(d.b & (c.D_FROM_BELOW | c.D_FROM_ABOVE))
    price = int(coloured_price(d.state, d.rules, face, colour, arrives, moved))
    parts = [f"the colour costs {krones(price)}" if price else "the colour costs nothing"]
    celebrity = int(d.state["lounge"][colour - 1])
    if celebrity >= 0:
        vp = int(d.rules.waited_vp[d.state["lounge_waited"][colour - 1]])
        text = d.names.celebrity_text(celebrity)
        parts.append(f"meets {d.names.celebrity(celebrity)}, {vp} VP ({text})")
    return parts


def second_die(d: Decision, face: int) -> list[str]:
    """What cards give for the sum of both dice of the round (face 0: the skeleton key)."""
    p = d.player
    if p["dice_this_round"] != 1:
        return []
    first = int(p["first_face"])
    total = (first or face) + (face or first)
    found = answering(d.names, d.state, d.seat, c.ON_DICE_SUM, total)
    return [f"both dice show {total} in all", *found] if found else []


def _key(d: Decision) -> tuple[str, ...]:
    good = many(int(d.rules.key_goods), "dish or drink", "dishes or drinks")
    parts = [
        "takes the skeleton key instead of a die and starts the next round",
        f"{good} of choice, a main action of strength {d.rules.key_strength}",
        *second_die(d, 0),
    ]
    return ("; ".join(parts), KEY)


def _remove_die(d: Decision) -> tuple[str, ...]:
    return (f"puts the {DICE_WORDS[d.a + 1]} die away", DICE)


# --- dancers


def _sent(d: Decision, seat: int, section: int, less: int) -> str:
    """ "a dancer from section 3 to the top row of Apollosaal for 3 champagne"."""
    place, row = divmod(seat, c.ROWS)
    price = int(dancer_price(d.state, d.rules, place, row, 0))
    left = int(dancer_price(d.state, d.rules, place, row, less))
    cost = f"for {left} champagne" if left else "free"
    cost += f" ({price} less {min(less, price)})" if left not in (0, price) else ""
    where = d.names.row_of(d.state, seat)
    if d.names.on_balcony(d.state, seat):
        where = f"the balcony beside {where}"
    return f"a dancer from section {section + 1} to {where} {cost}"


def _dance(d: Decision) -> tuple[str, ...]:
    guest = d.names.guest(int(d.player["cafe"][d.a]))
    sent = _sent(d, d.b, d.extra, 0)
    return (f"{guest} leaves table {d.a + 1} and goes dancing: {sent}", DANCERS)


def _send(d: Decision) -> tuple[str, ...]:
    return (f"sends {_sent(d, d.a, d.b, int(d.frame['reductions']) & 15)}", DANCERS)


def _row_bonus(d: Decision) -> tuple[str, ...]:
    times = int(d.player["row_bonus"])
    return (d.names.row_bonus(d.state, int(d.frame["seat"]), times),)


def _section_bonus(d: Decision) -> tuple[str, ...]:
    return (d.names.section_bonus(d.player, int(d.frame["section"])),)


def _rehearse(d: Decision) -> tuple[str, ...]:
    room = int(d.state["rehearsal_rooms"][d.a])
    return (f"chooses {d.names.rehearsal(room)} ({d.names.sections(room)})", DANCERS)


# --- entrances, personal cards and tiles, tokens


def _bid(d: Decision) -> tuple[str, ...]:
    if d.state["auctioned"] >= 0:
        return (f"bids {many(d.b, 'krone')}",)
    entrance = d.names.entrance(int(d.state["entrances"][d.a]))
    return (f"puts {entrance} up for auction and bids {many(d.b, 'krone')}",)


def claim_own(d: Decision, letter: int) -> tuple[str, ...]:
    """A personal politics card is turned over."""
    card = d.names.politics(int(d.state["own_politics"][letter]))
    return (f"turns over the personal politics card {card}", CLAIM, ENTRANCE)


def _use_tile(d: Decision) -> tuple[str, ...]:
    steps = int(own_tile(d.state, d.rules, d.player, d.a))
    tile = int(d.state["own_tiles"][d.a])
    given = d.names.effects(d.rules.tile_reward[tile], d.rules.tile_reward_n[tile])
    back = many(steps, "emperor step")
    return (
        f"gives {back} for the reward of the personal tile {d.names.tile_keys[tile]}: {given}",
        ENTRANCE,
    )


def _token(d: Decision) -> tuple[str, ...]:
    return (f"uses {d.names.token(d.a, int(d.frame['half']))}",)


# --- other cards


def _use_celebrity(d: Decision) -> tuple[str, ...]:
    celebrity = int(d.player["celebrities"][d.a])
    effects = describe_effects(d.names.celebrity_card(celebrity).effects)
    return (f"{d.names.celebrity(celebrity)}: {effects}", CELEBRITY)


def _ignore_good(d: Decision) -> tuple[str, ...]:
    guest = d.names.guest(int(d.player["cafe"][d.a]))
    helpers = [d.names.card(card) for card in owned(d) if d.rules.card_ignore_good[card]]
    return (f"{' and '.join(helpers)}: the last good that {guest} wants is ignored",)


def _bonus_kind(d: Decision) -> tuple[str, ...]:
    group = int(d.frame["group"])
    what = d.names.group(d.board, group)
    given = d.names.bonus(d.player, group, d.a)
    return (f"chooses the {COLOUR_OF[d.a]} occupancy bonus for the {what}: {given}",)


def instead(d: Decision) -> str:
    """ "2 coffee for 1 cake", where a good is placed for another; else empty."""
    if not d.extra:
        return ""
    serving = d.frame["kind"] == c.F_SERVE
    have = int((d.player["kitchen"] if serving else d.frame["goods"])[d.a])
    used = int(serves_as(d.player, d.a, d.extra - 1, have))
    return f"{used} {GOODS_WORDS[d.a]} for 1 {GOODS_WORDS[d.extra - 1]}"


def _swap(d: Decision) -> tuple[str, ...]:
    return (f"swaps {GOODS_WORDS[d.a]} for {GOODS_WORDS[d.b]}",)


MODULE_SENTENCES: dict[int, Callable[[Decision], tuple[str, ...]]] = {
    c.KEY: _key,
    c.IGNORE_GOOD: _ignore_good,
    c.USE_TILE: _use_tile,
    c.USE_CELEBRITY: _use_celebrity,
    c.DANCE: _dance,
    c.SEND: _send,
    c.ROW_BONUS: _row_bonus,
    c.SECTION_BONUS: _section_bonus,
    c.PAY: lambda d: (f"pays 1 {GOODS_WORDS[d.a]}",),
    c.SWAP: _swap,
    c.TOKEN: _token,
    c.BONUS_KIND: _bonus_kind,
    c.BID: _bid,
    c.REHEARSE: _rehearse,
    c.REMOVE_DIE: _remove_die,
    c.REMOVE_DANCER: lambda d: (f"gives up a dancer of the {ROW_WORDS[d.a]} row",),
}
