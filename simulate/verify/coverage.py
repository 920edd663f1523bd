"""What was exercised and how often: counts by name, and what came up too rarely."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from model import Ruleset
from simulate.verify.coverage_items import items

POLICIES = ("random", "greedy", "politician", "seeker")


@dataclass
class CoverageRow:
    """One thing that the rules provide for, and how often it came up under each policy."""

    section: str
    name: str
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(POLICIES, 0))

    @property
    def total(self) -> int:
        return sum(self.counts.values())


class Coverage:
    """Counts by key over any number of rulesets."""

    def __init__(self) -> None:
        self.rows: dict[str, CoverageRow] = {}

    def add(self, ruleset: Ruleset, rules: np.record, policy: str, tally: np.ndarray) -> None:
        """Add the counts of games of one ruleset by one policy."""
        words = tally.view(np.int64)
        for item in items(ruleset, rules):
            self.count(item.key, item.section, item.name, policy, int(words[item.place]))

    def count(self, key: str, section: str, name: str, policy: str, times: int) -> None:
        """Add to one count."""
        row = self.rows.setdefault(key, CoverageRow(section, name))
        row.counts[policy] += times

    def counts(self) -> dict[str, dict[str, int]]:
        """How often each key came up under each policy."""
        return {key: dict(row.counts) for key, row in self.rows.items()}

    def sections(self) -> dict[str, list[CoverageRow]]:
        """The rows by section, in order of first appearance."""
        found: dict[str, list[CoverageRow]] = {}
        for row in self.rows.values():
            found.setdefault(row.section, []).append(row)
        return found

    def below(self, at_least: int) -> list[CoverageRow]:
        """The rows that came up less often than that."""
        return [row for row in self.rows.values() if row.total < at_least]


def table(rows: Sequence[CoverageRow], at_least: int, seldom: str = "below {:,}") -> list[str]:
    """Rows as lines of text, those below ``at_least`` marked."""
    width = max((len(row.name) for row in rows), default=0)
    heads = (*POLICIES, "total")
    lines = [" " * width + "".join(f"{head:>15}" for head in heads)]
    for row in rows:
        numbers = [*(row.counts[policy] for policy in POLICIES), row.total]
        mark = f"  {seldom.format(at_least)}" if row.total < at_least else ""
        lines.append(row.name.ljust(width) + "".join(f"{n:>15,}" for n in numbers) + mark)
    return lines
