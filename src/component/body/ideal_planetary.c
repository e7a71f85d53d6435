/* IdealPlanetary: the shafts of a planetary gear set keep one relation between their angles (Willis),
 *
 *     (1 + ratio)*carrier.phi = sun.phi + ratio*ring.phi
 *
 * and the torques are in proportion to its coefficients, ring.tau = ratio*sun.tau, carrier.tau = -(1 +
 * ratio)*sun.tau: no power is lost, and the torques sum to zero, so that no housing is needed. */
#include "component/rotational.h"

enum { RATIO };
enum { SUN, CARRIER, RING };

static int declare(const double *p, eg_parts *parts)
{
    const double coefficient[] = {-1.0, 1.0 + p[RATIO], -p[RATIO]};
    eg_gear_part gear = {.count = 0};
    for (int port = SUN; port <= RING; port++) {
        if (coefficient[port] == 0.0) /* that shaft turns freely */
            continue;
        gear.port[gear.count] = port;
        gear.coefficient[gear.count++] = coefficient[port];
    }
    return eg_parts_add_gear(parts, gear);
}

static const eg_parameter parameters[] = {
    {.name = "ratio",
     .need = EG_FALLS_BACK,
     .value = 2.0,
     .is_structural = true,
     .doc = "Teeth of the ring over teeth of the sun"},
};

static const eg_port ports[] = {
    {.name = "sun", .kind = EG_ROT_FLANGE_A, .doc = "Shaft of the sun"},
    {.name = "carrier", .kind = EG_ROT_FLANGE_A, .doc = "Shaft of the carrier of the planets"},
    {.name = "ring", .kind = EG_ROT_FLANGE_B, .doc = "Shaft of the ring"},
};

const eg_class eg_class_ideal_planetary = {
    .name = EG_ROT("Components.IdealPlanetary"),
    .doc = "Planetary gear set without losses and inertia",
    .text =
        "Sun, carrier and ring turn about one axis; two of the three motions are free. With the ring held "
        "the "
        "sun turns 1 + ratio times as fast as the carrier; with the carrier held the ring turns backward, "
        "ratio times slower than the sun. ratio is the number of teeth of the ring over that of the sun, "
        "100/50 "
        "for instance. Inertias are those of what is connected.\n\n"
        "The torques into the three shafts sum to zero: ring.tau = ratio*sun.tau, carrier.tau = -(1 + "
        "ratio)*sun.tau.\n\n"
        "Each of two shafts needs an inertia or a given motion; the third follows.",
    .examples = EG_TEXTS("Clutching"),
    .equations = EG_TEXTS("(1 + ratio)*carrier.phi = sun.phi + ratio*ring.phi;", "ring.tau = ratio*sun.tau;",
                          "carrier.tau = -(1 + ratio)*sun.tau;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .declare = declare,
};
