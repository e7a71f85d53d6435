within Modelica.Blocks.Types;
type FilterType = enumeration(
  LowPass "Low pass filter",
  HighPass "High pass filter",
  BandPass "Band pass filter",
  BandStop "Band stop filter") "What comes through a filter";
