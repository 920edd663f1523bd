"""The overview: the questions that readers come with, answered in sentences with intervals."""

from __future__ import annotations

from reports.results import Results
from reports.site.blocks import Block, Finding, Items, Note, Page, Section
from reports.site.links import link
from reports.site.pages import (
    court,
    editions,
    game,
    guests,
    modules,
    players,
    seats,
    staff,
    variants,
)

KEY = "index"

LINKS = (
    ("staff", "Staff cards", "what each is worth, and a page for each"),
    ("editions", "Editions", "what changed in 2021 and what that does"),
    ("guests", "Guests", "how often each is served and what it scores"),
    ("court", "Politics and emperor", "what lies on the table for all"),
    ("modules", "Modules", "the expansion, its cards and what is assumed of them"),
    (
        "variants",
        "Variants and rulings",
        "what players agree on, and how a rule is read: does it matter",
    ),
    ("rules", "Rules", "every clause with source, tests and how often play met it"),
    ("method", "Method", "estimands, intervals, how to make this again, glossary"),
)


def build(results: Results) -> Page:
    before, after = (results.facts.short(rules) for rules in results.editions)
    return Page(
        key=KEY,
        title="Is the game balanced?",
        short="Overview",
        lead=(
            f"What simulated games by the rules of {before} and {after} show. Each answer leads to"
            " the figures behind it."
        ),
        findings=answers(results),
        sections=[Section("read-on", "Read on", _read_on(results))],
    )


def answers(results: Results) -> list[Finding]:
    """The findings of all pages, those that most readers ask for first."""
    newer, older, *who = staff.findings(results)
    return [
        newer,
        older,
        *who,
        *editions.findings(results),
        *seats.findings(results)[:1],
        *game.findings(results),
        *guests.findings(results),
        *court.findings(results),
        *modules.findings(results),
        *variants.findings(results),
        *players.findings(results),
    ]


def _read_on(results: Results) -> list[Block]:
    blocks: list[Block] = []
    if results.facts.stale:
        stale = ", ".join(results.facts.stale)
        blocks.append(
            Note("Recorded under other rules",
                 f"The model has changed since these games were played: {stale}. Names, changes and"
                 " rulings are those of the model now; play the games again for a report that"
                 " fits.")
        )  # fmt: skip
    blocks.append(
        Note("Read with care",
             "All seats of a game are played by the same program. Such players are consistent, not"
             " clever; a result that holds for several of them says something about the rules.")
    )  # fmt: skip
    blocks.append(Items([link(f"{key}.html", name) + f" – {words}" for key, name, words in LINKS]))
    return blocks
