within Modelica.Thermal.HeatTransfer.Interfaces;
partial model Element1D "Passes heat between two ports and stores none"
  Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a port_a "One end; port_a.Q_flow = Q_flow";
  Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_b port_b "Other end; port_b.Q_flow = -Q_flow";
  Modelica.Units.SI.HeatFlowRate Q_flow "Heat flow from port_a to port_b";
  Modelica.Units.SI.TemperatureDifference dT "Difference port_a.T - port_b.T";
equation
  dT = port_a.T - port_b.T;
  port_a.Q_flow = Q_flow;
  port_b.Q_flow = -Q_flow;
  annotation(
    Documentation(info = "The class that extends it says how Q_flow depends on dT."),
    __elastogap(native = true));
end Element1D;
