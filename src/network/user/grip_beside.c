/* Native friction beside friction that users' equations describe, holding the same bodies.
 *
 * A share (grip.c) is a direction N in which the forces x of users' friction may change without moving
 * anything. What native friction holds with, f, is what accelerations leave over, and so follows x: df = G N.
 * All of them share the load in proportion to what each can hold, as each kind does among its own: of all
 * x that give the same motion, those with the smallest
 *     sum of h x^2/(2 limit) + sum of h f^2/(2 limit),
 * h being how much a force counts at the body that it acts on, behind a gear. (Along N the sum of all h x and
 * h f does not change, so that this is least where all x/limit and f/limit are the same.)
 *
 * f is linear in x while modes last; limits may follow x too, by way of what a gear carries. With g the
 * gradient of this sum along all N, limits being what they are, and H its derivative, the step to g = 0 is
 * -H^-1 g. That step is what stands in the rows of shares: its derivative by a share's own x is 1, when all
 * else follows, and Newton's method ends where it is 0. */
#include "network/motion/stick.h"
#include "component/friction/friction.h"
#include "network/motion/evaluate.h"
#include "network/network.h"
#include "network/user/build.h"
#include "network/user/evaluate.h"
#include "network/user/grip_beside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Less than this share of the largest limit counts as that much. */
static const double LEAST = 1e-9;

/* Does native element i hold with a force of its own? At a hard stop it takes all that comes. */
static bool shares_load(const eg_network *s, int i)
{
    return s->stick.is_tied[i] && eg_friction_kind_of(s->mode[i]) == EG_LOCKED;
}

static bool any_shares_load(const eg_network *s)
{
    bool any = false;
    for (int j = 0; j < s->m->kinds.friction_count && s->stick.follower_count > 0 && !any; j++)
        any = shares_load(s, s->m->kinds.frictions[j]);
    return any;
}

/* What those that are tied hold with is in no balance. */
static void take_forces_out(eg_network *s)
{
    for (int j = 0; j < s->m->kinds.friction_count; j++)
        if (s->stick.is_tied[s->m->kinds.frictions[j]])
            s->force[s->m->kinds.frictions[j]].f = 0;
}

/* Of each share: what native friction (frictions) and the inputs of formulas (inputs) answer to it; behind
 * those room for g, H, inputs and x, and how much each x counts. */
static int width(const eg_network *s)
{
    return s->m->kinds.friction_count + s->m->user->input_count;
}

static double *answers_of(const eg_network *s, const eg_user_shares *k, int share)
{
    return k->beside + (ptrdiff_t)share * width(s);
}

static double *counts_of(const eg_network *s, const eg_user_shares *k)
{
    const int n = k->share_count;
    return k->beside + (ptrdiff_t)n * (width(s) + n + 1) + s->m->user->input_count + k->count;
}

/* All answers are linear: a difference over any distance is exact but for rounding, least over one that
 * forces are large at. */
static double distance(const eg_network *s)
{
    double most = 0;
    for (int j = 0; j < s->m->kinds.friction_count; j++)
        if (shares_load(s, s->m->kinds.frictions[j]))
            most = fmax(most, eg_stick_strength(s, s->m->kinds.frictions[j]));
    return most > 0 ? most : 1;
}

/* Adds what is there at y + h z, times `by`: forces, inputs and the loads on what is held. */
static int add_answers(eg_network *s, double t, const double *y, const double *z, double h, double by,
                       double *answers)
{
    for (int i = 0; i < s->base.n; i++) {
        s->ahead.y[i] = y[i] + (s->differential[i] ? 0 : h * z[i]);
        s->ahead.rate[i] = s->differential[i] ? h * z[i] : 0;
    }
    eg_network_evaluate(s, t, s->ahead.y, s->ahead.rate, 0);
    if (eg_stick_forces(s, s->ahead.rate) != 0)
        return EG_ERROR_MEMORY;
    for (int j = 0; j < s->m->kinds.friction_count; j++)
        *answers++ +=
            shares_load(s, s->m->kinds.frictions[j]) ? by * s->force[s->m->kinds.frictions[j]].f : 0;
    take_forces_out(s);
    for (int i = 0; i < s->m->user->input_count; i++)
        *answers++ += by * s->user.in[i];
    for (int j = 0; j < s->stick.follower_count; j++)
        *answers++ += by * s->stick.balance[eg_v(s->m, s->stick.followers[j])];
    return 0;
}

/* Adds what x number i has to do with each share. */
static void add_to_shares(const eg_network *s, const eg_user_shares *k, int i, const double *answers)
{
    double *count = &counts_of(s, k)[i];
    for (int a = 0; a < k->share_count; a++)
        for (int c = 0; c < width(s); c++)
            answers_of(s, k, a)[c] += k->by_column[a * k->count + i] * answers[c];
    for (int j = 0; j < s->stick.follower_count; j++)
        *count = fmax(*count, fabs(answers[width(s) + j]));
}

int eg_user_find_beside(eg_network *s, eg_user_shares *k, double t, const double *y, const double *z)
{
    const size_t shares = (size_t)k->share_count, each = (size_t)(width(s) + s->stick.follower_count);
    const double h = distance(s);
    /* Where positions are algebraic too, a change of y is more than that of an unknown (consistent.c). */
    if (shares == 0 || !any_shares_load(s) || s->balance.count > 0 || !eg_stick_is_current(s))
        return 0;
    k->beside = calloc(shares * ((size_t)width(s) + shares + 1) + (size_t)s->m->user->input_count +
                           2 * (size_t)k->count,
                       sizeof(double));
    double *answers = malloc(each * sizeof(double));
    int status = k->beside && answers ? 0 : EG_ERROR_MEMORY;
    for (int i = 0; i < k->count && status == 0; i++) {
        memset(answers, 0, each * sizeof(double));
        status = add_answers(s, t, y, z + (ptrdiff_t)i * s->base.n, h, 1 / h, answers);
        if (status == 0)
            status = add_answers(s, t, y, z, 0, -1 / h, answers);
        if (status == 0)
            add_to_shares(s, k, i, answers);
    }
    free(answers);
    return status;
}

/* ---------------------------------------------------------------- the step */

/* x number i, among inputs. */
static double x_of(const eg_network *s, int i, const double *inputs)
{
    const eg_user *u = s->m->user;
    return inputs[u->tape.code[u->grips[s->user.shares->grip[i]].instruction].a];
}

/* h/limit of x number i. What acts on no body that native friction holds, but for rounding, counts as it
 * is. */
static double weight(const eg_network *s, int i, double least)
{
    const double count = counts_of(s, s->user.shares)[i];
    return (count > LEAST ? count : 1) / fmax(s->user.shares->limit[i], least);
}

/* The same of a native element. */
static double native_weight(const eg_network *s, int i, double least)
{
    const eg_hold h = eg_hold_of(s->m, i);
    return fmax(fabs(h.factor[0]), fabs(h.factor[1])) / fmax(eg_stick_strength(s, i), least);
}

/* Of the sum, along share a. */
static double gradient(const eg_network *s, int a, double least, const double *inputs)
{
    const eg_user_shares *k = s->user.shares;
    double sum = 0;
    for (int i = 0; i < k->count; i++)
        sum += k->by_column[a * k->count + i] * x_of(s, i, inputs) * weight(s, i, least);
    return sum;
}

static double native_gradient(const eg_network *s, int a, double least)
{
    const double *by = answers_of(s, s->user.shares, a);
    double sum = 0;
    for (int j = 0; j < s->m->kinds.friction_count; j++) {
        const int i = s->m->kinds.frictions[j];
        if (by[j] != 0 && shares_load(s, i))
            sum += by[j] * s->force[i].f * native_weight(s, i, least);
    }
    return sum;
}

/* Its derivative along share b, limits being what they are. */
static double curvature(const eg_network *s, int a, int b, double least)
{
    const eg_user_shares *k = s->user.shares;
    const double *by_a = answers_of(s, k, a), *by_b = answers_of(s, k, b);
    double sum = 0;
    for (int i = 0; i < k->count; i++)
        sum += k->by_column[a * k->count + i] * k->by_column[b * k->count + i] * weight(s, i, least);
    for (int j = 0; j < s->m->kinds.friction_count; j++) {
        const int i = s->m->kinds.frictions[j];
        if (by_a[j] != 0 && shares_load(s, i))
            sum += by_a[j] * by_b[j] * native_weight(s, i, least);
    }
    return sum;
}

/* What it adds that limits follow share b: a short difference, since they may have kinks. `inputs`: those of
 * the point; x tells the sides of limits. */
static void add_slopes(eg_network *s, int b, double least, const double *inputs, const double *x, double *H)
{
    const int n = s->user.shares->share_count;
    const double *by = answers_of(s, s->user.shares, b) + s->m->kinds.friction_count;
    const double h = 1e-6 * fmax(s->user.shares->limit[s->user.shares->free_one[b]], least);
    for (int a = 0; a < n; a++)
        H[a * n + b] -= gradient(s, a, least, inputs) / h;
    for (int i = 0; i < s->m->user->input_count; i++)
        s->user.in[i] += h * by[i];
    eg_user_refresh(s);
    eg_user_find_limits(s, x);
    for (int a = 0; a < n; a++)
        H[a * n + b] += gradient(s, a, least, inputs) / h;
    memcpy(s->user.in, inputs, sizeof *inputs * (size_t)s->m->user->input_count);
    eg_user_refresh(s);
    eg_user_find_limits(s, x);
}

/* g becomes H^-1 g. H is positive definite where limits are what they are, since every N has a 1 where all
 * others have a 0, and not much else where they follow. */
static void solve(double *H, double *g, int n)
{
    for (int p = 0; p < n; p++)
        for (int r = p + 1; r < n; r++) {
            const double l = H[r * n + p] / H[p * n + p];
            for (int c = p; c < n; c++)
                H[r * n + c] -= l * H[p * n + c];
            g[r] -= l * g[p];
        }
    for (int p = n - 1; p >= 0; p--) {
        for (int c = p + 1; c < n; c++)
            g[p] -= H[p * n + c] * g[c];
        g[p] /= H[p * n + p];
    }
}

/* To the minimum, where limits are those of the sides that x is on. `inputs`: those of the point. */
static void find_step(eg_network *s, const double *inputs, const double *x, double *step)
{
    const eg_user_shares *k = s->user.shares;
    const int n = k->share_count;
    double *H = step + n, least = distance(s);
    eg_user_find_limits(s, x);
    for (int i = 0; i < k->count; i++)
        least = fmax(least, k->limit[i]);
    least *= LEAST;
    for (int a = 0; a < n; a++) {
        step[a] = gradient(s, a, least, inputs) + native_gradient(s, a, least);
        for (int b = 0; b < n; b++)
            H[a * n + b] = curvature(s, a, b, least);
    }
    for (int b = 0; b < n; b++)
        add_slopes(s, b, least, inputs, x, H);
    solve(H, step, n);
}

/* Where the step leads to other sides, on which limits are others, it is found anew for these: else a first
 * step from x = 0 would never be the last one, however small it is. */
enum { PASSES = 4 };

void eg_user_steps_beside(eg_network *s, const double *yp, double *step)
{
    const eg_user_shares *k = s->user.shares;
    const int n = k->share_count;
    double *inputs = step + n + (ptrdiff_t)n * n, *x = inputs + s->m->user->input_count;
    memset(step, 0, sizeof *step * (size_t)n);
    if (!eg_stick_is_current(s) || eg_stick_forces(s, yp) != 0)
        return;
    memcpy(inputs, s->user.in, sizeof *inputs * (size_t)s->m->user->input_count);
    for (int i = 0; i < k->count; i++)
        x[i] = x_of(s, i, inputs);
    bool leads_on = true;
    for (int pass = 0; pass < PASSES && leads_on; pass++) {
        leads_on = false;
        find_step(s, inputs, x, step);
        for (int i = 0; i < k->count; i++) {
            double to = x_of(s, i, inputs);
            for (int a = 0; a < n; a++)
                to -= k->by_column[a * k->count + i] * step[a];
            leads_on = leads_on || (to != 0 && (x[i] == 0 || (to > 0) != (x[i] > 0)));
            x[i] = to != 0 ? to : x[i];
        }
    }
    take_forces_out(s);
}

/* The rounding of the loads on what native friction holds is that of f, and |G| times the rounding of a step,
 * since H is no less than G^2/limit. */
void eg_user_add_sizes_beside(const eg_network *s, double *sizes)
{
    const eg_user_shares *k = s->user.shares;
    double load = 0;
    for (int j = 0; j < s->stick.follower_count; j++)
        load += sizes[eg_v(s->m, s->stick.followers[j])];
    for (int a = 0; a < k->share_count; a++) {
        const double *by = answers_of(s, k, a);
        double most = 0;
        for (int j = 0; j < s->m->kinds.friction_count; j++)
            most = fmax(most, fabs(by[j]));
        if (most > 0)
            sizes[s->m->first.user + s->m->user->grips[k->grip[k->free_one[a]]].row] += load / most;
    }
}
