#!/usr/bin/env python3
"""How fast `elastogap lsp` follows somebody who types, and whether its memory stays flat.

    tools/lsp_edits.py PROGRAM [EDITS [LINES [-I LIBRARY]...]]          from the root of the tree

A declaration is typed key by key in the middle of a text of LINES (5,000) lines, and taken out again, until EDITS
(10,000) edits are made. Printed are, by kind of keystroke, the milliseconds until what is wrong with the text is known:
those in which its syntax is wrong, which the server itself tells, and those in which it is right, so that a process
checks the model; then completion and hover; the time that the server and its checks took of the processor, which
depends less on what else the machine does; and its memory now and then."""
import os
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "lsp"))

from client import Client  # noqa: E402
from large import large  # noqa: E402

LINE = "    Components.Rod rod(L = 2);\n"


def processor(process):
    """Return the seconds that the server has taken, and those of its processes that have ended."""
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
        fields = [int(field) for field in file.read().rsplit(")", 1)[1].split()[11:15]]
    return [sum(fields[k:k + 2]) / os.sysconf("SC_CLK_TCK") for k in (0, 2)]


def row(name, times):
    """Print what a number of durations comes to [ms]."""
    ordered = sorted(1e3 * t for t in times)
    print(f"{name:20s} {len(ordered):7d} {ordered[0]:9.2f} {statistics.median(ordered):9.2f} "
          f"{ordered[int(0.95 * len(ordered))]:9.2f} {ordered[-1]:9.2f}")


def main():
    """Type, and print."""
    edits = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    lines = int(sys.argv[3]) if len(sys.argv) > 3 else 5000
    step = max(1, edits // 5)
    path = os.path.abspath("Large.mo")
    text, models = large(lines)
    client = Client(sys.argv[1], *sys.argv[4:])
    client.open(path, text)
    client.diagnostics(path)
    at = text.index("    Components.Fixed ground;", text.index(f"model Drop{models // 2} "))
    times = {"wrong syntax": [], "right syntax": [], "completion": [], "hover": []}
    memory = []
    typing = [0.0, 0.0]
    done = 0

    def timed(kind, ask):
        begun = time.perf_counter()
        result = ask()
        times[kind].append(time.perf_counter() - begun)
        return result

    while done < edits:
        used = processor(client.process)
        for i, key in enumerate(LINE):
            begun = time.perf_counter()
            client.change(path, at + i, at + i, key)
            found = client.diagnostics(path)
            is_wrong = any("expected" in d["message"] or "missing" in d["message"] for d in found)
            times["wrong syntax" if is_wrong else "right syntax"].append(time.perf_counter() - begun)
        client.change(path, at, at + len(LINE), "")
        client.diagnostics(path)
        typing = [sum_ + now - was for sum_, now, was in zip(typing, processor(client.process), used)]
        done += len(LINE) + 1
        if done // step > (done - len(LINE) - 1) // step or done == len(LINE) + 1:
            memory.append((done, client.memory()))
        timed("completion", lambda: client.labels(path, client.texts[path].index("Components.Mass", at) + 11))
        timed("hover", lambda: client.at("hover", path, client.texts[path].index("ElastoGap", at) + 1))
        client.heard.clear()
    print(f"{'milliseconds':20s} {'times':>7s} {'least':>9s} {'median':>9s} {'95 %':>9s} {'largest':>9s}")
    for kind, durations in times.items():
        row(kind, durations)
    checked = len(times["right syntax"]) + len(times["completion"])
    print(f"of the processor: {1e3 * typing[0] / done:.2f} ms an edit, {1e3 * typing[1] / checked:.2f} ms a check")
    print("memory after edits:", ", ".join(f"{n}: {kb} kB" for n, kb in memory))
    sys.exit(client.end())


main()
