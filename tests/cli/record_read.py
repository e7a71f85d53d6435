"""Moving pictures against the CSV of the same run, decoded by ffmpeg, which owes the program nothing.

    record_read.py FILM PAGE.html RESULT.csv SPEED RATE     where mass1 is in each frame
    record_read.py FILM.svg PAGE.html RESULT.csv            where the keyframes of mass1 have it
"""

import csv
import json
import re
import subprocess
import sys
import xml.etree.ElementTree

BODY = (219, 230, 243)  # what bodies are filled with


def rows_of(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def position(rows, time):
    """Of the last row at or before a time, and on the line to the next one."""
    at = max(i for i, row in enumerate(rows) if float(row["time"]) <= time + 1e-12)
    t, s = float(rows[at]["time"]), float(rows[at]["mass1.s"])
    if at + 1 == len(rows):
        return s
    u, v = float(rows[at + 1]["time"]), float(rows[at + 1]["mass1.s"])
    return s + (v - s) * (time - t) / (u - t) if u > t else s


def scale_of(page):
    """Pixels of the picture for a metre, and the width of a body in it."""
    scene = json.loads(re.search(r'id="scene">(.*?)</script>', page, re.S).group(1))
    group = re.search(r'data-component="mass1">.*?<rect class="body" x="[^"]*" y="[^"]*" width="([^"]*)"', page, re.S)
    return scene["scale"], float(group.group(1))


def size_of(film):
    words = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height", "-of", "csv=p=0", film]
    return [int(x) for x in subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip().split(",")[:2]]


def body_in(frame, width, height):
    """Left and right edge of the upper body: mass1, beside which no contact lights up."""
    for y in range(height):
        row = frame[3 * width * y:3 * width * (y + 1)]
        found = [x for x in range(width) if all(abs(row[3 * x + k] - BODY[k]) < 8 for k in range(3))]
        if len(found) > 10 and found[-1] - found[0] + 1 == len(found):
            middle = frame[3 * width * (y + 5):3 * width * (y + 6)]
            found = [x for x in range(width) if all(abs(middle[3 * x + k] - BODY[k]) < 8 for k in range(3))]
            return found[0], found[-1] + 1
    return None


def check_film(film, page, rows, speed, rate):
    width, height = size_of(film)
    words = ["ffmpeg", "-v", "error", "-i", film, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    raw = subprocess.run(words, capture_output=True, check=True).stdout
    count, size = len(raw) // (3 * width * height), 3 * width * height
    scale, wide = scale_of(page)
    found = []
    for k in range(0, count, 2):
        edges = body_in(raw[k * size:(k + 1) * size], width, height)
        assert edges, f"there is no body in frame {k}"
        found.append((k, sum(edges) / 2, edges[1] - edges[0], position(rows, k * speed / rate)))
    # A line of 1.5 px runs around it, half of which is inside: what is filled is so much narrower.
    zoom = sum(f[2] for f in found) / len(found) / (wide - 1.5)
    middle = sum(f[1] - zoom * scale * f[3] for f in found) / len(found)
    # Edges are whole pixels, and those of a compressed film may be off by one: the middle by one at most.
    for k, x, _, s in found:
        want = middle + zoom * scale * s
        assert abs(x - want) <= 1.5, f"frame {k}: mass1 is at {x} px, and by the CSV at {want:.2f}"
    assert max(f[1] for f in found) - min(f[1] for f in found) > 20, "mass1 does not move"
    print(f"record: {count} frames of {width}x{height}")


def check_svg(text, page, rows):
    xml.etree.ElementTree.fromstring(text)
    scale, _ = scale_of(page)
    name = re.search(r'data-component="mass1">.*?<g class="at at-a" data-at="a" transform="[^"]*" id="(m\d+)"', text, re.S).group(1)
    frames = re.search(r"@keyframes " + name + r"\{(.*?\})\}", text, re.S).group(1)
    first, last = float(rows[0]["time"]), float(rows[-1]["time"])
    keys = [(first + float(p) / 100 * (last - first), float(x)) for p, x in re.findall(r"([\d.e-]+)%\{transform:translate\(([-\d.]+)px", frames)]
    assert len(keys) > 10, "there are no keyframes"
    middle = sum(x - scale * position(rows, t) for t, x in keys) / len(keys)
    for t, x in keys:  # six digits of the share of time, and two of a pixel
        want = middle + scale * position(rows, t)
        assert abs(x - want) < 0.05, f"at {t} s mass1 is at {x} px, and by the CSV at {want}"


def main():
    with open(sys.argv[2]) as file:
        page = file.read()
    rows = rows_of(sys.argv[3])
    if sys.argv[1].endswith(".svg"):
        with open(sys.argv[1]) as file:
            check_svg(file.read(), page, rows)
    else:
        check_film(sys.argv[1], page, rows, float(sys.argv[4]), float(sys.argv[5]))


main()
