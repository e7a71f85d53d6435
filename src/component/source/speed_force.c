#include "component/source/speed_force.h"

const char *const eg_speed_modes[] = {"range 0", "range 1", "range 2", "range 3"};

/* Edge number i, between the ranges i and i + 1; infinite where there is none. */
static double edge(const double *k, int i)
{
    double v0 = k[EG_SPEED_V0];
    double edges[][3] = {[EG_NO_EDGE] = {INFINITY, INFINITY, INFINITY},
                         [EG_EDGE_AT_0] = {0.0, INFINITY, INFINITY},
                         [EG_EDGES_AT_V0] = {-v0, v0, INFINITY},
                         [EG_EDGES_AT_ALL] = {-v0, 0.0, v0}};
    if (i < 0)
        return -INFINITY;
    if (i < 3)
        return edges[(int)k[EG_SPEED_EDGES]][i];
    return INFINITY;
}

int eg_speed_mode(const double *k, double s_rel, double v)
{
    int mode = 0;
    (void)s_rel;
    for (int i = 0; i < 3; i++)
        mode += edge(k, i) < 0.0 ? v > edge(k, i) : v >= edge(k, i);
    return mode;
}

/* Function 0 ends the range at its lower edge, 1 at its upper one. */
void eg_speed_switching(const double *k, int mode, double s_rel, double v, double *h, double *dh_ds,
                        double *dh_dv)
{
    double low = edge(k, mode - 1), high = edge(k, mode);
    (void)s_rel;
    h[0] = isfinite(low) ? v - low : 1.0;
    h[1] = isfinite(high) ? high - v : 1.0;
    if (dh_ds)
        dh_ds[0] = dh_ds[1] = 0.0;
    if (dh_dv) {
        dh_dv[0] = isfinite(low) ? 1.0 : 0.0;
        dh_dv[1] = isfinite(high) ? -1.0 : 0.0;
    }
}

int eg_speed_next(const double *k, int mode, int i, double s_rel, double v)
{
    (void)k, (void)s_rel, (void)v;
    return i == 0 ? mode - 1 : mode + 1;
}

const char *eg_speed_event(int mode, int i)
{
    (void)mode;
    return i == 0 ? "speed falls to the next range" : "speed rises to the next range";
}

int eg_speed_sign(const double *k, int mode)
{
    if (edge(k, mode) <= 0.0)
        return -1;
    return edge(k, mode - 1) >= 0.0 ? 1 : 0;
}

bool eg_speed_is_fast(const double *k, int mode)
{
    return isinf(edge(k, mode - 1)) || isinf(edge(k, mode));
}

void eg_speed_force_set(eg_force *out, double f, double slope)
{
    *out = (eg_force){.f = f, .df_dv = slope};
}

int eg_declare_speed_force(eg_parts *parts, int support)
{
    if (eg_declare_coordinate(parts, EG_SPEED_VAR_S, EG_SPEED_VAR_V, EG_NONE, support, EG_AT_FLANGE,
                              EG_DEFAULT))
        return -1;
    return eg_parts_add_element(
        parts, (eg_element_part){
                   .port_a = (short)support, .port_b = EG_AT_FLANGE, .heat_port = EG_NONE, .input = EG_NONE});
}

int eg_declare_dyad_speed_force(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_speed_force(parts, EG_AT_SUPPORT);
}

void eg_speed_observe_T(const eg_observation *o, double use_support, double *out)
{
    out[EG_SPEED_VAR_F] = o->force.f;
    out[EG_SPEED_VAR_S_SUPPORT] = eg_support_position(o, use_support);
}

void eg_speed_observe_R(const eg_observation *o, double use_support, double *out)
{
    out[EG_SPEED_VAR_F] = -o->force.f;
    out[EG_SPEED_VAR_S_SUPPORT] = eg_support_position(o, use_support);
}

void eg_speed_observe_dyad(const eg_observation *o, double *out)
{
    out[EG_SPEED_VAR_F] = o->force.f;
}

/* ---------------------------------------------------------------- a sign without a jump */

const char *const eg_regularization_literals[] = {"Exp", "Sine", "Linear", "Cosine", NULL};

static const double half_pi = 1.57079632679489661923;

eg_speed_edges eg_sign_edges(int regularization)
{
    switch (regularization) {
    case EG_SIGN_EXP: return EG_NO_EDGE;
    case EG_SIGN_COSINE: return EG_EDGES_AT_ALL;
    default: return EG_EDGES_AT_V0;
    }
}

/* Odd functions of v; `side` is the sign that v has in this range. */
void eg_sign_value(const double *k, int mode, double v, double *g, double *dg)
{
    double v0 = k[EG_SPEED_V0], x = v / v0, side = eg_speed_sign(k, mode), angle = half_pi * x;
    int choice = (int)k[EG_SPEED_CHOICE];
    *g = side;
    *dg = 0.0;
    if (choice == EG_SIGN_EXP) { /* 2/(1 + exp(-z)) - 1 = tanh(z/2) with z = v/(0.01*v0) */
        *g = tanh(x / 0.02);
        *dg = (1.0 - *g * *g) / (0.02 * v0);
    } else if (eg_speed_is_fast(k, mode)) {
        return;
    } else if (choice == EG_SIGN_SINE) {
        *g = sin(angle);
        *dg = half_pi / v0 * cos(angle);
    } else if (choice == EG_SIGN_LINEAR) {
        *g = x;
        *dg = 1.0 / v0;
    } else { /* 1 - cos(2a) = 2 sin(a)^2 keeps its digits at small angles */
        *g = side * 2.0 * sin(0.5 * angle) * sin(0.5 * angle);
        *dg = side * half_pi / v0 * sin(angle);
    }
}

bool eg_sign_varies(const double *k, int mode)
{
    return k[EG_SPEED_CHOICE] == EG_SIGN_EXP || !eg_speed_is_fast(k, mode);
}
