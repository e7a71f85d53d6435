#!/bin/sh
# Compares elastogap with its peer, a program written by hand on SUNDIALS IDA, in one run: the two take turns
# on the same model with the same tolerance, the medians are compared, and one table is printed.
#
#     bench/run.sh
#
# Environment:  ELASTOGAP     the program           (build/elastogap)
#               BENCH_BUILD   where the peer is     (build/bench; built there when it is missing)
#               REPEAT        runs of each program  (9; the chains take a third of it)
#               CHAINS        lengths of chains     (100 1000 10000)
#               TOLERANCE     of both               (1e-6)
#               PEER_OPTIONS  e.g. --no-restart: let the peer's integrator run on through contact edges
#
# Wall time: from the start of the process to its end, for elastogap from model text to CSV, for the peer from
# compiled-in model to CSV (no CSV for chains, where elastogap stores the striker alone). The results are also
# written to bench/results/bench.csv. Status 1 when a run fails; a budget that is missed is only printed.
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
repeat=${REPEAT:-9}
chains=${CHAINS:-100 1000 10000}
tolerance=${TOLERANCE:-1e-6}
peer_options=${PEER_OPTIONS:-}

# number FILE KEY: of that key, "-" when there is none.
number() {
    value=
    [ ! -f "$1" ] || value=$(json "$2" <"$1")
    echo "${value:--}"
}

# middle FILE: the median, "-" when there is none.
middle() {
    value=$(median "$1")
    echo "${value:--}"
}

# last FILE.csv NAME: the value of a column in the last row.
last() {
    [ -f "$1" ] || { echo -; return; }
    awk -F, -v name="\"$2\"" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) k = i }
        END { print k ? $k : "-" }' "$1"
}

# divide A B [C]: A/(B*C), or "-" when one is missing.
divide() {
    case " $* " in
    *" - "*) echo - ;;
    *) awk -v a="$1" -v b="$2" -v c="${3:-1}" 'BEGIN { printf "%.6g", a/(b*c) }' ;;
    esac
}

# away A B: |A - B|, or "-".
away() {
    if [ "$1" = - ] || [ "$2" = - ]; then
        echo -
    else
        awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; printf "%.2g", d < 0 ? -d : d }'
    fi
}

# row CASE QUANTITY UNIT ELASTOGAP PEER [BUDGET]: one line of the table and of the CSV.
row() {
    ratio=$(divide "$4" "$5")
    verdict=
    if [ $# -gt 5 ] && [ "$1" = laws ]; then
        verdict=$(verdict "$4" "$6")
    elif [ $# -gt 5 ] && [ "$4" != - ]; then
        verdict=$(demand "$1" "$2" "$3" "$4" "$6")
    fi
    awk -v c="$1" -v q="$2" -v u="$3" -v a="$4" -v b="$5" -v r="$ratio" -v g="${6:--}" -v v="$verdict" '
        function show(x) { return x == "-" ? "-" : sprintf("%.4g", x) }
        BEGIN { printf "%-14s %-36s %-6s %12s %12s %8s %8s %s\n", c, q, u, show(a), show(b),
                r == "-" ? "-" : sprintf("%.2f", r), g, v }'
    echo "\"$1\",\"$2\",\"$3\",$4,$5,$ratio,${6:-},\"$verdict\"" | sed 's/,-,/,,/g; s/,-,/,,/g' \
        >>"$work/bench.csv"
}

# once_elastogap CASE MODEL_FILE [OPTION]...: one run; its numbers are appended to files in $work.
once_elastogap() {
    name=$1
    model=$2
    shift 2
    rm -f "$work/stats.json"
    "$build/bench_measure" "$work/measure.json" "$elastogap" simulate "$model" --tolerance "$tolerance" \
        --output "$work/$name.csv" --stats-file "$work/stats.json" --quiet "$@" ||
        die "elastogap failed on $name"
    keep "$name.e" "$work/stats.json"
}

# once_peer CASE MODEL [OPTION]...
once_peer() {
    name=$1
    shift
    # shellcheck disable=SC2086 # PEER_OPTIONS are words
    "$build/bench_measure" "$work/measure.json" "$build/ida_raw" "$@" --rtol "$tolerance" $peer_options \
        >"$work/$name.peer.json" || die "the peer failed on $name"
    keep "$name.p" "$work/$name.peer.json"
}

keep() {
    number "$work/measure.json" wall_seconds >>"$work/$1.wall"
    number "$work/measure.json" peak_bytes >>"$work/$1.peak"
    for key in integrate_seconds compile_seconds steps evaluations; do
        number "$2" "$key" >>"$work/$1.$key"
    done
}

forget() {
    rm -f "$work/$1".[ep].*
}

# both FILE_SUFFIX: sets e and p to the medians of both programs.
both() {
    e=$(middle "$work/$1.e.$2")
    p=$(middle "$work/$1.p.$2")
}

# compare CASE RUNS MODEL_FILE PEER_ARGUMENTS [ELASTOGAP_OPTION]...: turn about, after one run to warm up.
compare() {
    name=$1
    runs=$2
    model=$3
    peer=$4
    shift 4
    i=0
    while [ "$i" -le "$runs" ]; do
        if [ -n "$have_elastogap" ]; then
            once_elastogap "$name" "$model" "$@"
        fi
        # shellcheck disable=SC2086 # words
        once_peer "$name" $peer
        [ "$i" -gt 0 ] || forget "$name"
        i=$((i + 1))
    done
}

# common CASE [WALL_BUDGET]: the rows that every case has.
common() {
    both "$1" wall
    row "$1" "wall time, text to CSV" s "$e" "$p" ${2:+"$2"}
    both "$1" integrate_seconds
    row "$1" "integration" s "$e" "$p"
    both "$1" steps
    row "$1" "steps" 1 "$e" "$p"
    both "$1" evaluations
    row "$1" "evaluations" 1 "$e" "$p"
    both "$1" peak
    row "$1" "peak memory" MB "$(divide "$e" 1e6)" "$(divide "$p" 1e6)"
}

# per_step_and_mass CASE PROGRAM N: integration time [ns].
per_step_and_mass() {
    seconds=$(middle "$work/$1.$2.integrate_seconds")
    steps=$(middle "$work/$1.$2.steps")
    divide "$(divide "$seconds" 1e-9)" "$steps" "$3"
}

bench_elastogap() {
    truth=2.707885294080 # by Runge-Kutta with step halving, 12 digits
    quantity=elastoGap2.s_rel
    compare ElastoGap "$repeat" "$root/examples/ElastoGap.mo" "elastogap --csv $work/peer.csv"
    common ElastoGap 0.040
    row ElastoGap "error of $quantity" m "$(away "$(last "$work/ElastoGap.csv" $quantity)" $truth)" \
        "$(away "$(number "$work/ElastoGap.peer.json" $quantity)" $truth)"
}

bench_preload() {
    compare PreLoad "$repeat" "$root/examples/PreLoad.mo" "preload --csv $work/peer.csv"
    common PreLoad 0.150
    truth=$("$build/ida_raw" preload --rtol 1e-11 | tr ',' '\n' | sed -n 's/.*"spool.s": *//p')
    row PreLoad "error of spool.s" m "$(away "$(last "$work/PreLoad.csv" spool.s)" "$truth")" \
        "$(away "$(number "$work/PreLoad.peer.json" spool.s)" "$truth")"
}

bench_chain() {
    n=$1
    "$root/bench/make_chain.sh" "$n" 0.1 0.001 "$tolerance" >"$work/chain$n.mo"
    compare "chain$n" $(((repeat + 2) / 3)) "$work/chain$n.mo" "chain --n $n" --signals 'striker.*'
    common "chain$n"
    both "chain$n" compile_seconds
    if [ "$n" -eq 10000 ]; then
        row "chain$n" "compilation" s "$e" - 1
    else
        row "chain$n" "compilation" s "$e" -
    fi
    row "chain$n" "time per step and mass" ns "$(per_step_and_mass "chain$n" e "$n")" \
        "$(per_step_and_mass "chain$n" p "$n")"
    both "chain$n" peak
    row "chain$n" "peak memory per mass" kB "$(divide "$e" 1e3 "$n")" "$(divide "$p" 1e3 "$n")"
    if [ "$n" -le 1000 ]; then
        truth=$("$build/ida_raw" chain --n "$n" --rtol 1e-11 | tr ',' '\n' | sed -n 's/.*"first.s": *//p')
        row "chain$n" "error of striker.s" m "$(away "$(last "$work/chain$n.csv" striker.s)" "$truth")" \
            "$(away "$(number "$work/chain$n.peer.json" first.s)" "$truth")"
    fi
}

# The array forms of the laws at a million points: for n = 1 beside a copy of the same bytes, of which they may
# take twice the time, for other n beside a loop of pow, of which three times. Nanoseconds an element.
bench_laws() {
    "$build/bench_laws" >"$work/laws.csv" || die "bench_laws failed"
    while IFS=, read -r law form n ns reference _; do
        allowed=2
        [ "$n" = 1 ] || allowed=3
        row laws "$law, $form, n = $n" ns "$ns" "$reference" "$(divide "$reference" "$(divide 1 $allowed)")"
        divide "$ns" "$reference" $allowed >>"$work/slowness"
        echo >>"$work/slowness"
    done <"$work/laws.csv"
    demand laws "the slowest beside what it may take" 1 "$(sort -g "$work/slowness" | tail -n 1)" 1 >"$work/verdict"
}

if [ ! -x "$build/ida_raw" ] || [ ! -x "$build/bench_measure" ] || [ ! -x "$build/bench_laws" ]; then
    if ! { cmake -S "$root/bench" -B "$build" -DCMAKE_BUILD_TYPE=Release && cmake --build "$build"; } \
        >"$work/build.log" 2>&1; then
        cat "$work/build.log" >&2
        die "cannot build the peer"
    fi
    [ -x "$build/ida_raw" ] || die "SUNDIALS with KLU is missing, so there is no peer to compare with"
fi
have_elastogap=yes
if [ ! -x "$elastogap" ]; then
    echo "bench: $elastogap does not exist; the peer runs alone" >&2
    have_elastogap=
fi

echo "tolerance $tolerance, medians of $repeat runs (chains: $(((repeat + 2) / 3))); ratio = elastogap/peer"
echo '"case","quantity","unit","elastogap","peer","ratio","budget","verdict"' >"$work/bench.csv"
printf '%-14s %-36s %-6s %12s %12s %8s %8s\n' case quantity unit elastogap peer ratio budget
bench_elastogap
bench_preload
for n in $chains; do
    bench_chain "$n"
done
bench_laws
publish bench.csv
