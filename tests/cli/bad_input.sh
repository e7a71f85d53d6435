# Wrong models: each has a message of its own that names place, object and remedy, exit status 1, and
# leaves no file behind.
. "$(dirname "$0")/lib.sh"

T=Modelica.Mechanics.Translational.Components

# A model is read from stdin. STATUS, then what stderr must say.
wrong() { # STATUS REGEX...
    local expected=$1
    shift
    cat >bad.mo
    run simulate bad.mo
    status_is "$expected"
    err_has "$@"
    files_are bad.mo
    # `check` says the same.
    run check bad.mo
    status_is "$expected"
    err_has "$@"
}

# A wall, a gap and a mass that moves towards it; NAME=TEXT pairs change parts of it.
model() {
    local gap='c = 10, d = 1' mass='m = 1, s(start = 1, fixed = true), v(start = -1, fixed = true)' extra='' more=''
    [ $# -eq 0 ] || local "$@"
    cat <<MODEL
model Bad
  $T.Fixed wall;
  $T.ElastoGap gap($gap);
  $T.Mass mass($mass);
  $extra
equation
  connect(wall.flange, gap.flange_a);
  connect(gap.flange_b, mass.flange_a);
  $more
  annotation(experiment(StopTime = 1));
end Bad;
MODEL
}

# ---------------------------------------------------------------- names

model | sed 's/ElastoGap gap/ElastoGapp gap/' | wrong 1 'bad\.mo:3:[0-9]+: error: .*ElastoGapp' 'ElastoGap' '\^'
model gap='c = 10, d = 1, srel0 = 0.5' | wrong 1 'bad\.mo:3:[0-9]+: error: .*srel0' 's_rel0'
model mass='mm = 1, s(start = 1)' | wrong 1 'bad\.mo:4:[0-9]+: error: .*mm'
model more='connect(mass.flange_c, wall.flange);' | wrong 1 'bad\.mo:9:[0-9]+: error: .*flange_c' 'flange_[ab]'
model more='connect(masss.flange_b, wall.flange);' | wrong 1 'bad\.mo:9:[0-9]+: error: .*masss' 'mass'
model mass='m = weight' | wrong 1 'bad\.mo:4:[0-9]+: error: .*weight'
model mass='m = 1, x(start = 1)' | wrong 1 'bad\.mo:4:[0-9]+: error: .*x'
model extra="$T.Mass mass(m = 1);" | wrong 1 'bad\.mo:5:[0-9]+: error: .*mass'

# ---------------------------------------------------------------- units and values

model extra='parameter Modelica.Units.SI.Time t = 1;' mass='m = 1, s(start = 1), L = t' |
    wrong 1 'bad\.mo:4:[0-9]+: error: .*(unit|\bs\b)'
model mass='m(unit = "m") = 1' | wrong 1 'bad\.mo:4:[0-9]+: error: .*unit'
model gap='c = -10, d = 1' | wrong 1 'bad\.mo:3:[0-9]+: error: .*-10' 'c'
model gap='c = 10, d = 1, n = 0.5' | wrong 1 'bad\.mo:3:[0-9]+: error: .*0\.5' 'n'
model gap='c = 10, d = 1, s_rel0 = 0/0' | wrong 1 'bad\.mo:3:[0-9]+: error: .*'
model gap='c = 10, d = 1, s_ref = 0' | wrong 1 'bad\.mo:3:[0-9]+: error: .*s_ref'
model mass='m = 1e400' | wrong 1 'bad\.mo:4:[0-9]+: error: .*'
model mass='m = "heavy"' | wrong 1 'bad\.mo:4:[0-9]+: error: .*'
model | sed "s/$T.ElastoGap gap(c = 10, d = 1)/TranslationalComponents.Components.ElastoGap gap(d = 1)/" |
    wrong 1 'bad\.mo:3:[0-9]+: error: .*gap.*\bc\b'

# MSL's c and d have a start value to fall back on: a warning that names parameter and value.
model gap='d = 2' >warn.mo
run simulate warn.mo --quiet --output warn.csv
status_is 0
err_has 'warn\.mo:3:[0-9]+: warning: .*gap\.c' '1'
rm -f warn.mo warn.csv

# ---------------------------------------------------------------- structure

wrong 1 'error: .*nothing determines .*mass' <<MODEL
model Bad
  $T.Mass mass(m = 0);
end Bad;
MODEL
# Nothing holds the rod while the gap is open.
wrong 1 'error: .*nothing determines .*(rod|gap)' <<MODEL
model Bad
  $T.Fixed wall;
  $T.ElastoGap gap(c = 1, d = 1);
  $T.Rod rod(L = 1);
equation
  connect(wall.flange, gap.flange_a);
  connect(gap.flange_b, rod.flange_a);
  annotation(experiment(StopTime = 1));
end Bad;
MODEL
wrong 1 'error: .*(left|right)' '(left|right)' <<MODEL
model Bad
  $T.Fixed left(s0 = 0);
  $T.Fixed right(s0 = 2);
  $T.Rod rod(L = 1);
equation
  connect(left.flange, rod.flange_a);
  connect(rod.flange_b, right.flange);
end Bad;
MODEL
model gap='c = 10, d = 1, useHeatPort = true' | wrong 1 'error: .*gap\.heatPort' 'FixedTemperature'

# ---------------------------------------------------------------- start values

model extra="$T.Mass twin(m = 1, s(start = 5, fixed = true));" more='connect(mass.flange_b, twin.flange_a);' |
    wrong 1 'error: .*(mass|twin)\.s' '(over|too many|contradict)'
model mass='m = 1, s(start = 1, fixed = true), v(start = 1, fixed = true), a(start = 3, fixed = true)' |
    wrong 1 'error: .*mass\.a' '(over|too many|contradict)'

# ---------------------------------------------------------------- text

wrong 1 'bad\.mo:[12]:[0-9]+: error: .*extends' 'A' <<'MODEL'
model A extends B; end A;
model B extends A; end B;
MODEL
wrong 1 'bad\.mo:1:[0-9]+: error: .*extends' <<'MODEL'
model A extends A; end A;
MODEL
wrong 1 'bad\.mo:2:23: error: .*;' <<'MODEL'
model Bad
  parameter Real x = 1
end Bad;
MODEL
wrong 1 'bad\.mo:2:[0-9]+: error:' <<'MODEL'
model Bad
end Wrong;
MODEL
wrong 1 'bad\.mo:[0-9]+:[0-9]+: error: .*(comment|ends|unterminated)' <<'MODEL'
model Bad /* and so on
MODEL
printf '' | wrong 1 'bad\.mo.*error: '
printf 'within X;\n' | wrong 1 'bad\.mo.*error: '
head -c 3000 "$ELASTOGAP" | wrong 1 'bad\.mo:[0-9]+:[0-9]+: error: '
printf 'model A\0 end A;' | wrong 1 'bad\.mo:1:[0-9]+: error: '
printf 'model A Real x = 1 \xff; end A;' | wrong 1 'bad\.mo:1:[0-9]+: error: '

mkdir bad.mo.d
run simulate bad.mo.d
status_is 2
err_has 'bad\.mo\.d'
rmdir bad.mo.d
rm -f bad.mo

# One line of 100 MB; the same again as one name. Memory and messages stay bounded.
{ printf 'model Bad '; head -c 100000000 /dev/zero | tr '\0' ' '; printf 'Nothing x; end Bad;'; } >bad.mo
run simulate bad.mo
status_is 1
err_has 'bad\.mo:1:100000011: error: .*Nothing' '\^'
[ "$(wc -c <.err)" -lt 2000 ] || fail 'the message is endless'
{ printf 'model Bad '; head -c 100000000 /dev/zero | tr '\0' 'x'; printf ' x; end Bad;'; } >bad.mo
run simulate bad.mo
status_is 1
err_has 'bad\.mo:1:11: error: '
[ "$(wc -c <.err)" -lt 10000 ] || fail 'the message is endless'
rm -f bad.mo

# A million nested parentheses: refused, not a crash of the stack.
{ printf 'model Bad parameter Real x = '; head -c 1000000 /dev/zero | tr '\0' '('; } >bad.mo
run simulate bad.mo
status_is 1
err_has 'bad\.mo:1:[0-9]+: error: '
rm -f bad.mo

# The README shows what the program says: its model, with its mistake, gives its message.
awk '/^```modelica/ { on = 1; next } /^```/ { on = 0 } on' "$SOURCE/README.md" | sed 's/c = 1e5/k = 1e5/' >Drop.mo
awk '/^```/ { on = 0 } /^Drop\.mo:[0-9]+:/ { on = 1 } on' "$SOURCE/README.md" >expected.txt
[ -s expected.txt ] || fail 'the README shows no message'
run check Drop.mo
status_is 1
cmp -s expected.txt .err || fail "the README shows another message: $(diff expected.txt .err | head -5)"
rm -f Drop.mo expected.txt

# A singular loop of signals: where it stands, and what belongs to it.
cat >bad.mo <<'MODEL'
model Bad
  Modelica.Blocks.Math.Add add;
  Modelica.Blocks.Math.Gain gain(k = 1);
  Modelica.Blocks.Sources.Constant one(k = 1);
equation
  connect(one.y, add.u1);
  connect(gain.y, add.u2);
  connect(add.y, gain.u);
end Bad;
MODEL
run simulate bad.mo
status_is 1
err_has '^bad\.mo:[23]:2[0-9]: error: .*the signal (add|gain)\.y' 'the loop of (add, gain|gain, add) is singular'
rm -f bad.mo

# ---------------------------------------------------------------- --set and --model

model >good.mo
run simulate good.mo --set masss.m=2
status_is 1
err_has 'masss' 'mass'
run simulate good.mo --set gap.c=-1
status_is 1
err_has 'gap\.c' '-1'
run simulate good.mo --set gap.c=1x
[ "$status" -eq 1 ] || [ "$status" -eq 2 ] || fail "exit status is $status, expected 1 or 2"
err_has 'gap\.c=1x|1x'
run simulate good.mo --model Goood
status_is 1
err_has 'Goood'
run simulate No.Such.Class
err_has 'No\.Such\.Class'
[ "$status" -eq 1 ] || [ "$status" -eq 2 ] || fail "exit status is $status, expected 1 or 2"
files_are good.mo

# What beginners write: each is told with its place, the reason and what to do.
cat >Drop.mo <<'MODEL'
model Drop
  import Modelica.Mechanics.Translational.Components;
  Components.Fixed ground;
  Components.ElastoGap stop(c = 1e5, d = 60);
  Components.Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, ball.flange_a);
end Drop;
MODEL
slip() { # SED STATUS REGEX...
    sed "$1" Drop.mo >slip.mo
    run simulate slip.mo --quiet
    status_is "$2"
    shift 2
    err_has "$@"
}
slip 's/ElastoGap/ElastGap/' 1 'slip\.mo:4:14: error: .* has no "ElastGap"' 'did you mean "ElastoGap"'
slip 's/d = 60);/d = 60)/' 1 'slip\.mo:4:45: error: ";" is missing here'
slip '/stop.flange_b/d' 1 'slip\.mo:4:24: error: .*nothing determines the position of stop\.flange_b' \
    'nothing is connected there: write connect\(stop\.flange_b, \.\.\.\)'
slip 's/m = 2,/m = 2 kg,/' 1 'slip\.mo:5:30: error:' 'leave the unit out: values are in SI units'
slip 's/c = 1e5, d/c = 1e5 d/' 1 'slip\.mo:4:37: error:' 'put a comma between the two'
slip 's/c = 1e5/c = -1e5/' 1 'slip\.mo:4:33: error: "stop\.c" = -100000 N/m is out of range' 'info shows the limits'
slip 's/, fixed = true//g' 0 'slip\.mo:5:19: warning: 2 start values are not fixed' 's\(start=0, fixed=true\)'
slip 's/connect(ground.flange, stop.flange_a)/connect(ground.flange, stop.flange_c)/' 1 'slip\.mo:7:31: error: .*flange_c' \
    'did you mean "flange_a"'
run simulate Drop.mo --set stop.k=3
status_is 1
err_has 'setting:1:6: error: .*has no "k" to modify' 'it has: c, d,'
run simulate Drop.mo --set 'stop.c=3 kN/m'
status_is 1
err_has 'setting:1:10: error:' 'leave the unit out'
run simulate Drop.mo --set stop.c=3,5
status_is 1
err_has 'setting:1:9: error:' 'decimal point'
run simulate Drop.mo --plot ball.q --quiet
status_is 2
err_has 'ball\.q' 'did you mean "ball\.s"'
printf 'model U\n  input Real u(start = 0);\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = u;\nend U;\n' >U.mo
for table in 'time;u\n0;1,5\n' 'time,u\n0,1,5\n1,2,5\n' 'time,u\n"0,0","1,5"\n' 'time,u\n0,one\n'; do
    printf "$table" >u.csv
    run simulate U.mo --input u.csv --quiet
    status_is 2
    err_has 'u\.csv:[12]:[0-9]+: error:' 'decimal points'
done
# A start at which friction finds no side, since an acceleration is not finite, is refused with a message.
cat >light.mo <<'TEXT'
model Light
  parameter Real m = 1;
  Modelica.Mechanics.Translational.Components.Fixed ground;
  Modelica.Mechanics.Translational.Components.Mass a(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true));
  Modelica.Mechanics.Translational.Components.Mass b(m = m, s(start = 4, fixed = true), v(start = 0, fixed = true));
  Modelica.Mechanics.Translational.Components.SpringDamper near(c = 2, d = 1), far(c = 2, d = 1);
  Modelica.Mechanics.Translational.Components.Brake brake(fn_max = 1, mu_pos = [0, 0.2]);
  Modelica.Blocks.Sources.Step press(height = 2.4, startTime = 0.2, offset = 0.1);
equation
  connect(ground.flange, near.flange_a);
  connect(near.flange_b, a.flange_a);
  connect(a.flange_b, far.flange_a);
  connect(far.flange_b, b.flange_a);
  connect(press.y, brake.f_normalized);
  connect(brake.flange_a, a.flange_b);
end Light;
TEXT
run check light.mo
status_is 0
run check light.mo --set m=2.2e-308
status_is 1
err_has "cannot be evaluated at the start.* look at the speed of b first" "remedy: "
finish
