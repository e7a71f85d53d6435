# elastogap plot, and simulate with curves over each other and spectra: several runs, closed forms of lines.
. "$(dirname "$0")/lib.sh"
command -v gnuplot >/dev/null && has_gnuplot=1 || has_gnuplot=

cat >drop.mo <<'MODEL'
model Drop
  import Modelica.Mechanics.Translational.Components.*;
  Fixed ground;
  ElastoGap stop(c = 1e5, d = 60);
  Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -2*9.81);
equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
  annotation(experiment(StopTime = 2));
end Drop;
MODEL

# Parabolas of height 1 m and period 1 s: lines of 4/(pi*n)^2 around a mean of 2/3. The samples are those of the
# engine's dense output, so that the rows of the results do not matter.
cat >hop.mo <<'MODEL'
model Hop
  Real h(start = 1, fixed = true, unit = "m");
  Real v(start = 0, fixed = true);
  Real square = sign(sin(2*Modelica.Constants.pi*time));
equation
  der(h) = v;
  der(v) = -8;
  when h < 0 then
    reinit(v, -pre(v));
  end when;
  annotation(experiment(StopTime = 16, Interval = 1));
end Hop;
MODEL
line() { # FREQUENCY: the amplitude printed for the line there, rounded to 0.01 Hz
    awk -v f="$1" '$2 == "Hz" && ($1 - f)^2 < 1e-4 { print $3; exit }' .out
}
run simulate hop.mo --spectrum h --spectrum-file h.csv --tolerance 1e-10 -o h.mat
status_is 0
err_is_empty
# Neighbours 16 away leak 1/(pi*16^3), six digits are printed.
near "$(line 1)" 0.4052847 4e-5 'first line'
near "$(line 2)" 0.1013212 4e-5 'second line'
near "$(line 3)" 0.0450316 4e-5 'third line'
near "$(awk '$1 == "mean" { print $2 }' .out)" 0.6666667 4e-5 'mean'
out_has 'spectrum of h, 0 to 16 s, hann' '^ +mean +0\.6666[0-9]* m$' 'written .*h\.csv'
[ "$(head -1 h.csv)" = '"frequency [Hz]","h [m]"' ] || fail "the table begins with $(head -1 h.csv)"
# Whole periods, and a window without leakage: the lines alone. The last digits are the run's tolerance.
run simulate hop.mo --spectrum h --spectrum square --window rectangular --spectrum-file r.csv --spectrum-from 1 \
    --spectrum-to 9 --tolerance 1e-10 -o h.mat
status_is 0
python3 - <<'PYTHON' || fail 'the lines are others'
import csv, math
rows = list(csv.reader(open("r.csv")))[1:]
at = {round(float(f), 9): (float(a), float(b)) for f, a, b in rows}
assert len(at) == len(rows)
for n in range(1, 30):
    nearest = min(at, key=lambda f: abs(f - n))
    assert abs(nearest - n) < 1e-6, nearest
    h, square = at[nearest]
    assert abs(h - 4 / (math.pi * n) ** 2) < 2e-6, (n, h)
    wh = 2 * math.pi * n * 8 / 65536
    assert abs(square - (4 / (math.pi * n) if n % 2 else 0)) < wh * wh / 8 + 2e-6, (n, square)
PYTHON

if [ $has_gnuplot ]; then
    # What is drawn, read back: the numbers of the axes are the picture's, so that a jump has both of its sides.
    run simulate drop.mo --plot stop.f:stop.s_rel --plot 'ball.m*ball.v:ball.s' --plot-file loop.svg -o drop.mat
    status_is 0
    err_is_empty
    grep -qF 'stop.f over stop.s_rel' loop.svg && grep -qF 'f [N]' loop.svg && grep -qE 's_rel \[m?m\]' loop.svg ||
        fail 'the loop is not named'
    grep -qF 's_rel [mm], all 0 beyond' loop.svg || fail 'the way without a force is not cut off'
    grep -qF 'ball.m*ball.v [N' loop.svg || fail 'the formula is not named'
    run simulate drop.mo --quiet --set stop.d=200 -o soft.csv --interval 0.003
    run plot drop.mat soft.csv --plot ball.s --plot stop.f:stop.s_rel --plot time:ball.v --label light --label 'heavy one' \
        -o two.svg
    status_is 0
    err_is_empty
    out_has 'written  two\.svg'
    grep -qF 'light: ball.s' two.svg && grep -qF 'heavy one: stop.f over stop.s_rel' two.svg || fail 'a run is not named'
    # A long name that is cut does not lose which variable is over which.
    run simulate drop.mo --quiet --set stop.d=100 -o a_rather_long_name_of_a_run.mat
    run plot drop.mat a_rather_long_name_of_a_run.mat --plot stop.f:stop.s_rel -o long.svg
    status_is 0
    grep -qF 'stop.f over s_rel<' long.svg || fail 'a name that is cut does not say what is drawn'
    run plot drop.mat soft.csv --signals ball.s --signals ball.q -o two.svg
    status_is 0
    err_has 'warning: in drop no variable matches "ball\.q"' 'warning: in soft no variable'
    grep -qF 'soft: ball.s' two.svg || fail 'a file does not name its run'
    # Truth values of files, which do not tell what is discrete, have lanes; a file may be read twice.
    run plot drop.mat drop.mat --plot stop.contact --label one --label two -o lanes.svg
    status_is 0
    grep -qF 'two: stop.contact' lanes.svg || fail 'there is no lane'
    ! grep -qF '>0.2<' lanes.svg || fail 'a truth value has parts'
    run plot drop.mat soft.csv --spectrum ball.s -o spectra.svg
    status_is 0
    out_has 'spectrum of drop: ball\.s' 'spectrum of soft: ball\.s'
    grep -qF 'frequency [Hz]' spectra.svg && grep -qF 'soft: ball.s' spectra.svg || fail 'the spectra are not named'
    run simulate drop.mo --quiet --spectrum 'stop.f*ball.v' -o drop.mat
    status_is 0
    [ -s Drop-spectrum.svg ] || fail 'there is no picture of the spectrum'
    # What makes a picture changes nothing of the results.
    run simulate drop.mo --quiet -o a.csv
    run simulate drop.mo --quiet -o b.csv --spectrum ball.s --plot stop.f:stop.s_rel
    cmp a.csv b.csv || fail 'pictures change results'
fi
# Two tables in one: runs of other lengths have frequencies of their own.
run simulate drop.mo --quiet -o long.csv --stop-time 4
run simulate drop.mo --quiet -o short.csv
run plot long.csv short.csv --spectrum ball.s --spectrum ball.v -o both.csv --quiet
status_is 0
out_is_empty
[ "$(head -1 both.csv)" = '"frequency [Hz]","long: ball.s","long: ball.v","frequency [Hz]","short: ball.s","short: ball.v"' ] ||
    fail "the table begins with $(head -1 both.csv)"
# FMUs and the engine fixed have rows only.
run simulate drop.mo --quiet -o f.csv --engine fixed --spectrum ball.s --spectrum-file f.spectrum.csv
status_is 0

# What is wrong, and what to do.
run plot drop.mo --plot ball.s
status_is 2
err_has 'is a model, and plot draws results: simulate drop\.mo --plot'
run plot short.csv
status_is 2
err_has 'say what to draw by --plot CURVE or --spectrum CURVE'
run plot short.csv --plot ball.s --spectrum ball.s
status_is 2
err_has 'but not both'
run plot short.csv long.csv --plot ball.s --label one
status_is 2
err_has '2 files and 1 times --label'
run plot nowhere.csv --plot ball.s
status_is 2
err_has 'nowhere\.csv'
run plot short.csv --plot 'stop.f:stop.s_rel:time'
status_is 2
err_has 'is not one curve over another' 'write Y:X'
run plot short.csv --plot '*.f:ball.*'
status_is 2
err_has 'each needs one of its own'
run plot short.csv --plot 'ball.s:nothing'
status_is 2
err_has 'no variable matches the pattern "nothing"' 'nothing to plot'
run plot short.csv --plot ball.s -o short.csv
status_is 2
run plot short.csv --spectrum ball.q -o x.csv
status_is 2
err_has 'no variable matches "ball\.q" of --spectrum' 'did you mean'
run plot short.csv --spectrum ball.s --window hamming
status_is 2
err_has "no window 'hamming'; choose one of: hann, flattop, rectangular"
run plot short.csv --plot ball.s --window hann
status_is 2
err_has 'are for --spectrum'
run simulate drop.mo --spectrum ball.q
status_is 2
err_has "no variable of Drop matches 'ball\.q' of --spectrum" 'did you mean ball\.'
[ ! -e Drop.csv ] || fail 'the model was run'
run simulate drop.mo --spectrum 'ball.q/2'
status_is 2
err_has '--spectrum:1:1: error: Drop has no variable ball\.q'
run simulate drop.mo --spectrum ball.s --spectrum-from 1 --spectrum-to 3
status_is 2
err_has 'the spectrum from 1 s to 3 s is not inside the run'
run simulate drop.mo --spectrum ball.s --max-frequency 1e7
status_is 2
err_has 'takes too many samples'
run simulate drop.mo --spectrum-file x.svg
status_is 2
err_has '--spectrum-file needs at least one --spectrum'

# Natural frequencies beside the lines: sqrt(c/m)/(2 pi) = 5 Hz, d/(2 sqrt(c m)) = 0.1; about the stop that is
# touched at rest, whose spring is as stiff again, 5 sqrt(2) Hz.
cat >swing.mo <<'MODEL'
model Swing
  import Modelica.Mechanics.Translational.Components.*;
  Fixed wall, other;
  SpringDamper spring(c = (10*3.14159265358979)^2, d = 2*3.14159265358979);
  ElastoGap stop(c = (10*3.14159265358979)^2, d = 0, s_rel0 = -1);
  Mass ball(m = 1, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce push(f_constant = 0);
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, ball.flange_a);
  connect(ball.flange_b, stop.flange_a);
  connect(stop.flange_b, other.flange);
  connect(push.flange, ball.flange_b);
  annotation(experiment(StopTime = 3));
end Swing;
MODEL
for engine in exact erk fixed; do
    run simulate swing.mo --engine $engine --spectrum ball.s --natural end --spectrum-file n.csv -o n.mat
    status_is 0
    out_has 'natural frequencies of the linear model at 3 s' '^ +5 Hz +damping ratio 0\.1$'
    [ "$(sed -n 1p n.csv | tail -c 25)" = '"natural frequency [Hz]"' ] || fail "the table has no natural frequencies"
    [ "$(sed -n 2p n.csv | cut -d, -f3 | cut -c1-7)" = 5.00000 ] || [ "$(sed -n 2p n.csv | cut -d, -f3)" = 5 ] ||
        [ "$(sed -n 2p n.csv | cut -d, -f3 | cut -c1-7)" = 4.99999 ] || fail 'the table has another frequency'
done
run simulate swing.mo --set push.f_constant=4000 --spectrum ball.s --natural steady --spectrum-file n.csv -o n.mat
status_is 0
out_has 'natural frequencies of the linear model at 0 s' '^ +7\.07107 Hz +damping ratio 0\.0707107$'
if [ "$has_gnuplot" ]; then
    run simulate swing.mo --spectrum ball.s --natural 0 --spectrum-file n.svg -o n.mat
    status_is 0
    grep -q 'natural frequencies' n.svg || fail 'the picture does not tell natural frequencies'
fi
run simulate swing.mo --spectrum ball.s --natural where
status_is 2
err_has '--natural must be end, a time'
run simulate swing.mo --natural end
status_is 2
err_has 'say of what'

# By powers of ten a power law is a straight line from corner to corner: y = x^2 over four decades of x has eight
# of its own, and 10^t over time two.
awk 'BEGIN { print "time,x,y,z"
    for (k = 0; k <= 400; k++) { x = 10^(-2 + k/100); printf "%.17g,%.17g,%.17g,%d\n", k/100, x, x*x, k - 200 } }' >pow.csv
first_line() { # FILE: the way of the first line that is drawn, behind its sample in the legend
    grep -o "<path stroke='rgb( *0, 114, 178)'[^>]*>" "$1" | sed -n '1s/.*M//p'
}
if [ "$has_gnuplot" ]; then
    run plot pow.csv --plot y:x --log-x --log-y -o log.svg
    status_is 0
    err_is_empty
    line=$(first_line log.svg)
    [ "$(echo "$line" | tr -cd L)" = L ] || fail "a power law is no straight line: $line"
    for number in 0.0001 10000 0.01 100; do
        grep -qF ">$number<" log.svg || fail "there is no $number on an axis"
    done
    run plot pow.csv --plot x --log-y -o log.svg
    status_is 0
    line=$(first_line log.svg)
    [ "$(echo "$line" | tr -cd L)" = L ] || fail "an exponential is no straight line: $line"
    run plot pow.csv --plot x --log-x -o log.svg # the start at 0 s is no warning
    status_is 0
    err_is_empty
    run plot pow.csv --plot z --log-y -o log.svg
    status_is 0
    err_has 'warning: 201 of 401 points of z lie at or below 0'
    run plot pow.csv --plot -x --log-y -o none.svg
    status_is 2
    err_has 'has no value above 0' 'remedy: draw abs'
    run plot pow.csv --plot y:-x --log-x -o none.svg
    status_is 2
    err_has 'has no value above 0'
    run simulate swing.mo --plot ball.s --spectrum ball.s --natural 0 --log-y --plot-file p.svg --spectrum-file n.svg \
        -o n.mat
    status_is 0
    grep -q 'natural frequencies' n.svg || fail 'the picture by powers of ten does not tell natural frequencies'
    run simulate drop.mo --plot stop.contact --log-y --plot-file lanes.svg -o n.mat
    status_is 0
    err_is_empty
fi
run simulate drop.mo --log-x
status_is 2
err_has '--log-x and --log-y are axes of pictures'
run plot pow.csv --spectrum x --log-y -o x.csv
status_is 2
err_has 'x\.csv is a table'

run simulate drop.mo --spectrum ball.s --spectrum-file x.txt
status_is 2
err_has 'must end in \.svg, \.png, \.pdf or \.csv'
finish
