/* TorqueSensor: a rigid link that knows the torque through it. flange_a.phi = flange_b.phi, tau =
 * flange_a.tau = -flange_b.tau. */
#include "component/rotational.h"

enum { OUTPUT = EG_AT_FLANGE_B + 1 };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    if (eg_parts_add_rigid(parts, (eg_rigid_part){.port_a = EG_AT_FLANGE_A, .port_b = EG_AT_FLANGE_B}))
        return -1;
    return eg_parts_add_force_sensor(parts, (eg_force_sensor_part){.port = EG_AT_FLANGE_A, .output = OUTPUT});
}

static const eg_port ports[] = {
    EG_ROT_PORTS_TWO_FLANGES,
    {.name = "tau",
     .kind = EG_REAL_OUTPUT,
     .unit = "N.m",
     .doc = "Torque through the sensor (= flange_a.tau)"},
};

const eg_class eg_class_torque_sensor = {
    .name = EG_ROT("Sensors.TorqueSensor"),
    .doc = "Torque between two flanges as a signal",
    .text =
        "Sits between two components that would otherwise be connected directly, and gives the torque "
        "between them as a signal: tau = flange_a.tau. It is rigid. The torque must be determined: a rigid "
        "path beside the sensor leaves it open, and that is an error.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialRelativeSensor")),
    .examples = EG_TEXTS("RollingCart"),
    .equations =
        EG_TEXTS("flange_a.phi = flange_b.phi;", "0 = flange_a.tau + flange_b.tau;", "flange_a.tau = tau;"),
    EG_PORTS(ports),
    .declare = declare,
};
