"""`python -m polychrome` is `polychrome`."""

from polychrome.cli import main

if __name__ == "__main__":
    main()
