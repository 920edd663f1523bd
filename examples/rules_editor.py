"""Ten invariants of a rules editor. Nine hold or are reached by the printed rules, one is vacuous.

gah check verify --invariant examples/rules_editor.py --all
gah check verify --invariant examples/rules_editor.py --all --patch examples/rules_editor.toml
"""

from simulate.properties import assume, final, invariant, never, reachable, transition


@invariant
def goods_do_not_run_below_0(player):
    """A kitchen never holds less than nothing."""
    return all(amount >= 0 for amount in player.kitchen.values())


@invariant
def points_add_up(player):
    """The VP of a player are the sum of their sources."""
    return player.vp == sum(player.vp_from.values())


@transition(when=lambda action: action.kind == "claim")
def claims_last(before, action, after):
    """Whoever claims a politics card gains 5, 10 or 15 VP."""
    return after[action.player].vp - action.player.vp in (5, 10, 15)


@final
def seven_rounds(game):
    """A game ends after round 7."""
    return game.round == 7


@never
def claimed_twice(game):
    """Nobody claims a politics card twice."""
    return any(len(set(card.claimed_by)) < len(card.claimed_by) for card in game.politics)


@invariant(target=lambda player: player.krones)
def twenty_krones(player):
    """A player holds at most 20 krones."""
    return player.krones <= 20


@invariant(target=lambda player: sum(table.guest is not None for table in player.cafe))
def three_tables(player):
    """At most three guests sit in a cafe."""
    return sum(table.guest is not None for table in player.cafe) <= 3


@invariant(when=lambda game: game.phase == "turns")
def somebody_is_free(game):
    """When the row is full, one of its guests costs nothing."""
    assume(all(place.guest for place in game.row))
    return any(place.cost == 0 for place in game.row)


@invariant(when=lambda game: game.round == 8)
def an_eighth_round(game):
    """In round 8 all dice are left: vacuous, because there is none."""
    return sum(game.dice.values()) > 0


@reachable
def a_score_of_190(player):
    """Somebody can have 190 VP: greedy players come there in one of 70,000 positions."""
    return player.vp >= 190
