"""Half-written texts: PROGRAM CASES SEED TEXT...

Of each text CASES versions are shown to `elastogap lsp`, by turns a beginning of it and the text without some pieces,
and all that editors ask is asked about places in them. The server answers each request, and neither ends nor, under a
sanitizer, says anything. CASES `all`: every beginning, line by line and key by key in the last line of each."""
import random
import sys

from client import Client, units, uri_of

AT_PLACE = ("completion", "hover", "definition", "references", "documentHighlight", "prepareRename", "rename")
OF_TEXT = ("documentSymbol", "codeLens", "formatting")


def versions(text, cases, chance):
    """Yield half-written versions of a text, and where the cursor stands."""
    if cases == "all":
        for end in range(len(text) + 1):
            yield text[:end], end
        return
    for case in range(int(cases)):
        end = chance.randrange(len(text) + 1)
        if case % 2 == 0:
            yield text[:end], end
            continue
        pieces = text
        for _ in range(chance.randrange(1, 6)):
            begin = chance.randrange(len(pieces) + 1)
            pieces = pieces[:begin] + pieces[begin + chance.randrange(1, 30):]
        yield pieces, min(end, len(pieces))


def place(text, offset):
    """Return a place of the protocol."""
    before = text[:offset]
    return {"line": before.count("\n"), "character": units(before[before.rfind("\n") + 1:])}


def ask(client, path, text, cursor, chance):
    """Ask all there is to ask; the number of requests."""
    document = {"uri": uri_of(path)}
    count = 0
    client.replace(path, text)
    for method in AT_PLACE:
        offset = cursor if method == "completion" else chance.randrange(len(text) + 1)
        client.answer(client.begin("textDocument/" + method, {
            "textDocument": document, "position": place(text, offset), "newName": "another",
            "context": {"includeDeclaration": True}}))
        count += 1
    for method in OF_TEXT:
        client.answer(client.begin("textDocument/" + method, {
            "textDocument": document, "options": {"tabSize": 2, "insertSpaces": True}}))
        count += 1
    whole = {"start": place(text, 0), "end": place(text, len(text))}
    client.answer(client.begin("textDocument/codeAction", {
        "textDocument": document, "range": whole, "context": {"diagnostics": []}}))
    return count + 1


def main():
    """Show all texts."""
    program, cases, seed = sys.argv[1:4]
    chance = random.Random(int(seed))
    client = Client(program)
    count = 0
    for path in sys.argv[4:]:
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
        client.open(path, "")
        for version, cursor in versions(text, cases, chance):
            try:
                count += ask(client, path, version, cursor, chance)
            except (EOFError, BrokenPipeError) as end:
                with open("half-written.txt", "w", encoding="utf-8") as out:
                    out.write(version)
                print(f"{path}: {end}; the text is half-written.txt")
                return 1
            client.heard.clear()
        client.close(path)
    status = client.end()
    print(f"{count} requests, the server ended with {status}")
    return status


sys.exit(main())
