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
forgive_leaks
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
    [ "$wide" -eq $((2 * width)) ] || fail "the PNG is $wide wide"
    for kind in png pdf; do
        run diagram names.mo -o one.$kind
        status_is 0
        run diagram names.mo -o two.$kind
        status_is 0
        cmp one.$kind two.$kind || fail "the bytes of .$kind differ"
    done
    [ "$(head -c 5 one.pdf)" = %PDF- ] || fail "this is no PDF"
fi
# What equations alone say: a block of the user's between two of the library's, from left to right; 20-sim's submodels,
# with a knot; flat text, whose names tell of the components; a model of equations.
nets() { grep -c '^{"net"' "$work/.out"; }
middle() { sed -n "s/.*\"name\":\"$1\",.*\"x\":\([0-9]*\).*/\1/p" "$work/.out"; }
cat >between.mo <<'MODEL'
model Between
  block Twice
    Modelica.Blocks.Interfaces.RealInput u;
    Modelica.Blocks.Interfaces.RealOutput y;
  equation
    y = 2*u + sin(time);
  end Twice;
  Modelica.Blocks.Sources.Sine from(f = 1);
  Twice twice;
  Modelica.Blocks.Math.Gain to(k = 2);
  Real seen = to.y;
equation
  connect(from.y, twice.u);
  connect(twice.y, to.u);
end Between;
MODEL
run diagram between.mo --scene
status_is 0
[ "$(nets)" = 2 ] || fail "there are $(nets) connections"
[ "$(middle from)" -lt "$(middle twice)" ] && [ "$(middle twice)" -lt "$(middle to)" ] || fail "signals run to the left"
! grep -q '"name":"Between"' "$work/.out" || fail "a variable of the model became a component"
run diagram "$SOURCE/examples/Wagons.emx" --scene
status_is 0
[ "$(grep -c '"kind":"equations"' "$work/.out")" = 10 ] || fail "submodels are missing"
[ "$(middle wall)" -lt "$(middle buffer)" ] && [ "$(middle buffer)" -lt "$(middle front)" ] || fail "the line is out of order"
run flatten "$SOURCE/examples/HeatLosses.mo" --output flat.mo
status_is 0
run diagram "$SOURCE/examples/HeatLosses.mo" --scene
status_is 0
wanted=$(nets) components=$(grep -c '"name":' "$work/.out")
run diagram flat.mo --scene
status_is 0
[ "$(nets)" = "$wanted" ] || fail "of $wanted connections $(nets) are drawn"
[ "$(grep -c '"name":' "$work/.out")" = "$components" ] || fail "components are missing"
run diagram "$SOURCE/examples/BouncingBall.mo"
status_is 0
err_has 'note: BouncingBall has no components: there is nothing to draw'

# How contacts stand at the start, which masses say and no start value of the contact: 0.0025 - 0.001 and
# 0.0009 - 0.001; a touch whose positions, 0.3 - 0.1 - 0.2, round to more than 0; friction that holds 3 N of 5.
cat >contacts.mo <<'MODEL'
model Contacts
  import Modelica.Mechanics.Translational.Components;
  parameter Real far = 0.0025;
  Components.Fixed wall, post(s0 = 0.1 + 0.2);
  Components.ElastoGap first(c = 1e5, d = 1, s_rel0 = 0.001), second(c = 1e5, d = 1, s_rel0 = 0.001), third(c = 1e5, d = 1);
  Components.Mass one(m = 1, L = 0, s(start = far, fixed = true), v(fixed = true));
  Components.Mass two(m = 1, L = 0, s(start = 0.0009, fixed = true), v(fixed = true));
  Components.Mass three(m = 1, L = 0, s(start = 0.3, fixed = true), v(fixed = true));
  Components.SupportFriction pad(f_pos = [0, 5]), slipping(f_pos = [0, 5]);
  Components.Mass four(m = 1, v(start = -1, fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce push(f_constant = 3);
equation
  connect(wall.flange, first.flange_a);
  connect(wall.flange, second.flange_a);
  connect(post.flange, third.flange_b);
  connect(first.flange_b, one.flange_a);
  connect(second.flange_b, two.flange_a);
  connect(third.flange_a, three.flange_b);
  connect(three.flange_a, pad.flange_a);
  connect(push.flange, pad.flange_b);
  connect(four.flange_a, slipping.flange_a);
end Contacts;
MODEL
run diagram contacts.mo
status_is 0
err_is_empty
for state in '>open 1.5 mm<' '>pressed 100 µm<' '>touching<' '>stuck<' '>slides backward<'; do
    out_has "$state"
done
run diagram contacts.mo --set far=0.02 --scene
status_is 0
out_has '"state":"open 19 mm"'
# Without a start they stand as the text says.
sed 's/three(m = 1, L = 0/three(m = 1, L = 0.01/; s/connect(four.flange_a/connect(one.flange_b, two.flange_a);\n  &/' contacts.mo >none.mo
run diagram none.mo -o none.svg
status_is 0
err_has 'note: the start of the model cannot be found, so contacts are drawn as their start values say: '
! grep -q 'value state' none.svg || fail "a state is told that is not known"

# With the description of the model; of a class there is none.
run info names.mo --diagram info.svg
status_is 0
out_has 'ball'
run diagram names.mo -o names.svg
cmp info.svg names.svg || fail "info draws something else"
run info Mass --diagram mass.svg
status_is 2
err_has '--diagram needs a model'
run info Modelica.Mechanics.Translational.Examples.ElastoGap --diagram info.svg
status_is 0
out_has elastoGap1
run diagram Modelica.Mechanics.Translational.Examples.ElastoGap -o named.svg
status_is 0
cmp info.svg named.svg || fail "info draws another model"
run info names.mo --layout modelica
status_is 2
err_has '--layout needs --diagram'
run info names.mo --layout modelica --diagram info.svg
status_is 1
err_has "the text of Names does not say where its components stand"
run info names.mo --diagram info.jpg
status_is 2
[ ! -e mass.svg ] || fail "a class has a network"
# Of 20-sim's classes the lower flange is at the left, the upper one at the right.
run diagram "$SOURCE/examples/Suspension.mo" --scene
status_is 0
out_has '"signals":{"a":"strut.p_low.s","b":"strut.p_high.s"'

# ---- As the author has laid it out: turned, mirrored, with lines as annotated.
cat >laid.mo <<'MODEL'
package Laid
  model Foot "A user's class with an icon and a port"
    Modelica.Mechanics.Translational.Interfaces.Flange_a top annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
    Modelica.Mechanics.Translational.Components.Fixed ground;
  equation
    connect(top, ground.flange);
    annotation(Icon(graphics = {Rectangle(extent = {{-80, 20}, {80, -60}}, fillColor = {255, 200, 100}, fillPattern = FillPattern.Solid),
      Text(extent = {{-80, -70}, {80, -100}}, textString = "%name")}));
  end Foot;
  model Plain "No icon"
    Modelica.Mechanics.Translational.Interfaces.Flange_a left annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Modelica.Mechanics.Translational.Components.Mass body(m = 2);
  equation
    connect(left, body.flange_a);
  end Plain;
  model Machine
    Modelica.Mechanics.Translational.Components.Fixed wall annotation(Placement(transformation(origin = {-60, 0}, extent = {{-10, -10}, {10, 10}}, rotation = -90)));
    Modelica.Mechanics.Translational.Components.Spring spring(c = 1500) annotation(Placement(transformation(extent = {{-40, -10}, {-20, 10}})));
    Modelica.Mechanics.Translational.Components.Mass ball(m = 2) annotation(Placement(transformation(extent = {{20, -10}, {0, 10}})));
    Modelica.Mechanics.Translational.Components.Damper damper(d = 3, useHeatPort = true) annotation(Placement(transformation(origin = {40, -30}, extent = {{-10, 10}, {10, -10}}, rotation = 90)));
    Foot foot annotation(Placement(transformation(extent = {{30, -80}, {50, -60}})));
    Modelica.Mechanics.Translational.Sources.Force force annotation(Placement(transformation(extent = {{60, 20}, {40, 40}})));
    Modelica.Blocks.Sources.Step step(height = 3) annotation(Placement(transformation(extent = {{100, 20}, {80, 40}})));
    Plain plain annotation(Placement(transformation(extent = {{60, -10}, {80, 10}})));
    Modelica.Mechanics.Translational.Interfaces.Flange_b out annotation(Placement(transformation(extent = {{90, -60}, {110, -40}})));
  equation
    connect(wall.flange, spring.flange_a) annotation(Line(points = {{-60, 0}, {-40, 0}}, color = {0, 127, 0}));
    connect(spring.flange_b, ball.flange_b) annotation(Line(points = {{-20, 0}, {0, 0}}, color = {0, 127, 0}));
    connect(ball.flange_a, damper.flange_b) annotation(Line(points = {{20, 0}, {40, 0}, {40, -20}}, color = {200, 10, 20}, thickness = 0.5));
    connect(damper.flange_a, foot.top);
    connect(force.flange, ball.flange_a) annotation(Line(points = {{40, 30}, {30, 30}, {30, 0}, {20, 0}}, color = {0, 127, 0}, pattern = LinePattern.Dash));
    connect(step.y, force.f) annotation(Line(points = {{79, 30}, {62, 30}}, color = {0, 0, 127}));
    connect(ball.flange_a, plain.left);
    connect(plain.left, out);
  end Machine;
end Laid;
MODEL
laid="diagram laid.mo --model Laid.Machine --layout modelica"
run $laid -o laid.svg
status_is 0
err_is_empty
drawn() { grep -qe "$1" laid.svg || fail "there is no $1"; }
# 2.5 pixels for a unit, y downwards. A flange is a square of two units about (-100, 0) of the icon. The ball is mirrored:
# its first flange is at (20, 0). The damper is mirrored upside down, then turned by 90 degrees about (40, -30): its first
# flange is at (40, -40), its heat port, which is below else, at (30, -30).
drawn 'data-component="ball".*points="52.5,2.5 47.5,2.5 47.5,-2.5 52.5,-2.5 "[^>]*fill="#2f7d32"'
drawn 'data-component="damper".*points="97.5,102.5 97.5,97.5 102.5,97.5 102.5,102.5 "[^>]*fill="#2f7d32"'
drawn 'data-component="damper".*points="75.0,72.5 [^"]*"[^>]*fill="#bf1010"'
drawn 'points="-150.0,-*0.0 -100.0,-*0.0 "[^>]*stroke="#007f00"'
drawn 'points="50.0,-*0.0 100.0,-*0.0 100.0,50.0 "[^>]*stroke="#c80a14"[^>]*stroke-width="2.5"'
drawn 'points="100.0,-75.0 75.0,-75.0 75.0,-*0.0 50.0,-*0.0 "[^>]*stroke-dasharray'
drawn 'points="100.0,100.0 100.0,150.0 "[^>]*stroke="#2f7d32"' # without a line: from port to port
drawn 'data-component="foot"><title>foot: Laid.Foot</title>.*fill="#ffc864"'
drawn 'data-component="plain".*>Plain</text>'
[ "$(grep -c '>foot</text>' laid.svg)" = 1 ] || fail "the name that the icon tells stands there twice"
drawn 'prefers-color-scheme:dark.*\[fill=.#ffc864.\]{fill:#9b6400}' # (255, 200, 100) with as much taken from white
run $laid --set damper.useHeatPort=false # a port that its condition leaves out is not drawn
status_is 0
! grep -q 'data-component="damper".*points="75.0,72.5 ' "$work/.out" || fail "there is a heat port"
run $laid --dark
status_is 0
out_has '#161b22'
run $laid --light
status_is 0
! grep -q 'prefers-color-scheme\|#161b22' "$work/.out" || fail "there is a dark colour"
run diagram laid.mo --model Laid.Machine
status_is 0
! cmp -s "$work/.out" laid.svg || fail "the layout makes no difference"
for kind in png pdf; do
    run $laid -o laid.$kind
    [ "$status" = 4 ] || status_is 0
done
run $laid --scene
status_is 2
err_has '--scene needs the layout network'
run diagram laid.mo --layout sheet
status_is 2
err_has "network or modelica"
# A name goes beside its icon where lines leave no room below: 30 pixels from the middle, 4 away, 46.86 wide in DejaVu
# Sans; 100 up, less 7.5 for its lower edge, and 4 more from there to the base line.
run diagram "$SOURCE/examples/DropHammer.mo" --layout modelica
status_is 0
err_is_empty
out_has 'x="57.4" y="-96.5" text-anchor="middle">hammer<'
# The same places by way of Dyad.
run convert laid.mo -o laid.dyad
status_is 0
run diagram laid.dyad --model Machine --layout modelica -o laid.svg
status_is 0
drawn 'data-component="ball".*points="52.5,2.5 47.5,2.5 47.5,-2.5 52.5,-2.5 "[^>]*fill="#2f7d32"'

# What has no place, what is hidden, what is no number, what does not exist; names that would be markup.
cat >odd.mo <<'MODEL'
model Odd
  parameter Real x = 3;
  parameter Boolean two = false;
  Modelica.Mechanics.Translational.Components.Fixed wall annotation(Placement(transformation(extent = {{0, 0}, {20, 20}})));
  Modelica.Mechanics.Translational.Components.Spring '<b>&"'(c = 1500) annotation(Placement(transformation(extent = {{40, 0}, {60, 20}})));
  Modelica.Mechanics.Translational.Components.Mass ball(m = 2) annotation(Placement(transformation(extent = {{x, 0}, {20, 20}})));
  Modelica.Mechanics.Translational.Components.Mass other(m = 2);
  Modelica.Mechanics.Translational.Components.Mass far(m = 2) annotation(Placement(transformation(extent = {{nan, 0}, {1e300, 20}})));
  Modelica.Mechanics.Translational.Components.Mass ghost(m = 2) annotation(Placement(visible = false, transformation(extent = {{900, 0}, {920, 20}})));
  Modelica.Mechanics.Translational.Components.Mass absent(m = 2) if two annotation(Placement(transformation(extent = {{90, 0}, {99, 20}})));
  Modelica.Mechanics.Translational.Components.Mass row[3](each m = 2) annotation(Placement(transformation(extent = {{0, 40}, {20, 60}})));
equation
  connect(wall.flange, '<b>&"'.flange_a) annotation(Line(points = {{10, 10}, {1e300, 10}}));
  connect('<b>&"'.flange_b, ball.flange_a) annotation(Line(points = {{60, 10}}));
  connect('<b>&"'.flange_b, absent.flange_a) annotation(Line(points = {{60, 10}, {77, 10}}));
  connect(ball.flange_b, ghost.flange_a);
  for i in 1:2 loop
    connect(row[i].flange_b, row[i + 1].flange_a) annotation(Line(points = {{0, 33}, {20, 33}}));
  end for;
end Odd;
MODEL
run diagram odd.mo --layout modelica -o laid.svg
status_is 0
err_has 'says where ball, other, far stand: drawn below the others'
drawn '&lt;b&gt;&amp;&quot;'
! grep -q '<b>\|e+\|nan\|inf\|ghost\|absent\|192.5,-25.0' laid.svg || fail "something is drawn that should not be"
drawn 'data-component="other"'
[ "$(grep -c 'points="0.0,-82.5 50.0,-82.5 "' laid.svg)" = 1 ] || fail "the line in the loop is not drawn once"
run diagram names.mo --layout modelica
status_is 1
err_has "the text of Names does not say where its components stand"
err_has "at wall, <script>"
err_has 'take the layout "network"'

run diagram missing.mo
status_is 2

finish
