"""What may be decided in a game: each kind of decision and of action, declared once.

A file for each part of the game, and for each module that brings decisions: how an action is
written, what its arguments can be, what is told of it, and why it may not be legal. ``registry``
puts them together.
"""
