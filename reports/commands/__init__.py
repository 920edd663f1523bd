"""The commands of `gah`, one module each, imported when called; `reports/cli.py` lists them."""
