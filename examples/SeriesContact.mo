// A valve lifter: a spring and a gap in series, with no mass between them.
//
// The node between spring and gap has no inertia. While the gap is closed the forces of both are equal and
// say where it is; when the gap is open the spring is slack, and the node stays where the spring is
// unstretched. The damper beside the spring keeps it from jumping there.
model SeriesContact "Spring and gap in series"
  import Modelica.Mechanics.Translational.Components;

  Components.Mass mass(m = 1, s(start = 0.2, fixed = true), v(start = -1, fixed = true));
  Components.ElastoGap gap(c = 4000, d = 20);
  Components.SpringDamper foot(c = 1000, d = 10, s_rel0 = 0.1, s_rel(start = 0.1, fixed = true));
  Components.Fixed ground;

equation
  connect(ground.flange, foot.flange_a);
  connect(foot.flange_b, gap.flange_a);
  connect(gap.flange_b, mass.flange_a);

  annotation(experiment(StopTime = 0.5, Interval = 0.0005));
end SeriesContact;
