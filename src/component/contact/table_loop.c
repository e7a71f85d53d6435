/* TableGap with three columns: one force on the way in, L(x), and another one on the way out, U(x) <= L(x),
 * as of rubber, whose loop loses the area between them however slowly it goes.
 *
 * Where the motion turns, the force goes from one curve to the other along a line of the slope c_turn,
 * steeper than both, and back along it where the motion turns again before it has arrived:
 *
 *     loading     x' >= 0    K = L(x)                         ends where x' comes to 0
 *     turning                K = K_t + c_turn*(x - x_t)       ends where it meets L or U
 *     unloading   x' <= 0    K = U(x)                         ends where x' comes to 0
 *
 * x_t and K_t, where it began to turn, are what the element remembers. A contact begins on L, and one that
 * is there at the start turns from there.
 * So K is continuous, and the path in (x, K) does not depend on how fast it is followed.
 *
 * The energy that is stored is what comes back: down the line to x_u, where it meets U, then along U,
 *
 *     E(x, K) = integral of U up to x_u + (U(x_u) + K)/2*(x - x_u),   U(x_u) = K - c_turn*(x - x_u).
 *
 * While turning and unloading E' = K*x', and nothing is lost. While loading x_u moves, and with U(x_u) on
 * the line
 *
 *     dE/dx = L - (x - x_u)*(c_turn - L'(x)),
 *
 * so that (x - x_u)*(c_turn - L')*x' >= 0 is lost; over a loop that is the area between the curves. x_u
 * follows from x_u - U(x_u)/c_turn = x - K/c_turn, whose left side rises with x_u.
 *
 * Where x_u passes a row that rate has a kink, and while loading that is an event too.
 *
 * The damper is bounded by K as in table_gap.c.
 *
 *     mode = 1 + 9*(segment + MOST_ROWS*foot) + 3*branch + phase
 *
 * with the segment of x_u as foot while loading, else 0. */
#include "component/contact/table_gap.h"

enum {
    K_D = EG_TABLE_K_D,
    K_S_REL0 = EG_TABLE_K_S_REL0,
    K_ROWS = EG_TABLE_K_ROWS,
    K_TURN = EG_TABLE_K_OWN,
    K_SLACK,
    K_TURN_X,
    K_TURN_FORCE,
    K_HEAD
};
/* Of a row: where it is, the pieces of L and U behind it, the integral of U before it, x - U/c_turn there. */
enum { R_X, R_L, R_U = R_L + 4, R_ENERGY = R_U + 4, R_FOOT, R_COUNT };

typedef enum branch { LOADING, TURNING, UNLOADING, BRANCHES } branch;
enum { TO_LOADING = EG_TABLE_SWITCHES, TO_UNLOADING, SWITCHES };
enum { FOOT_EDGE = TO_LOADING }; /* while loading */
enum { MOST_ROWS = 4096 };

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
    return (mode - 1) / (BRANCHES * EG_TABLE_PHASES) % MOST_ROWS;
}

static int foot_segment_of(int mode)
{
    return (mode - 1) / (BRANCHES * EG_TABLE_PHASES) / MOST_ROWS;
}

static branch branch_of(int mode)
{
    return (branch)((mode - 1) / EG_TABLE_PHASES % BRANCHES);
}

static eg_table_phase phase_of(int mode)
{
    return (eg_table_phase)((mode - 1) % EG_TABLE_PHASES);
}

static int mode_of(int segment, branch on, eg_table_phase now)
{
    return 1 + EG_TABLE_PHASES * (BRANCHES * segment + (int)on) + (int)now;
}

static int with_foot(int mode, int foot)
{
    return mode + EG_TABLE_PHASES * BRANCHES * MOST_ROWS * foot;
}

/* ---------------------------------------------------------------- the spring */

/* What rounding may make of a position, as a share of their size. A line that begins on one of the curves is
 * beyond it only where it is so by more: else a motion that turns upon a row would go to and fro without
 * end. */
static const double ROUNDING = 64 * 2.220446049250313e-16;

static eg_table_piece curve_of(const double *k, int segment, int which)
{
    const double *at = row_of(k, segment) + which;
    return (eg_table_piece){at[0], at[1], at[2], at[3]};
}

/* Behind the last row U keeps its distance from L. */
static eg_table_piece unloading_of(const double *p, int j)
{
    eg_table_piece q = eg_table_piece_of(p, 2, j);
    if (j + 1 == eg_parameter_matrix(p, EG_TABLE_P_TABLE).rows)
        q.a = eg_table_piece_of(p, 1, j).a;
    return q;
}

static int coefficients(const double *p)
{
    return K_HEAD + R_COUNT * eg_parameter_matrix(p, EG_TABLE_P_TABLE).rows;
}

static void prepare(const double *p, double *k)
{
    const int rows = eg_parameter_matrix(p, EG_TABLE_P_TABLE).rows;
    double energy = 0.0;
    k[K_D] = p[EG_TABLE_P_D];
    k[K_S_REL0] = p[EG_TABLE_P_S_REL0];
    k[K_ROWS] = (double)rows;
    k[K_TURN] = p[EG_TABLE_P_C_TURN];
    k[K_SLACK] = k[K_TURN] * ROUNDING * (fabs(p[EG_TABLE_P_S_REL0]) + eg_table_row_x(p, rows - 1));
    k[K_TURN_X] = k[K_TURN_FORCE] = 0.0;
    for (int j = 0; j < rows; j++) {
        const eg_table_piece l = eg_table_piece_of(p, 1, j), u = unloading_of(p, j);
        const double x = eg_table_row_x(p, j);
        const double row[R_COUNT] = {
            x, l.force, l.a, l.b, l.c, u.force, u.a, u.b, u.c, energy, x - u.force / k[K_TURN]};
        for (int i = 0; i < R_COUNT; i++)
            k[K_HEAD + R_COUNT * j + i] = row[i];
        if (j + 1 < rows)
            energy += eg_table_work(&u, eg_table_row_x(p, j + 1) - x);
    }
}

typedef struct spring {
    double K, slope, curve; /* [N], [N/m], [N/m2], along the penetration */
} spring;

static spring spring_of(const eg_table_piece *q, double u)
{
    return (spring){eg_table_force(q, u), eg_table_slope(q, u), eg_table_curve(q, u)};
}

static spring spring_at(const double *k, int mode, double x)
{
    const branch on = branch_of(mode);
    if (on == TURNING)
        return (spring){k[K_TURN_FORCE] + k[K_TURN] * (x - k[K_TURN_X]), k[K_TURN], 0.0};
    const eg_table_piece q = curve_of(k, segment_of(mode), on == LOADING ? R_L : R_U);
    return spring_of(&q, x - row_of(k, segment_of(mode))[R_X]);
}

/* The last row whose number `at` is not above `value`. */
static int find_row(const double *k, int at, double value)
{
    int low = 0;
    for (int high = rows_of(k); high - low > 1;) {
        const int middle = low + (high - low) / 2;
        if (row_of(k, middle)[at] <= value)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Where the line through (x, K) meets U, whose piece behind row j counts, beyond its ends too. */
typedef struct foot {
    double x, slope; /* of U there */
    double work;     /* integral of U up to there */
    double force;
} foot;

static double foot_goal(const double *k, double x, double K)
{
    return x - K / k[K_TURN];
}

/* Newton's method, kept within three times the segment by halving; on a line its first step is the last. */
static foot foot_in(const double *k, int j, double x, double K)
{
    const double goal = foot_goal(k, x, K);
    const eg_table_piece q = curve_of(k, j, R_U);
    const double *row = row_of(k, j);
    const double h = j + 1 < rows_of(k) ? row[R_COUNT + R_X] - row[R_X] : fabs(x - row[R_X]) + row[R_X];
    double low = -h, high = 2.0 * h, u = 0.5 * h;
    for (int i = 0; i < 100; i++) {
        const double miss = row[R_X] + u - eg_table_force(&q, u) / k[K_TURN] - goal;
        if (miss > 0.0)
            high = u;
        else
            low = u;
        double next = u - miss / (1.0 - eg_table_slope(&q, u) / k[K_TURN]);
        if (!(next >= low && next <= high))
            next = 0.5 * (low + high);
        const double step = fabs(next - u);
        u = next;
        if (step <= 4e-16 * (row[R_X] + h))
            break;
    }
    return (foot){row[R_X] + u, eg_table_slope(&q, u), row[R_ENERGY] + eg_table_work(&q, u),
                  eg_table_force(&q, u)};
}

/* Is there a damper? Not where there is no force all along. */
static bool is_damped(const double *k, int segment, branch on)
{
    const eg_table_piece q = curve_of(k, segment, on == UNLOADING ? R_U : R_L);
    return k[K_D] > 0.0 && !eg_table_is_free(&q);
}

/* ---------------------------------------------------------------- the element */

static void force(const double *k, int mode, double s_rel, double v_rel, eg_force *out)
{
    eg_force o = {0};
    if (mode == 0) {
        *out = o;
        return;
    }
    const eg_table_phase now = phase_of(mode);
    const double x = k[K_S_REL0] - s_rel;
    const spring c = spring_at(k, mode, x);
    /* how often K is in the push, and in what the damper loses by distance */
    double share = 0.0, drag = 0.0;
    if (now == EG_TABLE_APPROACH) {
        share = 2.0;
        drag = -1.0;
    } else if (now == EG_TABLE_LINEAR) {
        share = 1.0;
    } else if (now == EG_TABLE_REBOUND) {
        drag = 1.0;
    }
    const double B = now == EG_TABLE_LINEAR && is_damped(k, segment_of(mode), branch_of(mode)) ? k[K_D] : 0.0;
    o.f = 0.0 - share * c.K + B * v_rel;
    o.df_ds = share * c.slope + 0.0;
    o.df_dv = B;
    o.d2f_ds2 = 0.0 - share * c.curve;
    o.loss = (drag * c.K + B * v_rel) * v_rel;
    o.dloss_ds = 0.0 - drag * c.slope * v_rel;
    o.dloss_dv = drag * c.K + 2.0 * B * v_rel;
    if (branch_of(mode) == LOADING) {
        const foot at = foot_in(k, foot_segment_of(mode), x, c.K);
        const double way = x - at.x, excess = k[K_TURN] - c.slope;
        o.loss -= way * excess * v_rel;
        o.dloss_dv -= way * excess;
        o.dloss_ds += ((1.0 - excess / (k[K_TURN] - at.slope)) * excess - way * c.curve) * v_rel;
    }
    *out = o;
}

static int dependence(const double *k, int mode)
{
    if (mode == 0 || phase_of(mode) == EG_TABLE_REBOUND)
        return 0;
    const branch on = branch_of(mode);
    const eg_table_piece q = curve_of(k, segment_of(mode), on == UNLOADING ? R_U : R_L);
    const bool bends = on == TURNING || q.a != 0.0 || q.b != 0.0 || q.c != 0.0;
    const bool damps = phase_of(mode) == EG_TABLE_LINEAR && is_damped(k, segment_of(mode), on);
    return (bends ? EG_ON_POSITION : 0) | (damps ? EG_ON_VELOCITY : 0);
}

static double energy(const double *k, int mode, double s_rel)
{
    if (mode == 0)
        return 0.0;
    const double x = k[K_S_REL0] - s_rel;
    if (branch_of(mode) == UNLOADING) {
        const eg_table_piece q = curve_of(k, segment_of(mode), R_U);
        const double *row = row_of(k, segment_of(mode));
        return row[R_ENERGY] + eg_table_work(&q, x - row[R_X]);
    }
    const double K = spring_at(k, mode, x).K;
    const bool turns = branch_of(mode) == TURNING;
    const foot at = foot_in(k, turns ? find_row(k, R_FOOT, foot_goal(k, x, K)) : foot_segment_of(mode), x, K);
    return at.work + 0.5 * (at.force + K) * (x - at.x);
}

/* It turns from where it stands: `remember` says from which force. */
static int mode_at(const double *k, double s_rel, double v_rel)
{
    (void)v_rel;
    if (!(s_rel < k[K_S_REL0]))
        return 0;
    return mode_of(find_row(k, R_X, k[K_S_REL0] - s_rel), TURNING, EG_TABLE_LINEAR);
}

static void remember(double *k, int left, int mode, double s_rel, double v_rel)
{
    (void)v_rel;
    const double x = k[K_S_REL0] - s_rel;
    if (mode == 0 || branch_of(mode) != TURNING || (left > 0 && branch_of(left) == TURNING))
        return;
    const bool on_unloading = left > 0 && branch_of(left) == UNLOADING;
    const int from = mode_of(segment_of(mode), on_unloading ? UNLOADING : LOADING, EG_TABLE_LINEAR);
    k[K_TURN_FORCE] = spring_at(k, from, x).K;
    k[K_TURN_X] = x;
}

typedef struct edges {
    double h[SWITCHES], by_s[SWITCHES], by_v[SWITCHES];
} edges;

static void find_damper_edges(const double *k, int mode, double x, double v_rel, edges *e)
{
    const eg_table_phase now = phase_of(mode);
    const spring c = spring_at(k, mode, x);
    const double d = k[K_D], inside = now == EG_TABLE_LINEAR ? 1.0 : -1.0;
    if (now != EG_TABLE_REBOUND && branch_of(mode) != UNLOADING) {
        e->h[EG_TABLE_APPROACH_EDGE] = inside * (c.K + d * v_rel);
        e->by_s[EG_TABLE_APPROACH_EDGE] = -inside * c.slope;
        e->by_v[EG_TABLE_APPROACH_EDGE] = inside * d;
    }
    if (now != EG_TABLE_APPROACH && branch_of(mode) != LOADING) {
        e->h[EG_TABLE_REBOUND_EDGE] = inside * (c.K - d * v_rel);
        e->by_s[EG_TABLE_REBOUND_EDGE] = -inside * c.slope;
        e->by_v[EG_TABLE_REBOUND_EDGE] = -inside * d;
    }
}

/* Where the motion turns, and where a line meets the curves. */
static void find_branch_edges(const double *k, int mode, double x, double v_rel, edges *e)
{
    const int segment = segment_of(mode);
    switch (branch_of(mode)) {
    case LOADING:
        e->h[TO_UNLOADING] = -v_rel;
        e->by_v[TO_UNLOADING] = -1.0;
        if (foot_segment_of(mode) + 1 < rows_of(k)) {
            const spring c = spring_at(k, mode, x);
            e->h[FOOT_EDGE] = row_of(k, foot_segment_of(mode) + 1)[R_FOOT] - foot_goal(k, x, c.K);
            e->by_s[FOOT_EDGE] = 1.0 - c.slope / k[K_TURN];
        }
        break;
    case UNLOADING:
        e->h[TO_LOADING] = v_rel;
        e->by_v[TO_LOADING] = 1.0;
        break;
    default: {
        const eg_table_piece l = curve_of(k, segment, R_L), u = curve_of(k, segment, R_U);
        const double at = x - row_of(k, segment)[R_X];
        const spring line = spring_at(k, mode, x), above = spring_of(&l, at), below = spring_of(&u, at);
        e->h[TO_LOADING] = above.K - line.K + k[K_SLACK];
        e->by_s[TO_LOADING] = line.slope - above.slope;
        e->h[TO_UNLOADING] = line.K - below.K + k[K_SLACK];
        e->by_s[TO_UNLOADING] = below.slope - line.slope;
    }
    }
}

/* h[EG_TABLE_LOWER], h[EG_TABLE_UPPER] [m]: the rows at both ends of the segment, where the motion may go
 * there; [EG_TABLE_APPROACH_EDGE], [EG_TABLE_REBOUND_EDGE] [N]: where the damper comes to its bounds, or
 * off them; [TO_LOADING], [TO_UNLOADING]: where the branch ends, [N] while turning, else [m/s];
 * [FOOT_EDGE] [m]: the row at the end of the segment of x_u. */
static void switching(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                      double *dh_dv)
{
    edges e = {.h = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0}};
    if (mode == 0) {
        e.h[EG_TABLE_LOWER] = s_rel - k[K_S_REL0];
        e.by_s[EG_TABLE_LOWER] = 1.0;
    } else {
        const int segment = segment_of(mode);
        const double x = k[K_S_REL0] - s_rel;
        const branch on = branch_of(mode);
        if (on != LOADING) {
            e.h[EG_TABLE_LOWER] = x - row_of(k, segment)[R_X];
            e.by_s[EG_TABLE_LOWER] = -1.0;
        }
        if (on != UNLOADING && segment + 1 < rows_of(k)) {
            e.h[EG_TABLE_UPPER] = row_of(k, segment + 1)[R_X] - x;
            e.by_s[EG_TABLE_UPPER] = 1.0;
        }
        if (is_damped(k, segment, on))
            find_damper_edges(k, mode, x, v_rel, &e);
        find_branch_edges(k, mode, x, v_rel, &e);
    }
    for (int i = 0; i < SWITCHES; i++) {
        h[i] = e.h[i];
        if (dh_ds)
            dh_ds[i] = e.by_s[i];
        if (dh_dv)
            dh_dv[i] = e.by_v[i];
    }
}

/* The phase in a segment and branch into which it goes. Out of where there was no force the damper is at
 * its bound at once; and where the motion goes one way only it is at one of its bounds only. */
static eg_table_phase entering(const double *k, int segment, branch on, int mode, double v_rel)
{
    const bool from_nothing = mode == 0 || !is_damped(k, segment_of(mode), branch_of(mode));
    eg_table_phase now = mode == 0 ? EG_TABLE_LINEAR : phase_of(mode);
    if (!is_damped(k, segment, on))
        return EG_TABLE_LINEAR;
    if (from_nothing)
        now = v_rel > 0.0 ? EG_TABLE_REBOUND : EG_TABLE_APPROACH;
    if ((on == LOADING && now == EG_TABLE_REBOUND) || (on == UNLOADING && now == EG_TABLE_APPROACH))
        return EG_TABLE_LINEAR;
    return now;
}

static int enter(const double *k, int segment, branch on, int mode, double x, double v_rel)
{
    const int next = mode_of(segment, on, entering(k, segment, on, mode, v_rel));
    if (on != LOADING || mode == 0)
        return next;
    if (branch_of(mode) == LOADING)
        return with_foot(next, foot_segment_of(mode));
    return with_foot(next, find_row(k, R_FOOT, foot_goal(k, x, spring_at(k, next, x).K)));
}

static int next_mode(const double *k, int mode, int i, double s_rel, double v_rel)
{
    const double x = k[K_S_REL0] - s_rel;
    if (mode == 0)
        return i == EG_TABLE_LOWER ? enter(k, 0, LOADING, 0, x, v_rel) : 0;
    const int segment = segment_of(mode), back = foot_segment_of(mode);
    const branch on = branch_of(mode);
    const bool limited = phase_of(mode) != EG_TABLE_LINEAR;
    switch (i) {
    case EG_TABLE_LOWER: return segment == 0 ? 0 : enter(k, segment - 1, on, mode, x, v_rel);
    case EG_TABLE_UPPER: return segment + 1 < rows_of(k) ? enter(k, segment + 1, on, mode, x, v_rel) : mode;
    case EG_TABLE_APPROACH_EDGE:
        return with_foot(mode_of(segment, on, limited ? EG_TABLE_LINEAR : EG_TABLE_APPROACH), back);
    case EG_TABLE_REBOUND_EDGE:
        return with_foot(mode_of(segment, on, limited ? EG_TABLE_LINEAR : EG_TABLE_REBOUND), back);
    case TO_LOADING:
        if (on == LOADING)
            return back + 1 < rows_of(k) ? with_foot(mode, 1) : mode;
        return enter(k, segment, on == TURNING ? LOADING : TURNING, mode, x, v_rel);
    default: return enter(k, segment, on == TURNING ? UNLOADING : TURNING, mode, x, v_rel);
    }
}

static const char *event_name(int mode, int i)
{
    const bool turns = branch_of(mode) == TURNING;
    if (mode == 0)
        return "contact begins";
    if (i < EG_TABLE_SWITCHES)
        return eg_table_event_name(i, segment_of(mode) == 0, phase_of(mode));
    if (i == TO_UNLOADING)
        return turns ? "unloading begins" : "loading ends";
    if (branch_of(mode) == LOADING)
        return "way back passes a row of the table";
    return turns ? "loading begins" : "unloading ends";
}

#define NAMES(on) on ", approach-limited", on, on ", rebound-limited"
/* Of the first segment; those of the others follow (mode_total). */
static const char *const modes[] = {"apart", NAMES("loading"), NAMES("turning"), NAMES("unloading")};

/* Without those that differ in the foot alone. */
static int mode_total(const double *k)
{
    return 1 + BRANCHES * EG_TABLE_PHASES * rows_of(k);
}

const eg_element_ops eg_table_loop_element = {
    .mode_count = EG_COUNT(modes),
    .modes = modes,
    .mode_total = mode_total,
    .switch_count = SWITCHES,
    .coefficients = coefficients,
    .prepare = prepare,
    .force = force,
    .dependence = dependence,
    .bound = eg_table_bound,
    .energy = energy,
    .mode_at = mode_at,
    .switching = switching,
    .next_mode = next_mode,
    .remember = remember,
    .event_name = event_name,
    .compression = eg_table_compression,
};

void eg_table_loop_observe(const eg_observation *o, double *out)
{
    const bool contact = o->mode != 0;
    const double K = contact ? fmax(spring_at(o->k, o->mode, o->k[K_S_REL0] - o->s_rel).K, 0.0) : 0.0;
    out[EG_TABLE_F] = o->force.f;
    out[EG_TABLE_LOSS_POWER] = o->force.loss;
    out[EG_TABLE_F_C] = 0.0 - K;
    out[EG_TABLE_F_D2] = contact ? o->k[K_D] * o->v_rel : 0.0;
    out[EG_TABLE_F_D] = fmin(fmax(out[EG_TABLE_F_D2], -K), K) + 0.0;
    out[EG_TABLE_CONTACT] = contact;
}

/* ---------------------------------------------------------------- what is asked of the table */

/* Where a polynomial of third degree, given by its slope a + 2*b*u + 3*c*u^2, is level within 0..h; the
 * ends too. */
static int level_at(double a, double b, double c, double h, double out[4])
{
    const double root = sqrt(fmax(b * b - 3.0 * a * c, 0.0));
    const double q = -b - copysign(root, b), at[] = {q / (3.0 * c), a / q}; /* no digits are lost */
    int count = 0;
    out[count++] = 0.0;
    out[count++] = h;
    for (int i = 0; i < 2; i++)
        if (at[i] > 0.0 && at[i] < h)
            out[count++] = at[i];
    return count;
}

/* The way to the next row; behind the last row nothing new comes. */
static double length_of(const double *p, int j)
{
    return j + 1 < eg_parameter_matrix(p, EG_TABLE_P_TABLE).rows
               ? eg_table_row_x(p, j + 1) - eg_table_row_x(p, j)
               : 0.0;
}

static double steepest_of(const double *p)
{
    double steepest = 0.0;
    for (int j = 0; j < eg_parameter_matrix(p, EG_TABLE_P_TABLE).rows; j++)
        for (int column = 1; column <= 2; column++) {
            const eg_table_piece q = column == 1 ? eg_table_piece_of(p, 1, j) : unloading_of(p, j);
            const double h = length_of(p, j), top = q.c < 0.0 ? -q.b / (3.0 * q.c) : -1.0;
            steepest = fmax(steepest, fmax(eg_table_slope(&q, 0.0), eg_table_slope(&q, h)));
            if (top > 0.0 && top < h)
                steepest = fmax(steepest, eg_table_slope(&q, top));
        }
    return steepest;
}

/* Of a table without any force any will do. */
double eg_table_loop_turn(const double *p)
{
    const double steepest = steepest_of(p);
    return steepest > 0.0 ? 10.0 * steepest : 1.0;
}

/* Do the curves cross between the rows, which themselves do not? */
static bool crosses(const double *p, int j)
{
    const eg_table_piece l = eg_table_piece_of(p, 1, j), u = unloading_of(p, j);
    const eg_table_piece gap = {l.force - u.force, l.a - u.a, l.b - u.b, l.c - u.c};
    double at[4];
    const int count = level_at(gap.a, gap.b, gap.c, length_of(p, j), at);
    for (int i = 0; i < count; i++)
        if (eg_table_force(&gap, at[i]) < -1e-12 * (fabs(l.force) + fabs(eg_table_force(&l, at[i]))))
            return true;
    return false;
}

const char *eg_table_loop_check(const double *p)
{
    const eg_matrix t = eg_parameter_matrix(p, EG_TABLE_P_TABLE);
    if (t.rows > MOST_ROWS)
        return "a table of three columns may have at most 4096 rows; leave some out";
    if (t.elements[2] != 0.0)
        return "the third column of the table must begin with 0: contact ends without a force; give 0 in "
               "its first row";
    for (int j = 0; j < t.rows; j++) {
        if (!(t.elements[3 * j + 2] >= 0.0))
            return "the forces in the third column of the table must not be negative: a contact does not "
                   "pull; turn their signs, or give 0";
        if (!(t.elements[3 * j + 2] <= t.elements[3 * j + 1]))
            return "the force on the way back, in the third column of the table, must not be more than "
                   "that on the way in: a loop would gain energy; exchange the two columns, or give the "
                   "less of both";
    }
    for (int j = 0; j < t.rows; j++)
        if (crosses(p, j))
            return "between two rows of the table the curve of the way back rises above that of the way "
                   "in, where a "
                   "loop would gain energy; take lines, or give more rows";
    if (!(p[EG_TABLE_P_C_TURN] > steepest_of(p)))
        return "c_turn must be more than the steepest slope of both curves, or the force would never come "
               "from one "
               "to the other; leave it out for 10 times that slope";
    return NULL;
}
