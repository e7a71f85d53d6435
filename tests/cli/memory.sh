# Want of memory, in every command: one allocation fails, or all from one on. The command then does what it should
# without it, or ends with status 3 and says that memory is out; nothing crashes, and no part of a file is left.
. "$(dirname "$0")/lib.sh"

[ "${SANITIZE:-0}" = 0 ] || exit 0 # sanitizers have allocators of their own
"$CC" -shared -fPIC -fno-builtin -O1 -o failing.so "$SOURCE/tests/cli/memory.c" 2>/dev/null || exit 0
cp "$SOURCE/examples/ElastoGap.mo" m.mo
cp "$SOURCE/examples/ElastoGap.dyad" m.dyad
printf 'time,u\n0,1\n1,2\n' >u.csv
printf 'mass1.m\n1\n2\n' >sets.csv
printf 'model U\n  input Real u(start = 0);\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = u - x;\nend U;\n' >U.mo
"$ELASTOGAP" simulate m.mo -o r.csv --quiet

compares=
MOST=${MOST:-12} # allocations of a command that fail, spread over all of them
attempt() { # WHICH [FAIL_AFTER=1] COMMAND...
    local which=$1 after=$2
    shift 2
    command_line="$*, allocation $which fails ${after:+with all behind it}"
    env LD_PRELOAD="$work/failing.so" FAIL_AT="$which" ${after:+"$after"} timeout 20 "$ELASTOGAP" "$@" \
        >"$work/.out" 2>"$work/.err"
    status=$?
    if [ "$status" -eq 3 ]; then
        err_has memory
    elif [ "$status" -eq 0 ] && [ -n "$compares" ]; then
        cmp -s .out .usual || fail 'nothing is said, but something is missing'
    elif [ "$status" -ne "$usual" ]; then
        fail "exit status is $status, expected $usual or 3"
    fi
    ls .elastogap-*.part >/dev/null 2>&1 && fail 'a part of a file is left'
}

starve() { # COMMAND...
    local count i step
    env LD_PRELOAD="$work/failing.so" FAIL_COUNT="$work/.count" "$ELASTOGAP" "$@" >"$work/.out" 2>"$work/.err"
    usual=$?
    cp .out .usual
    count=$(cat .count 2>/dev/null || echo 0)
    rm -f .count
    step=$((count / MOST + 1))
    for ((i = 0; i < count; i += step)); do
        attempt "$i" '' "$@"
        attempt "$((count - 1 - i))" FAIL_AFTER=1 "$@"
    done
    for ((i = count > 4 ? count - 4 : 0; i < count; i++)); do # where texts are ended
        attempt "$i" '' "$@"
    done
}

starve simulate m.mo -o o.csv --stats --stats-file o.json --events e.csv
starve simulate m.mo -o o.mat
starve simulate U.mo --input u.csv -o o.csv
if "$ELASTOGAP" simulate U.mo --engine ida -o o.csv --quiet >.out 2>.err; then
    # IDA's own allocations are few and stand close together; bodies that stick and slide change its matrix.
    cp "$SOURCE/examples/Actuator.mo" a.mo
    MOST=150 starve simulate a.mo --engine ida -o o.csv --quiet
fi
starve check m.mo
starve flatten m.mo -o f.mo
starve convert m.mo -o c.dyad
starve convert m.dyad -o c.mo
starve compare r.csv r.csv
# Libraries of others that read for it: matio (results, tables), libzip and libxml2 (FMUs).
"$ELASTOGAP" simulate m.mo -o r.mat --quiet 2>.err
if grep -q matio .err; then
    echo 'this build cannot write MAT'
else
    starve compare r.mat r.mat
fi
if "$ELASTOGAP" fmu m.mo -o given.fmu >.out 2>.err; then
    starve simulate given.fmu -o o.csv --quiet
fi
starve simulate m.mo -o o.csv --quiet --get 'max(abs(elastoGap1.f))' --plot 'mass2.m*mass2.v' --plot-file p.svg
starve info ElastoGap
starve info m.mo
starve fmu m.mo -o m.fmu
starve fmu m.mo --source -o s.fmu
starve firmware m.mo --show mass1.s -o f.c
starve ensemble m.mo --sets sets.csv --get mass1.s -o s.csv
starve law table elasto-gap --c 1e5 --d 60 --mass 2 --speed 1
starve law design elasto-gap --c 1e5 --e 0.5 --mass 2 --speed 1
starve law plot elasto-gap --c 1e5 --d 60 --mass 2 --speed 1
starve test m.dyad
compares=yes # all that is printed
starve info ElastoGap
starve convert m.mo
starve convert m.dyad
starve firmware m.mo
starve flatten m.mo
finish
