"""The structures of _c.py are those of the headers: a C compiler compares each field's place and size."""
import ctypes
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from elastogap import _c

INCLUDE = Path(__file__).resolve().parents[2] / "include"


class Layout(unittest.TestCase):
    def test_structures(self) -> None:
        lines = ['#include "elastogap/elastogap.h"', "#include <stddef.h>"]
        for structure in _c.STRUCTURES:
            name, c_name = structure.__name__, structure._c_name_
            lines.append(f'_Static_assert(sizeof({c_name}) == {ctypes.sizeof(structure)}, "size of {name}");')
            for field, kind in structure._fields_:
                place = getattr(structure, field)
                lines.append(
                    f"_Static_assert(offsetof({c_name}, {field}) == {place.offset} && "
                    f'sizeof((({c_name} *)0)->{field}) == {ctypes.sizeof(kind)}, "{name}.{field}");'
                )
        self.compile(lines)

    def compile(self, lines: "list[str]") -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "layout.c"
            source.write_text("\n".join(lines) + "\n")
            done = subprocess.run(
                [os.environ.get("CC", "cc"), "-std=c11", "-fsyntax-only", f"-I{INCLUDE}", str(source)],
                capture_output=True,
                text=True,
                check=False,
            )
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_order_of_enumerations(self) -> None:
        """Those that Python counts itself."""
        from elastogap import ensemble, law

        lines = ['#include "elastogap/elastogap.h"']
        kinds = ("FINAL", "MINIMUM", "MAXIMUM", "EVENT_COUNT", "EVENT_TIME")
        ours = (ensemble._FINAL, ensemble._MINIMUM, ensemble._MAXIMUM, ensemble._COUNT, ensemble._TIME)
        pairs = [(f"EG_WANTED_{k}", n) for k, n in zip(kinds, ours)]
        by = {"c": "C", "contact_time": "TIME", "max_penetration": "PENETRATION", "peak_force": "FORCE"}
        pairs += [(f"EG_IMPACT_DESIGN_{by[k]}", n) for k, n in law._BY.items()]
        pairs += [(f"EG_CONTACT_{m.upper().replace('-', '_')}", n) for n, m in enumerate(law.MODES)]
        pairs += [("EG_CONTACT_MODE_COUNT", len(law.MODES)), ("EG_NOTE", 0), ("EG_WARNING", 1), ("EG_ERROR", 2)]
        errors = ("MEMORY", "USAGE", "MODEL", "SIMULATION", "FILE", "UNAVAILABLE")
        pairs += [(f"EG_ERROR_{e}", getattr(_c, f"ERROR_{e}")) for e in errors]
        lines += [f'_Static_assert({name} == {number}, "{name}");' for name, number in pairs]
        self.compile(lines)


if __name__ == "__main__":
    unittest.main()
