"""The engine and the witness agree, decision by decision; a sample of the long comparison."""

from __future__ import annotations

import pytest

from model.sources import sources
from tests.witness.plan import Rules, compare, rulesets

STRONGER = (
    *(("strengthen.per_turn", 2), ("strengthen.dice", 2), ("emperor_tile.A1.penalty", [])),
    *(
        (f"guest.{n}.reward", [{"do": "use_action_space", "strengthen": True}])
        for n in range(51, 75)
    ),
)
HELPING = tuple(
    (f"celebrity.{name}.abilities", [{"kind": "strength", "faces": [1, 2, 3, 4, 5, 6], "dice": 2}])
    for name in ("chaplin", "curie", "gandhi", "tolkien")
)
BROUGHT = tuple((f"staff.{number}.hired_vp", 2) for number in range(1, 49))
SAMPLE = [
    *(Rules("original-2015"), Rules("revised-2021"), Rules("original-2015+lets-waltz")),
    *(Rules("revised-2021+lets-waltz+draft"), Rules("revised-2021", hands="draft", boards="day")),
    Rules("revised-2021+celebrities", values=BROUGHT),
    *(Rules("revised-2021", values=STRONGER), Rules("revised-2021+celebrities", values=HELPING)),
    Rules(
        "revised-2021",
        values=tuple((f"actions.{n}", {"do": "copy", "krones": 0}) for n in range(1, 7)),
    ),
    Rules("revised-2021+lets-waltz+sweep+herlius+rowe-smith+auto-claim+turn-without-dice"),
]


@pytest.mark.parametrize("rules", SAMPLE, ids=str)
def test_no_disagreement(rules: Rules) -> None:
    done = compare(rules, 600, seed=20)
    assert not done.wrong
    assert done.positions.total() >= 600


def test_every_reading_of_every_switch_is_compared() -> None:
    compared = {rules.ruling for rules in rulesets() if rules.ruling}
    for id, ruling in sources().ruling.items():
        for reading in ruling.readings if ruling.status == "switch" else ():
            defaults = {
                ruling.default_for(edition) for edition in ("original-2015", "revised-2021")
            }
            assert (id, reading) in compared or defaults == {reading}, f"{id}={reading}"
