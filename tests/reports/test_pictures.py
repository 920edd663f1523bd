"""A picture shows what is there, all of it, and nothing else: it is read back and compared."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser

from model import load_ruleset
from reports.pictures import groups, picture, style, symbols
from reports.pictures.drawing import WIDTH, Sketch
from reports.pictures.hotel import corner
from simulate import Game
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.narration.changes import cards
from simulate.narration.scoring import judgement
from simulate.narration.setting import common_lines
from simulate.properties.strategies.playing import choose
from simulate.referee.judge import Judge
from simulate.referee.writing import document_of
from simulate.words.names import Names
from tests import illustrations
from tests.browser import opened
from tests.policies.positions import RULESETS
from tests.scenarios.table import Table

SVG = "{http://www.w3.org/2000/svg}"


@cache
def names_of(number: int) -> tuple[Names, Any]:
    spec, options = RULESETS[number]
    ruleset = load_ruleset(spec, **options)
    game = Game(ruleset, 2)
    return Names(ruleset, game.rules), game.program


def positions(number: int, every: int = 40) -> Iterator[tuple[Names, Any]]:
    """States of a game, one in so many, and the last one."""
    names, program = names_of(number)
    game, rng = Game(program, 2 + number % 3, seed=number), random.Random(number)
    step = 0
    while not game.over:
        if step % every == 0:
            yield names, game.state
        game.apply(choose(game, rng))
        step += 1
    yield names, game.state


def pieces(names: Names, g: Any) -> dict[str, Sketch]:
    return {piece.key: piece for one in groups(names, g) for piece in one.pieces}


def drawn(piece: Sketch) -> ElementTree.Element:
    return ElementTree.fromstring(f"<g>{piece.body}</g>")


def classes(piece: Sketch, tag: str) -> Counter[str]:
    return Counter(one.get("class", "") for one in drawn(piece).iter(tag))


def texts(piece: Sketch) -> list[str]:
    return [one.text or "" for one in drawn(piece).iter("text")]


def guests_of(piece: Sketch) -> list[str]:
    """The names of guests, which may take two lines."""
    names: list[str] = []
    for one in drawn(piece).iter("text"):
        if one.get("class") == "name":
            part = one.text or ""
            if re.match(r"\d+ ", part):
                names.append(part)
            else:
                names[-1] += f" {part}"
    return names


ALL = pytest.mark.parametrize("number", range(len(RULESETS)))


@ALL
def test_rooms_are_as_they_stand(number: int):
    for names, g in positions(number):
        shown = pieces(names, g)
        for seat in range(g.n_players):
            p = g.players[seat]
            found = {}
            for one in drawn(shown[f"hotel-{seat}"]).iter("g"):
                at = re.fullmatch(r"translate\((\S+) (\S+)\)", one.get("transform", ""))
                if at and one.get("class"):
                    found[float(at[1]), float(at[2])] = one.get("class")
            assert len(found) == c.ROOMS
            for room in range(c.ROOMS):
                vacant, occupied = int(p.vacant) >> room & 1, int(p.occupied) >> room & 1
                state = "vacant" if vacant else "occupied" if occupied else "bare"
                assert found[corner(room)] == f"{names.colour(p.board, room)} {state}"


@ALL
def test_every_guest_staff_card_and_good_is_there(number: int):
    for names, g in positions(number):
        shown = pieces(names, g)
        row = [int(guest) for guest in g.row if guest >= 0]
        assert guests_of(shown["row"]) == [names.guest(guest) for guest in row]
        for seat in range(g.n_players):
            p = g.players[seat]
            seated = [int(guest) for guest in p.cafe[: p.tables] if guest >= 0]
            assert guests_of(shown[f"cafe-{seat}"]) == [names.guest(i) for i in seated]
            signs = classes(shown[f"cafe-{seat}"], "use")
            for good, word in enumerate(GOODS_WORDS):
                lacks = sum(int(p.missing[t][good]) for t in range(p.tables) if p.cafe[t] >= 0)
                wants = sum(getattr(names.guest_card(guest).order, word) for guest in seated)
                assert signs[f"good {word} missing"] == lacks
                assert signs[f"good {word} there"] == wants - lacks
            stock = texts(shown[f"stock-{seat}"])
            kitchen = [str(int(n)) for n in p.kitchen][: len(stock) - 3]
            assert stock == [str(p.krones), str(p.emperor), "kitchen", *kitchen]
            for part in ("staff", "hand"):
                held = [names.staff(card) for card in cards(p, part)]
                listed = " ".join(texts(shown[f"{part}-{seat}"]))
                assert all(f" {name} " in f" {listed} " for name in held), (listed, held)
                cost = [int(names.rules.staff_cost[card]) for card in cards(p, "hand")]
                assert re.findall(r"(\d+) K\b", listed) == [str(n) for n in cost if part == "hand"]
                assert classes(shown[f"{part}-{seat}"], "rect")["card"] == len(held)


@ALL
def test_dice_markers_and_dancers_are_counted(number: int):
    for names, g in positions(number):
        shown = pieces(names, g)
        dice = [
            (int(use.get("href", "")[-1]), use.get("class", "").split()[1])
            for use in drawn(shown["dice"]).iter("use")
            if use.get("href", "").startswith("#s-pips-")
        ]
        assert [sum(face == n for n, _ in dice) for face in range(7)] == [int(n) for n in g.dice]
        for i, word in enumerate(("red", "blue", "yellow")):
            assert [n for n, colour in dice if colour == word] == [
                face for face in [int(g.coloured_face[i])] if face > 0
            ]
        assert [text for piece in shown.values() for text in texts(piece) if "…" in text] == []
        markers = sum(bin(int(p.claimed)).count("1") for p in g.players[: g.n_players])
        assert classes(shown["politics"], "circle")["seat"] == markers
        for place in range(c.BALLROOMS if names.rules.ballrooms else 0):
            if g.ballrooms[place] < 0:
                continue
            sent = sum(int(p.dancers[place].sum()) for p in g.players[: g.n_players])
            assert classes(shown[f"ballroom-{place}"], "circle")["seat"] == sent


def test_the_position_in_words_names_what_lies_there():
    for names, g in positions(10):
        words = "\n".join("; ".join(piece.words) for piece in pieces(names, g).values())
        for seat in range(g.n_players):
            p = g.players[seat]
            for card in (*cards(p, "hand"), *cards(p, "staff")):
                assert names.staff_text(card) in words
            if p.entrance >= 0:
                assert names.entrance(int(p.entrance)) in words
            for card in p.celebrities:
                assert card < 0 or names.celebrity(int(card)) in words


def laid(anna: dict[str, Any], **head: Any) -> dict[str, Sketch]:
    """The pieces of a position with all modules, of two players."""
    position = {"turn": "Anna", "dice": [1, 2], "players": {"Anna": anna}, **head}
    judge = Judge(
        document_of(
            {
                "format": "gah-transcript-1", "rules": "revised-2021+lets-waltz",
                "players": ["Anna", "Ben"], "position": position,
            }
        )
    )  # fmt: skip
    return pieces(judge.lexicon.names, judge.stepper.g)


def test_of_the_tiles_beside_an_entrance_only_those_left_are_told():
    shown = laid({"entrance": "The Grand Wray Hotel", "own_tiles": "A4"}, own_tiles="A3 A4")
    told = " ".join((*shown["entrance-0"].words, *texts(shown["entrance-0"])))
    assert "A4" in told
    assert "A3" not in told


def test_a_politics_card_is_told_with_its_own_places(tmp_path: Path):
    patch = tmp_path / "mine.toml"
    patch.write_text('id = "mine"\n[set]\n"politics.cards.B-floors.places" = [20, 7]')
    ruleset = load_ruleset(patches=[patch])
    game = Game(ruleset, 2, 1)
    names = Names(ruleset, game.rules)
    game.state.politics[:] = [
        names.politics_keys.index(key) for key in ("A-krones", "B-floors", "C-three-each")
    ]
    piece = pieces(names, game.state)["politics"]
    paid = [words.rpartition(", ")[2].partition(":")[0] for words in piece.words]
    assert paid == ["15/10/5 VP", "20/7 VP", "15/10/5 VP"]
    assert [text for text in texts(piece) if text.endswith(" VP")] == paid
    (line,) = [one for one in common_lines(names, game.state) if one.startswith("Politics cards")]
    assert line.startswith("Politics cards (15/10/5 VP): ")
    assert line.count(" for ") == line.count("B (2 floors fully occupied) for 20/7 VP, C") == 1


def test_what_is_not_known_or_long_is_not_left_out():
    shown = laid({"extra_turns": 2, "turns_taken": 1}, politics=["C-large-orders"])
    assert "1 of 2 turns, 2 extra turns" in texts(shown["head-0"])
    assert "Orders of 5 guests with 3 or more goods fulfilled" in " ".join(texts(shown["politics"]))
    assert texts(shown["tiles"]) == ["Emperor tiles: not known"]


@pytest.mark.parametrize(
    ("spec", "when"),
    [
        ("original-2015", "as the player likes"),
        ("revised-2021", "if that is not possible in full"),
    ],
)
def test_a_penalty_is_drawn_and_told_with_when_vp_may_be_lost_instead(spec: str, when: str):
    table = Table(spec, tiles="A1 B1 C1", round=3)
    names = Names(table.ruleset, table.rules)
    lost = f"or lose 5 VP, {when}"
    (told,) = [one for one in common_lines(names, table.state) if one.startswith("Emperor tile A1")]
    assert told.endswith(lost)
    assert judgement(names, table.state, 0).endswith(lost)
    tiles = pieces(names, table.state)["tiles"]
    assert lost in " ".join(tiles.words)
    assert lost in " ".join(texts(tiles))


def test_the_skeleton_key_is_a_sign_in_the_head_and_told_in_words():
    head = laid({"krones": 1}, key="Anna")["head-0"]
    assert "skeleton key" in head.words
    assert "0 of 2 turns" in texts(head)
    assert not any("skeleton" in text for text in texts(head))
    assert 'href="#s-key"' in head.body


def test_the_same_state_gives_the_same_picture_with_all_symbols():
    known = set(re.findall(r'id="(s-[a-z0-9-]+)"', symbols()))
    for names, g in positions(10):
        whole = picture(names, g)
        assert whole == picture(names, g)
        tree = ElementTree.fromstring(whole)
        assert tree.find(f"{SVG}title") is not None
        assert {use.get("href", "")[1:] for use in tree.iter(f"{SVG}use")} <= known


@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.parametrize("over", [False, True])
def test_the_head_of_a_seat_shows_its_marks_beside_its_vp_and_not_below_them(
    holder: int, over: bool
):
    number = next(i for i, (spec, _) in enumerate(RULESETS) if "lets-waltz" in spec)
    *_, (names, g) = positions(number)
    g = g.copy()
    g.key_holder = holder
    if not over:
        g.phase = c.PH_TURNS
    for seat in range(2):
        g.players[seat].vp = 1234
        head = pieces(names, g)[f"head-{seat}"]
        drawn = ElementTree.fromstring(f"<g>{head.body}</g>")
        *_, marks, vp = (
            text for text in drawn.iter("text") if "e" in text.get("class", "").split()
        )
        if vp.text != "1234 VP":
            marks, vp = vp, marks
        wide = 17 * 0.62 * len("1234 VP")  # of its figures and letters, in the mean
        assert float(marks.get("x", "0")) <= float(vp.get("x", "0")) - wide
        assert marks.text == ("rank " + str(g.players[seat].rank) if over else
                              f"{g.players[seat].turns_taken} of 2 turns")  # fmt: skip
        assert ("#s-key" in str(head.body)) == (seat == holder)


def test_pictures_in_the_documents_are_those_of_today():
    for file, drawn in illustrations.drawings().items():
        assert file.read_text("utf-8") == drawn, f"{file}: python -m tests.illustrations"


HOSTILE = '<script>alert(1)</script> & "quoted" \' ' + "W" * 60
CARDS = [*(f"staff.{n}" for n in range(1, 49)), *(f"guest.{n}" for n in range(49, 105))]


def test_names_of_strangers_are_only_text(tmp_path: Path):
    """Cards of a patch and players' names: neither markup, nor wider than their piece."""
    patch = tmp_path / "hostile.toml"
    changed = ", ".join(f'"{card}.name" = {json.dumps(HOSTILE)}' for card in CARDS)
    patch.write_text(f'id = "hostile"\ntitle = "t"\nset = {{ {changed} }}\n')
    ruleset = load_ruleset("revised-2021", patches=[patch])
    game = Game(ruleset, 2, seed=7)
    whole = picture(Names(ruleset, game.rules), game.state, [HOSTILE, HOSTILE], title=HOSTILE)
    tree = ElementTree.fromstring(whole)
    assert not list(tree.iter(f"{SVG}script"))
    assert "alert(1)" in whole
    assert "<script" not in whole


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_that_is_drawn_lies_within_its_piece(browser: Browser, tmp_path: Path, scheme: str):
    """In a browser, where texts have their real width: no text leaves its piece."""
    shown = [
        piece
        for number in (1, 10, 11)
        for names, g in positions(number, every=90)
        for piece in pieces(names, g).values()
    ]
    page = tmp_path / "pieces.html"
    page.write_text(
        f'<!DOCTYPE html><meta charset="utf-8"><style>{style()}</style><div class="gah">'
        f"<svg width='0' height='0'>{symbols()}</svg>"
        + "".join(piece.svg(width=WIDTH, data_key=piece.key) for piece in shown)
        + "</div>"
    )
    beyond = """() => [...document.querySelectorAll("svg[data-key]")].flatMap((svg) => {
      const frame = svg.getBoundingClientRect();
      return [...svg.querySelectorAll("text")].filter((t) => {
        const box = t.getBoundingClientRect();
        return box.right > frame.right + 1 || box.left < frame.left - 1
          || box.bottom > frame.bottom + 2 || box.top < frame.top - 2;
      }).map((t) => svg.dataset.key + ": " + t.textContent);
    })"""
    with opened(browser, page, color_scheme=scheme) as tab:
        assert tab.evaluate(beyond) == []
        assert len(shown) == tab.evaluate("document.querySelectorAll('svg[data-key]').length")
