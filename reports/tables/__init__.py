"""Tables of pages and commands, a module for each subject; `table.py` is what a table is."""
