"""What is to be tuned: the options of `gah tune`, checked."""

from dataclasses import dataclass

from model import Ruleset, UserError
from model.names import meant
from simulate.policies import weights
from simulate.policies.weights import MODULES, NAMES, PLAYERS, Weights, declared, ranges

OBJECTIVES = ("win", "vp", "mix")
MODULE_FEATURES = NAMES[NAMES.index("champagne_first") :]
LEAST_SCALE = 0.3  # of weights near 0: how far a step of size 1 goes


@dataclass(frozen=True)
class Tuning:
    """One search. ``into``: "value", "players.N" or "with.MODULE", where the values are written."""

    ruleset: Ruleset
    style: str
    players: tuple[int, ...]
    features: tuple[str, ...]
    objective: str
    generations: int
    games: int
    population: int
    step: float
    seed: int
    test_seed: int
    test_games: int
    into: str

    def __post_init__(self) -> None:
        if self.seed == self.test_seed:
            raise UserError(f"--test-seed {self.test_seed}: must differ from --seed")
        for name, value, least in (
            ("--generations", self.generations, 1),
            ("--population", self.population, 4),
            ("--games", self.games, self.deals_of_one),
            ("--test-games", self.test_games, 2 * self.deals_of_one),
        ):
            if value < least:
                raise UserError(f"{name} {value}: at least {least}")
        if not 0 < self.step <= 2:
            raise UserError(f"--step {self.step}: more than 0, at most 2")
        kind, _, which = self.into.partition(".")
        known = {"value": ("",), "players": PLAYERS, "with": tuple(MODULES)}
        if which not in known.get(kind, ()):
            raise UserError(
                f"--into {self.into}: value, players.N or with.MODULE ({', '.join(MODULES)})"
            )

    @property
    def deals_of_one(self) -> int:
        """Games of one deal at each table."""
        return sum(self.players)

    def deals(self, games: int) -> int:
        """How many deals so many games are, each played from every seat at every table."""
        return games // self.deals_of_one

    @property
    def modules(self) -> frozenset[str]:
        """Modules in play that weights can depend on."""
        return frozenset(MODULES) & frozenset(self.ruleset.changes)

    def champion(self, players: int) -> Weights:
        """The present weights at a table."""
        return declared(self.style, players, self.modules)

    def start(self) -> list[float]:
        """Where the search begins: the present values of the features."""
        present = self.champion(self.players[0] if len(self.players) == 1 else 0)
        return [present[name] for name in self.features]

    def scales(self) -> list[float]:
        """The unit of each feature in the search."""
        return [max(abs(value), LEAST_SCALE) for value in self.start()]

    def candidate(self, values: list[float], players: int) -> Weights:
        """All weights at a table with the features set to some values, within their ranges."""
        tried = zip(self.features, values, strict=True)
        return {**self.champion(players), **{name: within(name, value) for name, value in tried}}

    def key(self) -> dict[str, object]:
        """What must be the same for a search to be continued; more generations may be added."""
        own = {name: value for name, value in vars(self).items() if name != "generations"}
        own["start"] = {n: self.champion(n) for n in self.players}
        return {**own, "ruleset": self.ruleset.hash}


def within(feature: str, value: float) -> float:
    """A value, or the bound of the feature's range that it leaves."""
    least, most = ranges()[feature]
    return min(most, max(least, value))


def features_of(text: str | None, ruleset: Ruleset) -> tuple[str, ...]:
    """The features named, or all that the ruleset's games read (those of styles aside).

    Raises UserError for one that does not exist.
    """
    if text is None:
        base = NAMES[: NAMES.index("guest_points")]
        modules = frozenset(MODULES) & frozenset(ruleset.changes)
        return base + (MODULE_FEATURES if modules else ())
    given = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in given:
        if name not in NAMES:
            raise UserError(f"--features {name}: there is no such feature{meant(name, NAMES)}")
    return given


def players_of(text: str) -> tuple[int, ...]:
    """Numbers of players from "2,3". Raises UserError for others than 2 to 4."""
    given = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    if not set(given) <= set(PLAYERS):
        raise UserError(f"--players {text}: numbers from 2 to 4, such as 2,3,4")
    return tuple(int(part) for part in given)


def known_style(name: str) -> str:
    """A style whose weights are in a file. Raises UserError naming those there are."""
    styles = sorted(path.stem for path in weights.FOLDER.glob("*.toml"))
    if name not in styles:
        raise UserError(
            f"--style {name}: is unknown; there are: {', '.join(styles)}{meant(name, styles)}"
        )
    return name
