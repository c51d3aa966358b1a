"""Tables without a server: the whole box in a page. Messages in, errands for the page out; no sockets, no store."""
