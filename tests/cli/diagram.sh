# elastogap diagram: to the standard output and into a file, for each theme, as a scene; and what can be wrong.
. "$(dirname "$0")/lib.sh"

cat >names.mo <<MODEL
model Names
  Modelica.Mechanics.Translational.Components.Fixed wall;
  Modelica.Mechanics.Translational.Components.Spring '<script>alert("x")</script>'(c = 1500);
  Modelica.Mechanics.Translational.Components.Mass ball(m = 2);
equation
  connect(wall.flange, '<script>alert("x")</script>'.flange_a);
  connect('<script>alert("x")</script>'.flange_b, ball.flange_a);
end Names;
MODEL

run diagram names.mo
status_is 0
out_has '&lt;script&gt;'
out_has 'c = 1.5 kN/m'
out_has 'prefers-color-scheme'
! grep -q "<script" "$work/.out" || fail "a name became markup"
run diagram names.mo --dark -o dark.svg
status_is 0
grep -q '#161b22' dark.svg || fail "no dark ground"
grep -q 'prefers-color-scheme' dark.svg && fail "the viewer decides all the same"
run diagram names.mo --scene
status_is 0
out_has '"a":"ball.flange_a.s"'
! grep -q "<script" "$work/.out" || fail "a name became markup"
run diagram names.mo --dark --light
status_is 2
err_has 'exclude each other'
run diagram names.mo -o names.jpg
status_is 2
err_has '.svg, .png or .pdf'

# PNG and PDF: their beginnings, the size of the PNG, twice that of the SVG; the same bytes every time.
# What the libraries keep for the next picture is no leak of ours; their threads are gone by the time it is told.
if [ "${SANITIZE:-}" = 1 ]; then
    printf 'leak:%s\n' libfontconfig libpango libglib librsvg libcairo >lsan
    export ASAN_OPTIONS="$ASAN_OPTIONS:fast_unwind_on_malloc=0" LSAN_OPTIONS="suppressions=$work/lsan:print_suppressions=0"
fi
run diagram names.mo -o names.png
if [ "$status" = 4 ] || grep -q librsvg2-2 "$work/.err"; then
    err_has 'librsvg2-2'
    [ ! -e names.png ] || fail "there is a picture that could not be drawn"
    run diagram names.mo -o names.svg
    status_is 0
else
    status_is 0
    run diagram names.mo -o names.svg
    status_is 0
    width=$(sed -n '1s/.* width="\([0-9]*\)" .*/\1/p' names.svg)
    [ "$(od -An -tx1 -N8 names.png | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "this is no PNG"
    wide=$(od -An -tu1 -j18 -N2 names.png | awk '{ print 256 * $1 + $2 }')
    [ "$wide" -ge $((2 * width - 1)) ] && [ "$wide" -le $((2 * width + 1)) ] || fail "the PNG is $wide wide"
    for kind in png pdf; do
        run diagram names.mo -o one.$kind
        status_is 0
        run diagram names.mo -o two.$kind
        status_is 0
        cmp one.$kind two.$kind || fail "the bytes of .$kind differ"
    done
    [ "$(head -c 5 one.pdf)" = %PDF- ] || fail "this is no PDF"
fi
# With the description of the model; of a class there is none.
run info names.mo --diagram info.svg
status_is 0
out_has 'ball'
run diagram names.mo -o names.svg
cmp info.svg names.svg || fail "info draws something else"
run info Mass --diagram mass.svg
status_is 2
err_has '--diagram needs a model'
run info names.mo --diagram info.jpg
status_is 2
[ ! -e mass.svg ] || fail "a class has a network"
# Of 20-sim's classes the lower flange is at the left, the upper one at the right.
run diagram "$SOURCE/examples/Suspension.mo" --scene
status_is 0
out_has '"signals":{"a":"strut.p_low.s","b":"strut.p_high.s"'

run diagram missing.mo
status_is 2

finish
