"""The default rules if a user names no others."""

DEFAULT_SPEC = "revised-2021"
DEFAULT_ASSUMPTIONS = "default"
