r"""Pages of Markdown as the tools of the documentation read them: blocks of code, and what is said of them.

What a reader of the page need not see stands in comments of HTML before a block, each on a line of its own:

    <!-- given: Drop.mo examples/fit/* -->     files of the tree that a page begins with (Drop.mo: the README's model)
    <!-- setup: COMMANDS -->                    commands of the shell
    <!-- file: NAME -->                         the block is the text of this file
    <!-- within: TEXT @ TEXT -->                the block is a piece, which stands in this text at the @
    <!-- instead: THIS => THAT; ... -->         what is tried has that in place of this
    <!-- needs: PROGRAM ... -->                 without these programs, or "hdf5" in the build, the block is not tried
    <!-- skip: WHY -->                          the block is not tried
    <!-- fails -->                              the block ends with a status other than 0
    <!-- output -->                             the block is what the one before it prints; "..." stands for any lines
    <!-- figure: FILE CAPTION -->               a picture that the page's own commands draw
    <!-- try: NAME -->                          what the page's file in tests/pages says below "## NAME"

There the same words stand without their marks, and their values may go over several lines:

    ## NAME
    given: Drop.mo
    setup:
    printf 'time,force\n0,0\n1,2\n' >in.csv
"""
import re
from dataclasses import dataclass, field
from pathlib import Path

KEYS = ("given", "setup", "file", "within", "instead", "needs", "skip", "fails", "output", "figure", "try")
ALONE = ("given", "setup", "figure")  # of these each is a block of its own, what the others say is of the next one


@dataclass
class Block:
    """A fenced block, or a comment that stands for one (language "setup", "given", "figure")."""

    page: Path
    line: int
    language: str
    text: str
    said: dict = field(default_factory=dict)


class PageError(Exception):
    """A page that cannot be read as it is meant."""


def directive(comment, page, line):
    """Key and value of a comment, or None where it is an ordinary one."""
    found = re.fullmatch(r"\s*([a-z]+)(?:(:)\s*(.*?))?\s*", comment, re.S)
    if not found or (found[1] not in KEYS and not found[2]):
        return None  # such as the marks between which a test finds a table
    if found[1] not in KEYS:
        raise PageError(f"{page}:{line}: nothing is known of the comment {found[1]!r}; known are {', '.join(KEYS)}")
    return found[1], found[3] or ""


def aside(page, line, name):
    """Return what the file beside the page says below a name: pairs of a key and its value."""
    path = tree() / "tests" / "pages" / f"{identity(page)}.txt"
    if not path.is_file():
        raise PageError(f"{page}:{line}: there is no {path}")
    found = re.search(rf"^## {re.escape(name)}\n(.*?)(?=^## |\Z)", path.read_text(encoding="utf-8"), re.S | re.M)
    if not found:
        raise PageError(f"{page}:{line}: {path.name} has nothing of the name {name!r}")
    parts = re.split(rf"^({'|'.join(KEYS)}):[ \n]?", found[1], flags=re.M)
    return [(key, value.rstrip()) for key, value in zip(parts[1::2], parts[2::2])]


def identity(page):
    """Return the name of a page among tests: tutorials_first-stop, README, python_README."""
    if not page.is_relative_to(tree()):
        return page.stem
    path = page.relative_to(tree()).with_suffix("").as_posix()
    return path.removeprefix("docs/").replace("/", "_") if path != "docs/README" else "docs_README"


def blocks(page):
    """Return the blocks of a page in their order."""
    lines = page.read_text(encoding="utf-8").split("\n")
    result, said, i = [], {}, 0
    while i < len(lines):
        begin = i
        fence = re.match(r"^( *)(```+)(\w*)\s*$", lines[i])
        if fence:
            i += 1
            while i < len(lines) and lines[i].strip() != fence[2]:
                i += 1
            if i == len(lines):
                raise PageError(f"{page}:{begin + 1}: the block has no end")
            text = "".join(line.removeprefix(fence[1]) + "\n" for line in lines[begin + 1 : i])
            result.append(Block(page, begin + 1, fence[3], text, said))
            said = {}
        elif lines[i].startswith("<!--"):
            while "-->" not in lines[i]:
                i += 1
                if i == len(lines):
                    raise PageError(f"{page}:{begin + 1}: the comment has no end")
            comment = "\n".join(lines[begin : i + 1])
            found = directive(comment[4 : comment.index("-->")], page, begin + 1)
            spoken = [found] if found else []
            if found and found[0] == "try":
                spoken = aside(page, begin + 1, found[1])
            for key, value in spoken:
                if key in ALONE:
                    result.append(Block(page, begin + 1, key, value))
                else:
                    said[key] = value
        elif lines[i].strip() and said:
            raise PageError(f"{page}:{begin + 1}: a block should follow what is said of it: {', '.join(said)}")
        i += 1
    return result


def tree():
    """Return the root of the sources."""
    return Path(__file__).resolve().parents[2]


def listed():
    """Return the sections of docs/README.md: a heading, and the pages that it lists, as (title, path) pairs."""
    index = tree() / "docs" / "README.md"
    sections = []
    for line in index.read_text(encoding="utf-8").split("\n"):
        if line.startswith("## "):
            sections.append((line[3:], []))
        for title, target in re.findall(r"^- \[([^\]]+)\]\(([^)#]+\.md)\)", line):
            if sections:
                sections[-1][1].append((title, (index.parent / target).resolve()))
    return sections


def pages():
    """Return all pages: the README, those of docs in all its folders, and the Python package's."""
    root = tree()
    return [*sorted(root.glob("*.md")), root / "python" / "README.md", *sorted((root / "docs").rglob("*.md"))]
