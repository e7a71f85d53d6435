#!/bin/bash
# How sweeps scale: ranks and threads on this machine, what messages cost here, and a simulation of the scheduler with
# these costs up to 10,000 ranks (docs/scaling.md), with pictures of it in BUILD.
#
#     bench/scaling.sh
#
# Environment:  BUILD    where the programs are   (build)
#               ROWS     of examples/ElastoGap.mo (1000000)
#               ROUNDS   of each way to run them, in turns; the least processor time counts (5)
#
# Processor time of all processes, mpirun and the start of MPI included, so that neighbours on the machine do not show.
set -u
cd "$(dirname "$0")/.." || exit 1
source=$PWD
build=$(realpath "${BUILD:-build}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none
mpicc -std=c11 -O2 -I src -I include bench/scaling/costs.c -o "$work/costs" "$build/libelastogap.a" -lm -ldl || exit 1
cc -std=c11 -O2 -D_XOPEN_SOURCE=700 -I src -I include bench/scaling/simulate.c -o "$work/simulate" \
    "$build/libelastogap.a" -lm || exit 1
cd "$work" || exit 1
sweep=(sweep "$source/examples/ElastoGap.mo" --set 'elastoGap1.c=loguniform(5e5,2e6)' --set
    'elastoGap2.d=uniform(50,200)' --get mass2.s --get 'count(*)' --design random --count "${ROWS:-1000000}" --quiet)

way() { # NAME COMMAND...: processor seconds, added to NAME.times
    local name=$1 TIMEFORMAT='%U %S'
    shift
    { time "$@" -o "$name.csv" >/dev/null; } 2>"$name.time" || { cat "$name.time"; exit 1; }
    tail -1 "$name.time" | awk '{ print $1 + $2 }' >>"$name.times"
    [ -e first.csv ] || cp "$name.csv" first.csv
    cmp -s first.csv "$name.csv" || { echo "$name: other bytes"; exit 1; }
}
least() { sort -g "$1.times" | head -1; }
for round in $(seq "${ROUNDS:-5}"); do
    for n in 1 2 4; do
        way "threads-$n" "$build/elastogap" "${sweep[@]}" --threads "$n"
        way "ranks-$n" mpirun -n "$n" "$build/elastogap-mpi" "${sweep[@]}"
    done
done
echo "processor time of ${ROWS:-1000000} rows [s], the same bytes each time:"
for n in 1 2 4; do
    echo "$n $(least "threads-$n") $(least "ranks-$n")" |
        awk '{ printf "  %d threads %.2f   %d ranks %.2f   ratio %.3f\n", $1, $2, $1, $3, $3/$2 }'
done

# A line of the table: of a journal that is complete, for want of room for the table.
(ulimit -f $((${ROWS:-1000000} * 60 / 1024)); "$build/elastogap" "${sweep[@]}" -o line.csv >/dev/null 2>&1)
[ -e line.csv.journal ] || { echo 'the table had room'; exit 1; }
bytes=$(($(stat -c %s line.csv.journal) / ${ROWS:-1000000}))
way line "$build/elastogap" "${sweep[@]}" --resume
line=$(awk -v n="${ROWS:-1000000}" '{ print $1/n }' line.times)
echo "a line of the table $line s, a row $bytes bytes of the journal"
for btl in vader tcp; do
    read -r ask chunk byte latency < <(mpirun -n 2 --mca btl "self,$btl" ./costs journal)
    echo "$btl: an answer $ask s, a chunk $chunk s and $byte s/byte of the first rank, a message $latency s on its way"
    ./simulate "$ask" "$chunk" "$byte" "$line" "$bytes" "$latency" 0.5 60 | tee "$build/scaling-$btl.csv"
done

# Pictures of what TCP gives: a line for each length of a run.
lengths=(1e-05 3e-05 0.0001 0.0003 0.001 1 10)
labels=()
for name in '10 us' '30 us' '100 us' '300 us' '1 ms' '1 s' '10 s'; do labels+=(--label "$name"); done
for length in "${lengths[@]}"; do
    awk -F, -v length_of_run="$length" 'NR == 1 { print "time,ranks,efficiency,\"efficiency with table\"" }
        $2 == length_of_run { printf "%s,%s,%s,%s\n", $1, $1, 100*$3, 100*$7 }' "$build/scaling-tcp.csv" >"$length.csv"
done
draw() { # CURVE FILE TITLE
    "$build/elastogap" plot "${lengths[@]/%/.csv}" "${labels[@]}" --plot "$1" --log-x --title "$3" -o "$build/$2"
}
draw efficiency:ranks scaling-rows.svg 'Efficiency until the last row is computed [%], by the length of a run'
draw 'efficiency with table:ranks' scaling-table.svg 'Efficiency until the table stands [%], by the length of a run'
