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
# Of 20-sim's classes the lower flange is at the left, the upper one at the right.
run diagram "$SOURCE/examples/Suspension.mo" --scene
status_is 0
out_has '"signals":{"a":"strut.p_low.s","b":"strut.p_high.s"'

run diagram missing.mo
status_is 2

finish
