"""`gah rules assumptions`: assumed values with range and reason, and where prices come from."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

import click

from model.assumptions import Assumption, known_values, refitted, shape
from model.assumptions import assumptions as assumed
from model.draws import AroundPrice, OneOf, Range, SeatsRange, SectionsRange, Whole
from model.errors import UserError
from model.names import meant
from model.wording import many
from model.words import describe_effects, describe_goods
from reports.commands.options import WIDTH


def in_words(path: str, value: Any) -> str:
    """An assumed value for a reader: goods, effects, sections, seats for 2 / 3 / 4 players."""
    read = shape(path).validate_python(value)
    part = path.rpartition(".")[2]
    if part == "order":
        return describe_goods(read)
    if part == "seats":
        return " / ".join(str(read[players]) for players in sorted(read))
    if part == "sections":
        return "; ".join(f"{s.dancers}: {describe_effects(s.bonus, ' and ')}" for s in read)
    if path.startswith("bonus_token"):
        upper, lower = describe_effects(read.upper, " and "), describe_effects(read.lower, " and ")
        return f"column: {upper}; floor: {lower}"
    return str(read)


def range_in_words(path: str, possible: Range) -> str:
    """A range for a reader."""
    if isinstance(possible, Whole):
        return f"{possible.between[0]} to {possible.between[1]}"
    if isinstance(possible, AroundPrice):
        low, high = possible.around_price
        return f"{low:+} to {high:+} around the price of the order that is drawn"
    if isinstance(possible, OneOf):
        return " | ".join(in_words(path, value) for value in possible.one_of)
    if isinstance(possible, SeatsRange):
        return " / ".join(f"{low} to {high}" for _, (low, high) in sorted(possible.seats.items()))
    if isinstance(possible, SectionsRange):
        splits = " | ".join("+".join(map(str, split)) for split in possible.dancers)
        fixed = f", that of section {', '.join(possible.printed)} known" if possible.printed else ""
        return f"dancers {splits}; any bonuses for their size{fixed}"
    halves = (possible.upper, possible.lower)
    upper, lower = (" | ".join(_effects(effects) for effects in half) for half in halves)
    return f"column: {upper}; floor: {lower}"


def _effects(effects: Any) -> str:
    token = shape("bonus_token").validate_python({"upper": effects, "lower": effects})
    return describe_effects(token.upper, " and ")


def chosen(paths: tuple[str, ...]) -> dict[str, Assumption]:
    """The assumptions at or below the given paths; all if none is given.

    Raises UserError for a path that matches nothing.
    """
    if not all(name.strip(". ") for name in paths):
        raise UserError("an empty PATH names no assumption; leave it out to list all")
    known = assumed().by_path
    for name in paths:
        if not any(_below(path, name) for path in known):
            tables = ", ".join(dict.fromkeys(path.partition(".")[0] for path in known))
            near = meant(name, known)
            raise UserError(f"no assumption {name}; paths begin with: {tables}{near}")
    return {p: a for p, a in known.items() if not paths or any(_below(p, n) for n in paths)}


def _below(path: str, name: str) -> bool:
    return f"{path}.".startswith(f"{name.rstrip('.')}.")


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with the ranges as data.")
@click.option("--refit", is_flag=True, help="Fit the prices again, and show what would change.")
def assumptions(paths: tuple[str, ...], as_json: bool, refit: bool) -> None:
    """List the values that no source gives.

    Each is listed with its default, plausible range and reason. PATH limits the list to a table,
    card or tile, e.g. `guest.134` or `ballroom`.
    """
    if refit:
        _refit()
        return
    found = chosen(paths)
    if as_json:
        tree = {path: one.model_dump(mode="json") for path, one in found.items()}
        click.echo(json.dumps(tree, indent=2, ensure_ascii=False))
        return
    known = known_values()
    for path, one in found.items():
        if path in known:
            click.echo(f"{path}: known: {in_words(path, known[path])}")
            continue
        click.echo(f"{path}: {in_words(path, one.default)}")
        for text in (f"range: {range_in_words(path, one.range)}", one.reason):
            click.echo(textwrap.fill(text, WIDTH, initial_indent="    ", subsequent_indent="    "))
    by_now = len(set(found) & set(known))
    are = "is" if by_now == 1 else "are"
    click.echo(f"{many(len(found), 'value')}, of which {by_now} {are} known by now")


def _refit() -> None:
    """Print the prices with their errors, and the defaults that differ from them."""
    from model import pricing  # here because numpy is slow to import

    guests, staff, all_prices = pricing.guest_fit(), pricing.staff_fit(), pricing.prices()
    click.echo("Guests, in VP: " + _errors(guests))
    _table(guests.prices.items())
    click.echo("Reasoned, in VP")
    _table((word, n) for word, n in all_prices.items() if word not in guests.prices)
    for title, rates in (
        ("champagne", pricing.champagne_rates()),
        ("dancer", pricing.dancer_rates(all_prices["champagne"])),
    ):
        _table((f"{title}: {why}", rate) for why, rate in rates.items())
    click.echo("Staff, in krones for each VP of one use, by class: " + _errors(staff))
    _table(staff.prices.items())
    changes = _changes(refitted())
    for path, (now, new) in changes.items():
        click.echo(f"{path}: {now} -> {new}")
    click.echo(f"{len(refitted())} defaults come from prices, {len(changes)} would change")


def _errors(fit: Any) -> str:
    return (
        f"{len(fit.residuals)} cards, residuals of {fit.spread:.2f},"
        f" {fit.spread_out:.2f} for a card left out of the fit"
    )


def _table(rows: Iterable[tuple[str, float]]) -> None:
    for name, number in rows:
        click.echo(f"  {number:6.2f}  {name.replace('_', ' ')}")


def _changes(new: Mapping[str, int]) -> dict[str, tuple[Any, int]]:
    """The defaults that differ from the prices, before and after."""
    now = assumed().by_path
    return {p: (now[p].default, value) for p, value in new.items() if now[p].default != value}
