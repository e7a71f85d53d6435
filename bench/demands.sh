#!/bin/sh
# What the benches have measured beside what is asked for, as one table: the last run of each of them, from
# bench/results/demands.csv.
#
#     bench/demands.sh
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
[ -f "$results/demands.csv" ] || die "nothing has been measured: run make bench"
sed -n 's/^# //p' "$results/demands.csv"
awk -F'","|",|,"|^"|"$' '!/^#/ && $2 != "bench" {
    printf "%-10s %-24s %-64s %10s %-4s %-8s %6s %s\n", $2, $3, $4, $6, $5 == "1" ? "" : $5, $7, $8, $9 }' \
    "$results/demands.csv"
