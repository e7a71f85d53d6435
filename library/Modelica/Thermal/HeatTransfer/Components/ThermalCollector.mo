within Modelica.Thermal.HeatTransfer.Components;
model ThermalCollector "Collects the heat flows of several ports"
  parameter Integer m(min = 1) = 3 "Number of ports that are collected" annotation(Evaluate = true);
  Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a port_a[m] "Ports that are collected";
  Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_b port_b
    "Port at which the heat flows come together";
equation
  for i in 1:m loop
    connect(port_a[i], port_b);
  end for;
  annotation(
    Documentation(info = "
All m ports port_a have the temperature of port_b, and what flows in at them flows out there. It joins
the heat ports of an array, the windings of a motor for instance, at one body."),
    __elastogap(examples = {"Furnace"}));
end ThermalCollector;
