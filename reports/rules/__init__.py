"""The rules page and `gah trace`: each clause with its source, data, code, tests and counts."""
