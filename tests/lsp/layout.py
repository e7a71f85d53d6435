"""Layout by `elastogap lsp`: PROGRAM TEXT...

Laid out, each text says what it said: without blanks it is the same characters, comments stay as they are, and in
Dyad, where lines are statements, lines stay lines; to lay it out again changes nothing. So with all blanks at the
beginnings of lines taken out before, which gives the same layout."""
import re
import sys

from client import Client, apply, uri_of

# Strings, names in quotes and comments as they stand; then any other character.
MODELICA = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|//[^\n\r]*|/\*.*?\*/|\S', re.S)
DYAD = re.compile(r'"""(?:\\.|(?!""").|\n)*"""|"(?:\\.|[^"\\])*"|#[^\n\r]*|\S', re.S)


def words(text, is_dyad):
    """Return what a text says, without blanks."""
    pattern = DYAD if is_dyad else MODELICA
    return [word.rstrip() for word in pattern.findall(text.lstrip("\ufeff"))]


def lines(text):
    """Return the lines that are not empty, without blanks."""
    return [line for line in (re.sub(r"\s", "", line) for line in text.splitlines()) if line]


def lay_out(client, path, text):
    """Return the text laid out; None where the server refuses."""
    client.replace(path, text)
    edits = client.request("textDocument/formatting", {
        "textDocument": {"uri": uri_of(path)}, "options": {"tabSize": 2, "insertSpaces": True}})
    client.heard.clear()
    return None if edits is None else apply(text, edits)


def flush_left(text):
    """Return the text without the blanks at the beginnings of its lines, if no string or comment has several."""
    if re.search(r'"[^"\n]*\n|/\*', text):
        return None
    return re.sub(r"^[ \t]+", "", text, flags=re.M)


def check(client, path):
    """Return what is wrong with the layout of a file; None: nothing, or it cannot be read."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    is_dyad = path.endswith(".dyad")
    client.open(path, "")
    laid = lay_out(client, path, text)
    wrong = None
    if laid is None:
        client.close(path)
        return "refused"
    if words(laid, is_dyad) != words(text, is_dyad):
        wrong = "the words are others"
    elif lines(laid) != lines(text):
        wrong = "the lines are others"
    elif lay_out(client, path, laid) != laid:
        wrong = "to lay it out again changes it"
    elif flush_left(text) and lay_out(client, path, flush_left(text)) != laid:
        wrong = "its layout depends on its indentation"
    elif re.search(r"[ \t]+$", laid, flags=re.M) and not re.search(r"[ \t]+$", text, flags=re.M):
        wrong = "blanks at the ends of lines"
    client.close(path)
    return wrong


def main():
    """Check all texts that are named."""
    client = Client(sys.argv[1])
    failures = refused = 0
    for path in sys.argv[2:]:
        wrong = check(client, path)
        refused += wrong == "refused"
        if wrong and wrong != "refused":
            failures += 1
            print(f"{path}: {wrong}")
    status = client.end()
    if status != 0:
        print(f"the server ended with {status}")
    if refused > len(sys.argv[2:]) // 20:
        print(f"{refused} texts were refused")
        failures += 1
    print(f"{len(sys.argv[2:])} texts, {refused} with errors, {failures} wrong")
    return 1 if failures or status else 0


sys.exit(main())
