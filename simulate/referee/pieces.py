"""Cards, tiles and tokens of one game: taking them from their places and laying them elsewhere.

Cards are indices of the compiled program. A card is in one place only: it is pulled out of its deck
before it is laid anywhere. Players' belongings are in ``seats.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from model import UserError
from simulate.engine import codes as c
from simulate.engine.abilities import rebuild_abilities
from simulate.engine.cafe import draw_guest
from simulate.engine.frames import push
from simulate.narration.changes import guest_deck, staff_deck
from simulate.words.spelling import DICE_WORDS

ROW = 5


@dataclass(frozen=True)
class Known:
    """How many cards on top of each deck a transcript gives, in the order of drawing.

    ``open_hands``: the seats whose number of staff cards it does not give;
    ``stand_ins``: cards in hands and packs that it does not name; ``unnamed``: discarded guests
    that it does not name.
    """

    guests: int
    staff: int
    celebrities: int = 0
    open_hands: frozenset[int] = frozenset()
    stand_ins: frozenset[int] = frozenset()
    unnamed: frozenset[int] = frozenset()


class Pieces:
    """The common pieces of a game: ``g`` its state, ``rules`` its compiled ruleset (records)."""

    def __init__(self, g: Any, rules: Any) -> None:
        self.g, self.rules = g, rules

    # -- staff cards -----------------------------------------------------------------------------

    def staff_deck(self) -> list[int]:
        """The staff deck from top to bottom."""
        return staff_deck(self.g)

    def set_staff_deck(self, cards: Sequence[int]) -> None:
        """Replace the staff deck, top card first."""
        self.g.staff_top = 0
        self.g.staff_deck[: len(cards)] = cards
        self.g.staff_deck_size = len(cards)

    def pull_staff(self, card: int) -> int:
        """Take a card out of the staff deck. Raises UserError if it is not there."""
        cards = self.staff_deck()
        if card not in cards:
            number = self.rules.staff_number[card]
            raise UserError(f"staff {number} is not in the deck: it is elsewhere already")
        cards.remove(card)
        self.set_staff_deck(cards)
        return card

    def take_back(self) -> None:
        """Put dealt cards back under the staff deck."""
        g = self.g
        g.log_size = 0
        cards = self.staff_deck()
        for p in g.players[: g.n_players]:
            cards += [int(card) for card in (*p.hand[: p.hand_size], *p.offer[: p.offer_size])]
            p.hand_size = p.offer_size = 0
        self.set_staff_deck(cards)

    def lay_on_staff_deck(self, cards: Sequence[int]) -> None:
        """Move cards of the deck to its top, in the order in which they will be drawn."""
        for card in cards:
            self.pull_staff(card)
        self.set_staff_deck([*cards, *self.staff_deck()])

    # -- guests ----------------------------------------------------------------------------------

    def guest_deck(self) -> list[int]:
        """The guest deck from top to bottom."""
        return guest_deck(self.g)

    def set_guest_deck(self, cards: Sequence[int]) -> None:
        """Replace the guest deck, top card first."""
        self.g.guest_next = 0
        self.g.guest_deck[: len(cards)] = cards
        self.g.guest_deck_size = len(cards)

    def pull_guest(self, guest: int) -> int:
        """Take a guest out of the deck or the row; the deck's next guest fills a gap in the row.

        Raises UserError if the guest is in neither.
        """
        for i in range(ROW):
            if self.g.row[i] == guest:
                self.g.row[i] = draw_guest(self.g, self.rules)
                return guest
        cards = self.guest_deck()
        if guest not in cards:
            number = self.rules.guest_number[guest]
            raise UserError(f"guest {number} is not in the deck: it is elsewhere already")
        cards.remove(guest)
        self.set_guest_deck(cards)
        return guest

    def lay_on_guest_deck(self, cards: Sequence[int]) -> None:
        """Move guests of the deck to its top, in the order in which they will be drawn."""
        for card in cards:
            self.pull_guest(card)
        self.set_guest_deck([*cards, *self.guest_deck()])

    def empty_row(self) -> None:
        """Put the guests of the row under the deck."""
        back = [int(guest) for guest in self.g.row if guest >= 0]
        self.g.row[:] = -1
        self.set_guest_deck([*self.guest_deck(), *back])

    def set_row(self, guests: Sequence[int | None]) -> None:
        """Lay out the row from left to right; None: an empty place."""
        self.empty_row()
        row = [-1] * ROW
        for i, guest in enumerate(guests):
            if guest is not None:
                row[i] = self.pull_guest(guest)
        self.g.row[:] = row

    def discard(self, guests: Iterable[int]) -> None:
        """Move guests of the deck to the discard pile."""
        for guest in guests:
            self.pull_guest(guest)
            self.g.guest_discard[self.g.guest_discard_size] = guest
            self.g.guest_discard_size += 1

    # -- dice, round and turn --------------------------------------------------------------------

    def dice(self) -> list[int]:
        """The dice on the action spaces, lowest first."""
        return [face for face in range(1, c.FACES + 1) for _ in range(self.g.dice[face])]

    def named_dice(self) -> list[int | str]:
        """The same as transcripts write them: white faces, then coloured dice as "red3"."""
        coloured = [int(face) for face in self.g.coloured_face]
        white = self.dice()
        for face in coloured:
            if face:
                white.remove(face)
        named = [f"{word}{face}" for word, face in zip(DICE_WORDS[1:], coloured) if face]
        return [*white, *named]

    def set_dice(self, faces: Iterable[int], coloured: Sequence[int] = ()) -> None:
        """Set the dice on the action spaces, replacing those there.

        ``faces``: of the white ones; ``coloured``: of the red, blue and yellow one (0: gone).
        """
        self.g.dice[:] = 0
        self.g.coloured_face[:] = 0
        self.g.coloured_face[: len(coloured)] = coloured
        for face in (*faces, *(face for face in coloured if face)):
            self.g.dice[face] += 1
        self.g.dice_left = sum(self.g.dice)

    # -- what modules lay out ----------------------------------------------------------------------

    def set_celebrities(self, deck: Sequence[int], discard: Sequence[int] = ()) -> None:
        """Set the celebrities to come, top first, and those who left.

        All others who are not in the lounge or with a player lie under the deck.
        """
        g = self.g
        there = [*g.lounge, *deck, *discard]
        there += [i for p in g.players[: g.n_players] for i in p.celebrities]
        rest = [i for i in range(self.rules.n_celebrities) if i not in there]
        cards = [*deck, *rest]
        g.celebrity_deck[: len(cards)] = cards
        g.celebrity_deck_size = len(cards)
        g.celebrity_discard[: len(discard)] = discard
        g.celebrity_discard_size = len(discard)

    def take_celebrity(self, celebrity: int) -> None:
        """Take a celebrity out of the deck, if there."""
        left = [i for i in self.celebrity_deck() if i != celebrity]
        self.g.celebrity_deck[: len(left)] = left
        self.g.celebrity_deck_size = len(left)

    def celebrity_deck(self) -> list[int]:
        """The celebrities to come, top first."""
        return [int(i) for i in self.g.celebrity_deck[: self.g.celebrity_deck_size]]

    def celebrity_discard(self) -> list[int]:
        """The celebrities who left and have not been shuffled again."""
        return [int(i) for i in self.g.celebrity_discard[: self.g.celebrity_discard_size]]

    def set_turn(self, seat: int) -> None:
        """Begin the turn of a seat; nothing has been done in it."""
        self.g.phase = c.PH_TURNS
        self.g.top = 0
        push(self.g, c.F_TURN, seat, 0)

    def set_round(self, round_no: int) -> None:
        """Set the round and pass the turn order tiles on after each earlier round."""
        self.g.round_no = round_no
        self.g.first_seat = (round_no - 1) % self.g.n_players

    def end_round(self, round_no: int) -> None:
        """All turns of a round are done; no later decision has been made."""
        for player in self.g.players[: self.g.n_players]:
            player.turns_taken = 2
        self.set_round(round_no)
        self.g.top = 0
        self.g.phase = c.PH_TURNS


def clear(g: Any, rules: Any) -> None:
    """Take everything the players hold: staff and guests go back under their decks.

    Turns, tracks, rooms and the log of cards begin again; row, dice and tiles stay as they are.
    """
    pieces = Pieces(g, rules)
    g.log_size = 0
    staff, guests = pieces.staff_deck(), pieces.guest_deck()
    for p in g.players[: g.n_players]:
        staff += [int(card) for card in p.hand[: p.hand_size]]
        staff += [int(card) for card in p.offer[: p.offer_size]]
        guests += [int(guest) for guest in p.cafe if guest >= 0]
        p.cafe[:] = -1
        p.missing[:] = 0
        p.missing_total[:] = 0
        p.kitchen[:] = 0
        p.vp_by[:] = 0
        staff += [int(card) for card in p.staff[: p.staff_size]]
        p.vp = p.hand_size = p.offer_size = p.staff_size = p.emperor = p.krones = 0
        p.vacant = p.occupied = p.covered = p.groups_paid = p.groups_started = 0
        p.dancers[:] = 0
        p.orders[:] = 0
        p.guest_vp = p.entrance_active = p.own_done = p.own_tiles_left = p.tokens = 0
        p.entrance = -1
        p.celebrities[:] = -1
        p.celebrity_used = p.round_guests = p.dice_this_round = p.passed_once = 0
        rebuild_abilities(rules, p)
    g.guest_kept[:] = 0
    pieces.set_staff_deck(staff)
    pieces.set_guest_deck(guests)
