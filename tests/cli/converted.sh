# Drawn models, put over into Dyad and back, as they stand and with settings (tools/hunt/converted): some cases of it.
. "$(dirname "$0")/lib.sh"

# The hunt limits the memory of what it runs, of which a sanitizer reserves more than there is.
if grep -q __asan_init "$ELASTOGAP"; then
    finish
fi

python3 "$SOURCE/tools/hunt/converted" "$ELASTOGAP" --cases 60 --seed 7 >found.txt ||
    fail "$(tail -n 12 found.txt)"
grep -q '15 model from mo.* 0 findings$' found.txt || fail "it has not come to an end, or drawn other models"
finish
