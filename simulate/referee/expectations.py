"""What a transcript claims about the state, compared with the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulate.narration.changes import cards
from simulate.narration.names import goods_text
from simulate.referee.comparing import differ, unlike
from simulate.referee.course import Course
from simulate.referee.document import Expect, PlayerExpect
from simulate.referee.laying import at
from simulate.referee.lexicon import Lexicon
from simulate.referee.module_expectations import ModuleExpectations
from simulate.referee.pieces import Pieces
from simulate.referee.readout import SOURCES, letters_text, rooms_text
from simulate.referee.reasons import Reason
from simulate.referee.seats import SeatPieces
from simulate.referee.values import (
    read_dice,
    read_expected_guests,
    read_goods,
    read_letters,
    read_rooms,
)
from simulate.referee.words import read_action


class Expectations:
    """Compares expectations with the state of a course."""

    def __init__(self, lexicon: Lexicon, course: Course) -> None:
        self.lexicon, self.course = lexicon, course
        self.g = course.g

    def unmet(self, expect: Expect) -> list[str]:
        """What is otherwise than expected, in words. Raises UserError for unknown cards."""
        found = [*self._common(expect), *self._cards(expect), *self._legal(expect)]
        modules = ModuleExpectations(self.lexicon, self.g)
        found += modules.of_table(expect)
        for name, claims in expect.players.items():
            with at("expect.players"):
                seat = self.lexicon.seat(name)
            texts = [*self._player(seat, claims), *modules.of_player(seat, claims)]
            found += [f"{self.lexicon.players[seat]}: {text}" for text in texts]
        return found

    # -- the table -------------------------------------------------------------------------------

    def _common(self, expect: Expect) -> Iterator[str]:
        yield from differ("round", expect.round, int(self.g.round_no))
        yield from differ("over", expect.over, self.course.over)
        if expect.dice is not None:
            dice = Pieces(self.g, self.lexicon.rules).named_dice()
            yield from differ("dice", read_dice(expect.dice), dice)
        if expect.player is not None:
            with at("expect.player"):
                wanted = self.lexicon.seat(expect.player)
            if wanted != self.course.player:
                who = self._who()
                yield f"the decision is {who}, not with {self.lexicon.players[wanted]}"

    def _who(self) -> str:
        if self.course.player < 0:
            return "with nobody"
        return f"with {self.lexicon.players[self.course.player]}"

    def _cards(self, expect: Expect) -> Iterator[str]:
        pieces, names = Pieces(self.g, self.lexicon.rules), self.lexicon.names
        guests, staff = self.lexicon.guests, self.lexicon.staff
        if expect.row is not None:
            with at("expect.row"):
                row = [-1 if card is None else guests.find(card) for card in expect.row]
            yield from unlike("row", guests, row, [int(guest) for guest in self.g.row])
        discard = [int(guest) for guest in self.g.guest_discard[: self.g.guest_discard_size]]
        deck, buried = pieces.staff_deck(), expect.staff_deck_bottom
        for name, kind, claimed, there in (
            ("guest_deck", guests, expect.guest_deck, pieces.guest_deck()),
            ("guest_discard", guests, expect.guest_discard, discard),
            ("staff_deck", staff, expect.staff_deck, deck),
            ("staff_deck_bottom", staff, buried, deck[::-1][: len(buried or ())][::-1]),
        ):
            if claimed is None:
                continue
            with at(f"expect.{name}"):
                wanted = [kind.find(card) for card in claimed]
            whole = name == "guest_discard"
            seen = sorted(there) if whole else there[: len(wanted)]
            yield from unlike(name, kind, sorted(wanted) if whole else wanted, seen)
        if expect.politics is not None:
            with at("expect.politics"):
                wanted = sorted(self.lexicon.politics(card) for card in expect.politics)
            there = sorted(int(card) for card in self.g.politics if card >= 0)
            keys = names.politics_keys
            yield from differ("politics", [keys[i] for i in wanted], [keys[i] for i in there])
        if expect.tiles is not None:
            with at("expect.tiles"):
                wanted = sorted(self.lexicon.tile(str(key)) for key in expect.tiles)
            there = sorted(int(tile) for tile in self.g.emperor_tiles if tile >= 0)
            keys = names.tile_keys
            yield from differ("tiles", [keys[i] for i in wanted], [keys[i] for i in there])

    # -- actions ---------------------------------------------------------------------------------

    def _legal(self, expect: Expect) -> Iterator[str]:
        for words in expect.legal:
            if not self._allows(words):
                yield f"{words!r} is not legal here"
        for words in expect.not_legal:
            if self._allows(words):
                yield f"{words!r} is legal here"
        if expect.only_legal is not None:
            wanted = {self._action(words) for words in expect.only_legal}
            there = set(self.course.legal())
            if wanted != there:
                yield f"legal are: {', '.join(self.course.legal_words()) or 'no actions'}"

    def _action(self, words: str) -> int | Reason:
        seat = self.course.player
        legal = self.course.legal_words()
        return read_action(self.lexicon, self.g, max(0, seat), words, legal)

    def _allows(self, words: str) -> bool:
        action = self._action(words)
        return isinstance(action, int) and self.course.allows(action)

    # -- players ---------------------------------------------------------------------------------

    def _player(self, seat: int, claims: PlayerExpect) -> Iterator[str]:
        p = self.g.players[seat]
        for name in ("krones", "emperor", "vp", "rank", "turns_taken"):
            yield from differ(name, getattr(claims, name), int(p[name]))
        yield from differ("hand_size", claims.hand_size, int(p.hand_size))
        yield from differ("passed", claims.passed, bool(p.passed))
        if claims.board is not None:
            board = self.lexicon.names.boards[int(p.board)]
            yield from differ("board", claims.board, board)
        if claims.kitchen is not None:
            wanted, there = read_goods(claims.kitchen), [int(n) for n in p.kitchen]
            if wanted != there:
                yield f"kitchen is {goods_text(there) or 'empty'}"
        yield from self._rooms(p, claims)
        yield from self._held(p, claims)
        if claims.guests is not None:
            yield from self._guests(seat, claims.guests)
        if claims.vp_from is not None:
            there_from = {word: int(n) for word, n in zip(SOURCES, p.vp_by, strict=True) if n}
            wanted_from = {word: n for word, n in claims.vp_from.items() if n}
            yield from differ("vp_from", wanted_from, there_from)

    def _rooms(self, p: Any, claims: PlayerExpect) -> Iterator[str]:
        for name in ("vacant", "occupied"):
            claimed = getattr(claims, name)
            if claimed is not None and read_rooms(claimed) != int(p[name]):
                yield f"{name} are {rooms_text(int(p[name])) or 'no rooms'}"
        if claims.claimed is not None:
            wanted = sum(1 << letter for letter in read_letters(claims.claimed))
            if wanted != int(p.claimed):
                yield f"claimed are {letters_text(int(p.claimed)) or 'no cards'}"

    def _held(self, p: Any, claims: PlayerExpect) -> Iterator[str]:
        staff = cards(p, "staff")
        used = [card for i, card in enumerate(staff) if p.staff_used[i] == 1]
        gone = [card for i, card in enumerate(staff) if p.staff_used[i] == 2]
        held = (("hand", cards(p, "hand")), ("staff", staff), ("used", used), ("used_up", gone))
        for name, there in held:
            claimed = getattr(claims, name)
            if claimed is None:
                continue
            with at(f"expect.{name}"):
                wanted = [self.lexicon.staff.find(card) for card in claimed]
            yield from unlike(name, self.lexicon.staff, sorted(wanted), sorted(there))

    def _guests(self, seat: int, claimed: Any) -> Iterator[str]:
        held, guests = SeatPieces(Pieces(self.g, self.lexicon.rules), seat), self.lexicon.guests
        there = {
            int(guest): None if held.p.missing_total[table] == 0 else held.placed(table)
            for table, guest in enumerate(held.p.cafe)
            if guest >= 0
        }
        entries = [entry for entry in read_expected_guests(claimed) if entry is not None]
        with at("expect.guests"):
            known = [guests.find(e[0] if isinstance(e, tuple) else e) for e in entries]
        yield from unlike("guests", guests, sorted(known), sorted(there))
        for guest, entry in zip(known, entries, strict=True):
            if not isinstance(entry, tuple) or guest not in there:
                continue
            order = [int(n) for n in self.lexicon.rules.guest_order[guest]]
            wanted = order if entry[1] is None else entry[1]
            lies = order if there[guest] is None else list(there[guest] or [])
            if wanted != lies:
                yield f"on {guests.text(guest)} lies {goods_text(lies) or 'nothing'}"
