"""All decisions of a game: each kind of decision and of action, declared once.

There is a file for each part of the game, and for each module with decisions. It declares how an
action is written, its possible arguments, how it is narrated, and why it may be illegal.
``registry`` combines them.
"""
