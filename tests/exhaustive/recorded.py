"""How many sequences of legal actions there are from fixed positions: count, and record.

python -m tests.exhaustive.recorded            record anew the counts that came out differently

A count that changes says that something became legal, or no longer is, somewhere in thousands of
situations. It does not say which number is right: see README.md.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

from model import load_ruleset
from simulate import Game
from tests.exhaustive.driving import Position
from tests.scenarios.court import scoring
from tests.scenarios.table import Table

FILE = Path(__file__).with_name("sequences.toml")
HEAD = (
    "# Sequences of 1, 2, 3 ... legal actions. Written by: python -m tests.exhaustive.recorded\n\n"
)


def sequences(here: Position, length: int) -> int:
    """The number of sequences of so many legal actions."""
    if length == 1:
        return here.n
    return sum(sequences(here.after(action), length - 1) for action in here.legal)


def dealt(spec: str, players: int, seed: int, **options: str) -> Position:
    """The first decision of a game."""
    return Position.of(Game(load_ruleset(spec, **options), players, seed))


def opening(spec: str, players: int, seed: int, **options: str) -> Position:
    """The first turn of a game; what was chosen before is the first that was offered."""
    here = dealt(spec, players, seed, **options)
    while not here.in_turns:
        here = here.after(here.legal[0])
    return here


def middle(spec: str) -> Position:
    """A turn with much to choose: guests to move in, staff to use and to hire, goods to serve."""
    t = Table(
        spec,
        3,
        krones=9,
        emperor=4,
        guests={100: "all", 86: "1 cake", 75: ""},
        kitchen="1 strudel 2 wine 1 coffee",
        hand=[14, 22, 44, 27],
        staff=[3, 12, 13, 23],
        vacant="1.1 1.2 1.3 2.1",
        occupied="2.2 2.3",
        dice="1 1 2 3 3 4 5 5 6",
        row=[51, 66, 87, 97, 49],
        politics="A-krones B-floors C-three-each",
        tiles="A1 B1 C1",
    )
    return Position.of(t.look())


def moving_in(spec: str) -> Position:
    """Guests with filled orders, the last rooms of groups, and staff that pays for both."""
    t = Table(
        spec,
        krones=6,
        guests={57: "all", 82: "all", 101: "all"},
        staff=[5, 8, 23, 33],
        vacant="1.1 1.2 1.3 2.5 3.1",
        occupied="1.4 2.1 2.2 2.3 2.4",
        dice="3 3",
        row=[51, 66, 87, 97, 49],
    )
    return Position.of(t.look())


def gizia(spec: str) -> Position:
    """E. Gizia moves in: an extra turn in 2015, an action in the revised edition."""
    t = Table(spec, krones=3, guests={97: "all"}, vacant="1.1 1.2", dice="1 3 6", hand=[44, 6])
    return Position.of(t.look())


def judged(spec: str, tile: str) -> Position:
    """An emperor scoring that punishes the first player."""
    rooms = {"vacant": "1.1 2.1 2.2 3.1", "occupied": "1.2 1.3 2.3 3.2 3.3"}
    cards = {"hand": [9, 45, 3, 44], "staff": [26, 27, 28]}
    return Position.of(scoring(tile, spec, players=3, krones=6, **rooms, **cards).look())


# name: (the position, the longest sequences)
POSITIONS: dict[str, tuple[Callable[[], Position], int]] = {
    "set-up-2015": (lambda: dealt("original-2015", 2, 7), 8),
    "set-up-2021": (lambda: dealt("revised-2021", 3, 7, boards="day"), 11),
    "opening-2015": (lambda: opening("original-2015", 2, 11), 7),
    "opening-2021": (lambda: opening("revised-2021", 4, 11, boards="day"), 7),
    "middle-2015": (lambda: middle("original-2015"), 6),
    "middle-2021": (lambda: middle("revised-2021"), 6),
    "moving-in-2015": (lambda: moving_in("original-2015"), 7),
    "moving-in-2021": (lambda: moving_in("revised-2021"), 7),
    "gizia-2015": (lambda: gizia("original-2015"), 8),
    "gizia-2021": (lambda: gizia("revised-2021"), 8),
    "penalty-B4-2015": (lambda: judged("original-2015", "B4"), 7),
    "penalty-B3-2021": (lambda: judged("revised-2021", "B3"), 7),
}


def counts(name: str) -> list[int]:
    """The numbers of sequences from a position, from the shortest to the longest."""
    position, longest = POSITIONS[name]
    return [sequences(position(), length) for length in range(1, longest + 1)]


def read() -> dict[str, list[int]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))["sequences"]


def main() -> None:
    known = read() if FILE.exists() else {}
    found = {name: counts(name) for name in POSITIONS}
    for name, numbers in found.items():
        print(f"{name}: {'unchanged' if known.get(name) == numbers else 'recorded anew'} {numbers}")
    lines = [f"{name} = {numbers}\n" for name, numbers in found.items()]
    FILE.write_text(HEAD + "[sequences]\n" + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
