# The main job: MSL's example ElastoGap from text to result. Values and event times are those of an
# independent Runge-Kutta integration (12 digits); at tolerance 1e-9 the result is within 1e-7.
. "$(dirname "$0")/lib.sh"
model=$SOURCE/examples/ElastoGap.mo

run simulate "$model" --tolerance 1e-9 --output r.csv --stats --stats-file r.json
status_is 0
err_is_empty
out_has ElastoGap 'engine +exact: between events all forces are linear, so that .* closed form' 'Engine exact: between events' 'clusters +[0-9]+ formed by events' 'span +0 to 5 s' 'events +12' 'r\.csv' 'steps' 'evaluations' 'Jacobians' \
    'Energy balance' initial supplied kinetic potential dissipated 'closure error'
near "$(value_at r.csv elastoGap1.v_rel 5)" 0.537529187722 1e-7 'elastoGap1.v_rel(5)'
near "$(value_at r.csv elastoGap2.s_rel 5)" 2.707885294080 1e-7 'elastoGap2.s_rel(5)'
near "$(value_at r.csv springDamper1.v_rel 5)" -0.004196101198 1e-7 'springDamper1.v_rel(5)'
near "$(value_at r.csv springDamper2.s_rel 5)" 2.000350338939 1e-7 'springDamper2.s_rel(5)'
near "$(value_at r.csv mass2.s 1)" -0.905959854758 1e-7 'mass2.s(1)'
near "$(value_at r.csv mass2.s 2)" -0.295617606393 1e-7 'mass2.s(2)'
near "$(value_at r.csv mass2.s 3)" 0.938927871355 1e-7 'mass2.s(3)'
near "$(value_at r.csv mass2.s 4)" -0.150366644684 1e-7 'mass2.s(4)'

# The event list, in order.
events="0.433373 0.583373 0.875161 1.007284 1.746202 1.896202 2.404067 2.536190 3.275107 3.425107 4.309060 4.441183"
grep -E '^ +[0-9.]+ s  ' .out >events.txt
[ "$(wc -l <events.txt)" -eq 12 ] || fail "the list has $(wc -l <events.txt) events, expected 12"
i=0
for time in $events; do
    i=$((i + 1))
    near "$(sed -n "${i}p" events.txt | awk '{ print $1 }')" "$time" 1e-6 "event $i"
    # Both sides of it are rows of the result.
    rows=$(awk -F, -v t="$time" 'NR > 1 { d = $1 - t; if (d < 0) d = -d; if (d <= 1e-6) seen[$1]++ }
        END { for (x in seen) if (seen[x] == 2) n++; print n + 0 }' r.csv)
    [ "$rows" -eq 1 ] || fail "event $i at $time s is not stored as two rows"
done

# The statistics are JSON, and say what the program's contract promises.
cat >check.cmake <<'SCRIPT'
file(READ r.json text)
foreach(member engine steps evaluations events integrate_seconds total_seconds energy_error)
    string(JSON value ERROR_VARIABLE error GET "${text}" ${member})
    if(error)
        message(FATAL_ERROR "${member}: ${error}")
    endif()
    message("${member} ${value}")
endforeach()
string(JSON count LENGTH "${text}" event_list)
message("event_list ${count}")
SCRIPT
"$CMAKE" -P check.cmake >json.txt 2>&1 || fail "r.json: $(cat json.txt)"
grep -q '^engine exact$' json.txt || fail 'engine is missing'
grep -q '^events 12$' json.txt || fail 'events are not 12'
grep -q '^event_list 12$' json.txt || fail 'event_list does not have 12 members'
grep -qiE 'nan|inf[^o]' r.json && fail 'r.json has a number that JSON does not know'
near "$(awk '$1 == "energy_error" { print $2 }' json.txt)" 0 1e-6 energy_error
clear_files

# The same input gives the same bytes.
run simulate "$model" --output a.csv --quiet
run simulate "$model" --output b.csv --quiet
cmp a.csv b.csv || fail 'two runs differ'
out_is_empty

# Options change what they say: the span, the points, the variables, a parameter.
run simulate "$model" --stop-time 2 --interval 0.5 --signals 'mass?.s' --signals mass1.v --output s.csv --quiet
status_is 0
[ "$(head -1 s.csv)" = '"time","mass1.s","mass1.v","mass2.s"' ] || fail "the header is $(head -1 s.csv)"
[ "$(tail -1 s.csv | cut -d, -f1)" = 2 ] || fail "ends at $(tail -1 s.csv)"
# 5 points of the grid and 2 rows for each of the 6 events in [0, 2].
[ "$(wc -l <s.csv)" -eq 18 ] || fail "the file has $(wc -l <s.csv) lines, expected 1 + 5 + 12"
run simulate "$model" --set elastoGap1.c=20 --output s.csv --quiet
cmp -s a.csv s.csv && fail '--set changes nothing'
run simulate "$model" --signals 'mass*.s' --signals mass7.v --output t.csv --quiet
status_is 2
err_has 'mass7\.v' 'mass[12]\.v'
[ ! -e t.csv ] || fail 't.csv is there'
# What is drawn besides does not get into the file.
if command -v gnuplot >/dev/null; then
    run simulate "$model" --signals mass1.s --plot 'mass*.v' --plot-file p.svg --output s.csv --quiet
    status_is 0
    [ "$(head -1 s.csv)" = '"time","mass1.s"' ] || fail "the header is $(head -1 s.csv)"
    grep -q '<svg' p.svg || fail 'p.svg is no SVG'
    grep -q 'mass2.v' p.svg || fail 'the legend does not name mass2.v'
    run simulate "$model" --plot 'nothing*' --plot-file q.svg --output s.csv --quiet
    status_is 2
    err_has 'nothing\*'
    [ ! -e q.svg ] || fail 'q.svg is there'
fi
clear_files

# All events, however many, in the table and in the file of statistics: a point goes to and fro between two walls 1 m
# apart at 1 m/s for 200 s.
cat >rally.mo <<'MODEL'
model Rally
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 0;
  when {x > 0.5, x < -0.5} then
    reinit(v, -pre(v));
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 200));
end Rally;
MODEL
run simulate rally.mo --events events.csv --stats-file all.json
status_is 0
out_has 'written +Rally\.csv, events\.csv, all\.json'
python3 - <<'CHECK' || fail 'the events are not all there'
import csv, json
rows = list(csv.reader(open("events.csv")))
told = json.load(open("all.json"))
assert rows[0] == ["time", "component", "event"]
assert [[float(r[0]), r[1], r[2]] for r in rows[1:]] == [[e["time"], e["component"], e["name"]] for e in told["event_list"]]
assert len(rows) - 1 == sum(told["events_by_component"].values()) >= 200
CHECK
run simulate rally.mo --events events.txt
status_is 2
err_has 'events must end in \.csv'
run simulate rally.mo --events Rally.csv --output Rally.csv
status_is 2
err_has 'named twice'
clear_files

# A run that fails half-way: exit status 3, when and where and why, and a result that ends at the last good
# point. The massless rod floats once both gaps have opened, at t = 0.376: a half period of two springs in
# series, sqrt(m/c')*(pi/2 - phase) with c' = 5 N/m, tan(phase) = v0/(omega*x0) = 1/(sqrt(5)*0.5).
cat >float.mo <<'MODEL'
model Float
  Modelica.Mechanics.Translational.Components.Fixed wall;
  Modelica.Mechanics.Translational.Components.ElastoGap gap1(c = 10, d = 0, s_rel0 = 1);
  Modelica.Mechanics.Translational.Components.Rod rod(L = 0);
  Modelica.Mechanics.Translational.Components.ElastoGap gap2(c = 10, d = 0, s_rel0 = 1);
  Modelica.Mechanics.Translational.Components.Mass mass(m = 1, s(start = 1.5, fixed = true), v(start = 1, fixed = true));
equation
  connect(wall.flange, gap1.flange_a);
  connect(gap1.flange_b, rod.flange_a);
  connect(rod.flange_b, gap2.flange_a);
  connect(gap2.flange_b, mass.flange_a);
  annotation(experiment(StopTime = 2));
end Float;
MODEL
run simulate float.mo --tolerance 1e-9 --stats-file float.json
status_is 3
err_has 'error: .*0\.37613' 'rod|gap1'
out_has 'span +0 to 0\.37613'
end=$(awk 'BEGIN { w = sqrt(5); printf "%.12f", (atan2(1, 0) - atan2(1, w*0.5))/w }')
near "$(tail -1 Float.csv | cut -d, -f1)" "$end" 1e-7 'the last row'
[ "$(awk -F, 'NR == 1 { n = NF } NF != n' Float.csv | wc -l)" -eq 0 ] || fail 'a row is incomplete'
grep -q '"end_time": 0\.37613' float.json || fail 'float.json does not say where it ended'
clear_files

# Interrupted (Ctrl-C): the same.
cat >long.mo <<'MODEL'
model Long
  Modelica.Mechanics.Translational.Components.Fixed wall;
  Modelica.Mechanics.Translational.Components.Spring spring(c = 100, s_rel0 = 1);
  Modelica.Mechanics.Translational.Components.Mass mass(m = 1, s(start = 2, fixed = true), v(start = 0, fixed = true));
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, mass.flange_a);
end Long;
MODEL
interrupt simulate long.mo --engine erk --stop-time 1e8 --interval 1e4 --quiet
status_is 3
err_has 'interrupted at t = '
[ "$(wc -l <Long.csv)" -ge 2 ] || fail 'Long.csv has no rows'

# The engine exact, which makes one step of all this, ends between two rows.
interrupt simulate long.mo --engine exact --stop-time 4.9e7 --interval 0.5 --signals mass.s --quiet
status_is 3
err_has 'interrupted at t = '
[ "$(wc -l <Long.csv)" -ge 2 ] || fail 'Long.csv has no rows'
awk -F, 'NR > 2 && $1 <= before { exit 1 } { before = $1 }' Long.csv || fail 'times do not rise'
clear_files

# A library of one's own, found by -I and by MODELICAPATH.
mkdir -p lib/Stops
cat >lib/Stops/package.mo <<'MODEL'
within;
package Stops "Stops for everyone"
end Stops;
MODEL
cat >lib/Stops/Soft.mo <<'MODEL'
within Stops;
model Soft "A soft stop"
  Modelica.Mechanics.Translational.Components.Fixed wall;
  Modelica.Mechanics.Translational.Components.ElastoGap gap(c = 100, d = 1);
  Modelica.Mechanics.Translational.Components.Mass mass(m = 1, s(start = 1, fixed = true), v(start = -1, fixed = true));
equation
  connect(wall.flange, gap.flange_a);
  connect(gap.flange_b, mass.flange_a);
  annotation(experiment(StopTime = 3));
end Soft;
MODEL
run simulate Stops.Soft -I lib --quiet
status_is 0
files_are lib lib/Stops lib/Stops/package.mo lib/Stops/Soft.mo Soft.csv
rm Soft.csv
MODELICAPATH=/nowhere:$work/lib run simulate Stops.Soft --quiet
status_is 0
# An experiment's stop time: 3 s.
[ "$(tail -1 Soft.csv | cut -d, -f1)" = 3 ] || fail "ends at $(tail -1 Soft.csv | cut -d, -f1)"
# A fixed step has an error, and no tolerance.
run simulate "$SOURCE/examples/ElastoGap.mo" --engine fixed --output fixed.csv --stats
status_is 0
out_has 'none: the step decides'

finish
