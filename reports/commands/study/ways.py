"""`gah study ways`: the options; what it does is in analysis/studies/ways/."""

from __future__ import annotations

from analysis.studies.questions import WaysSettings
from reports.commands.asking import TOP, Request, asks


@asks(WaysSettings, TOP)
def ways(ask: Request) -> None:
    """Find how many ways to win there are, and what each costs.

    Every seat of the recorded games is described by its play: its sources of VP, rooms, guests,
    staff, passes. Seats with similar play form a way, if the same ways are found again in other
    deals. Each deal is played several times with other dice and cards, to separate what the deal
    suggests from what the player chooses. Openings are compared between seats of one game.

    insist: players with a taste for staff, for blue rooms, for few large guests ... play against
    the same player without it, at several strengths. A way is viable if it gets at least half a
    standard deviation more of its thing and costs at most 3 points of wins; it is dominant if it
    wins at least 3 points more. space: search for the best player of every kind, at the smallest
    table (needs the extra "ways"). meet: play the ways against each other. elsewhere: measure what
    they cost under other rules.

    \b
      gah study ways
      gah study ways --players 2 --policy planner --games 4000
      gah study ways --part openings
      gah study ways --part insist --players 2 --deals 600 --jury planner --jury expert
      gah study ways --part elsewhere --players 2 --other original-2015

    Writes a CSV of each table. `gah report` shows the results last completed. The same command
    continues where it was stopped.
    """
    from analysis.studies.ways.study import PARTS, WaysStudy
    from reports.tables import insisting
    from reports.tables import ways as tables

    study = ask.study(WaysStudy)
    found = ask.answer(study)
    for table in (*tables.shown(found), *insisting.shown(found)):
        ask.show(table, ask.given["top"])
    ask.say(*tables.summary(found), *insisting.summary(found))
    names = [name for part in PARTS.values() for name in part.gives]
    ask.write(found, *(name for name in names if len(getattr(found, name))))
