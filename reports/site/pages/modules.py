"""The modules of the expansion: what they do to the game, and their components."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from analysis import Config
from analysis.rulesets.factorial import TOGETHER
from analysis.studies.assumed import AssumedStudy
from analysis.studies.modules import ModuleStudy
from reports import names
from reports.figures.figure import for_pages
from reports.figures.modules import modules_figure
from reports.figures.saying import upper
from reports.pieces import kind_of
from reports.results import Results
from reports.site import subsets
from reports.site.blocks import Block, Code, Finding, Items, Page, Prose, Section
from reports.site.index import index_table
from reports.site.sheets import sheets
from reports.tables import assumed as tables_assumed
from reports.text import VP, number, signed

KEY = "modules"
KINDS = ("ballroom", "rehearsal_room", "celebrity", "entrance", "bonus_token")
RECORD = "gah report --games-modules 2000"


def build(results: Results) -> Page:
    effect: list[Block] = []
    if not results.modules.empty:
        effect = [for_pages(partial(modules_figure, results))]
    else:
        effect = [Prose(Markup("No games with modules are recorded for this report. <code>{}</code>"
                               " records them.").format(RECORD))]  # fmt: skip
    sections = [Section("effect", "What they do to a game", [_list(results), *effect])]
    if found := results.of(ModuleStudy):
        sections += subsets.sections(found)
    sections.append(
        Section(tables_assumed.SECTION, "What rests on assumed values", _assumed(results))
    )
    sections += [Section(kind, kind_of(kind).many, [index_table(kind, results)]) for kind in KINDS]
    return Page(
        key=KEY,
        title="The modules of Let's Waltz!",
        short="Modules",
        lead="Five modules that can be added one by one; some of their printed values are assumed.",
        findings=findings(results),
        sections=sections,
        children=[page for kind in KINDS for page in sheets(kind, results)],
    )


def _added(rules: str, base: str) -> str:
    """What a ruleset adds to another, by name."""
    return names.together(rules.removeprefix(base)[1:])


def _list(results: Results) -> Block:
    from model.sources import sources

    modules = [one for one in sources().change.values() if one.kind == "module"]
    return Items([f"Module {one.number}, {one.title}" for one in modules])


def _assumed(results: Results) -> list[Block]:
    """In how many plausible completions the findings hold, or how to record that."""
    found = results.of(AssumedStudy)
    if found is None:
        return [Prose(tables_assumed.MISSING)]
    return [
        Prose(tables_assumed.READING),
        Items(tables_assumed.sentences(found)),
        *tables_assumed.tables(found),
        Prose("Reproduce:"),
        Code(found.settings.command),
    ]


def _repeated(results: Results) -> Finding:
    """Whether what is said of modules holds under other plausible values."""
    found = results.of(AssumedStudy)
    about, anchor = tables_assumed.ABOUT, tables_assumed.SECTION
    if found is None:
        return Finding(about, tables_assumed.MISSING, None, KEY, anchor)
    return Finding(about, tables_assumed.short(found), tables_assumed.grounds(found), KEY, anchor,
                   numbers=tables_assumed.short_numbers(found))  # fmt: skip


def findings(results: Results) -> list[Finding]:
    """What adding modules does to a score, and what the factorial of all subsets shows."""
    found = results.of(ModuleStudy)
    if found is None:
        words = Markup(
            "Not recorded yet: <code>gah study modules</code> plays every subset of them."
        )
        crossed = [Finding("What does each module do, alone and together?", words, None, KEY)]
    else:
        crossed = subsets.findings(found, results.of(AssumedStudy))
    return [_scores(results), *crossed, _repeated(results)]


def _scores(results: Results) -> Finding:
    """What adding modules does to a player's score, paired on the same deals."""
    about = "What do the modules do to scores?"
    if results.modules.empty:
        missing = Markup("Not recorded yet: <code>{}</code> records games with them.").format(
            RECORD
        )
        return Finding(about, missing, None, KEY, "effect")
    vp = results.modules[results.modules["measure"] == "vp"].reset_index(drop=True)
    numbers = [
        f"{upper(_added(row['rules_b'], results.rules))} with {row['players']} players:"
        f" {signed(row, VP)}"
        for _, row in vp.iterrows()
    ]
    configs = [Config(r["rules_b"], r["players"], r["policy"]) for _, r in vp.iterrows()]
    shown = vp[(vp["low"] > 0) | (vp["high"] < 0)]
    if shown.empty:
        text = "No difference in scores is shown."
    else:
        most = shown.loc[shown["estimate"].abs().idxmax()]
        text = (
            f"Scores change most with {_added(most['rules_b'], results.rules)}:"
            f" {number(most['estimate'], 1, True)} VP with"
            f" {names.players(most['policy'], most['players'])}, on equal deals."
        )
    found = results.of(AssumedStudy)
    numbers += [tables_assumed.behind(found, TOGETHER, "vp")] if found else []
    return Finding(about, f"{text} {tables_assumed.ASSUMED}", results.grounds(configs), KEY,
                   "effect", numbers=numbers)  # fmt: skip
