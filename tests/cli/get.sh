# elastogap simulate --get and --plot with expressions: numbers against closed forms, and what is wrong about them.
. "$(dirname "$0")/lib.sh"

got() { # EXPRESSION: its number, as printed
    awk -v name="$1 = " 'index($0, name) == 1 { split(substr($0, length(name) + 1), part, " "); print part[1] }' .out
}

# s = cos(2 pi t) for two periods, and 0.3 s more: every value has a closed form.
cat >swing.mo <<'MODEL'
model Swing
  import Modelica.Constants.pi;
  import Modelica.Mechanics.Translational.Components.*;
  parameter Real k = 4*pi^2;
  Fixed wall;
  Spring spring(c = k, s_rel0 = 0);
  Mass ball(m = 1, L = 0, s(start = 1, fixed = true), v(start = 0, fixed = true));
  Real x[3] = {ball.s, 2*ball.s, -ball.s};
  Boolean right = ball.s > 0;
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, ball.flange_a);
  annotation(experiment(StopTime = 2));
end Swing;
MODEL
# The engines' errors add up over two periods to some hundred times the tolerance of 1e-10 (ida: of its steps).
for engine in auto exact erk irk ida; do
    tolerance=1e-8
    [ $engine != ida ] || tolerance=1e-6
    model=swing.mo
    if [ $engine = exact ]; then # which takes no equations
        sed '/Real x\|Boolean right/d' swing.mo >plain.mo
        model=plain.mo
        tolerance=1e-12
    fi
    run simulate $model --engine $engine --tolerance 1e-10 --quiet --get ball.s --get 'max(ball.s)' --get 'min(ball.s)' \
        --get 'max(abs(ball.v))' --get 'max(ball.m*ball.v^2/2)' --get 'integral(abs(ball.s))' --get 'mean(ball.s)' \
        --get 'rms(ball.s)' --get 'first(ball.s) + last(ball.s)' --get 'sqrt(max(ball.s^2))' --get 'k/pi^2' \
        --get 'at(ball.s, 0.1) - 2*at(ball.s, 1.37)' --get 'at(ball.v, 0)' --get 'at(ball.s, 2)' \
        --get 'integral(if ball.s > 0 then 1 else 0)' --get 'max(ball.s, 3)' --get 'Modelica.Math.sin(pi/2)'
    status_is 0
    err_is_empty
    near "$(got ball.s)" 1 $tolerance "$engine: ball.s"
    near "$(got 'max(ball.s)')" 1 $tolerance "$engine: max"
    near "$(got 'min(ball.s)')" -1 $tolerance "$engine: min"
    near "$(got 'max(abs(ball.v))')" 6.283185307179586 "${tolerance/1e/7e}" "$engine: max of abs"
    near "$(got 'max(ball.m*ball.v^2/2)')" 19.739208802178716 "${tolerance/1e/40e}" "$engine: kinetic energy"
    out_has 'v\^2/2\) = [0-9.]+ J$' 'abs\(ball\.s\)\) = [0-9.]+ m\.s$' '^k/pi\^2 = 4$|^k/pi\^2 = (3\.9999|4\.0000)'
    near "$(got 'integral(abs(ball.s))')" 1.2732395447351628 $tolerance "$engine: integral of a kink"
    near "$(got 'mean(ball.s)')" 0 $tolerance "$engine: mean"
    near "$(got 'rms(ball.s)')" 0.7071067811865476 $tolerance "$engine: rms"
    near "$(got 'first(ball.s) + last(ball.s)')" 2 $tolerance "$engine: first and last"
    near "$(got 'sqrt(max(ball.s^2))')" 1 $tolerance "$engine: a reduction in a formula"
    # cos(0.2 pi) - 2 cos(2.74 pi)
    near "$(got 'at(ball.s, 0.1) - 2*at(ball.s, 1.37)')" 2.178111206232326 "${tolerance/1e/3e}" "$engine: at"
    near "$(got 'at(ball.v, 0)')" 0 0 "$engine: at the start"
    near "$(got 'at(ball.s, 2)')" 1 $tolerance "$engine: at the end"
    # A jump that is no event is found by halving: 2^-24 of a step remain.
    near "$(got 'integral(if ball.s > 0 then 1 else 0)')" 1 1e-6 "$engine: a jump"
    near "$(got 'max(ball.s, 3)')" 3 0 "$engine: Modelica's max"
    near "$(got 'Modelica.Math.sin(pi/2)')" 1 0 "$engine: a function of a package"
done
# Of fixed steps there are points and lines between them: the curvature times h^2/8 is 3.5e-4.
run simulate swing.mo --engine fixed --interval 0.01 --quiet --get 'at(ball.s, 0.123)' --get 'at(ball.s, 0.12)'
near "$(got 'at(ball.s, 0.123)')" 0.71593648 5e-4 'fixed: at'
run simulate swing.mo --quiet --get 'at(ball.s, 3)' --get 'at(ball.s, -1)' --get 'at(right, 0.5)'
status_is 0
out_has 'at\(ball\.s, 3\) = nan' 'at\(ball\.s, -1\) = nan' 'at\(right, 0\.5\) = 0$'
for wrong in 'at(ball.s)' 'at(ball.s, 1, 2)' 'at(ball.s, k)' 'at(1)'; do
    run simulate swing.mo --quiet --get "$wrong"
    status_is 2
    err_has 'at takes what is asked for, and a time as a number' 'write at\(ball\.s, 0\.5\)'
done
# Arrays and truth values.
run simulate swing.mo --quiet --get 'sum(x)' --get 'x[2]' --get 'max(x)' --get 'sum(x[i]^2 for i in 1:3)' \
    --get 'mean(right)' --get 'max(x[2])' --tolerance 1e-10
status_is 0
near "$(got 'sum(x)')" 2 1e-8 'sum of an array'
near "$(got 'max(x)')" 2 1e-8 'max of an array'
near "$(got 'x[2]')" 2 1e-8 'an element'
near "$(got 'sum(x[i]^2 for i in 1:3)')" 6 1e-7 'a sum over elements'
near "$(got 'mean(right)')" 0.5 1e-8 'share of time'
near "$(got 'max(x[2])')" 2 1e-8 'max over time of an element'
# At another time, and extremes that lie between points: 0.5 s is no multiple of the interval.
run simulate swing.mo --quiet --get ball.s --get 'min(ball.s)' --at 0.125 --interval 0.3 --tolerance 1e-10
near "$(got ball.s)" 0.7071067811865476 1e-8 'at a time'
near "$(got 'min(ball.s)')" -1 1e-8 'between points'
clear_files

# What is asked for changes nothing of the run.
run simulate "$SOURCE/examples/ElastoGap.mo" --output a.csv --quiet
run simulate "$SOURCE/examples/ElastoGap.mo" --output b.csv --quiet --get 'max(abs(elastoGap1.f))' --get 'rms(mass2.v)'
cmp a.csv b.csv || fail '--get changes the results'

# Both sides of jumps count, at the ends of the run too: 0 before 0.5 s and at the start, 3 from there on.
cat >jump.mo <<'MODEL'
model Jump
  Modelica.Blocks.Sources.Step step(height = 3, startTime = 0.5);
  Modelica.Blocks.Continuous.Integrator i(y_start = 0, initType = Modelica.Blocks.Types.Init.InitialOutput);
equation
  connect(step.y, i.u);
  annotation(experiment(StopTime = 2));
end Jump;
MODEL
run simulate jump.mo --quiet --get 'max(step.y)' --get 'min(step.y)' --get 'mean(step.y)' --get step.y --at 0.5
status_is 0
near "$(got 'max(step.y)')" 3 0 'after the jump'
near "$(got 'min(step.y)')" 0 0 'before the jump'
near "$(got 'mean(step.y)')" 2.25 1e-12 'mean of a jump'
near "$(got step.y)" 3 0 'the right side'

# Ensembles take the same expressions, with the parameters of each set.
cat >drop.mo <<'MODEL'
model Drop
  import Modelica.Mechanics.Translational.Components.*;
  Mass ball(m = 2, L = 0, s(start = 0, fixed = true), v(start = 1, fixed = true));
  annotation(experiment(StopTime = 2));
end Drop;
MODEL
run ensemble drop.mo --set 'ball.m=range(1,3,2)' --get 'ball.m*ball.v' --get 'max(ball.s) - min(ball.s)' \
    --get 'integral(ball.s)*ball.m' --quiet -o e.csv
status_is 0
near "$(sed -n 3p e.csv | cut -d, -f3)" 3 1e-12 'momentum of the second set'
near "$(sed -n 3p e.csv | cut -d, -f4)" 2 1e-12 'its way'
near "$(sed -n 3p e.csv | cut -d, -f5)" 6 1e-12 'an integral with its parameter'

# Curves of expressions; what matches a name is a pattern.
run simulate drop.mo --quiet --plot 'ball.m*ball.v^2/2' --plot 'ball.*' --plot-file p.svg --signals ball.s -o p.csv
status_is 0
if [ -e p.svg ]; then
    grep -qF 'ball.m*ball.v^2/2' p.svg || fail 'the curve is not named'
    grep -qF 'ball.m*ball.v^2/2 [J]' p.svg || grep -qF 'energy [J]' p.svg || fail 'its axis is not named'
    [ "$(head -1 p.csv)" = '"time","ball.s"' ] || fail 'what is drawn is written, too'
fi

# What is wrong, with its place and what to do.
run simulate drop.mo --get 'max(ball.q)'
status_is 2
err_has '--get:1:5: error: Drop has no variable ball\.q' 'did you mean ball\.'
run simulate drop.mo --get 'ball.s +'
status_is 2
err_has '--get:1:9: error: expected a value'
run simulate drop.mo --get 'ball.s + ball.v'
status_is 0
err_has 'warning: this adds m and m/s'
run simulate drop.mo --get 'der(ball.v)'
status_is 2
err_has 'der has a meaning in equations only' 'ask for a variable'
run simulate drop.mo --get 'max(min(ball.s))'
status_is 2
err_has 'cannot stand in another'
run simulate drop.mo --get 'mean(ball.s, ball.v)'
status_is 2
err_has 'mean takes one number' 'write mean\('
run simulate drop.mo --get ball
status_is 2
err_has 'no variable ball'
run simulate drop.mo --get ball.s --at 3
status_is 2
err_has '--at 3 is outside of the run, from 0 s to 2 s'
run simulate drop.mo --at 1
status_is 2
err_has '--at is for --get'
run simulate drop.mo --plot 'ball.m*ball.q/2'
status_is 2
err_has '--plot:1:8: error: Drop has no variable ball\.q'
run simulate drop.mo --plot 'max(ball.s)'
status_is 2
err_has 'is one number, not a curve' 'by --get'

# Engines and files that show points only say so.
run simulate drop.mo --engine fixed --quiet --get 'max(ball.s)'
status_is 0
near "$(got 'max(ball.s)')" 2 1e-12 'fixed'
err_has 'note: --get has looked at the points'
run fmu drop.mo -o drop.fmu
run simulate drop.fmu --quiet --get 'ball.m*max(ball.s)' --get 'mean(ball.v)' --get ball.s --at 1
status_is 0
near "$(got 'ball.m*max(ball.s)')" 4 1e-9 'an FMU'
near "$(got ball.s)" 1 1e-9 'an FMU at a time'
err_has 'note: --get has looked at the points'
run simulate drop.fmu --quiet --get ball.q
status_is 2
err_has 'no variable ball\.q'
# Values at the end are those of the last row, to the last digit that is printed, also where groups of bodies go by
# clocks of their own.
run simulate "$SOURCE/examples/ElastoGap.mo" -o row.csv --quiet --get mass2.v --get elastoGap1.s_rel --get mass1.a
status_is 0
python3 - <<'PYTHON' || fail 'not the last row'
import csv
names, *_, last = csv.reader(open("row.csv"))
for line in open(".out"):
    name, value = line.split(" = ")
    assert "%.15g" % float(last[names.index(name)]) == value.split()[0], line
PYTHON
finish
