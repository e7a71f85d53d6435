"""python -m elastogap: the program."""
from __future__ import annotations

from elastogap_program import main

if __name__ == "__main__":
    main()
