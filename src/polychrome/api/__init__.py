"""What `import polychrome` offers: a small face over engine, scenes, bots and arena.

It is never compiled, so that `help` shows every docstring in every build.
"""
