/* A bistable relay: what three equilibria look like.
 *
 * A magnet pulls the arm, the more the nearer it is, with K/((g - s)^2 + r^2); a spring holds it back with c s, and it
 * moves between two stops. It rests near the open stop, where the spring balances the magnet, and at the closed one,
 * which carries what the magnet pulls more than the spring; and between them lies the point of no return, where both
 * forces are equal and the magnet's grows faster.
 *
 *   elastogap steady examples/BistableRelay.mo
 *   elastogap simulate examples/BistableRelay.mo --start steady:2 --stop-time 1
 *
 * The run begins 0.1 mm before the point of no return, and the arm falls back. */
model BistableRelay "An arm between a spring, a magnet and two stops"
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Mechanics.Translational.Sources;
  parameter Real K(unit = "N.m2") = 3e-8 "Strength of the magnet";
  parameter Real g(unit = "m") = 2e-3 "Its distance from the arm that lies on the open stop";
  parameter Real r(unit = "m") = 2e-4 "A gap that has the resistance of the iron";
  Components.Fixed frame, open, closed(s0 = 1.8e-3);
  Components.SpringDamper spring(c = 100, d = 0.5);
  Components.ElastoGap openStop(c = 1e5, d = 5), closedStop(c = 1e5, d = 5);
  Components.Mass arm(m = 0.01, s(start = 1.52e-3, fixed = true), v(start = 0, fixed = true));
  Sources.Force magnet;
equation
  magnet.f = K/((g - arm.s)^2 + r^2);
  connect(frame.flange, spring.flange_a);
  connect(spring.flange_b, arm.flange_a);
  connect(open.flange, openStop.flange_a);
  connect(openStop.flange_b, arm.flange_a);
  connect(arm.flange_b, closedStop.flange_a);
  connect(closedStop.flange_b, closed.flange);
  connect(magnet.flange, arm.flange_b);
  annotation(experiment(StopTime = 0.2));
end BistableRelay;
