"""The commands of `gah`, a module each, imported when called; `reports/cli.py` lists them."""
