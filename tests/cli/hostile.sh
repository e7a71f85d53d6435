# What an unfriendly or an inexperienced user tries: odd models, odd values, odd files, odd endings.
. "$(dirname "$0")/lib.sh"

T=Modelica.Mechanics.Translational
C=$T.Components

# A mass of 1 kg at S that moves with V towards a wall at 0, with a gap of the modifiers GAP between them.
bounce() { # GAP S V [DECLARATION [EQUATION]]
    cat <<MODEL
model Bounce
  $C.Fixed wall;
  $C.ElastoGap gap($1);
  $C.Mass mass(m = 1, L = 0, s(start = $2, fixed = true), v(start = $3, fixed = true));
  ${4:-}
equation
  connect(wall.flange, gap.flange_a);
  connect(gap.flange_b, mass.flange_a);
  ${5:-}
  annotation(experiment(StopTime = 1));
end Bounce;
MODEL
}

# Runs to the end without a word on stderr.
fine() {
    run simulate "$@" --quiet
    status_is 0
    err_is_empty
}

# ---------------------------------------------------------------- models with little in them

echo 'model Empty end Empty;' >empty.mo
fine empty.mo
echo "model Wall $C.Fixed wall(s0 = 3); end Wall;" >wall.mo
fine wall.mo
near "$(value_at Wall.csv wall.flange.s 1)" 3 0 'the position of a wall alone'
echo "model None $C.Mass mass[0](each m = 1); end None;" >none.mo
fine none.mo
clear_files

# Both sides are driven: s_rel = 0.5 - sin(2*pi*t), contact from t = 1/12 to t = 5/12 s.
cat >Driven.mo <<MODEL
model Driven
  Modelica.Blocks.Sources.Sine wave(f = 1);
  Modelica.Blocks.Sources.Constant rest(k = 0.5);
  $T.Sources.Position left(exact = true);
  $T.Sources.Position right(exact = true);
  $C.ElastoGap gap(c = 10, d = 1);
equation
  connect(wave.y, left.s_ref);
  connect(rest.y, right.s_ref);
  connect(left.flange, gap.flange_a);
  connect(gap.flange_b, right.flange);
end Driven;
MODEL
fine Driven.mo
near "$(value_at Driven.csv gap.contact 0.0833)" 0 0 'contact before t = 1/12 s'
near "$(value_at Driven.csv gap.contact 0.0841)" 1 0 'contact after t = 1/12 s'
near "$(value_at Driven.csv gap.contact 0.4159)" 1 0 'contact before t = 5/12 s'
near "$(value_at Driven.csv gap.contact 0.4181)" 0 0 'contact after t = 5/12 s'
clear_files

# ---------------------------------------------------------------- one system, written in different ways

bounce 'c = 1e4, d = 40, n = 1.5' 0.1 -2 >Bounce.mo
fine Bounce.mo --output there.csv
sed -e 's/connect(wall.flange, gap.flange_a)/connect(wall.flange, gap.flange_b)/' \
    -e 's/connect(gap.flange_b, mass.flange_a)/connect(gap.flange_a, mass.flange_a)/' \
    -e 's/s(start = 0.1/s(start = -0.1/' -e 's/v(start = -2/v(start = 2/' Bounce.mo >mirror.mo
fine mirror.mo --output mirror.csv
[ "$(value_at there.csv mass.v 1)" = "$(value_at mirror.csv mass.v 1 | sed 's/^-//')" ] ||
    fail 'the mirrored model moves in another way'
fine Bounce.mo --output again.csv
cmp -s there.csv again.csv || fail 'two runs of one model differ'
clear_files

# A rod, a second mass and a shifted wall instead of a length, one mass and s_rel0.
cat >Whole.mo <<MODEL
model Whole
  $C.Fixed wall;
  $C.ElastoGap gap(c = 1e4, d = 30, s_rel0 = 0.3);
  $C.Mass mass(m = 2, L = 0.2, s(start = 1.4, fixed = true), v(start = -3, fixed = true));
equation
  connect(wall.flange, gap.flange_a);
  connect(gap.flange_b, mass.flange_a);
end Whole;
MODEL
cat >Parts.mo <<MODEL
model Parts
  $C.Fixed wall(s0 = 0.3);
  $C.ElastoGap gap(c = 1e4, d = 30);
  $C.Rod rod(L = 0.1);
  $C.Mass small(m = 0.5, L = 0);
  $C.Mass mass(m = 1.5, L = 0, s(start = 1.4, fixed = true), v(start = -3, fixed = true));
equation
  connect(wall.flange, gap.flange_a);
  connect(gap.flange_b, rod.flange_a);
  connect(rod.flange_b, small.flange_a);
  connect(small.flange_b, mass.flange_a);
end Parts;
MODEL
fine Whole.mo --tolerance 1e-9
fine Parts.mo --tolerance 1e-9
near "$(value_at Whole.csv mass.s 1)" "$(value_at Parts.csv mass.s 1)" 1e-9 'the position at the end'
clear_files

# A force from sensors does what a spring-damper does.
cat >Control.mo <<MODEL
model Control
  $C.Mass free(m = 1, L = 0, s(start = 0.1, fixed = true), v(start = -2, fixed = true));
  $C.Mass held(m = 1, L = 0, s(start = 0.1, fixed = true), v(start = -2, fixed = true));
  $C.Fixed wall;
  $C.SpringDamper spring(c = 100, d = 3);
  $T.Sensors.PositionSensor position;
  $T.Sensors.SpeedSensor speed;
  Modelica.Blocks.Math.Add sum(k1 = -100, k2 = -3);
  $T.Sources.Force force;
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, held.flange_a);
  connect(free.flange_a, position.flange);
  connect(free.flange_a, speed.flange);
  connect(position.s, sum.u1);
  connect(speed.v, sum.u2);
  connect(sum.y, force.f);
  connect(force.flange, free.flange_b);
end Control;
MODEL
fine Control.mo --tolerance 1e-9
near "$(value_at Control.csv free.s 1)" "$(value_at Control.csv held.s 1)" 1e-10 'the controlled mass'
clear_files

# ---------------------------------------------------------------- a touch where something else happens

# The touch falls on the stop time, on a source's jump, on a stored point: 0.5 s every time.
bounce 'c = 1e4, d = 10' 0.5 -1 >Bounce.mo
fine Bounce.mo --stop-time 0.5
near "$(value_at Bounce.csv mass.v 0.5)" -1 0 'the speed at the touch'
fine Bounce.mo --interval 0.5 --output plain.csv
bounce 'c = 1e4, d = 10' 0.5 -1 "$T.Sources.ForceStep step(stepForce = 0, offsetForce = 0, startTime = 0.5);" \
    'connect(step.flange, mass.flange_b);' >Bounce.mo
fine Bounce.mo --interval 0.5 --output stepped.csv
near "$(value_at stepped.csv mass.v 1)" "$(value_at plain.csv mass.v 1)" 1e-6 'a jump of nothing at the touch: the speed'
# Held back by 1 N, the mass comes to rest exactly at the wall.
bounce 'c = 1e4, d = 10' 0.5 -1 "$T.Sources.ConstantForce back(f_constant = 1);" \
    'connect(back.flange, mass.flange_b);' >Bounce.mo
fine Bounce.mo --stop-time 2
near "$(value_at Bounce.csv mass.s 2)" 0.5 1e-6 'the way back after grazing the wall'
# A moment in time only, at any time.
fine Bounce.mo --start-time -3 --stop-time -3
near "$(grep -c . Bounce.csv)" 2 0 'the number of lines of a run of no length'
clear_files

# ---------------------------------------------------------------- settings from the command line

bounce 'c = 10, d = 1' 1 -1 >Bounce.mo
for setting in 'gap.f_c=2' 'gap.f=2' 'gap.c=nan' 'gap.c=1e5;' 'gap..c=1' '.c=3' 'mass.m=1/0' 'gap=3' 'mass.L=[1' \
    'mass.L={1,2}' 'wall.s0=1e308*10' 'gap.n=0.5' 'gap.useHeatPort=1' 'gap.useHeatPort=true' 'mass.m="x"'; do
    run simulate Bounce.mo --set "$setting"
    status_is 1
    err_has 'error: '
    files_are Bounce.mo
done
fine Bounce.mo --set 'gap.c = 2*10' --set mass.s.start=0.5
near "$(value_at Bounce.csv mass.s 0)" 0.5 0 'the start value from the command line'
clear_files

# ---------------------------------------------------------------- sizes that cannot be meant

for size in 1000000000 -1 2.5 '100000, 100000'; do
    echo "model Big $C.Mass mass[$size](each m = 1, each L = 0); end Big;" >big.mo
    run simulate big.mo
    status_is 1
    err_has 'big\.mo:1:[0-9]+: error: '
    files_are big.mo
done
clear_files
bounce 'c = 10, d = 1' 1 -1 >Bounce.mo
run simulate Bounce.mo --interval 1e-15
status_is 2
files_are Bounce.mo

# ---------------------------------------------------------------- names that are no file names

echo "model '../../x' $C.Fixed wall; end '../../x';" >out.mo
fine out.mo
[ ! -e ../../x.csv ] && [ ! -e "../../'x'.csv" ] || fail 'a name led out of the directory'
rm -f out.mo ./*.csv
echo "model Quoted $C.Fixed 'a,\"b\"'; end Quoted;" >Quoted.mo
fine Quoted.mo
grep -qF '"a,""b"".flange.s"' Quoted.csv || fail 'the header does not quote a quoted name'
clear_files

# ---------------------------------------------------------------- where results can and cannot go

bounce 'c = 10, d = 1' 1 -1 >Bounce.mo
for output in x.txt x . .csv x.csv/ ''; do
    run simulate Bounce.mo --output "$output"
    status_is 2
    files_are Bounce.mo
done
for output in none/x.csv "$(printf 'y%.0s' {1..300}).csv" /dev/full; do
    run simulate Bounce.mo --output "$output"
    status_is 3
    err_has 'cannot write the file' 'remedy'
    files_are Bounce.mo
done
command_line='simulate > /dev/full'
"$ELASTOGAP" simulate Bounce.mo >/dev/full 2>.err
status=$?
status_is 3
err_has 'no space'
command_line='simulate with stdout closed'
"$ELASTOGAP" simulate Bounce.mo >&- 2>.err
status=$?
status_is 3
clear_files

# ---------------------------------------------------------------- short texts that stand for much

# unfold FILE PLACE MESSAGE: refused there, in seconds (of the processor) and in less than 2 GB.
unfold() {
    command_line="check $1, within limits"
    (ulimit -t 20; [ "$SANITIZE" = 1 ] || ulimit -v 2000000; "$ELASTOGAP" check "$1") >.out 2>.err
    status=$?
    status_is 1
    err_has "^$1:$2: error: $3" 'remedy'
}
echo 'model I Real a[1000]; end I; model J I i[1000]; end J; model A J j[1000]; end A;' >many.mo
unfold many.mo 1:40 'with "i" the model has more than 1000000 components, parameters and variables'
{
    echo 'function f0 input Real x; output Real y; algorithm y := x; end f0;'
    for i in $(seq 40); do
        echo "function f$i input Real x; output Real y; algorithm y := f$((i - 1))(x) + f$((i - 1))(2*x); end f$i;"
    done
    echo 'model A Real y = f40(time); end A;'
} >calls.mo
unfold calls.mo '[0-9]+:[0-9]+' '(what this stands for takes|the equations have|the model asks for) more than'
{
    echo 'model M0 Real x = 1; end M0;'
    for i in $(seq 40); do echo "model M$i M$((i - 1)) a; M$((i - 1)) b; end M$i;"; done
} >doubled.mo
unfold doubled.mo '[0-9]+:[0-9]+' 'with "[abx]" the model has more than 1000000'
echo 'model A Real x[1000, 1000, 1000]; end A;' >cube.mo
unfold cube.mo 1:14 'with "x" the model has more than 1000000'
clear_files

# ---------------------------------------------------------------- out of range

# What a block gives where its function has no value is no result, whoever follows it: the run ends at the last
# row before, with the block's name. The ramp passes 0 at 0.25 s and -1 at 0.5 s.
for block in Sqrt Log Acos; do
    cat > Range.mo <<MODEL
model Range
  Modelica.Blocks.Sources.Ramp ramp(height = -4, duration = 1, offset = 1);
  Modelica.Blocks.Math.$block f;
  $C.Mass beside(m = 1, L = 0, s(start = 0, fixed = true), v(start = 1, fixed = true));
equation
  connect(ramp.y, f.u);
end Range;
MODEL
    for engine in auto erk ida irk; do
        run simulate Range.mo --engine $engine --output Range.csv
        status_is 3
        err_has "the signal f.y is (not a number|infinite)"
        grep -qE 'nan|inf' Range.csv && fail 'rows without a value are among the results'
        awk -F, -v end=$([ $block = Acos ] && echo 0.5 || echo 0.25) 'END { exit !($1 <= end + 1e-9) }' Range.csv ||
            fail 'rows go on where there is no value'
    done
done
clear_files

# ---------------------------------------------------------------- an end before the end

# Interrupted: the rows so far are whole and end at the last good point.
bounce 'c = 1e4, d = 0' 1 0 "$C.Spring spring(c = 1e6, s_rel0 = 0.9);" \
    'connect(wall.flange, spring.flange_a); connect(spring.flange_b, mass.flange_a);' >Bounce.mo
interrupt simulate Bounce.mo --engine erk --stop-time 1e7 --interval 1e3
status_is 3
err_has 'interrupted at t ='
files_are Bounce.mo Bounce.csv
awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' Bounce.csv || fail 'a row is not whole'

# Where a run fails on the way its results end at the last good point: every cell is a number, no row is behind
# the time at which the message says that it stopped, and whatever --stats tells of it, no row is lost that was good.
drop='Modelica.Mechanics.Translational.Components'
cat >ends.mo <<MODEL
model Exponent
  $drop.Fixed ground;
  $drop.ElastoGap stop(c = 1e5, d = 60, n = 1e6);
  $drop.Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -20);
equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
end Exponent;
model Root
  Real x(start = 0, fixed = true), y;
equation
  der(x) = y;
  y = sqrt(0.5 - time);
end Root;
model Pole
  Real x(start = 1, fixed = true), y;
equation
  der(x) = 2*x^2;
  y = 1/(1 - 2*time);
end Pole;
model Growth
  Real x(start = 1, fixed = true);
equation
  der(x) = 5e3*x;
end Growth;
model Pushed
  $drop.Mass ball(m = 1, L = 0, s(start = 0.5, fixed = true), v(start = 1e308, fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = 1.7e308);
equation
  connect(weight.flange, ball.flange_b);
end Pushed;
model Shown
  Real x(start = 0, fixed = true), y = log(0.7 - x);
equation
  der(x) = 1;
end Shown;
MODEL
for model in Exponent Root Pole Growth Pushed Shown; do
    for engine in auto erk irk ida exact fixed; do
        rm -f ends.csv
        run simulate ends.mo --model $model --engine $engine --stop-time 1 --interval 0.01 -o ends.csv --quiet
        [ "$status" -eq 0 ] || [ "$status" -eq 1 ] || status_is 3
        [ -e ends.csv ] || continue
        grep -qiE 'nan|inf' ends.csv && fail "$model by $engine has cells that are no numbers: $(grep -iE 'nan|inf' ends.csv | head -1)"
        stopped=$(sed -n 's/.*stopped at t = \([-+.e0-9]*\) s.*/\1/p' .err | head -1)
        last=$(tail -1 ends.csv | cut -d, -f1)
        [ -z "$stopped" ] || awk -v a="$last" -v b="$stopped" 'BEGIN { exit !(a <= b * (1 + 1e-14) && a >= b - 0.0101) }' ||
            fail "$model by $engine: the last row is at $last s, it stopped at $stopped s"
    done
done
finish

# An event that is refused half way, when friction has taken hold of more than gears allow.
run simulate "$SOURCE/examples/Clutching.mo" --set release.startTime=2.2086 --interval 0.1
status_is 3
err_has 'holds what other friction holds too, but over gears of another ratio'
