"""pip install ./python in an empty environment, without a network; then the README's lines, to a picture."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from .models import DROP

PYTHON = Path(__file__).resolve().parents[1]


def call(*arguments: str, folder: str) -> str:
    """In an environment that knows nothing of this folder's package or library."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "ELASTOGAP_LIBRARY")}
    done = subprocess.run(arguments, cwd=folder, env=kept, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}: {done.stdout}{done.stderr}")
    return done.stdout


class Install(unittest.TestCase):
    def test_install(self) -> None:
        try:
            import ensurepip  # noqa: F401
        except ImportError:
            self.skipTest("venv is not there")
        with tempfile.TemporaryDirectory() as folder:
            call(sys.executable, "-m", "venv", "--system-site-packages", "venv", folder=folder)
            python = os.path.join(folder, "venv", "bin", "python")
            call(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", str(PYTHON), folder=folder)
            (Path(folder) / "Drop.mo").write_text(DROP)
            code = "\n".join(re.findall(r"```python\n(.*?)```", (PYTHON / "README.md").read_text(), re.S)[:2])
            code = re.sub(r"^r\.to_pandas.*$", "", code, flags=re.M)
            code = re.sub(r"^r\.plot\((.*?)\).*$", r"r.plot(\1, path='drop.svg')", code, flags=re.M)
            code += "\nimport elastogap\nprint(elastogap.__file__)\n"
            said = call(python, "-c", code, folder=folder)
            self.assertIn(os.path.join(folder, "venv"), os.path.realpath(said.strip()) or said)
            self.assertIn("</svg>", (Path(folder) / "drop.svg").read_text())
            program = os.path.join(folder, "venv", "bin", "elastogap")
            call(program, "simulate", "Drop.mo", "--quiet", folder=folder)
            self.assertTrue((Path(folder) / "Drop.csv").is_file())
            libraries = call(python, "-c", "import elastogap; print(open('/proc/self/maps').read())", folder=folder)
            loaded = {line.split()[-1] for line in libraries.splitlines() if "sundials" in line or "libklu" in line}
            self.assertTrue(all(os.path.realpath(folder) in os.path.realpath(path) for path in loaded), loaded)

    def test_the_same_wheel_twice(self) -> None:
        """The same files give the same bytes."""
        code = "import elastogap_build as b, sys; print(b.build_wheel(sys.argv[1]))"
        with tempfile.TemporaryDirectory() as a, tempfile.TemporaryDirectory() as b:
            names = [call(sys.executable, "-B", "-c", code, f, folder=str(PYTHON)).strip() for f in (a, b)]
            self.assertEqual(names[0], names[1])
            self.assertEqual(*((Path(f) / names[0]).read_bytes() for f in (a, b)))
            self.assertRegex(names[0], r"^elastogap-[\d.]+-py3-none-manylinux_2_\d+_\w+\.whl$")


if __name__ == "__main__":
    unittest.main()
