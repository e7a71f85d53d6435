# elastogap linearize: summary, files in four formats, Bode plots, kinks, and what is refused.
. "$(dirname "$0")/lib.sh"

cat >Drop.mo <<'MODEL'
model Drop
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Mechanics.Translational.Sources;
  Components.Fixed ground;
  Components.ElastoGap stop(c = 1e5, d = 60);
  Components.Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
  Sources.ConstantForce weight(f_constant = -2*9.81);
equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
end Drop;
MODEL

# What needs LAPACK says so where it is missing.
run linearize Drop.mo --at 20 --output none.csv
status_is 0
if grep -q LAPACK .err; then
    err_has 'warning: eigenvalues and mode shapes need the library LAPACK' 'remedy: install it'
    run linearize Drop.mo --inputs weight --outputs ball.s --bode none.csv
    status_is 3
    finish
fi
rm none.csv

# At rest on the stop: omega = sqrt(c/m), 2 zeta omega = d/m.
run linearize Drop.mo --at 20 --inputs weight --outputs ball.s --outputs stop.f -o a.json --output a.csv -o a.mat -o a.mo
status_is 0
err_is_empty
out_has '^Drop at 20 s: 2 states, 1 input, 2 outputs' 'stop  *linear' '35.5881' '0.06708' 'stop.s_rel, ball.v'
files_are Drop.mo a.json a.csv a.mat a.mo
[ "$(cat a.csv)" = '"","stop.s_rel","ball.v","weight"
"der(stop.s_rel)",0,1,0
"der(ball.v)",-50000,-30,0.5
"ball.s",1,0,0
"stop.f",100000,60,0' ] || fail "a.csv is $(cat a.csv)"
python3 - <<'CHECK' || fail "a.json is wrong"
import json
l = json.load(open("a.json"))
assert l["A"] == [[0, 1], [-50000, -30]] and l["B"] == [[0], [0.5]] and l["D"] == [[0], [0]]
assert [s["name"] for s in l["states"]] == ["stop.s_rel", "ball.v"] and l["states"][0]["unit"] == "m"
assert l["modes"] == [{"component": "stop", "mode": "linear"}] and l["kinks"] == []
e = l["eigenvalues"]
assert abs(e[0]["real"] + 15) < 1e-10 and abs(e[0]["imaginary"] - (50000 - 225)**0.5) < 1e-10
assert max(abs(complex(*z)) for z in zip(e[0]["shape_real"], e[0]["shape_imaginary"])) == 1
CHECK
# a.mat: level 4, matrices by columns
python3 - <<'CHECK' || fail "a.mat is wrong"
import struct
b, at, found = open("a.mat", "rb").read(), 0, {}
while at < len(b):
    kind, rows, columns, _, length = struct.unpack_from("<5i", b, at)
    name = b[at + 20:at + 20 + length - 1].decode()
    size = 1 if kind == 51 else 8
    data = b[at + 20 + length:at + 20 + length + rows*columns*size]
    found[name] = (rows, columns, data if kind == 51 else struct.unpack("<%dd" % (rows*columns), data))
    at += 20 + length + rows*columns*size
assert found["ABCD"] == (4, 3, (0, -50000, 1, 100000, 1, -30, 0, 60, 0, 0.5, 0, 0)), found["ABCD"]
assert found["nx"][2] == (2,) and found["A"][:2] == (2, 2) and found["B"][:2] == (2, 1) and found["C"][:2] == (2, 2)
names, (rows, width, letters) = [], found["xuyName"]
for i in range(rows):
    names.append("".join(chr(letters[k*rows + i]) for k in range(width)).rstrip())
assert names == ["stop.s_rel", "ball.v", "weight", "ball.s", "stop.f"], names
CHECK
# a.mo runs, and a step of its input of 10 N moves it as it does the model: to rest at 10/1e5 m
sed 's/parameter Real u0\[1\] = {-19.62[0-9]*}/parameter Real u0[1] = {-29.62}/; s/(start = u0)/(start = {-19.62})/' a.mo >b.mo
run simulate b.mo --stop-time 23 --output m.csv --quiet
status_is 0
near "$(value_at m.csv 'y[1]' 23)" -0.0000962 1e-9 "the place after a step"

# Bode: the response at rest is 1/c, and falls by 40 dB a decade
run linearize Drop.mo --at 20 --inputs weight --outputs ball.s --bode b.csv --bode-from 1e-3 --bode-to 1e4 --quiet
status_is 0
out_is_empty
head -1 b.csv | grep -q '^"frequency \[Hz\]","magnitude ball.s / weight \[m/N\]","magnitude_dB .*","phase_deg ' ||
    fail "the header is $(head -1 b.csv)"
near "$(sed -n 2p b.csv | cut -d, -f3)" -100 1e-6 "the level at rest"
near "$(tail -1 b.csv | cut -d, -f3)" "$(awk 'BEGIN { w = 2*3.14159265358979*1e4; print -20*log(2*w*w)/log(10) }')" 1e-2 "the last level"
if command -v gnuplot >/dev/null; then
    run linearize Drop.mo --at 20 --inputs weight --outputs ball.s --outputs stop.f --bode b.svg --bode b.png --quiet
    status_is 0
    grep -q 'ball.s / weight \[m/N\]' b.svg || fail "b.svg names no curve"
    grep -q 'phase' b.svg || fail "b.svg has no phase"
fi

# Beside a kink: both sides
sed 's/start = 0.5/start = 0/' Drop.mo >Touch.mo
run linearize Touch.mo --inputs weight -o k.json -o k.mo
status_is 0
err_has 'warning: at time 0 s stop lies next to a change of mode'
out_has 'stop  *apart' '^beyond the edge of stop' 'stop  *linear'
grep -q '"beyond": {' k.json || fail "k.json has one side only"
[ "$(grep -c '^model Drop_linear' k.mo)" = 2 ] || fail "k.mo has one side only"
run check k.mo
status_is 0

# Refusals
run linearize Drop.mo --inputs ball.s
status_is 2
err_has '"ball.s" cannot be an input'
run linearize Drop.mo --inputs wieght
status_is 2
err_has 'has no input "wieght"'
run linearize Drop.mo --outputs ball.q
status_is 2
err_has 'no variable ball.q'
run linearize Drop.mo --bode b.svg
status_is 2
err_has 'has no inputs'
run linearize Drop.mo -o lin.txt
status_is 2
err_has 'must end in .json, .mat, .mo or .csv'
run linearize Drop.mo --at -1
status_is 2
err_has 'lies before the start'

# What an input does not reach has no curve, which is told; ranges of less than a decade have numbers.
run linearize Drop.mo --at 0 --inputs weight --outputs stop.f --bode b.csv
status_is 0
err_has 'warning: stop\.f / weight \[N/N\] is 0 at every frequency'
if command -v gnuplot >/dev/null; then
    run linearize Drop.mo --at 5 --inputs weight --outputs stop.f --bode b.svg --bode-from 22 --bode-to 48
    status_is 0
    err_is_empty
    grep -q '>30<' b.svg && grep -q '>40<' b.svg || fail 'the frequencies have no numbers'
fi

# What is no text of a model is told what is for it, by every command that reads models.
run fmu Drop.mo -o Drop.fmu
for command in check flatten firmware linearize fmu info test convert; do
    run $command Drop.fmu
    status_is 2
    err_has 'Drop\.fmu is an FMU, which shows no equations: simulate runs it'
done
run ensemble Drop.mo --set 'ball.m=range(1,2,2)' --get ball.s --quiet -o e.csv
run linearize e.csv
status_is 2
err_has 'e\.csv is a table, and no model.s text'

finish
