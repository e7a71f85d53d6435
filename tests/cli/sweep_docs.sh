# The commands that docs/sweep.md and the README show of sweeps and ensembles, as they stand there: each does what it
# says. Rows are fewer where there are more than a thousand.
. "$(dirname "$0")/lib.sh"

awk '/^```modelica/ { shown++; next } /^```/ { shown += shown == 1 } shown == 1' "$SOURCE/README.md" >Drop.mo
grep -q '^end Drop;' Drop.mo || fail 'the README has no Drop.mo'
mkdir bin
ln -s "$ELASTOGAP" bin/elastogap
export PATH=$work/bin:$PATH
# Blocks of a shell that begin with the program, of the README single commands with what continues them.
awk '/^```sh/ { shell = 1; next } /^```/ { if (shell) print ""; shell = 0 } shell' "$SOURCE/docs/sweep.md" >docs.sh
awk '/^build\/elastogap (sweep|ensemble)/ { shown = 1 } shown { sub(/^build\//, ""); print; shown = /\\$/; if (!shown) print "" }' \
    "$SOURCE/README.md" >readme.sh
run sweep Drop.mo --get ball.s -o x.h5
grep -q 'need the library HDF5' .err && without_hdf5=1
rm -f x.h5
count=0
for list in docs.sh readme.sh; do
    while IFS= read -r -d '' block; do
        command_line=$block
        [[ $block != *--picture* ]] || command -v gnuplot >/dev/null || continue
        [[ $block != *.h5* ]] || [ -z "${without_hdf5:-}" ] || continue
        bash -c "$(sed -E 's/--count 10+000\b/--count 1000/' <<<"$block")" >.out 2>.err
        status=$?
        status_is 0
        count=$((count + 1))
        for file in $(grep -oE '[A-Za-z]+\.(csv|h5|svg|png|pdf)' <<<"$block"); do
            [ -s "$file" ] || fail "there is no $file"
        done
    done < <(awk 'BEGIN { RS = ""; ORS = "\0" } /elastogap (sweep|ensemble)/' "$list")
done
[ "$count" -ge 6 ] || fail "only $count commands were found"
[ -z "$(ls ./*.journal 2>/dev/null)" ] || fail 'a journal has stayed'
finish
