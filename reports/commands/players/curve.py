"""The options of `gah players curve`; the study is in analysis/studies/curve.py."""

from __future__ import annotations

from analysis.studies.questions import CurveSettings
from reports.commands.asking import Request, asks


@asks(CurveSettings)
def curve(ask: Request) -> None:
    """Measure playing strength by search budget.

    The search plays one seat and another policy plays all others, on the same deals for every
    budget. The same command continues after an interruption, and more deals add to those recorded.
    `gah report` shows the curve last completed. With 200 playouts per decision a game takes ten
    seconds or more.

    \b
      gah players curve
      gah players curve --policy expert --playouts 20,80,320 --against planner
    """
    from analysis.studies.curve import CurveStudy
    from reports.figures import players as figures_players
    from reports.figures import style
    from reports.tables import players as tables_players

    found = ask.answer(ask.study(CurveStudy))
    with style.styled():
        figure = figures_players.budget_figure(found)
    figure.save(ask.out)
    ask.show(tables_players.budget_table(found))
    ask.say(f"{figures_players.budget_title(found)}.")
    ask.wrote("table and figure", ask.out)
