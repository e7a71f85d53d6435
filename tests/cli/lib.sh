# What the end-to-end tests have in common. Each runs in an empty directory of its own, goes on after a
# failure, and says file, line, what was expected and what came.
#
# Given by CTest: ELASTOGAP (the program), SOURCE (the tree), BUILD (the build directory), CC, CMAKE, SANITIZE.
set -u
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work" "$work.lsan"' EXIT
cd "$work" || exit 1
failures=0
unset MODELICAPATH NO_COLOR

fail() { # MESSAGE: of the test script's line that called the check
    local i=0
    while [ "${BASH_SOURCE[$i]}" = "${BASH_SOURCE[0]}" ]; do i=$((i + 1)); done
    echo "${BASH_SOURCE[$i]}:${BASH_LINENO[$((i - 1))]}: $1"
    echo "    command: elastogap ${command_line:-}"
    [ ! -s "$work/.err" ] || sed 's/^/    stderr: /' "$work/.err" | cut -c1-300 | head -12
    failures=$((failures + 1))
}

# Runs the program; its outcome is in $status, .out and .err.
run() {
    command_line="$*"
    "$ELASTOGAP" "$@" >"$work/.out" 2>"$work/.err"
    status=$?
}

# Runs the program and sends it one interrupt, as Ctrl-C does. One that comes before the program listens ends it
# as any program, with 130: then it is given longer. By way of `env`, since a background job of a script ignores
# interrupts, and what it starts would, too.
interrupt() {
    local delay
    command_line="$*, interrupted"
    for delay in 0.2 0.5 1 2 4 8 16; do
        env --default-signal=INT "$ELASTOGAP" "$@" >"$work/.out" 2>"$work/.err" &
        sleep $delay
        kill -INT $!
        wait $!
        status=$?
        [ $status -eq 130 ] || return
    done
}

# The libraries that draw pictures leave memory behind, for which sanitizers would blame the program.
forgive_leaks() {
    [ "${SANITIZE:-}" = 1 ] || return 0
    printf 'leak:%s\n' libfontconfig libpango libglib librsvg libcairo >"$work.lsan"
    export ASAN_OPTIONS="${ASAN_OPTIONS:-}:fast_unwind_on_malloc=0" LSAN_OPTIONS="suppressions=$work.lsan:print_suppressions=0"
}

status_is() {
    [ "$status" -eq "$1" ] || fail "exit status is $status, expected $1"
}

err_has() { # REGEX...: each somewhere in stderr
    for pattern in "$@"; do
        grep -qE -- "$pattern" "$work/.err" || fail "stderr does not say '$pattern'"
    done
}

out_has() {
    for pattern in "$@"; do
        grep -qE -- "$pattern" "$work/.out" || fail "stdout does not say '$pattern'"
    done
}

err_is_empty() {
    [ ! -s "$work/.err" ] || fail "stderr is not empty"
}

out_is_empty() {
    [ ! -s "$work/.out" ] || fail "stdout is not empty: $(head -3 "$work/.out")"
}

# Nothing but these files is in the working directory, hidden ones included.
files_are() {
    local found
    found=$(cd "$work" && find . -mindepth 1 ! -name .out ! -name .err | sed 's,^\./,,' | LC_ALL=C sort | tr '\n' ' ')
    local wanted
    wanted=$(printf '%s\n' "$@" | LC_ALL=C sort | tr '\n' ' ')
    [ $# -gt 0 ] || wanted=""
    [ "$found" = "$wanted" ] || fail "files are '$found', expected '$wanted'"
}

clear_files() {
    find "$work" -mindepth 1 -delete
}

near() { # VALUE EXPECTED TOLERANCE WHAT
    awk -v x="$1" -v y="$2" -v tol="$3" 'BEGIN { d = x - y; if (d < 0) d = -d; exit !(d <= tol) }' ||
        fail "$4 is $1, expected $2 within $3"
}

# The value of a variable in the last row of a CSV file whose first column is not greater than TIME.
value_at() { # FILE VARIABLE TIME
    awk -v name="\"$2\"" -v time="$3" '
        NR == 1 { n = split($0, head, ","); for (i = 1; i <= n; i++) if (head[i] == name) column = i; next }
        { split($0, cell, ","); if (cell[1] + 0 <= time + 0) value = cell[column] }
        END { print column ? value : "absent" }' "$1"
}

finish() {
    [ "$failures" -eq 0 ] || { echo "$failures checks failed"; exit 1; }
    exit 0
}

# A ball of the mass that the parameter is (NAME = VALUE, and what else stands behind it) falls on a stop.
drop_with() {
    cat <<MODEL
model Drop
  import Modelica.Mechanics.Translational.Components.*;
  parameter Real $1;
  Fixed ground;
  ElastoGap stop(c = 1e5, d = 60);
  Mass ball(m = ${1%% *}, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -9.81*ball.m);
equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
  annotation(experiment(StopTime = 1));
end Drop;
MODEL
}
