/* InitializeFlange: start values of a flange from signals.
 *
 *     at the start:  flange.s = s_start,  der(flange.s) = v_start,  der(der(flange.s)) = a_start
 *
 * each only when its use_..._start is true; the input exists only then. The component carries no force
 * and takes no part in the motion after the start. */
#include "component/common.h"

enum { USE_S_START, USE_V_START, USE_A_START, STATE_SELECT };
enum { FLANGE, S_START, V_START, A_START };
enum { S_FLANGE, V_FLANGE };

static int declare(const double *p, eg_parts *parts)
{
    for (int order = 0; order <= 2; order++) {
        eg_initial_part part = {.port = FLANGE, .order = order, .input = S_START + order};
        if (p[USE_S_START + order] != 0.0 && eg_parts_add_initial(parts, part))
            return -1;
    }
    return eg_declare_coordinate(parts, S_FLANGE, V_FLANGE, EG_NONE, EG_GROUND, FLANGE,
                                 eg_select(p[STATE_SELECT]));
}

static const eg_parameter parameters[] = {
    {.name = "use_s_start",
     .type = EG_BOOLEAN,
     .value = 1.0,
     .is_structural = true,
     .doc = "true: the flange starts at the position s_start"},
    {.name = "use_v_start",
     .type = EG_BOOLEAN,
     .value = 1.0,
     .is_structural = true,
     .doc = "true: the flange starts with the speed v_start"},
    {.name = "use_a_start",
     .type = EG_BOOLEAN,
     .value = 1.0,
     .is_structural = true,
     .doc = "true: the flange starts with the acceleration a_start"},
    EG_PARAMETER_STATE_SELECT(EG_DEFAULT, "How much s_flange and v_flange want to be states"),
};

static const eg_port ports[] = {
    {.name = "flange", .kind = EG_FLANGE_B, .doc = "Flange whose start is given"},
    {.name = "s_start",
     .kind = EG_REAL_INPUT,
     .unit = "m",
     .condition = "use_s_start",
     .doc = "Position at the start"},
    {.name = "v_start",
     .kind = EG_REAL_INPUT,
     .unit = "m/s",
     .condition = "use_v_start",
     .doc = "Speed at the start"},
    {.name = "a_start",
     .kind = EG_REAL_INPUT,
     .unit = "m/s2",
     .condition = "use_a_start",
     .doc = "Acceleration at the start"},
};

static const eg_variable variables[] = {
    {.name = "s_flange", EG_SI_POSITION, .doc = "Position of the flange"},
    {.name = "v_flange", EG_SI_VELOCITY, .doc = "Velocity of the flange"},
};

const eg_class eg_class_initialize_flange = {
    .name = EG_MSL("Components.InitializeFlange"),
    .doc = "Starts a flange with position, speed and acceleration from signals",
    .text =
        "Connect it to a flange whose start is known as a signal, for instance from a reference motion. Of "
        "position, speed and acceleration those are prescribed whose use_..._start is true; each has an "
        "input that exists only then and must be connected.\n\n"
        "The three count as start values with fixed = true: together with the others of the model they must "
        "determine the start once, not twice. A body has two initial values, so that with all three in use "
        "the acceleration must follow from something else that is free. After the start the component does "
        "nothing: flange.f = 0.",
    .also = EG_TEXTS(EG_DYAD("Components.PrescribeInitialPosition"),
                     EG_DYAD("Components.PrescribeInitialVelocity"),
                     EG_DYAD("Components.PrescribeInitialAcceleration")),
    .equations = EG_TEXTS("s_flange = flange.s;", "v_flange = der(s_flange);", "flange.f = 0;",
                          "initial equation if use_s_start then flange.s = s_start; end if;",
                          "initial equation if use_v_start then v_flange = v_start; end if;",
                          "initial equation if use_a_start then der(v_flange) = a_start; end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};
