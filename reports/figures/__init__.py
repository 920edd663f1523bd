"""Figures of pages and commands, a module for each subject; what they share, and how they look."""
