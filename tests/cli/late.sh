# Runs that begin late, by every way there is to make one, against closed forms: digits are those of a run from 0.
. "$(dirname "$0")/lib.sh"

got() { # EXPRESSION: its number, as printed
    awk -v name="$1 = " 'index($0, name) == 1 { split(substr($0, length(name) + 1), part, " "); print part[1] }' .out
}

first_set() { # COLUMN of e.csv, counted from 1: of the first set
    awk -F, -v column="$1" 'NR == 2 { print $column }' e.csv
}

# A mass of 1 kg comes to a spring of 1e6 N/m with 1 m/s, from 0.3 m, and leaves as fast pi ms later. It is then at
# 0.7 - pi/1000 m, and was at -1 mm at least, where the force is 1000 N. Another one is pushed by 2 N from 0.25 s after
# the start on: it comes to 0.75^2 m. x grows by 2 a second in the second half. A third mass is shaken from rest by
# 4 pi^2 N sin(2 pi t): its way is 2 pi t - sin(2 pi t).
write_model() { # START SHAKING: the amplitude
    cat >Late.mo <<MODEL
model Late
  import Modelica.Mechanics.Translational.*;
  parameter Real v0 = -1;
  Components.Fixed wall;
  Components.ElastoGap gap(c = 1e6, d = 0);
  Components.Mass b(m = 1, L = 0, s(start = 0.3, fixed = true), v(start = v0, fixed = true));
  Components.Mass pushed(m = 1, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Sources.Force f;
  Modelica.Blocks.Sources.Step u(height = 2, startTime = $1 + 0.25);
  Components.Mass shaken(m = 1, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Sources.Force f3;
  Modelica.Blocks.Sources.Sine u3(amplitude = $2, f = 1, startTime = -2e12);
  Real x(start = 0, fixed = true);
equation
  der(x) = if time > $1 + 0.5 then 2 else 0;
  connect(u3.y, f3.f);
  connect(f3.flange, shaken.flange_a);
  connect(wall.flange, gap.flange_a);
  connect(gap.flange_b, b.flange_a);
  connect(u.y, f.f);
  connect(f.flange, pushed.flange_a);
  annotation(experiment(StartTime = $1, StopTime = $1 + 1, Interval = 0.0625, Tolerance = 1e-9));
end Late;
MODEL
}

# 100 tolerances of the range; of the force, which is 1e6 N/m times a way of 1 mm, of its own.
away=0.69685840734641021
check() { # WHAT, and the numbers of: b.s, the largest force, the least b.s, pushed.s, x, shaken.s
    near "$2" $away 7e-8 "$1: b.s"
    near "$3" 1000 1e-4 "$1: the largest force"
    near "$4" -1e-3 1e-10 "$1: the least b.s"
    near "$5" 0.5625 6e-8 "$1: pushed.s"
    near "$6" 1 1e-7 "$1: x"
    near "$7" 6.283185307179586 6.3e-7 "$1: shaken.s"
}

gets="--get b.s --get max(abs(gap.f)) --get min(b.s) --get pushed.s --get x --get shaken.s"
for start in 1e9 -1e9 1e12; do
    write_model $start 39.478417604357434
    for engine in auto erk irk ida; do
        # shellcheck disable=SC2086
        run simulate Late.mo --engine $engine --quiet -o s.csv $gets
        status_is 0
        err_is_empty
        check "$engine from $start" "$(got b.s)" "$(got 'max(abs(gap.f))')" "$(got 'min(b.s)')" "$(got pushed.s)" "$(got x)" "$(got shaken.s)"
        # shellcheck disable=SC2086
        run ensemble Late.mo --engine $engine --set 'v0=uniform(-1,-1)' --count 20 --quiet -o e.csv $gets
        status_is 0
        err_is_empty
        check "$engine, ensemble from $start" "$(first_set 3)" "$(first_set 4)" "$(first_set 5)" "$(first_set 6)" "$(first_set 7)" "$(first_set 8)"
    done
    half=$(awk -v start=$start 'BEGIN { printf "%.17g", start + 0.5 }')
    run simulate Late.mo --quiet -o s.csv --get pushed.s --at "$half"
    near "$(got pushed.s)" 0.0625 6e-9 "--at from $start"
    # Model Exchange knows a late time to its ulp only: nothing is shaken by a sine there.
    write_model $start 0
    for version in 2 3; do
        run fmu Late.mo -o Late.fmu --fmi $version
        status_is 0
        for kind in cs me; do
            run simulate Late.fmu --fmi-kind $kind --tolerance 1e-9 --quiet -o f.csv
            status_is 0
            err_is_empty
            end=$(awk -v start=$start 'BEGIN { printf "%.17g", start + 1 }')
            near "$(value_at f.csv b.s "$end")" $away 7e-8 "FMI $version $kind from $start: b.s"
            near "$(value_at f.csv pushed.s "$end")" 0.5625 6e-8 "FMI $version $kind from $start: pushed.s"
            near "$(value_at f.csv x "$end")" 1 1e-7 "FMI $version $kind from $start: x"
        done
    done
done
finish
