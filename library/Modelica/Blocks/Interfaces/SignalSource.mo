within Modelica.Blocks.Interfaces;
partial block SignalSource "Source of a signal that begins at startTime"
  parameter Real offset = 0 "Added to the signal, also before startTime";
  parameter Modelica.Units.SI.Time startTime = 0 "Until then the output is constant";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  annotation(
    Documentation(info = "Before startTime the output is offset."),
    __elastogap(native = true, bases = {"Modelica.Blocks.Interfaces.SO"}));
end SignalSource;
