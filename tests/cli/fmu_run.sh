# elastogap simulate X.fmu: runs of our own FMUs against direct runs, options, inputs, and what is refused.
. "$(dirname "$0")/lib.sh"
scratch=$work/tmp
mkdir "$scratch"
export TMPDIR=$scratch

nothing_left() { # in the folder for temporary files, whatever happened
    [ -z "$(ls -A "$scratch")" ] || fail "left behind: $(ls -A "$scratch")"
}

missing_library() {
    grep -q 'cannot be read without' "$work/.err"
}

cp "$SOURCE/examples/ElastoGap.mo" "$SOURCE/examples/HardStops.mo" .
run fmu ElastoGap.mo --engine erk -o gap3.fmu
run fmu ElastoGap.mo --fmi 2 -o gap2.fmu
run simulate gap3.fmu --quiet
! missing_library || finish
status_is 0
nothing_left
[ -f ElastoGap.csv ] || fail "no ElastoGap.csv"

# Model Exchange: the same trajectory, both sides of events as rows, events in the list.
run simulate ElastoGap.mo --tolerance 1e-12 --output direct.csv --quiet
for version in 2 3; do
    run simulate gap$version.fmu --tolerance 1e-12 --output me.csv --stats
    status_is 0
    out_has 'engine +erk and irk:' 'events +12' 'Events: 12' '0\.43337288[23] s' 'becomes negative or zero'
    run compare me.csv direct.csv --tolerance 1e-8
    status_is 0
    [ "$(wc -l <me.csv)" = "$(wc -l <direct.csv)" ] || fail "rows: $(wc -l <me.csv), direct $(wc -l <direct.csv)"
done
run simulate gap3.fmu --engine ida --tolerance 1e-9 --output ida.csv --quiet
if [ "$status" = 0 ]; then # built with it
    run compare ida.csv direct.csv --tolerance 1e-6
    status_is 0
else
    err_has 'engine ida is'
fi

# Speeds that stops reset.
run fmu HardStops.mo -o stops.fmu
run simulate HardStops.mo --tolerance 1e-12 --signals 'slider.?' --output stops.csv --quiet
run simulate stops.fmu --tolerance 1e-12 --output stops_me.csv --quiet
run compare stops_me.csv stops.csv --tolerance 1e-8
status_is 0

# Co-Simulation: the same bits at the points.
run simulate ElastoGap.mo --engine erk --output direct.csv --quiet
run simulate gap3.fmu --fmi-kind cs --output cs.csv --stats --stats-file cs.json
status_is 0
out_has 'engine +of the FMU'
grep -q '"model": "ElastoGap"' cs.json || fail "no name in the JSON"
same_bits() { # of mass2.v
    awk -F, 'FNR == 1 { file++; for (i = 1; i <= NF; i++) if ($i == "\"mass2.v\"") at = i; next }
        file == 1 { value[$1] = $at; next }
        { n++; if (!($1 in value) || value[$1] != $at) bad++ }
        END { exit bad > 0 || n < 500 }' "$1" "$2" || fail "not the same bits: $1, $2"
}
same_bits direct.csv cs.csv
run fmu ElastoGap.mo --engine fixed -o fixed.fmu
run simulate ElastoGap.mo --engine fixed --output fixed.csv --quiet
run simulate fixed.fmu --fmi-kind cs --output fixed_cs.csv --quiet
status_is 0
same_bits fixed.csv fixed_cs.csv
nothing_left

# What a model does at the end shows in the last row under Co-Simulation, where the step that reaches the stop time
# has done it; under Model Exchange nothing is read once the FMU has terminated.
echo 'model End Real x(start = 1, fixed = true); discrete Real last(start = 0); equation der(x) = 1;
    when terminal() then last = x; end when; end End;' >End.mo
for version in 2 3; do
    run fmu End.mo --fmi $version -o end.fmu
    for kind in me cs; do
        run simulate end.fmu --fmi-kind $kind --output end.csv --quiet
        status_is 0
        [ "$(grep -c '^1,' end.csv)" = 1 ] || fail "rows at the end: $(tail -3 end.csv)"
        [ $kind = me ] || near "$(value_at end.csv last 1)" 2 1e-6 'what is set at the end'
    done
done

# Motions of any size are followed to the tolerance of their own range under Model Exchange: a nominal value of 1, the
# standard's where nothing is said, is no floor.
swings_as_said() { # FILE NAME SIZE: NAME is SIZE cos(10 t), to a hundred tolerances of 1e-9
    awk -F, -v name="$2" -v size="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "\"" name "\"") at = i; next }
        { off = $at/size - cos(10*$1); rows++; if (off > 1e-7 || off < -1e-7) bad++ }
        END { exit bad > 0 || rows < 500 }' "$1" || fail "$2 does not swing by $3"
}
for size in 1e-6 1e-12 1e-20; do
    cat >Swing.mo <<MODEL
model Swing
  import Modelica.Mechanics.Translational.Components;
  Components.Fixed ground;
  Components.Spring spring(c = 100);
  Components.Mass mass(m = 1, L = 0, s(start = $size, fixed = true), v(start = 0, fixed = true));
  Real x(start = $size, fixed = true), v(start = 0, fixed = true);
equation
  connect(ground.flange, spring.flange_a);
  connect(spring.flange_b, mass.flange_a);
  der(x) = v;
  der(v) = -100*x;
  annotation(experiment(StopTime = 2, Interval = 4e-3));
end Swing;
MODEL
    for version in 2 3; do
        run fmu Swing.mo --fmi $version -o swing.fmu
        for engine in erk irk; do
            run simulate swing.fmu --fmi-kind me --engine $engine --tolerance 1e-9 --output swing.csv --quiet
            status_is 0
            swings_as_said swing.csv mass.s $size
            swings_as_said swing.csv x $size
        done
    done
done

# Settings and signals; a plot needs names only.
run simulate gap3.fmu --set mass1.m=2 --signals 'mass1.*' --stop-time 0.1 --output set.csv --quiet
status_is 0
[ "$(head -1 set.csv | tr ',' '\n' | grep -cv 'mass1\|time')" = 0 ] || fail "more signals than asked for"
run simulate ElastoGap.mo --set mass1.m=2 --stop-time 0.1 --output set_direct.csv --quiet
near "$(value_at set.csv mass1.v 0.1)" "$(value_at set_direct.csv mass1.v 0.1)" 1e-6 'mass1.v with another mass'

# Inputs: a force that ramps, then jumps to 0 at t = 1: v(1) = 0.5, s(2) = 1/6 + 0.5.
cat >Push.mo <<'MODEL'
model Push
  Modelica.Blocks.Interfaces.RealInput u;
  input Boolean on(start = false);
  Modelica.Mechanics.Translational.Sources.Force force;
  Modelica.Mechanics.Translational.Components.Mass mass(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  discrete Real count(start = 0, fixed = true);
equation
  connect(u, force.f);
  connect(force.flange, mass.flange_a);
  when on then
    count = pre(count) + 1;
  end when;
end Push;
MODEL
printf '"time","u","on"\n0,0,0\n0.25,0.25,1\n0.5,0.5,0\n1,1,1\n1,0,1\n3,0,1\n' >in.csv
run fmu Push.mo -o push.fmu
for kind in me; do
    run simulate push.fmu --fmi-kind $kind --input in.csv --stop-time 2 --tolerance 1e-10 --output push.csv --stats
    status_is 0
    near "$(value_at push.csv mass.v 2)" 0.5 1e-9 'mass.v(2)'
    near "$(value_at push.csv mass.s 2)" 0.6666666666667 1e-9 'mass.s(2)'
    near "$(value_at push.csv count 2)" 2 0 'how often `on` became true'
    out_has 'u +input changes'
done
# Lines are followed to the tolerance under Co-Simulation too, however few points there are.
run fmu Push.mo --fmi 2 -o push2.fmu
for fmu in push push2; do
    run simulate $fmu.fmu --fmi-kind cs --input in.csv --stop-time 2 --interval 0.25 --output push.csv --quiet
    status_is 0
    near "$(value_at push.csv mass.v 2)" 0.5 1e-5 'mass.v(2)'
    near "$(value_at push.csv mass.s 2)" 0.6666666666667 1e-5 'mass.s(2)'
done

# A force sin(5 t): v = (1 - cos(5 t))/5 at t = 2. Chords make an error h^2/12 u'(t) between the ends, below
# h^2/12*(5 + 5) (Euler-Maclaurin), so a fourth of it at half the interval; what is asked for on the way, its h^4/2880 u'''.
awk 'BEGIN { print "time,u"; for (k = 0; k <= 4000; k++) printf "%.17g,%.17g\n", k/2000, sin(5*k/2000) }' >sine.csv
right=$(awk 'BEGIN { printf "%.17g", (1 - cos(10))/5 }')
for h in 0.1 0.05 0.025; do
    for fmu in push push2; do
        run simulate $fmu.fmu --fmi-kind cs --input sine.csv --stop-time 2 --interval $h --tolerance 1e-10 -o sine_$fmu.csv --quiet
        status_is 0
    done
    near "$(value_at sine_push2.csv mass.v 2)" "$right" "$(awk -v h=$h 'BEGIN { print h*h/12*10 }')" "sine by chords, $h"
    near "$(value_at sine_push.csv mass.v 2)" "$right" "$(awk -v h=$h 'BEGIN { print h^4/2880*250 + 1e-6 }')" "sine by answers, $h"
done
printf 'time,v\n0,1\n' >wrong.csv
run simulate push.fmu --input wrong.csv
status_is 2
err_has "no input of that name"
printf 'time,on\n0,0.5\n' >wrong.csv
run simulate push.fmu --input wrong.csv
status_is 2
err_has 'true or false, 1 or 0'
run simulate push.fmu --input none.csv
err_has 'none.csv'
nothing_left

# What has no meaning for an FMU, or no place in it.
for options in '--model M' '-I .' '--step 1e-3' '--fmi-kind xx' '--engine exact' '--engine fixed' '--set nothing=1' \
    '--set mass1.m=heavy' '--set time=1' '--set mass1.v=2' '--signals nothing' '--stop-time=-1'; do
    run simulate gap3.fmu $options --output none.csv
    status_is 2
    [ -s "$work/.err" ] || fail "nothing is said of $options"
done
run simulate gap3.fmu --fmi-kind cs --engine erk
status_is 2
err_has 'engine of its own'
run simulate ElastoGap.mo --fmi-kind me
status_is 2
run simulate none.fmu
status_is 2
echo text >text.fmu
run simulate text.fmu
status_is 2
err_has 'no ZIP archive'
for length in 10 100000 $(($(wc -c <gap3.fmu) - 1)); do # the directory stands at the end
    head -c $length gap3.fmu >cut.fmu
    run simulate cut.fmu --output none.csv
    status_is 2
    err_has 'no ZIP archive'
done
[ ! -e none.csv ] || fail "a result of a run that was refused"
nothing_left

# Names in quotes: structured ones in the description, settable with the quotes of either text, or none.
cat >Named.mo <<'MODEL'
model Named
  model Part
    parameter Real 'p.q' = 1;
    Real z = 'p.q'*time;
  end Part;
  parameter Real 'a.b' = 2;
  parameter Real 'x y' = 1, '1[2]' = 1, 'it\'s' = 1;
  Part 'Part 2';
  Part part;
  Real sum = 'a.b' + 10*'x y' + 100*'1[2]' + 1000*'it\'s' + 1e4*part.'p.q' + 1e5*'Part 2'.'p.q' + time - time;
end Named;
MODEL
for version in 2 3; do
    run fmu Named.mo --fmi $version --output named.fmu
    status_is 0
    if command -v unzip >/dev/null; then
        unzip -p named.fmu modelDescription.xml >described.xml
        for name in 'a.b' "'x y'" "'1\[2\]'" "'it\\\\'s'" 'part.p.q' "'Part 2.p.q'"; do
            name=${name//\'/"&#39;"}
            grep -q " name=\"$name\"" described.xml || fail "$name is not described in FMI $version"
        done
    fi
    while read -r setting sum; do
        setting=$(echo "$setting" | tr '_' ' ')
        run simulate named.fmu --set "$setting" --quiet --output named.csv
        status_is 0
        err_is_empty
        awk -F, -v sum="$sum" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^"?sum"?$/) k = i }
            NR > 1 && $k != sum { exit 1 }' named.csv || fail "--set $setting gives no sum of $sum"
    done <<'SETTINGS'
a.b=4 111114
'a.b'=4 111114
x_y=4 111142
'x_y'=4 111142
1[2]=4 111412
part.p.q=4 141112
part.'p.q'=4 141112
Part_2.p.q=4 411112
'Part_2'.'p.q'=4 411112
'Part_2.p.q'=4 411112
SETTINGS
    nothing_left
done

# An FMU tells of a balance of energies that are beyond all numbers, as a run of the model does.
cat >Fast.mo <<'MODEL'
model Fast
  Modelica.Mechanics.Translational.Components.Mass m(m=2, s(start=0, fixed=true), v(start=1e160, fixed=true));
end Fast;
MODEL
run simulate Fast.mo --output fast.csv
status_is 3
err_has 'energy balance is no finite number'
run fmu Fast.mo --output fast.fmu
for kind in cs me; do
    run simulate fast.fmu --fmi-kind $kind --output fast.csv
    [ "$status" -ne 0 ] || fail "nothing is said of an infinite energy"
    err_has 'logStatusError.*energy balance is no finite number'
done
nothing_left
finish
