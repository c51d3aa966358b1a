"""Tables that people reach over the network: rooms without sockets, a store that loses nothing, and the sockets."""
