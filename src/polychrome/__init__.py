"""Polychrome: a box of eleven colour games, playable by people, bots and researchers."""

__version__ = "0.1.0"
