"""The report of a verification, and the few lines shown at its end."""

import json
import platform
from datetime import UTC, datetime

import numba

from simulate.base.provenance import commit, play_digest
from simulate.base.roster import SEEKER
from simulate.batch.runner import suite_version
from simulate.fingerprint import fingerprint, parts_of
from simulate.fingerprint.rulesets import OPTIONS, plain
from simulate.verify.check_codes import MESSAGES
from simulate.verify.coverage import POLICIES, Coverage, CoverageRow, table
from simulate.verify.run import Verified
from simulate.verify.verification import PATCHES, PLAYERS

PLAYERS_OF_PLAY = [policy for policy in POLICIES if policy != SEEKER.name]
"""The players whose play the record is about: that of the seeker is this package's own."""

# Reasons why something may come up too rarely, by words of its name.
REASONS = {
    "shuffled into a new deck": "four players must take more than fifty guests in seven rounds",
    "without effect": "only dice of the copying space are left and the player has no krone",
    "without dice": "others must pass until rerolls have used up the dice",
    "averted": "needs one certain staff card in play and no step left on the track",
    "VP lost instead": "where the penalty is possible, the revised rules leave no choice",
    "beyond the end of their track": "with so many krones, only random players refuse the steps",
    "twenty rooms": "takes more room tiles and guests than these players manage",
    "empty staff deck": "takes more cards than are drawn in a game",
    "gap in the guests' row": "takes all guests to be at tables",
    "claimed": "its condition is hard to meet for players that do not plan for it",
    "last room tile": "a hotel must have come down to one tile",
}


def head(outcome: Verified) -> list[str]:
    """Date, settings and verdict."""
    verification = outcome.verification
    workers = f"{verification.workers} worker{'s' * (verification.workers > 1)}"
    lines = [
        "Verification of rules and engine",
        "================================",
        "",
        f"date         {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        f"version      {suite_version()}, commit {commit()}, engine {play_digest()}",
        f"made with    Python {platform.python_version()}, numba {numba.__version__}, "
        f"{workers}, {sum(outcome.seconds.values()):,.0f} s",
        f"seed         {verification.seed}",
        f"every step   checked in {verification.every_step:.1%} of the games, the last one in all",
        f"checks       {len(MESSAGES)} invariants of a state",
        "",
    ]
    if not outcome.defects:
        lines.append("No engine error and no broken invariant.")
    for defect in outcome.defects:
        lines += ["DEFECT", *defect.text().splitlines()]
    return lines


def games_table(outcome: Verified) -> list[str]:
    """Games, decisions and checks of every combination."""
    titles = ("games", "at every step", "decisions", "states checked", "games/s")
    wide = max(26, *(len(spec) + 2 for spec in outcome.verification.specs))
    lines = [
        f"{'rules':<{wide}}{'players':>8}  {'policy':<12}" + "".join(f"{t:>16}" for t in titles)
    ]
    for policy in POLICIES:
        for spec in outcome.verification.specs:
            for players in PLAYERS:
                counted = [
                    outcome.count(name, policy, spec, players)
                    for name in ("games", "games_every_step", "decisions", "checks")
                ]
                numbers = "".join(f"{n:>16,}" for n in counted)
                lines.append(f"{spec:<{wide}}{players:>8}  {policy:<12}{numbers}")
        games = outcome.count("games", policy)
        speed = games / max(1e-9, outcome.seconds.get(policy, 0.0))
        lines.append(f"{'all':<{wide}}{'':>8}  {policy:<12}{games:>16,}{'':>48}{speed:>16,.0f}")
    return lines


def reason(row: CoverageRow) -> str:
    """Why a row may be below the wanted count; empty if unknown."""
    return next((why for words, why in REASONS.items() if words in row.name), "")


def seldom(rows: list[CoverageRow], at_least: int) -> list[str]:
    """What came up too rarely, with the reason if known."""
    if not rows:
        return [f"Everything came up at least {at_least:,} times."]
    width = max(len(row.name) for row in rows)
    return [
        f"{row.name:<{width}}{row.total:>10,}  {row.section}"
        + (f"; {reason(row)}" if reason(row) else "")
        for row in rows
    ]


def rulesets(outcome: Verified) -> list[str]:
    """Every ruleset played, by its hash."""
    lines = []
    for setting in outcome.verification.settings():
        ruleset = setting.load()
        lines.append(f"{ruleset.hash}  {ruleset.label}")
    return lines


def titled(title: str, lines: list[str]) -> list[str]:
    return ["", title, "-" * len(title), "", *lines]


def text(outcome: Verified, coverage: Coverage, at_least: int) -> str:
    lines = head(outcome)
    lines += titled("Games", games_table(outcome))
    lines += [
        "",
        f"The games of each line are spread over {len(OPTIONS)} combinations of hands, boards and",
        "promotional guests. Random players take any legal action; greedy ones look one action",
        "ahead; the politician aims for politics cards; the seeker steers to rare states.",
        "Behind ~: patches under which such states are common.",
    ]
    lines += titled(f"Below {at_least:,}", seldom(coverage.below(at_least), at_least))
    for section, rows in coverage.sections().items():
        lines += titled(section.capitalize(), table(rows, at_least))
    lines += titled("Games with a position that the rulebooks leave open", gaps_table(outcome))
    checks = [f"{code:>3}  not: {message}" for code, message in MESSAGES.items()]
    lines += titled("Invariants", checks)
    lines += titled("Rulesets", rulesets(outcome))
    return "\n".join(lines) + "\n"


def counts(outcome: Verified, coverage: Coverage) -> str:
    """The counts of the coverage table by key, as JSON, with the setting they were counted in."""
    made = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": commit(),
        "engine": play_digest(),
        "play": fingerprint(parts_of(map(played_as, outcome.verification.specs), PLAYERS_OF_PLAY)),
        "seconds": round(sum(outcome.seconds.values())),
        "seed": outcome.verification.seed,
    }
    found = {gap: one.written() for gap, one in outcome.gaps().items()}
    return json.dumps({**made, "counts": coverage.counts(), "gaps": found}, indent=1) + "\n"


def played_as(spec: str) -> str:
    """The part of the fingerprint that a spec belongs to."""
    return plain(spec) if spec.endswith(tuple(PATCHES)) else spec


def gaps_table(outcome: Verified) -> list[str]:
    """How many games reached each position that the rulebooks leave open."""
    rows = [CoverageRow("", gap, one.games) for gap, one in outcome.gaps().items()]
    return table(rows, 1, "never")


def summary(outcome: Verified, coverage: Coverage, at_least: int) -> list[str]:
    if outcome.defects:
        return [f"defect: {defect.text()}" for defect in outcome.defects]
    games = {policy: outcome.count("games", policy) for policy in POLICIES}
    played = ", ".join(f"{n:,} {policy}" for policy, n in games.items() if n)
    stepwise = sum(outcome.count("games_every_step", policy) for policy in POLICIES)
    checks = sum(outcome.count("checks", policy) for policy in POLICIES)
    below = coverage.below(at_least)
    lines = [
        f"{played} games in {sum(outcome.seconds.values()):,.0f} s: "
        "no engine error, no broken invariant",
        f"{checks:,} states checked, {stepwise:,} games at every step",
        f"{len(coverage.rows) - len(below)} of {len(coverage.rows)} items came up "
        f"at least {at_least:,} times" + ("; the others:" if below else ""),
    ]
    shown = [f"  {row.name}: {row.total:,}" for row in below[:12]]
    more = [f"  ... and {len(below) - 12} more, see the report"] if len(below) > 12 else []
    return lines + shown + more
