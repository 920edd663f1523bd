"""What a verification plays: which rulesets, how many players and games, by which policies."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from model import Ruleset, UserError, load_ruleset

SPECS = ("original-2015", "revised-2021")
PLAYERS = (2, 3, 4)
OPTIONS = tuple(
    {"hands": hands, "boards": boards, "promos": promos}
    for hands, boards, promos in itertools.product(
        ("dealt", "draft", "beginner"), ("night", "day"), ("without", "with")
    )
)
RANDOM_CHUNK, GREEDY_CHUNK = 4_000, 250


@dataclass(frozen=True, order=True)
class Setting:
    """One ruleset: a spec with one choice of each option."""

    spec: str
    option: int

    def load(self) -> Ruleset:
        """Resolve the ruleset. Raises UserError for an unknown spec."""
        option = OPTIONS[self.option]
        return load_ruleset(
            self.spec, hands=option["hands"], boards=option["boards"], promos=option["promos"]
        )

    def arguments(self) -> str:
        """The options that name this ruleset to other commands."""
        options = " ".join(f"--{key} {value}" for key, value in OPTIONS[self.option].items())
        return f"--rules {self.spec} {options}"


@dataclass(frozen=True)
class Chunk:
    """Games ``first`` .. ``end - 1`` of a seed, played by one worker in one go."""

    setting: Setting
    players: int
    policy: str
    first: int
    end: int


@dataclass(frozen=True)
class Plan:
    """A verification. ``games`` and ``greedy_games`` are for each spec and number of players.

    ``every_step`` is the share of games that are checked at every step, 0 to 1.
    Raises UserError for what cannot be played.
    """

    specs: tuple[str, ...] = SPECS
    games: int = 1_000_000
    greedy_games: int = 20_000
    seed: int = 1
    workers: int = 2
    every_step: float = 0.35

    def __post_init__(self) -> None:
        if not 1 <= self.games <= 2**31 - 1:
            raise UserError(f"--games {self.games}: from 1 to 2147483647")
        if not 0 <= self.greedy_games <= 2**31 - 1:
            raise UserError(f"--greedy-games {self.greedy_games}: from 0 to 2147483647")
        if not 0 <= self.seed < 2**63:
            raise UserError(f"--seed {self.seed}: from 0 to 2**63 - 1")
        if self.workers < 1:
            raise UserError(f"--workers {self.workers}: at least 1")
        if not 0 <= self.every_step <= 1:
            raise UserError(f"--every-step {self.every_step}: a share of games, from 0 to 1")
        if not self.specs or len(set(self.specs)) != len(self.specs):
            raise UserError("--rules: name each ruleset once")
        for spec in self.specs:
            load_ruleset(spec)

    def settings(self) -> list[Setting]:
        """Every ruleset of the plan."""
        return [Setting(spec, option) for spec in self.specs for option in range(len(OPTIONS))]

    def games_by(self, policy: str) -> int:
        """Games that a policy plays for each spec and number of players."""
        return self.games if policy == "random" else self.greedy_games

    def total(self, policy: str) -> int:
        """Games that a policy plays in all."""
        return self.games_by(policy) * len(self.specs) * len(PLAYERS)

    def chunks(self, policy: str) -> Iterator[Chunk]:
        """The games of a policy; each combination of options has a stretch of the game numbers."""
        games = self.games_by(policy)
        size = RANDOM_CHUNK if policy == "random" else GREEDY_CHUNK
        for spec, players in itertools.product(self.specs, PLAYERS):
            for option in range(len(OPTIONS)):
                start = games * option // len(OPTIONS)
                end = games * (option + 1) // len(OPTIONS)
                for first in range(start, end, size):
                    yield Chunk(
                        Setting(spec, option), players, policy, first, min(end, first + size)
                    )
