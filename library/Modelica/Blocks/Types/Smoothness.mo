within Modelica.Blocks.Types;
type Smoothness = enumeration(
  LinearSegments "Straight lines between the points",
  ContinuousDerivative "Akima's cubics: the first derivative is continuous",
  ConstantSegments "Steps: the value of the point before",
  MonotoneContinuousDerivative1 "Cubics of Fritsch and Butland: they rise as the points do",
  MonotoneContinuousDerivative2 "Cubics of Steffen: they rise as the points do",
  ModifiedContinuousDerivative
    "Akima's modified cubics: the first derivative is continuous") "How tables go on between their points";
