/* Elastogap.Contact.TableGap: a stop whose spring is a table, and whose damper is bounded by that spring as
 * ElastoGap's is.
 *
 *     contact = s_rel < s_rel0                         exact touch is no contact
 *     x       = s_rel0 - s_rel                         penetration
 *     K(x)    = the table: lines, or cubics with continuous slope
 *     f_c     = -K(x)
 *     f_d2    = d*v_rel
 *     f_d     = min(max(f_d2, f_c), -f_c)              |f_d| <= |f_c|
 *     f       = f_c + f_d,  lossPower = f_d*v_rel      all 0 without contact
 *
 * The table begins with the row 0, 0; beyond its last row the force goes on along a line. Its rows cut the
 * penetration into segments; in each of them K is one polynomial
 *
 *     K(x) = K_j + u*(a_j + u*(b_j + u*c_j)),  u = x - x_j
 *
 * so that where x passes a row is an event, and between events the force is smooth. A mode is a segment and
 * what the damper does, as ElastoGap's three phases:
 *
 *     mode = 0                        apart
 *     mode = 1 + 3*segment + phase    approach-limited (f = -2*K), linear (f = -K + d*v_rel), rebound-limited
 *                                     (f = 0)
 *
 * The energy in the spring is the integral of K; it is lost where the rebound is limited, and what the damper
 * takes always. With a segment in which K = 0 all along (clearance that was measured) there is nothing to
 * bound, and its phase is "linear". */
#include "component/contact/table_gap.h"
#include "component/references.h"
#include "component/table_of_file.h"

/* The coefficients: a head, and for each row what its segment is. */
enum {
    K_D = EG_TABLE_K_D,
    K_S_REL0 = EG_TABLE_K_S_REL0,
    K_ROWS = EG_TABLE_K_ROWS,
    K_IS_LINEAR = EG_TABLE_K_OWN,
    K_HEAD
};
enum { R_X, R_FORCE, R_A, R_B, R_C, R_ENERGY, R_COUNT };

static int rows_of(const double *k)
{
    return (int)k[K_ROWS];
}

static const double *row_of(const double *k, int segment)
{
    return k + K_HEAD + R_COUNT * segment;
}

static int segment_of(int mode)
{
    return (mode - 1) / EG_TABLE_PHASES;
}

static eg_table_phase phase_of(int mode)
{
    return (eg_table_phase)((mode - 1) % EG_TABLE_PHASES);
}

static int mode_of(int segment, eg_table_phase now)
{
    return 1 + EG_TABLE_PHASES * segment + (int)now;
}

/* ---------------------------------------------------------------- the spring */

static eg_spline spline_of(const double *p, int column)
{
    const eg_matrix t = eg_parameter_matrix(p, EG_TABLE_P_TABLE);
    return (eg_spline){t.elements, t.rows, t.columns, column, (int)p[EG_TABLE_P_SMOOTHNESS]};
}

double eg_table_row_x(const double *p, int j)
{
    const eg_matrix t = eg_parameter_matrix(p, EG_TABLE_P_TABLE);
    return t.elements[(size_t)j * (size_t)t.columns];
}

eg_table_piece eg_table_piece_of(const double *p, int column, int j)
{
    const eg_spline s = spline_of(p, column);
    const bool is_last = j + 1 == s.rows, is_spline = eg_smoothness_is_spline(s.smoothness);
    const double *at = s.e + (size_t)j * (size_t)s.columns, *from = is_last ? at - s.columns : at;
    const double *to = from + s.columns;
    const double h = to[0] - from[0], mean = (to[column] - from[column]) / h;
    eg_table_piece q = {at[column], is_spline ? eg_spline_slope(&s, j) : mean, 0.0, 0.0};
    if (is_last || !is_spline)
        return q;
    const double end = eg_spline_slope(&s, j + 1);
    q.b = (3.0 * mean - 2.0 * q.a - end) / h;
    q.c = (q.a + end - 2.0 * mean) / (h * h);
    return q;
}

static int coefficients(const double *p)
{
    return K_HEAD + R_COUNT * eg_parameter_matrix(p, EG_TABLE_P_TABLE).rows;
}

static eg_table_piece piece_of(const double *k, int segment)
{
    const double *row = row_of(k, segment);
    return (eg_table_piece){row[R_FORCE], row[R_A], row[R_B], row[R_C]};
}

static void prepare(const double *p, double *k)
{
    const int rows = eg_parameter_matrix(p, EG_TABLE_P_TABLE).rows;
    double energy = 0.0;
    k[K_D] = p[EG_TABLE_P_D];
    k[K_S_REL0] = p[EG_TABLE_P_S_REL0];
    k[K_ROWS] = (double)rows;
    k[K_IS_LINEAR] = !eg_smoothness_is_spline((int)p[EG_TABLE_P_SMOOTHNESS]);
    for (int j = 0; j < rows; j++) {
        const eg_table_piece q = eg_table_piece_of(p, 1, j);
        const double row[R_COUNT] = {eg_table_row_x(p, j), q.force, q.a, q.b, q.c, energy};
        for (int i = 0; i < R_COUNT; i++)
            k[K_HEAD + R_COUNT * j + i] = row[i];
        if (j + 1 < rows)
            energy += eg_table_work(&q, eg_table_row_x(p, j + 1) - row[R_X]);
    }
}

typedef struct spring {
    double K, slope, curve; /* [N], [N/m], [N/m2], along the penetration */
} spring;

static spring spring_at(const double *k, int mode, double s_rel)
{
    const eg_table_piece q = piece_of(k, segment_of(mode));
    const double u = k[K_S_REL0] - s_rel - row_of(k, segment_of(mode))[R_X];
    return (spring){eg_table_force(&q, u), eg_table_slope(&q, u), eg_table_curve(&q, u)};
}

/* Is there no force in the segment? */
static bool is_free(const double *k, int segment)
{
    const eg_table_piece q = piece_of(k, segment);
    return eg_table_is_free(&q);
}

static bool is_damped(const double *k, int segment)
{
    return k[K_D] > 0.0 && !is_free(k, segment);
}

/* ---------------------------------------------------------------- the element */

static void force(const double *k, int mode, double s_rel, double v_rel, eg_force *out)
{
    eg_force o = {0};
    if (mode > 0) {
        const eg_table_phase now = phase_of(mode);
        const double d = is_damped(k, segment_of(mode)) ? k[K_D] : 0.0;
        const spring c = spring_at(k, mode, s_rel);
        /* how often K is in the push, and in what is lost by distance */
        double share = 0.0, drag = 0.0;
        if (now == EG_TABLE_APPROACH) {
            share = 2.0;
            drag = -1.0;
        } else if (now == EG_TABLE_LINEAR) {
            share = 1.0;
        } else if (now == EG_TABLE_REBOUND) {
            drag = 1.0;
        }
        const double B = now == EG_TABLE_LINEAR ? d : 0.0;
        o.f = 0.0 - share * c.K + B * v_rel;
        o.df_ds = share * c.slope + 0.0;
        o.df_dv = B;
        o.d2f_ds2 = 0.0 - share * c.curve;
        o.loss = (drag * c.K + B * v_rel) * v_rel;
        o.dloss_ds = 0.0 - drag * c.slope * v_rel;
        o.dloss_dv = drag * c.K + 2.0 * B * v_rel;
    }
    *out = o;
}

static int dependence(const double *k, int mode)
{
    if (mode == 0 || phase_of(mode) == EG_TABLE_REBOUND)
        return 0;
    const double *row = row_of(k, segment_of(mode));
    const bool bends = row[R_A] != 0.0 || row[R_B] != 0.0 || row[R_C] != 0.0;
    const bool damps = phase_of(mode) == EG_TABLE_LINEAR && is_damped(k, segment_of(mode));
    return (bends ? EG_ON_POSITION : 0) | (damps ? EG_ON_VELOCITY : 0);
}

static double energy(const double *k, int mode, double s_rel)
{
    if (mode == 0)
        return 0.0;
    const double *row = row_of(k, segment_of(mode));
    const eg_table_piece q = piece_of(k, segment_of(mode));
    return row[R_ENERGY] + eg_table_work(&q, k[K_S_REL0] - s_rel - row[R_X]);
}

static int mode_at(const double *k, double s_rel, double v_rel)
{
    const double x = k[K_S_REL0] - s_rel, push = -k[K_D] * v_rel;
    int low = 0;
    if (!(s_rel < k[K_S_REL0]))
        return 0;
    for (int high = rows_of(k); high - low > 1;) {
        const int middle = low + (high - low) / 2;
        if (row_of(k, middle)[R_X] <= x)
            low = middle;
        else
            high = middle;
    }
    const double K = spring_at(k, mode_of(low, EG_TABLE_LINEAR), s_rel).K;
    if (!is_damped(k, low))
        return mode_of(low, EG_TABLE_LINEAR);
    if (push > K)
        return mode_of(low, EG_TABLE_APPROACH);
    return mode_of(low, push < -K ? EG_TABLE_REBOUND : EG_TABLE_LINEAR);
}

/* h[EG_TABLE_LOWER] and h[EG_TABLE_UPPER] [m]: the rows at both ends of the segment;
 * h[EG_TABLE_APPROACH_EDGE] and h[EG_TABLE_REBOUND_EDGE] [N]: where the damper comes to its bounds, or off
 * them. */
static void switching(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                      double *dh_dv)
{
    double by_s[EG_TABLE_SWITCHES] = {0.0}, by_v[EG_TABLE_SWITCHES] = {0.0};
    h[EG_TABLE_LOWER] = h[EG_TABLE_UPPER] = h[EG_TABLE_APPROACH_EDGE] = h[EG_TABLE_REBOUND_EDGE] = 1.0;
    if (mode == 0) {
        h[EG_TABLE_LOWER] = s_rel - k[K_S_REL0];
        by_s[EG_TABLE_LOWER] = 1.0;
    } else {
        const int segment = segment_of(mode);
        const eg_table_phase now = phase_of(mode);
        const double x = k[K_S_REL0] - s_rel;
        h[EG_TABLE_LOWER] = x - row_of(k, segment)[R_X];
        by_s[EG_TABLE_LOWER] = -1.0;
        if (segment + 1 < rows_of(k)) {
            h[EG_TABLE_UPPER] = row_of(k, segment + 1)[R_X] - x;
            by_s[EG_TABLE_UPPER] = 1.0;
        }
        if (is_damped(k, segment)) {
            const spring c = spring_at(k, mode, s_rel);
            const double d = k[K_D], inside = now == EG_TABLE_LINEAR ? 1.0 : -1.0;
            if (now != EG_TABLE_REBOUND) {
                h[EG_TABLE_APPROACH_EDGE] = inside * (c.K + d * v_rel);
                by_s[EG_TABLE_APPROACH_EDGE] = -inside * c.slope;
                by_v[EG_TABLE_APPROACH_EDGE] = inside * d;
            }
            if (now != EG_TABLE_APPROACH) {
                h[EG_TABLE_REBOUND_EDGE] = inside * (c.K - d * v_rel);
                by_s[EG_TABLE_REBOUND_EDGE] = -inside * c.slope;
                by_v[EG_TABLE_REBOUND_EDGE] = -inside * d;
            }
        }
    }
    for (int i = 0; i < EG_TABLE_SWITCHES; i++) {
        if (dh_ds)
            dh_ds[i] = by_s[i];
        if (dh_dv)
            dh_dv[i] = by_v[i];
    }
}

/* Into a segment, out of one whose phase was `before`, or from where there was no force. */
static int enter(const double *k, int segment, bool from_nothing, eg_table_phase before, double v_rel)
{
    if (!is_damped(k, segment))
        return mode_of(segment, EG_TABLE_LINEAR);
    if (!from_nothing)
        return mode_of(segment, before);
    return mode_of(segment, v_rel > 0.0 ? EG_TABLE_REBOUND : EG_TABLE_APPROACH);
}

static int next_mode(const double *k, int mode, int i, double s_rel, double v_rel)
{
    (void)s_rel;
    if (mode == 0)
        return i == EG_TABLE_LOWER ? enter(k, 0, true, EG_TABLE_LINEAR, v_rel) : 0;
    const int segment = segment_of(mode);
    const eg_table_phase now = phase_of(mode);
    const bool is_nothing = is_free(k, segment);
    switch (i) {
    case EG_TABLE_LOWER: return segment == 0 ? 0 : enter(k, segment - 1, is_nothing, now, v_rel);
    case EG_TABLE_UPPER:
        return segment + 1 < rows_of(k) ? enter(k, segment + 1, is_nothing, now, v_rel) : mode;
    case EG_TABLE_APPROACH_EDGE:
        return mode_of(segment, now == EG_TABLE_LINEAR ? EG_TABLE_APPROACH : EG_TABLE_LINEAR);
    default: return mode_of(segment, now == EG_TABLE_LINEAR ? EG_TABLE_REBOUND : EG_TABLE_LINEAR);
    }
}

const char *eg_table_event_name(int i, bool is_first_segment, eg_table_phase phase)
{
    const bool limited = phase != EG_TABLE_LINEAR;
    switch (i) {
    case EG_TABLE_LOWER: return is_first_segment ? "contact ends" : "opens past a row of the table";
    case EG_TABLE_UPPER: return "closes past a row of the table";
    case EG_TABLE_APPROACH_EDGE: return limited ? "approach limit ends" : "approach limit begins";
    default: return limited ? "rebound limit ends" : "rebound limit begins";
    }
}

static const char *event_name(int mode, int i)
{
    return mode == 0 ? "contact begins" : eg_table_event_name(i, segment_of(mode) == 0, phase_of(mode));
}

double eg_table_compression(const double *k, int mode, double s_rel)
{
    return mode == 0 ? INFINITY : fabs(s_rel - k[EG_TABLE_K_S_REL0]);
}

void eg_table_bound(const double *k, int mode, eg_force *f)
{
    (void)k;
    (void)mode;
    if (f->f > 0.0)
        f->f = 0.0;
}

static bool is_linear(const double *k)
{
    return k[K_IS_LINEAR] != 0.0;
}

/* Of the first segment; those of the others follow (mode_total). */
static const char *const modes[] = {"apart", "approach-limited", "linear", "rebound-limited"};

static int mode_total(const double *k)
{
    return 1 + EG_TABLE_PHASES * rows_of(k);
}

static const eg_element_ops element = {
    .mode_count = EG_COUNT(modes),
    .modes = modes,
    .mode_total = mode_total,
    .switch_count = EG_TABLE_SWITCHES,
    .coefficients = coefficients,
    .prepare = prepare,
    .force = force,
    .dependence = dependence,
    .bound = eg_table_bound,
    .energy = energy,
    .mode_at = mode_at,
    .switching = switching,
    .next_mode = next_mode,
    .event_name = event_name,
    .compression = eg_table_compression,
    .is_linear = is_linear,
};

/* ---------------------------------------------------------------- the component */

static const char *check(const double *p, const bool *given, bool *is_error)
{
    const eg_matrix t = eg_parameter_matrix(p, EG_TABLE_P_TABLE);
    const int smoothness = (int)p[EG_TABLE_P_SMOOTHNESS];
    const bool is_smooth = smoothness == EG_MONOTONE_DERIVATIVE1 || smoothness == EG_MONOTONE_DERIVATIVE2;
    *is_error = true;
    if (t.columns != 2 && t.columns != 3)
        return "the table of a contact has two columns, the penetration [m] and the force there [N], or a "
               "third one for the force on the way back; give table = [0, 0; s1, f1]";
    if (t.rows < 2)
        return "the table of a contact has two rows at least; give table = [0, 0; s1, f1]";
    if (smoothness != EG_LINEAR_SEGMENTS && !is_smooth)
        return "smoothness must be LinearSegments, or MonotoneContinuousDerivative1 or 2: steps would "
               "jump, and other cubics swing beyond the rows, where a contact could pull; leave it out, "
               "or take one of these";
    if (t.elements[0] != 0.0 || t.elements[1] != 0.0)
        return "the first row of the table must be 0, 0: contact begins at s_rel0, and without a force; of "
               "measured data take away the offset, or put this row before them";
    for (int i = 1; i < t.rows; i++) {
        const double *row = t.elements + (size_t)i * (size_t)t.columns;
        if (!(row[0] > row[-t.columns]))
            return "the penetrations in the first column of the table must increase from row to row; of a "
                   "loop that was measured give both branches at the same penetrations";
        if (!(row[1] >= 0.0))
            return "the forces in the second column of the table must not be negative: a contact does not "
                   "pull; turn their signs, or leave these rows out";
    }
    const double *last = t.elements + (size_t)(t.rows - 1) * (size_t)t.columns;
    if (last[1] < last[1 - t.columns])
        return "the force falls between the last two rows of the table, and would become a pull beyond "
               "them; add a row from which on it does not fall";
    const char *wrong = t.columns == 3 ? eg_table_loop_check(p) : NULL;
    *is_error = wrong != NULL;
    if (!wrong && t.columns == 2 && given[EG_TABLE_P_C_TURN])
        return "c_turn plays no part where the table has one force for both ways; leave it out, or give "
               "the table a "
               "third column";
    return wrong;
}

static void complete(double *p, const bool *given)
{
    const eg_matrix t = eg_parameter_matrix(p, EG_TABLE_P_TABLE);
    if (!given[EG_TABLE_P_C_TURN])
        p[EG_TABLE_P_C_TURN] = t.columns == 3 && t.rows > 1 ? eg_table_loop_turn(p) : 0.0;
}

extern const eg_class eg_class_contact_table_gap;
static const eg_class of_two_curves;

static const eg_class *variant(const double *p)
{
    return eg_parameter_matrix(p, EG_TABLE_P_TABLE).columns == 3 ? &of_two_curves
                                                                 : &eg_class_contact_table_gap;
}

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_element(parts, EG_TABLE_V_REL, eg_select(p[EG_TABLE_P_STATE_SELECT]),
                              p[EG_TABLE_P_USE_HEAT_PORT] != 0.0);
}

static void observe(const eg_observation *o, double *out)
{
    const bool contact = o->mode != 0;
    const double K = contact ? fmax(spring_at(o->k, o->mode, o->s_rel).K, 0.0) : 0.0;
    out[EG_TABLE_F] = o->force.f;
    out[EG_TABLE_LOSS_POWER] = o->force.loss;
    out[EG_TABLE_F_C] = 0.0 - K;
    out[EG_TABLE_F_D2] = contact ? o->k[K_D] * o->v_rel : 0.0;
    out[EG_TABLE_F_D] = fmin(fmax(out[EG_TABLE_F_D2], -K), K) + 0.0;
    out[EG_TABLE_CONTACT] = contact;
}

static double discrete(int mode, int variable)
{
    (void)variable; /* contact */
    return mode != 0;
}

static const eg_parameter parameters[] = {
    EG_TABLE_ON_FILE,
    {.name = "table",
     .columns = EG_ANY_COLUMNS,
     .need = EG_REQUIRED,
     .doc = "Penetrations [m], increasing from 0, and the force of the spring at each [N]; in a third column "
            "that on "
            "the way back"},
    EG_TABLE_FILE_PARAMETERS,
    EG_PARAMETER_SMOOTHNESS("Between the rows: lines, or cubics of continuous slope that do not overshoot"),
    {.name = "d", EG_SI_DAMPING, EG_AT_LEAST(0.0), .doc = "Damping constant"},
    {.name = "s_rel0", EG_SI_POSITION, .doc = "s_rel at which contact begins"},
    {.name = "c_turn",
     EG_SI_SPRING,
     EG_AT_LEAST(0.0),
     .value_text = "10 times the steepest slope of a table with three columns, else 0",
     .doc = "Slope along which the force goes from one curve to the other where the motion turns"},
    EG_PARAMETERS_COMPLIANT,
};

static const eg_port ports[] = {EG_PORTS_TWO_FLANGES, EG_PORT_HEAT};

static const eg_variable variables[] = {
    EG_VARIABLES_COMPLIANT,
    EG_VARIABLE_LOSS,
    {.name = "f_c", EG_SI_FORCE, .is_protected = true, .doc = "Force of the spring, <= 0"},
    {.name = "f_d2", EG_SI_FORCE, .is_protected = true, .doc = "Force of the damper, not bounded"},
    {.name = "f_d",
     EG_SI_FORCE,
     .is_protected = true,
     .doc = "Force of the damper, bounded by that of the spring: |f_d| <= |f_c|"},
    {.name = "contact", .type = EG_BOOLEAN, .doc = "true while s_rel < s_rel0, also while f = 0"},
};

static const char text[] =
    "A rubber bump stop, or any other stop whose force was measured: where ElastoGap has f_ref*|ratio|^n, "
    "this one has a table of forces over penetrations, in rows that begin with 0, 0. Between the rows are "
    "lines, or monotone cubics with a continuous slope (MonotoneContinuousDerivative1: Fritsch and Butland; "
    "2: Steffen); beyond the last row the force goes on along a line, so that a run that goes further than "
    "the data shows it as the last \"closes past a row of the table\" in its list of events. Rows of force 0 "
    "after the first one are clearance.\n\nThe damper is bounded by the spring as ElastoGap's is: the force "
    "grows from zero at touch however fast the bodies meet, never pulls, and is back at zero before they "
    "part. Where x passes a row, and where the damper comes to its bounds, are events.\n\nA third column "
    "is the "
    "force on the way back, not more than that on the way in: so rubber loses the area between both curves, "
    "however slowly it is moved. Where the motion turns, the force goes from one curve to the other along "
    "a line "
    "of the slope c_turn, and back along it where the motion turns again before it has arrived. Contact "
    "begins on "
    "the second column; one that is there at the start turns from there. What is stored is what comes "
    "back, and "
    "what is lost is in lossPower while the force rises. Such a contact wants a mass on both sides, and "
    "its model "
    "is not written as flat text.\n\n" EG_TABLE_FILE_TEXT
    " Here all of its columns count, and there is no `columns`. The engine `fixed` has no "
    "law of a table and refuses the model.";

#define DEMANDS                                                                                              \
    EG_TEXTS("assert(table[1, 1] == 0 and table[1, 2] == 0, \"the first row of the table must be 0, 0\");",  \
             "assert(min(table[2:end, 1] - table[1:end - 1, 1]) > 0, "                                       \
             "\"the penetrations of the table must increase\");",                                            \
             "assert(min(table[:, 2]) >= 0, \"the forces of the table must not be negative\");",             \
             "assert(table[end, 2] >= table[end - 1, 2], "                                                   \
             "\"the force falls between the last two rows of the table\");")
#define DESCRIPTOR                                                                                           \
    .name = "Elastogap.Contact.TableGap", .doc = "A gap whose contact force is a table", .text = text,       \
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialCompliantWithRelativeStates"),                                \
                        EG_MSL_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),                           \
    .examples = EG_TEXTS("BumpStop"),                                                                        \
    .equations = EG_TEXTS(                                                                                   \
        EG_EQUATIONS_RELATIVE_STATES, "contact = s_rel < s_rel0;",                                           \
        "f_c = if contact then -Elastogap.Math.interpolate(table[:, 1], table[:, 2], smoothness, s_rel0 - "  \
        "s_rel) else 0;",                                                                                    \
        "f_d2 = if contact then d*v_rel else 0;", "f_d = if contact then min(max(f_d2, f_c), -f_c) else 0;", \
        "f = f_c + f_d;", "lossPower = f_d*v_rel;", EG_EQUATION_HEAT_PORT),                                  \
    EG_PARAMETERS(parameters), EG_PORTS(ports), EG_VARIABLES(variables), .complete = complete,               \
    .demands = DEMANDS, .check = check, .variant = variant, .declare = declare, .discrete = discrete,        \
    .reads_table = true

const eg_class eg_class_contact_table_gap = {DESCRIPTOR, .observe = observe, .element = &element};

/* As which an instance is made whose table has three columns. */
static const eg_class of_two_curves = {DESCRIPTOR,
                                       .no_equations = "its force follows from where its motion turned last",
                                       .observe = eg_table_loop_observe, .element = &eg_table_loop_element};
