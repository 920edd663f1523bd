"""Helpers for all packages that need no engine: files, progress, players by name, provenance."""
