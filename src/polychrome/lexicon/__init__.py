"""Word lists for Color Words: fetched from public packages, expanded, kept in a compact file, handed to the game."""
