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

# The extension of VS Code: its tables are read, and name files that there are.
python3 - "$SOURCE/editors/vscode" <<'END' || fail 'the extension of VS Code'
import json, os, sys

folder = sys.argv[1]

def read(name):
    """Read a table of the extension."""
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return json.load(file)

package = read("package.json")
for language in package["contributes"]["languages"]:
    assert read(language["configuration"])["comments"]["lineComment"]
for grammar in package["contributes"]["grammars"]:
    assert read(grammar["path"])["scopeName"] == grammar["scopeName"]
settings = package["contributes"]["configuration"]["properties"]
with open(os.path.join(folder, "extension.js"), encoding="utf-8") as file:
    script = file.read()
assert all(f'get("{name.split(".")[1]}")' in script for name in settings)
END

finish
