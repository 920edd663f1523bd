"""What a transcript claims about what modules bring, compared with the state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from simulate.actions import DICE_WORDS, seat_name
from simulate.engine import codes as c
from simulate.engine.state import MAX_OWN_TILES
from simulate.referee.comparing import differ, unlike
from simulate.referee.document import Expect, PlayerExpect
from simulate.referee.laying import at
from simulate.referee.lexicon import Lexicon
from simulate.referee.module_readout import kept, laid_out, names_of
from simulate.referee.pieces import Pieces
from simulate.referee.values import (
    read_counts,
    read_dancers,
    read_letters,
    read_met,
    read_tiles,
)


class ModuleExpectations:
    """Compares expectations with a state ``g``."""

    def __init__(self, lexicon: Lexicon, g: Any) -> None:
        self.lexicon, self.g = lexicon, g

    def _names(self, kind: str, cards: Sequence[Any], field: str) -> list[str | None]:
        """Names of things as they were claimed, by key or name; None for none."""
        with at(f"expect.{field}"):
            found = [-1 if card is None else self.lexicon.keyed(kind, card) for card in cards]
        return names_of(self.lexicon, kind, found)

    # -- the table -------------------------------------------------------------------------------

    def of_table(self, expect: Expect) -> Iterator[str]:
        """What lies otherwise on the table."""
        g, pieces = self.g, Pieces(self.g, self.lexicon.rules)
        places = g.lounge[: self.lexicon.rules.coloured_dice]
        yield from self._whole("ballrooms", "ballroom", expect.ballrooms, g.ballrooms)
        yield from self._whole("lounge", "celebrity", expect.lounge, places)
        left = pieces.celebrity_discard()
        yield from self._whole("celebrity_discard", "celebrity", expect.celebrity_discard, left)
        if expect.celebrity_deck is not None:
            top = pieces.celebrity_deck()[: len(expect.celebrity_deck)]
            claimed = expect.celebrity_deck
            yield from self._whole("celebrity_deck", "celebrity", claimed, top)
        for field, kind in (("entrances", "entrance"), ("rehearsal_rooms", "rehearsal_room")):
            claimed = getattr(expect, field)
            if claimed is not None:
                wanted = self._names(kind, claimed, field)
                yield from differ(field, wanted, laid_out(self.lexicon, g).get(field, []))
        if expect.waited is not None:
            waited = [int(n) for n in g.lounge_waited[: len(places)]]
            yield from differ("waited", read_counts(expect.waited), waited)
        yield from self._seats(expect)
        yield from self._own_cards(expect)
        yield from self._kept(expect.kept, 1)

    def _whole(self, field: str, kind: str, claimed: Any, there: Any) -> Iterator[str]:
        if claimed is not None:
            seen = names_of(self.lexicon, kind, there)
            yield from differ(field, self._names(kind, claimed, field), seen)

    def _seats(self, expect: Expect) -> Iterator[str]:
        seats = (
            ("first_player", expect.first_player, int(self.g.first_seat)),
            ("key", expect.key, int(self.g.key_holder)),
        )
        for field, who, there in seats:
            if who is not None:
                with at(f"expect.{field}"):
                    wanted = self.lexicon.seat(who)
                name = self.lexicon.players[there] if there >= 0 else "nobody"
                yield from differ(field, self.lexicon.players[wanted], name)

    def _own_cards(self, expect: Expect) -> Iterator[str]:
        names = self.lexicon.names
        if expect.own_politics is not None:
            with at("expect.own_politics"):
                cards = sorted(self.lexicon.politics(card) for card in expect.own_politics)
            there = sorted(int(i) for i in self.g.own_politics if i >= 0)
            keys = names.politics_keys
            yield from differ("own_politics", [keys[i] for i in cards], [keys[i] for i in there])
        if expect.own_tiles is not None:
            there = sorted(int(i) for i in self.g.own_tiles if i >= 0)
            yield from self._tiles(expect.own_tiles, there)

    def _tiles(self, claimed: Any, there: list[int]) -> Iterator[str]:
        with at("expect.own_tiles"):
            wanted = sorted(self.lexicon.tile(key) for key in read_tiles(claimed))
        keys = self.lexicon.names.tile_keys
        yield from differ("own_tiles", [keys[i] for i in wanted], [keys[i] for i in there])

    def _kept(self, claimed: Any, bit: int) -> Iterator[str]:
        if claimed is None:
            return
        guests = self.lexicon.guests
        with at("expect.kept"):
            wanted = sorted(guests.find(card) for card in claimed)
        there = sorted(guests.index[number] for number in kept(self.lexicon, self.g, bit))
        yield from unlike("kept", guests, wanted, there)

    # -- players ---------------------------------------------------------------------------------

    def of_player(self, seat: int, claims: PlayerExpect) -> Iterator[str]:
        """What a player has otherwise than claimed."""
        p = self.g.players[seat]
        for field, kind, index in (
            ("rehearsal", "rehearsal_room", int(p.rehearsal)),
            ("entrance", "entrance", int(p.entrance)),
        ):
            claimed = getattr(claims, field)
            if claimed is not None:
                yield from self._whole(field, kind, [claimed], [index])
        if claims.dancers is not None:
            yield from self._dancers(p, claims.dancers)
        if claims.resting is not None:
            wanted, there = read_counts(claims.resting), [int(n) for n in p.resting]
            filled = [*wanted, *[0] * (c.SECTIONS - len(wanted))]
            yield from differ("resting", filled, there)
        yield from self._celebrities(p, claims)
        yield from self._beside(p, claims)
        yield from self._kept(claims.kept, 2 << seat)

    def _dancers(self, p: Any, claimed: Any) -> Iterator[str]:
        wanted, there = read_dancers(claimed), [int(n) for n in p.dancers.reshape(-1)]
        if wanted != there:
            listed = ", ".join(f"{n} in {seat_name(seat)}" for seat, n in enumerate(there) if n)
            yield f"dancers are {listed or 'none'}"

    def _celebrities(self, p: Any, claims: PlayerExpect) -> Iterator[str]:
        met = names_of(self.lexicon, "celebrity", p.celebrities)
        if claims.celebrities is not None:
            wanted = self._names("celebrity", read_met(claims.celebrities), "celebrities")
            listed = {word: name for word, name in zip(DICE_WORDS[1:], met, strict=True) if name}
            if wanted != met:
                yield f"celebrities are {listed or 'none'}"
        if claims.celebrities_used is not None:
            used = self._names("celebrity", claims.celebrities_used, "celebrities_used")
            there = [name for i, name in enumerate(met) if name and p.celebrity_used >> i & 1]
            yield from differ("celebrities_used", sorted(map(str, used)), sorted(map(str, there)))

    def _beside(self, p: Any, claims: PlayerExpect) -> Iterator[str]:
        """What is left beside the entrance: tokens, tiles, personal politics cards."""
        if claims.tokens is not None:
            tokens = [i + 1 for i in range(int(self.lexicon.rules.n_tokens)) if p.tokens >> i & 1]
            yield from differ("tokens", sorted(read_counts(claims.tokens)), tokens)
        if claims.own_tiles is not None:
            left = [self.g.own_tiles[k] for k in range(MAX_OWN_TILES) if p.own_tiles_left >> k & 1]
            yield from self._tiles(claims.own_tiles, sorted(int(i) for i in left))
        if claims.own_claimed is not None:
            done = [letter for letter in range(3) if p.own_done >> letter & 1]
            wanted = read_letters(claims.own_claimed)
            texts = [" ".join("ABC"[i] for i in letters) for letters in (wanted, done)]
            yield from differ("own_claimed", *texts)
