"""The rules of Grand Austria Hotel as data: editions, rulings, options and patches.

The names here are imported on first use: many users of `model.errors` need no rules, and loading
their schema takes a quarter of a second.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from model.diff import Difference, diff_rulesets
    from model.errors import UserError
    from model.ruleset import Ruleset, load_ruleset
    from model.words import describe_effect

_HOMES = {
    "Difference": "diff",
    "Ruleset": "ruleset",
    "UserError": "errors",
    "describe_effect": "words",
    "diff_rulesets": "diff",
    "load_ruleset": "ruleset",
}
__all__ = [
    "Difference",
    "Ruleset",
    "UserError",
    "describe_effect",
    "diff_rulesets",
    "load_ruleset",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"model.{_HOMES[name]}"), name)
