"""How each game looks to a program, by the game's name. A new game is one more file and one more entry."""

from __future__ import annotations

from typing import Final

from polychrome.rl.encoding import Encoding
from polychrome.rl.encodings.a_l_aveuglette import ALAveugletteEncoding
from polychrome.rl.encodings.arc_en_ciel import ArcEnCielEncoding
from polychrome.rl.encodings.blackout import BlackoutEncoding
from polychrome.rl.encodings.chromino import ChrominoEncoding
from polychrome.rl.encodings.color_words import ColorWordsEncoding
from polychrome.rl.encodings.coloretto import ColorettoEncoding
from polychrome.rl.encodings.colorio import ColorioEncoding
from polychrome.rl.encodings.les_aveugles import LesAveuglesEncoding
from polychrome.rl.encodings.ronde import RondeEncoding
from polychrome.rl.encodings.rondo import RondoEncoding
from polychrome.rl.encodings.trio import TrioEncoding

ENCODINGS: Final[dict[str, type[Encoding]]] = {
    "ronde": RondeEncoding,
    "trio": TrioEncoding,
    "arc_en_ciel": ArcEnCielEncoding,
    "rondo": RondoEncoding,
    "blackout": BlackoutEncoding,
    "les_aveugles": LesAveuglesEncoding,
    "a_l_aveuglette": ALAveugletteEncoding,
    "coloretto": ColorettoEncoding,
    "colorio": ColorioEncoding,
    "chromino": ChrominoEncoding,
    "color_words": ColorWordsEncoding,
}
