"""What a reader sees: figures, and one page that explains itself. See README.md."""
