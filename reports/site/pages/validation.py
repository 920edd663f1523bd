"""Does the method keep its promises? The record of `gah check validate`, on the method page."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
from markupsafe import Markup

from reports import names
from reports.figures.figure import for_pages
from reports.figures.validation import promises_figure
from reports.rules.evidence import VERIFICATION
from reports.site.blocks import Code, More, Prose, Section, Terms
from reports.tables.table import Table
from reports.text import count, listing, number
from simulate.base.notation import bounds

RECORD = VERIFICATION / "validation.json"
COMMAND = "gah check validate --out verification/validation.txt"

WHAT = (
    ("No effect", "The same rules under two seeds: every effect found is a false alarm."),
    ("Planted", "A changed card, on the same deals: intervals must cover the effect of the changed"
     " rules in all games of the run, paired and unpaired, and the effect must be found as often as"
     " gah study power predicted."),
    ("Equivalence", "A difference as large as the margin must seldom be called equivalent."),
    ("Looking", "A run that is examined repeatedly: a confidence sequence must hold throughout."),
    ("Stopping", "A run that ends as soon as its interval is short: it must still cover."),
    ("Few deals", "A change that affects few deals: results must not err more often than they"
     " claim."),
    ("Shared deals", "Games that share deals: intervals clustered by deal must cover."),
    ("Verdicts", "Families of 48 cards with planted effects of many shapes, and recorded cards:"
     " half of the games must not contradict the verdicts from the other half more often than they"
     " claim."),
    ("Ladder, luck", "Synthetic results with known strengths and known shares of variance."),
)  # fmt: skip


def sections(record: Path = RECORD) -> list[Section]:
    """Sections for the page of the method; they name the command if there is no record."""
    title = "Does the method keep its promises?"
    if not record.exists():
        missing = Markup("No validation is recorded here: <code>{}</code> makes one.").format(
            COMMAND
        )
        return [Section("validation-record", title, [Prose(missing)])]
    said = json.loads(record.read_text(encoding="utf-8"))
    checks = pd.DataFrame(said["checks"])
    shares = checks[checks["expected"].notna() & checks["low"].notna()]
    figure = for_pages(partial(promises_figure, shares, grounds(said)))
    return [
        Section("promises", title, [
            Prose(lead(checks, said)), figure,
            More("What is checked", [Terms(WHAT)]),
            More("All checks", [checks_table(checks)]),
            Prose("Reproduce:"), Code(COMMAND),
        ]),
    ]  # fmt: skip


def lead(checks: pd.DataFrame, said: dict[str, Any]) -> str:
    """How many checks hold, and the date of the record."""
    held = int(checks["passed"].sum())
    return (
        f"{count(held)} of {count(len(checks))} checks hold, on games whose truth is known"
        f" (recorded on {said['date']}, commit {said['commit'][:12]})."
    )


def grounds(said: dict[str, Any]) -> str:
    """The games of the record."""
    tables = listing([f"{players} {policy}" for policy, players in said["tables"]])
    return (
        f"{names.ruleset(said['rules'])}, {tables} players,"
        f" {count(said['replications'])} replications of {count(said['deals'])} deals,"
        f" seed {said['seed']}."
    )


def checks_table(checks: pd.DataFrame) -> Table:
    """Every check with its bounds."""

    def shown(value: Any, digits: int = 3) -> str:
        return "" if pd.isna(value) else number(float(value), digits)

    rows = [
        (
            str(row["check"]), str(row["quantity"]), count(int(row["replications"])),
            shown(row["observed"]), shown(row["expected"]),
            "" if pd.isna(row["low"]) else bounds(row["low"], row["high"], 3),
            "yes" if row["passed"] else "no",
        )
        for row in checks.to_dict("records")
    ]  # fmt: skip
    head = ("Check", "Of", "Replications", "Observed", "Expected", "Bounds", "Holds")
    caption = "Shares of replications; for uniformity, p of the Kolmogorov-Smirnov test"
    return Table(caption, head, rows, key="validation-checks", frame=checks)
