# What `info --json` says: JSON whatever the texts hold, and no less than the text says.
. "$(dirname "$0")/lib.sh"

run info --json
status_is 0
err_is_empty
cp .out all.json

# Every class of the library: its JSON is read by another program and compared with what is printed for people.
python3 - "$ELASTOGAP" <<'PYTHON' || fail 'JSON and text of a class differ'
import json, re, subprocess, sys

def run(*arguments):
    return subprocess.run([sys.argv[1], "info", *arguments], check=True, capture_output=True).stdout.decode()

def section(text, title):
    found = re.search(r"(?m)^" + re.escape(title) + r"\n((?:  .*\n|\n(?=  ))*)", text)
    return found.group(1) if found else ""

def refuse_twice(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), names
    return dict(pairs)

titles = {"parameters": "Parameters", "constants": "Constants", "connectors": "Ports", "variables": "Variables"}
classes = json.load(open("all.json"))["classes"]
assert len(classes) > 300, len(classes)
for one in classes:
    name = one["name"]
    text, whole = run(name), json.loads(run(name, "--json"), object_pairs_hook=refuse_twice)
    assert whole["name"] == name and text.startswith("%s %s\n" % (whole["kind"], name)), name
    assert whole["description"] == one["description"] and "\n  %s\n" % one["description"] in text, name
    for member, title in titles.items():
        lines = [line for line in section(text, title).split("\n") if line and not line.startswith("  (")]
        rows = [line.split() for line in lines if not line.startswith("        ")]
        assert [row[0] for row in rows] == [m["name"] for m in whole[member]], (name, member)
        for m, row, line in zip(whole[member], rows, [l for l in lines if not l.startswith("        ")]):
            unit = m.get("unit")
            line = line.replace(m["description"] or "\0", "") + "  "
            assert not unit or "[%s]" % unit in line, (name, m)
            assert not m["description"] or m["description"] in section(text, title), (name, m)
            if member == "connectors":
                assert m["type"] in line and m["class"].count("."), (name, m)
                for v in m["variables"]:
                    assert "%s [%s]" % (v["name"], v["unit"]) in line, (name, m)
                assert sum(v["flow"] for v in m["variables"]) * 2 == len(m["variables"]), (name, m)
            elif member == "parameters":
                assert ("required" in row) == m["required"], (name, m)
                assert ("falls back on" in line) == (m["start"] is not None), (name, m)
                low, high = re.search(r"  >=? (\S+)  ", line), re.search(r"  (\S+) to (\S+)  ", line)
                if m["min"] is not None and m["max"] is None and m["min"] > 1e-15:
                    assert float(low.group(1)) == m["min"], (name, m)
                if m["min"] is not None and m["max"] is not None:
                    assert [float(x) for x in high.groups()] == [m["min"], m["max"]], (name, m)
                if isinstance(m["default"], bool):
                    assert "= %s" % str(m["default"]).lower() in line, (name, m)
                elif isinstance(m["default"], (int, float)) and not re.search(r"  = [a-z]", line): # told in words
                    assert float(re.search(r"  = (\S+)", line).group(1)) == m["default"], (name, m)
                for item in m["items"] or []:
                    assert item["name"] and item["description"], (name, m)
    equations = [e["text"] for e in whole["equations"]]
    equations += [e["text"] for case in whole["cases"] for e in case["equations"]]
    for line in equations + whole["relations"] + whole["usage"]:
        assert "\n  %s\n" % line in text, (name, line)
    for member, title in (("extends", "Extends"), ("used_in", "Examples that use it")):
        assert whole[member] == section(text, title).split(), (name, member)
    related = re.findall(r"(?m)^  (\S+)$", section(text, "Related classes"))
    assert [r["name"] for r in whole["related"]] == related, name
PYTHON

# A user's own texts: what they say may be anything.
cat >Own.mo <<'MODEL'
package Own
  connector Pin "A pin"
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;
  type Mode = enumeration(off "Not \"on\"", on "A \\ and a	tab");
  partial model Base "Base"
    extends Modelica.Mechanics.Translational.Interfaces.PartialCompliant;
  end Base;
  model Spring "My \"own\" spring, \\ and
more of it: é €"
    extends Base;
    parameter Real k(unit = "N/m", min = 0, max = 3*5) = 1 "Stiff";
    parameter Modelica.Units.SI.Mass m;
    final parameter Real twice = 2*k;
    parameter Mode mode = Mode.on;
    parameter Boolean rests = false;
    Pin p;
    Modelica.Blocks.Interfaces.RealInput u(unit = "N") if not rests;
    Modelica.Mechanics.Translational.Components.ElastoGap gap(c = k);
  equation
    f = k*s_rel;
  end Spring;
  model Soft
    extends Spring(final k = 0.5, m = 1);
  end Soft;
  model Run "Runs"
    Modelica.Mechanics.Translational.Components.Mass ball(m = 2, s(start = 1, nominal = 0.5, fixed = true));
    Modelica.Mechanics.Translational.Components.Spring spring(c = 3);
    Modelica.Mechanics.Translational.Components.Fixed wall;
    Elastogap.Contact.Gap gap(law = "hertz", c = 5);
    Modelica.Blocks.Sources.TimeTable table(table = [0, 1; 2, 3]);
  equation
    connect(wall.flange, spring.flange_a);
    connect(spring.flange_b, ball.flange_a);
    connect(wall.flange, gap.flange_a);
    connect(gap.flange_b, ball.flange_a);
    annotation (experiment(StopTime = 3));
  end Run;
end Own;
MODEL
for name in Spring Soft Pin Mode Base Run; do
    run info Own.mo Own.$name --json
    status_is 0
    cp .out $name.json
done
python3 - <<'PYTHON' || fail 'not what the texts say'
import json

def load(name):
    return json.load(open(name + ".json", encoding="utf-8"))

def named(list, name):
    return next(m for m in list if m["name"] == name)

spring = load("Spring")
assert spring["kind"] == "model" and spring["extends"] == ["Own.Base"], spring["kind"]
assert spring["description"].startswith('My "own" spring, \\ and\nmore of it: \xe9 \u20ac'), spring["description"]
k = named(spring["parameters"], "k")
assert (k["unit"], k["default"], k["min"], k["max"], k["final"], k["required"]) == ("N/m", 1, 0, "3 * 5", False, False), k
m = named(spring["parameters"], "m")
assert (m["unit"], m["default"], m["min"], m["required"]) == ("kg", None, 0, True), m
twice = named(spring["parameters"], "twice")
assert twice["final"] and twice["default"] == "2 * k", twice
mode = named(spring["parameters"], "mode")
assert mode["default"] == "Mode.on", mode
assert mode["items"] == [{"name": "off", "description": 'Not "on"'}, {"name": "on", "description": "A \\ and a\ttab"}], mode
assert named(spring["parameters"], "rests")["default"] is False
pin = named(spring["connectors"], "p")
assert pin["class"] == "Own.Pin" and pin["variables"] == [
    {"name": "v", "unit": "V", "flow": False}, {"name": "i", "unit": "A", "flow": True}], pin
flange = named(spring["connectors"], "flange_b")
assert flange["class"] == "Modelica.Mechanics.Translational.Interfaces.Flange_b", flange
assert flange["direction"] == "out of the cut plane" and [v["unit"] for v in flange["variables"]] == ["m", "N"], flange
assert flange["from"] == "Modelica.Mechanics.Translational.Interfaces.PartialCompliant", flange
u = named(spring["connectors"], "u")
assert (u["direction"], u["unit"], u["condition"]) == ("input", "N", "not rests"), u
assert named(spring["components"], "gap")["class"] == "Modelica.Mechanics.Translational.Components.ElastoGap"
assert {"text": "f = k * s_rel;", "from": None} in spring["equations"]
assert {"text": "flange_b.f = f;", "from": flange["from"]} in spring["equations"]
assert spring["used_in"] == ["Own.Soft"] and "no value" in spring["cannot_be_simulated"], spring["used_in"]

# What a class says on the way to another one holds in it.
soft = load("Soft")["contents"][0] if "contents" in load("Soft") else load("Soft")
k = named(soft["parameters"], "k")
assert k["default"] == 0.5 and k["final"] and k["from"] == "Own.Spring", k
assert load("Pin")["used_in"] == ["Own.Spring"] and load("Base")["used_in"] == ["Own.Spring"]
assert load("Mode")["facts"][-1] == {"name": "on", "value": "A \\ and a\ttab"}, load("Mode")
assert load("Mode")["used_in"] == ["Own.Spring"]

run = load("Run")
assert run["name"] == "Own.Run" and run["experiment"]["StopTime"] == 3 and run["connections"] == 4
assert named(run["components"], "ball")["given"] == {"m": 2}, run["components"]
assert named(run["components"], "gap")["given"] == {"law": "hertz", "c": 5}, run["components"]
assert named(run["components"], "table")["given"] == {"table": [[0, 1], [2, 3]]}, run["components"]
assert {s["unit"] for s in run["states"]} == {"m", "m/s"} and len(run["states"]) == 2, run["states"]
assert [t for t in run["taken_by"] if t["name"] == "erk"] == [{"name": "erk", "is_engine": True, "takes": True, "because": None}]
assert not any(t["takes"] for t in run["taken_by"] if t["name"] == "exact") and all(t["because"] for t in run["taken_by"] if not t["takes"])
PYTHON

# "Used in" stands in the text as well.
run info Own.mo Own.Pin
status_is 0
out_has '^Used in$' '^  Own\.Spring$'
# Who uses a class of the component library in the libraries of -I: in texts of their own too, by extends or by a
# part, by any name of the class, whatever stands beside it that cannot be read.
mkdir -p libs/Lib/Deep
cat >libs/Lib/package.mo <<'MODEL'
package Lib
  model Soft
    extends Modelica.Mechanics.Translational.Components.ElastoGap(c = 5);
  end Soft;
  model None
    Modelica.Mechanics.Translational.Components.Mass m(m = 1);
  end None;
end Lib;
MODEL
echo 'within Lib; package Deep end Deep;' >libs/Lib/Deep/package.mo
cat >libs/Lib/Deep/Pair.mo <<'MODEL'
within Lib.Deep;
model Pair
  import Modelica.Mechanics.Translational.Components.ElastoGap;
  ElastoGap gap[2](each c = 1);
end Pair;
MODEL
echo 'within Lib.Deep; model Broken Mass m( end Broken;' >libs/Lib/Deep/Broken.mo
echo 'model Alone Modelica.Mechanics.Translational.Components.ElastoGap g(c = 1); end Alone;' >libs/Alone.mo
for class in ElastoGap Modelica.Mechanics.Translational.Components.ElastoGap; do
    run info $class -I libs
    status_is 0
    err_is_empty
    out_has '^Used in$' '^  Lib\.Soft$' '^  Lib\.Deep\.Pair$' '^  Alone$'
    ! grep -q 'Lib\.None' .out || fail 'what has no part of it is no user'
    run info $class
    ! grep -q '^Used in$' .out || fail 'without a library nobody uses it'
done
run info --json ElastoGap -I libs
status_is 0
out_has '"Lib\.Deep\.Pair"'
# The states, with what is said of them.
cat >Wish.mo <<'MODEL'
model Wish
  Modelica.Mechanics.Translational.Components.Mass ball(m = 2, stateSelect = StateSelect.always, s(nominal = 0.5));
end Wish;
MODEL
run info Wish.mo --json
status_is 0
python3 - <<'PYTHON' || fail 'not the states'
import json
states = json.load(open(".out"))["states"]
assert states == [{"name": "ball.s", "unit": "m", "nominal": 0.5}, {"name": "ball.v", "unit": "m/s", "nominal": None}], states
PYTHON

# Packages, types, and what is refused.
for name in TranslationalComponents Modelica.Units.SI Length Own.mo Modelica.Mechanics.Translational.Interfaces.Flange_a \
    TranslationalComponents.Components.ElastoGap IconicDiagrams.Mechanical.Translation.Components.SpringDamper; do
    run info $name --json
    case $status in
        0) python3 -c 'import json; assert json.load(open(".out"))["name"]' || fail "no JSON of $name" ;;
        *) fail "$name is not told" ;;
    esac
done
run info ElastGap --json
status_is 2
[ -s .out ] && fail 'an error leaves JSON behind'
err_has 'did you mean .*ElastoGap'
run info ElastoGap --json --equations
status_is 2
finish
