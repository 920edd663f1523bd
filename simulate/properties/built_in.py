"""The suite's own compiled invariants under rules that a user names, for example with a patch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from model import UserError
from simulate.properties.running import Rules
from simulate.verify.coverage import POLICIES
from simulate.verify.table import CheckedTable


@dataclass
class Outcome:
    """Games played, positions checked, and the first failure of each policy in words."""

    games: int = 0
    positions: int = 0
    failures: list[str] = field(default_factory=list)


def check_built_in(
    rules: Rules, policies: Sequence[str], players: Sequence[int], games: int, seed: int
) -> Outcome:
    """Play ``games`` for each policy and number of players, each position checked.

    Raises UserError for a policy that does not play in compiled checks, or impossible numbers.
    """
    unknown = [policy for policy in policies if policy not in POLICIES]
    if unknown:
        raise UserError(f"--policy {unknown[0]}: the suite's invariants take {', '.join(POLICIES)}")
    if not 1 <= games <= 2**31 - 1:
        raise UserError(f"--games {games}: from 1 to 2147483647")
    if not 0 <= seed < 2**63:
        raise UserError(f"--seed {seed}: from 0 to 2**63 - 1")
    ruleset = rules.load()
    seats = [n for n in players if n <= ruleset.game.max_players]
    if not seats:
        raise UserError(f"the rules are for {ruleset.game.max_players} players at most")
    table, outcome = CheckedTable(ruleset), Outcome()
    for policy in policies:
        for n in seats:
            tally, failure = table.check(policy, n, seed, 0, games, 1.0)
            outcome.games += int(tally[0]["games"])
            outcome.positions += int(tally[0]["checks"])
            if failure is not None:
                outcome.failures.append(
                    f"{failure.message} ({ruleset.label}, {n} players, {policy}, seed {seed},"
                    f" game {failure.game}, step {failure.step})"
                )
    return outcome
