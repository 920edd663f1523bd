"""Tables of pages and commands, one module per subject; `table.py` defines a table."""
