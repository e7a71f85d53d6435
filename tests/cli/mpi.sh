# elastogap-mpi sweep: the same bytes for any number of ranks and threads, and whatever is killed; who tells of errors.
. "$(dirname "$0")/lib.sh"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export TMPDIR=/tmp # Open MPI's sockets need short paths
# Open MPI's own leaks do not count. Its modules are gone by the time they are told, so that whole stacks are needed to
# know them, which makes runs slow: `watched` ranks are asked for leaks, a small run of each kind. What ranks other than
# the first report must be seen, too.
if [ "${SANITIZE:-}" = 1 ]; then
    printf 'leak:%s\n' libmpi.so libopen-rte libopen-pal libpmix libevent >lsan
    export LSAN_OPTIONS="suppressions=$work/lsan:print_suppressions=0"
    whole_stacks="$ASAN_OPTIONS:fast_unwind_on_malloc=0:log_path=$work/asan"
    export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0:log_path=$work/asan"
fi
watched() { # N ARGUMENT...
    ASAN_OPTIONS=${whole_stacks:-} ranks "$@"
}
ranks() { # N ARGUMENT...
    local n=$1
    shift
    command_line="-mpi, $n ranks: $*"
    "$MPIRUN" -n "$n" "$ELASTOGAP_MPI" "$@" >.out 2>.err
    status=$?
}
told_once() { # REGEX: by one rank
    [ "$(grep -cE -- "$1" .err)" -eq 1 ] || fail "'$1' is not told once"
}

# Rows that are watched by sanitizers cost ten times as much: a quarter of them does.
count=600
[ "${SANITIZE:-}" = 1 ] && count=150
drop_with 'm = 2' >drop.mo
sweep=(sweep drop.mo --set 'stop.d=loguniform(1, 1e3)' --set 'stop.c=uniform(1e4, 1e6)' --design saltelli --count $count
    --seed 5 --get ball.s --get 'max(abs(stop.f))' --get 'count(stop, contact begins)')

# Bytes do not depend on ranks and threads; nor does the analysis.
run "${sweep[@]}" --threads 1 -o one.csv --analysis one-a.csv
status_is 0
for way in 1,2 2,1 2,2 4,1; do
    ranks ${way%,*} "${sweep[@]}" --threads ${way#*,} -o m.csv --analysis a.csv
    status_is 0
    err_is_empty
    [ "$(grep -c "$((4*count)) rows, $((4*count)) done" .out)" -eq 1 ] || fail 'the summary is not told once'
    cmp -s one.csv m.csv || fail "$way ranks and threads change the table"
    cmp -s one-a.csv a.csv || fail "$way ranks and threads change the analysis"
    [ ! -e m.csv.journal ] || fail 'the journal has stayed'
done
# More ranks than rows; rows that fail, with their reasons; structures of their own.
failing=(sweep drop.mo --set 'm=list(1, -1, 2)' --set 'stop.n=list(1, 1.5)' --get ball.s)
run "${failing[@]}" -o one.csv.csv
ranks 8 "${failing[@]}" -o m.csv
status_is 0
told_once '2 of 6 rows have failed, the first of them row 2: '
cmp -s one.csv.csv m.csv || fail 'ranks change what is told of rows that fail'
watched 2 sweep drop.mo --set 'stop.c=list(-1, 10)' --get ball.s -o m.csv
status_is 0
told_once '1 of 2 rows have failed'
ranks 2 sweep drop.mo --set 'stop.c=list(-1, -2)' --get ball.s -o m.csv
status_is 1
told_once '2 of 2 rows have failed'
rm m.csv

# Errors: one rank tells them.
watched 3 sweep nowhere.mo --get ball.s
status_is 2
told_once 'nowhere\.mo: error: cannot read the file'
ranks 3 "${sweep[@]}" --no-such-option
status_is 2
told_once 'no-such-option'
ranks 3 "${sweep[@]}" -o missing/m.csv
status_is 3
told_once 'missing/m\.csv: error'
ranks 2 simulate drop.mo
status_is 2
told_once 'elastogap-mpi runs sweeps alone'
ranks 2 --help
status_is 0
[ "$(grep -c 'Exit status' .out)" -eq 1 ] || fail 'the help is not told once'
# The one that is not ready tells it, and from where.
"$MPIRUN" -n 1 "$ELASTOGAP_MPI" "${sweep[@]}" -o m.csv : -n 2 "$ELASTOGAP_MPI" "${sweep[@]/drop.mo/gone.mo}" -o m.csv \
    >.out 2>.err
status=$?
status_is 2
told_once '^rank 1, on '
told_once 'gone\.mo: error: cannot read the file'
"$MPIRUN" -n 1 "$ELASTOGAP_MPI" "${sweep[@]}" -o m.csv : -n 2 "$ELASTOGAP_MPI" "${sweep[@]}" --seed 6 -o m.csv >.out 2>.err
status=$?
status_is 2
told_once 'this rank would run another sweep than rank 0'
[ ! -e m.csv ] || fail 'there is a table of two sweeps'
rm -f m.csv.journal

# What is there of a process and its children.
family() { echo "$1"; cat "/proc/$1/task/$1/children" 2>/dev/null | tr ' ' '\n'; }
gone() { # PID...: waits until none of them is there
    for pid in "$@"; do
        for i in $(seq 200); do
            kill -0 "$pid" 2>/dev/null || break
            sleep 0.05
        done
    done
}
# Any process killed at any moment: what the journal has is not computed again, and the bytes are the same.
long=("${sweep[@]}" --stop-time 15 --engine erk --quiet)
run "${long[@]}" -o one.csv
kills=0 before=0
for i in $(seq "${EG_KILLS:-3}"); do
    "$MPIRUN" -n 3 "$ELASTOGAP_MPI" "${long[@]}" -o killed.csv --resume >.out 2>.err &
    sleep 0.$((RANDOM % 3 + 3))$((RANDOM % 10))
    pids=($(family $!))
    kill -KILL "${pids[$((RANDOM % ${#pids[@]}))]}" 2>/dev/null && kills=$((kills + 1))
    wait $! 2>/dev/null && break
    gone "${pids[@]}"
    size=$(stat -c %s killed.csv.journal 2>/dev/null || echo 0)
    [ "$size" -ge "$before" ] || [ "$size" -eq 0 ] || fail "the journal has lost chunks: $before bytes were $size"
    before=$size
done
[ "$kills" -gt 0 ] || fail 'nothing was killed'
ranks 2 "${long[@]}" -o killed.csv --resume
status_is 0
cmp -s one.csv killed.csv || fail "kills change the table ($kills of them)"

# Whichever rank is lost, the first, the last or one between, the job ends, and what was handed in is not computed
# again. Where the first one is still there it says how to go on, once.
for lost in 0 1 3; do
    rm -f lost.csv*
    "$MPIRUN" -n 4 "$ELASTOGAP_MPI" "${long[@]}" --count 1000000 -o lost.csv >.out 2>.err &
    job=$!
    for i in $(seq 600); do
        [ "$(stat -c %s lost.csv.journal 2>/dev/null || echo 0)" -gt 3000 ] && break
        sleep 0.02
    done
    command_line="-mpi, rank $lost of 4 is lost"
    pids=($(family $job))
    kill -KILL "${pids[$((lost + 1))]}"
    wait $job
    status=$?
    [ $status -eq 137 ] || fail "mpirun ends with $status, not 137"
    gone "${pids[@]}"
    err_has "process rank $lost .*signal 9"
    # mpirun may be gone before it has passed on what the first rank says.
    [ "$(grep -c 'computed are in lost\.csv\.journal, and the same command with --resume goes on' .err)" -le 1 ] ||
        fail 'it is told more than once how to go on'
    [ ! -e lost.csv ] && [ -s lost.csv.journal ] || fail 'a table, or no journal'
done

# Told to end, it leaves a journal that the program goes on with, and the other way round.
for signal in TERM INT; do
    env --default-signal=INT "$MPIRUN" -n 2 "$ELASTOGAP_MPI" "${long[@]}" --resume -o told.csv >.out 2>.err &
    for i in $(seq 400); do
        [ "$(stat -c %s told.csv.journal 2>/dev/null || echo 0)" -gt 5000 ] && break
        sleep 0.02
    done
    pids=($(family $!))
    kill -$signal $!
    wait $! && fail "it has gone on after $signal"
    gone "${pids[@]}"
    [ -s told.csv.journal ] || fail "$signal leaves no journal"
done
timeout -s KILL 0.5 "$ELASTOGAP" "${long[@]}" --resume -o told.csv >.out 2>.err
ranks 2 "${long[@]}" --resume -o told.csv
status_is 0
cmp -s one.csv told.csv || fail 'a journal that both programs have written changes the table'

# A full disk while rows are computed: one rank tells it, and --resume goes on.
command_line='-mpi with a full disk'
"$MPIRUN" -n 3 --mca btl self,tcp bash -c 'ulimit -f 40; exec "$@"' . "$ELASTOGAP_MPI" "${sweep[@]}" -o full.csv >.out 2>.err
status=$?
status_is 3
told_once 'cannot write the file: it grows larger'
[ ! -e full.csv ] || fail 'half a table is there'
ranks 3 "${sweep[@]}" -o full.csv --resume
status_is 0
out_has 'of them were in the journal'
run "${sweep[@]}" -o one.csv
cmp -s one.csv full.csv || fail 'a full disk changes the table'

# Subset simulation: each step follows from the last, and the bytes are the same.
normals=()
for i in 1 2 3 4; do normals+=(--set "x$i=normal(0,1)"); done
cat >plane.mo <<'MODEL'
model Plane
  parameter Real x1 = 0;
  parameter Real x2 = 0;
  parameter Real x3 = 0;
  parameter Real x4 = 0;
  Real g = if x1 > 2.5 then sqrt(-x1) else (x1 + x2 + x3 + x4)/2;
  annotation(experiment(StopTime = 1e-4));
end Plane;
MODEL
subset=(sweep plane.mo --design subset --count 300 --get g --exceed 'g>4' "${normals[@]}")
run "${subset[@]}" --threads 1 -o s1.csv --analysis sa1.csv
status_is 0
grep -q '"failed"\|"wrong"' s1.csv || fail 'no row has failed'
for way in 1,1 2,1 4,2; do
    ranks ${way%,*} "${subset[@]}" --threads ${way#*,} -o s.csv --analysis sa.csv
    status_is 0
    [ "$(grep -c 'chance of g>4: ' .out)" -eq 1 ] || fail 'the chance is not told once'
    told_once 'rows have failed and count as if not above'
    cmp -s s1.csv s.csv || fail "$way ranks and threads change the rows of a subset simulation"
    cmp -s sa1.csv sa.csv || fail "$way ranks and threads change its analysis"
done
for i in 1 2 3 4; do
    "$MPIRUN" -n 3 "$ELASTOGAP_MPI" "${subset[@]}" -o sk.csv --analysis sk.a.csv --resume >.out 2>.err &
    sleep 0.$((RANDOM % 5 + 2))$((RANDOM % 10))
    pids=($(family $!))
    kill -KILL "${pids[$((RANDOM % ${#pids[@]}))]}" 2>/dev/null
    wait $! 2>/dev/null && break
    gone "${pids[@]}"
done
ranks 2 "${subset[@]}" -o sk.csv --analysis sk.a.csv --resume
status_is 0
cmp -s s1.csv sk.csv || fail 'kills change the rows of a subset simulation'
cmp -s sa1.csv sk.a.csv || fail 'kills change its analysis'
ranks 2 sweep plane.mo --design subset --count 300 --get g --exceed 'g>4' --set x1=0 --set 'x2=list(1)' -o s.csv --analysis sa.csv
status_is 3
told_once 'all rows of level 0 have the same value'
[ "$(ls ./*.journal | tr '\n' ' ')" = './lost.csv.journal ' ] || fail "journals have stayed: $(ls ./*.journal)"

for report in asan.*; do
    [ ! -e "$report" ] || fail "a sanitizer reports: $(head -20 "$report")"
done
finish
