# What the benchmarks have in common: where things are, a folder for work that goes when the script does, models,
# and small sums. Each of them begins with `. "$(dirname "$0")/lib.sh"`.
# shellcheck shell=sh disable=SC2034 # the scripts use these names
set -eu
LC_ALL=C
export LC_ALL
root=$(cd "$(dirname "$0")/.." && pwd)
elastogap=${ELASTOGAP:-$root/build/elastogap}
build=${BENCH_BUILD:-$root/build/bench}
results=$root/bench/results
bench=$(basename "$0" .sh)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

die() {
    echo "bench: $*" >&2
    exit 1
}

# needs PROGRAM...
needs() {
    for program; do
        [ -x "$program" ] || die "$program does not exist: run make bench"
    done
}

# The machine, and what runs on it.
facts() {
    echo "# $(date -u +%Y-%m-%d), $(uname -srm), $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)," \
        "$(nproc) processors, load $(cut -d' ' -f1 /proc/loadavg 2>/dev/null)"
    echo "# $("$elastogap" --version 2>/dev/null | head -n 1), $(${CC:-cc} --version | head -n 1)"
}

# verdict VALUE LIMIT [more]: is it at most the limit, or at least?
verdict() {
    awk -v a="$1" -v b="$2" -v more="${3:-}" \
        'BEGIN { print (more ? a + 0 >= b + 0 : a + 0 <= b + 0) ? "ok" : "MISSED" }'
}

# demand CASE QUANTITY UNIT VALUE LIMIT [more]: a line of the table of all that is asked for (demands.sh); prints
# the verdict.
demand() {
    verdict=$(verdict "$4" "$5" "${6:-}")
    is='at most'
    [ -z "${6:-}" ] || is='at least'
    echo "\"$bench\",\"$1\",\"$2\",\"$3\",$4,\"$is\",$5,\"$verdict\"" >>"$work/demands"
    echo "$verdict"
}

# publish NAME.csv: from the folder for work to the results, with the facts of the machine; what is asked for comes
# into the table of all benches in place of what this one has said before.
publish() {
    mkdir -p "$results"
    { facts; cat "$work/$1"; } >"$results/$1"
    echo "written to bench/results/$1"
    [ -f "$work/demands" ] || return 0
    {
        facts
        echo '"bench","case","quantity","unit","value","is","limit","verdict"'
        grep -v "^#\|^\"bench\"\|^\"$bench\"," "$results/demands.csv" 2>/dev/null || :
        cat "$work/demands"
    } >"$work/all"
    mv "$work/all" "$results/demands.csv"
}

# json KEY: of the line of JSON on standard input.
json() {
    tr ',{}' '[\n*]' | sed -n "s/^ *\"$1\" *: *\"\\{0,1\\}\\([^\"]*\\)\"\\{0,1\\} *\$/\\1/p" | head -n 1
}

# median FILE: of the numbers in it, one a line, the lower one of two; nothing when there are none.
median() {
    [ ! -f "$1" ] || sed '/^-$/d' "$1" | sort -g | awk '{ x[NR] = $1 } END { if (NR) print x[int((NR + 1)/2)] }'
}

# distance A.csv B.csv: the largest difference of the second column at common times; both sides of an event are as
# good.
distance() {
    awk -F, 'FNR == 1 { next } NR == FNR { x[$1] = $2; next }
        $1 in x { d = $2 - x[$1]; d = d < 0 ? -d : d; if (d > most) most = d } END { printf "%.3g", most }' "$1" "$2"
}

# bounce N [INTERVAL]: 1 kg dropped from 1 m on a stop of 1e4 N/m^n and 10 N.s/m, for 10 s.
bounce() {
    cat <<MODEL
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
  annotation(experiment(StopTime = 10, Interval = ${2:-10}));
end Bounce;
MODEL
}

# chain gas|pulse N: unit masses between two walls, 1 mm of free gap everywhere, c = 1e5 N/m, d = 50 N.s/m. `pulse`:
# the first one at 1 m/s, 1 s; `gas`: v_i = 2 frac(0.6180339887498949 i) - 1, 0.2 s.
chain() {
    awk -v form="$1" -v n="$2" 'BEGIN {
        part = "  Modelica.Mechanics.Translational.Components."
        printf "model Chain\n%sFixed left;\n%sFixed right(s0 = %.17g);\n", part, part, 1e-3*(n + 1)
        for (i = 1; i <= n; i++) {
            x = 0.6180339887498949*i
            v = form == "gas" ? 2*(x - int(x)) - 1 : (i == 1)
            printf "%sMass mass%d(m = 1, v(start = %.17g, fixed = true));\n", part, i, v
            printf "%sElastoGap gap%d(c = 1e5, d = 50, s_rel(start = 1e-3, fixed = true));\n", part, i
        }
        printf "%sElastoGap last(c = 1e5, d = 50);\nequation\n  connect(left.flange, gap1.flange_a);\n", part
        for (i = 1; i <= n; i++) {
            printf "  connect(gap%d.flange_b, mass%d.flange_a);\n", i, i
            if (i < n) printf "  connect(mass%d.flange_b, gap%d.flange_a);\n", i, i + 1
        }
        printf "  connect(mass%d.flange_b, last.flange_a);\n  connect(last.flange_b, right.flange);\n", n
        stop = form == "gas" ? 0.2 : 1
        printf "  annotation(experiment(StopTime = %g, Interval = %g));\nend Chain;\n", stop, stop/100
    }'
}
