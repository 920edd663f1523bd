"""The hotel plans as printed, and what follows from them by looking: neighbours and groups."""

from collections.abc import Iterable

from tests.exhaustive.driving import ALL_ROOMS, Room

# From the lowest floor up: B(lue), R(ed), Y(ellow). The night side, then the four day sides.
PLANS = {
    "night": ("BYRRB", "YYRRY", "BRBYY", "BRBRB"),
    "day_a": ("RYRRY", "BYBBB", "BYRRY", "BYBBR"),
    "day_b": ("BYRRR", "BYRBY", "BRBRY", "YBBRB"),
    "day_c": ("RBRYR", "RBYYY", "RYRBB", "BYRBY"),
    "day_d": ("RBRRB", "YBYYY", "YBBRB", "RRRYB"),
}
FLOOR_COST = {1: 0, 2: 1, 3: 2, 4: 3}
CELL_VP = {(3, 4): 1, (3, 5): 1, (4, 3): 2, (4, 4): 2, (4, 5): 2}
BONUS = {"B": (2, 5, 9, 15), "R": (1, 3, 6, 10), "Y": (1, 3, 6, 10)}  # by size 1 to 4
START = (1, 1)


def colour(plan: str, room: Room) -> str:
    return PLANS[plan][room[0] - 1][room[1] - 1]


def beside(room: Room) -> list[Room]:
    """The rooms beside, above and below."""
    floor, column = room
    around = [(floor, column - 1), (floor, column + 1), (floor - 1, column), (floor + 1, column)]
    return [(f, c) for f, c in around if 1 <= f <= 4 and 1 <= c <= 5]


def places(tiles: Iterable[Room]) -> set[Room]:
    """Where the next tile may go: beside a tile; bottom left if there is none."""
    tiles = set(tiles)
    return {other for tile in tiles for other in beside(tile)} - tiles if tiles else {START}


def groups(plan: str) -> set[frozenset[Room]]:
    """Flood fill: all that can be reached through neighbours of the same colour."""
    found = set()
    for room in ALL_ROOMS:
        group, edge = {room}, [room]
        while edge:
            for other in beside(edge.pop()):
                if other not in group and colour(plan, other) == colour(plan, room):
                    group.add(other)
                    edge.append(other)
        found.add(frozenset(group))
    return found


def grown(size: int) -> list[frozenset[Room]]:
    """All sets of up to ``size`` tiles that can be laid one beside another from the bottom left."""
    found = [{frozenset[Room]()}]
    for _ in range(size):
        found.append({tiles | {place} for tiles in found[-1] for place in places(tiles)})
    return [tiles for sets in found for tiles in sorted(sets, key=sorted)]


def without(size: int) -> list[frozenset[Room]]:
    """Nearly full hotels: all that lack up to ``size`` tiles."""
    found = [{frozenset(ALL_ROOMS)}]
    for _ in range(size):
        found.append({tiles - {tile} for tiles in found[-1] for tile in tiles})
    return [tiles for sets in found for tiles in sorted(sets, key=sorted)]
