"""Does the method keep its promises? Known truths, replicated on recorded games and checked.

Three runs of each of two tables (the study says which) are cut into replications of m deals: `same`
and `again`, the same rules under two seeds, and `planted`, the rules with a changed card on the
deals of `same`. The value over all deals of a run serves as the truth: its error is
1 / sqrt(replications) times that of one replication.

    no effect        p-values of `again` - `same`, unpaired, are uniform (Kolmogorov-Smirnov), 5% of
                     them are below 5%; at most 5% of families of measures have a finding
    planted          intervals of `planted` - `same` cover the truth as often as they say, paired
                     and unpaired, and the two agree; it is found as often as `power` promised
    equivalence      a difference as large as the margin is called equivalent at most 5% of the time
    looking          a confidence sequence that is looked at many times errs in at most 5% of runs
    stopping         an interval covers where its width alone stops the run, as `--until` does
    shared deals     intervals clustered by deal cover where games share deals
    few deals        where few deals differ, intervals and bounds err in at most 5% of replications
    verdicts         at most 5% of those given on planted cards are wrong, and as many as they say
    ladder, luck     planted strengths and shares of variance are within their intervals

A count is compared with the binomial distribution; a check fails outside its central 99.9%.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import stats as scipy_stats

from analysis.base import decide, stats, verdicts
from analysis.base.resample import percentiles
from analysis.base.stats import Array
from analysis.method import jury, planted, power
from analysis.players import ladder, luck
from analysis.rulesets.compare import Measure
from simulate.batch.sequence import MIN_DEALS, Sequence, half_width

Row = dict[str, object]

CALIBRATED = 0.05
"""How far a stated probability may be from how often it is right, over all planted shapes."""

LUMP = 0.01
"""Share of p-values that a single value may be for them to count as continuous."""

FALSE_ALARM = 0.001
"""Chance that a check fails although nothing is wrong."""


@dataclass(frozen=True)
class Block:
    """Recorded games cut into R replications of m deals.

    same, again, planted: values (R, m, M) of M measures; same and planted share their deals.
    cards_same, cards_planted: (R, m, 4) of the planted card: seats dealt it, their VP, the other
    seats, their VP.
    """

    measures: tuple[Measure, ...]
    same: Array
    again: Array
    planted: Array
    cards_same: Array
    cards_planted: Array


def row(
    check: str, quantity: str, count: int, trials: int, expected: float, most_only: bool = False
) -> dict[str, object]:
    """A row of the result: a count of trials against its binomial bounds.

    most_only: the promise is "at most", so less is no fault.
    """
    law = scipy_stats.binom(trials, expected)
    low, high = law.ppf(FALSE_ALARM / 2), law.ppf(1 - FALSE_ALARM / 2)
    return {
        "check": check, "quantity": quantity, "replications": trials,
        "observed": count / trials, "expected": expected,
        "low": 0.0 if most_only else low / trials, "high": high / trials,
        "passed": bool((most_only or count >= low) and count <= high),
    }  # fmt: skip


def uniform_row(check: str, quantity: str, p: Array) -> dict[str, object]:
    """A row for the Kolmogorov-Smirnov test that p-values are uniform; observed is its p-value."""
    found = float(scipy_stats.kstest(p, "uniform").pvalue)
    return {
        "check": check, "quantity": quantity, "replications": len(p), "observed": found,
        "expected": float("nan"), "low": FALSE_ALARM, "high": 1.0, "passed": found >= FALSE_ALARM,
    }  # fmt: skip


def lumpy(p: Array) -> bool:
    """Does a single value account for more than `LUMP` of the p-values?

    Shares of few deals often give equal values, and p = 1 if the two are identical: these p-values
    cannot be uniform.
    """
    return bool(np.unique(p, return_counts=True)[1].max() > max(2, LUMP * len(p)))


def unpaired(a: Array, b: Array) -> stats.Estimate:
    """Mean of b minus mean of a over axis 1, of independent games."""
    variance = a.var(axis=1, ddof=1) / a.shape[1] + b.var(axis=1, ddof=1) / b.shape[1]
    return stats.Estimate(b.mean(axis=1) - a.mean(axis=1), np.sqrt(variance))


def paired(a: Array, b: Array) -> stats.Estimate:
    """Mean of b - a over axis 1, of games on the same deals, by the estimator of the suite."""
    x = np.stack([a, b], axis=-1)  # (R, m, M, 2)
    sums, products = x.sum(axis=1), np.einsum("rgmi,rgmj->rmij", x, x)
    return stats.paired_mean(sums, products, a.shape[1])


def dealt(cards: Array) -> stats.Estimate:
    """Dealt effect of the card in each replication, from (R, m, 4)."""
    return stats.difference(*_moments(cards), cards.shape[1], min_arm=10)


def dealt_change(before: Array, after: Array) -> stats.Estimate:
    """Change of the dealt effect on the same deals, from two (R, m, 4)."""
    return stats.change_of_difference(
        *_moments(np.concatenate([before, after], axis=2)), before.shape[1], min_arm=10
    )


def _moments(x: Array) -> tuple[Array, Array]:
    return x.sum(axis=1), np.einsum("rgi,rgj->rij", x, x)


def no_effect(block: Block) -> Iterator[dict[str, object]]:
    """Equal rules under two seeds: p-values, and findings by false discovery rate."""
    estimate = unpaired(block.same, block.again)
    for at, measure in enumerate(block.measures):
        p = estimate.p[:, at]
        if not lumpy(p):
            yield uniform_row("no effect: p-values uniform", measure.label, p)
        yield row("no effect: p < 5%", measure.label, int((p < 0.05).sum()), len(p), 0.05)
    q = np.array([stats.benjamini_hochberg(p) for p in estimate.p])
    found = int((q < verdicts.LEVEL).any(axis=1).sum())
    yield row("no effect: a finding in the family", "all measures", found, len(q), 0.05, True)


def planted_effects(block: Block) -> Iterator[dict[str, object]]:
    """A changed card: coverage, agreement of the paired and the unpaired estimate."""
    both, apart = paired(block.same, block.planted), unpaired(block.again, block.planted)
    for at, measure in enumerate(block.measures):
        truth = float((block.planted - block.same)[..., at].mean())
        for name, estimate in (("paired", both), ("unpaired", apart)):
            reference = truth if name == "paired" else float(
                block.planted[..., at].mean() - block.again[..., at].mean()
            )  # fmt: skip
            yield _covered(f"planted: {name} interval covers", measure.label,
                           stats.Estimate(estimate.value[:, at], estimate.se[:, at]),
                           reference)  # fmt: skip
        # Even replications paired, odd ones unpaired: independent of each other.
        gap = both.value[::2, at][: len(both.value) // 2] - apart.value[1::2, at]
        error = np.hypot(both.se[::2, at][: len(gap)], apart.se[1::2, at])
        p = 2 * scipy_stats.norm.sf(np.abs(gap / error))
        yield uniform_row("planted: paired and unpaired agree", measure.label, p)
    for name, cards in (("before", block.cards_same), ("after", block.cards_planted)):
        estimate, truth = dealt(cards), _truth(dealt(_whole(cards)))
        yield _covered("planted: dealt effect covers", f"VP, {name}", estimate, truth)
    change = dealt_change(block.cards_same, block.cards_planted)
    truth = _truth(dealt_change(_whole(block.cards_same), _whole(block.cards_planted)))
    yield _covered("planted: change of the dealt effect covers", "VP, paired", change, truth)


def _whole(cards: Array) -> Array:
    return cards.reshape(1, -1, cards.shape[2])


def _truth(estimate: stats.Estimate) -> float:
    return float(estimate.value[0])


def _covered(
    check: str, quantity: str, estimate: stats.Estimate, truth: float
) -> dict[str, object]:
    low, high = estimate.interval()
    return row(check, quantity, int(((low <= truth) & (truth <= high)).sum()), len(low), 0.95)


def promised_power(block: Block) -> Iterator[dict[str, object]]:
    """Is a planted effect found as often as `power` promises, from a spread measured elsewhere?

    The first fifth of the replications is the pilot that measures the spread. The others are tested
    with as many deals as promise 80%, or with all of a replication.
    """
    pilot = max(2, len(block.same) // 5)
    most = block.same.shape[1]
    for at, measure in enumerate(block.measures):
        gaps = (block.planted - block.same)[..., at]
        truth, sd = float(gaps.mean()), float(gaps[:pilot].std(ddof=1))
        if truth == 0 or sd == 0:
            continue
        share = float((gaps[:pilot] != 0).mean())
        if most * share < power.ENOUGH:
            continue  # too few differ for a test
        deals = int(min(most, power.games_for(sd, truth, differing=share)))
        promise = float(power.power_of(sd, truth, deals, differing=share))
        if deals < power.MIN_DEALS or promise < 0.2:
            continue  # too few deals for a promise, or hardly an effect
        tested = paired(block.same[pilot:, :deals, at : at + 1],
                        block.planted[pilot:, :deals, at : at + 1])  # fmt: skip
        enough = (gaps[pilot:, :deals] != 0).sum(axis=1) >= stats.MIN_ARM
        found = int((enough & (tested.p[:, 0] < power.LEVEL)).sum())
        yield row("planted: found as often as promised", f"{measure.label}, {deals} deals", found,
                  len(tested.p), promise)  # fmt: skip


def equivalence(block: Block) -> Iterator[dict[str, object]]:
    """The planted difference with a margin as large as itself: called equivalent at most 5%."""
    estimate = paired(block.same, block.planted)
    for at, measure in enumerate(block.measures):
        truth = abs(float((block.planted - block.same)[..., at].mean()))
        if truth == 0:
            continue
        p = verdicts.equivalence_p(estimate.value[:, at], estimate.se[:, at], truth)
        called = int((p < verdicts.EACH_SIDE).sum())
        yield row("equivalence: wrongly called equivalent", measure.label, called, len(p),
                  verdicts.LEVEL, most_only=True)  # fmt: skip


def looking(block: Block, length: int = 500, every: int = 25) -> Iterator[dict[str, object]]:
    """Sequences monitored after every few deals; and how often ordinary intervals would err."""
    for at, measure in enumerate(block.measures):
        values = np.concatenate([block.same, block.again])[..., at].ravel()
        runs = values[: len(values) // length * length].reshape(-1, length)
        wrong = _errors(runs, float(values.mean()), every)
        yield row("looking: the confidence sequence errs", measure.label, wrong, len(runs), 0.05,
                  most_only=True)  # fmt: skip


def _errors(runs: Array, truth: float, every: int, width: str = "half") -> int:
    """How many runs have the truth outside an interval (a property of `Sequence`) at some look."""
    wrong = 0
    for values in runs:
        sequence = Sequence()
        for first in range(0, len(values), every):
            sequence.add(values[first : first + every])
            if sequence.count < MIN_DEALS:
                continue
            if abs(sequence.mean - truth) > getattr(sequence, width):
                wrong += 1
                break
    return wrong


ENOUGH = 1_000
"""Replications that find a rate of errors of 10% in 99% of cases where 5% is promised."""

DRAWN = 20_000
"""Values of a run that is looked at or stops: twice as many as make the sequence shortest."""


def stopping(block: Block, seed: int, runs: int = ENOUGH, every: int = 250) -> Iterator[Row]:
    """Runs of the length that `--until` is tuned for, of values drawn from the recorded games.

    Each stops as soon as its interval is as short as that of some 5,000 or 10,000 values.
    """
    rng = np.random.default_rng(seed)
    for at, measure in enumerate(block.measures):
        values = np.concatenate([block.same, block.again])[..., at].ravel()
        truth, sd = float(values.mean()), float(values.std())
        wrong, stopped = 0, {"plain": 0, "half": 0}
        for _ in range(runs):
            drawn = rng.choice(values, DRAWN)
            wrong += _errors(drawn[None], truth, every)
            for name, size in (("plain", 5_000), ("half", 10_000)):
                width = (stats.normal_quantile(stats.LEVEL) * sd / np.sqrt(size) if name == "plain"
                         else float(half_width(sd, size)))  # fmt: skip
                stopped[name] += _covers_when_short(drawn, name, width, truth, every)
        yield row("looking: the confidence sequence errs", f"{measure.label}, {DRAWN:,} deals",
                  wrong, runs, 0.05, most_only=True)  # fmt: skip
        yield row("stopping: an interval covers where its width stops the run", measure.label,
                  stopped["plain"], runs, 0.95)  # fmt: skip
        yield row("stopping: the sequence errs where it stops the run", measure.label,
                  runs - stopped["half"], runs, 0.05, most_only=True)  # fmt: skip


def _covers_when_short(
    values: Array, name: str, width: float, truth: float, every: int
) -> bool:  # fmt: skip
    """Does the interval (a property of `Sequence`) cover when it is first that short?"""
    sequence = Sequence()
    for first in range(0, len(values), every):
        sequence.add(values[first : first + every])
        if getattr(sequence, name) <= width:
            break
    return bool(abs(sequence.mean - truth) <= getattr(sequence, name))


def shared_deals(
    measures: tuple[Measure, ...], values: Array, cards: Array
) -> Iterator[Row]:  # fmt: skip
    """Games that share deals: values (R, D, k, M), cards (R, D, k, 4) of k games of each deal."""
    each = values.shape[2]
    for at, measure in enumerate(measures):
        x = np.stack([np.full(values.shape[:2], float(each)), values[..., at].sum(axis=2)], axis=-1)
        estimate = stats.ratio(*_moments(x), x.shape[1])
        yield _covered(f"shared deals: interval of a mean covers, {each} games a deal",
                       measure.label, estimate, float(values[..., at].mean()))  # fmt: skip
    summed = cards.sum(axis=2)
    effect = dealt(summed)
    yield _covered(f"shared deals: dealt effect covers, {each} games a deal", "VP", effect,
                   _truth(dealt(_whole(summed))))  # fmt: skip


def few_deals(block: Block, seed: int) -> Iterator[Row]:
    """The planted change in one deal of 25 (drawn), so that few of a replication differ."""
    rng = np.random.default_rng(seed)
    met = rng.random(block.same.shape[:2]) < 1 / 25
    for at, measure in enumerate(block.measures):
        gaps = (block.planted - block.same)[..., at]
        truth, thinned = float(gaps.mean()) / 25, np.where(met, gaps, 0.0)
        above, below = (thinned > 0).sum(axis=1), (thinned < 0).sum(axis=1)
        some = above + below > 0  # if none differs, that is the finding
        if not some.any():
            continue
        deals = thinned.shape[1]
        estimate = stats.Estimate(thinned.mean(axis=1),
                                  thinned.std(axis=1, ddof=1) / np.sqrt(deals))  # fmt: skip
        plain = estimate.interval()
        guarded = np.isnan(stats.where_enough_differ(estimate, above + below).se)
        every = np.concatenate([block.same[..., at].ravel(), block.planted[..., at].ravel()])
        reach = float(every.max() - every.min())
        bounds = stats.bounds_of_few(above, below, deals, reach)
        low, high = (
            np.where(guarded, one, other) for one, other in zip(bounds, plain, strict=True)
        )
        errs = int((((truth < low) | (truth > high)) & some).sum())
        yield row("few deals: the interval that is shown errs", measure.label, errs,
                  int(some.sum()), 0.05, most_only=True)  # fmt: skip


def planted_strengths(replications: int, seed: int) -> Iterator[dict[str, object]]:
    """Ladders of three with known strengths, on few deals and on more: do the intervals cover?"""
    rng = np.random.default_rng(seed)
    truth = np.array([-300.0, 0.0, 40.0])
    for deals in (ladder.LEAST_DEALS, 80):
        covered = np.zeros(2, dtype=int)
        for number in range(replications):
            matrices = planted.rank_matrices(truth, deals, rng)
            rated = ladder.rate(matrices, ("a", "b", "c"), "b", replicates=150, seed=number)
            low, high = percentiles(rated.draws)
            inside = (low <= truth) & (truth <= high)
            covered += inside[[0, 2]]
        for name, count in zip(("a rung 300 below", "a rung 40 above"), covered, strict=True):
            yield row("ladder: rating covers the strength", f"{name}, {deals} deals", int(count),
                      replications, 0.95)  # fmt: skip


def planted_cards(families: int, seed: int) -> Iterator[Row]:
    """Verdicts on families of 48 cards with planted effects.

    At most 5% of those given may be wrong; and the likeliest region must be right as often as its
    probability says, within `CALIBRATED`.
    """
    stated, count, right = (np.zeros(10) for _ in range(3))
    for name, shape in jury.SHAPES.items():
        for error in jury.ERRORS:
            found = jury.tally(shape, error, families, seed)
            yield row("verdicts: wrong ones among those given",
                      f"{name}, error {error:g} VP", found.wrong, found.given, decide.PROMISE,
                      most_only=True)  # fmt: skip
            stated, count, right = (
                one + more
                for one, more in zip((stated, count, right), (found.stated, found.count,
                                                              found.right), strict=True)
            )  # fmt: skip
    for tenth in np.flatnonzero(count >= ENOUGH):
        mean, seen = stated[tenth] / count[tenth], right[tenth] / count[tenth]
        yield {
            "check": "verdicts: the likeliest region is right",
            "quantity": f"said {10 * tenth}% to {10 * tenth + 10}%",
            "replications": int(count[tenth]), "observed": float(seen), "expected": float(mean),
            "low": float(mean - CALIBRATED), "high": float(mean + CALIBRATED),
            "passed": bool(abs(seen - mean) <= CALIBRATED),
        }  # fmt: skip


def halves(
    first: stats.Estimate, second: stats.Estimate, low: float, low_se: float, high: float
) -> Iterator[Row]:
    """Verdicts on recorded cards from one half of the games.

    The other half's estimates may contradict them no more often than their own probabilities and
    the errors of both imply.
    """
    seen, expected, given = jury.contradictions(first, second, low, low_se, high)
    yield row("verdicts: contradicted by an independent half", "staff cards, 2 planner", seen,
              max(given, 1), expected / max(given, 1), most_only=True)  # fmt: skip


def planted_shares(replications: int, seed: int) -> Iterator[dict[str, object]]:
    """Crossed designs with known shares of variance, 300 deals each: do the intervals cover?"""
    rng = np.random.default_rng(seed)
    truth = planted.layout_shares()
    covered = np.zeros(len(truth), dtype=int)
    for number in range(replications):
        rows = luck.shares(planted.layout(300, 2, rng), replicates=250, seed=number)
        rows = rows[rows["kind"] == "source"].set_index("source").loc[list(luck.SOURCES)]
        low, high = rows["low"].to_numpy(), rows["high"].to_numpy()
        covered += (low <= truth) & (truth <= high)
    for name, count in zip(luck.SOURCES, covered, strict=True):
        yield row("luck: share covers the planted one", name, int(count), replications, 0.95)


def of_games(block: Block, seed: int) -> pd.DataFrame:
    """The checks on the games of one table; one row each, with the columns of `row`."""
    return pd.DataFrame([
        *no_effect(block), *planted_effects(block), *promised_power(block), *equivalence(block),
        *looking(block), *stopping(block, seed), *few_deals(block, seed),
    ])  # fmt: skip


def of_results_made_up(replications: int, seed: int) -> pd.DataFrame:
    """The checks on planted strengths, shares of variance and cards."""
    return pd.DataFrame([
        *planted_strengths(replications, seed), *planted_shares(replications, seed),
        *planted_cards(max(20, replications // 5), seed),
    ])  # fmt: skip
