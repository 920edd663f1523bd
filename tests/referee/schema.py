"""A small validator for the keywords that the schema of transcripts uses, and no others."""

from __future__ import annotations

import re
from typing import Any

TYPES: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
    "integer": int, "number": (int, float),
}  # fmt: skip
SAYS_NOTHING = {
    "$schema", "$id", "$defs", "version", "title", "description", "default", "examples"
}  # fmt: skip


def is_type(value: Any, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def same(value: Any, other: Any) -> bool:
    return value == other and isinstance(value, bool) == isinstance(other, bool)


class Validator:
    """``accepts(value)``: does the schema accept plain data?"""

    def __init__(self, root: Any) -> None:
        self.root = root

    def accepts(self, value: Any, schema: Any = None) -> bool:
        schema = self.root if schema is None else schema
        if isinstance(schema, bool):
            return schema
        unknown = [
            key for key in schema if key not in SAYS_NOTHING and not hasattr(self, name(key))
        ]
        assert not unknown, unknown
        rules = [key for key in schema if key not in SAYS_NOTHING]
        return all(getattr(self, name(key))(value, schema[key], schema) for key in rules)

    def _ref(self, value: Any, to: str, schema: Any) -> bool:
        found = self.root
        for part in to.removeprefix("#/").split("/"):
            found = found[part]
        return self.accepts(value, found)

    def _type(self, value: Any, names: Any, schema: Any) -> bool:
        return any(is_type(value, one) for one in ([names] if isinstance(names, str) else names))

    def _const(self, value: Any, wanted: Any, schema: Any) -> bool:
        return same(value, wanted)

    def _enum(self, value: Any, wanted: list[Any], schema: Any) -> bool:
        return any(same(value, one) for one in wanted)

    def _anyOf(self, value: Any, schemas: list[Any], schema: Any) -> bool:
        return any(self.accepts(value, one) for one in schemas)

    def _oneOf(self, value: Any, schemas: list[Any], schema: Any) -> bool:
        return sum(self.accepts(value, one) for one in schemas) == 1

    def _allOf(self, value: Any, schemas: list[Any], schema: Any) -> bool:
        return all(self.accepts(value, one) for one in schemas)

    def _not(self, value: Any, other: Any, schema: Any) -> bool:
        return not self.accepts(value, other)

    def _if(self, value: Any, condition: Any, schema: Any) -> bool:
        return not self.accepts(value, condition) or self.accepts(value, schema["then"])

    def _then(self, value: Any, other: Any, schema: Any) -> bool:
        return "if" in schema

    def _minimum(self, value: Any, least: float, schema: Any) -> bool:
        return not is_type(value, "number") or value >= least

    def _maximum(self, value: Any, most: float, schema: Any) -> bool:
        return not is_type(value, "number") or value <= most

    def _minLength(self, value: Any, least: int, schema: Any) -> bool:
        return not isinstance(value, str) or len(value) >= least

    def _maxLength(self, value: Any, most: int, schema: Any) -> bool:
        return not isinstance(value, str) or len(value) <= most

    def _pattern(self, value: Any, pattern: str, schema: Any) -> bool:
        return not isinstance(value, str) or bool(re.search(pattern, value))

    def _minItems(self, value: Any, least: int, schema: Any) -> bool:
        return not isinstance(value, list) or len(value) >= least

    def _maxItems(self, value: Any, most: int, schema: Any) -> bool:
        return not isinstance(value, list) or len(value) <= most

    def _uniqueItems(self, value: Any, wanted: bool, schema: Any) -> bool:
        return not isinstance(value, list) or len({str(one) for one in value}) == len(value)

    def _items(self, value: Any, item: Any, schema: Any) -> bool:
        return not isinstance(value, list) or all(self.accepts(one, item) for one in value)

    def _required(self, value: Any, fields: list[str], schema: Any) -> bool:
        return not isinstance(value, dict) or all(field in value for field in fields)

    def _maxProperties(self, value: Any, most: int, schema: Any) -> bool:
        return not isinstance(value, dict) or len(value) <= most

    def _propertyNames(self, value: Any, names: Any, schema: Any) -> bool:
        return not isinstance(value, dict) or all(self.accepts(key, names) for key in value)

    def _properties(self, value: Any, fields: Any, schema: Any) -> bool:
        there = value.items() if isinstance(value, dict) else ()
        return all(self.accepts(part, fields[key]) for key, part in there if key in fields)

    def _patternProperties(self, value: Any, patterns: Any, schema: Any) -> bool:
        there = value.items() if isinstance(value, dict) else ()
        return all(
            self.accepts(part, one)
            for key, part in there
            for pattern, one in patterns.items()
            if re.search(pattern, key)
        )

    def _additionalProperties(self, value: Any, other: Any, schema: Any) -> bool:
        known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
        there = value.items() if isinstance(value, dict) else ()
        return all(
            self.accepts(part, other)
            for key, part in there
            if key not in known and not any(re.search(one, key) for one in patterns)
        )


def name(keyword: str) -> str:
    return f"_{keyword.removeprefix('$')}"
