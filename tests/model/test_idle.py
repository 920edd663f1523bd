"""What a patch declares that can do nothing in its ruleset is noted for its author."""

from __future__ import annotations

from pathlib import Path

import pytest

from model import load_ruleset
from model.idle import idle_words
from model.sources import sources
from reports.commands.rules import rules as rules_command
from tests.runner import CliRunner

WALTZ = "revised-2021+lets-waltz"
CARD = {"staff.1.timing": '"permanent"', "staff.1.effects": "[]"}


def idle(folder: Path, rules: str, values: dict[str, str]) -> list[str]:
    """What can do nothing under these rules with a patch of these values."""
    file = folder / "p.toml"
    lines = (f'"{path}" = {value}' for path, value in values.items())
    file.write_text('id = "p"\n[set]\n' + "\n".join(lines))
    return idle_words(load_ruleset(rules, patches=[file]))


def with_ability(folder: Path, rules: str, ability: str) -> list[str]:
    return idle(folder, rules, {**CARD, "staff.1.abilities": f"[{ability}]"})


MODULE_ABILITIES = {
    '{ kind = "row_bonus", times = 2 }': "ballrooms",
    '{ kind = "most_dancers", vp = 3 }': "ballrooms",
    '{ kind = "on_dancer", effects = [{ do = "gain", vp = 1 }] }': "ballrooms",
    '{ kind = "on_krones", effects = [{ do = "send_dancer" }] }': "ballrooms",
    '{ kind = "on_krones", effects = [{ do = "score", vp = 1, per = "dancers" }] }': "ballrooms",
    '{ kind = "on_krones", effects = [{ do = "bonus_token", half = "upper" }] }': "entrances",
    '{ kind = "on_champagne", effects = [{ do = "gain", vp = 1 }] }': "champagne",
}


@pytest.mark.parametrize("ability", MODULE_ABILITIES)
def test_an_ability_of_a_module_is_idle_without_it_and_not_with_it(
    tmp_path: Path, ability: str
) -> None:
    (message,) = with_ability(tmp_path, "revised-2021", ability)
    assert message.startswith("staff.1.abilities.0")
    assert MODULE_ABILITIES[ability] in message
    assert with_ability(tmp_path, WALTZ, ability) == []


@pytest.mark.parametrize(
    "ability",
    [
        '{ kind = "own_tiles", tiles = 1, steps = [1, 2, 3] }',
        '{ kind = "own_politics", vp = [1, 2, 3], final_vp = [0, 0, 0, 0, 0, 0, 0] }',
    ],
)
def test_an_ability_of_entrances_is_idle_on_a_staff_card(tmp_path: Path, ability: str) -> None:
    (message,) = with_ability(tmp_path, WALTZ, ability)
    assert "only an entrance can have it" in message


def test_an_order_of_champagne_cannot_be_filled_where_nothing_brings_it(tmp_path: Path) -> None:
    order = {"guest.51.order": "{ champagne = 1 }"}
    (message,) = idle(tmp_path, "revised-2021", order)
    assert message.startswith("guest.51.order: the order cannot be filled")
    gift = {**order, "staff.1.effects": '[{ do = "gain", champagne = 1 }]'}
    assert idle(tmp_path, "revised-2021", gift) == []


def test_an_extra_turn_at_the_end_of_the_game_is_idle(tmp_path: Path) -> None:
    values = {"staff.1.timing": '"end"', "staff.1.effects": '[{ do = "extra_turn" }]'}
    (message,) = idle(tmp_path, "revised-2021", values)
    assert "no turn follows" in message
    assert idle(tmp_path, "revised-2021", {**values, "staff.1.timing": '"once"'}) == []


def test_nothing_in_the_shipped_rules_is_idle() -> None:
    known = sources()
    modules = [id for id, change in known.change.items() if change.kind == "module"]
    for spec in (*known.edition, *(f"revised-2021+{id}" for id in modules), WALTZ):
        assert idle_words(load_ruleset(spec)) == [], spec


def test_the_check_of_a_patch_notes_only_what_the_patch_made_idle(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('id = "p"\nset = { "guest.51.order" = { champagne = 1 } }')

    def notes(*options: str) -> list[str]:
        output = CliRunner().invoke(rules_command, ["check", str(file), *options]).output
        return [line for line in output.splitlines() if "note:" in line]

    assert notes() == [
        "  note: guest.51.order: the order cannot be filled, as nothing brings champagne"
    ]
    assert notes("--rules", WALTZ) == []
