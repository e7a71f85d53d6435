/* What the thermal classes share. Q_flow of a port is positive into the component. */
#ifndef EG_COMPONENT_THERMAL_THERMAL_H
#define EG_COMPONENT_THERMAL_THERMAL_H

#include "component/common.h"

#define EG_HEAT_TRANSFER(name) "Modelica.Thermal.HeatTransfer." name
#define EG_SI_HEAT_FLOW .quantity = "HeatFlowRate", .unit = "W"
#define EG_SI_CELSIUS .quantity = "Temperature_degC", .unit = "degC"
#define EG_SI_FAHRENHEIT .quantity = "Temperature_degF", .unit = "degF"
#define EG_SI_RANKINE .quantity = "Temperature_degRk", .unit = "degRk"

/* 0 degC [K] */
static const double eg_zero_celsius = 273.15;

#endif
