"""A session with `elastogap lsp` as an editor has it: PROGRAM DIRECTORY [sanitized].

A text of 5,000 lines (1,000 under sanitizers) is edited: what the server finds wrong is what `check` says of the same text, at the same place;
completion and hover are asked at a hundred places whose answers follow from how the text was made; names lead to where
they are declared, in texts that are not saved too; renaming, quick fixes, layout and runs do what they say. The memory
of the server does not grow with the number of edits."""
import os
import re
import subprocess
import sys

from client import Client, apply, position, uri_of
from large import large

PROGRAM, DIRECTORY = sys.argv[1:3]
SANITIZED = "sanitized" in sys.argv[3:]
LINES = 1000 if SANITIZED else 5000
failures = []


def expect(holds, what):
    """Note a failure."""
    if not holds:
        failures.append(what)
        print("session.py:", what)


# ---------------------------------------------------------------- the messages of check

def check(path):
    """Return what check says of a file: (line, column in bytes, severity, message, remedy)."""
    said = subprocess.run([PROGRAM, "check", path], capture_output=True, check=False).stderr.decode()
    found = []
    for line in said.split("\n"):
        head = re.match(re.escape(path) + r":(\d+):(\d+): (error|warning|note): (.*)", line)
        if head:
            found.append([int(head[1]), int(head[2]), head[3], head[4], None])
        elif line.startswith("  remedy: ") and found:
            found[-1][4] = line[len("  remedy: "):]
    return sorted(found)


def shown(diagnostics, text):
    """Return the same of what the server has published."""
    severities = {1: "error", 2: "warning", 3: "note"}
    lines = text.split("\n")
    found = []
    for d in diagnostics:
        start = d["range"]["start"]
        line = lines[start["line"]].encode("utf-16-le")[:2 * start["character"]].decode("utf-16-le")
        message, _, remedy = d["message"].partition("\nremedy: ")
        found.append([start["line"] + 1, len(line.encode()) + 1, severities[d["severity"]], message, remedy or None])
    return sorted(found)


# What is written in place of what, and how many times it is looked for from the front: in the last model, whose
# messages check tells, or where the parser meets it.
MISTAKES = [
    ("stop(c = 1e5", "stop(k = 1e5"),
    ("Components.Mass ball", "Components.Mas ball"),
    ("ground.flange,", "ground.flnge,"),
    ("der(x) = -x*extra;", "der(x) = -x*extr;"),
    ("parameter SI.Mass", "paramter SI.Mass"),
    ("end when;", "end if;"),
    ("d = 60);", "d = 60;"),
    ("f = 3) \"Größe ∂x/∂t 🙂\";", "f = 3, g = 4) \"Größe ∂x/∂t 🙂\"; Real 2x;"),
    ("\"Größe ∂x/∂t 🙂\";", "\"Größe ∂x/∂t 🙂\" Real;"),
    ("import Modelica.Units.SI;", "import Modelica.Unit.SI;"),
    ("der(x) = -x*extra;", "der(x) = -x*extra + \"🙂\" + zz;"),
    ("connect(stop.flange_b", "connect(stop.flange_c"),
]


def edit_with_mistakes(client, path):
    """Make each mistake by editing, compare with check, and take it back."""
    file = os.path.join(DIRECTORY, "Checked.mo")
    for right, wrong in MISTAKES:
        text = client.texts[path]
        begin = text.rfind(right)
        client.change(path, begin, begin + len(right), wrong)
        diagnostics = client.diagnostics(path)
        with open(file, "w", encoding="utf-8") as out:
            out.write(client.texts[path])
        told, said = shown(diagnostics, client.texts[path]), check(file)
        expect(said and told == said, f"with '{wrong}': the server says {told}, check says {said}")
        client.change(path, begin, begin + len(wrong), right)
        expect(client.diagnostics(path) == [], f"'{wrong}' taken back leaves messages")


# ---------------------------------------------------------------- a hundred places

def complete_places(client, path, models):
    """Complete and point at what each tenth model says; return how many places were asked about."""
    asked = 0
    text = client.texts[path]
    for k in range(0, models, max(1, models // 13)):
        begin = text.index(f"  model Drop{k} ")
        for what, behind, wanted, unwanted in (
                ("connect(stop.flange_b", "connect(stop.", {"flange_a", "flange_b"}, {"s_rel0", "m"}),
                ("Components.Mass", "Components.", {"Mass", "ElastoGap", "Fixed"}, {"Force", "Sine"}),
                ("c = 1e5", "", {"c", "d", "s_rel0", "n"}, {"m", "model"}),
                ("-x*extra", "-x*", {"x", "extra", "sin", "stop"}, {"flange_a"})):
            at = text.index(what, begin) + len(behind)
            rest = text[at:at + len(what) - len(behind)]
            client.change(path, at, at + len(rest), "")  # as before it is typed
            labels = set(client.labels(path, at))
            expect(wanted <= labels, f"at '{what}' of Drop{k} {wanted - labels} is missing")
            expect(not unwanted & labels, f"at '{what}' of Drop{k} {unwanted & labels} is offered")
            client.change(path, at, at, rest)
            asked += 1
        for what, offset, wanted in (
                ("ElastoGap stop", 2, ["Modelica.Mechanics.Translational.Components.ElastoGap", "s_rel", "[N/m]"]),
                ("stop(c = 1e5", 5, ["TranslationalSpringConstant [N/m]", "Spring constant"]),
                ("stop.flange_a", 6, ["flange: s [m], f [N]", "positive into the component"]),
                (f"m = {k + 1}", 0, ["Mass [kg]"]),
                ("extra;", 0, ["parameter SI.Mass [kg]", "= 2", "Not used"])):
            hover = client.at("hover", path, text.index(what, begin) + offset)
            value = hover["contents"]["value"] if hover else ""
            expect(all(w in value for w in wanted), f"over '{what}' of Drop{k}: {value[:200]}")
            asked += 1
    return asked


# ---------------------------------------------------------------- many edits

def edit_much(client, path, edits):
    """Type a declaration again and again, key by key; return how the memory has grown since the first half [kB]."""
    line = "    Components.Rod rod(L = 2);\n"
    at = client.texts[path].index("    Components.Fixed ground;")
    done = half = 0
    while done < edits:
        for i, key in enumerate(line):
            client.change(path, at + i, at + i, key)
            client.diagnostics(path)
        client.change(path, at, at + len(line), "")
        client.diagnostics(path)
        client.heard.clear()
        done += len(line) + 1
        if not half and done >= edits // 2:
            half = client.memory()
    return client.memory() - half


def large_text():
    """All that is done with the large text."""
    path = os.path.join(DIRECTORY, "Large.mo")
    text, models = large(LINES)
    client = Client(PROGRAM)
    client.open(path, text)
    expect(client.diagnostics(path) == [], "the large text is not right")
    edit_with_mistakes(client, path)
    asked = complete_places(client, path, models)
    expect(asked >= 100, f"{asked} places")
    grown = edit_much(client, path, 200)
    # A text or a tree that stayed would be 200 kB or more for each of 100 edits.
    expect(SANITIZED or grown < 100 * 200 / 5, f"the memory grows by {grown} kB in 100 edits")
    expect(client.texts[path] == text, "the client has lost the text")
    symbols = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri_of(path)}})
    expect([len(s["children"]) for s in symbols] == [models], "the outline does not show all models")
    expect(client.end() == 0, "the server did not end well")


# ---------------------------------------------------------------- a library that is being written

PACKAGE = 'package Lib "A library"\n  constant Real k = 3 "A factor";\nend Lib;\n'
STOP = """within Lib;
model Stop "A stop of its own"
  parameter Real stiffness(unit = "N/m") = 1e4 "How stiff it is";
  extends Modelica.Mechanics.Translational.Components.ElastoGap(c = stiffness);
end Stop;
"""
USE = """model Use "Ünï: 🙂"
  Lib.Stop stop(stiffness = 2*Lib.k);
  Modelica.Mechanics.Translational.Components.Fixed wall;
  Modelica.Mechanics.Translational.Components.Mass ball(m=2, s(start=1, fixed=true), v(fixed=true));
  parameter Real h=2;
  Real x(start=1,fixed=true);
equation
    der(x)=-h*x;
  for i in 1:2 loop
  assert(i > -h, "x");
  end for;
connect(wall.flange,stop.flange_a);connect(stop.flange_b, ball.flange_a);
end Use;
"""


def write(path, text):
    """Write a file of the workspace."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


def library():
    """Names across the texts of a library, saved and not."""
    root = os.path.join(DIRECTORY, "workspace")
    use, stop = os.path.join(root, "Use.mo"), os.path.join(root, "Lib", "Stop.mo")
    write(os.path.join(root, "Lib", "package.mo"), PACKAGE)
    write(stop, STOP)
    write(use, USE)
    client = Client(PROGRAM, root=root)
    client.open(use, USE)
    expect(all(d["severity"] > 1 for d in client.diagnostics(use)), "the model of the workspace is not right")

    found = client.at("definition", use, USE.index("Stop stop"))
    expect(found == {"uri": uri_of(stop), "range": {
        "start": position(STOP, STOP.index("Stop \"A")), "end": position(STOP, STOP.index(" \"A stop"))}},
        f"Stop is defined at {found}")
    found = client.at("definition", use, USE.index("stiffness"))
    expect(found and found["uri"] == uri_of(stop) and found["range"]["start"] ==
           position(STOP, STOP.index("stiffness")), f"stiffness is defined at {found}")
    found = client.at("references", use, USE.index("stiffness"), context={"includeDeclaration": True})
    expect(sorted(r["uri"] for r in found) == sorted([uri_of(use)] + 2 * [uri_of(stop)]), f"references: {found}")
    hover = client.at("hover", use, USE.index("Stop stop"))["contents"]["value"]
    expect("A stop of its own" in hover and "How stiff it is" in hover, f"hover: {hover[:300]}")

    client.open(stop, STOP.replace("stiffness", "hardness"))  # not saved
    client.replace(use, USE.replace("stiffness", "hardness"))
    expect(all(d["severity"] > 1 for d in client.diagnostics(use)), "an unsaved text of the library is not seen")
    client.close(stop)
    client.replace(use, USE)
    client.diagnostics(use)
    write(stop, STOP.replace("stiffness", "rigidity"))  # by another program
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri_of(stop), "type": 2}]})
    expect("rigidity" in str(client.diagnostics(use)), "a file that another program writes is not read anew")
    write(stop, STOP)
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri_of(stop), "type": 2}]})
    client.diagnostics(use)
    rename(client, use, stop)
    for parts in (os.path.join(root, "Lib", "package.mo"), stop):  # no model to be simulated is no error
        client.open(parts)
        expect(all(d["severity"] > 1 for d in client.diagnostics(parts)), f"{parts} is said to be wrong")
        client.close(parts)
    run(client, use)
    expect(client.end() == 0, "the server did not end well")


def rename(client, use, stop):
    """Rename, where that is safe."""
    for old, new, texts in (("h=2", "height", {use: USE.replace("h=2", "height=2").replace("-h", "-height")}),
                            ("i in", "k", {use: USE.replace("i in", "k in").replace("(i >", "(k >")}),
                            ("stiffness", "c_stop", {use: USE.replace("stiffness", "c_stop"),
                                                     stop: STOP.replace("stiffness", "c_stop")})):
        result = client.at("rename", use, USE.index(old), newName=new)
        got = {path: apply(STOP if path == stop else USE, result["changes"].get(uri_of(path), []))
               for path in (use, stop)} if result else {}
        for path, text in texts.items():
            expect(got.get(path) == text, f"renaming '{old}' to '{new}': {result}")
    for old, new, why in (("h=2", "x", "already"), ("h=2", "model", "keyword"), ("h=2", "2h", "digit"),
                          ("h=2", "a b", "digits"), ("Mass ball", "Ball", "outside"), ("Stop stop", "Bump", "file"),
                          ("i in", "h", "mean"), ("stiffness", "useHeatPort", "already")):
        refusal = client.refusal("textDocument/rename", client.place(use, USE.index(old), newName=new))
        expect(refusal and why in refusal, f"renaming '{old}' to '{new}': {refusal}")


def run(client, use):
    """Simulate and draw by the lenses."""
    lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": uri_of(use)}})
    expect([lens["command"]["title"] for lens in lenses] == ["simulate", "show diagram"], f"lenses: {lenses}")
    for lens, name in zip(lenses, ("Use.csv", "Use.svg")):
        result = client.request("workspace/executeCommand", lens["command"])
        path = os.path.join(os.path.dirname(use), name)
        expect(result and result["done"] and result["path"] == path and os.path.getsize(path) > 100,
               f"{lens['command']['title']}: {result}")
        expect(path in client.wait("window/showMessage")["message"], "no message tells of the result")
    client.replace(use, USE.replace("equation\n", "equation\n  assert(time < 0.5, \"late\");\n"))
    result = client.request("workspace/executeCommand", lenses[0]["command"])
    expect(result and not result["done"] and "late" in result["message"], f"a run that fails: {result}")
    # One that would go on for hours is cancelled.
    client.replace(use, USE.replace("end Use;", "annotation(experiment(StopTime = 1e9, Interval = 1e3));\nend Use;")
                   .replace("-h*x", "cos(1e3*time) - x"))
    number = client.begin("workspace/executeCommand", lenses[0]["command"])
    client.notify("$/cancelRequest", {"id": number})
    expect(client.answer(number).get("error", {}).get("code") == -32800, "a run cannot be cancelled")
    client.replace(use, USE)


# ---------------------------------------------------------------- quick fixes

FIXES = [
    ("Lib.Stop", "Lib.Stp", "Lib.Stop"),
    ("parameter Real", "paramter Real", "parameter Real"),
    ("h=2;", "h=2", "h=2;"),
    ("end Use", "end Us", "end Use"),
    ("Components.Mass", "Components.Mas", "Components.Mass"),
    ("m=2", "mm=2", "m=2"),
    ("flange_b, ball", "flnge_b, ball", "flange_b, ball"),
    ("der(x)=", "der(x):=", "der(x)="),
    ("equation\n    der(x)=-h*x", "equation\n    der(x)=-qq*x", "  Real qq;\nequation\n    der(x)=-qq*x"),
    ("model Use \"Ünï: 🙂\"\n  Lib", "model Use \"Ünï: 🙂\"\n  SI.Mass q=1;\n  Lib",
     "model Use \"Ünï: 🙂\"\n  import Modelica.Units.SI;\n  SI.Mass q=1;\n  Lib"),
    ("Real h=2", "Real h(unit=\"kg m^2\")=2", "Real h(unit=\"kg.m2\")=2"),
    ("Real h=2", "Real h(unit=\"Ns/m\")=2", "Real h(unit=\"N.s/m\")=2"),
    ("ball(m=2, s", "ball(s", "ball(m = 1, s"),
    ("Real x(", "Modelica.Blocks.Sources.Sine wave;\n  Real x(",
     "Modelica.Blocks.Sources.Sine wave(f = 1);\n  Real x("),
    ("s(start=1, fixed=true)", "s(start=max(1, 0.5))", "s(start=max(1, 0.5), fixed = true)"),
    ("x(start=1,fixed=true)", "x(start=1)", "x(start=1, fixed = true)"),
]


def fixes():
    """Write what remedies tell to write."""
    root = os.path.join(DIRECTORY, "workspace")
    use = os.path.join(root, "Use.mo")
    client = Client(PROGRAM, root=root)
    client.open(use, USE)
    client.diagnostics(use)
    for right, wrong, fixed in FIXES:
        client.replace(use, USE.replace(right, wrong, 1))
        found = client.diagnostics(use)
        expect(found, f"nothing is wrong with '{wrong}'")
        offered = []
        for d in found:
            offered += client.request("textDocument/codeAction", {
                "textDocument": {"uri": uri_of(use)}, "range": d["range"], "context": {"diagnostics": [d]}})
        results = [apply(client.texts[use], fix["edit"]["changes"][uri_of(use)]) for fix in offered]
        expect(USE.replace(right, fixed, 1) in results, f"'{wrong}' is fixed as {[fix['title'] for fix in offered]}")
    expect(client.end() == 0, "the server did not end well")


# ---------------------------------------------------------------- what no editor should say

def odd_messages():
    """Messages that are wrong, or come at the wrong time, are answered or passed over."""
    client = Client(PROGRAM)
    use = os.path.join(DIRECTORY, "Odd.mo")
    text = "model Odd\r\n  Real x;\r\nequation\r\n  x = tme;\r\nend Odd;\r\n"
    client.open(use, text)
    found = client.diagnostics(use)
    expect(len(found) == 1 and found[0]["range"]["start"] == {"line": 3, "character": 6}, f"with CRLF: {found}")
    expect(client.refusal("textDocument/nothing", {}), "an unknown method is not refused")
    expect(client.at("hover", use, 0) is None, "a keyword means something")
    place = {"textDocument": {"uri": uri_of(use)}, "position": {"line": 10**9, "character": 10**12}}
    for method in ("completion", "hover", "definition", "references", "rename", "prepareRename"):
        client.request("textDocument/" + method, place)
        client.request("textDocument/" + method, {})
        client.request("textDocument/" + method, None)
    client.process.stdin.write(b"Content-Length: 3\r\n\r\n{x}")
    client.process.stdin.flush()
    expect(client.receive()["error"]["code"] == -32700, "what is no JSON is not refused")
    client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///nowhere", "version": 2}})
    client.notify("$/unknown", {})
    client.change(use, text.index("tme"), text.index("tme") + 3, "time")
    expect(client.diagnostics(use) == [], "an edit between ends of lines with CR is misplaced")
    expect(client.end() == 0, "the server did not end well")


def all_models():
    """Of a text that is opened all models are checked, the last one first."""
    path = os.path.join(DIRECTORY, "Both.mo")
    client = Client(PROGRAM)
    client.open(path, "package Both\n  model One\n    Real x = y;\n  end One;\n"
                "  model Two\n    Real x = 1;\n  end Two;\nend Both;\n")
    expect(client.diagnostics(path) == [], "the last model is not right")
    found = client.diagnostics(path)
    expect(len(found) == 1 and found[0]["range"]["start"] == {"line": 2, "character": 13}, f"of all models: {found}")
    at = client.texts[path].index("Real x = 1")
    client.change(path, at, at, " ")  # the message of the other model stays
    found = client.diagnostics(path)
    expect(len(found) == 1 and found[0]["range"]["start"] == {"line": 2, "character": 13}, f"after an edit: {found}")
    at = client.texts[path].index("= y")
    client.change(path, at + 2, at + 3, "2")
    expect(client.diagnostics(path) == [], "a mended model is still said to be wrong")
    expect(client.end() == 0, "the server did not end well")


def dyad():
    """The same in Dyad, with names of any script."""
    path = os.path.join(DIRECTORY, "Fall.dyad")
    text = """# A mass on a stop.
component Fall
  ground = TranslationalComponents.Fixed()
  stop = TranslationalComponents.ElastoGap(c=1e5, d=60, s_rel0=0)
  ball = TranslationalComponents.Mass(m=2, L=0)
  parameter größe::Real = 3
relations
  initial ball.s = 0.5
  initial ball.v = größe
  connect(ground.flange, stop.flange_a)
  connect(stop.flange_b, ball.flange_a)
end
"""
    client = Client(PROGRAM)
    client.open(path, text)
    first = client.diagnostics(path)
    at = text.index("stop.flange_b") + 5
    expect({"flange_a", "flange_b"} <= set(client.labels(path, at)), "ports are not offered in Dyad")
    at = text.index("Mass(m=2") + 5
    client.change(path, at, at + 1, "")
    expect({"m", "L"} <= set(client.labels(path, at)), "parameters are not offered in Dyad")
    client.change(path, at, at, "m")
    hover = client.at("hover", path, text.index("ElastoGap"))
    expect(hover and "TranslationalComponents" in hover["contents"]["value"], "a component of Dyad is not known")
    result = client.at("rename", path, text.index("größe"), newName="länge")
    renamed = apply(text, result["changes"][uri_of(path)]) if result else None
    expect(renamed == text.replace("größe", "länge"), f"renaming in Dyad: {renamed}")
    client.change(path, text.index("stop.flange_b"), text.index("stop.flange_b") + 4, "stp")
    expect(client.diagnostics(path) != first, "a wrong name in Dyad is not told")
    expect(client.end() == 0, "the server did not end well")


large_text()
library()
fixes()
odd_messages()
all_models()
dyad()
sys.exit(1 if failures else 0)
