"""The rules of one ruleset as a rulebook, and the differences between two on one page.

The sentences are the clauses that hold under the ruleset, in playing order; cards are described
from their data, so that patches show. Rulings and assumed values are in the margin. Each sentence
links to its clause at the end, which names the documents that state it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from model import Ruleset, load_ruleset
from model.clauses import DOCUMENTS, Clause, card_of, clauses, read_topic, topic_files
from model.diff import Difference, diff_rulesets
from model.marks import covered, still_assumed
from model.show import short
from model.sources import Ruling, every_module, sources
from model.words import describe_effect
from reports import names
from reports.pieces import KINDS, PieceKind
from reports.site.build import environment, styles
from reports.site.pages.rules import TITLES
from reports.text import upper
from simulate.base.outputs import write_page

MODULE_OF = {
    "waltz_ballrooms": ("ballrooms",),
    "waltz_ballroom_cards": ("ballrooms",),
    "waltz_champagne": ("ballrooms",),
    "waltz_guests": ("ballrooms", "more"),
    "waltz_celebrities": ("celebrities",),
    "waltz_hotels": ("unique-hotels",),
    "waltz_entrances": ("unique-hotels",),
    "waltz_start_player": ("start-player",),
    "waltz_more": ("more",),
}
"""Modules by topic: its general rules apply if at least one of the modules is in play."""
NEW_STAFF = "waltz_staff_119_133"
"""Cards of several modules: the rules for all of them apply if one of them is in play."""
DRAFT = "waltz-draft"
MOST_CHANGES = 6
"""Changes of a patch that a note in the margin lists."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of the book: the id of its clause, its text, and the notes in the margin."""

    id: str
    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Card:
    """A card or tile: its name, its data in words (label, text), and the sentences about it."""

    name: str
    words: tuple[tuple[str, str], ...]
    sentences: tuple[Sentence, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """A topic of the book: general sentences, then cards."""

    id: str
    title: str
    sentences: tuple[Sentence, ...]
    cards: tuple[Card, ...]


@cache
def _topics() -> dict[str, str]:
    return {id: topic for topic in topic_files() for id in read_topic(topic)}


def holds(id: str, clause: Clause, rules: Ruleset) -> bool:
    """Does a clause hold under this ruleset as it is worded?"""
    return speaks_of(id, clause, rules) and not read_otherwise(id, clause, rules)


def speaks_of(id: str, clause: Clause, rules: Ruleset) -> bool:
    """Does a clause speak of what is in play, whatever rulings say about it?"""
    changes = set(rules.changes)
    if clause.status == "out-of-scope" or changes & set(clause.unless):
        return False
    if clause.within and not changes & set(clause.within):
        return False
    if not _needed_changes(clause) <= changes or not _of_edition(clause, rules):
        return False
    drafted = any(one.startswith("draft-") for one in changes)
    if set(clause.source) == {DRAFT} and not drafted:
        return False
    card = _card_of(id)
    if card and card not in _cards(rules):  # it may still say that the card is taken out
        return any(card in sources().change[one].remove for one in _needed_changes(clause))
    return bool(card) or _topic_in_play(_topics()[id], rules)


def read_otherwise(id: str, clause: Clause, rules: Ruleset) -> tuple[str, ...]:
    """The rulings that a clause depends on, if none is read as it is worded; see `_unlike`."""
    deciding = _deciding(id, clause, rules)
    unlike = _unlike(id, clause, rules)
    return unlike if len(unlike) == len(deciding) else ()


def _deciding(id: str, clause: Clause, rules: Ruleset) -> tuple[str, ...]:
    """The rulings in force that a clause depends on; for the description of a card, those that
    change the card itself."""
    known = sources().ruling
    return tuple(
        one for one in clause.rulings
        if one in rules.readings and (id != _card_of(id) or _changes_card(known[one], id))
    )  # fmt: skip


def _unlike(id: str, clause: Clause, rules: Ruleset) -> tuple[str, ...]:
    """The rulings read differently from the wording, which states the default of its editions."""
    return tuple(
        one for one in _deciding(id, clause, rules)
        if rules.readings[one] not in map(sources().ruling[one].default_for, _editions_of(clause))
    )  # fmt: skip


def _changes_card(ruling: Ruling, card: str) -> bool:
    return any(covered(path, (card,)) for one in ruling.readings.values() for path in one.set)


def _editions_of(clause: Clause) -> Sequence[str]:
    return clause.editions or tuple(sources().edition)


def _of_edition(clause: Clause, rules: Ruleset) -> bool:
    """Does a clause belong to this edition, or to a difference between editions in play here?"""
    if not clause.editions or rules.edition in clause.editions:
        return True
    named = {*clause.within, *clause.unless, *_declared(clause)} & _differences()
    return bool(named) or any(
        not isinstance(sources().ruling[id].default, str)
        for id in clause.rulings if id in rules.readings
    )  # fmt: skip


@cache
def _differences() -> frozenset[str]:
    """The changes by which one edition differs from another."""
    return frozenset(id for edition in sources().edition for id in load_ruleset(edition).changes)


def _topic_in_play(topic: str, rules: Ruleset) -> bool:
    """Do the general rules of a topic apply: is its module in play, or a card of it?"""
    changes = set(rules.changes)
    if topic == "waltz_combining":
        return len(changes & set(every_module())) > 1
    if topic == NEW_STAFF:
        own = {_card_of(id) for id, one in _topics().items() if one == topic}
        return bool(own & _cards(rules))
    needed = MODULE_OF.get(topic)
    return not needed or bool(changes & set(needed))


def _needed_changes(clause: Clause) -> set[str]:
    """The variants, modules and differences that a clause needs in order to apply.

    Differences of the draft count only for the draft's own clauses, because clauses of the printed
    game name them too.
    """
    known = sources().change
    wanted = {id for id in _declared(clause) if known[id].kind in ("variant", "module")}
    if set(clause.source) == {DRAFT}:
        wanted |= {id for id in _declared(clause) if id.startswith("draft-")}
    if clause.editions:
        wanted |= _declared(clause) & _differences()
    return wanted


def _declared(clause: Clause) -> set[str]:
    """The changes that declare a clause."""
    named = {path.split(".")[1] for path in clause.declared if path.startswith("change.")}
    return named & sources().change.keys()


def _card_of(id: str) -> str:
    """The path of the card that a clause is about; empty if there is none, or for all cards."""
    card = card_of(id)
    return card if card in _every_card() else ""


@cache
def _every_card() -> frozenset[str]:
    """Paths of the cards and tiles of all editions, modules, variants and extras."""
    known = sources().change
    added = "".join(f"+{id}" for id, one in known.items() if one.kind != "change")
    return frozenset(path for edition in sources().edition for more in ("", added)
                     for path in _cards(load_ruleset(edition + more)))  # fmt: skip


def _cards(rules: Ruleset) -> set[str]:
    """Paths of the cards and tiles that a ruleset has."""
    return {f"{kind.table}.{key}" for kind in KINDS for key in kind.entries(rules)}


@dataclass(frozen=True)
class Known:
    """What the margin says besides rulings: the assumed paths; the paths that patches change, with
    the titles of the patches, and name, old and new value of each; the cards and tiles that are
    there without patches."""

    assumed: tuple[str, ...]
    printed: set[str]
    patched: tuple[tuple[str, str, tuple[tuple[str, str, str], ...]], ...] = ()

    @classmethod
    def of(cls, rules: Ruleset) -> Known:
        if not rules.patches:
            return cls(still_assumed(rules), _cards(rules))
        base = load_ruleset(
            rules.spec, **rules.options, rulings=rules.rulings, assumptions=rules.assumptions
        )
        return cls(still_assumed(rules), _cards(base), tuple(
            (one.path, " and ".join(_titles(one)), tuple(_rows(one, base, rules)))
            for one in diff_rulesets(base, rules)
        ))  # fmt: skip

    def changes(self, paths: Sequence[str] | None = None) -> dict[str, dict[tuple[str, str], None]]:
        """What patches change, or change at some paths, by their titles: name and values."""
        found: dict[str, dict[tuple[str, str], None]] = {}
        for path, titles, rows in self.patched:
            if paths is None or any(
                covered(path, (one,)) or covered(one, (path,)) for one in paths
            ):
                said = ((name, f"{new} instead of {old}") for name, old, new in rows)
                found.setdefault(titles, {}).update(dict.fromkeys(said))
        return found


def _titles(one: Difference) -> tuple[str, ...]:
    """The titles of what causes a difference; its id, where a patch has no title."""
    return tuple(
        title or id.partition(":")[2] for title, id in zip(one.titles, one.change_ids, strict=True)
    )


def _margin(clause: Clause, rules: Ruleset, known: Known) -> tuple[str, ...]:
    """Rulings in force, assumed values and patches that a clause depends on."""
    notes = [f"Ruling {id}: {_ruled(id, rules)}" for id in clause.rulings if id in rules.readings]
    own = [one for one in clause.declared if not card_of(one)]
    notes += [f"Assumed: no source gives {path}." for path in known.assumed if path in own]
    for titles, changes in known.changes(clause.declared).items():
        values = [": ".join(one) for one in changes]
        more = values[MOST_CHANGES:]
        rest = f"; and {len(more)} more" if more else ""
        notes.append(f"Changed by {titles}: {'; '.join(values[:MOST_CHANGES])}{rest}.")
    return tuple(dict.fromkeys(notes))


def _ruled(ruling: str, rules: Ruleset) -> str:
    """A question, its answer here, and the answer of the edition's own book if it differs."""
    known = sources().ruling[ruling]
    said = f"{known.question} {upper(known.readings[rules.readings[ruling]].title)}."
    if ruling in rules.departures:
        other = known.readings[rules.departures[ruling]].title
        said += f" The {sources().edition[rules.edition].year} rulebook says: {other}."
    return said


def _sentence(id: str, clause: Clause, rules: Ruleset, known: Known) -> Sentence:
    """A clause in its words; a different reading here follows or replaces them."""
    here = " ".join(_ruled(one, rules) for one in _unlike(id, clause, rules))
    if read_otherwise(id, clause, rules):
        return Sentence(id, here)
    text = f"{clause.text} Here, however: {here}" if here else clause.text
    return Sentence(id, text, _margin(clause, rules, known))


def _spoken(rules: Ruleset) -> dict[str, Clause]:
    """The clauses of a book. A ruling with a different reading is stated once, or not at all if the
    clause of another edition states what holds."""
    found = {id: one for id, one in clauses().items() if speaks_of(id, one, rules)}
    otherwise = {id: set(read_otherwise(id, one, rules)) for id, one in found.items()}
    stated = {
        ruling for id, one in found.items() if one.editions and not otherwise[id]
        for ruling in one.rulings
    }  # fmt: skip
    kept = {}
    for id, one in found.items():
        if not otherwise[id] or not otherwise[id] <= stated:
            kept[id] = one
        stated |= otherwise[id]
    return kept


def chapters(rules: Ruleset) -> list[Chapter]:
    """The book: what patches change, general rules in playing order, then cards."""
    known, there = Known.of(rules), _cards(rules)
    printed = there & known.printed
    by_topic: dict[str, list[tuple[str, Clause]]] = {}
    for id, clause in _spoken(rules).items():
        by_topic.setdefault(_topics()[id], []).append((id, clause))
    order = [*(one for one in TITLES if one in by_topic), *(t for t in by_topic if t not in TITLES)]
    placed: set[str] = set()
    changes = tuple(Card(titles, tuple(one), ()) for titles, one in known.changes().items())
    found = [Chapter("patches", "Changes by patches", (), changes)] if changes else []
    for topic in order:
        general = tuple(
            _sentence(id, clause, rules, known)
            for id, clause in by_topic[topic] if _card_of(id) not in there
        )  # fmt: skip
        paths = list(dict.fromkeys(_card_of(id) for id, _ in by_topic[topic]))
        cards = tuple(
            _card(path, by_topic, rules, known)
            for path in paths
            if path in (there & printed) - placed
        )
        placed |= set(paths) & printed
        found.append(Chapter(topic, TITLES.get(topic, topic), general, cards))
    rest = tuple(_card(path, by_topic, rules, known) for path in sorted(there - placed))
    if rest:
        found.append(Chapter("more-cards", "Further cards", (), rest))
    return found


def _card(
    path: str, by_topic: dict[str, list[tuple[str, Clause]]], rules: Ruleset, known: Known
) -> Card:  # fmt: skip
    table, _, key = path.rpartition(".")
    kind = next(one for one in KINDS if one.table == table)
    card = kind.entries(rules)[key]
    name = getattr(card, "name", "") or f"{kind.one} {key}"
    patched = _patched(path, rules, known)
    own = [(id, one) for some in by_topic.values() for id, one in some if _card_of(id) == path]
    said = () if patched else tuple(
        _sentence(id, one, rules, known) for id, one in own
    )  # fmt: skip
    return Card(
        f"{name} ({key})" if key.isdigit() else name, tuple(kind.describe(rules, card, key)), said,
        (*patched, *_assumed_of(path, known.assumed)),
    )  # fmt: skip


def _assumed_of(path: str, assumed: Sequence[str]) -> list[str]:
    """Notes on the values of a card that no source gives."""
    found = [one.removeprefix(f"{path}.") for one in assumed if covered(one, (path,))]
    if not found:
        return []
    parts = "" if found == [path] else f" ({', '.join(one.replace('_', ' ') for one in found)})"
    return [f"Assumed: no source gives this value{parts}."]


def _patched(path: str, rules: Ruleset, known: Known) -> list[str]:
    """What patches do to a card: add it, or change it."""
    otherwise = "; the printed card differs" if path in known.printed else ""
    return [
        f"Changed by {layer.title or layer.id}{otherwise}."
        if otherwise or path not in layer.paths else f"Added by {layer.title or layer.id}."
        for layer in rules.layers
        if layer.kind == "patch" and any(covered(one, (path,)) for one in layer.paths)
    ]  # fmt: skip


def sentences(book: Sequence[Chapter]) -> Iterator[Sentence]:
    """All sentences of a book, in order."""
    for chapter in book:
        yield from chapter.sentences
        for card in chapter.cards:
            yield from card.sentences


def write_book(rules: Ruleset, path: Path) -> Path:
    """Write the book of a ruleset as one page; returns its path. Raises UserError if it cannot."""
    book = chapters(rules)
    cited = [(one.id, clauses()[one.id].source) for one in sentences(book)]
    title = f"Grand Austria Hotel: the rules of {names.ruleset(rules.label)}"
    text = environment().get_template("book.html.j2").render(
        title=title, book=book, cited=cited, documents=DOCUMENTS, spec=rules.label,
        hash=rules.hash[:12], options=rules.options, styles=styles(),
        left_out=sum(one.status == "out-of-scope" for one in clauses().values()),
    )  # fmt: skip
    write_page(path, text)
    return path


@dataclass(frozen=True)
class Erratum:
    """One change: its title, the reason in the books, the values before and after."""

    title: str
    reason: str
    source: str
    values: tuple[tuple[str, str, str], ...]


def errata(a: Ruleset, b: Ruleset) -> list[Erratum]:
    """The differences between two rulesets except rulings, by the change that causes them."""
    found: dict[tuple[str, ...], dict[tuple[str, str, str], None]] = {}
    heads: dict[tuple[str, ...], tuple[str, str, str]] = {}
    for one in diff_rulesets(a, b):
        key = one.change_ids
        if key and all(id.startswith("ruling:") for id in key):
            continue  # in the list of rulings
        reasons = [
            " ".join(sources().change[id.rpartition(":")[2]].reason.split())
            for id in key if id.rpartition(":")[2] in sources().change
        ]  # fmt: skip
        title = "; ".join(dict.fromkeys(_titles(one))) or "Other differences"
        heads[key] = (title, " ".join(dict.fromkeys(reasons)),
                      "; ".join(dict.fromkeys(one.sources)))  # fmt: skip
        found.setdefault(key, {}).update(dict.fromkeys(_rows(one, a, b, in_full=True)))
    return [Erratum(*heads[key], tuple(values)) for key, values in found.items()]


def _rows(
    one: Difference, a: Ruleset, b: Ruleset, in_full: bool = False
) -> list[tuple[str, str, str]]:
    """A difference in words: card and field, "Kitchen Hand (17): costs", and both values.

    in_full: say everything about a card that a patch adds, which is in no other ruleset.
    """
    for kind in KINDS:
        if one.path.startswith(f"{kind.table}."):
            key, _, rest = one.path[len(kind.table) + 1 :].partition(".")
            return _card_rows(kind, key, rest, one, a, b, in_full)
    if one.path.startswith("actions."):
        face = int(one.path.split(".")[1])
        before, after = (describe_effect(rules.actions[face]) for rules in (a, b))
        return [(f"action {face}", before, after)]
    return [(_plain(one.path), _value(one.left), _value(one.right))]


def _card_rows(
    kind: PieceKind, key: str, rest: str, one: Difference, a: Ruleset, b: Ruleset, in_full: bool
) -> list[tuple[str, str, str]]:
    """Differences in the words of a card; ``rest``: the field, "" for the whole card."""
    before, after = kind.entries(a).get(key), kind.entries(b).get(key)
    name = getattr(before or after, "name", "") or kind.one
    name = f"{name} ({key})" if key not in name else name
    if before is None or after is None:
        there = ("not in the game", "in the game")
        if after is not None and in_full and any(id.startswith("patch:") for id in one.change_ids):
            words = "; ".join(f"{label}: {said}" for label, said in kind.describe(b, after, key))
            return [(name, there[False], words)]
        return [(name, there[before is not None], there[after is not None])]
    left, right = dict(kind.describe(a, before, key)), dict(kind.describe(b, after, key))
    differ = [label for label in {**left, **right} if left.get(label) != right.get(label)
              and (label == "Costs") == (rest == "cost")]  # fmt: skip
    if not differ:
        return [(f"{name}: {_plain(rest)}", _value(one.left), _value(one.right))]
    return [(f"{name}: {label if label.isupper() else label.lower()}", left.get(label, "none"),
             right.get(label, "none")) for label in differ]  # fmt: skip


def _value(value: object) -> str:
    """A value of the data for readers: lists with commas, lists of lists with semicolons."""
    if isinstance(value, list | tuple):
        between = "; " if any(isinstance(part, list | tuple) for part in value) else ", "
        return between.join(map(_value, value)) or "none"
    return short(value)


def _plain(path: str) -> str:
    """A path as words: "setup.rooms_mandatory" is "setup: rooms mandatory"."""
    return path.replace(".", ": ").replace("_", " ")


def write_errata(a: Ruleset, b: Ruleset, path: Path) -> Path:
    """Write the differences of b from a as one page. Raises UserError if it cannot."""
    switched = [
        (sources().ruling[id].question, sources().ruling[id].readings[a.readings[id]].title,
         sources().ruling[id].readings[b.readings[id]].title)
        for id in a.readings if id in b.readings and a.readings[id] != b.readings[id]
    ]  # fmt: skip
    text = environment().get_template("errata.html.j2").render(
        title=f"{names.ruleset(a.label)} and {names.ruleset(b.label)}: the differences",
        before=names.ruleset(a.label), after=names.ruleset(b.label), found=errata(a, b),
        switched=switched, styles=styles(),
    )  # fmt: skip
    write_page(path, text)
    return path
