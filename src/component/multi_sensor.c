/* MultiSensor: a rigid link of length 0 that knows the force through it, its velocity and the power.
 *
 *     flange_a.s = flange_b.s,  f = flange_a.f = -flange_b.f,  v = der(flange_a.s),  power = f*v
 *
 * f > 0 while the left side pushes the sensor in positive direction; power > 0 flows from flange_a to
 * flange_b. */
#include "component/common.h"

enum { POWER = EG_AT_FLANGE_B + 1, F, V };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    if (eg_parts_add_rigid(parts, (eg_rigid_part){.port_a = EG_AT_FLANGE_A, .port_b = EG_AT_FLANGE_B}) ||
        eg_parts_add_power_sensor(parts, (eg_power_sensor_part){.port = EG_AT_FLANGE_A, .output = POWER}) ||
        eg_parts_add_force_sensor(parts, (eg_force_sensor_part){.port = EG_AT_FLANGE_A, .output = F}))
        return -1;
    return eg_declare_sensor(parts, EG_GROUND, EG_AT_FLANGE_A, 1, V);
}

static const eg_port ports[] = {
    EG_PORTS_TWO_FLANGES,
    {.name = "power", .kind = EG_REAL_OUTPUT, .unit = "W", .doc = "Power from flange_a to flange_b"},
    {.name = "f", .kind = EG_REAL_OUTPUT, .unit = "N", .doc = "Force through the sensor (= flange_a.f)"},
    {.name = "v", .kind = EG_REAL_OUTPUT, .unit = "m/s", .doc = "Velocity of the flanges"},
};

#define TEXT                                                                                                 \
    "Sits between two components that would otherwise be connected directly, and gives the force "           \
    "between them, their velocity and the power as signals. It is rigid and without length; the "            \
    "power is positive when it flows from flange_a to flange_b.\n\n"                                         \
    "The force must be determined: a rigid path beside the sensor leaves it open, and that is an "           \
    "error."

#define EQUATIONS                                                                                            \
    EG_TEXTS("flange_a.s = flange_b.s;", "0 = flange_a.f + flange_b.f;", "f = flange_a.f;",                  \
             "v = der(flange_a.s);", "power = f*v;")

const eg_class eg_class_multi_sensor = {
    .name = EG_MSL("Sensors.MultiSensor"),
    .doc = "Force, velocity and power between two flanges as signals",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sensors.MultiSensor")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialRelativeSensor"), EG_MSL_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("Sources", EG_MSL_EXAMPLE("Sensors")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    .declare = declare,
};

const eg_class eg_class_dyad_multi_sensor = {
    .name = EG_DYAD("Sensors.MultiSensor"),
    .short_name = EG_DYAD("MultiSensor"),
    .doc = "Force, velocity and power between two flanges as signals (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Sensors.MultiSensor")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialRelativeSensor"), EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("SourcesDyad"),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    .declare = declare,
};
