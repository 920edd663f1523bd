"""The rules that are meant unless a user names others."""

DEFAULT_SPEC = "revised-2021"
DEFAULT_ASSUMPTIONS = "default"
