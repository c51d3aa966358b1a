"""The rules of the games: a module or a package for each, which has its GAME; `polychrome.registry` lists them."""
