within Modelica.Thermal.HeatTransfer.Components;
model ThermalCollectorMatrix "Collects the heat flows of a matrix of ports"
  parameter Integer Ns(min = 1) "Rows of ports" annotation(Evaluate = true);
  parameter Integer Np(min = 1) "Columns of ports" annotation(Evaluate = true);
  Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a port_a[Ns, Np] "Ports that are collected";
  Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_b port_b
    "Port at which the heat flows come together";
equation
  for i in 1:Ns, j in 1:Np loop
    connect(port_a[i, j], port_b);
  end for;
  annotation(
    Documentation(info = "
All ports port_a, Ns rows of Np, have the temperature of port_b, and what flows in at them flows out
there."),
    __elastogap(examples = {"Furnace"}));
end ThermalCollectorMatrix;
