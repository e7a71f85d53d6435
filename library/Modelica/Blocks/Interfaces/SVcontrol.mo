within Modelica.Blocks.Interfaces;
partial block SVcontrol "Controller of one signal"
  Modelica.Blocks.Interfaces.RealInput u_s "Setpoint";
  Modelica.Blocks.Interfaces.RealInput u_m "Measurement";
  Modelica.Blocks.Interfaces.RealOutput y "What the actuator does";
  annotation(
    Documentation(info = "
The class that extends it says how y depends on the setpoint u_s and the measurement u_m."));
end SVcontrol;
