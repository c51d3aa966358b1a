"""Test vectors: the fenced `vector` blocks of a specification, run against the games (GEN-13)."""
