within Modelica.Blocks.Interfaces;
partial block IntegerSignalSource "Source of an Integer signal that begins at startTime"
  parameter Integer offset = 0 "Added to the signal, also before startTime";
  parameter Modelica.Units.SI.Time startTime = 0 "Until then the output is constant";
  Modelica.Blocks.Interfaces.IntegerOutput y "Output signal";
  annotation(
    Documentation(info = "Before startTime the output is offset."));
end IntegerSignalSource;
