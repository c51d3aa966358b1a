"""Tables without a server: the whole box in a page. Messages in, commands for the page out; no sockets, no store."""
