/* A wheel that runs over a measured road into its bump stop.
 *
 * The road comes from road.txt, the bump stop's measured force over its travel from the same file, and the damper's
 * force over its rate from damper.csv: what a test rig delivers. The road is smooth (Akima's cubics), so that an exact
 * drive can follow it; the wheel leaves it where the curb ends. */
model Replay "Measured data move a wheel into its stop"
  import Modelica.Mechanics.Translational.*;
  import Modelica.Blocks.Types.Smoothness;
  Modelica.Blocks.Sources.CombiTimeTable road(tableOnFile=true, tableName="road", fileName="road.txt", columns={2,3}, smoothness=Smoothness.ContinuousDerivative, extrapolation=Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
  Modelica.Blocks.Tables.CombiTable1Ds bump(tableOnFile=true, tableName="stop", fileName="road.txt", columns={2,3});
  Modelica.Blocks.Tables.CombiTable1Ds damper(tableOnFile=true, fileName="damper.csv", nHeaderLines=1, delimiter=";");
  Modelica.Blocks.Tables.CombiTable1Dv unloading(tableOnFile=true, tableName="stop", fileName="road.txt", columns={3,2});
  Sources.Position ground(exact=true);
  Components.ElastoGap tyre(c=2e5, d=500, s_rel0=0);
  Components.Mass wheel(m=30, L=0, s(start=-0.0015, fixed=true), v(start=0, fixed=true));
  Components.SpringDamper spring(c=2e4, d=0, s_rel0=0.1);
  Components.Mass body(m=250, L=0, s(start=0, fixed=true), v(start=0, fixed=true));
  Sources.ConstantForce weight(f_constant=-2000), wheelWeight(f_constant=-300);
  Sources.Force2 stop, damping;
  Sensors.RelPositionSensor travel;
  Sensors.RelSpeedSensor rate;
  Modelica.Blocks.Math.Gain compression(k=-1);
equation
  connect(road.y[1], ground.s_ref);
  connect(ground.flange, tyre.flange_a);
  connect(tyre.flange_b, wheel.flange_a);
  connect(wheel.flange_b, spring.flange_a);
  connect(spring.flange_b, body.flange_a);
  connect(weight.flange, body.flange_b);
  connect(wheelWeight.flange, wheel.flange_a);
  connect(wheel.flange_b, stop.flange_a);
  connect(stop.flange_b, body.flange_a);
  connect(body.flange_a, damping.flange_a);
  connect(damping.flange_b, wheel.flange_b);
  connect(wheel.flange_b, travel.flange_a);
  connect(body.flange_a, travel.flange_b);
  connect(wheel.flange_b, rate.flange_a);
  connect(body.flange_a, rate.flange_b);
  connect(travel.s_rel, compression.u);
  connect(compression.y, bump.u);
  connect(compression.y, unloading.u[1]);
  connect(road.y[2], unloading.u[2]);
  connect(bump.y[1], stop.f);
  connect(rate.v_rel, damper.u);
  connect(damper.y[1], damping.f);
  annotation(experiment(StopTime=2, Interval=0.005, Tolerance=1e-8));
end Replay;
