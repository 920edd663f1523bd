"""The plan of a verification: rulesets, numbers of players and games, and policies."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model import Ruleset, UserError, load_ruleset
from model.defaults import DEFAULT_ASSUMPTIONS
from simulate.base.roster import RANDOM, SEEKER
from simulate.fingerprint.rulesets import OPTIONS, SAMPLED, SPECS, module_specs, plain

PLAYERS = (2, 3, 4)
RANDOM_CHUNK, GREEDY_CHUNK = 4_000, 250
# Suffix of a spec: played with patches under which rare states are common.
PATCHES = {
    ending: tuple(Path(__file__).with_name(f"{file}.toml") for file in files)
    for ending, *files in (
        ("~short", "short_decks"), ("~plenty", "plenty"), ("~own", "plenty", "own_cards"),
    )
}  # fmt: skip


@dataclass(frozen=True, order=True)
class Setting:
    """One ruleset: a spec with one choice of each option.

    A spec ending in SAMPLED takes other assumed values with each choice; one ending in a key of
    PATCHES is played with those patches.
    """

    spec: str
    option: int

    @property
    def sampled(self) -> bool:
        """Are values that no source gives drawn from their plausible range?"""
        return self.spec.endswith(SAMPLED)

    @property
    def assumptions(self) -> str:
        """The assumptions used where no source gives a value."""
        return f"sample:{self.option + 1}" if self.sampled else DEFAULT_ASSUMPTIONS

    @property
    def rules(self) -> str:
        """The spec in the form that load_ruleset takes."""
        return plain(self.spec)

    @property
    def ending(self) -> str:
        """The key of PATCHES it is played with; "" without any."""
        return next((end for end in PATCHES if self.spec.endswith(end)), "")

    @property
    def patches(self) -> tuple[Path, ...]:
        """The patches applied to it."""
        return PATCHES.get(self.ending, ())

    def load(self) -> Ruleset:
        """Resolve the ruleset. Raises UserError for an unknown spec."""
        options: dict[str, Any] = OPTIONS[self.option]
        return load_ruleset(
            self.rules, **options, assumptions=self.assumptions, patches=self.patches
        )

    def arguments(self) -> str:
        """The options that name this ruleset to other commands."""
        options = " ".join(f"--{key} {value}" for key, value in OPTIONS[self.option].items())
        sampled = f" --assumptions {self.assumptions}" if self.sampled else ""
        patched = "".join(f" --patch {path}" for path in self.patches)
        return f"--rules {self.rules} {options}{sampled}{patched}"


@dataclass(frozen=True)
class Preset:
    """A named plan: rulesets, and games for each of them and each number of players."""

    specs: tuple[str, ...]
    games: int
    greedy_games: int
    seeker_games: int = 0


def preset(name: str) -> Preset:
    """The plan of a name. Raises UserError for an unknown one."""
    if name == "base":
        return Preset(SPECS, 1_000_000, 20_000)
    if name == "modules":
        return Preset(module_specs(), 200_000, 2_000)
    if name == "rare":
        return Preset(RARE_SPECS, 200, 100, 4_000)
    raise UserError(f"--plan {name}: there are {', '.join(PRESETS)}")


PRESETS = ("base", "modules", "rare")
# The row runs short because Kaufman or a politics card keeps guests off the discard pile.
HOTELS = f"{SPECS[-1]}+unique-hotels+more"
RARE_SPECS = (
    *(f"{spec}~short" for spec in (*SPECS, HOTELS)),
    *(f"{spec}{more}~plenty" for more in ("", "+lets-waltz") for spec in SPECS),
    f"{HOTELS}~own",
)


@dataclass(frozen=True)
class Chunk:
    """Games ``first`` .. ``end - 1`` of a seed, played by one worker at once."""

    setting: Setting
    players: int
    policy: str
    first: int
    end: int


@dataclass(frozen=True)
class Verification:
    """A verification. ``games`` (random), ``greedy_games`` (of each heuristic) and ``seeker_games``
    are for each spec and number of players.

    ``every_step`` is the share of games that are checked at every step, 0 to 1.
    Raises UserError for an impossible plan.
    """

    specs: tuple[str, ...] = SPECS
    games: int = 1_000_000
    greedy_games: int = 20_000
    seeker_games: int = 0
    seed: int = 1
    workers: int = 2
    every_step: float = 0.35

    def __post_init__(self) -> None:
        if not 1 <= self.games <= 2**31 - 1:
            raise UserError(f"--games {self.games}: from 1 to 2147483647")
        for option, games in (("greedy", self.greedy_games), ("seeker", self.seeker_games)):
            if not 0 <= games <= 2**31 - 1:
                raise UserError(f"--{option}-games {games}: from 0 to 2147483647")
        if not 0 <= self.seed < 2**63:
            raise UserError(f"--seed {self.seed}: from 0 to 2**63 - 1")
        if self.workers < 1:
            raise UserError(f"--workers {self.workers}: at least 1")
        if not 0 <= self.every_step <= 1:
            raise UserError(f"--every-step {self.every_step}: a share of games, from 0 to 1")
        if not self.specs or len(set(self.specs)) != len(self.specs):
            raise UserError("--rules: name each ruleset once")
        for spec in self.specs:
            Setting(spec, 0).load()

    def settings(self) -> list[Setting]:
        return [Setting(spec, option) for spec in self.specs for option in range(len(OPTIONS))]

    def games_by(self, policy: str) -> int:
        """Games that a policy plays for each spec and number of players."""
        if policy == SEEKER.name:
            return self.seeker_games
        return self.games if policy == RANDOM else self.greedy_games

    def total(self, policy: str) -> int:
        """Games that a policy plays in all."""
        return self.games_by(policy) * len(self.specs) * len(PLAYERS)

    def chunks(self, policy: str) -> Iterator[Chunk]:
        """The games of a policy; each combination of options has its own range of game numbers."""
        games = self.games_by(policy)
        size = RANDOM_CHUNK if policy == RANDOM else GREEDY_CHUNK
        for spec, option, players in itertools.product(self.specs, range(len(OPTIONS)), PLAYERS):
            start = games * option // len(OPTIONS)
            end = games * (option + 1) // len(OPTIONS)
            for first in range(start, end, size):
                last = min(end, first + size)
                yield Chunk(Setting(spec, option), players, policy, first, last)
