"""Tries every legal action on a copy of the game and keeps the one that leaves it with most."""

NAME = "first-player"


def worth(game, seat):
    """Roughly in VP: points, rooms, guests by what they still want, money, goods, the emperor."""
    me = game.state.players[seat]
    rooms = 2 * int(me.vacant).bit_count() + 4 * int(me.occupied).bit_count()
    guests = sum(3 - 0.8 * int(left) for card, left in zip(me.cafe, me.missing_total) if card >= 0)
    rest = 0.4 * me.krones + 0.6 * me.emperor + 0.3 * int(me.kitchen.sum())
    frame = game.state.frames[game.state.top - 1]  # what is being decided
    begun = 0.5 * (frame.left + frame.strength) if game.player == seat else 0
    return me.vp + rooms + guests + rest + begun


def choose(game):
    """The best of ``game.legal()``."""

    def after(action):
        twin = game.copy()
        twin.apply(action)
        return worth(twin, game.player)

    return max(game.legal(), key=after)
