"""`gah study timing`: the options; what it does is in analysis/studies/timing.py."""

from __future__ import annotations

from analysis.studies.questions import TimingSettings
from reports.commands.asking import TOP, Request, asks


@asks(TimingSettings, TOP)
def timing(ask: Request) -> None:
    """Find when staff cards are worth playing, and what waiting costs.

    Players who play a card early differ from those who play it late, so they cannot be compared.
    Here each play is taken back: from the beginning of that turn the same game is played to its end
    twice more, with the player barred from the card once for good and once until the next round.
    The result is the difference, for these players in positions in which they themselves play the
    card. Gains and costs are shown at a false discovery rate of 5% over the cards.

    \b
      gah study timing
      gah study timing --players 2,4 --deals 50000

    Writes values.csv (cards by round), cards.csv and rounds.csv. `gah report` shows the results
    last completed. The same command continues where it was stopped.
    """
    from analysis.studies.timing import TimingStudy
    from reports.tables.timing import card_table, round_table, summary

    study = ask.study(TimingStudy)
    found = ask.answer(study)
    for n, policy in found.tables:
        who = f"{study.ruleset.label}, {n} {policy} players, {ask.settings.deals:,} deals"
        who += " (95% intervals)"
        ask.show(round_table(found, n, policy, f"Staff cards by round: {who}"))
        cards = card_table(found, n, policy, f"Staff cards over all rounds: {who}")
        ask.show(cards, ask.given["top"])
        ask.say(*summary(found, n, policy))
    ask.write(found, "values", "cards", "rounds")
