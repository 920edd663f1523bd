"""All frames that the pages show, computed once, and the choices that titles depend on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
import pandas as pd

from analysis import Config, Run, Tree
from analysis.base.kinds import kind
from analysis.cards import tallies
from analysis.cards.agreement import Judged, agreement, judge_kinds
from analysis.cards.effects import played_differences, subjects
from analysis.cards.pairs import pair_interactions
from analysis.course import rooms, scores, seats
from analysis.course.habits import habits, pairs_of_kinds
from analysis.course.quality import Quality, analyse_quality
from analysis.course.showcase import showcase
from analysis.rulesets import compare, touched
from analysis.studies.long_run import NONE, LongRun
from analysis.studies.study import Answer, Study
from analysis.studies.variants import ChangeSet, VariantsStudy
from model import Ruleset, UserError, load_ruleset
from reports.facts import Facts
from reports.grounds import Grounds, grounds_of
from simulate.base.roster import POLICIES, RANDOM, thoughtless


@dataclass(frozen=True)
class Results:
    """Frames of `analysis` (see there for the columns) for rules a (before) and b (after).

    answers: those of studies, by class, as far as they are recorded (`of`). pairs: interactions of
    staff cards for the players that titles are about, VP only, see `analysis.cards.pairs`; may be
    empty. rooms: hotels at the end, see `analysis.course.rooms`; may be empty. habits: differences
    between the most thoughtful and the weakest non-random players, see `analysis.course.habits`;
    shown_games: three games of the former, see `analysis.course.showcase`; both are under rules b
    and may be empty.
    long_run: its rows replace this report's own in judged, seats, card_changes, pairs, measures and
    winners.
    early: the pages will be written again, so slow parts are left out now. command: reproduces this
    report.
    """

    facts: Facts
    runs: tuple[Run, ...]
    played: pd.DataFrame
    measures: pd.DataFrame
    winners: pd.DataFrame
    card_changes: pd.DataFrame
    seats: pd.DataFrame
    histograms: pd.DataFrame
    sources: pd.DataFrame
    tallies: pd.DataFrame
    rounds: pd.DataFrame
    quality: Quality
    judged: Judged
    rooms: pd.DataFrame = field(default_factory=pd.DataFrame)
    pairs: pd.DataFrame = field(default_factory=pd.DataFrame)
    habits: pd.DataFrame = field(default_factory=pd.DataFrame)
    shown_games: pd.DataFrame = field(default_factory=pd.DataFrame)
    answers: Mapping[Any, Any] = field(default_factory=dict)
    long_run: LongRun = NONE
    early: bool = False
    command: str = "gah report"

    def of(self, study: type[Study[Answer]]) -> Answer | None:
        """The answer of a study, if it is recorded."""
        found: Answer | None = self.answers.get(study)
        return found

    @cached_property
    def variants(self) -> dict[str, ChangeSet]:
        """The recorded variants, options and readings of rulings, by topic."""
        found = self.of(VariantsStudy)
        return {} if found is None else found.groups

    @cached_property
    def dealt(self) -> pd.DataFrame:
        """Dealt effects of the staff cards, with the number of the card and q over all of them."""
        return _numbered(self.judged.effects[self.judged.effects["kind"] == "staff"])

    @cached_property
    def dealt_by_card(self) -> dict[int, pd.DataFrame]:
        """The rows of `dealt` by staff card, because the page of a card needs few of many rows."""
        return {int(card): rows for card, rows in self.dealt.groupby("card")}

    def tallies_of(self, kind: str, key: str) -> pd.DataFrame:
        """The tallies of one component; no rows if no recorded game has it."""
        return self._tallies.get((kind, key), self.tallies.iloc[:0])

    def rounds_of(self, kind: str, key: str) -> pd.DataFrame:
        """The rounds of use of one card; no rows if it was never used."""
        return self._rounds.get((kind, key), self.rounds.iloc[:0])

    @cached_property
    def _tallies(self) -> dict[tuple[str, str], pd.DataFrame]:
        return _by_component(self.tallies)

    @cached_property
    def _rounds(self) -> dict[tuple[str, str], pd.DataFrame]:
        return _by_component(self.rounds)

    @property
    def editions(self) -> tuple[str, str]:
        """Both rulesets, the older first."""
        return self.facts.rules_a, self.facts.rules_b

    @property
    def module_rules(self) -> list[str]:
        """The rulesets that add modules to b, as recorded."""
        return sorted({run.config.rules for run in self.runs} - set(self.editions))

    def grounds(self, configs: Iterable[Config]) -> Grounds:
        """The grounds of a number that comes from these configurations."""
        return grounds_of(self.runs, configs)

    @property
    def rules(self) -> str:
        """The ruleset that pages about one ruleset show: b."""
        return self.facts.rules_b

    @property
    def policies(self) -> list[str]:
        """Policies under rules b, the most thoughtful first, random last."""
        found = {run.config.policy for run in self.runs if run.config.rules == self.rules}
        return sorted(found, key=lambda name: (*thoughtless(name), name))

    def configs_of(self, rows: pd.DataFrame) -> list[Config]:
        """The configurations of some rows: newest rules, best policy, fewest players first."""
        rules = [self.rules, self.editions[0], *self.module_rules]
        found = rows[["rules", "policy", "players"]].drop_duplicates().to_numpy().tolist()
        found.sort(key=lambda one: (rules.index(one[0]), *thoughtless(one[1]), *one[1:]))
        return [Config(of, players, policy) for of, policy, players in found]

    @property
    def players(self) -> list[int]:
        return sorted({r.config.players for r in self.runs if r.config.rules == self.rules})

    @property
    def columns(self) -> list[Config]:
        """The columns of a table about rules b: each kind and number of players."""
        return [Config(self.rules, n, policy) for policy in self.policies for n in self.players]

    @property
    def jury(self) -> list[Config]:
        """The columns of the strongest player, on whose games claims are based."""
        return [one for one in self.columns if one.policy == self.policies[0]]

    @property
    def compared(self) -> list[Config]:
        """The strongest player at all tables under both editions."""
        return [Config(rules, n, self.policies[0]) for rules in self.editions for n in self.players]

    def saved(self, name: str, configs: Sequence[Config]) -> str:
        """The name of a table's data file, which has all columns and is saved once."""
        return name if configs == self.jury else ""

    @property
    def others(self) -> list[Config]:
        """The columns of the other players."""
        return [one for one in self.columns if one.policy != self.policies[0]]

    @property
    def main(self) -> Config:
        """The configuration that titles are about: best policy, fewest players."""
        return Config(self.rules, self.players[0], self.policies[0])

    def games(self, config: Config) -> int:
        return sum(run.games for run in self.runs if run.config == config)

    @property
    def judged_players(self) -> list[int]:
        """Numbers of players with verdicts on cards, including those from a longer run only."""
        known = self.judged.effects
        if known.empty:
            return self.players
        return sorted(map(int, known.loc[known["rules"] == self.rules, "players"].unique()))

    def seat_tables(self, rules: str, policy: str = "") -> list[int]:
        """Numbers of players with estimates for seats, including those from a longer run only.

        policy: who plays; empty: the policy that titles are about.
        """
        found = self.seats[self.seats["policy"] == (policy or self.main.policy)]
        return sorted(map(int, found.loc[found["rules"] == rules, "players"].unique()))

    @property
    def judged_runs(self) -> tuple[Run, ...]:
        """The runs on which verdicts on cards and seats are based."""
        longer = self.long_run.games
        own = tuple(
            replace(run, games=longer[run.config], seed=self.long_run.seed)
            if run.config in longer else run
            for run in self.runs
        )  # fmt: skip
        return own + tuple(self._further(own))

    def _further(self, own: Sequence[Run]) -> Iterator[Run]:
        """Runs at tables whose seats are known only from a longer run."""
        alike = {(run.config.rules, run.config.policy): run for run in own}
        known = {run.config for run in own}
        for (rules, n, policy), rows in self.seats.groupby(["rules", "players", "policy"]):
            config = Config(str(rules), int(n), str(policy))
            if config not in known and (config.rules, config.policy) in alike:
                yield replace(alike[config.rules, config.policy], config=config,
                              games=int(rows["games"].iloc[0]))  # fmt: skip

    def judged_grounds(self, configs: Iterable[Config]) -> Grounds:
        """The grounds of a verdict on cards or seats."""
        return grounds_of(self.judged_runs, configs)

    def judged_games(self, config: Config) -> int:
        """Number of games for the verdicts of a configuration."""
        return self.long_run.games.get(config) or self.games(config)

    def touched(self) -> pd.DataFrame:
        """Changes of the cards that differ between the rules, with q over these cards."""
        return touched.only_touched(self.card_changes, self.facts.touched)


def _by_component(frame: pd.DataFrame) -> dict[tuple[str, str], pd.DataFrame]:
    grouped = frame.groupby(["kind", "key"], observed=True)
    return {(str(kind), str(key)): rows for (kind, key), rows in grouped}


def rows_of(frame: pd.DataFrame, config: Config, **equal: object) -> pd.DataFrame:
    """Rows of one configuration (by rules if the frame has them) and of further equal columns."""
    wanted = {"players": config.players, "policy": config.policy, **equal}
    if "rules" in frame:
        wanted["rules"] = config.rules
    keep = np.ones(len(frame), dtype=bool)
    for column, value in wanted.items():  # as arrays: a report calls this ten thousand times
        keep &= frame[column].to_numpy() == value
    return frame[keep]


STEPS = 7
HOTELS = 500
"""Hotels for each edition and side of the plans."""


def compute(
    tree: Tree,
    facts: Facts,
    step: Callable[[str], None] = lambda text: None,
    longer: LongRun = NONE,
    hotels: int = HOTELS,
) -> Results:
    """Run every analysis of the report; `step` is called with the name of each of the `STEPS`.

    longer: its rows replace those that rest on fewer games. hotels: how many to look at, for each
    edition and side of the plans; 0: none.
    """
    configs: Sequence[Config] = tree.configs
    rulesets = _known_rulesets(configs)
    step("verdicts on cards")
    seats_elsewhere, judged_elsewhere = (
        longer.further(name, tree.runs) for name in ("seats", "effects")
    )
    longer = longer.beside(tree.runs)
    judged = _judged(tree, facts, rulesets, longer)
    judged = replace(judged, effects=_with(judged.effects, judged_elsewhere))
    step("staff cards")
    played = _played(tree, rulesets)
    step("difference between the rulesets")
    pairs = compare.pairs_of(tree, facts.rules_a, facts.rules_b)
    measures = _of_pairs(
        lambda a, b: compare.paired_difference(tree, a, b, compare.totals()), pairs
    )
    measures = longer.instead("measures", measures)
    winners = longer.instead("winners", _of_pairs(partial(compare.changed_winners, tree), pairs))
    changes = _of_pairs(partial(touched.card_changes, tree), pairs)
    changes = longer.instead("changes", changes)
    step("seats")
    own = longer.instead("seats", seats.analyse_seats(tree, configs))
    seat_frame = _with(own, seats_elsewhere)
    step("scores")
    histograms, sources = scores.analyse_scores(tree, configs)
    step("how games go")
    quality = analyse_quality(tree, configs, facts.rules_a, facts.rules_b)
    step("what comes up and is used")
    counted, rounds = tallies.analyse_tallies(tree, configs)
    strong, weak = _ends(configs, facts.rules_b)
    habit_frames = [habits(tree, *pair) for pair in pairs_of_kinds(configs, strong, weak)
                    if pair[0].rules == facts.rules_b and strong != weak]  # fmt: skip
    best = [one for one in configs if one.policy == strong and one.rules == facts.rules_b]
    shown = showcase(tree, min(best)) if best and hotels else pd.DataFrame()
    built = _rooms(tree, facts, hotels)
    partners = _pairs(tree, facts, rulesets, longer)
    return Results(facts, tree.runs, played, measures, winners, changes, seat_frame,
                   histograms, sources, counted, rounds,
                   quality, judged, built, partners,
                   pd.concat(habit_frames, ignore_index=True) if habit_frames else pd.DataFrame(),
                   shown, long_run=longer)  # fmt: skip


def _ends(configs: Iterable[Config], rules: str) -> tuple[str, str]:
    """The most thoughtful recorded policy under some rules, and the least except random."""
    found = {one.policy for one in configs if one.rules == rules and one.policy != RANDOM}
    ranked = sorted(found, key=lambda name: (*thoughtless(name), name))
    return (ranked[0], ranked[-1]) if ranked else ("", "")


def _rooms(tree: Tree, facts: Facts, hotels: int) -> pd.DataFrame:
    """Rooms of both editions and both sides of their plans, by the best players that do not search;
    empty if the rules differ from those recorded."""
    runs = [
        run
        for run in tree.runs
        if run.config.rules == facts.rules_b
        and run.config.policy in {one.name for one in POLICIES if not one.searches}
    ]
    if facts.stale or not facts.titles or not hotels or not runs:
        return pd.DataFrame()
    best = min(runs, key=lambda run: (*thoughtless(run.config.policy), run.config.players))
    sides = [load_ruleset(rules, boards=side)
             for side in (None, "day") for rules in (facts.rules_a, facts.rules_b)]  # fmt: skip
    config = best.config
    games = -(-hotels // config.players)
    found = [rooms.room_shares(one, config.players, config.policy, best.seed, games)
             for one in sides]  # fmt: skip
    return pd.concat(found, ignore_index=True)


JUDGED = ("politics", "emperor_tile")
"""Kinds with verdicts, in addition to staff cards and guests. Guests need the first row laid out
again, which is possible only with exactly the recorded rules."""


def _with(own: pd.DataFrame, further: pd.DataFrame) -> pd.DataFrame:
    """Rows of this report, and those of tables in the longer run only."""
    return pd.concat([own, further], ignore_index=True) if len(further) else own


def _known_rulesets(configs: Iterable[Config]) -> dict[str, Ruleset]:
    """The recorded rulesets by label, without those that the model no longer knows."""
    found = {}
    for label in dict.fromkeys(config.rules for config in configs):
        with suppress(UserError):
            found[label] = load_ruleset(label)
    return found


def _judged(tree: Tree, facts: Facts, rulesets: Mapping[str, Ruleset], longer: LongRun) -> Judged:
    """Effects and verdicts under both rulesets; for staff cards also those with modules."""
    both = {one: rulesets[one] for one in (facts.rules_a, facts.rules_b) if one in rulesets}
    kinds = (*JUDGED, *(() if facts.stale else ("guest",)))
    found = [
        judge_kinds(tree, tree.configs, some, map(kind, wanted), aside=(RANDOM,))
        for some, wanted in ((rulesets, ("staff",)), (both, kinds))
    ]
    effects = pd.concat([one.effects for one in found], ignore_index=True)
    if not longer.games:
        return Judged(effects, pd.concat([one.agreement for one in found], ignore_index=True))
    effects = longer.instead("effects", effects)
    return Judged(effects, agreement(effects[effects["verdict"].notna()], aside=(RANDOM,)))


PAIR_METRIC = "dealt_vp"
"""Pairs are shown for VP only: for wins, the errors exceed any possible effect."""


def _pairs(
    tree: Tree, facts: Facts, rulesets: Mapping[str, Ruleset], longer: LongRun
) -> pd.DataFrame:
    """Interactions of staff cards under both rulesets, by the most thoughtful players recorded.

    Pairs that a longer run estimated are not estimated again.
    """
    both = [one for one in (facts.rules_a, facts.rules_b) if one in rulesets]
    ours = [c for c in tree.configs if c.rules in both and "," not in c.policy]
    best = min((c.policy for c in ours), key=lambda name: (*thoughtless(name), name), default="")
    found = [
        pair_interactions(tree, subject, kind("staff"))
        for config in ours
        if config.policy == best and config not in longer.games and not tree.shares_deals(config)
        for subject in subjects(config, rulesets[config.rules])
    ]
    known = [longer.frames["pairs"]] if longer.games else []
    frames = [one[one["metric"] == PAIR_METRIC] for one in (*known, *found) if len(one)]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def _played(tree: Tree, rulesets: Mapping[str, Ruleset]) -> pd.DataFrame:
    """Played differences of the staff cards at tables of one kind of player."""
    return _numbered(pd.concat([
        played_differences(tree, subject, kind("staff"))
        for config in tree.configs
        if config.rules in rulesets and "," not in config.policy
        for subject in subjects(config, rulesets[config.rules])
    ], ignore_index=True))  # fmt: skip


def _numbered(effects: pd.DataFrame) -> pd.DataFrame:
    """Rows of staff cards with their number as `card`, and q as figures mark it."""
    return effects.rename(columns={"q_by": "q"}).assign(card=effects["item"].astype(int))


def _of_pairs(
    estimate: Callable[[Config, Config], pd.DataFrame], pairs: Iterable[tuple[Config, Config]]
) -> pd.DataFrame:
    """The estimates for each pair of configurations, concatenated."""
    return pd.concat([estimate(*pair) for pair in pairs], ignore_index=True)
