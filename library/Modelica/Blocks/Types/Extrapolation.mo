within Modelica.Blocks.Types;
type Extrapolation = enumeration(
  HoldLastPoint "The value of the first or last point",
  LastTwoPoints "Goes on as at the first or last two points",
  Periodic "Begins anew",
  NoExtrapolation "An error") "How tables go on beyond their ends";
