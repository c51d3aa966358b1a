"""A table with people at it, as a fold over its entries: no sockets, no store, no clock.

Server, terminal and a page without a server hold such rooms. Time is a number handed in, and a step counts once whoever
holds the room has kept it.
"""
