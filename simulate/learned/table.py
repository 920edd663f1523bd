"""A table with learned players: buffers and settings for compiled play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from model import UserError
from simulate.engine.machine import MAX_ACTIONS
from simulate.engine.state import new_games
from simulate.learned.bars import BAR
from simulate.learned.cards import describe
from simulate.learned.choice import PLANS, plan_choice
from simulate.learned.network import DIAL, Network, blank
from simulate.learned.plan import MAX_LEAVES, MAX_WIDTH, MIND_GAMES, forget_plans, new_mind
from simulate.learned.scope import trained_on
from simulate.learned.settings import network_of, settings_of
from simulate.learned.tastes import LIKED
from simulate.learned.weights import SHIPPED, shipped
from simulate.policies.greedy import as_words
from simulate.policies.seating import get, worth_tables

if TYPE_CHECKING:
    from simulate.game import Game


def dial_of(name: str, players: int) -> np.ndarray:
    """The decision settings of a learned player at a table, shape (1,): see players.toml."""
    policy = get(name)
    dial = np.zeros(1, DIAL)
    if policy.plans:
        for key, entry in settings_of(name).items():
            if key == "tastes":
                dial["leans"] = bool(entry)
                for taste, strength in entry.items():
                    dial["tastes"][0, LIKED.index(taste)] = strength
            elif isinstance(entry, dict):
                dial[key] = entry.get(str(players), entry["value"])
        if policy.playouts:
            dial["playouts"] = policy.playouts
        assert 1 <= dial["width"][0] <= MAX_WIDTH >= dial["late_width"][0]
        assert 1 <= dial["leaves"][0] <= MAX_LEAVES
    return dial


class Table:
    """Everything that learned players in compiled code read and write.

    ``network``: replaces the suite's own for the first of the cast, and, without ``others``, for
    all; ``others``: for all but the first. Raises UserError for players who need more than two
    networks.
    """

    def __init__(
        self,
        program: np.ndarray,
        cast: Sequence[str],
        players: int,
        network: Network | None = None,
        others: Network | None = None,
    ) -> None:
        self.program, self.players = program, players
        rules = program[0]
        self.worths = worth_tables(rules, cast, players)
        base = worth_tables(rules, ("greedy",), players)
        for i, name in enumerate(cast):
            if dial_of(name, players)["width"][0]:
                self.worths[i] = base[0]
                self.worths[i]["kind"] = PLANS
        self.dials = np.concatenate([dial_of(name, players) for name in cast])
        self.network, self.others = self._networks(cast, network, others)
        self.second = self._second_opinion(cast)
        self.book = describe(rules, base[0])
        self.mind = new_mind()
        self.scratch = new_games(MIND_GAMES)
        self.words = as_words(self.scratch)
        self.out = np.zeros(MAX_ACTIONS, np.int32)

    def _networks(
        self, cast: Sequence[str], network: Network | None, others: Network | None
    ) -> tuple[Network, Network]:
        """The two networks of a table; the dial of each player names its own."""
        if network is not None:
            self.dials["net"][1:] = others is not None
            return network, others or network
        files = {name: network_of(name) for name in cast if get(name).plans}
        distinct = list(dict.fromkeys(files.values())) or [SHIPPED.name]
        if len(distinct) > 2:
            raise UserError(f"players of {len(distinct)} trainings at one table: two at most")
        for i, name in enumerate(cast):
            self.dials["net"][i] = distinct.index(files[name]) if name in files else 0
        return shipped(distinct[0]), shipped(distinct[-1])

    def _second_opinion(self, cast: Sequence[str]) -> Network:
        """The network of second opinions, not used on boards that it was not trained on."""
        asked = {
            i: settings_of(name)["second_weights"]
            for i, name in enumerate(cast)
            if get(name).plans and self.dials["second"][i]
        }
        if len(set(asked.values())) > 1:
            raise UserError("second opinions of several trainings at one table: one at most")
        boards = "day" if self.program[0].day_boards else "night"
        for i, file in asked.items():
            if boards not in trained_on(file)["options"]["boards"]:
                self.dials["second"][i] = 0.0
        return shipped(next(iter(asked.values()))) if asked else blank()

    def choose(self, game: Game, legal: Sequence[int]) -> int:
        """The choice of the first of the cast in a game, one of its legal actions."""
        n = len(legal)
        self.scratch[0] = game.games[0]
        self.out[:n] = legal
        pick = plan_choice(
            self.scratch,
            self.words,
            self.program[0],
            self.worths[0],
            self.dials[0],
            self.network,
            self.second,
            self.book,
            self.mind,
            game.player,
            self.out,
            n,
        )
        return legal[pick]


def chooser(name: str, rules: Any) -> Callable[[Game], int]:
    """A learned player as a function of a game; see ``policies.chooser``."""
    pick = choosing(name)
    return lambda game: pick(game, game.legal())


def choosing(name: str, bar: np.record | None = None) -> Callable[[Game, Sequence[int]], int]:
    """A learned player as a function of a game and of the actions that it may take.

    It remembers its plan for a turn as long as the game follows the plan. bar: a dial whose bar
    (`bars`) it adopts.
    """
    tables: dict[int, Table] = {}
    last: list[int] = [-1, -1]

    def pick(game: Game, legal: Sequence[int]) -> int:
        if len(legal) == 1:
            return legal[0]
        players = int(game.state.n_players)
        if players not in tables:
            tables[players] = Table(game.program, (name,), players)
            if bar is not None:
                for part in BAR:
                    tables[players].dials[part] = bar[part]
        table = tables[players]
        now = [int(game.state.key), int(game.state.decisions)]
        if now[0] != last[0] or now[1] <= last[1]:
            forget_plans(table.mind)
        last[:] = now
        return table.choose(game, legal)

    return pick
