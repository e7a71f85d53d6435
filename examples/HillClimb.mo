/* A van with a trailer on a hill, in a gust of wind.
 *
 * A constant torque drives the van; the road rises from 0 to 6 %, and from 12 s on a headwind blows up. The trailer
 * hangs on the van by a stiff coupling. Beside them a loose wheel rolls out on a road that grows rough. */
model HillClimb "Vehicles with resistances of air, road and inclination"
  Modelica.Mechanics.Translational.Components.Vehicle van(m=1500, J=1.2, R=0.3, A=2.8, Cd=0.35, useWindInput=true, useInclinationInput=true, s(fixed=true), v(fixed=true, start=20), windSpeed(f_crit=2, s(fixed=true)));
  Modelica.Mechanics.Translational.Components.Vehicle trailer(m=600, J=0.4, R=0.25, A=0.5, Cd=0.8, useInclinationInput=true, CrConstant=0.02, s(fixed=true, start=-5), v(fixed=true, start=20), windSpeed(f_crit=2));
  Modelica.Mechanics.Translational.Components.SpringDamper coupling(c=2e5, d=5e3, s_rel0=5);
  Modelica.Mechanics.Rotational.Sources.ConstantTorque engine(tau_constant=300);
  Modelica.Blocks.Sources.Ramp grade(height=0.06, duration=6, startTime=4);
  Modelica.Blocks.Sources.Ramp gust(height=-15, duration=2, startTime=12);
  Modelica.Mechanics.Translational.Components.Mass wheel(m=8, s(fixed=true), v(fixed=true, start=6));
  Modelica.Mechanics.Translational.Components.RollingResistance rough(fWeight=8*9.81, useCrInput=true, v0=0.5, reg=Modelica.Blocks.Types.Regularization.Sine);
  Modelica.Blocks.Sources.Ramp surface(offset=0.01, height=0.04, duration=10);
equation
  connect(engine.flange, van.flangeR);
  connect(trailer.flangeT, coupling.flange_a);
  connect(coupling.flange_b, van.flangeT);
  connect(grade.y, van.inclination);
  connect(grade.y, trailer.inclination);
  connect(gust.y, van.vWind);
  connect(rough.flange, wheel.flange_a);
  connect(surface.y, rough.cr);
  annotation (experiment(StopTime=25, Interval=0.05));
end HillClimb;
