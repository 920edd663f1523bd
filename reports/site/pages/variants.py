"""Variants and rulings: choices before a game, and readings of open rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from analysis.base.verdicts import DIFFERS, MATTERS, UNDECIDED, UNMET, WITHIN
from analysis.studies.variants import ALL, MODULES, SHOWN, ChangeSet
from model.steps import Step
from reports import names
from reports.figures.figure import for_pages
from reports.figures.variants import SHARE, forest_figure
from reports.grounds import grounds_of_changes
from reports.links import link
from reports.results import Results
from reports.site.blocks import Block, Code, Finding, More, Page, Prose, Section, Terms
from reports.site.comparison import margins_table
from reports.site.pages import editions
from reports.tables.assumed import ASSUMED
from reports.tables.compare import KNOWN
from reports.tables.variants import SAID, changes_table, largest, measures_table, sizes, summary
from reports.text import listing

KEY = "variants"


@dataclass(frozen=True)
class GroupTopic:
    """A section of the page: the group that it shows, the text above it, its panels."""

    key: str
    title: str
    lead: str
    panels: tuple[str, ...]


TOPICS = (
    GroupTopic(
        "edition", "Each change of the newer edition alone",
        "Each change of the newer edition is added alone to the older one, and all of them"
        " together.",
        (SHARE, "vp_winner"),
    ),
    GroupTopic(
        "variants", "Options and variants",
        "Choices that players agree on before a game: how staff cards are dealt, which plans"
        " and guests are used, and the variants played online. Each is added alone.",
        ("vp_winner", "close_games", "turns", "win_seat_1"),
    ),
    GroupTopic(
        "rulings", "Readings of open rulings",
        "If the books are silent or disagree, a ruling says what is played. Each other reading is"
        " played alone instead of the default. If few deals go differently, the question seldom"
        " comes up, however large its effect is when it does.",
        (SHARE, "vp_winner"),
    ),
    GroupTopic(
        MODULES, "Readings of rulings that only modules bring",
        "Questions that the expansion leaves open, each played with the fewest modules that raise"
        " it. Only a fifth of the deals above is played, so the intervals are wide.",
        (SHARE, "vp_winner"),
    ),
    GroupTopic(
        "draft", "The retail expansion against its English draft",
        "Each difference of the draft is added alone to the whole expansion as it was sold, and"
        " all of them together.",
        ("vp_winner", "close_games"),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class GroupQuestion:
    """A question about a group of changes, the noun for these, and which of them it is about."""

    key: str
    about: str
    noun: str
    wanted: Callable[[Step], bool] = lambda step: True


QUESTIONS = (
    GroupQuestion("edition", "What does each change of the newer edition do alone?", "changes"),
    GroupQuestion("variants", "What do the options of the set-up change?", "other choices",
             lambda step: step.key[0] == "option"),
    GroupQuestion("variants", "What do the variants played online change?", "variants",
             lambda step: step.key[0] != "option"),
    GroupQuestion("rulings", "Does it matter how the open rulings are read?", "other readings"),
    GroupQuestion(MODULES, "Does it matter how the open rulings of the modules are read?",
             "other readings"),
    GroupQuestion("draft", "What does the English draft of the expansion change?", "differences"),
)  # fmt: skip
TERMS = (
    (MATTERS, "Some measure differs by more than chance, and its whole 95% interval lies"
     " beyond the margin below which a difference does not matter at the table."),
    (DIFFERS, "Some measure differs by more than chance; the difference may be smaller than the"
     " margin."),
    (UNDECIDED, "No measure is shown to differ by more than its margin, and too few games were"
     " played to show that all are within theirs. The number of deals given is enough whatever the"
     " true difference is, and usually far more than necessary."),
    (WITHIN, "Every measure is shown to be within its margin."),
    (UNMET, "The records of all deals are identical: these players never faced the question, or"
     " always answer it in the same way."),
    ("a deal that goes differently", "The records of its two games differ in some event: scores by"
     " source and round, cards, dice, turns, passes. The other legal actions, and the number of"
     " steps, are ignored."),
)  # fmt: skip


def build(results: Results) -> Page:
    sections = [_section(topic, results) for topic in TOPICS]
    return Page(
        key=KEY,
        title="What do editions, variants and rulings change?",
        short="Editions and variants",
        lead="Each change of an edition, option, variant and ruling alone, on the same deals.",
        findings=[*editions.findings(results), *findings(results)],
        sections=[
            *editions.sections(results),
            *sections,
            Section("reading", "How to read this", _method()),
        ],
    )


def findings(results: Results) -> list[Finding]:
    """An answer for each question, or the command that records it."""
    return [_finding(results, one) for one in QUESTIONS]


def _finding(results: Results, asked: GroupQuestion) -> Finding:
    group = results.variants.get(asked.key)
    if group is None:
        return Finding(asked.about, _missing(results), None, KEY, asked.key)
    table = group.tables[0]
    changes, rows = group.changes(*table), group.rows(*table)
    single = changes[[
        name in group.steps and asked.wanted(group.steps[name]) for name in changes["name"]
    ]]  # fmt: skip
    text = f"{len(single)} {asked.noun} played by {names.seated(*table)}: {summary(group, single)}."
    numbers = sizes(group, single, rows)
    for _, whole in changes[changes["name"] == ALL].iterrows():
        text += f" All of them together {SAID[whole['verdict']][1]}."
        numbers.append(f"All together: {largest(whole, rows)}")
    return Finding(asked.about, text + _assumed(group), grounds_of_changes(group), KEY, asked.key,
                   numbers=numbers)  # fmt: skip


def _missing(results: Results) -> Markup:
    old, new = results.editions
    text = Markup("Not recorded yet: <code>gah study variants --older {} --rules {}</code> plays"
                  " it and saves the answer.")  # fmt: skip
    return text.format(old, new)


def _assumed(group: ChangeSet) -> str:
    assumed = any(found.plan.base.assumed for found in group.founds)
    return f" {ASSUMED}" if assumed else ""


def _section(topic: GroupTopic, results: Results) -> Section:
    group = results.variants.get(topic.key)
    if group is None:
        return Section(topic.key, topic.title, [Prose(_missing(results))])
    blocks: list[Block] = [
        Prose(topic.lead + _assumed(group)),
        for_pages(partial(forest_figure, group, topic.panels, topic.title)),
        More("In numbers", [changes_table(group, *one) for one in group.tables]),
        More("Every measure", [
            *(measures_table(group, *one) for one in group.tables),
            Prose("Reproduce, with every other measure:"), Code("\n".join(group.commands)),
        ]),
    ]  # fmt: skip
    return Section(topic.key, topic.title, blocks)


def _method() -> list[Block]:
    labels = [KNOWN[name].label for name in SHOWN]
    return [
        Terms(TERMS),
        Prose(f"Verdicts are about {listing(labels)}. False discovery rate: 5% over all changes and"
              " measures of a section at one table."),
        Prose(Markup("The role of luck is another experiment, made by"
                     " <code>gah study luck</code>; {} shows it for the usual rules."
                     " All seats are played by the same program: no variant can reward an action"
                     " that it never tries.").format(
            link("players.html", "Players"))),
        More("Margins", [margins_table()]),
    ]  # fmt: skip
