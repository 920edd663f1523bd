"""`gah study restrict`: the options; what it does is in analysis/studies/restricted.py."""

from __future__ import annotations

from analysis.studies.questions import RestrictSettings
from reports.commands.asking import Request, asks


@asks(RestrictSettings)
def restrict(ask: Request) -> None:
    """Measure what a player loses without a part of the game.

    At a table of players of one kind, on the same deals, one plays no staff card, claims no
    politics card, chooses no step on the emperor track, takes no die of the sixth action, or never
    passes for other dice; with these modules, uses no celebrity or sends no dancer. It knows that,
    and planners plan without the part. What it loses is what the part is worth to such players.
    Plays some games a second.
    """
    from analysis.studies.restricted import RestrictStudy
    from reports.spreadsheet import write_csv
    from reports.tables.price import duel_table

    study = ask.study(RestrictStudy)
    found = ask.answer(study)
    for (n, policy), rows in found.gains.groupby(["players", "policy"], sort=False):
        caption = f"What {policy} gains without a part of {study.ruleset.label}, {n} players"
        caption += " (95% intervals)"
        ask.show(duel_table(rows, caption, "Goes without"))
    write_csv(found.gains, ask.out / "restricted.csv")
    ask.wrote("tables", ask.out)
