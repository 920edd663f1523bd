"""What stands behind each clause: its source, data, code, tests and counts."""
