"""The faults of a file, one line each: the place, then what would be right."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

PLAIN = {
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "string_type": "must be text",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
}


def explain(error: ValidationError) -> list[str]:
    """A line for each faulty place of a document. Steps are counted from 1."""
    found: dict[str, str] = {}
    for one in error.errors():
        problem: dict[str, Any] = dict(one)
        place = _place(problem["loc"])
        found.setdefault(place, ": ".join(part for part in (place, _words(problem)) if part))
    return list(found.values())


def _place(loc: tuple[Any, ...]) -> str:
    """ "step 3, roll" for ("steps", 2, "roll"); entries of other lists count from 1 as well."""
    parts = [str(part + 1) if isinstance(part, int) else str(part) for part in loc]
    parts = [part for part in parts if not part.endswith("]") and "-" not in part]
    if parts[:1] == ["steps"] and len(parts) > 1:
        return ", ".join(filter(None, [f"step {parts[1]}", ".".join(parts[2:])]))
    return ".".join(parts)


def _words(problem: dict[str, Any]) -> str:
    kind, context, given = problem["type"], problem.get("ctx", {}), problem.get("input")
    shown = repr(given)[:60] if isinstance(given, (str, int, float, bool)) else "this"
    if kind == "extra_forbidden":
        return "there is no such field"
    if kind == "missing":
        return "is missing"
    if kind == "value_error":
        return str(problem["msg"]).removeprefix("Value error, ")
    if kind == "literal_error":
        return f"{shown} is not allowed; allowed: {context['expected']}"
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = context.get("ge", context.get("le"))
        return f"{shown} is out of range; the limit is {bound}"
    if kind in ("too_long", "too_short"):
        bound = context.get("max_length", context.get("min_length"))
        return f"has {context['actual_length']} entries; the limit is {bound}"
    if kind in ("string_too_long", "string_too_short"):
        bound = context.get("max_length", context.get("min_length"))
        return f"text of {len(str(given))} characters; the limit is {bound}"
    if kind in PLAIN:
        return f"{PLAIN[kind]}, not {shown}"
    return f"{problem['msg']}, not {shown}"
