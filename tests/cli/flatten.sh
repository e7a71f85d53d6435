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
    "^  parameter Real 'stiffness'\(unit = \"N/m\"\) = 100;$" \
    "^  parameter Real 'stop.c'\(unit = \"N/m\", min = 0\) = 'stiffness' \"" \
    "^  parameter Real 'stop.f_ref'\(unit = \"N\", min = 0\) = 'stop.c'\*'stop.s_ref' \"" \
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
# It may go by the name that results have, which is without quotes; and so it does in an FMU.
run simulate flat.mo --set stop.d=5 --quiet --output plain5.csv
status_is 0
cmp -s plain5.csv flat5.csv || fail "stop.d is not 'stop.d'"
run fmu flat.mo --output flat.fmu
status_is 0
for name in stop.d "'stop.d'"; do
    run simulate flat.fmu --set "$name=5" --tolerance 1e-10 --quiet --output fmu5.csv
    if [ "$status" != 0 ] && grep -q 'cannot be read without' "$work/.err"; then
        break
    fi
    status_is 0
    run compare fmu5.csv drop5.csv --tolerance 1e-5
    status_is 0
done
rm -f plain5.csv flat.fmu fmu5.csv
run simulate drop.mo --set stiffness=50 --quiet --output drop5.csv
run simulate flat.mo --set "'stiffness'=50" --quiet --output flat5.csv
status_is 0
run compare flat5.csv drop5.csv --tolerance 1e-5
status_is 0
run simulate flat.mo --set "'stop.useHeatPort'=true" --quiet
status_is 1
err_has final 'set it in the model that the text was written from'

run flatten drop.mo --set stiffness=7 --model Lib.Drop
status_is 0
out_has "'stop.c'.* = 'stiffness' " "'stiffness'.* = 7;"
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
# What can be set in flat text does what it does to the model; the rest is final.
cat > parts.mo <<MODEL
model Parts
  Modelica.Mechanics.Translational.Components.ElastoGap gap(c = 5, d = 2);
  Modelica.Mechanics.Translational.Components.Fixed ground;
  Modelica.Mechanics.Translational.Components.Mass body(m = 2, s(start = -0.1, fixed = true), v(fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -body.m*9.81);
  IconicDiagrams.Mechanical.Translation.Components.SpringDamper.Frequency other(f = 1, b = 0.1, m = 3);
equation
  connect(ground.flange, gap.flange_b);
  connect(gap.flange_a, body.flange_b);
  connect(weight.flange, body.flange_a);
  connect(ground.flange, other.p_low);
  connect(other.p_high, body.flange_a);
end Parts;
MODEL
run flatten parts.mo
status_is 0
cp .out flat_parts.mo
run simulate flat_parts.mo --set "'gap.stateSelect'=StateSelect.never"
status_is 1
err_has "is final; it cannot be modified"
run simulate flat_parts.mo --set "'other.f'=-1"
status_is 1
for setting in gap.c=4 body.m=4 other.f=2 other.b=0.5 other.m=4 gap.d=3 gap.f_ref=7 gap.n=1.5 gap.s_rel0=0.01 weight.f_constant=-3; do
    run simulate parts.mo --set "$setting" --tolerance 1e-9 --output parts.csv
    status_is 0
    run simulate flat_parts.mo --set "'${setting%%=*}'=${setting#*=}" --tolerance 1e-9 --output flat_parts.csv
    status_is 0
    # two engines, each a hundred times its tolerance
    near "$(value_at flat_parts.csv body.s 1)" "$(value_at parts.csv body.s 1)" 1e-7 "body.s with $setting"
done

# Flat text has every result of the model, parameters that stand among them too; what several parameters must not
# do together it refuses as well.
run simulate "$SOURCE/examples/Suspension.mo" --output suspension.csv --stop-time 0.1
status_is 0
run flatten "$SOURCE/examples/Suspension.mo" --output flat_suspension.mo
status_is 0
run simulate flat_suspension.mo --output flat_suspension.csv --stop-time 0.1
status_is 0
names() { head -n 1 "$1" | tr , '\n' | sort; }
names suspension.csv >model.names
names flat_suspension.csv >flat.names
[ -z "$(comm -23 model.names flat.names)" ] || fail "flat text lacks $(comm -23 model.names flat.names | tr '\n' ' ')"
near "$(value_at flat_suspension.csv strut.k 0)" "$(value_at suspension.csv strut.k 0)" 1e-9 strut.k
cat > limited.mo <<MODEL
model Limited
  Modelica.Blocks.Nonlinear.Limiter limiter(uMax = 1, uMin = -1);
  Modelica.Blocks.Sources.Sine sine(f = 1);
equation
  connect(sine.y, limiter.u);
end Limited;
MODEL
run flatten limited.mo --output flat_limited.mo
status_is 0
run simulate flat_limited.mo --set "'limiter.uMin'=2"
status_is 1
err_has 'uMax lies below uMin'

# Inputs and outputs of the model stay that; terminal() has no edge.
cat > ports.mo <<MODEL
model Ports
  Modelica.Blocks.Interfaces.RealInput u, same;
  Modelica.Blocks.Interfaces.RealOutput y;
  Modelica.Blocks.Math.Gain g(k = 2);
  Real x(start = 0, fixed = true);
equation
  connect(u, g.u);
  connect(u, same);
  connect(g.y, y);
  der(x) = 1;
algorithm
  when {terminal(), x > 0.5} then
    assert(x > 0, "never");
  end when;
end Ports;
MODEL
run flatten ports.mo
status_is 0
out_has "^  input Real 'u';$" "^  Real 'same';$" "^  output Real 'y';$"
cp .out flat_ports.mo
run simulate flat_ports.mo --output flat_ports.csv
status_is 0

# What a part of the user's own wants of its states, by the partial class that it extends.
cat >wishes.mo <<'MODEL'
model Wishes
  model Own
    extends Modelica.Mechanics.Translational.Interfaces.PartialCompliantWithRelativeStates;
    type Mode = enumeration(off, on);
    parameter Mode mode = Mode.on;
  equation
    f = 10*s_rel + v_rel;
  end Own;
  Own a(stateSelect = StateSelect.always, s_nominal = 0.25), b(s_rel(nominal = 2)), c(stateSelect = StateSelect.never);
  Modelica.Mechanics.Translational.Components.Fixed ground;
  Modelica.Mechanics.Translational.Components.Mass m[3](each m = 1, each L = 0, s(start = {1, 1, 1}, each fixed = true));
equation
  connect(ground.flange, a.flange_a);
  connect(a.flange_b, m[1].flange_a);
  connect(ground.flange, b.flange_a);
  connect(b.flange_b, m[2].flange_a);
  connect(ground.flange, c.flange_a);
  connect(c.flange_b, m[3].flange_a);
end Wishes;
MODEL
run flatten wishes.mo
status_is 0
out_has "'a.s_rel'\(unit = \"m\", nominal = 0.25, stateSelect = StateSelect.always\)" \
    "'a.v_rel'\(unit = \"m/s\", stateSelect = StateSelect.always\)" \
    "'b.s_rel'\(unit = \"m\", nominal = 2, stateSelect = StateSelect.prefer\)" \
    "'c.s_rel'\(unit = \"m\", stateSelect = StateSelect.never\)"
run info wishes.mo
out_has 'a.stateSelect += StateSelect.always' 'c.stateSelect += StateSelect.never' 'a.mode += .*Mode.on' \
    '^  a.s_rel, b.s_rel, m\[3\].s, m\[1\].v, m\[2\].v, m\[3\].v$'

# A sum of many terms is written without a stack as deep; sums of i, j and k are those of Gauss.
cat >many.mo <<'MODEL'
model Many
  Real y;
equation
  y = sum(i*j*k*time for i in 1:8, j in 1:472, k in 1:64);
end Many;
MODEL
run flatten many.mo
status_is 0
cp .out flat_many.mo
run simulate flat_many.mo --interval 1 --quiet --get y
status_is 0
out_has "^y = $((36 * (472 * 473 / 2) * (64 * 65 / 2)))$"

# A contact with a curve for each direction follows from where its motion turned last: no equations, but a refusal.
sed 's/table = \[.*\],/table = [0, 0, 0; 0.01, 420, 150; 0.04, 7400, 5000],/' "$SOURCE/examples/BumpStop.mo" >"$work/loop.mo"
run flatten "$work/loop.mo"
status_is 1
err_has 'stop is not written as equations: its force follows from where its motion turned last' remedy
out_is_empty
run firmware "$work/loop.mo" --step 1e-4
status_is 1
err_has 'stop has a force by table' 'remedy: take another law'

# A brake that is stopped by reinit holds more than it slides with (peak), and its flat text does, too; what is set
# is a state there.
cat >brake.mo <<'MODEL'
model Braked
  Modelica.Mechanics.Rotational.Components.Inertia shaft(J = 2, phi(fixed = true), w(start = 3, fixed = true));
  Modelica.Mechanics.Rotational.Components.Brake brake(mue_pos = [0, 1], peak = 1.8, fn_max = 10);
  Modelica.Mechanics.Rotational.Sources.ConstantTorque torque(tau_constant = 13);
  Modelica.Blocks.Sources.Constant pressed(k = 1);
equation
  connect(shaft.flange_b, brake.flange_a);
  connect(pressed.y, brake.f_normalized);
  connect(torque.flange, shaft.flange_a);
  when time > 0.5 then
    reinit(shaft.w, 0);
  end when;
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Braked;
MODEL
run flatten brake.mo --output flatbrake.mo
status_is 0
for model in brake flatbrake; do
    run simulate $model.mo --quiet --get brake.tau --get shaft.w --get shaft.phi
    status_is 0
    # 3 t + (13 - 10)/2 t^2/2 until 0.5 s
    out_has '^brake\.tau += 13 ' '^shaft\.w += 0 ' '^shaft\.phi += 1\.6875'
done

# Of a Dyad text the flat text is one in Dyad, and so it is where the output says so: the same results as flat
# Modelica, under the same names.
for file in "$SOURCE/examples/ElastoGap.dyad" "$SOURCE/examples/ShaftsDyad.mo" "$SOURCE/examples/HeatedStop.mo" drop.mo; do
    run flatten "$file" -o flat.mo
    status_is 0
    run flatten "$file" -o flat.dyad
    status_is 0
    grep -q "^component " flat.dyad && grep -q "^relations" flat.dyad || fail "$file: no component"
    ! sed '/^metadata/,/^end/d' flat.dyad | grep -vE '^ *#|^ *"|^  model = ' | grep -qE "'|= *[A-Z][A-Za-z]*\(|connect\(" || fail "$file: it is not flat"
    run simulate flat.mo --output flat_mo.csv
    status_is 0
    run simulate flat.dyad --output flat_dyad.csv
    status_is 0
    cmp -s flat_mo.csv flat_dyad.csv || fail "$file: other results in Dyad"
done
run flatten "$SOURCE/examples/ElastoGap.dyad"
status_is 0
out_has "^component WallsTransient" "^  variable elastoGap1_s_rel::Real" "^  initial mass1_s = s_start_$" "elastoGap1_f_c = ifelse\(" "der\("
run flatten "$SOURCE/examples/ElastoGap.dyad" -o back.mo
status_is 0
grep -q "^model WallsTransient" back.mo || fail "an output in .mo is Modelica"

# Starts of signals are in flat text, where equations give them; of those that components give they are not.
cat >signals.mo <<'TEXT'
model Signals
  block Decay
    Modelica.Blocks.Interfaces.RealOutput y(start = 7, fixed = true, nominal = 5);
  equation
    der(y) = -y;
  end Decay;
  Decay decay;
  Modelica.Blocks.Math.Gain twice(k = 2);
  Modelica.Blocks.Continuous.Integrator integral(y_start = 1);
  Modelica.Blocks.Interfaces.RealOutput y(start = 3);
equation
  connect(decay.y, twice.u);
  connect(twice.y, integral.u);
  connect(integral.y, y);
  annotation(experiment(StopTime = 1));
end Signals;
TEXT
run flatten signals.mo -o flatsignals.mo
status_is 0
grep -q "Real 'decay.y'(start = 7, fixed = true, nominal = 5);" flatsignals.mo || fail "the start of decay.y is lost"
grep -q "output Real 'y';" flatsignals.mo || fail "y begins as the integrator does"
for model in signals flatsignals; do # 1 + 14 (1 - 1/e)
    run simulate $model.mo --quiet --get y --tolerance 1e-9
    status_is 0
    out_has '^y += 9\.84968'
done
# A fixed start that nothing can meet is told.
sed 's/y(start = 3)/y(start = 3, fixed = true)/' signals.mo >doubted.mo
run check doubted.mo
status_is 0
err_has "fixed start value of y is not met: integral\.y gives this signal"

finish

# An element of what is final is final, too: of an array of a user's, and of the numbers of columns in flat text.
cat >final.mo <<'MODEL'
model Final
  final parameter Real a[2] = {1, 2};
  parameter Real b[2] = {1, 2};
  Real y = a[1] + b[1] + table.y[1];
  Modelica.Blocks.Sources.CombiTimeTable table(table = [0, 1; 1, 2], columns = {2});
end Final;
MODEL
run flatten final.mo --output final_flat.mo
status_is 0
for setting in 'a[1]=5' 'a={5, 2}'; do
    for model in final final_flat; do
        run simulate $model.mo --set "$setting" --quiet --output final.csv
        status_is 1
        err_has 'is final; it cannot be modified'
    done
done
run simulate final_flat.mo --set 'table.columns[1]=0.01' --quiet --output final.csv
status_is 1
err_has 'is final; it cannot be modified' 'set it in the model that the text was written from, and flatten that'
run simulate final_flat.mo --set 'b[1]=5' --quiet --output final.csv
status_is 0

# What a model protects nobody sets in its flat text either.
cat >closed.mo <<'MODEL'
model Closed
  model Inner
    parameter Real height = 2;
    Modelica.Blocks.Interfaces.RealOutput y;
  protected
    Modelica.Blocks.Sources.Step step(height = height, startTime = 0.5);
  equation
    connect(step.y, y);
  end Inner;
  Inner inner;
end Closed;
MODEL
run flatten closed.mo --output closed_flat.mo
status_is 0
for model in closed closed_flat; do
    run simulate $model.mo --set inner.step.startTime=0.1 --quiet --output closed.csv
    status_is 1
    run simulate $model.mo --set inner.height=3 --quiet --output $model.csv
    status_is 0
done
run compare closed_flat.csv closed.csv
status_is 0

# Rows of friction that would drive are refused where the table is set, as they are in the model.
cat >rows.mo <<'MODEL'
model Rows
  Modelica.Mechanics.Translational.Components.Mass m(m = 1, L = 0, s(fixed = true), v(start = 1, fixed = true));
  Modelica.Mechanics.Translational.Components.SupportFriction r(f_pos = [0, 1; 2, 3]);
equation
  connect(m.flange_b, r.flange_a);
end Rows;
MODEL
run flatten rows.mo --output rows_flat.mo
for model in rows rows_flat; do
    run simulate $model.mo --set 'r.f_pos[2,2]=-0.2' --quiet --output rows.csv
    status_is 1
    err_has 'the friction in the second column of the table must not be negative: it would drive'
done

# What moves exactly refuses a signal that jumps; what would let one jump is final.
cat >moved.mo <<MODEL
model Moved
  Modelica.Blocks.Sources.Sine wave(amplitude = 0.1, f = 2, phase = 1.5, startTime = 0.2, continuous = true);
  Modelica.Blocks.Sources.CombiTimeTable road(table = [0, 0, 0; 0.2, 0.01, 0; 0.4, 0.004, 0; 0.6, -0.006, 0.02;
    0.8, 0.002, 0.05; 1, 0.05, 0.05; 1.2, 0.046, 0.05; 1.6, 0.05, 0.02; 2, 0.048, 0],
    smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative,
    extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
  $T.Sources.Position one(exact = true), two(exact = true);
  $T.Components.SpringDamper tie(c = 100, d = 1);
  $T.Components.Mass m(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true));
equation
  connect(wave.y, one.s_ref);
  connect(road.y[2], two.s_ref);
  connect(one.flange, tie.flange_a);
  connect(tie.flange_b, m.flange_a);
  annotation(experiment(StopTime = 1));
end Moved;
MODEL
run flatten moved.mo --output moved_flat.mo
status_is 0
run simulate moved.mo --set wave.continuous=false --quiet --output moved.csv
status_is 1
err_has 'that signal jumps'
run simulate moved_flat.mo --set wave.continuous=false --quiet --output moved.csv
status_is 1
err_has 'is final'
# A table that comes back to 0 does not jump there, whatever rounding of times leaves of the cubic.
for model in moved moved_flat; do
    for setting in road.startTime=0.3 wave.amplitude=0.2 wave.startTime=0.3; do
        run simulate $model.mo --set $setting --quiet --output $model.csv
        status_is 0
    done
done
run compare moved_flat.csv moved.csv
status_is 0

# What drives a flange begins where it begins, not where a spring would like it to.
for drive in 'ConstantSpeed belt(v_fixed = 0.5)' 'Speed belt(exact = false)' 'Position belt(exact = false)'; do
    connection=
    case $drive in
        Speed*) connection='connect(src.y, belt.v_ref);' ;;
        Position*) connection='connect(src.y, belt.s_ref);' ;;
    esac
    cat >belt.mo <<MODEL
model Belt
  $T.Sources.$drive;
  Modelica.Blocks.Sources.Sine src(amplitude = 1, f = 1, phase = 0.5);
  $T.Components.SpringDamper tie(c = 100, d = 1);
  $T.Components.Mass m(m = 1, s(start = 2, fixed = true), v(start = 0, fixed = true), L = 0.1);
equation
  $connection
  connect(belt.flange, tie.flange_a);
  connect(tie.flange_b, m.flange_a);
  annotation(experiment(StopTime = 1));
end Belt;
MODEL
    run flatten belt.mo --output belt_flat.mo
    run simulate belt.mo --quiet --output belt.csv
    run simulate belt_flat.mo --quiet --output belt_flat.csv
    status_is 0
    err_is_empty
    run compare belt_flat.csv belt.csv
    status_is 0
done

# Elements of tables can be set, and do there what they do to the model; not where a signal that a flange follows
# exactly could jump by them.
cat >tables.mo <<MODEL
model Tables
  parameter Boolean isExact = false;
  $T.Components.Mass m(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  $T.Components.SpringDamper tie(c = 20, d = 1);
  $T.Components.Fixed ground;
  $T.Sources.Force push;
  $T.Sensors.PositionSensor seen;
  Elastogap.Contact.TableGap stop(table = [0, 0; 0.01, 10; 0.02, 30; 0.05, 100], s_rel0 = -0.01);
  Modelica.Blocks.Sources.CombiTimeTable wave(table = [0, 0; 0.2, 1; 0.3, -1; 0.5, 0],
    extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
  Modelica.Blocks.Tables.CombiTable1Ds curve(table = [-0.01, 0; 0.02, 1; 0.03, -1; 0.1, 3],
    smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative);
  Modelica.Blocks.Math.Add sum;
equation
  connect(ground.flange, tie.flange_a);
  connect(tie.flange_b, m.flange_a);
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, m.flange_a);
  connect(push.flange, m.flange_b);
  connect(seen.flange, m.flange_b);
  connect(seen.s, curve.u);
  connect(wave.y[1], sum.u1);
  connect(curve.y[1], sum.u2);
  connect(sum.y, push.f);
  annotation(experiment(StopTime = 1));
end Tables;
MODEL
run flatten tables.mo --output tables_flat.mo
status_is 0
for setting in 'wave.table[2,2]=3' 'wave.table[3,1]=0.37' 'wave.table[4,1]=0.6' wave.timeScale=1.2 'curve.table[2,2]=7' \
    'curve.table[4,1]=0.05' 'stop.table[2,2]=0' 'stop.table[3,1]=0.012'; do
    for model in tables tables_flat; do
        run simulate $model.mo --set "$setting" --tolerance 1e-11 --quiet --output $model.csv
        status_is 0
    done
    run compare tables_flat.csv tables.csv
    status_is 0
done
for setting in 'stop.table[3,1]=0.01' 'stop.table[4,2]=20' 'stop.table[1,2]=1' 'wave.table[2,1]=0.4' \
    'curve.table[2,1]=0.03'; do
    for model in tables tables_flat; do
        run simulate $model.mo --set "$setting" --quiet --output $model.csv
        status_is 1
    done
done
sed -e 's/push\.f)/push.s_ref)/' -e 's/Sources.Force push/Sources.Position push(exact = true)/' \
    -e 's/Mass m(.*/Mass m(m = 1);/' -e 's/connect(push.flange, m.flange_b)/connect(push.flange, ground2.flange_a)/' \
    -e 's/^  connect(curve.y.*/  sum.u2 = 0;/' \
    -e "s/^equation/  $T.Components.Mass ground2(m = 1);\nequation/" tables.mo >exact.mo
run flatten exact.mo --output exact_flat.mo
status_is 0
run simulate exact_flat.mo --set 'wave.table[3,1]=0.2' --quiet --output exact.csv
status_is 1
err_has 'is final'

# What is asked for its size alone is not used up by that; what its size follows from is.
cat >sized.mo <<'MODEL'
model Sized
  parameter Integer n = 2;
  parameter Real a[:] = fill(2.0, n);
  parameter Real c[:, :] = [1, 2; 3, 4];
  Modelica.Blocks.Sources.Sine wave(f = 1);
  Modelica.Blocks.Continuous.TransferFunction filter(b = {1, 2}, a = cat(1, {0.1, 1}, fill(3, n)));
  Modelica.Blocks.Continuous.StateSpace space(A = [-1, 0.2; 0.3, -2], B = [1; 2], C = [1, 1]);
  Modelica.Blocks.Discrete.TransferFunction sampled(b = {1, 2}, a = {1, 0.3}, samplePeriod = 0.1);
  Modelica.Blocks.Math.MatrixGain mix(K = [1, 2; 3, 4]);
  Real x[size(c, 1)](each start = 1, each fixed = true);
  Real y(start = size(a, 1), fixed = true);
equation
  connect(wave.y, filter.u);
  connect(wave.y, space.u[1]);
  connect(wave.y, sampled.u);
  connect(filter.y, mix.u[1]);
  connect(space.y[1], mix.u[2]);
  der(x) = -c*x;
  der(y) = a[1] - y;
  annotation(experiment(StopTime = 1));
end Sized;
MODEL
run flatten sized.mo --output sized_flat.mo
status_is 0
for setting in 'a[1]=3' 'c[1,2]=0.5' 'filter.a[1]=0.2' 'filter.a[4]=2' 'filter.a[4]=0' 'space.A[1,2]=0.4' \
    'space.B[2,1]=-1' 'space.C[1,1]=0' 'sampled.a[2]=-0.2' 'mix.K[2,1]=7'; do
    for model in sized sized_flat; do
        run simulate $model.mo --set "$setting" --tolerance 1e-11 --quiet --output $model.csv
        status_is 0
    done
    run compare sized_flat.csv sized.csv
    status_is 0
done
run simulate sized.mo --set n=3 --quiet --output sized.csv
status_is 0
run simulate sized_flat.mo --set n=3 --quiet --output sized.csv
status_is 1
err_has 'is final'

# Of a part without mass the forces give the speed, whether that was so when the text was written or not: a fixed
# start of it that they do not give is refused. Here they balance at -20*1 - v - max(-1, v) = 0.
cat >massless.mo <<'MODEL'
model Massless
  parameter Real m = 1;
  parameter Real v0 = 0;
  Real s(start = 1, fixed = true);
  Real v(start = v0, fixed = true);
  Real f;
equation
  v = der(s);
  m*der(v) = f;
  f = -20*s - v - (if s < -1 then 0 else max(v, -1));
end Massless;
MODEL
run simulate massless.mo --set m=0 --quiet --output massless.csv
status_is 1
err_has 'the fixed start value v = 0 cannot hold'
run simulate massless.mo --set m=0 --set v0=-19 --quiet --output massless.csv
status_is 0
cat >stopped.mo <<MODEL
model Stopped
  $T.Components.Mass body(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true));
  $T.Components.SpringDamper tie(c = 20, d = 1);
  $T.Components.ElastoGap gap(c = 100, d = 1, s_rel0 = -1);
  IconicDiagrams.Mechanical.Translation.Components.SpringDamper iconic(implementation = "Stiffness", k = 2, b = 0.2,
    m = 1);
  $T.Components.Fixed ground;
equation
  connect(ground.flange, tie.flange_a);
  connect(tie.flange_b, body.flange_a);
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, body.flange_a);
  connect(ground.flange, iconic.p_high);
  connect(iconic.p_low, body.flange_a);
end Stopped;
MODEL
run flatten stopped.mo --output stopped_flat.mo
for setting in body.m=0 iconic.k=0; do
    for model in stopped stopped_flat; do
        run simulate $model.mo --set $setting --quiet --output $model.csv
        status_is 1
    done
done
for model in stopped stopped_flat; do
    run simulate $model.mo --set iconic.k=3 --tolerance 1e-11 --quiet --output $model.csv
    status_is 0
done
run compare stopped_flat.csv stopped.csv
status_is 0

# Users' enumerations stand in the text with their types; what they decided has been carried out.
cat >kinds.mo <<MODEL
package Kinds
  type Kind = enumeration(soft "Yields", hard);
  model Chosen
    parameter Kind kind = Kind.hard "Which";
    parameter Kind others[2] = {Kind.soft, Kind.hard};
    parameter Modelica.Blocks.Types.Init init = Modelica.Blocks.Types.Init.InitialState;
    $T.Components.Mass m(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true));
    $T.Components.Spring tie(c = if kind == Kind.soft then 10 else 100);
    $T.Components.Fixed ground;
  equation
    connect(ground.flange, tie.flange_a);
    connect(tie.flange_b, m.flange_a);
  end Chosen;
end Kinds;
MODEL
run flatten kinds.mo --output kinds_flat.mo
status_is 0
grep -q "type 'Kinds.Kind' = enumeration('soft', 'hard');" kinds_flat.mo || fail "no type in the flat text"
grep -q "final parameter 'Kinds.Kind' 'others\[1\]' = 'Kinds.Kind'.'soft';" kinds_flat.mo || fail "no array of them"
for model in kinds kinds_flat; do
    run simulate $model.mo --tolerance 1e-11 --quiet --output $model.csv
    status_is 0
done
run compare kinds_flat.csv kinds.csv
status_is 0
run simulate kinds_flat.mo --set kind=Kinds.Kind.soft --quiet --output kinds.csv
status_is 1
err_has 'is final'

# What is claimed of the start alone is claimed there.
cat >start.mo <<'MODEL'
model Start
  parameter Real p = 1;
  Real x(start = p, fixed = true);
equation
  der(x) = -x;
  assert(not initial() or x > 2, "it begins at 2 or less");
end Start;
MODEL
run simulate start.mo --quiet --output start.csv
status_is 1
err_has 'at time 0 s assertion failed: it begins at 2 or less'
run simulate start.mo --set p=3 --quiet --output start.csv
status_is 0
