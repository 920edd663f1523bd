"""Checks that the parts of a ruleset fit together, which no single field can express.

Each check returns messages that start with the path at fault; none if everything fits.
"""

from __future__ import annotations

from collections import Counter

from pydantic import model_validator

from model.schema import Rules

BOARDS = ("night", "day_a", "day_b", "day_c", "day_d")
STRONGEST = 80  # most dice that an action can count; the number of choices grows with the square


class CheckedRules(Rules):
    """A whole ruleset whose parts fit together."""

    @model_validator(mode="after")
    def check(self) -> CheckedRules:
        """Check that parts fit together; messages start with the path at fault."""
        for problem in problems(self):
            raise ValueError(problem)
        return self


def problems(rules: Rules) -> list[str]:
    found: list[str] = []
    players = range(2, rules.game.max_players + 1)
    for n in players:
        if n not in rules.dice.count:
            found.append(f"dice.count.{n}: missing; every number of players needs its dice")
        tiles = rules.turn_order.tiles.get(n, ())
        if sorted(place for tile in tiles for place in tile) != list(range(1, 2 * n + 1)):
            found.append(f"turn_order.tiles.{n}: the tiles must hold 1 to {2 * n} once each")
        elif any(first > second for first, second in tiles):
            found.append(f"turn_order.tiles.{n}: a tile names its earlier turn first")
    if sorted(rules.actions) != [1, 2, 3, 4, 5, 6]:
        found.append("actions: there must be one for each die face 1 to 6")
    for name in BOARDS:
        if name not in rules.boards:
            found.append(f"boards.{name}: missing; allowed: {', '.join(BOARDS)}")
            continue
        groups = rules.boards[name].groups
        if len(groups) != 10 or max(map(len, groups)) > 4:
            found.append(f"boards.{name}: a hotel has 10 groups of at most 4 rooms")
    found += _card_problems(rules)
    found += _strength_problems(rules)
    found += _tile_problems(rules)
    found += _module_problems(rules)
    scorings = rules.emperor.rounds
    if rules.game.rounds < len(scorings):
        found.append(
            f"game.rounds: {rules.game.rounds} is too small; {len(scorings)} is the least,"
            " as each emperor scoring needs its own round"
        )
    elif list(scorings) != sorted(set(scorings)) or scorings[-1] > rules.game.rounds:
        found.append(
            f"emperor.rounds: must rise, and none may come after round {rules.game.rounds}"
        )
    if rules.emperor.penalty_up_to >= rules.emperor.reward_from:
        found.append("emperor.penalty_up_to: must lie below emperor.reward_from")
    return found


def _card_problems(rules: Rules) -> list[str]:
    found: list[str] = []
    players = rules.game.max_players
    for letter in "ABC":
        if not any(card.letter == letter for card in rules.politics.cards.values()):
            found.append(f"politics.cards: at least one card of letter {letter} is needed")
        if not any(tile.letter == letter for tile in rules.emperor_tile.values()):
            found.append(f"emperor_tile: at least one tile of letter {letter} is needed")
    for key, tile in rules.emperor_tile.items():
        if tile.penalty and tile.penalty[0].do == "remove_room":
            if tile.penalty[0].from_ != "highest":
                found.append(f"emperor_tile.{key}.penalty.0.from: the first room is from highest")
    if len(rules.staff) < players * rules.setup.hand:
        found.append(f"staff: {players} hands of {rules.setup.hand} need more cards")
    if rules.setup.hands == "beginner":
        for letter in ("A", "B", "C", "D")[:players]:
            size = sum(card.set == letter for card in rules.staff.values())
            if size != rules.setup.hand:
                found.append(f"staff: beginner set {letter} has {size}, not {rules.setup.hand}")
    guests, needed = len(rules.guests_in_play), len(rules.row.costs) + players * rules.cafe.tables
    if guests < needed:
        found.append(
            f"guest: {guests} are too few; the row and every table of all cafés need {needed}"
        )
    if rules.setup.free_guests > rules.cafe.tables:
        found.append("setup.free_guests: more than cafe.tables")
    if rules.setup.krones > rules.tracks.krones_max:
        found.append("setup.krones: more than tracks.krones_max")
    return found


def _strength_problems(rules: Rules) -> list[str]:
    """An action with too many dice would have more choices than can be listed."""
    extra: Counter[int] = Counter()
    for card in rules.staff.values():
        for ability in card.abilities:
            if ability.kind == "strength":
                extra.update(dict.fromkeys(ability.faces, ability.dice))
    most = max(rules.dice.count.values(), default=0) + max(extra.values(), default=0)
    most += rules.strengthen.dice * rules.strengthen.per_turn
    if most > STRONGEST:
        return [f"strengthen: with dice.count and all staff an action could count {most} dice;"
                f" at most {STRONGEST} are allowed"]  # fmt: skip
    return []


def _tile_problems(rules: Rules) -> list[str]:
    """Play never runs out of room tiles, so there must be enough for every hotel."""
    boards = [rules.boards[name] for name in BOARDS if name in rules.boards]
    if len(boards) < len(BOARDS):
        return []
    night, *day = (Counter(board.cells) for board in boards)
    found = []
    for colour in ("blue", "red", "yellow"):
        by_day = sorted((cells[colour] for cells in day), reverse=True)
        needed = max(rules.game.max_players * night[colour], sum(by_day[: rules.game.max_players]))
        if getattr(rules.room_tiles, colour) < needed:
            found.append(f"room_tiles.{colour}: {rules.game.max_players} hotels need {needed}")
    return found


def _module_problems(rules: Rules) -> list[str]:
    """Problems of modules, as messages that start with the path at fault."""
    return [
        *_ballroom_problems(rules),
        *_celebrity_problems(rules),
        *_entrance_problems(rules),
    ]


def _ballroom_problems(rules: Rules) -> list[str]:
    found = []
    if rules.ballrooms.in_play:
        players = rules.game.max_players
        if len(rules.ballroom) < rules.ballrooms.in_play:
            found.append(f"ballroom: {rules.ballrooms.in_play} are laid out")
        if len(rules.rehearsal_room) < players:
            found.append(f"rehearsal_room: {players} players need one each")
    for key, room in rules.rehearsal_room.items():
        dancers = sum(section.dancers for section in room.sections)
        if dancers != rules.ballrooms.dancers:
            found.append(
                f"rehearsal_room.{key}.sections: {dancers} dancers; a player has"
                f" {rules.ballrooms.dancers}"
            )
    for key, ballroom in rules.ballroom.items():
        for row in ("bottom", "middle", "top"):
            missing = {2, 3, 4} - set(getattr(ballroom, row).seats)
            if missing:
                found.append(f"ballroom.{key}.{row}.seats: missing for {min(missing)} players")
        vp = getattr(ballroom.scoring, "vp", {})
        if isinstance(vp, dict) and {2, 3, 4} - set(vp) and ballroom.scoring.kind == "majority":
            found.append(f"ballroom.{key}.scoring.vp: there must be a list for 2, 3 and 4 players")
    return found


def _celebrity_problems(rules: Rules) -> list[str]:
    if rules.dice.coloured and len(rules.celebrity) < rules.dice.coloured:
        return [f"celebrity: the lounge needs {rules.dice.coloured}"]
    return []


def _entrance_problems(rules: Rules) -> list[str]:
    if not rules.entrances.in_play:
        return []
    found = []
    players = rules.game.max_players
    if len(rules.entrance) < players:
        found.append(f"entrance: {players} players need one each")
    cards = Counter(card.letter for card in rules.politics.cards.values())
    tiles = Counter(tile.letter for tile in rules.emperor_tile.values())
    for key, entrance in rules.entrance.items():
        for ability in entrance.abilities:
            few_cards = ability.kind == "own_politics" and min(cards.values()) < 2
            few_tiles = ability.kind == "own_tiles" and min(tiles.values()) < 1 + ability.tiles
            if few_cards or few_tiles:
                what = "politics.cards" if few_cards else "emperor_tile"
                found.append(f"{what}: too few of a letter for those beside entrance {key}")
    return found
