"""The notebooks' code runs from top to bottom, and so do the examples."""
import contextlib
import io
import json
import subprocess
import sys
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]


class Tutorials(unittest.TestCase):
    def test_notebooks(self) -> None:
        for path in sorted((FOLDER / "notebooks").glob("*.ipynb")):
            with self.subTest(path.name):
                names: dict[str, object] = {"__name__": "__main__"}
                try:
                    for cell in json.loads(path.read_text())["cells"]:
                        self.assertEqual(cell.get("outputs", []), [], "a notebook is kept without its outputs")
                        if cell["cell_type"] == "code":
                            with contextlib.redirect_stdout(io.StringIO()):
                                exec(compile("".join(cell["source"]), path.name, "exec"), names)
                except ModuleNotFoundError as missing:
                    if missing.name != "scipy":
                        raise
                    self.skipTest("scipy is not there")

    def test_examples(self) -> None:
        for path in sorted((FOLDER / "examples").glob("*.py")):
            with self.subTest(path.name):
                done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
