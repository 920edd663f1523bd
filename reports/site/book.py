"""The rules of one ruleset as a rulebook, and the differences between two on one page.

The sentences are the clauses that hold under the ruleset, in playing order; a card is described by
its own data, so that a patch shows. Rulings and assumed values stand in the margin. Each sentence
leads to its clause at the end, which names the documents that state it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from model import Ruleset
from model.clauses import DOCUMENTS, Clause, card_of, clauses, read_topic, topic_files
from model.diff import Difference, diff_rulesets
from model.marks import covered, still_assumed
from model.show import short
from model.sources import every_module, sources
from reports import names
from reports.pieces import KINDS, PieceKind
from reports.site.build import environment, styles
from reports.site.pages.rules import TITLES
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
    "waltz_staff_119_133": every_module(),
}
"""The modules of which one must be in play for the rules of a topic; a card must be there too."""
DRAFT = "waltz-draft"


@dataclass(frozen=True)
class Sentence:
    """A sentence of the book: the id of its clause, its text, and the notes in the margin."""

    id: str
    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Card:
    """A card or tile: its name, what its data say (label, text), and the sentences about it."""

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
    """Is a clause a rule of this ruleset."""
    topic = _topics()[id]
    if clause.status == "out-of-scope" or (
        clause.editions and rules.edition not in clause.editions
    ):  # fmt: skip
        return False
    changes = set(rules.changes)
    needed = MODULE_OF.get(topic)
    if needed and not changes & set(needed):
        return False
    if topic == "waltz_combining" and len(changes & set(every_module())) < 2:
        return False
    if not _declared_changes(clause) <= changes:
        return False
    drafted = any(one.startswith("draft-") for one in changes)
    if set(clause.source) == {DRAFT} and not drafted:
        return False
    if topic == "online_variants" and not _declared_changes(clause) & changes:
        return False
    card = card_of(id)
    return not card or card in _cards(rules)


def _declared_changes(clause: Clause) -> set[str]:
    """The variants, modules and differences of the draft that a clause is declared by."""
    known = sources().change
    named = {path.split(".")[1] for path in clause.declared if path.startswith("change.")}
    return {
        id for id in named
        if id in known and (known[id].kind in ("variant", "module") or id.startswith("draft-"))
    }  # fmt: skip


def _cards(rules: Ruleset) -> set[str]:
    """Paths of the cards and tiles that a ruleset has."""
    return {f"{kind.table}.{key}" for kind in KINDS for key in kind.entries(rules)}


def _margin(clause: Clause, rules: Ruleset) -> tuple[str, ...]:
    """Rulings in force, assumed values and patches that a clause rests on."""
    notes = []
    for name in clause.rulings:
        if name in rules.rulings:
            ruling = sources().ruling[name]
            reading = ruling.readings[rules.rulings[name]].title
            notes.append(f"Ruling {name}: {ruling.question} {reading}.")
    own = [one for one in clause.declared if not card_of(one)]
    assumed = [path for path in still_assumed(rules) if path in own]
    notes += [f"Assumed: no source gives {path}." for path in assumed]
    notes += [
        f"Changed by {layer.title or layer.id}."
        for layer in rules.layers if layer.kind == "patch"
        if any(covered(path, (one,)) or covered(one, (path,))
               for path in layer.paths for one in clause.declared)
    ]  # fmt: skip
    return tuple(dict.fromkeys(notes))


def chapters(rules: Ruleset) -> list[Chapter]:
    """The book: general rules in playing order, then cards."""
    by_topic: dict[str, list[tuple[str, Clause]]] = {}
    for id, clause in clauses().items():
        if holds(id, clause, rules):
            by_topic.setdefault(_topics()[id], []).append((id, clause))
    order = [*(one for one in TITLES if one in by_topic), *(t for t in by_topic if t not in TITLES)]
    placed: set[str] = set()
    found = []
    for topic in order:
        general = tuple(
            Sentence(id, clause.text, _margin(clause, rules))
            for id, clause in by_topic[topic] if not card_of(id)
        )  # fmt: skip
        paths = list(dict.fromkeys(card_of(id) for id, _ in by_topic[topic] if card_of(id)))
        cards = tuple(_card(path, by_topic, rules) for path in paths if path not in placed)
        placed |= set(paths)
        found.append(Chapter(topic, TITLES.get(topic, topic), general, cards))
    rest = [path for path in sorted(_cards(rules)) if path not in placed]
    if rest:
        found.append(Chapter("more-cards", "Further cards", (),
                             tuple(_card(path, by_topic, rules) for path in rest)))  # fmt: skip
    return found


def _card(
    path: str, by_topic: dict[str, list[tuple[str, Clause]]], rules: Ruleset
) -> Card:  # fmt: skip
    table, _, key = path.rpartition(".")
    kind = next(one for one in KINDS if one.table == table)
    card = kind.entries(rules)[key]
    name = getattr(card, "name", "") or f"{kind.one} {key}"
    patched = _patched(path, rules)
    own = [(id, one) for some in by_topic.values() for id, one in some if card_of(id) == path]
    said = () if patched else tuple(
        Sentence(id, one.text, _margin(one, rules)) for id, one in own
    )  # fmt: skip
    return Card(
        f"{name} ({key})" if key.isdigit() else name, tuple(kind.describe(rules, card, key)), said,
        (*(f"Changed by {title}; the print says otherwise." for title in patched),
         *_assumed_of(path, rules)),
    )  # fmt: skip


def _assumed_of(path: str, rules: Ruleset) -> list[str]:
    """The values of a card that no source gives."""
    found = [one.removeprefix(f"{path}.") for one in still_assumed(rules) if covered(one, (path,))]
    if not found:
        return []
    parts = "" if found == [path] else f" ({', '.join(one.replace('_', ' ') for one in found)})"
    return [f"Assumed: no source gives this value{parts}."]


def _patched(path: str, rules: Ruleset) -> list[str]:
    """Titles of the patches that touch a card."""
    return [
        layer.title or layer.id
        for layer in rules.layers
        if layer.kind == "patch" and any(covered(one, (path,)) for one in layer.paths)
    ]


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
    """What one change does: its title, the reason in the books, the values before and after."""

    title: str
    reason: str
    source: str
    values: tuple[tuple[str, str, str], ...]


def errata(a: Ruleset, b: Ruleset) -> list[Erratum]:
    """The differences between two rulesets but for rulings, by the change that causes them."""
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
        title = "; ".join(dict.fromkeys(one.titles)) or "Without a change of its own"
        heads[key] = (title, " ".join(dict.fromkeys(reasons)),
                      "; ".join(dict.fromkeys(one.sources)))  # fmt: skip
        found.setdefault(key, {}).update(dict.fromkeys(_rows(one, a, b)))
    return [Erratum(*heads[key], tuple(values)) for key, values in found.items()]


def _rows(one: Difference, a: Ruleset, b: Ruleset) -> list[tuple[str, str, str]]:
    """A difference in words, with the name of its card: "Kitchen Hand (17): costs", and both."""
    for kind in KINDS:
        if one.path.startswith(f"{kind.table}."):
            key, _, rest = one.path[len(kind.table) + 1 :].partition(".")
            return _card_rows(kind, key, rest, one, a, b)
    return [(_plain(one.path), _value(one.left), _value(one.right))]


def _card_rows(
    kind: PieceKind, key: str, rest: str, one: Difference, a: Ruleset, b: Ruleset
) -> list[tuple[str, str, str]]:
    """Where the words of a card differ; ``rest``: the field that does, "" for the whole card."""
    before, after = kind.entries(a).get(key), kind.entries(b).get(key)
    name = getattr(before or after, "name", "") or kind.one
    name = f"{name} ({key})" if key not in name else name
    if before is None or after is None:
        there = ("not in the game", "in the game")
        return [(name, there[before is not None], there[after is not None])]
    left, right = dict(kind.describe(a, before, key)), dict(kind.describe(b, after, key))
    differ = [label for label in {**left, **right} if left.get(label) != right.get(label)
              and (label == "Costs") == (rest == "cost")]  # fmt: skip
    if not differ:
        return [(f"{name}: {_plain(rest)}", _value(one.left), _value(one.right))]
    return [(f"{name}: {label[:1].lower()}{label[1:]}", left.get(label, "none"),
             right.get(label, "none")) for label in differ]  # fmt: skip


def _value(value: object) -> str:
    """A value of the data as a reader writes it: lists by commas, lists of lists by semicolons."""
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
        (sources().ruling[id].question, sources().ruling[id].readings[a.rulings[id]].title,
         sources().ruling[id].readings[b.rulings[id]].title)
        for id in a.rulings if id in b.rulings and a.rulings[id] != b.rulings[id]
    ]  # fmt: skip
    text = environment().get_template("errata.html.j2").render(
        title=f"{names.ruleset(a.label)} and {names.ruleset(b.label)}: the differences",
        before=names.ruleset(a.label), after=names.ruleset(b.label), found=errata(a, b),
        switched=switched, styles=styles(),
    )  # fmt: skip
    write_page(path, text)
    return path
