# Result files appear whole or not at all; a full disk, a forbidden place or a lack of room is exit
# status 3 with a message, and nothing is left behind.
. "$(dirname "$0")/lib.sh"
model=$SOURCE/examples/ElastoGap.mo

# Default name: the model's, in the current directory.
run simulate "$model"
status_is 0
files_are ElastoGap.csv
out_has 'ElastoGap\.csv' 'exact'
head -1 ElastoGap.csv | grep -q '^"time","' || fail 'the header does not begin with "time"'
clear_files

# That results cannot be written is told before the run.
run simulate "$model" --output none/x.csv --plot mass1.s
status_is 3
err_has 'none/x\.csv: error: cannot write the file: its directory does not exist' 'remedy'
[ -s .out ] && fail 'there has been a run'
files_are

# A link stays a link, whether the file that it leads to is there or not.
mkdir far
ln -s far/real.csv link.csv
for round in 1 2; do
    run simulate "$model" --output link.csv --quiet
    status_is 0
    [ -L link.csv ] || fail 'the link has been replaced'
    [ -f far/real.csv ] || fail 'nothing has been written where the link leads'
    files_are far far/real.csv link.csv
done
clear_files

# A full device.
run simulate "$model" --output /dev/full
status_is 3
err_has '/dev/full' 'no space'
files_are
[ -c /dev/full ] || fail '/dev/full is gone'
run simulate "$model" --output ok.csv --stats-file /dev/full
status_is 3
err_has '/dev/full' 'no space'
files_are ok.csv
clear_files
run simulate "$model" --output /dev/null --quiet
status_is 0
"$ELASTOGAP" simulate "$model" --output /dev/null >/dev/full 2>"$work/.err" && fail 'a full standard output goes unnoticed'
err_has 'standard output'

# Files that may not grow: as a disk that fills up in the middle. What was there before stays.
echo old >out.csv
(
    ulimit -f 4
    exec "$ELASTOGAP" simulate "$model" --output out.csv --quiet 2>"$work/.err"
)
status=$?
status_is 3
err_has 'out\.csv' 'cannot write'
files_are out.csv
[ "$(cat out.csv)" = old ] || fail 'the old file is lost'
clear_files

# A small disk of its own, where we may mount one.
mkdir disk
if unshare -m sh -c "mount -t tmpfs -o size=32k none disk" 2>/dev/null; then
    unshare -m sh -c "mount -t tmpfs -o size=32k none disk &&
        { \"$ELASTOGAP\" simulate \"$model\" --output disk/x.csv --quiet 2>.err; echo \$? >.status; ls -A disk >.left; }"
    status=$(cat .status)
    status_is 3
    err_has 'disk/x\.csv' 'no space'
    [ ! -s .left ] || fail "left behind: $(cat .left)"
fi
clear_files

# Places that are not there, or are no files.
run simulate "$model" --output nowhere/x.csv
status_is 3
err_has 'nowhere/x\.csv'
mkdir x.csv
run simulate "$model" --output x.csv
status_is 3
err_has 'x\.csv' 'directory'
rmdir x.csv
run simulate "$model" --output x.csv --plot 'mass*.s' --plot-file nowhere/x.svg
status_is 3
err_has 'nowhere/x\.svg'
files_are x.csv
clear_files

# A command that is killed while it writes: a picture is in the making for as long as this gnuplot sleeps.
mkdir bin
printf '#!/bin/sh\necho $$ >bin/pid\nexec sleep 60 >/dev/null\n' >bin/gnuplot
chmod +x bin/gnuplot
kill_while_drawing() { # SIGNAL COMMAND...
    local signal=$1 i
    shift
    command_line="$*, killed by $signal"
    PATH=$work/bin:$PATH env --default-signal=HUP,INT,TERM,ALRM,USR1 "$ELASTOGAP" "$@" >.out 2>.err &
    for i in $(seq 600); do
        [ ! -s bin/pid ] || break
        sleep 0.05
    done
    kill -s "$signal" $!
    wait $! 2>/dev/null
    status=$?
    kill "$(cat bin/pid)"
    rm bin/pid
}
for signal in HUP INT TERM ALRM USR1; do
    kill_while_drawing $signal law plot elasto-gap --c 1e5 --d 60 --mass 2 --speed 1 --plot-file law.svg
    status_is $((128 + $(kill -l $signal)))
    files_are bin bin/gnuplot
done
kill_while_drawing TERM simulate "$model" --plot 'mass*.s' -o x.csv
files_are bin bin/gnuplot x.csv
kill_while_drawing KILL simulate "$model" --plot 'mass*.s' -o x.csv
[ -e .elastogap-0.part ] || fail 'nothing was in the making'
# The next file in that directory removes what was left, but nothing that is still being made.
: >.elastogap-3.part
exec 9>.elastogap-1.part
flock 9
run simulate "$model" -o y.csv
status_is 0
files_are bin bin/gnuplot x.csv y.csv .elastogap-1.part
exec 9>&-
run flatten "$model" -o flat.mo
status_is 0
files_are bin bin/gnuplot x.csv y.csv flat.mo
clear_files

# An interrupt that comes when the run has ended: results are complete and nothing else is said.
mkdir bin
printf '#!/bin/sh\nkill -s INT $PPID\nsleep 0.1\necho "</svg>"\n' >bin/gnuplot
chmod +x bin/gnuplot
command_line='simulate, interrupted while it draws'
PATH=$work/bin:$PATH env --default-signal=INT "$ELASTOGAP" simulate "$model" --plot 'mass*.s' >.out 2>.err
status=$?
status_is 0
err_has 'its results are complete'
files_are bin bin/gnuplot ElastoGap.csv ElastoGap.svg
clear_files

# Written to a pipe, to a file through /dev/stdout or to another descriptor: the CSV alone, the same bytes.
run simulate "$model" -o x.csv --quiet
for path in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
    run simulate "$model" --stats -o $path
    status_is 0
    cmp -s .out x.csv || fail "$path is not the CSV alone"
    err_has 'Energy balance' 'written +/'
    "$ELASTOGAP" simulate "$model" -o $path 2>.err | cmp -s - x.csv || fail "a pipe through $path is not the CSV alone"
done
"$ELASTOGAP" simulate "$model" -o /dev/fd/7 7>y.csv >.out
cmp -s x.csv y.csv || fail '/dev/fd/7 is not the CSV'
grep -q engine .out || fail 'nothing is said on standard output'
mkfifo pipe
cat pipe >z.csv &
run simulate "$model" -o pipe
wait
cmp -s x.csv z.csv || fail 'the FIFO gave something else than the CSV'
run simulate "$model" -o y.csv --stats-file /dev/stdout
python3 -c 'import json, sys; json.load(open(".out"))' || fail 'not the JSON alone'
run ensemble "$model" --set 'mass1.m=range(1, 2, 3)' --get mass1.s -o /dev/stdout
status_is 0
[ "$(grep -c , .out)" -eq "$(wc -l <.out)" ] || fail 'not the table alone'
run convert "$model" -o c.dyad
for path in /dev/stdout -; do
    run convert "$model" -o $path
    status_is 0
    cmp -s .out c.dyad || fail "convert to $path is not the text alone"
    run simulate "$model" -o y.csv --plot 'mass1.s' --plot-file $path
    status_is 0
    [ "$(head -c 5 .out)" = '<?xml' ] && tail -3 .out | grep -q '</svg>' || fail "$path is not the picture alone"
    run law plot elasto-gap --c 1e5 --d 60 --mass 2 --speed 1 --plot-file $path
    tail -3 .out | grep -q '</svg>' || fail "$path is not the picture of the law alone"
    run flatten "$model" -o $path
    tail -1 .out | grep -q '^end ElastoGap;$' || fail "$path is not the flat text alone"
    [ ! -e ./- ] || fail 'there is a file called -'
done
"$ELASTOGAP" fmu "$model" -o m.fmu
"$ELASTOGAP" fmu "$model" -o - | cmp -s - m.fmu || fail 'not the FMU alone'
exec 8>&- # whoever runs the test may have it open
run simulate "$model" -o /dev/fd/8
status_is 3
err_has 'not open' 'remedy: redirect'
clear_files

# One file is not written over another, whatever the names: inputs, results, the model itself.
cp "$model" m.mo
printf 'mass1.m\n1\n' >sets.csv
ln -s sets.csv ensemble.csv
printf 'model U\n  input Real u(start = 0);\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = u;\nend U;\n' >U.mo
printf 'time,u\n0,0\n1,1\n' >U.csv
twice() { # COMMAND...
    run "$@"
    status_is 2
    err_has 'named twice'
}
twice simulate m.mo -o x.csv --stats-file ./x.csv
twice simulate m.mo -o x.csv --events "$PWD/x.csv"
twice simulate m.mo -o /dev/stdout --events /dev/fd/1
twice simulate U.mo --input U.csv
twice simulate U.mo --input U.csv -o ./U.csv
twice flatten m.mo -o ./m.mo
twice firmware m.mo -o m.mo
twice ensemble m.mo --sets sets.csv --get mass1.s -o ./sets.csv
twice ensemble m.mo --sets sets.csv --get mass1.s
cmp -s m.mo "$model" || fail 'the model is no longer what it was'
run simulate m.mo -o /dev/null --events /dev/null --quiet
status_is 0
clear_files

# What the caller has closed takes no number that a file would get.
"$ELASTOGAP" simulate "$model" -o x.csv --quiet
"$ELASTOGAP" simulate "$model" --stats -o y.csv <&- >&- 2>&-
cmp -s x.csv y.csv || fail 'with streams closed, something got into the results'

# A contact's table from a measurement: two columns by their names, or a file of numbers with a delimiter of its own.
printf 'nr,x,force\n1,0,0\n2,0.005,150\n3,0.01,420\n4,0.02,1300\n5,0.03,3100\n6,0.04,7400\n' >"$work/named.csv"
printf '0;0\n0.005;150\n0.01;420\n0.02;1300\n0.03;3100\n0.04;7400\n' >"$work/plain.csv"
sed 's/table = \[.*\],/table = Elastogap.Files.columns("named.csv", "x", "force"),/' \
    "$SOURCE/examples/BumpStop.mo" >"$work/named.mo"
sed 's/table = \[.*\],/tableOnFile = true, fileName = "plain.csv", delimiter = ";",/' \
    "$SOURCE/examples/BumpStop.mo" >"$work/plain.mo"
run simulate "$SOURCE/examples/BumpStop.mo" -o "$work/literal.result.csv"
status_is 0
for model in named plain; do
    run simulate "$work/$model.mo" -o "$work/$model.result.csv"
    status_is 0
    cmp -s "$work/$model.result.csv" "$work/literal.result.csv" || fail "$model.csv gives another motion"
done

finish
