"""`gah study luck`: the options; what it does is in analysis/studies/luck.py."""

from __future__ import annotations

from analysis.studies.questions import LuckSettings
from reports.commands.asking import Request, asks


@asks(LuckSettings)
def luck(ask: Request) -> None:
    """Measure how much of a result is skill and how much is luck.

    Plays the same deals with players in other seats and with other dice, and splits the variance of
    VP, of the lead over the table's mean and of winning into shares: player, seat, deal, chance
    after the set-up.

    \b
      gah study luck
      gah study luck --policy greedy,politician --players 2 --deals 1000

    `gah report` shows the results last completed. The same command continues where it was stopped.
    """
    from analysis.studies.luck import LuckStudy
    from reports.figures import players as figures_players
    from reports.figures import style
    from reports.tables import players as tables_players

    found = ask.answer(ask.study(LuckStudy))
    with style.styled():
        figure = figures_players.luck_figure(found)
    figure.save(ask.out)
    for kinds in found.kinds:
        ask.show(tables_players.luck_table(found, kinds, groups=True))
    said = f"{figures_players.luck_title(found)}. {figures_players.lead_words(found)}"
    ask.say(said.strip())
    ask.wrote("table and figure", ask.out)
