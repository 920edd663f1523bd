"""The rules that are used by default."""

DEFAULT_SPEC = "revised-2021"
DEFAULT_ASSUMPTIONS = "default"
