"""What is changed in code: operators of the library mutmut, and a few that it has not.

An operator takes a node of a syntax tree (libcst) and yields nodes that could stand in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import libcst as cst
from mutmut.mutation import mutators

Operator = Callable[[Any], Iterator[cst.CSTNode]]

OPPOSITE: dict[type[cst.BaseCompOp], type[cst.BaseCompOp]] = {
    cst.LessThan: cst.GreaterThanEqual,
    cst.LessThanEqual: cst.GreaterThan,
    cst.GreaterThan: cst.LessThanEqual,
    cst.GreaterThanEqual: cst.LessThan,
}


def smaller_number(node: cst.Integer) -> Iterator[cst.CSTNode]:
    """n -> n - 1"""
    value = node.evaluated_value - 1
    if value >= 0:
        yield cst.Integer(str(value))
    else:
        one = cst.Integer(str(-value))
        yield cst.UnaryOperation(cst.Minus(), one, lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def opposite_comparison(node: cst.ComparisonTarget) -> Iterator[cst.CSTNode]:
    """< -> >=, and so on"""
    new = OPPOSITE.get(type(node.operator))
    if new:
        yield node.with_changes(operator=new())


def negated_condition(node: cst.If | cst.While) -> Iterator[cst.CSTNode]:
    """if x -> if not x, where no other operator turns the condition round"""
    turned = cst.Comparison | cst.UnaryOperation | cst.BooleanOperation
    if not isinstance(node.test, turned):
        inner = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        yield node.with_changes(test=cst.UnaryOperation(cst.Not(), inner))


def deleted_statement(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A call, an assignment, break, continue or raise -> pass"""
    if not (isinstance(node, cst.Expr) and isinstance(node.value, cst.BaseString)):
        yield cst.Pass()


def returned_value(node: cst.Return) -> Iterator[cst.CSTNode]:
    """return x -> return 0 (or 1 if x is 0)"""
    if node.value is not None:
        zero = isinstance(node.value, cst.Integer) and node.value.evaluated_value == 0
        yield node.with_changes(value=cst.Integer("1" if zero else "0"))


# The kinds of node that these operators of mutmut look for; asking them about others costs time.
KEYWORDS = (cst.Is, cst.IsNot, cst.In, cst.NotIn, cst.Break, cst.Continue)
OPERATIONS = (cst.BinaryOperation, cst.UnaryOperation, cst.BooleanOperation, cst.ComparisonTarget,
              cst.AugAssign)  # fmt: skip

# Name in reports, kind of node, operator.
OPERATORS: tuple[tuple[str, Any, Operator], ...] = (
    ("number + 1", cst.Integer, mutators.operator_number),
    ("number - 1", cst.Integer, smaller_number),
    ("True, False", cst.Name, mutators.operator_name),
    ("x += 1 to x = 1", cst.AugAssign, mutators.operator_augmented_assignment),
    ("not removed", cst.UnaryOperation, mutators.operator_remove_unary_ops),
    ("in, break, continue", KEYWORDS, mutators.operator_keywords),
    ("operator swapped", OPERATIONS, mutators.operator_swap_op),
    ("conditional expression", cst.IfExp, mutators.operator_if_exp),
    ("comparison opposite", cst.ComparisonTarget, opposite_comparison),
    ("condition negated", (cst.If, cst.While), negated_condition),
    ("statement deleted", (cst.Expr, cst.Assign, cst.AugAssign, cst.Break, cst.Continue, cst.Raise),
     deleted_statement),
    ("value returned", cst.Return, returned_value),
)  # fmt: skip

# Operators of mutmut that are not used, and why.
LEFT_OUT = {
    "operator_string": "words of actions and of the data; a changed one is never found",
    "operator_assignment": "x = None fails at once wherever x is used; deleting is subtler",
    "operator_arg_removal": "a call with None or too few arguments fails at once",
    "operator_lambda": "a lambda that gives None fails at once; their bodies are mutated",
    "operator_dict_arguments": "the rules code calls no dict(...)",
    "operator_match": "the rules code has no match statement",
    "operator_symmetric_string_methods_swap": "concerns text only",
    "operator_unsymmetrical_string_methods_swap": "concerns text only",
}

# Never changed: what is written here plays nothing.
NOT_RULES = (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom, cst.Assert)
