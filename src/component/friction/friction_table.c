/* Friction characteristics as tables, and what all elements with friction show. */
#include "component/friction/friction_table.h"

static double speed(eg_matrix table, int row)
{
    return table.elements[2 * row];
}

static double value(eg_matrix table, int row)
{
    return table.elements[2 * row + 1];
}

/* The row at the upper edge of segment 0: the first above 0, but not the first of all. */
static int first_row(eg_matrix table)
{
    int row = 1;
    while (row < table.rows && speed(table, row) <= 0)
        row++;
    return row;
}

/* How many rows end a segment: the last line goes on beyond the last row. */
static int edge_rows(eg_matrix table, int smoothness)
{
    return smoothness == EG_LINEAR_SEGMENTS ? table.rows - 1 : table.rows;
}

/* The row at the upper edge of the segment. */
static int upper_row(eg_matrix table, int smoothness, int segment)
{
    int row = first_row(table) + segment, last = edge_rows(table, smoothness);
    return row < last ? row : last;
}

/* A cubic between the rows, before row `upper`; outside a line. */
static void cubic_value(eg_matrix table, int smoothness, int upper, double v, double *y, double *slope)
{
    const eg_spline s = {table.elements, table.rows, 2, 1, smoothness};
    bool below = v < speed(table, 0);
    if (below || upper == table.rows) {
        int row = below ? 0 : table.rows - 1;
        *slope = eg_spline_slope(&s, row);
        *y = value(table, row) + *slope * (v - speed(table, row));
        return;
    }
    eg_jet piece = eg_spline_piece(&s, upper - 1, v);
    *y = piece.x;
    *slope = piece.dx;
}

void eg_friction_table_value(eg_matrix table, int smoothness, int segment, double v, double *y, double *slope)
{
    int upper = upper_row(table, smoothness, segment);
    *slope = 0;
    if (table.rows == 1 || smoothness == EG_CONSTANT_SEGMENTS) {
        *y = value(table, upper > 0 ? upper - 1 : 0);
        return;
    }
    if (eg_smoothness_is_spline(smoothness)) {
        cubic_value(table, smoothness, upper, v, y, slope);
        return;
    }
    double from = speed(table, upper - 1), at = value(table, upper - 1);
    *slope = (value(table, upper) - at) / (speed(table, upper) - from);
    *y = at + *slope * (v - from);
}

/* Of a segment: 0 <= low < high; high = INFINITY in the last one. */
static void edges_of(eg_matrix table, int smoothness, int segment, double *low, double *high)
{
    int end = edge_rows(table, smoothness);
    int row = first_row(table) + segment;
    *low = segment > 0 ? speed(table, row - 1) : 0;
    *high = row < end ? speed(table, row) : INFINITY;
}

/* Does the value vary with speed? */
static bool varies(eg_matrix table)
{
    for (int i = 1; i < table.rows; i++)
        if (value(table, i) != value(table, 0))
            return true;
    return false;
}

/* The speed at which its last line has come down to 0; INFINITY where it does not fall. */
static double vanishes_at(eg_matrix table, int smoothness)
{
    int last = table.rows - 1;
    const eg_spline s = {table.elements, table.rows, 2, 1, smoothness};
    if (last == 0 || smoothness == EG_CONSTANT_SEGMENTS)
        return INFINITY;
    double slope = eg_smoothness_is_spline(smoothness) ? eg_spline_slope(&s, last)
                                                       : (value(table, last) - value(table, last - 1)) /
                                                             (speed(table, last) - speed(table, last - 1));
    return slope < 0 ? speed(table, last) - value(table, last) / slope : INFINITY;
}

/* A complaint, or NULL. */
static const char *check_table(eg_matrix table, int smoothness)
{
    double y, slope;
    for (int i = 1; i < table.rows; i++)
        if (!(speed(table, i) > speed(table, i - 1)))
            return "the speeds in the first column of the friction table must increase from row to row; "
                   "put its rows in order, one for each speed";
    for (int i = 1; i < table.rows && smoothness != EG_CONSTANT_SEGMENTS; i++)
        if (!isfinite((value(table, i) - value(table, i - 1)) / (speed(table, i) - speed(table, i - 1))))
            return "between two rows the friction table is so steep that its slope is no number; take "
                   "speeds that are further apart";
    eg_friction_table_value(table, smoothness, 0, 0, &y, &slope);
    if (y < 0)
        return "the friction at speed 0 must not be negative; give a row for speed 0, with what holds there";
    for (int i = 0; i < table.rows; i++)
        if (speed(table, i) >= 0 && value(table, i) < 0)
            return "the friction in the second column of the table must not be negative: it would drive; "
                   "give its magnitude";
    const eg_spline s = {table.elements, table.rows, 2, 1, smoothness};
    return eg_smoothness_is_spline(smoothness) && eg_spline_least(&s, 0) < 0
               ? "between two rows the curve of the friction table falls below 0, where it would drive; take "
                 "another smoothness"
               : NULL;
}

/* ---------------------------------------------------------------- elements that follow a table */

static void table_force(const double *p, int segment, double v, double *f, double *df_dv)
{
    eg_friction_table_value(eg_parameter_matrix(p, EG_RUB_TABLE), (int)p[EG_RUB_SMOOTHNESS], segment, v, f,
                            df_dv);
}

static void pressed_force(const double *p, int segment, double v, double *f, double *df_dv)
{
    double normal = p[EG_RUB_CGEO] * p[EG_RUB_FN_MAX];
    table_force(p, segment, v, f, df_dv);
    *f *= normal;
    *df_dv *= normal;
}

static void table_limits(const double *p, double *f0, double *f0_max)
{
    double slope;
    table_force(p, 0, 0, f0, &slope);
    *f0_max = p[EG_RUB_PEAK] * *f0;
}

static void pressed_limits(const double *p, double *f0, double *f0_max)
{
    double slope;
    pressed_force(p, 0, 0, f0, &slope);
    *f0_max = p[EG_RUB_PEAK] * *f0;
}

static void edges(const double *p, int segment, double *low, double *high)
{
    edges_of(eg_parameter_matrix(p, EG_RUB_TABLE), (int)p[EG_RUB_SMOOTHNESS], segment, low, high);
}

double eg_table_friction_vanishes(const double *p)
{
    return vanishes_at(eg_parameter_matrix(p, EG_RUB_TABLE), (int)p[EG_RUB_SMOOTHNESS]);
}

double eg_pressed_normal(const double *p)
{
    return p[EG_RUB_FN_MAX];
}

bool eg_table_friction_is_linear(const double *p)
{
    return !eg_smoothness_is_spline((int)p[EG_RUB_SMOOTHNESS]);
}

const eg_friction_ops eg_table_friction = {.force = table_force,
                                           .limits = table_limits,
                                           .edges = edges,
                                           .vanishes = eg_table_friction_vanishes,
                                           .is_linear = eg_table_friction_is_linear};
const eg_friction_ops eg_pressed_friction = {.force = pressed_force,
                                             .limits = pressed_limits,
                                             .edges = edges,
                                             .vanishes = eg_table_friction_vanishes,
                                             .normal = eg_pressed_normal,
                                             .is_linear = eg_table_friction_is_linear};

static void prepare(const double *p, double *k)
{
    k[0] = varies(eg_parameter_matrix(p, EG_RUB_TABLE));
}

const double eg_default_mu_pos[2] = {0, 0.5};

const eg_element_ops eg_table_element = EG_FRICTION_ELEMENT(prepare);

const char *eg_table_friction_check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    return check_table(eg_parameter_matrix(p, EG_RUB_TABLE), (int)p[EG_RUB_SMOOTHNESS]);
}

double eg_pressed_mu0(const double *p)
{
    double mu0, slope;
    table_force(p, 0, 0, &mu0, &slope);
    return mu0;
}

/* The segment of the table at speed v: that of the mode, which has none while nothing rubs. */
static int segment_at(const eg_observation *o, double v)
{
    double low, high = INFINITY;
    int segment = 0;
    if (eg_friction_kind_of(o->mode) != EG_FREE)
        return o->mode >> 3;
    for (edges(o->p, 0, &low, &high); v >= high; edges(o->p, ++segment, &low, &high))
        ;
    return segment;
}

double eg_pressed_coefficient(const eg_observation *o, double v)
{
    double mu, slope, signs[2];
    eg_table_signs(o->mode, signs);
    table_force(o->p, segment_at(o, signs[0] * v), signs[0] * v, &mu, &slope);
    return signs[0] * mu;
}

void eg_table_signs(int mode, double out[2])
{
    eg_friction_kind kind = eg_friction_kind_of(mode);
    out[0] = out[1] = kind == EG_FORWARD || kind == EG_START_FORWARD ? 1 : -1;
}

int eg_declare_supported_friction(eg_parts *parts, bool supported, bool has_heat_port, const int variables[3],
                                  int input)
{
    int support = supported ? EG_RUB_AT_SUPPORT : EG_GROUND;
    if (eg_parts_add_rigid(parts, (eg_rigid_part){.port_a = EG_AT_FLANGE_A, .port_b = EG_AT_FLANGE_B}) ||
        eg_declare_coordinate(parts, variables[0], variables[1], variables[2], support, EG_AT_FLANGE_A,
                              EG_DEFAULT))
        return -1;
    return eg_parts_add_element(parts,
                                (eg_element_part){.port_a = (short)support,
                                                  .port_b = EG_AT_FLANGE_A,
                                                  .heat_port = has_heat_port ? EG_RUB_AT_HEAT_PORT : EG_NONE,
                                                  .input = (short)input});
}

/* ---------------------------------------------------------------- what is shown */

static double curve_parameter(eg_friction_kind kind, const eg_observation *o, double a, double f0_max)
{
    switch (kind) {
    case EG_FREE: return a;
    case EG_FORWARD:
    case EG_START_FORWARD: return a + f0_max;
    case EG_BACKWARD:
    case EG_START_BACKWARD: return a - f0_max;
    default: return o->force.f;
    }
}

double eg_friction_discrete(int mode, int variable)
{
    eg_friction_kind kind = eg_friction_kind_of(mode);
    switch (variable) {
    case EG_RUB_FREE: return kind == EG_FREE;
    case EG_RUB_START_FORWARD: return kind == EG_START_FORWARD;
    case EG_RUB_START_BACKWARD: return kind == EG_START_BACKWARD;
    case EG_RUB_LOCKED: return eg_friction_holds(mode);
    case EG_RUB_MODE:
        if (kind == EG_FREE)
            return 2;
        if (kind == EG_FORWARD)
            return 1;
        if (kind == EG_BACKWARD)
            return -1;
        return 0;
    default: return 0;
    }
}

void eg_friction_observe(const eg_observation *o, const eg_friction_ops *f, double v, double a, double *out)
{
    eg_friction_kind kind = eg_friction_kind_of(o->mode);
    double f0, f0_max;
    f->limits(o->p, &f0, &f0_max);
    out[EG_RUB_V_RELFRIC] = v;
    out[EG_RUB_A_RELFRIC] = a;
    out[EG_RUB_F0] = f0 * o->u;
    out[EG_RUB_F0_MAX] = f0_max * o->u;
    out[EG_RUB_SA] = curve_parameter(kind, o, a, f0_max * o->u);
    out[EG_RUB_FREE] = eg_friction_discrete(o->mode, EG_RUB_FREE);
    for (int i = EG_RUB_START_FORWARD; i <= EG_RUB_MODE; i++)
        out[i] = eg_friction_discrete(o->mode, i);
}
