"""What chance gives in games of players alike: by the deal, by each roll and by each draw.

A gift is what the learned value says of a position once chance has spoken, less the mean of what it
would say had other dice and cards come up instead. These come from the distribution that the
players face: dice are rolled anew, and what nobody has seen of a deck lies in another order. So the
mean of a gift is 0 whatever the value says, and gifts can be taken off a result without moving its
mean (what chance does in AIVAT: Burch, Schmid, Moravcik, Morrill, Bowling 2018, AAAI). The value is
told what its seat may know, and was fixed before the games; these continue as if nobody had asked.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numba
import numpy as np

from model import Ruleset, UserError
from simulate import policies
from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.codes import S_GUESTS, S_STAFF
from simulate.engine.compile import compile_ruleset
from simulate.engine.jit import compiled
from simulate.engine.machine import apply, settle
from simulate.engine.rng import draw, shuffle
from simulate.engine.setup import start
from simulate.engine.state import new_games
from simulate.learned.advice import SPARE, STRONG, note_thought
from simulate.learned.choice import PLANS, plan_choice
from simulate.learned.features import note_seen
from simulate.learned.network import HEADS, Network, blank
from simulate.learned.plan import MIND_GAMES, forget_plans, judge_root, new_mind
from simulate.learned.table import Table
from simulate.policies.chooser import choose
from simulate.policies.greedy import as_words, copy_hot

KINDS = ("deal", "dice", "guests", "staff")
"""What chance brings; a step that brings several counts as the first of them."""
DEAL, DICE, GUESTS, STAFF = range(len(KINDS))
NOTHING = -1
WORLDS = 4
"""Other outcomes that each is held against: their mean is as noisy as a quarter of an outcome."""
S_OTHERWISE = 65
"""The stream that says what else comes up."""
OTHER_DEALS = 1 << 40
"""Deals of these numbers and above are never played: what else could have been dealt."""
BEFORE, OTHER = MIND_GAMES - 1, MIND_GAMES
"""Records: the position before chance speaks, and how else it continues; the last one is blank."""

declare(
    judge=numba.typeof(new_mind()), said=numba.typeof(blank()), weight=numba.float64,
    gift=numba.float64[:, ::1], gifts=numba.float64[:, :, :, ::1],
    result=numba.float64[:, ::1], results=numba.float64[:, :, ::1], unlike=numba.int64[::1],
)  # fmt: skip


@compiled
def came_up(g, scratch):
    """What chance brought since the position BEFORE, a place in KINDS; NOTHING if it is silent."""
    earlier = scratch[BEFORE]
    if g.rolls != earlier.rolls or g.round_no != earlier.round_no:
        return DICE
    if g.guest_next != earlier.guest_next or g.guest_shuffles != earlier.guest_shuffles:
        return GUESTS
    if g.staff_top != earlier.staff_top:
        return STAFF
    return NOTHING


@compiled
def come_otherwise(g, rules, staff_dealt, word):
    """Let all chance to come be another: ``word`` says which.

    ``staff_dealt``: how many staff cards were shuffled. Those that players put under the deck lie
    behind them and stay: their places are known.
    """
    g.key = word
    guests = g.guest_deck[g.guest_next : g.guest_deck_size]
    shuffle(word, S_GUESTS, guests, rules.guest_number, len(guests))
    staff = g.staff_deck[g.staff_top : staff_dealt]
    shuffle(word, S_STAFF, staff, rules.staff_number, len(staff))


@compiled
def weigh_in(g, rules, worth, dial, net, book, judge, thought, weight, gift):
    """Add ``weight`` times what the value says of a position to each of the first seats.

    ``gift``: shape (seats, HEADS); ``thought``: memory, shape (HEADS,).
    """
    for who in range(len(gift)):
        if g.phase != c.PH_OVER:
            note_seen(g, who, judge.seen[who])
            judge_root(g, rules, worth, dial, net, book, judge, who, judge.seen[who], SPARE)
        note_thought(g, judge, who, thought)
        for head in range(HEADS):
            gift[who, head] += weight * thought[head]


@compiled
def give_deal(
    scratch, rules, worth, dial, net, book, judge, thought, seed, first_other, worlds, gift
):  # fmt: skip
    """Write the gift of the deal in ``scratch[0]``, against deals from ``first_other`` on."""
    g, other = scratch[0], scratch[OTHER]
    weigh_in(g, rules, worth, dial, net, book, judge, thought, 1.0, gift)
    for world in range(worlds):
        scratch[OTHER] = scratch[len(scratch) - 1]
        start(other, rules, g.n_players, seed, first_other + world)
        settle(other, rules, judge.out[0])
        weigh_in(other, rules, worth, dial, net, book, judge, thought, -1.0 / worlds, gift)


@compiled
def give(
    scratch, buffers, rules, worth, dial, net, book, judge, thought, act, kind, staff_dealt,
    worlds, gift, unlike,
):  # fmt: skip
    """Add the gift of what came up between the position BEFORE, by an action, and ``scratch[0]``.

    Counts in ``unlike`` the other outcomes that are of another kind.
    """
    g, other = scratch[0], scratch[OTHER]
    weigh_in(g, rules, worth, dial, net, book, judge, thought, 1.0, gift)
    for world in range(worlds):
        copy_hot(scratch, buffers, OTHER, BEFORE)
        word = draw(g.key, S_OTHERWISE, other.decisions * worlds + world)
        come_otherwise(other, rules, staff_dealt, word)
        apply(other, rules, act)
        settle(other, rules, judge.out[0])
        unlike[0] += came_up(other, scratch) != kind
        weigh_in(other, rules, worth, dial, net, book, judge, thought, -1.0 / worlds, gift)


@compiled
def note_result(g, result):
    """VP and shares of the win of a finished game, shape (2, players)."""
    winners = 0
    for seat in range(g.n_players):
        winners += g.players[seat].rank == 1
    for seat in range(g.n_players):
        result[0, seat] = g.players[seat].vp
        result[1, seat] = 1.0 / winners if g.players[seat].rank == 1 else 0.0


@compiled
def play_with_gifts(
    scratch, buffers, rules, worths, dials, net, second_net, said, book, mind, judge, players, seed,
    first, kinds, worlds, out, thought, gifts, results, unlike,
):  # fmt: skip
    """Play deals ``first``, ``first + 1`` ... to their end, a row of the arrays each.

    ``worths``, ``dials``: of the players, then of the judge, whose network is ``said``; ``kinds``:
    bit set of the kinds of chance that are judged. ``gifts``, shape (deals, kinds, seats, HEADS),
    and ``results``, shape (deals, 2, players), are written. Returns -1, or the number of a deal
    that met an error.
    """
    for at in range(len(results)):
        deal = first + at
        scratch[0] = scratch[len(scratch) - 1]
        g = scratch[0]
        start(g, rules, players, seed, deal)
        staff_dealt = g.staff_top + g.staff_deck_size
        forget_plans(mind)
        n = settle(g, rules, out)
        if (kinds >> DEAL) & 1:
            give_deal(
                scratch, rules, worths[1], dials[1], said, book, judge, thought, seed,
                OTHER_DEALS + deal * worlds, worlds, gifts[at, DEAL],
            )  # fmt: skip
        while n > 0:
            pick = 0
            if n > 1 and worths[0].kind == PLANS:
                who = g.frames[g.top - 1].player
                pick = plan_choice(
                    scratch, buffers, rules, worths[0], dials[0], net, second_net, book, mind, who,
                    out, n
                )  # fmt: skip
            elif n > 1:
                pick = choose(0, scratch, buffers, rules, worths, out, n)
            act = out[pick]
            copy_hot(scratch, buffers, BEFORE, 0)
            apply(g, rules, act)
            n = settle(g, rules, out)
            kind = came_up(g, scratch)
            if kind != NOTHING and (kinds >> kind) & 1:
                give(
                    scratch, buffers, rules, worths[1], dials[1], said, book, judge, thought, act,
                    kind, staff_dealt, worlds, gifts[at, kind], unlike,
                )  # fmt: skip
        if g.error:
            return deal
        note_result(g, results[at])
    return -1


@dataclass(frozen=True)
class Given:
    """Games and what chance gave in them, a row a deal.

    gifts: shape (deals, len(KINDS), seats, 3), of each kind in all, as each of the first seats'
    value has it: own VP, the best rival's VP, share of the win; 0 where it was not asked.
    vp, win: shape (deals, players): VP, and shares of the win (0..1).
    unlike: other outcomes in which chance brought something of another kind. While there are none,
    the gifts of a kind have the mean 0 by themselves too, not only those of all kinds together.
    """

    gifts: np.ndarray
    vp: np.ndarray
    win: np.ndarray
    unlike: int


class GiftedGames:
    """Games of players of one kind, judged by the learned value.

    network: another value than the suite's own. Raises UserError for players that Python asks (a
    search, a file), and for celebrities, whose deck is not dealt again here.
    """

    def __init__(
        self, ruleset: Ruleset, players: int, policy: str, network: Network | None = None
    ) -> None:
        if policies.asked_by_python((policy,)):
            raise UserError(
                f"policy {policy}: it takes too long; name another (`gah players list`)"
            )
        self.ruleset, self.players = ruleset, players
        self.program = compile_ruleset(ruleset)
        if self.program[0].coloured_dice:
            raise UserError(
                f"{ruleset.label}: control variates are not available in games with celebrities"
            )
        self.table = Table(self.program, (policy, STRONG), players)
        self.judge = Table(self.program, (STRONG,), players, network)
        self.scratch = new_games(MIND_GAMES + 2)
        self.words = as_words(self.scratch)

    def play(
        self,
        seed: int,
        first: int,
        deals: int,
        kinds: Collection[str] = KINDS,
        seats: int = 1,
        worlds: int = WORLDS,
    ) -> Given:
        """Play a range of deals; without ``kinds`` nothing is judged, and the games are the same.

        seats: how many of them judge, from the first. Raises RuntimeError for a game that meets an
        error of the engine.
        """
        table = self.table
        gifts = np.zeros((deals, len(KINDS), seats, HEADS))
        results, unlike = np.zeros((deals, 2, self.players)), np.zeros(1, np.int64)
        failed = play_with_gifts(
            self.scratch, self.words, self.program[0], table.worths, table.dials, table.network,
            table.second, self.judge.network, table.book, table.mind, self.judge.mind, self.players,
            seed, first, sum(1 << KINDS.index(kind) for kind in kinds), worlds, table.out,
            np.zeros(HEADS), gifts, results, unlike,
        )  # fmt: skip
        if failed >= 0:
            error = c.ERRORS[int(self.scratch[0].error)]
            raise RuntimeError(f"{self.ruleset.label}, seed {seed}, deal {failed}: {error}")
        return Given(gifts, results[:, 0], results[:, 1], int(unlike[0]))
