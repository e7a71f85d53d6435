// Rigid impacts: a row of balls as in Newton's cradle, and a ball that bounces on a table that shakes.
//
// Five equal balls stand on a smooth track, touching; another one rolls against them. The contacts have no
// compliance: law = "restitution" exchanges momentum in an instant, one pair after the other, and the event list
// tells the impulses. The last ball leaves, meets the wall, and comes back through the others. Beside the track a ball falls on a
// table that shakes, bounces ever lower and comes to rest on it, and is thrown up again where the table falls
// faster than the ball would.
//
//   elastogap simulate examples/Cradle.mo --stats --plot 'ball[*].s' --plot bouncer.x --plot-file Cradle.svg
model Cradle "Rigid impacts: a row of balls, and a ball on a shaking table"
  import IconicDiagrams.Mechanical.Translation.Components;
  import Modelica.Mechanics.Translational;

  constant Integer n = 6;
  constant Real pi = Modelica.Constants.pi;
  parameter Real diameter(unit = "m") = 0.05;
  parameter Real start(unit = "m") = -0.25 "Where the first ball starts";

  Translational.Components.Mass ball[n](each m = 0.1,
    v(start = {if i == 1 then 1 else 0 for i in 1:n}, each fixed = true),
    s(start = {if i == 1 then start else (i - 1)*diameter for i in 1:n}, each fixed = true));
  Elastogap.Contact.Gap touch[n - 1](each law = "restitution", each e = 0.9, each s_rel0 = diameter);
  Elastogap.Contact.TwoSidedGap ends(law = "restitution", s_lower = -1, s_upper = 0.5, e_lower = 0.5,
    e_upper = 0.8) "The wall that the last ball meets";
  Translational.Components.Fixed track;

  Components.Mass.Gravity bouncer(m = 0.02, g = 9.81, x_initial = 0.05);
  Elastogap.Contact.Gap landing(law = "restitution", e = 0.6, v_min = 0.01);
  Translational.Sources.Position table(exact = true);
  Modelica.Blocks.Sources.Sine shaking(amplitude = 0.02, f = 4, phase = pi/2, offset = -0.02, startTime = 0.6,
    continuous = true);
equation
  for i in 1:n - 1 loop
    connect(ball[i].flange_b, touch[i].flange_a);
    connect(touch[i].flange_b, ball[i + 1].flange_a);
  end for;
  connect(track.flange, ends.flange_a);
  connect(ends.flange_b, ball[n].flange_b);
  connect(shaking.y, table.s_ref);
  connect(table.flange, landing.flange_a);
  connect(landing.flange_b, bouncer.p);

  annotation(experiment(StopTime = 2, Interval = 0.004, Tolerance = 1e-8));
end Cradle;
