# elastogap flatten: to the standard output and into a file, read back, compared; and what can be wrong.
. "$(dirname "$0")/lib.sh"

T=Modelica.Mechanics.Translational
cat >drop.mo <<MODEL
package Lib
  model Drop "A ball \\"falls\\""
    parameter Real stiffness(unit = "N/m") = 100;
    Real height(unit = "m") = ball.s;
    $T.Components.Fixed ground;
    $T.Components.ElastoGap stop(c = stiffness, d = 2);
    $T.Components.Mass ball(m = 2, s(start = 0.5, fixed = true), v(fixed = true)) "Steel";
    $T.Sources.ConstantForce weight(f_constant = -2*9.81);
  equation
    connect(ground.flange, stop.flange_a);
    connect(stop.flange_b, ball.flange_a);
    connect(weight.flange, ball.flange_b);
    annotation(experiment(StopTime = 1.5, Interval = 0.1));
  end Drop;
end Lib;
MODEL

run flatten drop.mo
status_is 0
err_is_empty
out_has '^model Drop "A ball \\"falls\\""$' "^end Drop;$" \
    "^  final parameter Real 'stiffness'\(unit = \"N/m\"\) = 100;$" \
    "^  parameter Real 'stop.c'\(unit = \"N/m\", min = 0\) = 100 \"" \
    "^  Real 'ball.s'\(unit = \"m\", start = 0.5, fixed = true\) " \
    "^  'ball.m'\*'ball.a' = 'ball.flange_a.f' \+ 'ball.flange_b.f';$" \
    "^  'stop.flange_b.f' \+ 'ball.flange_a.f' = 0;$" "^  'weight.s_support' = 0;$" \
    "experiment\(StartTime = 0, StopTime = 1.5, Interval = 0.1\)"
cp .out flat.mo
run flatten drop.mo --output other.mo
status_is 0
out_is_empty
cmp -s flat.mo other.mo || fail "the file is not what is printed"

# Flat of flat is the same model, and both runs agree.
for model in drop flat; do
    run simulate $model.mo --tolerance 1e-10 --quiet --output $model.csv
    status_is 0
done
run compare flat.csv drop.csv --tolerance 1e-8
status_is 0
run flatten flat.mo
status_is 0
grep -c "^  'ball.m'\*\|^  2\*'ball.a'" .out | grep -qx 1 || fail "the equation of the mass is not there once"

# A changed parameter of the flat text is that of the component.
run simulate drop.mo --set stop.d=5 --quiet --output drop5.csv
run simulate flat.mo --set "'stop.d'=5" --quiet --output flat5.csv
status_is 0
run compare flat5.csv drop5.csv --tolerance 1e-5
status_is 0
run simulate flat.mo --set "'stiffness'=5" --quiet
status_is 1
err_has final

run flatten drop.mo --set stiffness=7 --model Lib.Drop
status_is 0
out_has "'stop.c'.* = 7 " "'stiffness'.* = 7;"
run flatten nothing.mo
status_is 2
run flatten drop.mo --model Nothing
status_is 1
err_has Nothing
run flatten drop.mo --output missing/flat.mo
status_is 3
err_has 'missing/flat.mo'

# Quotes are no part of the names of results.
cat >twice.mo <<'MODEL'
model Twice
  model Part Real b = 1; end Part;
  Part a;
  Real 'a.b' = 2;
end Twice;
MODEL
run simulate twice.mo
status_is 1
err_has 'a\.b'
cat >native.mo <<MODEL
model Native
  $T.Components.Mass a(m = 1, s(fixed = true), v(fixed = true));
  Real 'a.s' = 2, 'it\\'s' = 3;
end Native;
MODEL
run simulate native.mo
status_is 1
err_has 'two results would have the name "a\.s"' 'call one of them differently'
sed -i "s/'a.s' = 2, //" native.mo
run simulate native.mo --quiet
status_is 0
head -1 Native.csv | grep -q "\"it's\"" || fail "a quoted name is not what it says"
files_are drop.mo flat.mo other.mo drop.csv flat.csv drop5.csv flat5.csv twice.mo native.mo Native.csv
finish
