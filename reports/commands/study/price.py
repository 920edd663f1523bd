"""`gah study price`: the options; what it does is in analysis/studies/price.py."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import click

from analysis.studies.questions import PriceSettings
from reports.commands.asking import Request, answer, asks
from reports.commands.options import Count

FRESH = 2_000_003
"""Distance of the draft's seed from that of the prices."""


@asks(
    PriceSettings,
    click.option("--kind", type=click.Choice(["staff", "guest", "politics"]), default="staff",
                 show_default=True,
                 help="Kind of card: fair costs for staff cards, fair VP for the others."),
    click.option("--outcome", type=click.Choice(["lead", "win"]), default="lead",
                 show_default=True, help="Measure worth as lead in VP, or as share of wins."),
    click.option("--draft", type=Count(0), default=0, show_default=True, metavar="DEALS",
                 help="Also measure what drafting by these worths gains, in this many deals at each"
                 " seat (a few games per second)."),
)  # fmt: skip
def price(ask: Request) -> None:
    """Estimate fair costs of staff cards, or fair VP of other cards.

    Each CARD is a number or name; without any, all cards of a kind are priced. A cost is "fair" if
    being dealt the card is worth as much as an average card, and "even" if those who buy it gain
    nothing over leaving it in hand. The costs of many cards are varied at once, each independently,
    on equal deals. Nothing is estimated beyond the costs that were played.

    Guests (--kind guest): the VP are fair if taking a guest that has just come in, instead of none,
    is worth as much as taking an average one, and even if it gains nothing. Players are forced to
    take guests, as in `gah study guests`: a deal is played up to seven times and informs about one
    guest, so the study needs many deals.

    Politics cards (--kind politics): the VP of the first place are fair if the right to claim the
    card raises a seat's lead as much as the right to an average card as printed, and even if those
    who claim it gain nothing. The later places keep the printed proportion. A deal is played once
    unchanged, and once for each of its three cards and each seat, which then may not claim the card
    and knows it.

    \b
      gah study price
      gah study price "Kitchen Hand" 21 --policy greedy --policy planner --games 50000
      gah study price --kind guest --games 240000
      gah study price --kind politics --games 120000

    Writes prices.csv, levels.csv (worth and use at each cost) and prices.json. `gah report` shows
    the results last completed for all cards. The same command continues where it was stopped.
    """
    from analysis.studies import guest_price, kept, politics_price
    from analysis.studies import price as computing
    from analysis.studies.drafts import DraftStudy
    from model import UserError, load_ruleset
    from reports.spreadsheet import write_csv
    from reports.tables.price import (
        GUESTS,
        POLITICS,
        STAFF,
        Words,
        duel_table,
        precision,
        price_table,
    )
    from simulate.base import outputs

    kind, outcome, draft = (ask.given[one] for one in ("kind", "outcome", "draft"))
    s = ask.settings
    if kind != "staff" and (draft or outcome != "lead"):
        raise UserError(f"--kind {kind}: takes neither --draft nor --outcome win")
    kinds: dict[str, tuple[Words, Callable[..., computing.Priced]]] = {
        "staff": (STAFF, partial(computing.PriceStudy, outcomes=(outcome,))),
        "guest": (GUESTS, guest_price.GuestPriceStudy),
        "politics": (POLITICS, politics_price.PoliticsPriceStudy),
    }
    words, asked_by = kinds[kind]
    study = ask.study(asked_by).of(s.cards)
    kept.check(study, ask.keep)
    found = answer(study, ask.workers, ask.console)
    for n, policy in found.tables:
        frame = found.of(n, policy, outcome)
        table = f"{study.ruleset.label}, {n} {policy} players, {s.games:,} {words.played}"
        table += " (95% intervals)"
        ask.show(price_table(frame, table, words=words))
        ask.say(precision(frame, words))
    if draft:
        n, policy = found.tables[0]
        worth = found.of(n, policy, outcome).set_index("item")["worth"].to_dict()
        drafted = load_ruleset(s.rules, **{**ask.variant, "hands": "draft"})
        asked = DraftStudy(drafted, worth, n, draft, s.seed + FRESH, ask.data)
        found = replace(found, draft=answer(asked, ask.workers, ask.console))
        caption = f"Drafting by measured worth, {n} players; after the draft all play as greedy"
        ask.show(duel_table(found.draft, caption, "Against drafter"))
        write_csv(found.draft, ask.out / "draft.csv")
    if ask.keep is not None:
        kept.keep(ask.keep, study, found)
    rows = json.loads(found.prices.to_json(orient="records", double_precision=6))
    head = {"command": study.command, "ruleset": study.ruleset.label}
    outputs.keep(ask.out / "prices.json", json.dumps({**head, "prices": rows}, indent=1) + "\n")
    ask.write(found, "prices", "levels")
