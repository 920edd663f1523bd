"""The rows of a finished game: one of games, one per seat, one per card that a player received.

Rows are structured arrays filled by compiled code; `tables` converts them to Parquet.
"""

from typing import NamedTuple

import numba
import numpy as np

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.ballrooms import dancers_in
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled, inlined
from simulate.engine.state import LOG, MAX_ROUNDS, record

CARDS_PER_GAME = LOG

GAME_ROW = record(
    ("game", "i4"),
    ("deal", "i4"),
    ("emperor", "i1", (3,)),
    ("politics", "i1", (3,)),
    ("ballrooms", "i1", (c.BALLROOMS,)),
    ("rounds", "i1"),
    ("turns", "i2"),
    ("rerolls", "i2"),
    ("decisions", "i4"),
    ("winner", "i1"),
    ("winners", "i1"),
)
PLAYER_ROW = record(
    ("game", "i4"),
    ("deal", "i4"),
    ("seat", "i1"),
    ("policy", "i1"),
    ("board", "i1"),
    ("vp", "i2"),
    ("rank", "i1"),
    ("win", "f4"),
    ("tie_break", "i2"),
    ("vp_by", "i2", (c.VP_SOURCES,)),
    ("krones", "i1"),
    ("emperor", "i1"),
    ("kitchen", "i2"),
    ("hand", "i1"),
    ("staff_in_play", "i1"),
    ("rooms", "i1"),
    ("occupied", "i1"),
    ("occupied_by_colour", "i1", (c.ROOM_COLOURS,)),
    ("groups", "i1"),
    ("politics_markers", "i1"),
    ("guests_housed", "i1"),
    ("guests_left", "i1"),
    ("passes", "i2"),
    ("strengthened", "i1"),
    ("dice", "i1", (c.FACES + 1,)),
    ("rehearsal", "i1"),
    ("dancers", "i1", (c.BALLROOMS,)),
    ("celebrities", "i4"),
    ("entrance", "i1"),
    ("entrance_price", "i1"),
    ("keys", "i1"),
    ("rounds", "i1"),
    ("round_scores", "i2", (MAX_ROUNDS,)),
    ("turns_taken", "i2"),
    ("dead_turns", "i2"),
    ("choices", "i2"),
    ("options", "i4"),
)
CARD_ROW = record(
    ("game", "i4"),
    ("seat", "i1"),
    ("kind", "i1"),
    ("card", "i2"),
    ("came", "i1"),
    ("came_round", "i1"),
    ("paid_in", "i1"),
    ("used_round", "i1"),
    ("paid", "i1"),
    ("vp", "i2"),
)


class Rows(NamedTuple):
    """The rows of many games: shapes (games,), (games * players,) and an upper bound for cards."""

    games: np.ndarray
    players: np.ndarray
    cards: np.ndarray
    filled: np.ndarray  # (1,): rows of cards so far


def blank_rows(games: int, players: int) -> Rows:
    """Buffers for the rows of this many games."""
    return Rows(
        np.zeros(games, dtype=GAME_ROW),
        np.zeros(games * players, dtype=PLAYER_ROW),
        np.zeros(games * CARDS_PER_GAME, dtype=CARD_ROW),
        np.zeros(1, dtype=np.int64),
    )


declare(
    game_rows=numba.from_dtype(GAME_ROW)[::1],
    player_rows=numba.from_dtype(PLAYER_ROW)[::1],
    card_rows=numba.from_dtype(CARD_ROW)[::1],
    seat_policy=numba.int64[::1],
    recorded=numba.typeof(blank_rows(0, 2)),
)


@compiled
def record_rows(g, rules, game, deal, seat_policy, recorded, at):
    """Fill all rows of a finished game, the one with this index among those recorded."""
    record_game(g, rules, game, deal, recorded.games, at)
    first, winners = at * g.n_players, recorded.games[at].winners
    record_players(g, rules, game, deal, seat_policy, recorded.players, first, winners)
    recorded.filled[0] = record_cards(g, rules, game, recorded.cards, recorded.filled[0])


@compiled
def record_game(g, rules, game, deal, game_rows, at):
    """Fill one row of games."""
    row = game_rows[at]
    row.game = game
    row.deal = deal
    for i in range(3):
        row.emperor[i] = g.emperor_tiles[i]
        row.politics[i] = g.politics[i]
        row.ballrooms[i] = g.ballrooms[i]
    row.rounds = g.round_no
    row.turns = g.turns
    row.rerolls = g.rerolls
    row.decisions = g.decisions
    row.winners = 0
    row.winner = -1
    for i in range(g.n_players):
        if g.players[i].rank == 1:
            row.winners += 1
            row.winner = i
    if row.winners > 1:
        row.winner = -1


@compiled
def record_players(g, rules, game, deal, seat_policy, player_rows, at, winners):
    """Fill one row for each seat, starting at ``at``."""
    for i in range(g.n_players):
        p = g.players[i]
        row = player_rows[at + i]
        row.game = game
        row.deal = deal
        row.seat = i
        row.policy = seat_policy[i]
        row.board = p.board
        row.vp = p.vp
        row.rank = p.rank
        row.win = 1.0 / winners if p.rank == 1 else 0.0
        row.tie_break = p.tie_break
        for k in range(c.VP_SOURCES):
            row.vp_by[k] = p.vp_by[k]
        row.krones = p.krones
        row.emperor = p.emperor
        row.kitchen = 0
        for k in range(c.GOODS):
            row.kitchen += p.kitchen[k]
        row.hand = p.hand_size
        row.staff_in_play = p.staff_size
        row.rooms = bits(p.occupied | p.vacant)
        row.occupied = bits(p.occupied)
        for k in range(c.ROOM_COLOURS):
            row.occupied_by_colour[k] = bits(p.occupied & rules.colour_mask[p.board, k])
        row.groups = bits(p.groups_paid)
        row.politics_markers = bits(p.claimed)
        row.guests_housed = p.housed
        row.guests_left = 0
        for t in range(p.tables):
            if p.cafe[t] >= 0:
                row.guests_left += 1
        row.passes = p.passes
        row.strengthened = p.strengthened
        for k in range(c.FACES + 1):
            row.dice[k] = p.dice_taken[k]
        row.rehearsal = p.rehearsal
        for place in range(c.BALLROOMS):
            row.dancers[place] = dancers_in(p, place)
        row.celebrities = p.met
        row.entrance = p.entrance
        row.entrance_price = p.entrance_price
        row.keys = p.keys
        record_course(g, row, i)


@inlined
def record_course(g, row, who):
    """Fill the columns on the course of the game for a seat."""
    course = g.course[who]
    row.rounds = g.round_no
    for k in range(g.round_no):
        row.round_scores[k] = course.vp[k]
    row.turns_taken = course.turns
    row.dead_turns = course.dead_turns
    row.choices = course.choices
    row.options = course.options


@compiled
def record_cards(g, rules, game, card_rows, at):
    """Append the game's card log, starting at ``at``; returns the index of the next row."""
    for i in range(g.log_size):
        e = g.log[i]
        row = card_rows[at + i]
        row.game = game
        row.seat = e.seat
        row.kind = e.kind
        if e.kind == c.LOG_STAFF:
            row.card = rules.staff_number[e.card]
        else:
            row.card = rules.guest_number[e.card]
        row.came = e.came
        row.came_round = e.came_round
        row.paid_in = e.paid_in
        row.used_round = e.used_round
        row.paid = e.paid
        row.vp = e.vp
    return at + g.log_size
