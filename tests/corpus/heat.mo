model Heat
  model Stop
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialConditionalHeatPort(T = 300);
    Modelica.Mechanics.Translational.Interfaces.Flange_a flange;
    Modelica.Mechanics.Translational.Components.ElastoGap gap(c = 1e3, d = 5, useHeatPort = true);
    Modelica.Mechanics.Translational.Components.Fixed ground;
  equation
    connect(flange, gap.flange_b);
    connect(gap.flange_a, ground.flange);
    connect(gap.heatPort, internalHeatPort);
  end Stop;
  Stop cold;
  Stop warm(useHeatPort = true);
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor metal(C = 10, T(start = 290, fixed = true));
  Modelica.Mechanics.Translational.Components.Mass mass(m = 1, s(start = -0.01, fixed = true), v(fixed = true));
equation
  connect(warm.heatPort, metal.port);
  connect(mass.flange_a, warm.flange);
  connect(mass.flange_b, cold.flange);
end Heat;
