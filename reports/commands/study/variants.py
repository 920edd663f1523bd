"""`gah study variants`: the options; what it does is in analysis/studies/variants.py."""

from __future__ import annotations

from analysis.studies.questions import VariantsSettings
from reports.commands.asking import Request, asks


@asks(VariantsSettings, rulesets=False)
def variants(ask: Request) -> None:
    """Measure what each change, option, variant and reading does alone.

    Covers the changes of the newer edition, options of the set-up, variants played online, the
    other readings of open rulings, including those of modules, and the draft of the expansion. Each
    is played alone, on the same deals as the rules without it. Changes of one kind are judged
    together.

    \b
      gah study variants
      gah study variants --policy planner --players 2,4

    Writes measures.csv, winners.csv and differing.csv. `gah report` shows the results last
    completed. The same command continues where it was stopped.
    """
    from analysis.studies.variants import VariantsStudy
    from reports.tables.variants import changes_table

    found = ask.answer(ask.study(VariantsStudy))
    for group in found.groups.values():
        for table in group.tables:
            ask.show(changes_table(group, *table))
    ask.write(found, "measures", "winners", "differing")
