"""The page of a review: a replay with the cost of its decisions, and a summary above it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup

from analysis.review import Review
from reports.pictures.drawing import el, line, number, text
from reports.replay.film import Film, FilmLine, Jump
from reports.replay.judging import filmed_verdict
from reports.replay.page import page
from reports.review_text import (
    ALSO,
    better,
    choice_line,
    choices_made,
    explained,
    graded,
    interval,
    others,
    percent,
    signed,
    sums,
    unclear,
)
from simulate.referee.document import Document

WIDTH, HEIGHT, LEFT, BOTTOM = 720, 200, 34, 22
BLUNDER = "blunder"  # style of a comment on a choice with a verified better one


def reviewed_page(review: Review, document: Document, folder: Path | None = None) -> str:
    """The page as text."""
    film, _ = filmed_verdict(document, folder, name="A game")
    _tell(film, review)
    return page(film, Markup("").join(_summary(review)))


def _tell(film: Film, review: Review) -> None:
    """Add to each step the cost of the choice and the luck of chance, and blunders to the jumps."""
    said: dict[int, list[FilmLine]] = {}
    for choice in review.choices:
        step = choice.moment.step
        if choice.seat not in review.seats or choice.cost is None:
            continue
        style = BLUNDER if choice.grade else "review"
        words = [better(review, choice)]
        if choice.grade:
            words += [f"{ALSO}: {one}" for one in others(review, choice)]
            film.jumps.append(Jump(step, BLUNDER, f"Step {step}: {graded(choice)}"))
        said.setdefault(step, []).extend(FilmLine(style, 1, [(step, one)]) for one in words)
    for roll in review.account.rolls:
        gave = ", ".join(
            f"{name} {signed(one.mean)} VP ({interval(one)})"
            for name, one in zip(review.game.players, roll.vp, strict=True)
        )
        said.setdefault(roll.step, []).append(
            FilmLine("luck", 1, [(roll.step, f"Luck of the dice: {gave}.")])
        )
    film.jumps.sort(key=lambda jump: jump.step)
    lines: list[FilmLine] = []
    for i, told in enumerate(film.lines):
        lines.append(told)
        step = told.parts[-1][0]
        if i + 1 == len(film.lines) or film.lines[i + 1].parts[0][0] != step:
            lines += said.pop(step, [])
    film.lines = lines


def _summary(review: Review) -> Iterator[Markup]:
    """The content above the boards."""
    yield el("h2", "What mattered")
    for seat in review.seats:
        name, vp = review.game.players[seat], review.game.end.scores()[seat]
        yield el("h3", f"{name}: {vp} VP")
        yield el("p", f"{choices_made(review, seat)}.")
        costly = review.mattered(seat)
        items = [
            el(
                "li", el("button", choice_line(review, choice), type="button",
                         data_step=choice.moment.step),
                *(el("p", f"{ALSO}: {one}.") for one in others(review, choice)), cls=BLUNDER,
            )
            for choice in costly
        ]  # fmt: skip
        yield el("ul", *items) if items else el("p", "No better choice was verified.")
        yield el("p", f"{unclear(review, seat)}.")
    yield el("h2", "Play and luck")
    yield _table(review)
    yield el("h2", "Chance to win")
    yield _curve(review)
    yield el("h2", "How to read this")
    yield el("ul", *(el("li", sentence) for sentence in explained(review)))


def _table(review: Review) -> Markup:
    """The account of each seat: its start, its result, and the parts between."""
    rows = {seat: sums(review, seat) for seat in review.seats}
    head = el("tr", el("th", ""), *(el("th", review.game.players[seat]) for seat in rows))
    body = []
    for name in dict.fromkeys(name for of in rows.values() for name, *_ in of):
        cells = []
        for of in rows.values():
            vp, win = next((vp, win) for found, vp, win in of if found == name)
            words = f"{number(vp.mean)} VP ({interval(vp, 1, 0, False)}), {percent(win.mean)}"
            cells.append(el("td", words))
        body.append(el("tr", el("th", name), *cells))
    return el("div", el("table", head, *body), cls="wide")


def _curve(review: Review) -> Markup:
    """The chance of each seat to win over the steps; each dot links to its step."""
    looks = review.outlooks
    last = max(1, looks[-1].step)
    wide, high = WIDTH - LEFT - 8, HEIGHT - BOTTOM - 8

    def at(step: int, p: float) -> tuple[float, float]:
        return LEFT + wide * step / last, 8 + high * (1 - p)

    parts: list[Markup] = []
    for p in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = at(0, p)[1]
        parts += [line(LEFT, y, WIDTH - 8, y), text(LEFT - 4, y + 4, f"{100 * p:.0f}%", "s e")]
    seen = 0
    for look in looks:
        if look.round > seen:
            seen = look.round
            x = at(look.step, 0)[0]
            parts += [line(x, 8, x, 8 + high), text(x + 3, HEIGHT - 8, f"round {seen}", "s")]
    told = list[str]()
    for seat, name in enumerate(review.game.players):
        points = [(*at(look.step, look.win[seat]), look) for look in looks]
        path = " ".join(f"{number(x)},{number(y)}" for x, y, _ in points)
        parts.append(el("polyline", points=path, cls=f"chance s{seat}"))
        for x, y, look in points:
            words = f"{name} {100 * look.win[seat]:.0f}%, before step {look.step}"
            parts.append(el("circle", el("title", words), cx=x, cy=y, r=4, cls=f"dot s{seat}",
                            data_step=max(0, look.step - 1)))  # fmt: skip
        told.append(
            f"{name} from {100 * looks[0].win[seat]:.0f}% to {100 * looks[-1].win[seat]:.0f}%"
        )
    legend = [
        el("span", el("svg", line(0, 5, 28, 5, f"chance s{seat}"), viewBox="0 0 28 10", width=28,
                      height=10, cls="sample"), f" {name} ")
        for seat, name in enumerate(review.game.players)
    ]  # fmt: skip
    drawn = el(
        "svg", el("title", "Chance to win over the game"), el("desc", "; ".join(told)), *parts,
        viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", cls="curve",
    )  # fmt: skip
    return el("p", *legend) + el("div", drawn, cls="wide")
