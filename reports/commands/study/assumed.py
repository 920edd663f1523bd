"""`gah study assumed`: the options; what it does is in analysis/studies/assumed.py."""

from __future__ import annotations

from analysis.studies.questions import AssumedSettings
from reports.commands.asking import Request, asks


@asks(AssumedSettings, rulesets=False)
def assumed(ask: Request) -> None:
    """Check which findings are robust to the assumed values.

    No source gives these values. The study measures what modules do, and what hotel entrances (with
    their fair bids) and the staff cards with assumed costs are worth, under the defaults and under
    many plausible completions (`gah rules assumptions`), all on the same deals. It reports in how
    many completions the verdict is the same, and how far they move the estimate, without the noise
    of sampling.

    \b
      gah study assumed --completions 10 --deals 100 --deals-cards 0
      gah study assumed --players 2,4

    Writes effects.csv, cards.csv, entrances.csv and choices.csv. `gah report` shows what was
    completed last. The same command continues where it was stopped.
    """
    from analysis.studies import assumed as computing
    from reports.tables import assumed as tables_assumed

    found = ask.answer(ask.study(computing.AssumedStudy))
    for table in tables_assumed.tables(found):
        ask.show(table)
    ask.say(*tables_assumed.sentences(found))
    ask.write(found, *computing.FRAMES)
