"""`gah study restrict`: the options; what it does is in analysis/studies/restricted.py."""

from __future__ import annotations

from analysis.studies.questions import RestrictSettings
from reports.commands.asking import Request, asks


@asks(RestrictSettings)
def restrict(ask: Request) -> None:
    """Measure what a player loses without a part of the game.

    All players at a table are of one kind. On the same deals one of them plays no staff card,
    claims no politics card, chooses no step on the emperor track, takes no die of the sixth action,
    or never passes for other dice; with these modules, it uses no celebrity or sends no dancer. It
    knows that, and planners plan without the part. Its loss is what the part is worth to such
    players. Plays a few games per second.
    """
    from analysis.studies.restricted import RestrictStudy
    from reports.spreadsheet import write_csv
    from reports.tables.price import duel_table

    study = ask.study(RestrictStudy)
    found = ask.answer(study)
    for (n, policy), rows in found.gains.groupby(["players", "policy"], sort=False):
        caption = f"Gains of {policy} without a part of {study.ruleset.label}, {n} players"
        caption += " (95% intervals)"
        ask.show(duel_table(rows, caption, "Plays without"))
    write_csv(found.gains, ask.out / "restricted.csv")
    ask.wrote("tables", ask.out)
