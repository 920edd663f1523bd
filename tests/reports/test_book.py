"""The rulebook of a ruleset holds its rules and no others; the errata what two differ in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from model import Ruleset, load_ruleset
from model.clauses import clauses
from model.diff import diff_rulesets
from model.sources import every_module, sources
from reports.commands.rules import rules as command
from reports.site import book
from reports.site.book import chapters, errata, sentences
from tests.reports.html import Page
from tests.runner import CliRunner

MODULES = every_module()
SPECS = ("original-2015", "revised-2021", "revised-2021+lets-waltz", "revised-2021+ballrooms")


def ids(ruleset: Ruleset) -> set[str]:
    return {one.id for one in sentences(chapters(ruleset))}


@pytest.mark.parametrize("spec", SPECS)
def test_every_rule_of_the_edition_stands_in_the_book_once(spec: str):
    ruleset = load_ruleset(spec)
    found = [one.id for one in sentences(chapters(ruleset))]
    assert len(found) == len(set(found))
    assert set(found) == {id for id, one in clauses().items() if book.holds(id, one, ruleset)}
    assert len(found) > 350


def test_each_edition_has_its_own_price_of_the_kitchen_hand():
    for spec, mine in (("original-2015", 3), ("revised-2021", 5)):
        words = [
            dict(card.words)["Costs"]
            for chapter in chapters(load_ruleset(spec))
            for card in chapter.cards
            if card.name == "Kitchen Hand (17)"
        ]
        assert words == [f"{mine} krones"]


def test_a_rule_of_one_edition_is_not_in_the_book_of_the_other():
    both = {spec: ids(load_ruleset(spec)) for spec in ("original-2015", "revised-2021")}
    only = {
        edition: {id for id, one in clauses().items() if one.editions == (edition,)}
        for edition in both
    }
    assert min(map(len, only.values())) > 15
    for edition, mine in both.items():
        (other,) = set(both) - {edition}
        assert not mine & only[other]
        played = {id for id in only[edition] if clauses()[id].status != "out-of-scope"}
        assert len(played - mine) < 5  # those that only a variant or module brings


def test_modules_bring_their_rules_and_nothing_else_does():
    base, whole = (ids(load_ruleset(spec)) for spec in ("revised-2021", SPECS[2]))
    replaced = {id for id, one in clauses().items() if set(one.unless) & set(MODULES)}
    assert base - whole == replaced & base
    assert base - replaced < whole
    assert not any(id.startswith(("ballroom.", "celebrity.", "entrance.")) for id in base)
    alone = ids(load_ruleset("revised-2021+ballrooms"))
    assert any(id.startswith("ballroom.") for id in alone)
    assert not any(id.startswith(("celebrity.", "entrance.")) for id in alone)


def test_rulings_stand_in_the_margin_as_they_are_read():
    ruling, other = "die-bonus-cost", "free"
    first, second = (
        " ".join(note for one in sentences(chapters(ruleset)) for note in one.notes)
        for ruleset in (load_ruleset("revised-2021"),
                        load_ruleset("revised-2021", rulings={ruling: other}))
    )  # fmt: skip
    assert f"Ruling {ruling}:" in first
    assert first != second


def test_what_no_source_gives_is_marked_as_assumed():
    cards = {card.name: card for one in chapters(load_ruleset(SPECS[2])) for card in one.cards}
    marked = [name for name, card in cards.items() if any("Assumed" in note for note in card.notes)]
    assert len(marked) > 20
    assert not any("Assumed" in note for note in cards["Kitchen Hand (17)"].notes)


def test_a_patch_shows_in_its_card(tmp_path: Path):
    patch = tmp_path / "mine.toml"
    patch.write_text(
        'id = "mine"\ntitle = "My price"\nreason = "A trial"\n\n[set]\n"staff.17.cost" = 4\n'
    )
    ruleset = load_ruleset("revised-2021", patches=[str(patch)])
    (card,) = [
        card for one in chapters(ruleset) for card in one.cards if card.name == "Kitchen Hand (17)"
    ]
    assert dict(card.words)["Costs"] == "4 krones"
    assert any("My price" in note for note in card.notes)
    assert card.sentences == ()  # they state the print


def patched(tmp_path: Path, text: str, spec: str = "revised-2021") -> Ruleset:
    patch = tmp_path / "mine.toml"
    patch.write_text(f'id = "mine"\ntitle = "Mine"\n{text}\n', encoding="utf-8")
    return load_ruleset(spec, patches=[patch])


def notes(ruleset: Ruleset) -> dict[str, str]:
    return {one.id: " ".join(one.notes) for one in sentences(chapters(ruleset))}


def test_the_margin_says_what_a_patch_puts_in_place_of_a_number(tmp_path: Path):
    text = 'set = { "emperor.retreat" = [2, 4, 6], "cafe.tables" = 4, "actions.5.do" = "prepare" }'
    found = notes(patched(tmp_path, text))
    assert (
        found["emperor.retreat"] == "Changed by Mine: emperor: retreat: 2, 4, 6 instead of 3, 5, 7."
    )
    assert "cafe: tables: 4 instead of 3" in found["row.three-tables"]
    action = (
        "action 5: prepare up to one room a die instead of play a staff card for 1 krone less a die"
    )
    assert any(action in note for note in found.values())
    assert "Mine" not in found["set-up.krones"]
    assert not any("Mine" in found[id] for id in found if not clauses()[id].declared)


def test_what_a_patch_changes_stands_in_front_even_if_no_rule_speaks_of_it(tmp_path: Path):
    text = 'set = { "row.sweep" = true, "guest.51.vp" = 7, "guest.51.order" = { cake = 2 } }'
    first = chapters(patched(tmp_path, text))[0]
    (card,) = first.cards
    assert (first.title, card.name) == ("Changes by patches", "Mine")
    assert dict(card.words) == {
        "row: sweep": "yes instead of no",
        "Composer (51): orders": "2 cake instead of 1 wine",
        "Composer (51): VP": "7 instead of 1",
    }
    assert len(card.words) == 3
    assert chapters(load_ruleset("revised-2021"))[0].title != first.title


def test_the_margin_of_a_patch_of_many_cards_lists_some(tmp_path: Path):
    gone = ", ".join(f'"staff.{number}"' for number in range(1, 25))
    note = notes(patched(tmp_path, f"remove = [{gone}]"))["set-up.staff-deck"]
    assert "Breakfast Server (1): not in the game instead of in the game; " in note
    assert note.endswith(f"; and {24 - book.MOST_CHANGES} more.")


@pytest.mark.parametrize("number", [301, 201])  # 201 is also a card of a variant
def test_a_card_that_a_patch_adds_has_no_print(number: int, tmp_path: Path):
    card = 'name = "Auditor", german = "Prüfer", cost = 1, timing = "end"'
    ruleset = patched(tmp_path, f"add.staff.{number} = {{ {card} }}")
    ((title, added),) = [
        (chapter.title, one) for chapter in chapters(ruleset) for one in chapter.cards
        if one.name == f"Auditor ({number})"
    ]  # fmt: skip
    assert title == "Further cards"
    assert added.notes == ("Added by Mine.",)


def test_a_reading_that_a_patch_sets_is_the_one_that_is_told(tmp_path: Path):
    ruleset = patched(tmp_path, 'set = { "procedure.seat_freed" = "after" }')
    ruled = load_ruleset("revised-2021", rulings={"seat-freed": "after"})
    assert ruleset.rulings != ruled.rulings
    assert ruleset.readings == ruled.rulings
    assert words(ruleset) == words(ruled)
    neither = patched(tmp_path, 'set = { "emperor_tile.B4.penalty.0.state" = "occupied" }')
    assert "b4-rooms" not in neither.readings


def test_a_politics_card_pays_as_many_as_it_has_places_for(tmp_path: Path):
    ruleset = patched(tmp_path, 'set = { "politics.cards.B-floors.places" = [9, 6, 3, 1] }')
    (card,) = [one for chapter in chapters(ruleset) for one in chapter.cards
               if one.name == ruleset.politics.cards["B-floors"].name]  # fmt: skip
    assert dict(card.words)["Pays"] == "9/6/3/1 VP to the first, second, third, fourth"


@pytest.mark.parametrize("spec", ["original-2015", "revised-2021", "revised-2021+lets-waltz"])
def test_every_printed_card_stands_in_the_chapter_of_its_rules(spec: str):
    """The Kitchen Hand, which a variant takes out, once stood apart from its rules."""
    book_ = chapters(load_ruleset(spec))
    assert "Further cards" not in [one.title for one in book_]
    (card,) = [one for chapter in book_ for one in chapter.cards if "Kitchen Hand" in one.name]
    assert card.sentences
    assert not [one for chapter in book_ for one in chapter.sentences if one.id == "staff.17"]


def test_errata_call_a_patch_without_a_title_by_its_id(tmp_path: Path):
    patch = tmp_path / "bare.toml"
    patch.write_text('id = "bare"\nset = { "guest.51.vp" = 7 }')
    base = load_ruleset("revised-2021")
    (one,) = errata(base, load_ruleset("revised-2021", patches=[patch]))
    assert one.title == "bare"
    assert one.values == (("Composer (51): VP", str(base.guest[51].vp), "7"),)


def test_the_page_links_each_sentence_to_its_clause(tmp_path: Path):
    page = Page(book.write_book(load_ruleset("revised-2021"), tmp_path / "b.html").read_text())
    assert len(page.ids) == len(set(page.ids))
    inner = [link[1:] for link in page.used if link.startswith("#")]
    assert len(inner) > 700
    assert set(inner) <= set(page.ids)
    assert not [link for link in page.used if not link.startswith("#")]


def test_errata_say_what_a_card_does_that_a_patch_adds(tmp_path: Path):
    card = 'name = "Auditor", german = "x", colour = "red", order = { cake = 2 }, vp = 5'
    reward = 'reward = [{ do = "gain", krones = 3 }]'
    ruleset = patched(tmp_path, f"add.guest.301 = {{ {card}, {reward} }}")
    (one,) = errata(load_ruleset("revised-2021"), ruleset)
    ((name, before, after),) = one.values
    assert (name, before) == ("Auditor (301)", "not in the game")
    for said in ("red", "2 cake", "5", "3 krones"):
        assert said in after


def test_errata_hold_every_value_that_differs(tmp_path: Path):
    a, b = load_ruleset("original-2015"), load_ruleset("revised-2021")
    found = errata(a, b)
    causes = {
        one.change_ids for one in diff_rulesets(a, b)
        if not one.change_ids or not all(id.startswith("ruling:") for id in one.change_ids)
    }  # fmt: skip
    assert len(found) == len(causes)
    named = " ".join(value[0] for one in found for value in one.values)
    for one in diff_rulesets(a, b):  # a card by its number or letter, else the words of its path
        if one.change_ids in causes:
            table, key = one.path.split(".")[:2]
            assert f"({key})" in named or f"{table}: {key.replace('_', ' ')}" in named, one.path
    for one in found:
        assert one.values
        for value in one.values:
            assert value[1] != value[2]
            assert not re.search(r"\w_\w|[\[\]=]", " ".join(value)), "written as in the data"
    text = book.write_errata(a, b, tmp_path / "e.html").read_text()
    assert "The Kitchen Hand costs 5 krones instead of 3" in text
    assert "Rulings that differ" in text
    assert errata(a, a) == []


def test_the_commands_write_pages(tmp_path: Path):
    for arguments in (
        ["book", "original-2015", "--out", str(tmp_path / "book.html")],
        ["errata", "original-2015", "revised-2021", "--out", str(tmp_path / "errata.html")],
    ):
        done = CliRunner().invoke(command, arguments)
        assert done.exit_code == 0, done.output
        assert re.search(r"(book|errata)\.html", done.output)
        assert Path(arguments[-1]).exists()


def words(ruleset: Ruleset) -> dict[str, str]:
    return {one.id: one.text for one in sentences(chapters(ruleset))}


VARIANTS = "".join(f"+{id}" for id, one in sources().change.items() if one.kind == "variant")
WIDE = (
    *("original-2015", "revised-2021", "revised-2021+online", f"revised-2021{VARIANTS}"),
    *("revised-2021+start-player", "revised-2021+lets-waltz+agatha-christie+stroup"),
    *("revised-2021+ballrooms", "revised-2021+celebrities+unique-hotels"),
    *("revised-2021+ballrooms+celebrities+unique-hotels+start-player+draft",),
    "original-2015+lets-waltz",
)


def test_every_rule_stands_in_the_book_of_some_ruleset():
    """Some of variants and celebrities once stood in none."""
    found = set().union(*(ids(load_ruleset(spec)) for spec in WIDE))
    played = {id for id, one in clauses().items() if one.status != "out-of-scope"}
    assert sorted(played - found) == []


def test_what_a_rule_is_within_or_unless_exists():
    named = {id for one in clauses().values() for id in (*one.within, *one.unless)}
    assert sorted(named - sources().change.keys()) == []


@pytest.mark.parametrize(
    ("spec", "gone", "instead"),
    [
        ("revised-2021+start-player", "set-up.krones", "start-player.krones"),
        ("revised-2021+start-player", "round.twice-in-a-row", "start-player.clockwise"),
        ("revised-2021+unique-hotels", "set-up.kitchen", "entrances.kitchens"),
        ("revised-2021+ballrooms", "dishes.receive", "ballrooms.first-champagne"),
        ("revised-2021+celebrities+draft", "coloured-dice.price", "coloured-dice.price-draft"),
        ("revised-2021+celebrities+draft", "lounge.leave", "lounge.under-deck-draft"),
        ("revised-2021+ballrooms+draft", "rehearsal.laid-out", "rehearsal.draft-all"),
        ("revised-2021+auto-claim", "politics-card.optional", "variant.auto-claim-krones"),
        ("revised-2021-setup-rooms", "set-up.rooms-2021", "set-up.rooms-2015"),
        ("revised-2021-custodian", "staff.23.rooms-2021", "staff.23.rooms-2015"),
    ],
)
def test_a_rule_that_something_replaces_is_not_stated_beside_it(spec: str, gone: str, instead: str):
    printed = ids(load_ruleset("revised-2021")) | ids(load_ruleset("revised-2021+lets-waltz"))
    assert gone in printed
    found = ids(load_ruleset(spec))
    assert gone not in found
    assert instead in found


def test_a_rule_that_is_read_otherwise_is_told_as_it_is_read():
    read = {"staff-32": "four", "guest-before-die": "any-time", "occupancy-bonus-order": "after"}
    usual, other = (
        words(load_ruleset("revised-2021")),
        words(load_ruleset("revised-2021", rulings=read)),
    )
    assert "2 VP" in usual["staff.32"]
    assert other["staff.32"].endswith("4 VP a card.")
    assert "no guest can be taken any more" in usual["row.before-the-die"]
    assert other["row.before-the-die"].endswith("Yes, at any time of the turn.")
    assert "group.order-2021" not in other
    assert other["group.order-2015"] == clauses()["group.order-2015"].text


def test_of_several_rulings_the_one_that_is_read_otherwise_follows_the_words():
    other = words(load_ruleset("revised-2021", rulings={"die-bonus-22": "after"}))
    text = clauses()["staff.22"].text
    assert other["staff.22"].startswith(text)
    assert other["staff.22"].endswith("Only after the main action.")


def test_what_the_edition_says_itself_stands_in_the_margin_where_it_differs():
    notes = {one.id: " ".join(one.notes) for one in sentences(chapters(load_ruleset(SPECS[0])))}
    assert "The 2015 rulebook says: 4 VP a card." in notes["staff.32"]
    later = {one.id: " ".join(one.notes) for one in sentences(chapters(load_ruleset(SPECS[1])))}
    assert "says" not in later["staff.32"]


def test_a_chapter_of_cards_is_there_only_with_one_of_them():
    titles = [one.title for one in chapters(load_ruleset("revised-2021+start-player"))]
    assert "Staff cards 119 to 133" not in titles
    assert "Staff cards 119 to 133" in [
        one.title for one in chapters(load_ruleset("revised-2021+ballrooms"))
    ]
