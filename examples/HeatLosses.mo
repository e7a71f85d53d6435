// A chain of three masses and a slider, all of whose losses become heat.
//
// A force of 20 N swings mass1 once a second against a damper and a gap at the wall. A spring-damper hands the
// motion on to mass2, which rubs on its support; a spring takes it to mass3, on which a brake acts; a stiff
// spring-damper takes it to a slider with Stribeck friction between stops at 0 and 0.4 m. The brake is pressed
// by a sine: in every other quarter of a second it is let go.
//
// Seven heat ports lie on one node, without any capacity, from which air of 20 W/K takes the heat to an ambient
// of 25 degC. So convection.solid.T tells at every instant what is lost: 298.15 K + losses/(20 W/K), and
// convection.fluid.Q_flow is the sum of them. Plot that, beside force.f and mass1.v.
model HeatLosses "Losses of dampers, contacts and friction as heat"
  import Modelica.Mechanics.Translational.{Components, Sources};
  import HeatTransfer = Modelica.Thermal.HeatTransfer;

  Modelica.Blocks.Sources.Sine sine1(amplitude = 20, f = 1);
  Sources.Force force "Swings mass1";

  Components.Fixed fixed1 "Foot of the damper";
  Components.Damper damper(d = 10, useHeatPort = true);
  Components.Fixed fixed2 "The wall";
  Components.ElastoGap elastoGap(c = 100, d = 20, s_rel0 = -0.02, useHeatPort = true)
    "Touches when mass1 has gone 20 mm into the wall";
  Components.Mass mass1(m = 1, L = 0.1, s(fixed = true), v(fixed = true));

  Components.SpringDamper springDamper(c = 100, d = 10, s_rel(fixed = true), v_rel(fixed = true),
    useHeatPort = true) "From mass1 to mass2";
  Components.Mass mass2(m = 1, L = 0.1, s(fixed = false), v(fixed = false));
  Components.SupportFriction supportFriction(useHeatPort = true) "Rubs on mass2";
  Components.Spring spring(c = 100, s_rel(fixed = true)) "From mass2 to mass3";
  Components.Mass mass3(m = 1, L = 0.1, s(fixed = false), v(fixed = true));

  Modelica.Blocks.Sources.Sine sine2(amplitude = 10, f = 2);
  Components.Brake brake(fn_max = 10, useHeatPort = true) "Pressed by sine2";
  Components.SpringDamper springDamper1(c = 10000, d = 1000, s_rel(fixed = true), useHeatPort = true)
    "From mass3 to the slider";
  Components.MassWithStopAndFriction massWithStopAndFriction(
    m = 1, L = 0.1, smin = 0, smax = 0.4, F_prop = 0.5, F_Coulomb = 1, F_Stribeck = 2, fexp = 2,
    v(fixed = true), useHeatPort = true) "Slider between stops";

  HeatTransfer.Components.Convection convection "To the air";
  Modelica.Blocks.Sources.Constant const(k = 20) "Its conductance in W/K";
  HeatTransfer.Celsius.FixedTemperature TAmbient(T = 25) "The air";

equation
  // what acts on mass1
  connect(sine1.y, force.f);
  connect(force.flange, mass1.flange_a);
  connect(fixed1.flange, damper.flange_b);
  connect(damper.flange_a, mass1.flange_a);
  connect(fixed2.flange, elastoGap.flange_a);
  connect(elastoGap.flange_b, mass1.flange_a);

  // the chain
  connect(mass1.flange_b, springDamper.flange_a);
  connect(springDamper.flange_b, mass2.flange_a);
  connect(mass2.flange_b, supportFriction.flange_a);
  connect(supportFriction.flange_b, spring.flange_a);
  connect(spring.flange_b, mass3.flange_a);
  connect(mass3.flange_b, brake.flange_a);
  connect(sine2.y, brake.f_normalized);
  connect(brake.flange_b, springDamper1.flange_a);
  connect(springDamper1.flange_b, massWithStopAndFriction.flange_a);

  // what is lost
  connect(damper.heatPort, convection.solid);
  connect(elastoGap.heatPort, convection.solid);
  connect(springDamper.heatPort, convection.solid);
  connect(supportFriction.heatPort, convection.solid);
  connect(brake.heatPort, convection.solid);
  connect(springDamper1.heatPort, convection.solid);
  connect(massWithStopAndFriction.heatPort, convection.solid);
  connect(convection.fluid, TAmbient.port);
  connect(const.y, convection.Gc);

  annotation(experiment(StopTime = 2, Interval = 0.001));
end HeatLosses;
