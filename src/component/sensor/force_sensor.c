/* ForceSensor: a rigid link of length 0 that knows the force through it.
 *
 *     flange_a.s = flange_b.s,  f = flange_a.f = -flange_b.f
 *
 * f > 0 while the left side pushes the sensor in positive direction, that is under compression. */
#include "component/common.h"

enum { OUTPUT = EG_AT_FLANGE_B + 1 };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    if (eg_parts_add_rigid(parts, (eg_rigid_part){.port_a = EG_AT_FLANGE_A, .port_b = EG_AT_FLANGE_B}))
        return -1;
    return eg_parts_add_force_sensor(parts, (eg_force_sensor_part){.port = EG_AT_FLANGE_A, .output = OUTPUT});
}

static const eg_port ports[] = {
    EG_PORTS_TWO_FLANGES,
    {.name = "f", .kind = EG_REAL_OUTPUT, .unit = "N", .doc = "Force through the sensor (= flange_a.f)"},
};

#define TEXT                                                                                                 \
    "Sits between two components that would otherwise be connected directly, and gives the force "           \
    "between them as a signal: f = flange_a.f, positive under compression. It is rigid and without "         \
    "length.\n\n"                                                                                            \
    "The force must be determined: a rigid path beside the sensor leaves it open, and that is an error."

#define EQUATIONS EG_TEXTS("flange_a.s = flange_b.s;", "0 = flange_a.f + flange_b.f;", "flange_a.f = f;")

const eg_class eg_class_force_sensor = {
    .name = EG_MSL("Sensors.ForceSensor"),
    .doc = "Force between two flanges as a signal",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sensors.ForceSensor")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialRelativeSensor"), EG_MSL_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS(EG_MSL_EXAMPLE("Sensors")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    .declare = declare,
};

const eg_class eg_class_dyad_force_sensor = {
    .name = EG_DYAD("Sensors.ForceSensor"),
    .short_name = EG_DYAD("ForceSensor"),
    .doc = "Force between two flanges as a signal (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Sensors.ForceSensor")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialRelativeSensor"), EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS(EG_DYAD("Examples.Sensors")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    .declare = declare,
};
