# elastogap sweep -o rows.h5: what h5dump and Python's readers find in it is what the table of text says, for any
# number of threads, after kills and on a full disk.
. "$(dirname "$0")/lib.sh"

drop_with 'row = 2 "a name that the table has, too"' >drop.mo
sweep=(sweep drop.mo --set 'stop.d=loguniform(1, 1e3)' --set 'row=uniform(-0.2, 6)' --design lhs --count 1000
    --seed 5 --get ball.s --get 'max(abs(stop.f))*2' --get 'time(stop, contact begins, 2)')
run "${sweep[@]}" -o rows.h5
if [ "$status" = 4 ]; then # built without the library, or it is not there
    err_has 'HDF5 files need the library HDF5' 'apt install libhdf5'
    finish
fi
status_is 0
out_has '1000 rows, '
run "${sweep[@]}" --quiet -o rows.csv
for threads in 1 300; do
    run "${sweep[@]}" --quiet --threads $threads -o t.h5
    status_is 0
    cmp -s rows.h5 t.h5 || fail "$threads threads change the file"
done

# Killed, and gone on with: a kill after the file has been moved to its name leaves all of it.
for i in $(seq 4); do
    "$ELASTOGAP" "${sweep[@]}" -o killed.h5 --resume >.out 2>.err &
    sleep 0.0$((RANDOM % 9 + 1))
    kill -KILL $! 2>.kill
    wait $! 2>.kill && break
    [ ! -e killed.h5 ] || cmp -s rows.h5 killed.h5 || fail 'a kill leaves part of a table'
done
run "${sweep[@]}" --quiet -o killed.h5 --resume
status_is 0
cmp -s rows.h5 killed.h5 || fail 'kills change the file'
rm -f .kill

# A disk that has no room for rows.
for blocks in 1 20; do
    rm -f full.h5
    (ulimit -f $blocks && exec "$ELASTOGAP" "${sweep[@]}" -o full.h5 >.out 2>.err)
    status=$?
    status_is 3
    err_has 'cannot write the file: it grows larger'
    [ ! -e full.h5 ] || fail 'half a table is there'
    run "${sweep[@]}" --quiet -o full.h5 --resume
    status_is 0
    cmp -s rows.h5 full.h5 || fail 'a full disk changes the file'
done

# Read by others: each number is that of the text, each reason in its row.
if command -v h5dump >/dev/null; then
    h5dump -d /columns rows.h5 >columns.txt || fail 'h5dump cannot read it'
    for text in stop.d N.s/m 'loguniform(1, 1000)' 'row (2)' 'max(abs(stop.f))\*2' result energy_error; do
        grep -q "\"$text\"" columns.txt || fail "the columns lack $text"
    done
    h5dump -m %.17g -d /rows -y -w 1 rows.h5 | awk '/^ *DATA \{/ { inside = 1; next } inside' |
        tr -d '{}, "\n' >/dev/null || fail 'h5dump cannot read the rows'
fi
for python in /usr/bin/python3 python3; do
    "$python" -c 'import tables' 2>/dev/null || continue
    "$python" -W ignore - <<'PYTHON' || fail 'the numbers are others'
import csv, math, tables
file = tables.open_file("rows.h5")
rows, bad = file.root.rows[:], 0
reasons = {int(r["row"]): r["reason"].decode() for r in file.root.reasons[:]}
table = list(csv.reader(open("rows.csv")))
names = [c["name"].decode() for c in file.root.columns[:]]
if len(rows) != len(table) - 1 or names[:2] + names[3:] != table[0][:2] + table[0][3:-1] or not reasons:
    raise SystemExit((len(rows), names, table[0]))
for i, line in enumerate(table[1:]):
    for text, name in zip(line, rows.dtype.names):
        value = rows[i][name]
        if name == "status":
            bad += value.decode() != text
        else:
            bad += not math.isnan(value) if text == "" else float(text) != value
    bad += line[-1] != reasons.get(i, "")
attributes = file.root._v_attrs
bad += (attributes.design, attributes.count, attributes.seed, attributes.model) != ("lhs", 1000, 5, "Drop")
raise SystemExit(int(bad))
PYTHON
    break
done

# A subset simulation has levels.
run sweep drop.mo --design subset --count 100 --set 'row=uniform(1, 6)' --get 'max(abs(stop.f))' \
    --exceed 'max(abs(stop.f))>1900' -o s.h5 --quiet
status_is 0
if command -v h5dump >/dev/null; then
    h5dump -A -d /rows s.h5 | grep -q 'H5T_STD_I64LE "level"' || fail 'the rows have no level'
fi

# What is there is replaced when the new one is whole; what cannot be is refused before a row is run.
cp rows.csv old.h5
run sweep drop.mo --set 'stop.d=list(1, 2)' --get ball.s --quiet -o old.h5
status_is 0
[ "$(head -c 4 old.h5 | tail -c 3)" = HDF ] || fail 'the old file has stayed'
mkdir folder.h5
run sweep drop.mo --set 'stop.d=list(1, 2)' --get ball.s -o folder.h5
status_is 3
err_has 'it is a directory'
run sweep drop.mo --set 'stop.d=list(1, 2)' --get ball.s -o rows.hdf
status_is 2
err_has 'must end in \.csv or \.h5'
run ensemble drop.mo --set 'stop.d=list(1, 2)' --get ball.s -o rows.h5
status_is 2
err_has 'must end in \.csv'
names=()
for i in $(seq 700); do names+=(--get "max(abs(stop.f))*$i"); done
run sweep drop.mo --set 'stop.d=list(1, 2)' "${names[@]}" -o wide.h5
status_is 2
err_has 'HDF5 has no room for the names of 701 columns' 'remedy: write a \.csv file'
finish
