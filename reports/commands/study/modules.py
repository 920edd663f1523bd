"""`gah study modules`: the options; what it does is in analysis/studies/modules.py."""

from __future__ import annotations

from analysis.studies.questions import ModuleSettings
from reports.commands.asking import Request, asks


@asks(ModuleSettings, rulesets=False)
def modules(ask: Request) -> None:
    """Measure what modules of the expansion do, alone and together.

    Every subset of the modules plays the same deals. This gives main effects and two-way
    interactions as orthogonal contrasts, with 95% intervals clustered by deal and verdicts against
    margins. Then come single modules: what each hotel entrance is worth and its fair price
    (entrances are assigned by design, at prices set beforehand), the skeleton key, places at the
    start, celebrities.

    \b
      gah study modules --players 2 --deals 100
      gah study modules --policy planner --policy greedy

    Writes a CSV for each table, figures and a page. `gah report` shows the results last completed.
    The same command continues where it was stopped.
    """
    from analysis.studies.modules import ModuleStudy
    from reports.site.subsets import sentences, write_page
    from reports.tables import modules as tables_modules
    from simulate import policies

    for name in ask.settings.skill:
        policies.get(name)
    found = ask.answer(ask.study(ModuleStudy))
    with ask.console.status("drawing"):
        page = write_page(found, ask.out)
    for table in tables_modules.terminal_tables(found):
        ask.show(table)
    ask.say(*sentences(found))
    ask.wrote("page", page)
