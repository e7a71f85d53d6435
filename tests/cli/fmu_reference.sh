# fmu --reference: an FMU with experiment, parameters, stimuli and results (FMI-LS-REF), read back.
. "$(dirname "$0")/lib.sh"

cat >Driven.mo <<'END'
model Driven "A mass that a force drives against a stop"
  import Modelica.Mechanics.Translational.{Components, Sources};
  type Law = enumeration(hard, soft);
  parameter Real c(unit = "N/m") = 1000;
  parameter Real travel(unit = "1") = 50 "in millimetres";
  parameter String note = "a<b & \"c\"";
  parameter Law law = Law.soft;
  parameter Real w[2] = {1, 2};
  parameter Integer count = 3;
  parameter Boolean on = true;
  input Real u(start = 2, unit = "N");
  output Real y(unit = "m") = mass.s;
  Components.Mass mass(m = 2, L = 0, s(start = 0, fixed = true), v(start = 1, fixed = true));
  Components.ElastoGap gap(c = c, d = 5);
  Components.Fixed wall(s0 = travel/1000);
  Sources.Force push;
equation
  push.f = u;
  connect(push.flange, mass.flange_a);
  connect(mass.flange_b, gap.flange_a);
  connect(gap.flange_b, wall.flange);
  annotation(experiment(StopTime = 1, Interval = 0.1, Tolerance = 1e-5));
end Driven;
END

# unpack FILE.fmu FOLDER
unpack() {
    mkdir -p "$2"
    python3 -m zipfile -e "$1" "$2" || fail "$1 is no archive"
}
folder=extra/org.fmi-standard.fmi-ls-ref

run fmu Driven.mo --reference -o Driven.fmu
status_is 0
unpack Driven.fmu full
cd full || exit 1
for file in Driven.ssv Driven.exp Driven_in.csv Driven_ref.csv fmi-ls-manifest.xml; do
    [ -s $folder/$file ] || fail "there is no $file"
done
[ -s documentation/fmi-ls-ref.txt ] || fail 'there is no documentation'

# What the schemas of both standards ask for: names, fixed texts, roles; and each file that is named is there.
python3 - <<'END' || fail 'manifest or experiment are not as the standards have them'
import os
import re
import sys
import xml.etree.ElementTree as xml
folder = "extra/org.fmi-standard.fmi-ls-ref/"
ls = "{http://fmi-standard.org/fmi-ls-manifest}fmi-ls-"
root = xml.parse(folder + "fmi-ls-manifest.xml").getroot()
said = {ls + "name": "org.fmi-standard.fmi-ls-ref", ls + "version": "1.0.0-alpha.1",
        ls + "description": "Layered Standard providing information on related files included in an FMU."}
assert root.tag == "fmiReferences" and root.attrib == said, root.attrib
roles = r"model|parameter|experiment/validation|result"
for related in root:
    assert related.tag == "Related" and set(related.attrib) <= {"type", "source", "role", "description"}
    assert re.fullmatch(roles, related.get("role")), related.get("role")
    assert os.path.isfile(folder + related.get("source")), related.get("source")
assert sorted(r.get("role") for r in root) == ["experiment/validation", "model", "parameter", "result"]
root = xml.parse(folder + "Driven.exp").getroot()
(experiment,) = root
assert root.tag == "Experiments" and root.get("name") and experiment.tag == "Experiment" and experiment.get("name")
assert float(experiment.get("tolerance")) == 1e-5
assert [child.tag for child in experiment] == ["TransientSimulation", "Parameters", "Stimuli", "References"]
assert [float(experiment[0].get(k)) for k in ("startTime", "stopTime", "stepSize")] == [0, 1, 0.1]
assert all(os.path.isfile(folder + child.get("source")) for child in experiment[1:])
END
cd ..

# The rows are those of the engine exact, digit for digit, at the points of the experiment.
run simulate Driven.mo --engine exact --signals y --tolerance 1e-12 -o direct.csv
status_is 0
grep -q 'engine exact, to round-off' full/$folder/fmi-ls-manifest.xml || fail 'the manifest does not say by whom'
python3 - <<'END' || fail 'the rows are not those of the direct run'
import csv
rows = lambda path: [r for r in csv.reader(open(path))]
reference = rows("full/extra/org.fmi-standard.fmi-ls-ref/Driven_ref.csv")
direct = {float(t): y for t, y in rows("direct.csv")[1:]}
assert reference[0] == ["time", "y"] and len(reference) == 12
assert all(direct[float(t)] == y for t, y in reference[1:])
END

# The set of parameters, given back, changes nothing; given with another value it counts.
for model in Driven.mo Driven.fmu; do
    run simulate $model --get y -o own.csv
    cp .out own.txt
    run simulate $model --set-file full/$folder/Driven.ssv --get y -o own.csv
    status_is 0
    [ "$(grep '^y' .out)" = "$(grep '^y' own.txt)" ] || fail "the own parameters change $model"
    sed 's/value="1000"/value="4000"/' full/$folder/Driven.ssv >harder.ssv
    run simulate $model --set-file harder.ssv --get c -o own.csv
    out_has '^c = 4000 N/m$'
done
run flatten Driven.mo --set-file full/$folder/Driven.ssv -o with.mo
run flatten Driven.mo -o without.mo
sed 's/ *\/\/.*//' with.mo >a && sed 's/ *\/\/.*//' without.mo >b
cmp -s a b || fail "the set is not what the model says: $(diff a b | head -4)"

# Where exact does not take a model, its best engine's.
sed 's/d = 5/d = 5, n = 1.5/; s/Driven/Bent/' Driven.mo >Bent.mo
run fmu Bent.mo --reference -o Bent.fmu
status_is 0
unpack Bent.fmu bent
grep -q 'at a tolerance of 1e-12' bent/$folder/fmi-ls-manifest.xml || fail 'the manifest does not say by whom'

# Rows of someone else.
printf 'time,y,mass.v\n0,0,1\n0.5,0.123456789012345678901234567890,2\n1,3,4\n' >rows.csv
run fmu Driven.mo --reference-from rows.csv -o given.fmu
status_is 0
unpack given.fmu given
cmp -s rows.csv given/$folder/Driven_ref.csv || fail 'other rows than those that were given'
grep -q 'stepSize="0.5"' given/$folder/Driven.exp || fail 'another distance of the rows'
refused() { # TEXT LINE REGEX
    printf "$1" >bad.csv
    run fmu Driven.mo --reference-from bad.csv -o bad.fmu
    status_is 1
    err_has "^bad.csv:$2: error: $3" 'remedy: '
    [ ! -e bad.fmu ] || fail 'an FMU is left behind'
}
refused 'time,z\n0,1\n1,2\n' 1 'the FMU has no variable "z"'
refused 't,y\n0,1\n1,2\n' 1 'the FMU has no variable "t"'
refused 'time,y\n0,1\n1\n' 3 'these are no rows of the FMU: the line is too short'
refused 'time,y\n0,1\n1,2,3\n' 3 'these are no rows of the FMU: the line is too long'
refused 'time,y\n0,1\n1,x\n' 3 'these are no rows of the FMU: a cell holds no number'
refused 'time,y\n0,1\n' 2 'these are no rows of the FMU: there are fewer than two'
refused '' 1 'the FMU has no variable ""'
run fmu Driven.mo --reference-from none.csv -o bad.fmu
status_is 3
err_has 'none.csv: error: cannot read the file'
finish
