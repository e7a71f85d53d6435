#include "component/source/given_motion.h"

static int state_count(const double *p)
{
    (void)p;
    return 0;
}

static int order(const double *p)
{
    (void)p;
    return 2;
}

static void motion(const double *p, const double *state, eg_jet u, eg_jet *out, double *dstate)
{
    (void)p, (void)state, (void)dstate;
    *out = u;
}

static void partials(const double *p, double out[2][EG_DRIVE_MAX_STATES + 2])
{
    (void)p;
    for (int column = 0; column < EG_DRIVE_MAX_STATES + 2; column++)
        out[0][column] = out[1][column] = 0.0;
    out[0][EG_DRIVE_MAX_STATES + 1] = 1.0;
}

static void start(const double *p, eg_jet u, double s_start, double v_start, double *state)
{
    (void)p, (void)u, (void)s_start, (void)v_start, (void)state;
}

const eg_drive_ops eg_given_motion = {
    .state_count = state_count, .order = order, .motion = motion, .partials = partials, .start = start};

int eg_declare_given_motion(eg_parts *parts, int port, int support, const int input[3])
{
    eg_bundle_part bundle = {.input = {input[0], input[1], input[2]}};
    if (eg_parts_add_bundle(parts, bundle))
        return -1;
    return eg_parts_add_drive(
        parts,
        (eg_drive_part){
            .port = port, .support = support, .input = EG_OWN, .variable_s = EG_NONE, .variable_v = EG_NONE});
}
