# elastogap sensitivity: numbers with units, rows over time, what has no derivative, and what is refused.
. "$(dirname "$0")/lib.sh"

cat >Pushed.mo <<'MODEL'
model Pushed
  import Modelica.Mechanics.Translational;
  Translational.Components.Mass m(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.Sources.Force push;
  Modelica.Blocks.Sources.Step step(height = 3, startTime = 0.5);
equation
  connect(step.y, push.f);
  connect(push.flange, m.flange_a);
  annotation(experiment(StopTime = 2, Interval = 0.5));
end Pushed;
MODEL

# v = 3/2 (t - 0.5): by the height t/m, by the mass -v/m, by the time of the step -F/m.
run sensitivity Pushed.mo --by step.height --by m.m --by step.startTime --of m.v --of 'at(m.v, 0.5)' -o s.csv
status_is 0
err_is_empty
out_has '^m\.v = 2\.25 m/s' '^  by step\.height  *0\.75 m/s' '^  by m\.m  *-1\.125 m/s per kg' \
    '^  by step\.startTime  *-1\.5 m/s per s' 'none: -1\.5 below, 0 above m/s per s' 'an event falls at t = 0\.5 s'
files_are Pushed.mo s.csv
[ "$(head -1 s.csv)" = '"time","m.v","d(m.v)/d(step.height)","d(m.v)/d(m.m)","d(m.v)/d(step.startTime)"' ] ||
    fail "s.csv begins with $(head -1 s.csv)"
[ "$(grep -c '^0.5,0,0,0,' s.csv)" = 2 ] || fail "s.csv has not both sides of the step: $(cat s.csv)"
tail -1 s.csv | grep -qE '^2,2\.2(5|49999999999999[0-9]),0\.75,-1\.125,-1\.5$' || fail "s.csv ends with $(tail -1 s.csv)"

# Backward the numbers are the same, by all parameters at once; there are no rows over time.
run sensitivity Pushed.mo --by all --of m.v --of 'at(m.v, 0.5)' --adjoint
status_is 0
err_is_empty
out_has '^m\.v = 2\.25 m/s' '^  by step\.height  *0\.75 m/s' '^  by m\.m  *-1\.125 m/s per kg' \
    '^  by step\.startTime  *-1\.5 m/s per s' 'none: -1\.5 below, 0 above m/s per s' 'an event falls at t = 0\.5 s'
run sensitivity Pushed.mo --by m.m --of m.v --adjoint -o a.csv
status_is 2
err_has '--adjoint'

# A start value has two names: v = v0 + 3/2 (t - 0.5).
run sensitivity Pushed.mo --by m.v.start --of m.v
status_is 0
out_has '^  by m\.v\(start\)  *1 m/s per m/s'
run sensitivity Pushed.mo --by m.u.start --of m.v
status_is 2
err_has "there is no parameter 'm\.u\.start'"

# To the standard output numbers go alone.
run sensitivity Pushed.mo --by m.m --of m.v --quiet -o /dev/stdout
status_is 0
out_has '^"time","m\.v","d\(m\.v\)/d\(m\.m\)"$'

run sensitivity Pushed.mo --of m.v
status_is 2
err_has '--by gap\.c'
run sensitivity Pushed.mo --by m.m
status_is 2
err_has '--of ball\.s'
run sensitivity Pushed.mo --by m.n --of m.v
status_is 2
err_has "there is no parameter 'm\.n'" 'did you mean m\.'
sed 's/^equation/  parameter Integer k = 2;\nequation/' Pushed.mo >Whole.mo
run sensitivity Whole.mo --by k --of m.v
status_is 2
err_has 'there is no derivative by k, because it is an Integer'
run sensitivity Whole.mo --by push.useSupport --of m.v
status_is 2
err_has 'there is no derivative by push\.useSupport, because it is a Boolean'
run sensitivity Pushed.mo --by m.m --of m.w
status_is 2
err_has 'm\.w'
run sensitivity Pushed.mo --by m.m --of m.v --engine fixed
status_is 2
err_has 'the engine fixed locates no events'
run sensitivity Pushed.mo --by m.m --of m.v
cp .out by_auto
run sensitivity Pushed.mo --by m.m --of m.v --engine exact
status_is 0
cmp -s .out by_auto || fail 'derivatives by exact are other ones'
run sensitivity Pushed.mo --by m.m --of m.v --start-time 3
status_is 2
err_has 'does not lie behind StartTime'

# A parameter that follows from another is moved alone where it is asked for: with what is left of the other it comes to
# the other's own derivative.
of() { awk -v by="$1" '$1 == "by" && $2 == by { print $3 }' .out; }
run sensitivity "$SOURCE/examples/ElastoGap.mo" --by c --of mass2.s --tolerance 1e-10
status_is 0
whole=$(of c)
run sensitivity "$SOURCE/examples/ElastoGap.mo" --by elastoGap1.c --by c --of mass2.s --tolerance 1e-10
status_is 0
awk -v whole="$whole" -v one="$(of elastoGap1.c)" -v rest="$(of c)" 'BEGIN {
    d = whole - one - rest; exit !(one != 0 && rest != 0 && (d < 0 ? -d : d) < 1e-8) }' || fail 'parts of c are not c'
run sensitivity "$SOURCE/examples/ElastoGap.mo" --by 'mass2.s(start)' --of mass2.s
status_is 0
finish

# As columns of an ordinary run: of what it stores, and of what is drawn.
run simulate Pushed.mo --sensitivity step.height --sensitivity m.m --signals 'm.?' -o columns.csv --quiet \
    --plot 'd(m.s)/d(m.m)' --plot-file columns.svg
status_is 0
err_is_empty
[ "$(head -1 columns.csv)" = '"time","m.s","m.v","m.a","d(m.s)/d(step.height)","d(m.s)/d(m.m)","d(m.v)/d(step.height)","d(m.v)/d(m.m)","d(m.a)/d(step.height)","d(m.a)/d(m.m)"' ] ||
    fail "columns.csv begins with $(head -1 columns.csv)"
[ "$(grep -c '^0.5,0,0,' columns.csv)" = 2 ] || fail "columns.csv has not both sides of the step"
tail -1 columns.csv | grep -qE ',0\.75,-1\.125,0\.5,-0\.75$' || fail "columns.csv ends with $(tail -1 columns.csv)"
grep -q 'd(m\.s)/d(m\.m)' columns.svg || fail "columns.svg does not say what it shows"
run simulate Pushed.mo --sensitivity m.m --plot 'd(m.w)/d(m.m)' --quiet
status_is 2
err_has "matches 'm\.w' of --plot"
run simulate Pushed.mo --sensitivity m.n -o none.csv --quiet
err_has "there is no parameter 'm\.n'" 'did you mean m\.'
run simulate Pushed.mo --sensitivity m.m --start-from nowhere.state
status_is 2
err_has '--sensitivity follows a run from the model.s own start'
