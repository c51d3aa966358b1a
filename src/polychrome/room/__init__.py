"""A table with people at it, as a fold over its entries: no sockets, no store, no clock. Roofs stand on it: the server,
the terminal, a page without a server. Time is a number handed in, and a step counts once its roof has kept it."""
