"""The laws of observations and symbols, for every game at every number of seats and with every option."""

from __future__ import annotations

SEATED = ("ronde", "trio", "arc_en_ciel", "rondo", "blackout", "les_aveugles", "a_l_aveuglette")
