"""The C API from the public headers: what is declared, and what its comments say.

A comment in the first column belongs to the declarations that follow it up to the next comment or empty line; a
comment behind a declaration on its line is that declaration's own.
"""
import re
from dataclasses import dataclass

NAME = re.compile(r"\b((?:eg|EG|elastogap)_\w+)\b")


@dataclass
class Group:
    """Declarations that share a comment."""

    line: int
    comment: str
    code: str
    names: list
    is_documented: bool


def words_of(comment):
    """Return the text of a comment without its marks."""
    lines = comment.strip().removeprefix("/*").removesuffix("*/").split("\n")
    return "\n".join(re.sub(r"^ \* ?", "", line).rstrip() for line in lines).strip("\n").strip()


def declared(code):
    """Return the names that a declaration declares."""
    bare = re.sub(r"/\*.*?\*/", "", code, flags=re.S)
    found = re.match(r"#define (\w+)", bare)
    if found:
        return [found[1]]
    if bare.startswith("typedef") and "{" not in bare and "(*" in bare:
        return re.findall(r"\(\*(\w+)\)", bare)[:1]
    if bare.startswith(("typedef", "struct", "enum")):
        tail = re.search(r"(\w+);\s*$", bare)
        names = [tail[1]] if tail and bare.startswith("typedef") else re.findall(r"^(?:struct|enum) (\w+)", bare)
        if "enum" in bare.split("{")[0] and "{" in bare:
            names += re.findall(r"\b(EG_\w+)\b", bare.split("{", 1)[1])
        return names
    found = re.search(r"\b(\w+)\(", bare.replace("EG_API", "").replace("EG_PRINTF", ""))
    return [found[1]] if found else []


def pieces(text):
    """Cut a header into comments of the first column, declarations and empty lines: (kind, line, text) each."""
    lines, i = text.split("\n"), 0
    while i < len(lines):
        begin, line = i, lines[i]
        if not line.strip():
            yield "empty", begin, ""
        elif line.startswith("/*"):
            while "*/" not in lines[i]:
                i += 1
            yield "comment", begin, "\n".join(lines[begin : i + 1])
        elif line.startswith(('extern "C"', "}")):
            yield "empty", begin, ""
        elif line.startswith("#"):
            while lines[i].endswith("\\"):
                i += 1
            yield "macro", begin, "\n".join(lines[begin : i + 1])
        else:
            depth, inside = 0, False
            while True:
                bare = re.sub(r"/\*.*?\*/", "", lines[i])
                if inside:
                    inside = "*/" not in bare
                    bare = bare.split("*/", 1)[-1] if not inside else ""
                if "/*" in bare:
                    bare, inside = bare.split("/*", 1)[0], True
                depth += bare.count("{") - bare.count("}")
                ended = depth == 0 and not inside and (bare.rstrip().endswith((";", "}")) or not bare.strip())
                if ended or i + 1 == len(lines):
                    break
                i += 1
            yield "code", begin, "\n".join(lines[begin : i + 1])
        i += 1


def groups(path):
    """Return what the header opens with, and its groups."""
    opening, result, comment, line, held, own = None, [], "", 0, [], False

    def close():
        nonlocal comment, held
        if held:
            names = [name for code in held for name in declared(code)]
            result.append(Group(line, words_of(comment), "\n".join(held), names, bool(comment) or own))
        comment, held = "", []

    for kind, at, text in pieces(path.read_text(encoding="utf-8")):
        if kind == "comment":
            close()
            if opening is None:
                opening = words_of(text)
            else:
                comment, line, own = text, at + 1, False
        elif kind == "empty":
            close()
        elif kind == "macro":
            if text.startswith("#define") and comment:
                held.append(text)
        else:
            trailing = re.search(r";\s*/\*(.*?)\*/\s*$", text, re.S)
            if trailing and "{" not in text and (held or not comment):
                close()
                line, own = at + 1, True
                held.append(text)
                close()
                own = False
            else:
                if not held:
                    line = at + 1
                held.append(text)
    close()
    return opening or "", result


def undocumented(path):
    """Name the public functions of a header that no comment speaks of, by their places."""
    _, found = groups(path)
    return [f"{path}:{g.line}: no comment speaks of {', '.join(g.names)}" for g in found
            if not g.is_documented and "EG_API" in g.code]
