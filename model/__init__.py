"""The rules of Grand Austria Hotel as data: editions, rulings, options and patches."""

from model.diff import Difference, diff_rulesets
from model.errors import UserError
from model.ruleset import Ruleset, load_ruleset
from model.words import describe_effect

__all__ = [
    "Difference",
    "Ruleset",
    "UserError",
    "describe_effect",
    "diff_rulesets",
    "load_ruleset",
]
