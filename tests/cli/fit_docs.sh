# The commands that docs/from-measurement-to-model.md shows, as they stand there, beside the files of examples/fit.
. "$(dirname "$0")/lib.sh"

cp "$SOURCE"/examples/fit/* .
mkdir bin
ln -s "$ELASTOGAP" bin/elastogap
export PATH=$work/bin:$PATH
awk '/^```sh/ { shell = 1; next } /^```/ { if (shell) print ""; shell = 0 } shell' \
    "$SOURCE/docs/from-measurement-to-model.md" >docs.sh
count=0
while IFS= read -r -d '' block; do
    command_line=$block
    bash -c "$block" >.out 2>.err
    status=$?
    status_is 0
    out_has '^  sought |^  steps '
    count=$((count + 1))
    for file in $(grep -oE '(-o|--report) [A-Za-z.]+' <<<"$block" | cut -d' ' -f2); do
        [ -s "$file" ] || fail "there is no $file"
    done
done < <(awk 'BEGIN { RS = ""; ORS = "\0" } /elastogap (fit|optimize)/' docs.sh)
[ "$count" -ge 7 ] || fail "only $count commands were found"
# What the page says that comes out.
run optimize Buffer.mo --minimize 'max(-stop.f)' --subject 'max(-stop.s_rel) <= 0.02' --free stop.c=1e3:1e7 --free stop.d=1:1e5
out_has 'is 1421\.53' '63341\.8' '374\.855' '-71076\.5'
finish
