// A wheel hub runs into a rubber bump stop: a force that was measured, over penetration.
//
// The table has the hub's way into the rubber and the force there: soft at first, then progressive. Between its rows
// the force is a monotone cubic with continuous slope. The damper is bounded by the spring as that of an ElastoGap: the
// force begins at zero however fast the hub comes, and never pulls it back.
//
//   elastogap simulate examples/BumpStop.mo --plot stop.f --plot stop.f_c --plot hub.s
model BumpStop "A force that was measured as a stop"
  import Modelica.Mechanics.Translational;

  Translational.Components.Fixed body;
  Elastogap.Contact.TableGap stop(
    table = [0, 0; 0.005, 150; 0.010, 420; 0.020, 1300; 0.030, 3100; 0.040, 7400],
    smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1,
    d = 700);
  Translational.Components.Mass hub(m = 35, s(start = 0.06, fixed = true), v(start = -2, fixed = true));
  Translational.Components.Spring spring(c = 18e3, s_rel0 = 0.05);

equation
  connect(body.flange, stop.flange_a);
  connect(stop.flange_b, hub.flange_a);
  connect(body.flange, spring.flange_a);
  connect(spring.flange_b, hub.flange_a);

  annotation(experiment(StopTime = 0.6, Interval = 0.001, Tolerance = 1e-9));
end BumpStop;
