"""How the parts of the modules must fit together; see checks.py."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from model.schema import Rules


def module_problems(rules: Rules) -> list[str]:
    """Messages that start with the path at fault; none if all is well."""
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
