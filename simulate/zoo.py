"""The game as a PettingZoo environment, for players that learn (needs the extra ``zoo``).

>>> from simulate import zoo
>>> env = zoo.env("revised-2021", players=3)
>>> env.reset(seed=7)

Agents are the seats: ``seat_1`` is the first start player. They decide one at a time (AEC), often
several times in a row. An observation is ``{"observation": vector, "action_mask": mask}``; their
entries are named by ``env.unwrapped.observer.names`` and ``env.unwrapped.table.names()``.
Nothing hidden is in an observation, a mask or an info: see ``simulate.encoding``.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from model import Ruleset, UserError, load_ruleset
from model.defaults import DEFAULT_SPEC
from simulate.actions import decode, to_words
from simulate.encoding import ActionTable, Observer
from simulate.engine import codes as c
from simulate.engine.compile import compile_ruleset
from simulate.game import Game
from simulate.narration.setting import row_line, status_line
from simulate.words.names import Names, seat_name

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise UserError(
        f"simulate.zoo needs the extra zoo, pip install -e '.[zoo]' ({error.name} is not there)"
    ) from None

REWARDS = ("win", "vp")
# The part of an action that nobody else sees: the card kept in the draft, or put under the deck.
UNSEEN = {c.DRAFT: "draft a card", c.BURY: "bury a card"}


def env(*arguments: Any, **named: Any) -> Any:
    """The environment (see ``HotelEnv``) with PettingZoo's check that it is reset before use."""
    return wrappers.OrderEnforcingWrapper(HotelEnv(*arguments, **named))


class HotelEnv(AECEnv):  # type: ignore[misc]  # PettingZoo publishes no types
    """Games of a ruleset, one after the other.

    Parameters: a ruleset or an argument of ``load_ruleset``; 2 to 4 players. ``reward``:

    - "win": nothing until the end; then the share of the win (1 / winners, 0 for the others)
      minus the equal share 1 / players;
    - "vp": with every action the VP it gained, minus the mean gain of all seats;
      over a game: the final VP minus the table's mean.

    Both add up to zero over the seats. ``max_cycles``: the game is truncated after this many
    actions, without a reward for that. ``render_mode``: None or "ansi".
    Raises UserError for an invalid ruleset or number of players.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "grand_austria_hotel_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        ruleset: Ruleset | str = DEFAULT_SPEC,
        players: int = 4,
        *,
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if reward not in REWARDS:
            raise UserError(f"reward {reward!r}: there are {' and '.join(REWARDS)}")
        if max_cycles is not None and max_cycles < 1:
            raise UserError(f"max_cycles {max_cycles}: at least 1")
        if render_mode not in (None, "ansi"):
            raise UserError(f"render_mode {render_mode!r}: there is only 'ansi'")
        self.ruleset = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        if not 2 <= players <= self.ruleset.game.max_players:
            raise UserError(f"{players} players: from 2 to {self.ruleset.game.max_players}")
        self.reward, self.max_cycles, self.render_mode = reward, max_cycles, render_mode
        self.program = compile_ruleset(self.ruleset)
        self.table = ActionTable(self.program[0])
        self.observer = Observer(self.program[0])
        self.names = Names(self.ruleset, self.program[0])
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(players)]
        self.observation_spaces = {agent: self._seen_space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(len(self.table)) for agent in self.possible_agents
        }
        self.seed, self.number = -1, 0

    def _seen_space(self) -> Any:
        seen = spaces.Box(self.observer.low, self.observer.high, dtype=np.float32)
        mask = spaces.Box(0, 1, (len(self.table),), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of all actions, see ``simulate.encoding.ActionTable``."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: number 0 of a seed (0 or more); without a seed, the last one's next game.

        ``options={"game": n}``: number n, the deal of ``gah simulate --seed`` of that number. The
        first seed is drawn from the system if none is given. Raises UserError for bad numbers.
        """
        if seed is not None:
            self.seed, self.number = seed, 0
        elif self.seed < 0:
            self.seed, self.number = int(np.random.SeedSequence().generate_state(1)[0]), 0
        else:
            self.number += 1
        if options and "game" in options:
            self.number = int(options["game"])
        self.game = Game(self.program, len(self.possible_agents), self.seed, self.number)
        self.agents = list(self.possible_agents)
        self.cycles = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.player]
        self._skip_agent_selection = None

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """An agent's observation and legal actions (none if it is not its turn)."""
        seat = self.possible_agents.index(agent)
        legal = self.game.legal() if seat == self.game.player else []
        return {
            "observation": self.observer(self.game, seat),
            "action_mask": self.table.mask(legal),
        }

    def step(self, action: int | np.integer | None) -> None:
        """Carry out the action of ``agent_selection``, by its number; None after the end.

        Raises IllegalAction, changing nothing, if the mask does not allow it.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise UserError(f"{agent} has to act: the game is not over")
        before = np.array(self.game.scores())
        compact = self.table.action(int(action))
        self.game.apply(compact)
        self.cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self._tell(agent, compact)
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.cycles == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._pay(before)
        if not self.game.over:
            self.agent_selection = self.possible_agents[self.game.player]
        if self.game.over or self.cycles == self.max_cycles:
            self._deads_step_first()

    def _tell(self, agent: str, compact: int) -> None:
        """Infos: who did what, as far as each agent saw it; at the end winners, ranks and VP."""
        words = to_words(self.game.rules, compact)
        seen = UNSEEN.get(decode(compact)[0], words)
        for other in self.agents:
            self.infos[other] = {"agent": agent, "action": words if other == agent else seen}
            if self.game.over:
                ranks = dict(zip(self.possible_agents, self.game.ranks(), strict=True))
                self.infos[other] |= {
                    "winners": [who for who, rank in ranks.items() if rank == 1],
                    "ranks": ranks,
                    "vp": dict(zip(self.possible_agents, self.game.scores(), strict=True)),
                }

    def _pay(self, before: np.ndarray) -> None:
        """The rewards of one action; ``before``: VP by seat."""
        earned = np.zeros(len(before))
        if self.reward == "vp":
            earned = np.array(self.game.scores()) - before
        elif self.game.over:
            first = np.array(self.game.ranks()) == 1
            earned = first / first.sum()
        paid = earned - earned.mean()
        self.rewards = dict(zip(self.possible_agents, paid.tolist(), strict=True))
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position in words, with the legal actions of the seat to decide ("ansi")."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without render_mode='ansi' shows nothing")
            return None
        game = self.game
        g, seats = game.games[0], range(len(self.possible_agents))
        dice = ", ".join(f"{n} on {face}" for face, n in enumerate(g["dice"]) if n) or "none"
        lines = [f"Round {g['round_no']}; dice: {dice}", row_line(self.names, g)]
        lines += [status_line(self.names, g, seat) for seat in seats]
        if not game.over:
            lines.append(f"{seat_name(game.player)} chooses: {' | '.join(game.legal_words())}")
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing needs closing."""
