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

# Written to a pipe through /dev/stdout.
run simulate "$model" --output /dev/stdout --quiet
status_is 0
head -1 .out | grep -q '^"time","' || fail 'no CSV on standard output'
finish
