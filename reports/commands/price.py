"""`gah study price`: the options; what it does is in analysis/studies/price.py."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from reports.commands.asking import answer
from reports.commands.options import KEEP, Count, common_options, folders, policies_option
from reports.commands.terminal import show

FRESH = 2_000_003
"""How far the seed of the draft is from that of the prices."""


@click.command()
@click.argument("cards", nargs=-1, metavar="[CARD]...")
@click.option("--kind", type=click.Choice(["staff", "guest", "politics"]), default="staff",
              show_default=True,
              help="What is priced: costs of staff cards, or VP of the others.")  # fmt: skip
@policies_option("greedy")
@click.option("--games", type=Count(240), default=480_000, show_default=True,
              help="Games of each policy and number of players, over all costs.")  # fmt: skip
@click.option("--outcome", type=click.Choice(["lead", "win"]), default="lead", show_default=True,
              help="Worth in VP ahead of the others, or in shares of wins.")  # fmt: skip
@click.option("--draft", type=Count(0), default=0, show_default=True, metavar="DEALS",
              help="Also measure what drafting by the measured worths gains, in this many deals "
              "at each seat (some games a second).")  # fmt: skip
@folders("data/price", "build/price")
@KEEP
@common_options("2")
def price(
    cards: tuple[str, ...], rules: str, players: tuple[int, ...], policies: tuple[str, ...],
    kind: str, games: int, outcome: str, draft: int, seed: int, workers: int,
    variant: dict[str, Any], data: Path, out: Path, keep: Path | None,
) -> None:  # fmt: skip
    """Estimate fair costs of staff cards, or fair VP of guests or politics cards.

    Without CARD, all of a kind; each CARD is a number or name. A cost is fair if being dealt the
    card is worth as much as an average card, and even if those who buy it gain nothing over leaving
    it in hand. Costs of many cards are varied at once, each independently, on equal deals. Nothing
    is estimated beyond the costs that were played.

    Guests (--kind guest): the VP are fair if taking a guest that has just come in, instead of none,
    is worth as much as taking an average one; even if it gains nothing. Guests are taken by force,
    as in `gah study guests`: a deal is played up to seven times and informs about one guest, which
    takes many deals.

    Politics cards (--kind politics): the VP of the first place are fair if the right to claim the
    card raises a seat's lead as much as the right to an average card as printed; even if those who
    claim it gain nothing. The later places keep the printed proportion. A deal is played once as it
    is, and once for each of its three cards and each seat that may not claim the card and knows it.

    \b
      gah study price
      gah study price "Kitchen Hand" 21 --policy greedy --policy planner --games 50000
      gah study price --kind guest --games 240000
      gah study price --kind politics --games 120000

    Writes prices.csv, levels.csv (worth and use at each cost) and prices.json. `gah report` shows
    what was completed last for all cards. The same command continues where it was stopped.
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
    from simulate import policies as known
    from simulate.base import outputs
    from simulate.base.bars import plain_console

    for name in policies:
        known.get(name)
    if not isinstance(data, Path):
        raise UserError(
            f"--data {data}: must be a local folder, not a URL; patches are written there"
        )
    settings = computing.Settings(rules, players, policies, (), games, seed)
    if kind != "staff" and (draft or outcome != "lead"):
        raise UserError(f"--kind {kind}: takes neither --draft nor --outcome win")
    kinds: dict[str, tuple[Words, Callable[..., computing.Priced]]] = {
        "staff": (STAFF, partial(computing.PriceStudy, outcomes=(outcome,))),
        "guest": (GUESTS, guest_price.GuestPriceStudy),
        "politics": (POLITICS, politics_price.PoliticsPriceStudy),
    }
    words, asked_by = kinds[kind]
    study = asked_by(settings, data, variant).of(cards)
    console = plain_console()
    kept.check(study, keep)
    found = answer(study, workers, console)
    for policy in dict.fromkeys(found.prices["policy"]):
        for n in players:
            frame = found.of(n, policy, outcome)
            table = f"{study.ruleset.label}, {n} {policy} players, {games:,} {words.played}"
            show(price_table(frame, table, words=words), console)
            console.print(precision(frame, words), highlight=False)
    write_csv(found.prices, out / "prices.csv")
    write_csv(found.levels, out / "levels.csv")
    if draft:
        n, policy = found.prices[["players", "policy"]].iloc[0]
        worth = found.of(int(n), str(policy), outcome).set_index("item")["worth"].to_dict()
        drafted = load_ruleset(rules, **{**variant, "hands": "draft"})
        asked = DraftStudy(drafted, worth, int(n), draft, seed + FRESH, data)
        gained = answer(asked, workers, console)
        found = replace(found, draft=gained)
        caption = f"Drafting by measured worth, {n} players, both play on as greedy"
        show(duel_table(gained, caption, "Against who drafts"), console)
        write_csv(gained, out / "draft.csv")
    if keep is not None:
        kept.keep(keep, study, found)
    rows = json.loads(found.prices.to_json(orient="records", double_precision=6))
    head = {"command": study.command, "ruleset": study.ruleset.label}
    outputs.keep(out / "prices.json", json.dumps({**head, "prices": rows}, indent=1) + "\n")
    console.print(f"tables: {out}", highlight=False, soft_wrap=True)
