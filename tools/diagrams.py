#!/usr/bin/env python3
"""Diagrams of all models of a folder on one sheet, to look at: docs/images/diagrams.png.

    tools/diagrams.py build/elastogap examples docs/images/diagrams.png [light|dark]

rsvg-convert (Debian: librsvg2-bin) makes the sheet a PNG.
"""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

WIDTH, SCALE, GAP = 1800, 0.45, 8
INK = {"light": ("#d0d5da", "#202830"), "dark": ("#0d1117", "#e6e9ed")}


def drawings(program: str, folder: pathlib.Path, theme: str) -> list[tuple[str, float, float, str]]:
    """Name, width, height and text of each, the highest first, so that rows are even."""
    found = []
    for model in sorted(folder.iterdir()):
        if model.suffix not in (".mo", ".dyad", ".emx"):
            continue
        call = [program, "diagram", str(model), "--" + theme]
        text = subprocess.run(call, check=True, capture_output=True, text=True).stdout
        size = re.search(r' width="(\d+)" height="(\d+)"', text)
        assert size, model
        found.append((model.name, int(size[1]) * SCALE, int(size[2]) * SCALE, text))
    return sorted(found, key=lambda each: (-each[2], each[0]))


def sheet(program: str, folder: pathlib.Path, theme: str) -> str:
    """All of them in rows, each under its name."""
    ground, ink = INK[theme]
    parts, x, y, row = [], float(GAP), float(GAP), 0.0
    for name, width, height, text in drawings(program, folder, theme):
        if x > GAP and x + width > WIDTH:
            x, y, row = float(GAP), y + row, 0.0
        parts.append(f'<text x="{x}" y="{y + 10}" font-size="10" font-family="DejaVu Sans" fill="{ink}">{name}</text>')
        place = f' x="{x}" y="{y + 14}" width="{width}" height="{height}"'
        parts.append(re.sub(r' width="\d+" height="\d+"', place, text, count=1))
        x, row = x + width + GAP, max(row, height + 14 + GAP)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y + row:.0f}">'
    return f'{head}<rect width="100%" height="100%" fill="{ground}"/>' + "".join(parts) + "</svg>"


def main(program: str, folder: str, out: str, theme: str = "light") -> None:
    text = sheet(program, pathlib.Path(folder), theme)
    subprocess.run(["rsvg-convert", "-o", out], input=text, text=True, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:5])
