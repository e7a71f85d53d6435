model Characteristic "A magnet, whose force is a table of current and air gap, pulls an armature to its seat"
  import Modelica.Mechanics.Translational.{Components, Sources, Sensors};
  Components.Fixed yoke;
  Components.ElastoGap seat(c=2e6, d=200, s_rel0=1e-3);
  Components.Spring spring(c=4e3, s_rel0=5e-3);
  Components.Mass armature(m=0.02, s(start=4e-3, fixed=true), v(start=0, fixed=true));
  Sources.Force pull;
  Sensors.PositionSensor gap;
  Modelica.Blocks.Sources.Trapezoid current(amplitude=2, rising=5e-3, width=0.02, falling=5e-3, period=0.05,
    startTime=2e-3);
  Modelica.Blocks.Tables.CombiTable2Ds magnet(
    table=[0, 1e-3, 2e-3, 4e-3; 0, 0, 0, 0; 1, -18, -7, -2; 2, -40, -22, -8],
    extrapolation=Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
  Modelica.Blocks.Tables.CombiTable2Dv levels(n=2, table=[0, 1e-3, 3e-3; 0, 1, 2; 1, 3, 4],
    smoothness=Modelica.Blocks.Types.Smoothness.ConstantSegments) "Which of four ranges they are in";
equation
  connect(yoke.flange, seat.flange_a);
  connect(seat.flange_b, armature.flange_a);
  connect(yoke.flange, spring.flange_a);
  connect(spring.flange_b, armature.flange_a);
  connect(armature.flange_b, gap.flange);
  connect(gap.s, magnet.u2);
  connect(current.y, magnet.u1);
  connect(magnet.y, pull.f);
  connect(pull.flange, armature.flange_b);
  connect(current.y, levels.u1[1]);
  connect(gap.s, levels.u2[1]);
  connect(current.y, levels.u1[2]);
  connect(gap.s, levels.u2[2]);
  annotation(experiment(StopTime=0.05));
end Characteristic;
