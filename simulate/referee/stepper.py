"""A game that advances by the engine's smallest steps, with chance given from outside or observed.

The engine draws all chance from a seed. Here each step of the engine is observed: right after dice
were rolled, or the discarded guests shuffled, the stepper stops (``waiting``) until it is given the
result (``roll``, ``reshuffle``). Nothing has read them in between: a roll is the last thing its
step does, and the dice are taken off the spaces until they are given. A stepper that is not given
chance records what the seed produced, as ``events``.

The engine also asks for goods in one fixed order (goods in their order, tables in theirs), so that
each outcome has one sequence. A person places them in any order, and so may a stepper.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from model import UserError
from simulate.actions import decode, to_words
from simulate.engine import codes as c
from simulate.engine.machine import MAX_ACTIONS, apply, legal
from simulate.engine.state import MAX_STAFF
from simulate.game import Game, NoDecision
from simulate.narration.changes import guest_deck
from simulate.narration.transcript import MOVED, small_step
from simulate.referee.lounge import LoungeChance
from simulate.referee.pieces import Known, Pieces
from simulate.referee.unknown import OF_HANDS, Unknown
from simulate.referee.values import Die, coloured_dice, white_dice
from simulate.words.spelling import DICE_WORDS

ROLL, RESHUFFLE, CELEBRITIES = "roll", "reshuffle", "celebrities"
GUEST, TILE, CELEBRITY = "guest", "emperor tile", "celebrity"
NOT_NAMED = "?"  # in the words of an action: an unnamed card
ENDLESS = 10_000  # smallest steps without a decision; some 2 s


# Before a step: round, rolls, shuffles of guests, top of the staff deck, the guest deck.
Mark = tuple[int, int, int, int, list[int]]


@dataclass(frozen=True)
class Event:
    """A chance event: ROLL (dice as transcripts write them), RESHUFFLE (guests) or CELEBRITIES, the
    first drawn first.
    """

    kind: str
    outcome: tuple[Die, ...]


class Stepper:
    """One game that advances step by step.

    ``games``: the state, shape (1,), changed in place. ``known``: how many cards of the decks are
    given; None: the seed decides all chance, and ``events`` records it. ``watcher`` is
    informed of each action before it is carried out.
    """

    watcher: Callable[[int], None] | None = None

    def __init__(self, program: np.ndarray, games: np.ndarray, known: Known | None) -> None:
        self.program, self.games = program, games
        self.told = known is not None
        # ROLL, RESHUFFLE or CELEBRITIES to be given; GUEST, CELEBRITY or TILE if one is unknown
        self.waiting = ""
        self.events: list[Event] = []
        self._out = np.zeros(MAX_ACTIONS, dtype=np.int32)
        self._n = 0
        self.drawn = 0  # staff cards drawn so far
        self._other: Stepper | None = None  # the same except for the order of goods
        g = games[0]
        self._coloured = [0] * c.LOUNGE  # coloured dice of a roll not given yet
        self.lounge = LoungeChance(g, known.celebrities if known else int(g.celebrity_deck_size))
        self.unknown = Unknown()
        if known is not None:
            self.unknown = _unknown(Pieces(g, self.rules), known)

    # -- the state -------------------------------------------------------------------------------

    @property
    def g(self) -> Any:
        """The state: a record of type ``simulate.engine.state.GAME``."""
        return self.games[0]

    @property
    def rules(self) -> Any:
        return self.program[0]

    @property
    def over(self) -> bool:
        return bool(self.g.phase == c.PH_OVER)

    @property
    def frame(self) -> Any:
        """The pending decision, or None."""
        return self.g.frames[self.g.top - 1] if self.g.top and not self.over else None

    @property
    def player(self) -> int:
        """The seat that decides; -1 if nobody does now."""
        return -1 if self.frame is None or self.waiting else int(self.frame.player)

    def legal(self) -> list[int]:
        """The legal actions in compact form; none while chance has to be given.

        Actions with an unnamed card are left out: see ``legal_words``.
        """
        return [action for action in self._listed() if not self._of_stand_in(action)]

    def legal_words(self) -> list[str]:
        """The legal actions in words; "hire ?" if an unknown card might be played."""
        listed = self._listed()
        words = [to_words(self.rules, action) for action in self.legal()]
        open_ = [to_words(self.rules, one) for one in listed if self._of_stand_in(one)]
        return [*words, *dict.fromkeys(f"{text.split()[0]} {NOT_NAMED}" for text in open_)]

    def _listed(self) -> list[int]:
        return [] if self.waiting else [int(action) for action in self._out[: self._n]]

    def _of_stand_in(self, action: int) -> bool:
        kind, card = decode(action)[:2]
        return kind in OF_HANDS and card in self.unknown.staff

    def game(self, seed: int = 0) -> Game:
        """The state as a separate game, which continues from the seed.

        Unnamed staff cards are dealt at random, by ``seed``.
        """
        game = Game(self.program, int(self.g.n_players))
        game.games[:] = self.games
        self.unknown.deal(game.games[0], random.Random(seed))
        game.refresh()
        return game

    # -- going on --------------------------------------------------------------------------------

    def run(self) -> None:
        """Advance to the next decision, to the end, or until chance has to be given."""
        for _ in range(ENDLESS):
            if self.g.error:
                raise RuntimeError(f"engine error: {c.ERRORS[int(self.g.error)]}")
            if self.waiting or self.over:
                self._n = 0
                return
            if self._tile_missing():
                self.waiting = TILE
                return
            before = self._mark()
            self.lounge.mark(self.g)
            moved = small_step(self.g, self.rules, self._out)
            self._look(before)
            if moved != MOVED:
                self._n = moved
                return
        raise NoDecision

    def apply(self, action: int) -> None:
        """Carry out a legal action, compact, and continue."""
        self._name(action)
        if self.watcher is not None:
            self.watcher(action)
        other = self._other
        if other is not None and other.allows(action):
            other.apply(action)
            if not self._takes(action):
                self.become(other)
                return
        else:
            other = None
        before = self._mark()
        self.lounge.mark(self.g)
        self._carry_out(action)
        self._look(before)
        loose = self._in_any_order(action) if other is None and self.told else None
        self.run()
        if loose is not None and loose.games.tobytes() != self.games.tobytes():
            other = loose
        self._other = other
        self._top_up()

    def allows(self, action: int) -> bool:
        """Is the action legal, in whatever order goods are placed or chosen?

        With an unnamed card: may it be legal?
        """
        if self._takes(action) or (self._other is not None and self._other.allows(action)):
            return True
        if decode(action)[0] not in OF_HANDS or self.waiting or self.over:
            return False
        twin = self.copy()
        return twin._name(action) and twin._takes(action)

    def _name(self, action: int) -> bool:
        """Learn the card that an action names; returns whether it was unknown before."""
        kind, card = decode(action)[:2]
        if self.waiting or self.over or not self.unknown.name(self.g, self.frame, kind, card):
            return False
        self.refresh()
        return True

    def refresh(self) -> None:
        """Recompute the legal actions after cards have changed places."""
        if self.frame is not None and not self.waiting:
            self._n = max(0, int(legal(self.g, self.rules, self.frame, self._out)))

    def _top_up(self) -> None:
        if self.unknown.open:
            self.unknown.top_up(self.g, self.rules)
            self.refresh()

    def _takes(self, action: int) -> bool:
        if self.waiting or self.over:
            return False
        if action in self._out[: self._n]:
            return True
        twin = self.games.copy()
        frame = twin[0].frames[twin[0].top - 1]
        if not _loosen(frame, action):
            return False
        out = np.zeros(MAX_ACTIONS, dtype=np.int32)
        n = legal(twin[0], self.rules, frame, out)
        return action in out[: max(0, n)]

    def _carry_out(self, action: int) -> None:
        """One step of the engine; goods that it would ask for first are set aside meanwhile."""
        if action in self._out[: self._n]:
            apply(self.g, self.rules, action)
            return
        frame = self.g.frames[self.g.top - 1]
        held = _loosen(frame, action)
        goods = frame.kind == c.F_GOODS
        apply(self.g, self.rules, action)
        if goods:
            frame.goods += np.array(held, dtype=frame.goods.dtype)
            frame.first_table = 0

    def _in_any_order(self, action: int) -> Stepper | None:
        """The continuation if goods may still go where others were passed over."""
        if decode(action)[0] != c.PLACE:
            return None
        twin = self.copy()
        for frame in twin.g.frames[: twin.g.top]:
            if frame.kind == c.F_GOODS:
                frame.first_table = 0
            elif frame.kind == c.F_SERVE:
                frame.order = 0
        twin.run()
        return twin

    def copy(self) -> Stepper:
        """An independent copy without the alternative order of goods."""
        twin = Stepper.__new__(Stepper)
        twin.__dict__.update(self.__dict__)
        twin.games, twin._out = self.games.copy(), self._out.copy()
        twin.events, twin._other, twin.watcher = list(self.events), None, None
        twin.lounge, twin.unknown = copy(self.lounge), self.unknown.copy()
        return twin

    def become(self, other: Stepper) -> None:
        """Continue as another stepper of the same game."""
        self.games[:] = other.games
        self.waiting, self.events = other.waiting, other.events
        self._out, self._n, self.drawn = other._out.copy(), other._n, other.drawn
        self.unknown, self._other = other.unknown.copy(), other._other
        self._coloured, self.lounge = other._coloured, other.lounge

    # -- chance ----------------------------------------------------------------------------------

    def roll(self, dice: Sequence[Die]) -> None:
        """Give the dice, in the form of ``values.read_dice``.

        Raises UserError if no dice, a different number, or coloured ones out of play, are rolled.
        """
        wanted = int(self.g.dice_left)
        if self.waiting != ROLL:
            raise UserError("no dice are rolled here")
        if len(dice) != wanted:
            raise UserError(f"{wanted} dice are rolled here, not {len(dice)}")
        coloured = coloured_dice(dice)
        if [face > 0 for face in coloured] != [face > 0 for face in self._coloured]:
            there = [word for word, face in zip(DICE_WORDS[1:], self._coloured) if face]
            raise UserError(f"the coloured dice rolled here are: {', '.join(there) or 'none'}")
        Pieces(self.g, self.rules).set_dice(white_dice(dice), coloured)
        self.waiting = ""
        self.run()

    def set_rolled(self, dice: Sequence[Die]) -> None:
        """Take this many dice as rolled here, whatever was rolled; coloured ones, too."""
        self.g.dice_left = len(dice)
        self._coloured = coloured_dice(dice)

    def reshuffle(self, guests: Sequence[int]) -> None:
        """Give the new order of the discarded guests, first drawn first; the last may be unknown.

        Raises UserError if nothing was shuffled, or for a guest that was not among them.
        """
        if self.waiting != RESHUFFLE:
            raise UserError("no guests are shuffled here")
        g, drawn = self.g, int(self.g.guest_next)  # those who came into the row since
        cards = [int(card) for card in g.guest_deck[: g.guest_deck_size]]
        if not guests or len(set(guests)) < len(guests) or not set(guests) <= set(cards):
            listed = sorted(int(self.rules.guest_number[card]) for card in cards)
            raise UserError(f"the guests that are shuffled are {listed}")
        if len(guests) < drawn:
            raise UserError(f"{drawn} guests come into the row: name all of them")
        order = [*guests, *(card for card in cards if card not in guests)]
        row = [int(card) for card in g.row]
        for old, new in zip(cards[:drawn], order, strict=False):
            g.row[row.index(old)] = new
        g.guest_deck[: len(order)] = order
        self.unknown.guests = set(order[len(guests) :])
        self.waiting = ""
        self.run()

    def celebrities(self, order: Sequence[int]) -> None:
        """Give the order of reshuffled celebrities, first drawn first.

        Raises UserError if nobody was reshuffled, or not these.
        """
        if self.waiting != CELEBRITIES:
            raise UserError("no celebrities are shuffled here")
        self.lounge.tell(self.g, order)
        self.waiting = ""
        self.run()

    def _mark(self) -> Mark:
        g = self.g
        deck = guest_deck(g) if self.unknown.guests else []
        return int(g.round_no), int(g.rolls), int(g.guest_shuffles), int(g.staff_top), deck

    def _look(self, before: Mark) -> None:
        """Observe the chance of the last step, and stop if it has to be given."""
        round_no, rolls, shuffles, staff, deck = before
        g = self.g
        shuffled = g.guest_shuffles > shuffles
        left = 0 if shuffled else int(g.guest_deck_size) - int(g.guest_next)
        if any(guest in self.unknown.guests for guest in deck[: len(deck) - left]):
            self.waiting = GUEST
        elif shuffled:
            self._shuffled()
        self.drawn += (int(g.staff_top) - staff) % MAX_STAFF
        self._look_at_lounge()
        if (int(g.round_no), int(g.rolls)) != (round_no, rolls) and g.dice_left > 0:
            self._rolled()

    def _rolled(self) -> None:
        if self.g.top:
            raise RuntimeError("dice were rolled while a decision is open")
        if self.told:
            self._coloured = [int(face) for face in self.g.coloured_face]
            self.g.dice[:] = 0
            self.g.coloured_face[:] = 0
            self.waiting = ROLL
            return
        self.events.append(Event(ROLL, tuple(Pieces(self.g, self.rules).named_dice())))

    def _shuffled(self) -> None:
        if self.told:
            self.waiting = RESHUFFLE
            return
        cards = [int(card) for card in self.g.guest_deck[: self.g.guest_deck_size]]
        self.events.append(Event(RESHUFFLE, tuple(cards)))

    def _look_at_lounge(self) -> None:
        """Observe whether celebrities were reshuffled, or an unknown one was drawn."""
        if not self.rules.coloured_dice:
            return
        shuffled = self.lounge.look(self.g, self.rules)
        if self.told and self.lounge.missing:
            self.waiting = CELEBRITY
        elif self.told and shuffled:
            self.waiting = CELEBRITIES
        elif shuffled:
            self.events.append(Event(CELEBRITIES, tuple(shuffled)))

    def _tile_missing(self) -> bool:
        """Does an emperor scoring begin whose tile the transcript does not give?"""
        g, rules = self.g, self.rules
        if g.top or g.phase != c.PH_ROUND_END:
            return False
        rounds = [int(n) for n in rules.scoring_round[: rules.n_scorings]]
        return int(g.round_no) in rounds and g.emperor_tiles[rounds.index(int(g.round_no))] < 0


def _unknown(pieces: Pieces, known: Known) -> Unknown:
    """The unknown parts at the start of a transcript."""
    guests, staff = pieces.guest_deck(), pieces.staff_deck()
    return Unknown(
        staff=set(staff[known.staff :]) | known.stand_ins,
        guests=set(guests[known.guests :]) | known.unnamed,
        open=set(known.open_hands),
    )


def _loosen(frame: Any, action: int) -> list[int]:
    """Let a frame that asks for goods in order take this one; returns the goods set aside.

    Empty if the frame does not ask in order, or not for this good.
    """
    kind, good = decode(action)[:2]
    if frame.kind == c.F_GOODS and kind in (c.PLACE, c.KEEP) and good < c.GOODS:
        if not frame.goods[good]:
            return []
        held = [int(n) for n in frame.goods]
        held[good] = 0
        frame.goods -= np.array(held, dtype=frame.goods.dtype)
        frame.first_table = 0
        return held or [0]
    if (frame.kind == c.F_SERVE and kind == c.PLACE) or (
        frame.kind == c.F_CHOOSE_GOODS and kind == c.CHOOSE_GOOD
    ):
        frame.order = 0
        return [0]
    return []
