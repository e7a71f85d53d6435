# Annotations and metadata go there and back: icons, places, routes, documentation, and what other programs say.
. "$(dirname "$0")/lib.sh"

cat >pic.mo <<'TEXT'
model Pic "With pictures"
  import Modelica.Mechanics.Translational.Components;
  Components.Fixed wall annotation(Placement(transformation(extent={{-10,-10},{10,10}}, rotation=-90, origin={-60,0})));
  Components.ElastoGap gap(c=1e4, d=10) "a gap"
    annotation (Placement(visible = true, transformation(extent = {{-40, -10}, {-20, 10}}), iconTransformation(extent={{0,0},{0.5,0}})),
      Dialog(group="x, y"), HideResult=true); // behind
  Components.Mass m(m=1, s(start=0.1, fixed=true), v(start=-1, fixed=true)) annotation(Placement(transformation(extent={{0,-10},{20,10}})));
  Modelica.Mechanics.Translational.Interfaces.Flange_b out annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  parameter Real k = 2 annotation(Dialog(tab = "T\"q\" // no"), Evaluate=true);
equation
  connect(wall.flange, gap.flange_a) annotation(Line(points={{-60,0},{-40,0}}, color={0,127,0}));
  connect(gap.flange_b, m.flange_a) annotation (Line(points={{-20,0},{0,0}},
     color={0,127,0} /* c, ) */));
  connect(m.flange_b, out);
  annotation(Icon(coordinateSystem(preserveAspectRatio=false), graphics={Rectangle(extent={{-100,100},{100,-100}}), Text(extent={{-100,20},{100,-20}}, textString="%name")}),
    experiment(StopTime=1), Documentation(info="<html>
<p>Two \"lines\", a comma</p></html>"));
end Pic;
TEXT
run convert pic.mo -o pic.dyad
status_is 0
err_is_empty
run convert pic.dyad -o back.mo
status_is 0
err_is_empty
for text in 'wall annotation(Placement(transformation(extent={{-10,-10},{10,10}}, rotation=-90, origin={-60,0})));' \
    'Placement(visible = true, transformation(extent = {{-40, -10}, {-20, 10}}), iconTransformation(extent={{0,0},{0.5,0}})),' \
    'Dialog(group="x, y"), HideResult=true); // behind' 'out annotation(Placement(transformation(extent={{90,-10},{110,10}})));' \
    'k = 2 annotation(Dialog(tab = "T\"q\" // no"), Evaluate=true);' 'annotation(Line(points={{-60,0},{-40,0}}, color={0,127,0}));' \
    'color={0,127,0} /* c, ) */));' 'Text(extent={{-100,20},{100,-20}}, textString="%name")})' '<p>Two \"lines\", a comma</p></html>"'; do
    grep -qF -- "$text" back.mo || fail "'$text' did not come back"
done
[ "$(grep -c experiment back.mo)" -eq 1 ] || fail 'the experiment stands in more than the analysis'
# Other programs find the places in their own words: -100 to 100 is 0 to 1000, y downwards; a connector stands on the
# icon, too.
for text in '"diagram": {"iconName": "default", "x1": 150, "y1": 450, "x2": 250, "y2": 550, "rot": 90}' \
    '{"icon": {"iconName": "default", "x1": 950, "y1": 450, "x2": 1050, "y2": 550, "rot": 0}, "diagram": {'; do
    grep -qF -- "$text" pic.dyad || fail "no $text"
done
run check back.mo --model Pic
status_is 0
# Who moves the gap in Dyad finds it moved in Modelica, with the rest of its annotation.
sed 's/"x1": 300/"x1": 310/' pic.dyad >moved.dyad
run convert moved.dyad -o moved.mo
status_is 0
grep -F 'gap(' moved.mo | grep -F 'transformation(extent = {{-38, -10}, {-20, 10}})' | grep -qF 'HideResult=true' ||
    fail 'the gap has not moved'

cat >own.dyad <<'TEXT'
component Stop
  flange_a = Flange() [{
    "Dyad": {
      "placement": {"icon": {"iconName": "pos", "x1": -50, "y1": 450, "x2": 50, "y2": 550}},
      "tags": []
    }
  }]
  mass = TranslationalComponents.Mass(m = 1) {
    "Dyad": {"placement": {"diagram": {"iconName": "default", "x1": 190, "y1": 190, "x2": 290, "y2": 290, "rot": 90}}}
  } # a mass
  fixed = TranslationalComponents.Fixed() {"Other": {"part": "A-7, \"x\""}}
  spring = TranslationalComponents.Spring(c = 10, s_rel0 = 0)
  parameter k::Real = 3 {"Dyad": {"tags": ["t"]}}
relations
  connect(fixed.flange, spring.flange_a) {"Dyad": {"edges": [{"S": 1, "M": [{"x": 1, "y": 2}], "E": 2}]}}
  connect(spring.flange_b, mass.flange_a)
  connect(mass.flange_b, flange_a)
metadata {
  "Dyad": {
    "icons": {"default": "dyad://Lib/stop.svg"},
    "labels": [{"label": "$(instance)", "x": 500, "y": 1104, "rot": 0}],
    "tests": {"case1": {"stop": 1, "expect": {"final": {"mass.v": 0}}}}
  },
  "Vendor": [1, 2]
}
end
TEXT
run convert own.dyad -o own.mo
status_is 0
grep -F 'flange_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})), __elastogap(' own.mo >/dev/null ||
    fail 'the flange stands elsewhere'
grep -qF 'extent = {{-10, -10}, {10, 10}}, origin = {-52, 52}, rotation = 270' own.mo || fail 'the mass is not turned'
grep -q '; // a mass$' own.mo || fail 'the comment behind metadata is lost'
run check own.mo
status_is 0
run convert own.mo -o again.dyad
status_is 0
for text in '{"icon": {"iconName": "pos", "x1": -50, "y1": 450, "x2": 50, "y2": 550}}, "tags": []}}' \
    '"rot": 90}}}}' '{"Other": {"part": "A-7, \"x\""}}' '= 3 {"Dyad": {"tags": ["t"]}}' '"M": [{"x": 1, "y": 2}]' \
    '"icons": {"default": "dyad://Lib/stop.svg"}' '"label": "$(instance)"' '"Vendor": [1, 2]'; do
    grep -qF -- "$text" again.dyad || fail "'$text' did not come back"
done
run convert again.dyad -o again.mo
cmp -s own.mo again.mo || fail 'the third text is not the first'
# What is carried and has been spoilt by hand does not spoil the other text.
for spoilt in '{\"a\" 1}' '{\"a\": }' '{\"a\": [1,}' 'x' '{\"a\": 1,}' '' '{\"a\": tru}' '{a: 1}' '[1]' '{\"a\": \"b}'; do
    printf 'model Spoilt\n  Real x annotation(Dialog(tab = "t"), __elastogap(dyad = "%s"));\nequation\n  x = 1;\nend Spoilt;\n' "$spoilt" >spoilt.mo
    run convert spoilt.mo -o spoilt.dyad
    status_is 0
    run check spoilt.dyad
    status_is 0
    grep -qF 'Dialog(tab' spoilt.dyad || fail "$spoilt: the rest of the annotation is lost"
done
for spoilt in 'Line(' 'x' 'A = 1,' '' ')' 'A(b = {1)' '1(a = 1)' 'A(b = \"c)'; do
    printf 'component Spoilt\n  variable x::Real {"elastogap": {"annotation": "%s"}}\nrelations\n  x = 1\nend\n' "$spoilt" >spoilt.dyad
    run convert spoilt.dyad -o spoilt.mo
    status_is 0
    run check spoilt.mo
    status_is 0
done
# Moved in Modelica, moved in Dyad, which keeps what else it said.
sed 's/{{-110, -10}, {-90, 10}}/{{-110, 10}, {-90, 30}}/' own.mo >moved.mo
run convert moved.mo -o moved.dyad
grep -F 'flange_a =' moved.dyad | grep -F '"y1": 350, "x2": 50, "y2": 450' | grep -qF '"tags": []' ||
    fail 'the flange has not moved'
finish
