# At a terminal: --watch, colours, and the bar of what takes long.
. "$SOURCE/tests/cli/lib.sh"

cat >Drop.mo <<'END'
model Drop
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Drop;
END

# Waits for as many lines as that in a file, however long it takes.
until_lines() { # COUNT REGEX FILE
    local i
    for i in $(seq 600); do
        [ "$(grep -cE -- "$2" "$3")" -lt "$1" ] || return 0
        sleep 0.1
    done
    fail "'$2' does not come $1 times in $3"
}

# The command is carried out again when its file is replaced, when one beside it changes, and when what was wrong
# is mended; Ctrl-C ends it well. By way of `env`, as in `interrupt`.
for command in check 'simulate --output watched.csv'; do
    cp Drop.mo Watched.mo
    echo 'model Other end Other;' >Other.mo
    command_line="$command Watched.mo --watch"
    : >.err
    env --default-signal=INT "$ELASTOGAP" $command Watched.mo --watch >.out 2>.err &
    until_lines 1 '^watching 3 files; Ctrl-C ends$' .err
    sed 's/-x;/-xx;/' Drop.mo >New.tmp && mv New.tmp Watched.mo
    until_lines 2 '^watching' .err
    err_has '^Watched\.mo has changed$' 'error: .*"xx"'
    cp Drop.mo Watched.mo
    until_lines 3 '^watching' .err
    echo 'model Other Real y = 1; end Other;' >Other.mo
    until_lines 4 '^watching' .err
    err_has '^Other\.mo has changed$'
    kill -INT $!
    wait $!
    status=$?
    status_is 0
    [ "$(grep -cE 'is right|^Drop$' .out)" -eq 3 ] || fail "$command did not succeed three times"
done
run law plot hertz --c 1e6 --mass 1 --speed 1 --watch
status_is 2
err_has 'table-gap'

# Colours: none in a file, unless they are asked for.
sed 's/-x;/-xx;/' Drop.mo >Wrong.mo
colours() { grep -c "$(printf '\033')" .err; }
run check Wrong.mo
[ "$(colours)" -eq 0 ] || fail 'colours in a file'
run check Wrong.mo --color always
[ "$(colours)" -gt 0 ] || fail 'no colours with --color always'
NO_COLOR=1 run check --color=always Wrong.mo
[ "$(colours)" -gt 0 ] || fail 'what the command line says does not count'
run check Wrong.mo --color blue
status_is 2
err_has '--color must be auto, always or never'
run check --help
out_has '--color WHEN' '--watch'
for option in --color --watch; do
    [ "$("$ELASTOGAP" --complete check "${option:0:5}")" = $option ] || fail "$option is not completed"
done

# The bar is on terminals alone, and gone at the end.
sed 's/-x;/cos(time);/' Drop.mo >Wave.mo
cp "$SOURCE"/examples/fit/Bounce.mo "$SOURCE"/examples/fit/bounce.csv .
python3 - "$ELASTOGAP" <<'END' || fail 'the bar'
import os, pty, re, signal, subprocess, sys

def on_terminal(arguments):
    """Run until a bar is seen, then interrupt; what came on stderr."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.argv[1], *arguments], stderr=theirs, stdout=subprocess.DEVNULL,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    os.close(theirs)
    seen = b""
    asked = False
    while True:
        try:
            more = os.read(ours, 4096)
        except OSError:
            break
        if not more:
            break
        seen += more
        if not asked and seen.count(b"%") > 1:
            process.send_signal(signal.SIGINT)
            asked = True
    process.wait()
    return seen.decode()

seen = on_terminal(["simulate", "Wave.mo", "--stop-time", "1e9", "--interval", "1e8", "--engine", "erk",
                    "--max-steps", "0", "--output", "long.csv"])
assert re.search(r"\r\[#*\.+\] +\d+ %  t = ", seen), seen
assert "s\033[K\r\033[K" in seen, seen
seen = on_terminal(["fit", "Bounce.mo", "--data", "bounce.csv", "--match", "pos = ball.s", "--free", "gap.c=1e3:1e7",
                    "--free", "gap.d", "--starts", "100000"])
assert re.search(r"\r\[#*\.+\] +\d+ %  search \d+ of 100000, [1-9]\d* runs\033", seen), seen
END
run simulate Drop.mo --stop-time 1e4
[ "$(grep -c '%' .err)" -eq 0 ] || fail 'a bar in a file'

finish
