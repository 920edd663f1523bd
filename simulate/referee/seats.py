"""One player's belongings: laid into a position, in the units of the game's state.

Rooms are bit sets (bit floor * 5 + column), goods are amounts in the order of GOODS_WORDS, cards
are indices of the compiled program.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from model import UserError
from simulate.engine import codes as c
from simulate.engine.abilities import rebuild_abilities
from simulate.engine.cafe import seat_guest
from simulate.engine.codes import COLUMNS, FLOORS
from simulate.engine.hotel import FIRST_LINE, LINES, full_lines
from simulate.engine.staff import to_hand
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES
from simulate.referee.pieces import Pieces
from simulate.words.names import goods_text

Amounts = Sequence[int]


class SeatPieces:
    """The pieces of the seat ``seat`` (0: the first start player) of a game."""

    def __init__(self, pieces: Pieces, seat: int) -> None:
        self.pieces, self.seat = pieces, seat
        self.g, self.rules = pieces.g, pieces.rules

    @property
    def p(self) -> Any:
        """The player's record."""
        return self.g.players[self.seat]

    def set_vp(self, vp: int) -> None:
        """VP from earlier in the game; their sources are set separately (``set_vp_from``)."""
        self.p.vp = vp

    def set_vp_from(self, amounts: Amounts) -> None:
        """Sources of VP; the source of the rest is unknown.

        Raises UserError if the given sources add up to more than the total.
        """
        given, there = sum(amounts), int(self.p.vp)
        if any(amounts) and given > there:
            raise UserError(f"{given} VP come from these sources, and there are {there}")
        self.p.vp_by[:] = amounts

    def add_hand(self, cards: Sequence[int]) -> None:
        """Take staff cards out of the deck into the hand."""
        for card in cards:
            to_hand(self.g, self.seat, self.pieces.pull_staff(card), c.CAME_DEALT)

    def set_offer(self, cards: Sequence[int], drawn: Sequence[int] = ()) -> None:
        """A pack to draft from: cards of the deck, and those already in it (``drawn``)."""
        for card in cards:
            if card not in drawn:
                self.pieces.pull_staff(card)
        self.p.offer[: len(cards)] = cards
        self.p.offer_size = len(cards)

    def add_staff(self, cards: Sequence[int]) -> None:
        """Staff in play, in this order, hired earlier and not used this round."""
        p = self.p
        for card in cards:
            self.add_hand([card])
            p.hand_size -= 1
            p.staff[p.staff_size] = card
            p.staff_used[p.staff_size] = 0
            p.staff_size += 1
        rebuild_abilities(self.rules, p)

    def seat_guest(self, guest: int, placed: Amounts | None, table: int | None = None) -> int:
        """A guest of the deck or row at a table, with goods on the card (None: order filled).

        ``table``: from 0; the first free one if None. Returns the table. Raises UserError if all
        are taken or the guest does not want this many of these goods.
        """
        p = self.p
        free = [t for t in range(p.tables) if p.cafe[t] < 0]
        if not free or (table is not None and table not in free):
            raise UserError(f"no table is free for guest {self.rules.guest_number[guest]}")
        at = free[0] if table is None else table
        order = [int(n) for n in self.rules.guest_order[guest]]
        given = order if placed is None else list(placed)
        if any(n > wanted for n, wanted in zip(given, order)):
            number = self.rules.guest_number[guest]
            raise UserError(
                f"guest {number} orders {goods_text(order)}: {goods_text(given)} cannot lie there"
            )
        self.pieces.pull_guest(guest)
        held = [t for t in free if t < at]
        p.cafe[held] = 0  # the engine takes the first free table
        seat_guest(self.g, self.rules, self.seat, guest, c.CAME_ROW, 0)
        p.cafe[held] = -1
        p.missing[at] -= given
        p.missing_total[at] -= sum(given)
        return at

    def set_kitchen(self, amounts: Amounts) -> None:
        self.p.kitchen[:] = amounts

    def claim(self, letter: int) -> None:
        """An own marker on the politics card of a letter (0: A)."""
        self.p.claimed |= 1 << letter
        self.g.markers[letter] += 1

    def set_vacant(self, rooms: int) -> None:
        """Prepared, vacant rooms."""
        self.p.vacant = rooms
        self.p.covered |= rooms

    def set_occupied(self, rooms: int) -> None:
        """Occupied rooms; the bonus of every group that they complete was paid earlier."""
        self.p.occupied = rooms
        self.p.covered |= rooms
        self.p.groups_paid |= self.full_groups()
        self.p.groups_started |= self.begun_groups()
        if self.rules.lines_again_once:
            for line in self.full_lines():
                self.p.groups_started |= 1 << (FIRST_LINE + line - 1)

    def full_groups(self) -> int:
        """The groups of the board whose rooms are all occupied, as a bit set."""
        occupied = int(self.p.occupied)
        return sum(1 << group for group, mask in self._groups() if occupied & mask == mask)

    def begun_groups(self) -> int:
        """The groups of the board of which a room is occupied, as a bit set."""
        occupied = int(self.p.occupied)
        return sum(1 << group for group, mask in self._groups() if occupied & mask)

    def full_lines(self) -> list[int]:
        """Columns (1 to 5) and floors (6 to 9) whose rooms are all occupied."""
        occupied, found = int(self.p.occupied), 0
        for room in range(COLUMNS):  # one room of each column, and of each floor
            found |= int(full_lines(occupied, room))
        for floor in range(FLOORS):
            found |= int(full_lines(occupied, floor * COLUMNS))
        return [i + 1 for i in range(LINES) if found >> i & 1]

    def _groups(self) -> list[tuple[int, int]]:
        r, board = self.rules, self.p.board
        return [(i, int(mask)) for i, mask in enumerate(r.group_mask[board, : r.n_groups[board]])]

    # -- modules -----------------------------------------------------------------------------------

    def set_rehearsal(self, room: int) -> None:
        """A rehearsal room with all its dancers (replacing the player's)."""
        p, r = self.p, self.rules
        p.rehearsal = room
        p.resting[:] = 0
        p.resting[: r.n_sections[room]] = r.section_dancers[room, : r.n_sections[room]]

    def set_resting(self, dancers: Sequence[int]) -> None:
        """The dancers left in the sections of the rehearsal room."""
        self.p.resting[:] = [*dancers, *[0] * (c.SECTIONS - len(dancers))]

    def add_dancers(self, place: int, row: int, dancers: int = 1) -> None:
        """Dancers sent earlier to a row (0: bottom) of a ballroom (0: the left one)."""
        self.p.dancers[place, row] += dancers

    def meet(self, celebrity: int, place: int) -> None:
        """A celebrity who came with the coloured die of a place earlier in the round."""
        g, p = self.g, self.p
        for other in range(c.LOUNGE):
            if g.lounge[other] == celebrity:
                g.lounge[other] = -1
        p.celebrities[place] = celebrity
        self.pieces.take_celebrity(celebrity)
        rebuild_abilities(self.rules, p)

    def set_entrance(self, entrance: int) -> None:
        """A hotel entrance whose owner has received its goods and effects."""
        p, r = self.p, self.rules
        p.entrance = entrance
        p.entrance_active = 1
        p.tokens = (1 << r.n_tokens) - 1
        tiles = r.card_own_tiles[FIRST_ENTRANCE + entrance]
        p.own_tiles_left = sum(1 << k for k in range(MAX_OWN_TILES) if k % 2 < tiles)
        rebuild_abilities(r, p)

    def placed(self, table: int) -> list[int]:
        """The goods on the card of the guest at a table."""
        order = self.rules.guest_order[self.p.cafe[table]]
        return [int(n) for n in order - self.p.missing[table]]
