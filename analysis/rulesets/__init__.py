"""What one ruleset changes against another, alone and together."""
