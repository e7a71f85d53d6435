/* PowerSensor, translational and rotational: a rigid link of length 0 that knows the power through it.
 *
 *     flange_a.s = flange_b.s,  power = flange_a.f*der(flange_a.s),  flange_a.f = -flange_b.f
 *
 * power > 0 flows from flange_a to flange_b. */
#include "component/twins.h"

enum { OUTPUT = EG_AT_FLANGE_B + 1 };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    if (eg_parts_add_rigid(parts, (eg_rigid_part){.port_a = EG_AT_FLANGE_A, .port_b = EG_AT_FLANGE_B}))
        return -1;
    return eg_parts_add_power_sensor(parts, (eg_power_sensor_part){.port = EG_AT_FLANGE_A, .output = OUTPUT});
}

#define PORT_POWER                                                                                           \
    {                                                                                                        \
        .name = "power", .kind = EG_REAL_OUTPUT, .unit = "W", .doc = "Power from flange_a to flange_b"       \
    }
static const eg_port ports[] = {EG_PORTS_TWO_FLANGES, PORT_POWER};
static const eg_port rot_ports[] = {EG_ROT_PORTS_TWO_FLANGES, PORT_POWER};

#define TEXT(D)                                                                                              \
    "Sits between two components that would otherwise be connected directly, and gives the power "           \
    "that flows from flange_a to flange_b as a signal: flange_a." EG_WORD_F(                                 \
        D) " times the speed. It is rigid and without length.\n\n"                                           \
           "The " EG_WORD_FORCE(                                                                             \
               D) " must be determined: a rigid path beside the sensor leaves it open, and that "            \
                  "is an error."

#define EQUATIONS(D)                                                                                         \
    EG_TEXTS("flange_a." EG_WORD_S(D) " = flange_b." EG_WORD_S(D) ";",                                       \
             "0 = flange_a." EG_WORD_F(D) " + flange_b." EG_WORD_F(D) ";",                                   \
             "power = flange_a." EG_WORD_F(D) "*der(flange_a." EG_WORD_S(D) ");")

const eg_class eg_class_power_sensor = {
    .name = EG_MSL("Sensors.PowerSensor"),
    .doc = "Power between two flanges as a signal",
    .text = TEXT(T),
    .also = EG_TEXTS(EG_DYAD("Sensors.PowerSensor")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialRelativeSensor"), EG_MSL_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("Sources"),
    .equations = EQUATIONS(T),
    EG_PORTS(ports),
    .declare = declare,
};

const eg_class eg_class_rot_power_sensor = {
    .name = EG_ROT("Sensors.PowerSensor"),
    .doc = "Power between two rotational flanges as a signal",
    .text = TEXT(R),
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialRelativeSensor")),
    .examples = EG_TEXTS("Turning"),
    .equations = EQUATIONS(R),
    EG_PORTS(rot_ports),
    .declare = declare,
};

const eg_class eg_class_dyad_power_sensor = {
    .name = EG_DYAD("Sensors.PowerSensor"),
    .short_name = EG_DYAD("PowerSensor"),
    .doc = "Power between two flanges as a signal (Dyad)",
    .text = TEXT(T),
    .also = EG_TEXTS(EG_MSL("Sensors.PowerSensor")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialRelativeSensor"), EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("SourcesDyad"),
    .equations = EQUATIONS(T),
    EG_PORTS(ports),
    .declare = declare,
};
