within BlockComponents.Tables;
type InterpolationType = enumeration(
  LinearInterpolation "Straight lines between the points",
  ConstantInterpolation
    "Steps: the value of the point before") "How tables go on between their points (Dyad)";
