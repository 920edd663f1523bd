"""The page of a comparison: one self-contained file, with figures and CSV files beside it."""

from __future__ import annotations

from pathlib import Path

from analysis import stats
from analysis.compare import measures
from analysis.judging import DIFFERENT, UNDECIDED, UNMET
from reports import style, tables_compare
from reports.compare import ON, TOTAL, Found
from reports.figures_compare import figures
from reports.page import _environment
from reports.tables import Table
from reports.text import listing, number, signed

PAGE = "index.html"


def write_comparison(found: Found, out: Path) -> Path:
    """Write the page, figures/ and the frames as CSV below `out`; returns the page's path."""
    out.mkdir(parents=True, exist_ok=True)
    with style.styled():
        drawn = figures(found)
    for figure in drawn:
        figure.save(out / "figures")
    frames = {
        "measures": found.measures,
        "cards": found.cards,
        "guests": found.guests,
        "winners": found.winners,
    }
    for name, frame in frames.items():
        frame.to_csv(out / f"{name}.csv", index=False, float_format="%.6g", lineterminator="\n")
    plan = found.plan
    tables = [(n, p) for p in found.measures["policy"].unique() for n in found.settings.players]
    text = _environment().get_template("compare.html.j2").render(
        title=title_of(found), sentences=sentences(found),
        differences=tables_compare.differences_table(found),
        wholes=[tables_compare.measures_table(found, n, p) for n, p in tables if plan.other],
        singles=[tables_compare.singles_table(found, n, p) for n, p in tables],
        pairs=[tables_compare.pairs_table(found, n, p) for n, p in tables],
        cards=tables_compare.cards_table(found, card_names(found, "staff")),
        guests=tables_compare.guests_table(found, card_names(found, "guest")),
        skipped=plan.skipped, figures=drawn, margins=margins_table(),
        command=plan.command, commands=found.commands(),
    )  # fmt: skip
    path = out / PAGE
    path.write_text(text, encoding="utf-8")
    return path


def card_names(found: Found, kind: str) -> dict[int, str]:
    """Names of all cards of a kind (staff, guest) that some ruleset has, by number."""
    return {
        int(number): card.name
        for ruleset in found.plan.rulesets.values()
        for number, card in getattr(ruleset, kind).items()
    }


def title_of(found: Found) -> str:
    """What is compared."""
    plan = found.plan
    if plan.other is None:
        return f"Does it matter how the open rulings are read? {plan.base.label}"
    return f"{plan.other.label} against {plan.base.label}"


def sentences(found: Found) -> list[str]:
    """What was found, a sentence or two for each table."""
    out = []
    for policy in found.measures["policy"].unique():
        for n in found.settings.players:
            who = f"{n} {policy} players"
            if found.plan.other is not None:
                out.append(f"{who}: {_whole(found, n, policy)}")
            out.append(f"{who}: {_readings(found, n, policy)}")
    return out


def _whole(found: Found, players: int, policy: str) -> str:
    rows = found.rows(players, policy, kind=TOTAL)
    vp = rows[rows["measure"] == "vp"].iloc[0]
    unit = tables_compare.unit_of(tables_compare.KNOWN["vp"])
    moved, open_ = tables_compare.moved_words(rows)
    return (
        f"a player's score changes by {signed(vp, unit)} ({vp['verdict']}); moved most: {moved};"
        f" undecided: {open_} measures"
    )


def _readings(found: Found, players: int, policy: str) -> str:
    """Which single changes move some measure, which none, which are not decided."""
    kinds: dict[str, list[str]] = {"moves": [], "none": [], "open": [], "unmet": []}
    for step in found.plan.singles:
        verdicts = set(found.rows(players, policy, kind=ON, name=step)["verdict"])
        kind = "moves" if verdicts & set(DIFFERENT) else "open" if UNDECIDED in verdicts else "none"
        kinds["unmet" if verdicts == {UNMET} else kind].append(step)
    most = float(stats.wilson(0, found.settings.games)[1])
    said = (
        ("moves", "alone, these move some measure"),
        ("none", "these are equivalent in every measure"),
        ("open", "undecided in some measure and moving none"),
        (
            "unmet",
            f"these differ in no deal (95%: in fewer than {most:.1%} of all), so that nothing"
            " is said of their size",
        ),
    )
    words = [f"{text}: {listing(kinds[key])}" for key, text in said if kinds[key]]
    return "; ".join(words) if words else "no single change can be switched alone"


def margins_table() -> Table:
    """The margins and their reasons."""
    rows = []
    for one in measures():
        unit = tables_compare.unit_of(one)
        better = {"equal": "nearer to an equal share"}.get(one.better, one.better)
        margin = f"±{number(one.margin * unit.factor, unit.digits)} {one.unit}"
        rows.append((one.label, margin, one.reason, better or "neither"))
    return Table("Margins", ("Measure", "Margin", "Reason", "Better"), rows)
