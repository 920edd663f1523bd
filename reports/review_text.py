"""A review in sentences: for the terminal, and for the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from analysis.review import Choice, Figure, Folder, Review, proof
from analysis.review.choices import HALF, MATTERS, SCREEN
from analysis.review.folder import Kind
from reports.rules.evidence import VERIFICATION
from reports.text import number

RECORD = VERIFICATION / "review.json"


def signed(value: float, digits: int = 1) -> str:
    """With its sign."""
    return number(value, digits, sign=True)


def percent(value: float) -> str:
    """A share of the win in points of 100, with its sign."""
    return f"{signed(100 * value, 0)}%"


def interval(figure: Figure, scale: float = 1.0, digits: int = 1) -> str:
    """From its lower to its upper end."""
    return f"{number(scale * figure.low, digits)} to {number(scale * figure.high, digits)}"


def cost(choice: Choice) -> str:
    """What a choice cost, by the games played out, or as it is thought."""
    found = choice.played_out
    if found is None:
        vp, win = choice.thought.vp.mean, choice.thought.win.mean
        return f"thought to cost {number(vp, 1)} VP, {number(100 * win, 0)}% of a win"
    return (
        f"cost {number(found.vp.mean, 1)} VP ({interval(found.vp)}), "
        f"{number(100 * found.win.mean, 0)}% of a win "
        f"({interval(found.win, 100, 0)})"
    )


def better(review: Review, choice: Choice) -> tuple[str, str]:
    """What was done, and what had been better."""
    names = review.game.lexicon.names
    return choice.told(names, choice.moment.action), choice.told(names, choice.best)


def choice_line(review: Review, choice: Choice) -> str:
    """A decision in a sentence."""
    done, best = better(review, choice)
    mark = "; a blunder" if choice.blunder else ""
    return (
        f"step {choice.moment.step}, round {choice.moment.round}: {done}. "
        f"Better: {best}. It {cost(choice)}{mark}."
    )


def choices_made(review: Review, seat: int) -> str:
    """How often a seat did what the strong player would have done."""
    of = review.of(seat)
    first, three = sum(one.rank == 1 for one in of), sum(one.rank <= 3 for one in of)
    return (
        f"{len(of)} decisions: the first choice of the strong player {first} times, "
        f"one of its first three {three} times"
    )


def sums(review: Review, seat: int) -> list[tuple[str, float, float]]:
    """What play cost and what each kind of chance gave a seat, as thought: VP, share of the win."""
    vp, win = review.play(seat)
    return [
        ("own choices", -vp, -win),
        *((kind, *gave) for kind, gave in review.luck(seat).items()),
    ]


def explained(review: Review, record: Path = RECORD) -> list[str]:
    """How the figures are meant, in sentences; what they can be held to only where the record of
    today's reviews says so."""
    trial = proof.read(record)
    share = f"{review.share:.0%}"
    return [
        f"VP: the own VP less {share} of the best rival's; the strong player plays for that.",
        "Thought: by the learned value, looking ahead to the end of the own next turn; it may be "
        "wrong by several VP either way.",
        "Cost with an interval: both actions played out to the end of the game in "
        f"{HALF} or {2 * HALF} fresh imagined worlds, every seat by the strong player itself; "
        f"where it was only screened, in {SCREEN} and by plans, which play worse. The 95% interval "
        "is that of these worlds; it says nothing of players who play otherwise.",
        f"A blunder cost {MATTERS:g} VP or more at a level at which a seat that never loses so "
        "much is blamed anywhere in a game with a chance of 5% at most; its cost is from other "
        "worlds than those that named it.",
        "Luck: what the learned value says of the dice and cards that came, less what it says of "
        "others that might have come.",
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
        for name, vp, win in sums(review, seat):
            yield f"  {name:<24} {signed(vp):>7} VP {percent(win):>6} of a win, as thought"
    yield ""
    yield "Chance to win, round by round:"
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
    """What many games show, for the terminal."""
    yield f"Games of a seat: {folder.games}. Costs are as the strong player thinks."
    head = ("decision", "times", "VP a game", "win a game", "first", "one of three", "blunders")
    yield "{:<34}{:>7}{:>11}{:>12}{:>8}{:>14}{:>10}".format(*head)
    for kind in (*folder.kinds, folder.whole):
        yield _kind_line(kind, folder.games)
    yield ""
    for done, best, times, vp in folder.instead:
        yield f"  {done} where this was better: {best}; {times} times, {vp:.1f} VP in all"


def _kind_line(kind: Kind, games: int) -> str:
    first, three = kind.first / kind.decisions, kind.first_three / kind.decisions
    return (
        f"{kind.name:<34}{kind.decisions:>7}{kind.vp / games:>11.2f}"
        f"{100 * kind.win / games:>11.1f}%{first:>8.0%}{three:>14.0%}{kind.blunders:>10}"
    )
