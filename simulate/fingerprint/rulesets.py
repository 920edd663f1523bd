"""The rulesets that are checked: editions, modules, options."""

import itertools
from functools import cache

from model.ruleset import parse_spec
from model.sources import sources

SPECS = ("original-2015", "revised-2021")
OPTIONS = tuple(
    {"hands": hands, "boards": boards, "promos": promos}
    for hands, boards, promos in itertools.product(
        ("dealt", "draft", "beginner"), ("night", "day"), ("without", "with")
    )
)
DRAFT = "+ballrooms+celebrities+unique-hotels+start-player+draft"  # the modules that it has
SAMPLED = "~sampled"  # suffix of a spec: each choice of options with other assumed values


def plain(spec: str) -> str:
    """A spec in the form that load_ruleset takes, without suffixes used here."""
    return spec.partition("~")[0]


@cache
def added(spec: str) -> tuple[str, ...]:
    """The modules, extras and variants of a spec."""
    known = sources().change
    _, changes = parse_spec(plain(spec))
    return tuple(id for id in changes if known[id].kind != "change")


def modules() -> tuple[str, ...]:
    """The ids of all modules."""
    return tuple(id for id, change in sources().change.items() if change.kind == "module")


def module_specs() -> tuple[str, ...]:
    """Every set of modules; the draft with the modules it has; variants and extras; samples."""
    ids = modules()
    edition = SPECS[-1]
    subsets = itertools.chain.from_iterable(
        itertools.combinations(ids, size) for size in range(len(ids) + 1)
    )
    every = [edition + "".join(f"+{id}" for id in subset) for subset in subsets]
    known = sources()
    kinds = {id: change for id, change in known.change.items() if not change.modules}
    variants = "".join(f"+{id}" for id, change in kinds.items() if change.kind == "variant")
    extras = "".join(f"+{id}" for id, change in known.change.items() if change.kind == "extra")
    base, full = every[0], every[-1]
    draft = edition + DRAFT
    further = (draft, base + variants, full + variants, full + extras, full + SAMPLED)
    return (*every, *further)
