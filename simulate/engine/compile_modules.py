"""The tables of the modules as numbers: ballrooms, rehearsal rooms, tokens, lounge, key."""

from typing import TYPE_CHECKING, Any

from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS, SCORING_WORDS, stable_number
from simulate.engine.program import MAX_BALLROOMS, MAX_TOKENS
from simulate.engine.state import (
    FIRST_CELEBRITY,
    FIRST_ENTRANCE,
    MAX_CELEBRITIES,
    MAX_ENTRANCES,
    MAX_REHEARSAL,
)

if TYPE_CHECKING:
    from simulate.engine.compile import Compiler


def modules(compiler: "Compiler") -> None:
    """Write everything that modules bring beyond cards of the base game's kinds."""
    ballrooms(compiler)
    rehearsal_rooms(compiler)
    celebrities(compiler)
    entrances(compiler)
    r, o = compiler.ruleset, compiler.rules
    o.key = r.skeleton_key.in_play
    o.key_goods = r.skeleton_key.goods
    o.key_strength = r.skeleton_key.strength
    o.key_krones[:] = r.skeleton_key.krones


def ballrooms(compiler: "Compiler") -> None:
    r, o = compiler.ruleset, compiler.rules
    o.ballrooms = r.ballrooms.in_play
    o.absent_vp = r.ballrooms.absent_vp
    compiler.limit("ballrooms", len(r.ballroom), MAX_BALLROOMS)
    o.n_ballrooms = len(r.ballroom)
    for b, key in enumerate(sorted(r.ballroom)):
        room = r.ballroom[key]
        o.ballroom_number[b] = stable_number(key)
        for row, given in enumerate(room.rows):
            o.row_champagne[b, row] = given.champagne
            for players, seats in given.seats.items():
                o.row_seats[b, row, players] = seats
            o.row_effect[b, row] = o.n_effects
            o.row_effect_n[b, row] = compiler.effects(given.bonus)
        o.ballroom_scoring[b] = SCORING_WORDS[room.scoring.kind]
        o.ballroom_per[b] = getattr(room.scoring, "dancers", 1)
        vp = getattr(room.scoring, "vp", ())
        for players in range(2, 5):
            given_vp = by_players(vp, players)
            o.ballroom_vp_n[b, players] = len(given_vp)
            o.ballroom_vp[b, players, : len(given_vp)] = given_vp


def by_players(vp: Any, players: int) -> tuple[int, ...]:
    """The VP of a scoring for a number of players: one number, a list, or a list for each."""
    if isinstance(vp, dict):
        return tuple(vp.get(players, ()))
    return (vp,) if isinstance(vp, int) else tuple(vp)


def rehearsal_rooms(compiler: "Compiler") -> None:
    r, o = compiler.ruleset, compiler.rules
    compiler.limit("rehearsal rooms", len(r.rehearsal_room), MAX_REHEARSAL)
    o.n_rehearsal = len(r.rehearsal_room)
    o.all_rehearsal_rooms = r.ballrooms.rehearsal_rooms == "all"
    for i, key in enumerate(sorted(r.rehearsal_room)):
        o.rehearsal_number[i] = stable_number(key)
        sections = r.rehearsal_room[key].sections
        o.n_sections[i] = len(sections)
        for k, section in enumerate(sections):
            o.section_dancers[i, k] = section.dancers
            o.section_effect[i, k] = o.n_effects
            o.section_effect_n[i, k] = compiler.effects(section.bonus)


def celebrities(compiler: "Compiler") -> None:
    r, o = compiler.ruleset, compiler.rules
    o.coloured_dice = r.dice.coloured
    o.coloured_price = c.OTHER_DICE if r.dice.coloured_price == "other-dice" else c.WHITE_DICE
    o.celebrities_return = c.DISCARD if r.lounge.returns == "discard" else c.UNDER_DECK
    o.n_waits = len(r.lounge.vp)
    o.waited_vp[: o.n_waits] = r.lounge.vp
    compiler.limit("celebrities", len(r.celebrity), MAX_CELEBRITIES)
    o.n_celebrities = len(r.celebrity)
    for i, key in enumerate(sorted(r.celebrity)):
        o.celebrity_number[i] = stable_number(key)
        compiler.card(FIRST_CELEBRITY + i, r.celebrity[key])


def entrances(compiler: "Compiler") -> None:
    r, o = compiler.ruleset, compiler.rules
    o.entrances = r.entrances.in_play
    compiler.limit("hotel entrances", len(r.entrance), MAX_ENTRANCES)
    o.n_entrances = len(r.entrance)
    for i, key in enumerate(sorted(r.entrance)):
        card = r.entrance[key]
        o.entrance_number[i] = stable_number(key)
        o.entrance_kitchen[i] = [getattr(card.kitchen, good) for good in GOODS_WORDS]
        o.entrance_effect[i] = o.n_effects
        o.entrance_effect_n[i] = compiler.effects(card.on_receipt)
        o.entrance_late[i] = card.receipt == "after-set-up"
        o.entrance_rooms[i] = card.rooms
        o.entrance_free_rooms[i] = card.free_rooms
        o.entrance_active[i] = card.active == "at-once"
        compiler.card(FIRST_ENTRANCE + i, card)
    compiler.limit("bonus tokens", len(r.bonus_token), MAX_TOKENS)
    o.n_tokens = len(r.bonus_token)
    for i, token in enumerate(r.bonus_token.values()):
        for half, effects in enumerate((token.upper, token.lower)):
            o.token_effect[i, half] = o.n_effects
            o.token_effect_n[i, half] = compiler.effects(effects)
