#!/bin/sh
# Work and precision of the engines `erk` and `ida` in one run: they take turns, the medians of the integration
# alone are printed beside the true error, so that equal errors can be compared.
#
#     bench/engines.sh
#
# Environment:  ELASTOGAP   the program           (build/elastogap)
#               REPEAT      runs of each          (5)
#               TOLERANCES  asked for             (1e-4 1e-6 1e-8 1e-10)
#
# Models: a mass of 1 kg dropped from 1 m on a stop of 1e4 N/m^n and 10 N.s/m, 10 s, n = 1 and 1.5; the examples
# ElastoGap and PreLoad (that one with `auto` in place of `erk`, for which it is too stiff). The error is the
# largest of one position [m] over all points of the grid, against a run at 1e-12. The table is also written
# to bench/results/engines.csv.
set -eu
LC_ALL=C
export LC_ALL
root=$(cd "$(dirname "$0")/.." && pwd)
elastogap=${ELASTOGAP:-$root/build/elastogap}
repeat=${REPEAT:-5}
tolerances=${TOLERANCES:-1e-4 1e-6 1e-8 1e-10}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# bounce N: the dropped mass.
bounce() {
    cat >"$work/bounce$1.mo" <<MODEL
model Bounce
  import Modelica.Mechanics.Translational.Components.*;
  Fixed wall;
  ElastoGap gap(c = 1e4, d = 10, n = $1);
  Mass mass(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -9.81);
equation
  connect(wall.flange, gap.flange_a);
  connect(gap.flange_b, mass.flange_a);
  connect(weight.flange, mass.flange_b);
  annotation(experiment(StopTime = 10, Interval = 0.001));
end Bounce;
MODEL
    echo "$work/bounce$1.mo"
}

json() {
    sed -n "s/.*\"$2\" *: *\\([-+0-9.eE]*\\).*/\\1/p" "$1" | head -n 1
}

# run MODEL ENGINE TOLERANCE SIGNAL NAME: NAME.csv and NAME.json.
run() {
    "$elastogap" simulate "$1" --engine "$2" --tolerance "$3" --signals "$4" --output "$work/$5.csv" \
        --stats-file "$work/$5.json" --quiet
}

# distance A.csv B.csv: the largest difference at common times; both sides of an event are as good.
distance() {
    awk -F, 'FNR == 1 { next } NR == FNR { x[$1] = $2; next }
        $1 in x { d = $2 - x[$1]; d = d < 0 ? -d : d; if (d > most) most = d }
        END { printf "%.2g", most }' "$1" "$2"
}

median() {
    sort -g "$1" | awk '{ x[NR] = $1 } END { print x[int((NR + 1)/2)] }'
}

# compare CASE MODEL SIGNAL EXPLICIT: a line for each tolerance and engine; EXPLICIT is erk or auto.
compare() {
    run "$2" "$4" 1e-12 "$3" truth
    for tolerance in $tolerances; do
        rm -f "$work"/*.times
        i=0
        while [ "$i" -lt "$repeat" ]; do
            for engine in "$4" ida; do
                run "$2" "$engine" "$tolerance" "$3" "$engine"
                json "$work/$engine.json" integrate_seconds >>"$work/$engine.times"
            done
            i=$((i + 1))
        done
        for engine in "$4" ida; do
            seconds=$(median "$work/$engine.times")
            error=$(distance "$work/truth.csv" "$work/$engine.csv")
            steps=$(json "$work/$engine.json" steps)
            evaluations=$(json "$work/$engine.json" evaluations)
            printf '%-12s %-6s %-7s %10s %8s %12s %12.1f\n' "$1" "$engine" "$tolerance" "$error" "$steps" \
                "$evaluations" "$(echo "$seconds" | awk '{ print $1*1e6 }')"
            echo "\"$1\",\"$engine\",$tolerance,$error,$steps,$evaluations,$seconds" >>"$work/engines.csv"
        done
    done
}

[ -x "$elastogap" ] || { echo "bench: $elastogap does not exist" >&2; exit 1; }
echo '"case","engine","tolerance","error [m]","steps","evaluations","integration [s]"' >"$work/engines.csv"
printf '%-12s %-6s %-7s %10s %8s %12s %12s\n' case engine tol 'error [m]' steps evaluations 'median [us]'
compare 'bounce 1' "$(bounce 1)" mass.s erk
compare 'bounce 1.5' "$(bounce 1.5)" mass.s erk
compare ElastoGap "$root/examples/ElastoGap.mo" mass2.s erk
compare PreLoad "$root/examples/PreLoad.mo" spool.s auto
mkdir -p "$root/bench/results"
mv "$work/engines.csv" "$root/bench/results/engines.csv"
echo "written to bench/results/engines.csv"
