"""A review in sentences: for the terminal, and for the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from analysis.review import Choice, Folder, Review, WorldMean, proof
from analysis.review.account import DEAL, DEALS, STATES
from analysis.review.choices import (
    GRADES,
    PART,
    PARTS,
    PILOT,
    SCREEN,
    SCREENED,
    SHOWN,
    Alternative,
)
from analysis.review.folder import ChoiceKind
from analysis.review.words import AS_PLAYED
from model.wording import many
from reports.rules.evidence import VERIFICATION
from reports.text import number
from simulate.base.notation import bounds

RECORD = VERIFICATION / "review.json"
UNCLEAR = "no clear difference"
OTHERS = 3  # lines shown in addition to the better one
ALSO = "Also, in the first games only"
"""Heads each of them: their gains are of other games than that of the better line."""


def signed(value: float, digits: int = 1) -> str:
    """A number with its sign."""
    return number(value, digits, sign=True)


def percent(value: float) -> str:
    """A share of the win in points of 100, with its sign."""
    return f"{signed(100 * value, 0)}%"


def interval(figure: WorldMean, scale: float = 1.0, digits: int = 1, sign: bool = True) -> str:
    """Lower and upper end of an interval, with signs like the estimate."""
    return bounds(scale * figure.low, scale * figure.high, digits, sign)


def gained(alternative: Alternative) -> str:
    """What a line would have gained over the one played."""
    vp, win = alternative.gains.vp, alternative.gains.win
    return (
        f"{signed(vp.mean)} VP ({interval(vp)}), {percent(win.mean)} of a win "
        f"({interval(win, 100, 0)})"
    )


def better(review: Review, choice: Choice) -> str:
    """The better line, and what it would have gained; or that there is no clear difference."""
    if not choice.grade:
        return f"{UNCLEAR.capitalize()} from the best other line found."
    line = choice.line_better(review.game.lexicon.names)
    return f"Better: {line}. It gains {gained(choice.alternatives[0])}."


def others(review: Review, choice: Choice) -> list[str]:
    """The next best lines, at most ``OTHERS``, with their gains in the first games."""
    names = review.game.lexicon.names
    return [
        f"{choice.line_better(names, place)}: {gained(choice.alternatives[place])}"
        for place in range(1, len(choice.alternatives))[:OTHERS]
    ]


def graded(choice: Choice) -> str:
    """ "a blunder", "an inaccuracy"."""
    return f"{'an' if choice.grade[0] in 'aeiou' else 'a'} {choice.grade}"


def choice_line(review: Review, choice: Choice) -> str:
    """A choice with a verified better one, in sentences."""
    played = choice.line_played(review.game.lexicon.names)
    return (
        f"step {choice.moment.step}, round {choice.moment.round}, {graded(choice)}: {played}. "
        f"{better(review, choice)}"
    )


def choices_made(review: Review, seat: int) -> str:
    """How often a seat did what the strong player would have done."""
    of = review.of(seat)
    first, three = sum(one.rank == 1 for one in of), sum(one.rank <= 3 for one in of)
    return (
        f"{many(len(of), 'choice')}: the first choice of the strong player {many(first, 'time')}, "
        f"one of its first three {many(three, 'time')}"
    )


def unclear(review: Review, seat: int) -> str:
    """How many choices were compared with another line without a clear difference."""
    compared = sum(one.cost is not None and not one.grade for one in review.of(seat))
    return f"Compared with another line, {UNCLEAR}: {many(compared, 'choice')}"


def sums(review: Review, seat: int) -> list[tuple[str, WorldMean, WorldMean]]:
    """The account of a seat in rows of name, VP and share of the win; the last is the sum."""
    account, game = review.account.sums[seat], review.game
    start = "average deal" if game.from_setup else "position at the start"
    end = "result" if account.final else "expected result"
    parts = [(name, *of) for name, of in account.parts.items() if game.from_setup or name != DEAL]
    return [(start, *account.start), *parts, (end, *account.result)]


def explained(review: Review, record: Path = RECORD) -> list[str]:
    """How to read the figures, in sentences; their accuracy only if the record is of reviews as
    they are now."""
    trial = proof.read(record)
    share = f"{review.share:.0%}"
    least = [f"{name} {percent(at)}" for name, at in GRADES.items() if at]
    return [
        f"VP of a choice are the seat's own VP minus {share} of the best rival's, which the strong "
        "player maximizes. VP of an account are the seat's own VP.",
        "A choice is everything that a seat decides in a turn until chance reveals something. The "
        f"strong player proposes other lines; in {PILOT} sampled states the line played and up to "
        f"{SHOWN} others are played out to the end of the game by its fast plans, the best "
        f"{SCREENED} in {SCREEN} more. Unless the best of them is very unlikely to be better, it "
        f"is compared with the line played in {PART} to {PART * PARTS} fresh states, played on by "
        "the strong player itself at every seat.",
        "A line is called better only if the 95% interval of these last games is above 0. "
        f"Grades depend on the chance to win that was lost: {', '.join(least)}, anything less an "
        f"inaccuracy. “{AS_PLAYED}” stands for a beginning that is the same as in the line played."
        " The other lines shown were compared in the first games only: compare their "
        "figures with each other, not with that of the better line.",
        "Each part of the account is the change in the mean result of games that the strong player "
        f"plays on from the positions of the game ({STATES} from each, and {DEALS} other deals for "
        "an average one). Own choices are compared with those of the strong player, so the strong "
        "player's moves give 0. The remainder comes from turns in which nothing was revealed: "
        "noise, and the gain of careful play over the fast plans that play these games on. Fast "
        "plans expect less of a seat than careful play achieves, so the remainder of a careful "
        "seat is a few VP above 0 on average; this is not luck. "
        "Start and parts add up to the result.",
        *(proof.promise(trial) if trial else ()),
    ]


def review_lines(review: Review) -> Iterator[str]:
    """The review of a game, for the terminal."""
    game = review.game
    yield f"{game.title or 'A game'} ({game.label})"
    for seat in review.seats:
        yield ""
        yield f"{game.players[seat]}: {game.end.scores()[seat]} VP. {choices_made(review, seat)}."
        for choice in review.mattered(seat):
            yield f"  {choice_line(review, choice)}"
            for line in others(review, choice):
                yield f"    {ALSO}: {line}"
        yield f"  {unclear(review, seat)}."
        for name, vp, win in sums(review, seat):
            yield (
                f"  {name:<22} {number(vp.mean, 1):>7} VP {interval(vp, 1, 0, False):>14} "
                f"{percent(win.mean):>6} of a win {interval(win, 100, 0):>14}"
            )
    yield ""
    yield "Chance to win at the start of each round:"
    seen = set()
    for outlook in review.outlooks:
        if outlook.round not in seen:
            seen.add(outlook.round)
            of = ", ".join(
                f"{name} {100 * p:.0f}%" for name, p in zip(game.players, outlook.win, strict=True)
            )
            yield f"  {f'round {outlook.round}' if outlook.round else 'set-up'}: {of}"
    yield ""
    yield from explained(review)


def folder_lines(folder: Folder) -> Iterator[str]:
    """The summary of many games, for the terminal."""
    yield f"Seats reviewed: {folder.games}. Costs are those of choices with a verified better one."
    head = ("choice", "times", "VP/game", "win/game", "first", "one of three", "named")
    yield "{:<34}{:>7}{:>11}{:>12}{:>8}{:>14}{:>10}".format(*head)
    for kind in (*folder.kinds, folder.whole):
        yield _kind_line(kind, folder.games)
    yield ""
    for done, best, times, vp in folder.instead:
        yield (f"  {done}; better was {best}: {times} {'time' if times == 1 else 'times'},"
               f" {vp:.1f} VP in all")  # fmt: skip


def _kind_line(kind: ChoiceKind, games: int) -> str:
    first, three = kind.first / kind.choices, kind.first_three / kind.choices
    return (
        f"{kind.name:<34}{kind.choices:>7}{kind.vp / games:>11.2f}"
        f"{100 * kind.win / games:>11.1f}%{first:>8.0%}{three:>14.0%}{kind.named:>10}"
    )
