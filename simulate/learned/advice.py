"""A strong player's view of a position: its plans, and the value of actions in VP and wins.

The value of an action is that of its best plan. After the action, the seat's remaining pending
decisions are planned again (plan.py), so that the order of equal actions makes no difference. At
the end of the plan, the same determinization continues: the others play their turns by looking one
action ahead, the own next turn is planned, and the value judges its end, or the end of the game.
Actions are compared in the same determinizations, so that their differences vary little. What the
seat cannot know is drawn again in each of them and never read.

    adviser = Adviser(game.program, players=2)
    actions = adviser.candidates(game)
    worths = adviser.weigh(game, actions, worlds=64)  # (64, len(actions), 3): own VP, rival's, win
    adviser.standing(worths)[:, 0]  # what the player plays for, in VP
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numba
import numpy as np

from simulate.compiling.signatures import declare
from simulate.engine.codes import F_TURN, PH_OVER
from simulate.engine.jit import compiled, exported
from simulate.engine.machine import apply, settle
from simulate.engine.rng import mix
from simulate.engine.state import new_games
from simulate.learned.choice import plan_choice
from simulate.learned.features import best_rival, note_seen
from simulate.learned.network import OWN, RIVAL, VP_UNIT, WIN
from simulate.learned.plan import (
    FACTOR,
    MAX_LEAVES,
    MIND_GAMES,
    N_LEAVES,
    NODES,
    PLAYOUT,
    chance_of,
    forget_plans,
    judge_root,
    place_of,
    search_plans,
    settle_own,
)
from simulate.learned.rollouts import LONGEST
from simulate.learned.table import Table
from simulate.policies.determinization import EVERYBODY, determinize
from simulate.policies.greedy import as_words, choose_greedy, copy_hot

if TYPE_CHECKING:
    from simulate.game import Game

HELD = MIND_GAMES  # the record of the position in question
SPARE = 0  # the node used for judging positions
HEADS = (OWN, RIVAL, WIN)
NARROW = 4  # beam width of plans in fast playouts
STRONG = "expert"  # plans are searched with its settings

declare(
    trials=numba.int32[::1],
    line=numba.int32[::1],
    lines=numba.int32[:, ::1],
    outcomes=numba.float64[:, :, :, ::1],
    judged=numba.float64[:, :, ::1],
    thought=numba.float64[::1],
)


@compiled
def world_of(word, world):
    """The chance of a determinization."""
    return mix(word + np.uint64(world + 1) * FACTOR)


@compiled
def note_thought(g, mind, who, thought):
    """Write the value of a position: VP at the end, the best rival's, the share of the win.

    If the game is over, by its result; else by the network's last output.
    """
    thought[OWN] = g.players[who].vp
    thought[RIVAL] = best_rival(g, who)
    if g.phase == PH_OVER:
        winners = 0
        for seat in range(g.n_players):
            winners += g.players[seat].rank == 1
        thought[WIN] = 1.0 / winners if g.players[who].rank == 1 else 0.0
    else:
        thought[OWN] += VP_UNIT * np.float64(mind.heads[OWN])
        thought[RIVAL] += VP_UNIT * np.float64(mind.heads[RIVAL])
        thought[WIN] = 1.0 / (1.0 + np.exp(-np.float64(mind.heads[WIN])))


@compiled
def plan_out(scratch, buffers, rules, worth, dial, net, book, mind, who, word):
    """Play ``scratch[PLAYOUT]`` on to the end of the best plan for a seat's pending decisions."""
    copy_hot(scratch, buffers, 0, PLAYOUT)
    search_plans(scratch, buffers, rules, worth, dial, net, book, mind, who, word)
    if mind.counts[N_LEAVES]:
        copy_hot(scratch, buffers, PLAYOUT, NODES + mind.leaves[0])


@compiled
def judge_after(scratch, buffers, rules, worth, dial, net, book, mind, who, word, thought):
    """Play ``scratch[PLAYOUT]`` to the end of the seat's next turn, or of the game, and judge it.

    ``word``: the chance of the determinization.
    """
    g = scratch[PLAYOUT]
    for _ in range(LONGEST):
        n = settle(g, rules, mind.out[0])
        if n == 0:
            break
        seat = g.frames[g.top - 1].player
        if n == 1:
            apply(g, rules, mind.out[0, 0])
        elif seat == who and g.frames[0].kind == F_TURN:
            plan_out(scratch, buffers, rules, worth, dial, net, book, mind, who, word)
            break
        else:
            scratches, words = scratch[PLAYOUT:], buffers[PLAYOUT:]
            pick = choose_greedy(scratches, words, rules, worth, mind.out[0], n)
            apply(g, rules, mind.out[0, pick])
    copy_hot(scratch, buffers, 0, PLAYOUT)
    if settle(scratch[0], rules, mind.out[0]) > 0:
        judge_root(g, rules, worth, dial, net, book, mind, who, mind.seen[who], SPARE)
        note_thought(g, mind, who, thought)
    else:
        note_thought(scratch[0], mind, who, thought)


@compiled
def take_line(g, rules, who, line, out):
    """Carry out the decisions of a line as long as they are legal; -1 ends it.

    Decisions with one option are taken whether or not the line contains them.
    """
    done = 0
    while done < len(line) and line[done] >= 0:
        n = settle_own(g, rules, who, out)
        place = place_of(out, n, line[done])
        if place < 0 and n != 1:
            return
        if place >= 0:
            done += 1
        apply(g, rules, out[max(0, place)])


@exported
def weigh_lines(
    scratch, buffers, rules, worth, dial, net, book, mind, who, games, lines, word, first, judged
):
    """Judge lines of a seat, each from its own position, in determinizations from ``first`` on.

    ``lines``, shape (lines, decisions), is padded with -1. Writes ``judged``, shape (worlds, lines,
    3).
    """
    for i in range(len(judged)):
        chance = world_of(word, first + i)
        for j in range(len(games)):
            scratch[0] = games[j]
            g = scratch[0]
            determinize(g, rules, who, chance, mind.hidden)
            take_line(g, rules, who, lines[j], mind.out[0])
            left = settle_own(g, rules, who, mind.out[0])
            while left == 1:
                apply(g, rules, mind.out[0, 0])
                left = settle_own(g, rules, who, mind.out[0])
            copy_hot(scratch, buffers, PLAYOUT, 0)
            if left > 1:
                plan_out(scratch, buffers, rules, worth, dial, net, book, mind, who, chance)
            # Greedy breaks ties by the number of the decision, which differs between orders of
            # actions.
            scratch[PLAYOUT].decisions = games[0].decisions
            judge_after(
                scratch, buffers, rules, worth, dial, net, book, mind, who, chance, judged[i, j]
            )


@exported
def play_out(
    scratch,
    buffers,
    rules,
    worth,
    dial,
    net,
    book,
    mind,
    who,
    sees,
    games,
    lines,
    word,
    first,
    outcomes,
    out,
    second_net,
):
    """Play games to their end after lines of a seat, each from its own position.

    All seats follow their best plans. States are sampled from what the seat ``sees`` knows. Worlds
    and lines as in ``weigh_lines``. Writes ``outcomes``, shape (worlds, lines, seats, 3).
    """
    for i in range(len(outcomes)):
        for j in range(len(games)):
            scratch[0] = games[j]
            g = scratch[0]
            determinize(g, rules, sees, world_of(word, first + i), mind.hidden)
            take_line(g, rules, who, lines[j], out)
            forget_plans(mind)
            n = settle(g, rules, out)
            while n > 0:
                pick = 0
                if n > 1:
                    seat = g.frames[g.top - 1].player
                    pick = plan_choice(
                        scratch, buffers, rules, worth, dial, net, second_net, book, mind, seat,
                        out, n
                    )  # fmt: skip
                apply(g, rules, out[pick])
                n = settle(g, rules, out)
            for seat in range(g.n_players):
                note_thought(g, mind, seat, outcomes[i, j, seat])


@exported
def look_at(scratch, buffers, rules, worth, dial, net, book, mind, who, thought):
    """The network's output for ``scratch[HELD]``, given all that a seat sees there."""
    g = scratch[HELD]
    note_seen(g, who, mind.seen[who])
    if g.phase != PH_OVER:
        judge_root(g, rules, worth, dial, net, book, mind, who, mind.seen[who], SPARE)
    note_thought(g, mind, who, thought)


class Line(NamedTuple):
    """Decisions of a seat, carried out from a position as long as they are legal."""

    game: Game
    actions: tuple[int, ...]


class Adviser:
    """A strong player that answers questions about positions of games of one compiled ruleset.

    ``program``: shape (1,); ``players``: number at the table; ``policy``: one that plans. Nothing
    is remembered between questions: the same question gets the same answer.
    """

    def __init__(self, program: np.ndarray, players: int, policy: str = STRONG) -> None:
        self.table = Table(program, (policy,), players)
        self.playing = self.table.dials[0].copy()
        self.dial = self.table.dials[0]
        self.dial.leaves = MAX_LEAVES
        self.scratch = new_games(MIND_GAMES + 1)
        self.words = as_words(self.scratch)

    def standing(self, worths: np.ndarray) -> np.ndarray:
        """What the player plays for, in VP: its own VP less a share of the best rival's.

        ``worths``: any shape (..., 3) of own VP, the best rival's and the share of the win; returns
        (..., 2): that value, and the share of the win.
        """
        value = worths[..., OWN] - self.dial.rivals * worths[..., RIVAL]
        return np.stack([value, worths[..., WIN]], axis=-1)

    def candidates(self, game: Game, most: int = 5, worlds: int = 4) -> list[int]:
        """The first actions of the player's best plans, best first.

        Plans that reach the same position count once. ``worlds``: the number of determinizations.
        """
        found: dict[int, float] = {}  # deficit to the best plan of each world, summed
        for world in range(worlds):
            plans = self.plans(game, world)
            if not plans:
                continue
            best, worst = plans[0][1], plans[-1][1]
            firsts = {path[0]: value for path, value in reversed(plans)}
            for action in found.keys() | firsts.keys():
                before = found.get(action, world * (worst - best))
                found[action] = before + firsts.get(action, worst) - best
        legal = game.legal()
        ranked = sorted(found, key=lambda action: -found[action])
        return [action for action in ranked if action in legal][:most]

    def plans(self, game: Game, world: int = 0) -> list[tuple[list[int], float]]:
        """The best plans for the pending decisions of the seat to move, best first.

        Each as its actions (decisions with one option left out) and its value.
        """
        self._hold(game, 0)
        mind = self.table.mind
        word = mix(chance_of(game.state, game.player) + np.uint64(world))
        search_plans(*self._minds(), game.player, word)
        leaves = [int(leaf) for leaf in mind.leaves[: mind.counts[N_LEAVES]]]
        return [
            ([int(a) for a in mind.path[leaf, : mind.length[leaf]]], float(mind.value[leaf]))
            for leaf in leaves
        ]

    def weigh(self, game: Game, actions: Sequence[int], worlds: int) -> np.ndarray:
        """The values of legal actions to the seat to move, in the same sampled states.

        Returns shape (worlds, actions, 3): own VP at the end, the best rival's, the share of the
        win.
        """
        return self.weigh_lines(game, [Line(game, (one,)) for one in actions], worlds)

    def weigh_lines(
        self, game: Game, lines: Sequence[Line], worlds: int, first: int = 0
    ) -> np.ndarray:
        """As ``weigh``, for lines of the seat to move in ``game``, which may begin later.

        ``first``: the number of the first state; states of other numbers are different ones.
        """
        judged = np.zeros((worlds, len(lines), len(HEADS)))
        weigh_lines(*self._minds(), *self._laid(game, lines), first, judged)
        return judged

    def play_out(
        self,
        game: Game,
        lines: Sequence[Line],
        worlds: int,
        first: int = 0,
        *,
        all_hands: bool = False,
        strong: bool = False,
    ) -> np.ndarray:
        """Play games to their end after lines, in the same sampled states for all lines.

        States are sampled from what the seat to move in ``game`` knows there; ``all_hands``: from
        the cards in all hands. ``strong``: the player itself plays at every seat, which takes about
        five times as long; else narrow plans do. Returns shape (worlds, lines, seats, 3): for each
        seat its VP, the best rival's, the share of the win.
        """
        dial = self.playing.copy()
        if not strong:
            dial.width, dial.leaves, dial.playouts = NARROW, 1, 0
        minds = (*self._minds()[:4], dial, *self._minds()[5:])
        outcomes = np.zeros((worlds, len(lines), self.table.players, len(HEADS)))
        who, *laid = self._laid(game, lines)
        sees = EVERYBODY if all_hands else who
        play_out(*minds, who, sees, *laid, first, outcomes, self.table.out, self.table.second)
        return outcomes

    @staticmethod
    def _laid(game: Game, lines: Sequence[Line]) -> tuple[int, np.ndarray, np.ndarray, np.uint64]:
        """Lines in the form for compiled code: the seat, positions, actions, and its chance."""
        actions = np.full(
            (len(lines), max(1, *(len(line.actions) for line in lines), 1)), -1, np.int32
        )
        for row, line in zip(actions, lines, strict=True):
            row[: len(line.actions)] = line.actions
        games = np.concatenate([line.game.games for line in lines])
        return game.player, games, actions, chance_of(game.state, game.player)

    def look(self, game: Game) -> np.ndarray:
        """The network's output alone for a position, for every seat; shape (seats, 3)."""
        self._hold(game, HELD)
        found = np.zeros((int(game.state.n_players), len(HEADS)))
        for seat, thought in enumerate(found):
            look_at(*self._minds(), seat, thought)
        return found

    def _hold(self, game: Game, where: int) -> None:
        self.scratch[where] = game.games[0]

    def _minds(self) -> tuple:
        table = self.table
        return (
            self.scratch, self.words, table.program[0], table.worths[0], self.dial,
            table.network, table.book, table.mind,
        )  # fmt: skip
