"""Facts about the rules for the pages: read from model/ for the labels in the data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from analysis import Run
from model import UserError, load_ruleset
from model.ruleset import playable
from model.sources import sources
from reports import names
from simulate.base.roster import POLICIES


@dataclass(frozen=True)
class Change:
    """One difference between the two rulesets, as the model declares it."""

    id: str
    kind: str
    title: str
    source: str
    reason: str


@dataclass(frozen=True)
class Ruling:
    """A question that the sources leave open, and how each ruleset of the report answers it."""

    id: str
    question: str
    answers: dict[str, str]
    reason: str
    others: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether both rulesets answer, and differently."""
        return len(self.answers) > 1 and len(set(self.answers.values())) > 1

    @property
    def played(self) -> str:
        """The answer, or the answers by ruleset if they differ or one has no such question."""
        if len(self.answers) > 1 and not self.differs:
            return next(iter(self.answers.values()))
        return "; ".join(
            f"{names.ruleset(rules)}: {answer}" for rules, answer in self.answers.items()
        )


@dataclass(frozen=True)
class Facts:
    """Names and differences of rules a and b; empty if the model does not know a label.

    stale: labels whose rules in model/ have changed since the games were played.
    """

    rules_a: str
    rules_b: str
    titles: dict[str, str] = field(default_factory=dict)
    years: dict[str, int] = field(default_factory=dict)
    staff: dict[int, str] = field(default_factory=dict)
    touched: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    assumed: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()

    def card(self, number: int) -> str:
        """Name of a staff card with its printed number, e.g. "Kitchen Hand (17)"."""
        return f"{self.staff.get(number, 'Card')} ({number})"

    def short(self, rules: str) -> str:
        """An edition by its year, e.g. "the 2021 edition"; other rulesets by name."""
        return f"the {self.years[rules]} edition" if rules in self.years else names.ruleset(rules)


def describe_policies(policies: Iterable[str]) -> dict[str, str]:
    """The description that simulate/ has of each policy it knows."""
    known = {policy.name: policy.description for policy in POLICIES}
    return {name: known[name] for name in policies if name in known}


def _card(kind: str, key: str | int, card: object) -> str:
    """A card with its printed number, or a hotel plan by its side."""
    name = getattr(card, "name", "")
    return f"{kind} {name} ({key})" if name else f"{kind}, {names.plan(str(key))}"


def gather(rules_a: str, rules_b: str, runs: Iterable[Run]) -> Facts:
    """Facts for two ruleset labels; nothing but the labels if the model cannot resolve them."""
    hashes = {run.config.rules: run.ruleset_hash for run in runs}
    try:
        a, b = load_ruleset(rules_a), load_ruleset(rules_b)
    except UserError:
        return Facts(rules_a, rules_b)
    known = sources()
    trees = playable(a)["staff"], playable(b)["staff"]
    touched = sorted(
        int(key) for key in {*trees[0], *trees[1]} if trees[0].get(key) != trees[1].get(key)
    )
    changes = [
        Change(id, "added" if id in b.changes else "removed", known.change[id].title,
               known.change[id].source, " ".join(known.change[id].reason.split()))
        for id in known.change if (id in a.changes) != (id in b.changes)
    ]  # fmt: skip
    rulings = []
    for id, ruling in known.ruling.items():
        answers = {r.spec: ruling.readings[r.rulings[id]].title
                   for r in (a, b) if id in r.rulings}  # fmt: skip
        if not answers:
            continue
        others = tuple(reading.title for reading in ruling.readings.values()
                       if reading.title not in answers.values())  # fmt: skip
        reason = " ".join(ruling.reason.split())
        rulings.append(Ruling(id, ruling.question, answers, reason, others))
    assumed = [
        f"{_card(kind, key, card)}: {card.evidence}"
        for kind, cards in (("staff", b.staff), ("guest", b.guest), ("board", b.boards))
        for key, card in (cards.items() if isinstance(cards, dict) else ())
        if getattr(card, "evidence", "certain") != "certain"
    ]
    return Facts(
        rules_a, rules_b,
        titles={spec: known.edition[spec].title for spec in (rules_a, rules_b)
                if spec in known.edition},
        years={spec: known.edition[spec].year for spec in (rules_a, rules_b)
               if spec in known.edition},
        staff={int(number): card.name for number, card in {**a.staff, **b.staff}.items()},
        touched=tuple(touched), changes=tuple(changes), rulings=tuple(rulings),
        assumed=tuple(assumed),
        stale=tuple(r.spec for r in (a, b) if hashes.get(r.spec, r.hash) != r.hash),
    )  # fmt: skip
