/* Sliding modes of users' equations.
 *
 * Where both sides of a relation lead back to its edge, as in der(x) = if x > 0 then -1 else 1, its events
 * follow each other without end and without progress. What they stand for is their limit, in which each side
 * has its share of the time: motion along the surface on which the sides of the relation are equal, d = 0,
 *
 *     y' = alpha f1(t, y) + (1 - alpha) f0(t, y),   alpha so that d' = alpha d1' + (1 - alpha) d0' = 0
 *
 * (A. F. Filippov, Differential equations with discontinuous right-hand sides, 1960; the mean of the control
 * is V. Utkin's equivalent one). f1 is y' where the relation is true, f0 where it is not, d the right side
 * minus the left one. With d1' < 0 < d0' alpha lies between 0 and 1; the motion leaves where it comes to an
 * end of that. All that is not a state, what formulas say, forces, powers, is the same mean of its two sides:
 * that is what it comes to in any short time.
 *
 * The edge is left to events until one relation has had REPEATS of them in a short time, and no other one
 * any: where none repeat nothing changes. Then both sides are asked for their rates. Relations that compare
 * the same two numbers, as the two of `if v > 0 then ... elseif v < 0 then ...`, are one surface. What
 * happens at events, as when clauses, is no matter of means: relations on which that depends do not slide.
 *
 * A slide is a mode like any other: it has a y', results, switching functions, of which alpha (1 - alpha)
 * stands in the relation's place. It ends at every event, and begins again behind it where that still fits.
 * Round-off and the engine's error of d are taken out at its two ends, along f1 - f0: that is a little more
 * time on one side. For implicit engines it is F = (y' - that mean; what is algebraic - its mean), with a
 * Jacobian of differences. */
#include "network/user/slide.h"

#include "network/motion/energy.h"
#include "network/motion/evaluate.h"
#include "network/motion/observe.h"
#include "network/motion/switching.h"
#include "network/solve/consistent.h"
#include "network/solve/structure.h"
#include "network/user/grip.h"
#include "network/user/relations.h"
#include "network/user/relevant.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How many events, each so soon after the one before, in shares of the time that counts as long. */
enum { REPEATS = 8 };
static const double SOON = 1e-3;

/* What is of use while it slides. Of both sides: [0] where the relation is false. */
struct eg_slide_work {
    double *y[2], *yp[2], *h[2];         /* (n), (n), (switches) */
    double *column[2];                   /* (columns) */
    double *trial, *slope, *base, *rate; /* (n) */
    double power[2][EG_POWER_COUNT];
    double d[2], d_rate[2]; /* right side minus left one */
    eg_pattern pattern;     /* full */
    int *start, *row;
};
typedef struct eg_slide_work work;

void eg_slide_free(eg_network *s)
{
    if (!s->sliding.work)
        return;
    free(s->sliding.work->y[0]);
    free(s->sliding.work->start);
    free(s->sliding.work);
    s->sliding.work = NULL;
}

static bool make_work(eg_network *s)
{
    const size_t n = (size_t)s->base.n, h = (size_t)s->base.switch_count, c = (size_t)eg_model_columns(s->m);
    if (s->sliding.work)
        return true;
    work *w = s->sliding.work = calloc(1, sizeof *w);
    if (!w || !(w->y[0] = calloc(8 * n + 2 * h + 2 * c + 1, sizeof(double)))) {
        free(w);
        s->sliding.work = NULL;
        return false;
    }
    double *at = w->y[0];
    for (int side = 0; side < 2; side++) {
        w->y[side] = at;
        w->yp[side] = at + n;
        w->h[side] = at + 2 * n;
        w->column[side] = at + 2 * n + h;
        at += 2 * n + h + c;
    }
    w->trial = at;
    w->slope = at + n;
    w->base = at + 2 * n;
    w->rate = at + 3 * n;
    return true;
}

/* ---------------------------------------------------------------- the surface */

/* Of relation j: 1 where it compares what relation i does, -1 where the other way round, 0 where not. */
static int same_surface(const eg_user *u, int i, int j)
{
    const eg_user_relation *p = &u->relations[i], *q = &u->relations[j];
    if (p->a < 0 || p->switch_index < 0 || q->switch_index < 0 || !p->slides)
        return 0;
    if (p->a == q->a && p->b == q->b)
        return 1;
    return p->a == q->b && p->b == q->a ? -1 : 0;
}

/* The relations of the surface are what they are on that side. */
static void take_side(eg_network *s, int side)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->relation_count; i++)
        if (s->sliding.member[i] != 0)
            s->user.mode[i] = (s->sliding.member[i] > 0) == (side == 1);
    memcpy(s->user.relevant, s->sliding.relevant + side * u->relation_count,
           sizeof *s->user.relevant * (size_t)u->relation_count);
}

/* abs(p), min(p, q) and max(p, q) where the relation compares p with 0, or with q: on the surface both
 * choices are one number. */
static bool is_kink(const eg_network *s, const eg_instruction *x)
{
    const eg_user *u = s->m->user;
    const eg_instruction *code = u->tape.code;
    if (x->op != EG_OP_SELECT || code[x->a].op != EG_OP_SWITCH || s->sliding.member[code[x->a].a] == 0)
        return false;
    const eg_user_relation *r = &u->relations[code[x->a].a];
    if ((x->b == r->a && x->c == r->b) || (x->b == r->b && x->c == r->a))
        return true;
    const int of = code[x->b].op == EG_OP_NEG && code[x->b].a == x->c ? x->c : -1;
    const int other = of == r->a ? r->b : r->a;
    return of >= 0 && (of == r->a || of == r->b) && code[other].op == EG_OP_CONSTANT &&
           s->user.value[other] == 0;
}

/* Does what events do depend on relations of the surface? */
static bool acts_at_events(eg_network *s)
{
    const eg_user *u = s->m->user;
    bool *on = s->user.mark, any = false;
    for (int i = 0; i < u->tape.count; i++) {
        const eg_instruction *x = &u->tape.code[i];
        const int of[3] = {x->a, x->b, x->c};
        on[i] = x->op == EG_OP_SWITCH && s->sliding.member[x->a] != 0;
        for (int k = is_kink(s, x) ? 1 : 0; k < eg_op_operands(x->op); k++)
            on[i] = on[i] || on[of[k]];
    }
    for (int i = 0; i < u->clause_count; i++)
        any = any || on[u->clauses[i].condition];
    for (int i = 0; i < u->action_count; i++)
        any = any || (u->actions[i].clause >= 0 && u->actions[i].value >= 0 && on[u->actions[i].value]);
    for (int i = 0; i < u->before_count; i++)
        any = any || on[u->befores[i].node];
    for (int i = 0; i < u->impulse_count; i++)
        any = any || on[u->impulses[i].after] || on[u->impulses[i].v];
    for (int i = 0; i < u->delay_count; i++)
        any = any || on[u->delays[i].x_node] || on[u->delays[i].T_node];
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        any = any || (r->a >= 0 && (on[r->a] || on[r->b]));
        any = any || (s->sliding.member[i] != 0 && !r->is_read);
    }
    for (int i = 0; i < u->limit_count; i++)
        any = any || s->sliding.member[u->limits[i].relation] != 0;
    return any || (s->user.shares && s->user.shares->count > 0);
}

/* ---------------------------------------------------------------- both sides */

/* y, y' and d' of one side at (t, y). */
static int look_at_side(eg_network *s, int side, double t, const double *y)
{
    work *w = s->sliding.work;
    const int i = s->sliding.slide->relation - 1;
    take_side(s, side);
    memcpy(w->y[side], y, sizeof *y * (size_t)s->base.n);
    const int status = eg_network_make_consistent(s, t, w->y[side], w->yp[side]);
    if (status != 0)
        return status;
    w->d_rate[side] = eg_user_difference_rate(s, i, t, w->y[side], w->yp[side], &w->d[side]);
    return isfinite(w->d_rate[side]) ? 0 : 1;
}

static int look_at_both(eg_network *s, double t, const double *y)
{
    if (!make_work(s))
        return EG_ERROR_MEMORY;
    const int status = look_at_side(s, 0, t, y);
    return status != 0 ? status : look_at_side(s, 1, t, y);
}

static double alpha_of(const work *w)
{
    return w->d_rate[0] / (w->d_rate[0] - w->d_rate[1]);
}

/* The mean of what is a and b on the sides false and true: exactly 0 where that is d' itself. */
static double mean(const work *w, double a, double b)
{
    const double up = w->d_rate[0], down = w->d_rate[1];
    return a == b ? a : (up * b - down * a) / (up - down);
}

static int means(const work *w, const double *a, const double *b, int n, double *of)
{
    bool good = true;
    for (int i = 0; i < n; i++) {
        of[i] = mean(w, a[i], b[i]);
        good = good && isfinite(of[i]);
    }
    return good ? 0 : 1;
}

/* > 0 between the ends of alpha. */
static double inside(const work *w)
{
    const double alpha = alpha_of(w);
    return alpha * (1 - alpha);
}

/* ---------------------------------------------------------------- callbacks */

int eg_slide_settle(eg_network *s, double t, double *y, double *yp)
{
    const int status = look_at_both(s, t, y);
    const work *w = s->sliding.work;
    for (int i = 0; status == 0 && i < s->base.n; i++)
        y[i] = s->differential[i] ? y[i] : mean(w, w->y[0][i], w->y[1][i]);
    return status != 0 ? status : means(w, w->yp[0], w->yp[1], s->base.n, yp);
}

int eg_slide_derivatives(eg_network *s, double t, const double *y, double *yp)
{
    const int status = look_at_both(s, t, y);
    return status != 0
               ? status
               : means(s->sliding.work, s->sliding.work->yp[0], s->sliding.work->yp[1], s->base.n, yp);
}

/* What y' of the states and what is algebraic are at (t, y), which F = 0 says they are. */
static int explicit_side(eg_network *s, double t, const double *y, double *of)
{
    const int status = look_at_both(s, t, y);
    const work *w = s->sliding.work;
    for (int i = 0; status == 0 && i < s->base.n; i++)
        of[i] = s->differential[i] ? mean(w, w->yp[0][i], w->yp[1][i]) : mean(w, w->y[0][i], w->y[1][i]);
    return status;
}

int eg_slide_residual(eg_network *s, double t, const double *y, const double *yp, double *r)
{
    const int status = explicit_side(s, t, y, r);
    for (int i = 0; status == 0 && i < s->base.n; i++)
        r[i] = (s->differential[i] ? yp[i] : y[i]) - r[i];
    return status;
}

int eg_slide_find_pattern(eg_network *s)
{
    const int n = s->base.n;
    if (!make_work(s))
        return EG_ERROR_MEMORY;
    work *w = s->sliding.work;
    if (!w->start) {
        w->start = malloc(sizeof *w->start * ((size_t)n + 1 + (size_t)n * (size_t)n));
        if (!w->start)
            return EG_ERROR_MEMORY;
        w->row = w->start + n + 1;
        for (int j = 0; j <= n; j++)
            w->start[j] = j * n;
        for (int k = 0; k < n * n; k++)
            w->row[k] = k % n;
    }
    w->pattern = (eg_pattern){.n = n, .entries = n * n, .start = w->start, .row = w->row};
    s->base.pattern = &w->pattern;
    return 0;
}

/* Differences, as wide as balances their round-off and their curvature. */
int eg_slide_jacobian(eg_network *s, double t, const double *y, double cj, double *values)
{
    const int n = s->base.n;
    const double share = sqrt(DBL_EPSILON);
    int status = make_work(s) ? 0 : EG_ERROR_MEMORY;
    work *w = s->sliding.work;
    if (status == 0)
        status = explicit_side(s, t, y, w->base);
    for (int j = 0; status == 0 && j < n; j++) {
        memcpy(w->trial, y, sizeof *y * (size_t)n);
        w->trial[j] += share * (fabs(y[j]) + fmax(s->rounding.least[j], DBL_MIN));
        const double width = w->trial[j] - y[j];
        status = explicit_side(s, t, w->trial, w->slope);
        for (int i = 0; i < n; i++)
            values[j * n + i] = -(w->slope[i] - w->base[i]) / width;
        values[j * n + j] += s->differential[j] ? cj : 1;
    }
    return status;
}

/* Of functions whose relations matter on one side alone, those of that side; else means. */
static void join_switching(eg_network *s, double own, double *h)
{
    const eg_user *u = s->m->user;
    const work *w = s->sliding.work;
    for (int i = 0; i < s->base.switch_count; i++)
        h[i] = mean(w, w->h[0][i], w->h[1][i]);
    for (int i = 0; i < u->relation_count; i++) {
        const int k = u->relations[i].switch_index;
        const bool here[2] = {s->sliding.relevant[i], s->sliding.relevant[u->relation_count + i]};
        if (k >= 0 && here[0] != here[1])
            h[k] = w->h[here[1]][k];
        if (k >= 0 && s->sliding.member[i] != 0)
            h[k] = i == s->sliding.slide->relation - 1 ? own : 1;
    }
}

int eg_slide_switching(eg_network *s, double t, const double *y, double *h)
{
    int status = look_at_both(s, t, y);
    work *w = s->sliding.work;
    for (int side = 0; side < 2 && status == 0; side++) {
        take_side(s, side);
        status = eg_network_switching(&s->base, t, w->y[side], w->h[side]);
    }
    if (status == 0)
        join_switching(s, inside(w), h);
    return status;
}

int eg_slide_switching_noise(eg_network *s, double t, const double *y, double *noise)
{
    const int status = eg_network_switching_noise(&s->base, t, y, noise);
    for (int i = 0; i < s->m->user->relation_count; i++)
        if (s->sliding.member[i] != 0)
            noise[s->m->user->relations[i].switch_index] = 0;
    return status;
}

/* That of alpha (1 - alpha) by a difference along the motion. */
int eg_slide_switching_rates(eg_network *s, double t, const double *y, const double *yp, double *dh)
{
    const double ahead = sqrt(DBL_EPSILON) * eg_system_while(&s->base, t - s->base.origin);
    if (!make_work(s))
        return EG_ERROR_MEMORY;
    work *w = s->sliding.work;
    for (int i = 0; i < s->base.n; i++)
        w->trial[i] = y[i] + ahead * yp[i];
    int status = look_at_both(s, t + ahead, w->trial);
    const double later = inside(w);
    if (status == 0)
        status = look_at_both(s, t, y);
    const double now = inside(w);
    for (int side = 0; side < 2 && status == 0; side++) {
        take_side(s, side);
        status = eg_network_switching_rates(&s->base, t, w->y[side], w->yp[side], w->h[side]);
    }
    if (status == 0)
        join_switching(s, (later - now) / ahead, dh);
    for (int i = 0; i < s->m->user->relation_count && status == 0; i++)
        if (s->sliding.member[i] != 0 && i != s->sliding.slide->relation - 1)
            dh[s->m->user->relations[i].switch_index] = 0;
    return status;
}

int eg_slide_powers(eg_network *s, double t, const double *y, double *power)
{
    int status = look_at_both(s, t, y);
    work *w = s->sliding.work;
    for (int side = 0; side < 2 && status == 0; side++) {
        take_side(s, side);
        status = eg_network_powers(&s->base, t, w->y[side], w->power[side]);
    }
    return status != 0 ? status : means(w, w->power[0], w->power[1], eg_power_count(&s->base), power);
}

int eg_slide_sample(eg_network *s, double t, const double *y, double *power, double *h)
{
    const int status = eg_slide_powers(s, t, y, power);
    return status != 0 ? status : eg_slide_switching(s, t, y, h);
}

int eg_slide_energy(eg_network *s, double t, const double *y, double *kinetic, double *potential)
{
    double of[2][2] = {{0}};
    int status = look_at_both(s, t, y);
    for (int side = 0; side < 2 && status == 0; side++) {
        take_side(s, side);
        status = eg_network_energy(&s->base, t, s->sliding.work->y[side], &of[side][0], &of[side][1]);
    }
    if (status != 0)
        return status;
    *kinetic = mean(s->sliding.work, of[0][0], of[1][0]);
    *potential = mean(s->sliding.work, of[0][1], of[1][1]);
    return 0;
}

/* ---------------------------------------------------------------- results */

void eg_slide_observe(eg_network *s, double t, const double *y, const eg_view *v, double *c)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    const eg_columns l = eg_columns_of(m);
    if (look_at_both(s, t, y) != 0)
        return; /* the engine will find out */
    work *w = s->sliding.work;
    for (int side = 0; side < 2; side++) {
        take_side(s, side);
        eg_network_observe_mode(s, t, w->y[side], w->yp[side], v, w->column[side]);
    }
    for (int i = 0; i < l.total; i++)
        c[i] = mean(w, w->column[0][i], w->column[1][i]);
    /* truth values are those of the surface itself, where the two numbers are equal */
    for (int i = 0; i < u->relation_count; i++)
        if (s->sliding.member[i] != 0)
            s->user.mode[i] = u->relations[i].or_equal;
    eg_network_evaluate(s, t, w->y[1], w->yp[1], 0);
    for (int i = 0; i < u->quantity_count; i++)
        if (u->quantities[i].is_discrete || u->quantities[i].type != EG_REAL)
            c[l.users + i] = s->user.value[u->quantities[i].node];
    take_side(s, 1);
}

/* ---------------------------------------------------------------- beginning and ending */

static double largest_rounding(const eg_network *s, int relation, const double *sizes)
{
    const eg_user_relation *r = &s->m->user->relations[relation];
    return 64 * DBL_EPSILON * (sizes[r->a] + sizes[r->b]);
}

/* Moves y onto the surface, along f1 - f0. */
static int project(eg_network *s, double t, double *y, bool *jumped)
{
    work *w = s->sliding.work;
    for (int round = 0; round < 4; round++) {
        const double time = w->d[1] / (w->d_rate[0] - w->d_rate[1]); /* more of the side true */
        if (w->d[1] == 0 || !isfinite(time))
            break;
        bool moved = false;
        for (int i = 0; i < s->base.n; i++) {
            const double before = y[i];
            if (s->differential[i])
                y[i] += time * (w->yp[1][i] - w->yp[0][i]);
            moved = moved || y[i] != before;
        }
        *jumped = *jumped || moved;
        const int status = look_at_both(s, t, y);
        if (status != 0 || !moved)
            return status;
    }
    return 0;
}

static bool lead_here(const work *w)
{
    return w->d_rate[0] > 0 && w->d_rate[1] < 0;
}

/* Is the surface one that both sides lead back to, at a point on it? 1, 0, or negative. */
static int leads_back(eg_network *s, double t, double *y)
{
    const int i = s->sliding.slide->relation - 1;
    const long structure = s->base.structure;
    bool fits = true;
    int status = 0;
    for (int side = 0; side < 2 && status == 0; side++) {
        take_side(s, side);
        eg_network_evaluate(s, t, y, s->scratch.zero, 0);
        eg_user_find_relevant(s);
        memcpy(s->sliding.relevant + side * s->m->user->relation_count, s->user.relevant,
               sizeof *s->user.relevant * (size_t)s->m->user->relation_count);
        status = eg_network_update_structure(s, t);
        fits = fits && s->base.structure == structure;
    }
    if (status != 0 || !fits)
        return status < 0 ? status : 0;
    status = look_at_both(s, t, y);
    if (status != 0)
        return status < 0 ? status : 0;
    const work *w = s->sliding.work;
    if (!lead_here(w))
        return 0;
    /* What is a matter of rounding, or of a short time, is on it. */
    const double instant = eg_system_instant(&s->base, t - s->base.origin);
    const double off =
        1e3 * (largest_rounding(s, i, eg_user_sizes(s)) + instant * (w->d_rate[0] - w->d_rate[1]));
    return fabs(w->d[0]) <= off && fabs(w->d[1]) <= off &&
           fabs(w->d[1] - w->d[0]) <= largest_rounding(s, i, eg_user_sizes(s));
}

static void forget(eg_network *s)
{
    memset(s->sliding.member, 0, sizeof *s->sliding.member * (size_t)s->m->user->relation_count);
    s->sliding.slide->relation = s->sliding.slide->repeats = 0;
}

/* Tries to go on along the surface of relation i; 1: it does, 0, or negative. */
static int begin(eg_network *s, int i, double t, double *y, double *yp, bool *jumped)
{
    const eg_user *u = s->m->user;
    const int count = u->relation_count;
    if (!make_work(s))
        return EG_ERROR_MEMORY;
    bool *const was = s->sliding.relevant + 2 * count; /* modes; then what was relevant */
    for (int k = 0; k < count; k++) {
        was[k] = s->user.mode[k] != 0;
        was[count + k] = s->user.relevant[k];
        for (int side = 0; side < 2; side++)
            s->sliding.relevant[side * count + k] = s->user.relevant[k];
        s->sliding.member[k] = (signed char)same_surface(u, i, k);
    }
    s->sliding.slide->relation = i + 1;
    const long structure = s->base.structure;
    int fits = acts_at_events(s) ? 0 : leads_back(s, t, y);
    if (fits > 0) {
        /* What was only near may have been led back by a force that follows d, and is nothing on the surface.
         */
        memcpy(s->sliding.work->base, y, sizeof *y * (size_t)s->base.n);
        bool moved = false;
        const int status = project(s, t, y, &moved);
        if (status == 0 && lead_here(s->sliding.work) && eg_slide_settle(s, t, y, yp) == 0) {
            s->sliding.slide->is_on = true;
            s->base.structure++;
            *jumped = *jumped || moved;
            return 1;
        }
        memcpy(y, s->sliding.work->base, sizeof *y * (size_t)s->base.n);
        fits = status < 0 ? status : 0;
    }
    for (int k = 0; k < count; k++) {
        s->user.mode[k] = was[k];
        s->user.relevant[k] = was[count + k];
    }
    forget(s);
    eg_network_evaluate(s, t, y, yp, 0);
    if (fits == 0 && s->base.structure != structure)
        fits = eg_network_update_structure(s, t);
    return fits < 0 ? fits : 0;
}

int eg_slide_end(eg_network *s, double t, double *y, bool *jumped)
{
    int status = look_at_both(s, t, y);
    if (status == 0)
        status = project(s, t, y, jumped);
    if (status != 0)
        return status;
    take_side(s, alpha_of(s->sliding.work) >= 0.5);
    s->sliding.slide->is_on = false;
    s->base.structure++;
    s->base.pattern = &s->jacobian.pattern;
    return 0;
}

/* The relation whose events these are, one surface, + 1; 0: there are others. */
static int fired_alone(const eg_network *s, const bool *fired)
{
    const eg_user *u = s->m->user;
    int which = 0, all = 0;
    for (int i = 0; i < s->base.switch_count; i++)
        all += fired[i];
    for (int i = 0; i < u->relation_count && which >= 0; i++) {
        const int k = u->relations[i].switch_index;
        if (k < 0 || !fired[k])
            continue;
        all--;
        if (which > 0 && same_surface(u, which - 1, i) == 0)
            return 0;
        which = which > 0 ? which : i + 1;
    }
    return all == 0 ? which : 0;
}

int eg_slide_look(eg_network *s, double t, const bool *fired, bool slid, double *y, double *yp, bool *jumped,
                  eg_event_sink *sink)
{
    const eg_user *u = s->m->user;
    eg_slide *k = s->sliding.slide;
    int which = k->relation;
    if (slid && fired && fired[u->relations[which - 1].switch_index]) { /* alpha is at its end */
        forget(s);
        return 0;
    }
    if (!slid) {
        which = fired ? fired_alone(s, fired) : 0;
        const bool again = which > 0 && k->relation > 0 && same_surface(u, which - 1, k->relation - 1) != 0 &&
                           t - k->last <= SOON * eg_system_while(&s->base, t - s->base.origin);
        k->repeats = again ? k->repeats + 1 : 1;
        k->relation = which;
        k->last = t;
        if (which == 0 || k->repeats < REPEATS)
            return 0;
    }
    const int status = begin(s, which - 1, t, y, yp, jumped);
    if (status > 0 && !slid && sink)
        sink->happened(sink, t, s->m->name, u->relations[which - 1].slides, false);
    return status < 0 ? status : 0;
}
