# Drawn models, each of their parameters set in the model and in its flat text (tools/hunt/settings): some cases of it.
. "$(dirname "$0")/lib.sh"

# The hunt limits the memory of its worker, of which a sanitizer reserves more than there is.
if grep -q __asan_init "$ELASTOGAP"; then
    finish
fi

python3 "$SOURCE/tools/hunt/settings" "$ELASTOGAP" --cases 160 --seed 7 >found.txt ||
    fail "$(tail -n 12 found.txt)"
grep -q ' 0 findings$' found.txt || fail "it has not come to an end"
finish
