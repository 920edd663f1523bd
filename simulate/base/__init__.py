"""What everything may use, and what needs no engine: files, progress, players by name, origin."""
