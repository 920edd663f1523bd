"""The evidence for each clause: source, data, code, tests and counts."""
