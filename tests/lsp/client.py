"""A client of the Language Server Protocol, as an editor is one: what the tests of `elastogap lsp` share."""
import json
import os
import subprocess


class Client:
    """One server and the texts that are open in it."""

    def __init__(self, program, *arguments, root=None, options=None):
        """Start the server and introduce the client; `root`: the directory of the workspace."""
        self.process = subprocess.Popen([program, "lsp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.bytes = b""
        self.last = 0
        self.heard = []
        self.texts = {}
        self.versions = {}
        capabilities = {"window": {"workDoneProgress": True}}
        self.introduction = self.request("initialize", {
            "processId": None, "rootUri": root and uri_of(root), "capabilities": capabilities,
            "initializationOptions": options or {}})
        self.notify("initialized", {})

    # ------------------------------------------------------------ messages

    def send(self, message):
        """Write one message."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        """Return the next message of the server's."""
        while True:
            head = self.bytes.find(b"\r\n\r\n")
            length = int(self.bytes[:head].split(b":")[1]) if head >= 0 else 0
            if head >= 0 and len(self.bytes) >= head + 4 + length:
                message = json.loads(self.bytes[head + 4:head + 4 + length])
                self.bytes = self.bytes[head + 4 + length:]
                return message
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                raise EOFError(f"the server has ended with {self.process.wait()}")
            self.bytes += more

    def notify(self, method, params):
        """Tell the server something."""
        self.send({"method": method, "params": params})

    def begin(self, method, params):
        """Ask the server; the number of the request."""
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        return self.last

    def answer(self, number):
        """Return the whole answer to a request; what is heard meanwhile is kept."""
        while True:
            message = self.receive()
            if message.get("id") == number and "method" not in message:
                return message
            self.heard.append(message)

    def request(self, method, params):
        """Ask, and return the result; None where the server refuses."""
        return self.answer(self.begin(method, params)).get("result")

    def refusal(self, method, params):
        """Ask, and return why the server refuses; None where it does not."""
        return self.answer(self.begin(method, params)).get("error", {}).get("message")

    def wait(self, method, holds=lambda params: True):
        """Return the parameters of the first such message, heard already or to come."""
        while True:
            for message in self.heard:
                if message.get("method") == method and holds(message["params"]):
                    self.heard.remove(message)
                    return message["params"]
            self.heard.append(self.receive())

    # ------------------------------------------------------------ texts

    def open(self, path, text=None):
        """Open a text, that of the file where none is given."""
        if text is None:
            with open(path, encoding="utf-8", newline="") as file:
                text = file.read()
        self.texts[path] = text
        self.versions[path] = 1
        language = "dyad" if path.endswith(".dyad") else "modelica"
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri_of(path), "languageId": language, "version": 1, "text": text}})

    def change(self, path, begin, end, text):
        """Replace characters [begin, end) of an open text, as an editor does."""
        old = self.texts[path]
        edit = {"range": {"start": position(old, begin), "end": position(old, end)}, "text": text}
        self.texts[path] = old[:begin] + text + old[end:]
        self.versions[path] += 1
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri_of(path), "version": self.versions[path]}, "contentChanges": [edit]})

    def replace(self, path, text):
        """Replace the whole of an open text."""
        self.texts[path] = text
        self.versions[path] += 1
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri_of(path), "version": self.versions[path]},
            "contentChanges": [{"text": text}]})

    def diagnostics(self, path):
        """Return what is wrong with the text as it stands."""
        version = self.versions[path]
        return self.wait("textDocument/publishDiagnostics",
                         lambda p: p["uri"] == uri_of(path) and p.get("version") == version)["diagnostics"]

    def at(self, method, path, offset, **further):
        """Ask about a place in an open text."""
        return self.request("textDocument/" + method, self.place(path, offset, **further))

    def place(self, path, offset, **further):
        """Return the parameters of a request about a place."""
        return {"textDocument": {"uri": uri_of(path)}, "position": position(self.texts[path], offset), **further}

    def labels(self, path, offset):
        """Return what could stand at the place."""
        return [item["label"] for item in self.at("completion", path, offset)["items"]]

    def close(self, path):
        """Close a text."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri_of(path)}})

    def memory(self):
        """Return what the server has in memory [kB]."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            return int(file.read().split("VmRSS:")[1].split()[0])

    def end(self):
        """Say goodbye; the exit status."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait()


def uri_of(path):
    """Return the URI of a file."""
    return "file://" + path


def units(text):
    """Count as the protocol does, in units of UTF-16."""
    return len(text.encode("utf-16-le")) // 2


def position(text, offset):
    """Return the place of a character in the words of the protocol."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return {"line": before.count("\n"), "character": units(before[before.rfind("\n") + 1:])}


def offset_of(text, place):
    """Return the character that stands there."""
    lines = text.splitlines(keepends=True) + [""]
    offset = sum(len(line) for line in lines[:place["line"]])
    column = 0
    for character in lines[place["line"]] if place["line"] < len(lines) else "":
        if column >= place["character"]:
            break
        column += units(character)
        offset += 1
    return offset


def apply(text, edits):
    """Return the text with the edits made."""
    for edit in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]),
                       reverse=True):
        begin, end = offset_of(text, edit["range"]["start"]), offset_of(text, edit["range"]["end"])
        text = text[:begin] + edit["newText"] + text[end:]
    return text
