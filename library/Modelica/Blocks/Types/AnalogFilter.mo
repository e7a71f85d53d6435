within Modelica.Blocks.Types;
type AnalogFilter = enumeration(
  CriticalDamping "Filter with critical damping",
  Bessel "Bessel filter",
  Butterworth "Butterworth filter",
  ChebyshevI "Chebyshev I filter") "Characteristics of filters";
