"""`gah study guests`: the options; what it does is in analysis/studies/guests.py."""

from __future__ import annotations

from analysis.studies.questions import GuestSettings
from reports.commands.asking import TOP, Request, asks


@asks(GuestSettings, TOP)
def guests(ask: Request) -> None:
    """Find which guests are good value, at each price of the row.

    Players choose their guests, so those who take one cannot be compared with others. Here the
    choice is made for the player: on one turn the player is forced to take each guest of the row in
    turn, and once to take none, and each of these games is played to its end. A guest is good value
    if taking it gains more than taking none on that turn, at a false discovery rate of 5% over the
    guests at a price.

    \b
      gah study guests
      gah study guests --players 2,4 --deals 50000 --round 3

    Writes values.csv and averages.csv. `gah report` shows the results last completed. The same
    command continues where it was stopped.
    """
    from analysis.studies.guests import GuestStudy
    from reports.tables.guests import price_table, value_table

    study = ask.study(GuestStudy)
    found = ask.answer(study)
    for n, policy in found.tables:
        s = ask.settings
        who = f"{study.ruleset.label}, {n} {policy} players, {s.deals:,} deals, round {s.round}"
        who += " (95% intervals)"
        ask.show(value_table(found, n, policy, f"Guests, VP of lead: {who}"), ask.given["top"])
        ask.show(price_table(found, n, policy, f"Prices: {who}"))
    ask.write(found, "values", "averages")
