"""The settings of each study, from which its options, command and note are made.

This module imports little, see `typed`. The file of a study uses the settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from annotated_types import Ge, Le, Len

from analysis.studies.typed import (
    Number,
    Option,
    Players,
    Policies,
    PolicyName,
    Seed,
    Settings,
    Spec,
    Table,
)
from model.defaults import DEFAULT_SPEC
from simulate.base.roster import MAX_PLAYOUTS

WITHOUT_MODULES = "Rules without modules, to which they are added."
SLOW = " Greedy plays 30 to 60 times as fast, but worse."
EACH_ALONE = "Policy of all seats; repeat for several, each at its own tables."
MOST_COMPLETIONS = 1000


@dataclass(frozen=True)
class TimingSettings(Settings):
    """When staff cards are worth playing. deals: of each table."""

    name = "timing"
    shown = "what was last completed by `gah study timing`; nothing is added."

    rules: Spec = DEFAULT_SPEC
    players: Players = (2,)
    policies: Policies = ("greedy",)
    deals: Annotated[
        Number,
        Option(
            "Deals of each table, each played twice more for each card played (greedy: hundreds a"
            " second, planner: eight).",
            least=2,
        ),
    ] = 20_000
    seed: Seed = 1


@dataclass(frozen=True)
class GuestSettings(Settings):
    """Which guests are good value. deals: of each table; round: whose first turn of the start
    player, from 1."""

    name = "guests"
    shown = "what was last completed by `gah study guests`; nothing is added."

    rules: Spec = DEFAULT_SPEC
    players: Players = (2,)
    policies: Policies = ("greedy",)
    deals: Annotated[
        Number,
        Option(
            "Deals of each table, each played up to seven times (greedy: some hundred a second,"
            " planner: a dozen).",
            least=2,
        ),
    ] = 200_000
    round: Annotated[
        Number, Option("The round whose first turn of the start player is asked about.", least=1)
    ] = 1
    seed: Seed = 1


@dataclass(frozen=True)
class PriceSettings(Settings):
    """What cards should cost or score. cards: numbers of those whose cost varies, none for all;
    games: of each table, over all arms."""

    name = "price"
    shown = "the prices last completed by `gah study price`; else a few games are added."

    rules: Spec = DEFAULT_SPEC
    players: Players = (2,)
    policies: Policies = ("greedy",)
    cards: Annotated[tuple[str, ...], Option("", "card", shape="words")] = ()
    games: Annotated[
        Number, Option("Games of each policy and number of players, over all costs.", least=240)
    ] = 480_000
    seed: Seed = 1


@dataclass(frozen=True)
class SuggestSettings(Settings):
    """Costs that balance the staff cards. games: for the prices, over all costs; tested: of each
    test; rounds: in how many the costs are changed again; check, judges: numbers of players of the
    tables of each round, and who else judges a patch that passes. One number of players and one
    policy for the prices."""

    name = "suggest"
    folder = "price"

    rules: Annotated[Spec, Option("", "base", shape="words")] = DEFAULT_SPEC
    players: Players = (2,)
    policies: Policies = ("greedy",)
    games: Annotated[Number, Option("Games for the prices, over all costs.", least=240)] = 480_000
    tested: Annotated[
        Number, Option("Games of each test, and of each table of a round.", "games-test", 100)
    ] = 40_000
    rounds: Annotated[
        Number,
        Option(
            "Play the patch on fresh deals at the tables of --check, change the costs of what is"
            " still too strong or too weak, and repeat, at most this many times.",
        ),
    ] = 0
    check: Annotated[
        Players,
        Option("Numbers of players of the tables that --rounds plays."),
    ] = (2, 4)
    judges: Annotated[
        tuple[PolicyName, ...],
        Option(
            "Who else plays a patch of --rounds that passes, and the last, at the same tables;"
            " what they find is put right too. Repeat for several.",
            "judge",
            shape="policies",
        ),
    ] = ()
    seed: Seed = 1


@dataclass(frozen=True)
class RestrictSettings(Settings):
    """What parts of the game are worth. deals: of each part, each played once at each seat."""

    name = "restrict"
    shown = "what was last completed by `gah study restrict`; nothing is added."

    rules: Spec = DEFAULT_SPEC
    players: Players = (2,)
    policies: Policies = ("greedy",)
    deals: Annotated[
        Number,
        Option("Deals of each part of the game, each played once at each seat.", least=2),
    ] = 200
    seed: Seed = 1


WaysPartName = Literal["winners", "openings", "insist", "space", "meet", "elsewhere"]
"""A part of the study of ways to win, see `analysis.studies.ways.study.PARTS`."""


WayName = Literal[
    "staff", "politics", "emperor", "blue", "red", "yellow", "guests", "large", "early", "late",
    "no_pass",
]  # fmt: skip
"""A way that a player can insist on, see `analysis.studies.ways.tastes.WAYS`."""


@dataclass(frozen=True)
class WaysSettings(Settings):
    """Is there more than one way to win? games: recorded games per table, which describe winners
    and openings; repeats: games per deal, each with its own dice and cards; parts: of the question,
    by default all. juries: the players that insist on ways, against themselves without a taste; all
    but the first only at the smallest table, where their prices are compared; others: rules under
    which the first one insists too, at the smallest table; tastes: the ways to insist on, by
    default all; deals: per strength of a taste, per pair and per cell, with two players; rounds:
    of the search."""

    name = "ways"
    shown = "what was last completed by `gah study ways`; nothing is added."

    rules: Spec = DEFAULT_SPEC
    players: Players = (2, 3, 4)
    policies: Policies = ("expert-v2",)
    parts: Annotated[
        tuple[WaysPartName, ...],
        Option(
            "A part of the study; repeat for several. Default: all.",
            "part",
            choices=get_args(WaysPartName),
        ),
    ] = ()
    games: Annotated[
        Number, Option("Games of each table that describe winners and openings.", least=40)
    ] = 12_000
    repeats: Annotated[
        Number,
        Option("Of these, games of each deal, each with dice and cards of its own.", least=2),
    ] = 4
    juries: Annotated[
        Policies,
        Option("Who insists on ways. The first searches and meets too; others insist at the"
               " smallest table.", "jury"),
    ] = ("planner",)  # fmt: skip
    others: Annotated[
        tuple[Spec, ...],
        Len(0, 40),
        Option("Other rules, written as in tables: what ways cost under them, at the smallest"
               " table. Repeat for several.", "other", shape="many rules"),
    ] = ()  # fmt: skip
    tastes: Annotated[
        tuple[WayName, ...],
        Option(
            "A way to insist on; repeat for several. Default: all.",
            "taste",
            choices=get_args(WayName),
        ),
    ] = ()
    deals: Annotated[
        Number,
        Option(
            "Deals of each strength of a taste, each pair and each cell, with two players; with"
            " more as many as play the same number of games.",
            least=10,
        ),
    ] = 300
    rounds: Annotated[Number, Option("Rounds of the search for players of every kind.")] = 10
    seed: Seed = 1

    @property
    def rulesets(self) -> tuple[str, ...]:
        """All rules that are played."""
        return (self.rules, *self.others)


@dataclass(frozen=True)
class ModuleSettings(Settings):
    """What modules do. games: deals of each subset; single: of each question about one module;
    matches: of each subset at a mixed table, for skill; keyless: of the table with a player who
    takes no skeleton key. skill: the stronger and the weaker policy of the mixed table; none: it is
    not played."""

    name = "modules"
    shown = "the factorial last completed by `gah study modules`; else a small one is added."

    rules: Annotated[Spec, Option(WITHOUT_MODULES)] = DEFAULT_SPEC
    players: Players = (2, 3, 4)
    policies: Annotated[Policies, Option(EACH_ALONE + SLOW)] = ("planner",)
    games: Annotated[
        Number, Option("Deals that each of the subsets of modules plays.", "deals", 2)
    ] = 300
    single: Annotated[
        Number,
        Option(
            "Deals for each question about one module; a quarter for each way to deal entrances.",
            "deals-single",
            40,
        ),
    ] = 2000
    skill: Annotated[
        tuple[PolicyName, ...],
        Option(
            "The stronger and the weaker player of a mixed table; or none.",
            none="none",
            shape="pair",
        ),
    ] = ("planner", "greedy")
    matches: Annotated[
        Number,
        Option(
            "Deals of each subset at the table of --skill, each at all rotated seats.",
            "deals-skill",
            2,
        ),
    ] = 200
    keyless: Annotated[
        Number,
        Option(
            "Deals with a player who never takes the skeleton key (some games a second).",
            "deals-key",
        ),
    ] = 100
    seed: Seed = 1

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The rulesets without modules and with all: those between consist of the same parts."""
        return with_all_modules(self.rules)


@dataclass(frozen=True)
class AssumedSettings(Settings):
    """Sensitivity to assumed values. completions: how many are drawn, from sample 1 on;
    games: deals of each subset of the modules under each; cards: deals with all modules, for the
    verdicts on staff cards; entrances: deals of each way to hand out hotel entrances; 0: none of
    these."""

    name = "assumed"
    shown = "what was last completed by `gah study assumed`."

    rules: Annotated[Spec, Option(WITHOUT_MODULES)] = DEFAULT_SPEC
    completions: Annotated[
        int,
        Ge(1),
        Le(MOST_COMPLETIONS),
        Option(
            "Plausible completions of the assumed values (--assumptions sample:1 and so on).",
            least=3,
            most=MOST_COMPLETIONS,
        ),
    ] = 20
    players: Players = (2,)
    policies: Policies = ("greedy",)
    games: Annotated[
        Number,
        Option("Deals that each subset of the modules plays under each completion.", "deals", 2),
    ] = 150
    cards: Annotated[
        Number,
        Option(
            "Deals of each completion with all modules, for the verdicts on staff cards; 0: none.",
            "deals-cards",
        ),
    ] = 3000
    entrances: Annotated[
        Number,
        Option(
            "Deals of each completion and each of 8 ways to hand out hotel entrances; 0: none.",
            "deals-entrances",
        ),
    ] = 250
    seed: Seed = 1

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The rulesets without modules and with all: those between consist of the same parts."""
        return with_all_modules(self.rules)


@dataclass(frozen=True)
class LadderSettings(Settings):
    """How strong the players are. rungs: who plays; none: random, heuristics and searches. deals:
    of each table; deals_search: where a slow player sits."""

    name = "ladder"
    shown = "the ladder last completed by `gah players ladder`; else a small one is added to it."
    local = False

    rules: Spec = DEFAULT_SPEC
    rungs: Annotated[Policies, Option(EACH_ALONE + " Default: random, heuristics, searches.")] = ()
    players: Players = (2, 3, 4)
    deals: Annotated[
        Number, Option("Deals each table plays, once for each rotation of its seats.", least=2)
    ] = 1000
    deals_search: Annotated[
        Number, Option("The same for tables at which a search plays, which takes long.", least=2)
    ] = 20
    seed: Seed = 1

    @property
    def policies(self) -> tuple[str, ...]:
        """Who plays."""
        return self.rungs


@dataclass(frozen=True)
class CurveSettings(Settings):
    """Strength by search budget. search: the player whose budget differs; playouts: the
    budgets, ascending; against: who has the other seats; deals: of each budget, each played once
    with the search at each seat."""

    name = "curve"
    folder = "ladder"
    local = False

    rules: Spec = DEFAULT_SPEC
    search: Annotated[
        PolicyName,
        Option("The player that searches: search or expert.", "policy", shape="policy"),
    ] = "search"
    playouts: Annotated[
        tuple[Annotated[int, Ge(1), Le(MAX_PLAYOUTS)], ...],
        Len(1, 30),
        Option("Budgets, in playouts a decision.", shape="budgets"),
    ] = (25, 50, 100, 200)
    against: Annotated[PolicyName, Option("The policy of other seats.", shape="policy")] = "greedy"
    players: Players = (2,)
    deals: Annotated[
        Number,
        Option("Deals a budget, each played once with the search at each seat.", least=2),
    ] = 30
    seed: Seed = 1

    @property
    def policies(self) -> tuple[str, ...]:
        """Who plays."""
        return (*(f"{self.search}:{budget}" for budget in self.playouts), self.against)


@dataclass(frozen=True)
class LuckSettings(Settings):
    """How much of a result is skill and luck. tables: who meets, "a,b", each a design of its own;
    deals: of each, played at all rotated seats; dice: games of each seating of a deal, each with
    chance of its own."""

    name = "luck"
    shown = "what was last completed by `gah study luck`; else a small one is added."
    local = False

    rules: Spec = DEFAULT_SPEC
    tables: Annotated[
        tuple[Table, ...],
        Len(1, 10),
        Option(
            "Policies at the table, repeated until all seats are taken; several --policy: several"
            " designs.",
            "policy",
            shape="tables",
        ),
    ] = ("planner-v2,planner", "planner,greedy")
    players: Players = (2, 3, 4)
    deals: Annotated[Number, Option("Deals, each played at all rotated seats.", least=2)] = 300
    dice: Annotated[
        Number, Option("Games of each seating of a deal, each with its own chance.", least=2)
    ] = 2
    seed: Seed = 1

    @property
    def policies(self) -> tuple[str, ...]:
        """Who plays."""
        return tuple(dict.fromkeys(name for table in self.tables for name in table.split(",")))


@dataclass(frozen=True)
class VariantsSettings(Settings):
    """What each change of an edition, option, variant and reading does alone. deals: of each
    ruleset at each table; of readings that only modules bring a part."""

    name = "variants"
    folder = "compare"
    shown = "the games of `gah study variants`; missing ones are added."
    local = False

    rules: Spec = DEFAULT_SPEC
    older: Annotated[Spec, Option("The edition before, whose changes are played one by one.")] = (
        "original-2015"
    )
    players: Annotated[
        Players,
        Option(
            "Numbers of players: options and variants are played at each, the rest with the"
            " fewest.",
        ),
    ] = (2,)
    policies: Policies = ("greedy",)
    deals: Annotated[
        Number,
        Option("Deals of each ruleset; of readings that only modules bring a fifth.", least=2),
    ] = 1000
    seed: Seed = 1

    @property
    def rulesets(self) -> tuple[str, ...]:
        """Both editions, and what the newer one is compared with."""
        return self.older, self.rules, f"{self.rules}+lets-waltz", f"{self.rules}+lets-waltz+draft"


def with_all_modules(rules: Spec) -> tuple[str, str]:
    """Rules without modules, and the same with all of them."""
    from model.sources import every_module  # here: only answers need these

    return rules, "+".join([rules, *every_module()])


FOLDERS = {
    one.folder or one.name: (one.shown, one.local) for one in Settings.__subclasses__() if one.shown
}
"""The folders of games that a report reads: what each holds, and whether it must be local."""
