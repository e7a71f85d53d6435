# The language server, as editors speak with it.
. "$SOURCE/tests/cli/lib.sh"

run lsp --help
status_is 0
if ! printf 'Content-Length: 2\r\n\r\n{}' | "$ELASTOGAP" lsp 2>&1 | grep -q 'without a goodbye'; then
    "$ELASTOGAP" lsp 2>&1 </dev/null | grep -q libjansson-dev || fail 'a server without an editor does not say so'
    finish
fi

sanitized=
[ "${SANITIZE:-}" = 0 ] || sanitized=sanitized
python3 "$SOURCE/tests/lsp/session.py" "$ELASTOGAP" "$work" $sanitized || fail 'the session'

# Layout, of all texts that there are.
find "$SOURCE/examples" "$SOURCE/library" "$SOURCE/tests" '(' -name '*.mo' -o -name '*.dyad' ')' | sort >texts
python3 "$SOURCE/tests/lsp/layout.py" "$ELASTOGAP" $(cat texts) >.out || { cat .out; fail 'the layout'; }

finish
