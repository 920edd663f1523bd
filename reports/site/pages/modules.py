"""The modules of the expansion: their effects on the game, and their components."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from analysis.studies.assumed import AssumedStudy
from analysis.studies.modules import ModuleStudy
from model.sources import sources
from reports.pieces import kind_of
from reports.results import Results
from reports.site import subsets
from reports.site.blocks import Block, Code, Finding, Items, More, Page, Prose, Section
from reports.site.index import index_table
from reports.site.sheets import sheets
from reports.site.subsets import EFFECT
from reports.tables import assumed as tables_assumed

KEY = "modules"
KINDS = ("ballroom", "rehearsal_room", "celebrity", "entrance", "bonus_token")
MISSING = Markup("Not recorded yet: <code>gah study modules</code> plays every subset of them.")


def build(results: Results) -> Page:
    found = results.of(ModuleStudy)
    first, *others = subsets.sections(found) if found else [
        Section(EFFECT, "What each module does", [Prose(MISSING)])
    ]  # fmt: skip
    modules = [one for one in sources().change.values() if one.kind == "module"]
    named = Items([f"Module {one.number}, {one.title}" for one in modules])
    sections = [replace(first, blocks=[named, *first.blocks]), *others]
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


def _assumed(results: Results) -> list[Block]:
    """In how many plausible completions the findings hold, or how to record that."""
    found = results.of(AssumedStudy)
    if found is None:
        return [Prose(tables_assumed.MISSING)]
    return [
        Items(tables_assumed.sentences(found)),
        More("In numbers, and how to read them", [
            Prose(tables_assumed.READING),
            *tables_assumed.tables(found),
            Prose("Reproduce:"),
            Code(found.settings.command),
        ]),
    ]  # fmt: skip


def _repeated(results: Results) -> Finding:
    """Whether the findings on modules hold under other plausible values."""
    found = results.of(AssumedStudy)
    about, anchor = tables_assumed.ABOUT, tables_assumed.SECTION
    if found is None:
        return Finding(about, tables_assumed.MISSING, None, KEY, anchor)
    return Finding(about, tables_assumed.short(found), tables_assumed.grounds(found), KEY, anchor,
                   numbers=tables_assumed.short_numbers(found))  # fmt: skip


def findings(results: Results) -> list[Finding]:
    """The results of the factorial of all subsets, and whether they depend on assumed values."""
    found = results.of(ModuleStudy)
    if found is None:
        about = "What does each module do, alone and together?"
        crossed = [Finding(about, MISSING, None, KEY)]
    else:
        crossed = subsets.findings(found, results.of(AssumedStudy))
    return [*crossed, _repeated(results)]
