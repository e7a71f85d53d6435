#include "engine/work.h"

#include <math.h>

/* An interval is halved at most this often: 2^-20 of a step holds nothing that matters. */
enum { MAX_HALVINGS = 20 };

/* An estimate of the integrals over an interval, and how large the powers are in it. Heat flows are as
 * smooth as losses and temperatures, and are not asked. */
typedef struct estimate {
    double integral[EG_POWER_COUNT], size;
} estimate;

/* The highest coefficient of the Legendre series of a power, by the discrete transform on the nodes. */
static double tail_of(const eg_nodes *nodes, eg_power_samples power, int p)
{
    double tail = 0;
    for (int j = 0; j < nodes->count; j++)
        tail += nodes->tail[j] * power[j][p];
    return fabs((nodes->count - 1) * tail);
}

static estimate integrate(const eg_nodes *nodes, int powers, eg_power_samples power, double length)
{
    estimate e = {{0}, 0};
    double magnitude[EG_POWER_HEATED] = {0};
    for (int j = 0; j < nodes->count; j++) {
        const double weight = length * nodes->w[j];
        for (int p = 0; p < EG_POWER_HEATED; p++) {
            e.integral[p] += weight * power[j][p];
            magnitude[p] += weight * fabs(power[j][p]);
        }
        for (int p = EG_POWER_HEATED; p < powers; p++)
            e.integral[p] += weight * power[j][p];
    }
    for (int p = 0; p < EG_POWER_HEATED; p++)
        e.size = fmax(e.size, magnitude[p]);
    return e;
}

/* The turnover is what others are measured against, and has a kink wherever the power of a source changes its
 * sign: it needs no more digits than that. */
static const double turnover_part = 1e-3;

/* The errors that do not matter: a share of what the engine allows itself of the energy in play. */
typedef struct allowances {
    double of[EG_POWER_COUNT];
} allowances;

/* An energy that has only begun to flow counts with what the interval brings. */
static allowances allowances_of(const eg_work *work, const eg_engine *engine, const estimate *whole)
{
    double done = fmax(fabs(work->sum[EG_POWER_TURNOVER].hi), fabs(work->sum[EG_POWER_DISSIPATED].hi));
    double energy = fmax(fmax(work->initial, done), whole->size), part = 0.02 * engine->tolerance;
    allowances a;
    for (int p = 0; p < EG_POWER_HEATED; p++)
        a.of[p] = energy * (p == EG_POWER_TURNOVER && part < turnover_part ? turnover_part : part);
    return a;
}

static bool looks_smooth(const eg_nodes *nodes, eg_power_samples power, double length, double size,
                         allowances allowed)
{
    for (int p = 0; p < EG_POWER_HEATED; p++) {
        double tail = length * tail_of(nodes, power, p);
        if (tail * fmin(1, tail / size) > allowed.of[p])
            return false;
    }
    return true;
}

static void take(eg_work *work, int powers, const estimate *e)
{
    for (int p = 0; p < powers; p++)
        work->sum[p] = eg_dd_add_double(work->sum[p], e->integral[p]);
}

static int sample(eg_work *work, eg_engine *engine, const eg_nodes *nodes, double a, double b,
                  eg_power_samples power)
{
    eg_system *s = engine->system;
    for (int j = 0; j < nodes->count; j++) {
        double t = a + nodes->x[j] * (b - a);
        int status = engine->ops->dense(engine, t, work->y, NULL);
        if (status == 0)
            status = s->ops->powers(s, t, work->y, power[j]);
        if (status != 0)
            return status;
    }
    return 0;
}

/* The largest difference between an integral and the sum of its halves, in units of what is allowed. */
static double difference(const estimate *whole, const estimate *left, const estimate *right,
                         allowances allowed)
{
    double largest = 0;
    for (int p = 0; p < EG_POWER_HEATED; p++)
        largest = fmax(largest,
                       fabs(whole->integral[p] - (left->integral[p] + right->integral[p])) / allowed.of[p]);
    return largest;
}

/* Adds [a, b], whose estimate `whole` is in doubt, by its halves; `before` is how far the halves were off
 * one level up. */
static int halve(eg_work *work, eg_engine *engine, const eg_nodes *nodes, double a, double b,
                 const estimate *whole, double before, int halvings)
{
    const int powers = eg_power_count(engine->system);
    eg_power_samples power;
    double middle = a + (b - a) / 2;
    int status = sample(work, engine, nodes, a, middle, power);
    if (status != 0)
        return status;
    estimate left = integrate(nodes, powers, power, middle - a);
    status = sample(work, engine, nodes, middle, b, power);
    if (status != 0)
        return status;
    estimate right = integrate(nodes, powers, power, b - middle);
    double off = difference(whole, &left, &right, allowances_of(work, engine, whole));
    if (halvings == 1 || !(off > 1) || !(off < before)) {
        take(work, powers, &left);
        take(work, powers, &right);
        return 0;
    }
    status = halve(work, engine, nodes, a, middle, &left, off, halvings - 1);
    return status == 0 ? halve(work, engine, nodes, middle, b, &right, off, halvings - 1) : status;
}

/* Powers by the part of a stretched step, over its mean pace: polynomials where those by time are none. */
static void stretch(const eg_engine *engine, const eg_nodes *nodes, double a, double b,
                    eg_power_samples power, eg_power_samples stretched)
{
    double from = eg_engine_part(engine, a), length = eg_engine_part(engine, b) - from;
    for (int j = 0; j < nodes->count; j++) {
        double pace = eg_engine_pace(engine, from + nodes->x[j] * length) * length / (b - a);
        for (int p = 0; p < eg_power_count(engine->system); p++)
            stretched[j][p] = pace * power[j][p];
    }
}

int eg_work_add(eg_work *work, eg_engine *engine, const eg_nodes *nodes, double a, double b,
                eg_power_samples power)
{
    const int powers = eg_power_count(engine->system);
    eg_power_samples stretched;
    if (engine->stretch.power > 1) {
        stretch(engine, nodes, a, b, power, stretched);
        power = stretched;
    }
    estimate whole = integrate(nodes, powers, power, b - a);
    if (whole.size > 0 && !looks_smooth(nodes, power, b - a, whole.size, allowances_of(work, engine, &whole)))
        return halve(work, engine, nodes, a, b, &whole, INFINITY, MAX_HALVINGS);
    take(work, powers, &whole);
    return 0;
}
