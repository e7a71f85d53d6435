// A shuttle between two stops, thrown to and fro by a rack.
//
// A motor turns a wheel that rolls on the ground and carries a frame along; the frame drives a rack, whose pinion
// (IdealGearR2T, 20 rad a metre) turns a flywheel. In the frame slides a shuttle with 50 mm of play: TwoSidedGap
// takes it along at either end. Each time the frame turns round, the shuttle flies on, crosses the play and meets the other stop;
// by the law of Hunt and Crossley it comes back with e = 0.4 of its speed, and settles after a few bounces.
model Shuttle "Play of a shuttle in a frame that a wheel and a rack move"
  import Modelica.Mechanics.{Translational, Rotational};

  Modelica.Blocks.Sources.Sine torque(amplitude = 3, f = 0.5);
  Rotational.Sources.Torque motor;
  Rotational.Components.Inertia axle(J = 0.02);
  Rotational.Components.IdealRollingWheel wheel(radius = 0.1);
  Translational.Components.Mass frame(m = 4, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Rotational.Components.IdealGearR2T rack(ratio = 20);
  Rotational.Components.Inertia flywheel(J = 0.01);
  Translational.Components.Damper rail(d = 6);
  Translational.Components.Fixed ground;

  Elastogap.Contact.TwoSidedGap play(law = "hunt-crossley", s_lower = -0.025, s_upper = 0.025, c_lower = 2e4,
    n_lower = 1.5, e_lower = 0.4);
  Translational.Components.Mass shuttle(m = 0.5, s(start = 0, fixed = true), v(start = 0, fixed = true));

equation
  connect(torque.y, motor.tau);
  connect(motor.flange, axle.flange_a);
  connect(axle.flange_b, wheel.flangeR);
  connect(wheel.flangeT, frame.flange_a);
  connect(frame.flange_b, rack.flangeT);
  connect(rack.flangeR, flywheel.flange_a);
  connect(ground.flange, rail.flange_a);
  connect(rail.flange_b, frame.flange_b);
  connect(frame.flange_b, play.flange_a);
  connect(play.flange_b, shuttle.flange_a);

  annotation(experiment(StopTime = 3, Interval = 0.003));
end Shuttle;
