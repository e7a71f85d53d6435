/* One body's motion in closed form, against its own Taylor series, sums over fine samples, and a search for
 * falls that looks everywhere. */
#include "engine/exact/closed_motion.h"

#include "build_model.h"

#include <float.h>

enum { CASES = 400, SAMPLES = 20000 };

static double uniform(unsigned long *seed)
{
    *seed = *seed * 6364136223846793005ul + 1442695040888963407ul;
    return (double)(*seed >> 33) / 2147483648.0;
}

typedef struct setting {
    double v, a, k, d, end;
    double pace; /* [1/s] */
} setting;

/* Springs from soft to stiff, damping from none to far beyond the critical; neither of them, and at rest now
 * and then. */
static setting draw(unsigned long *seed)
{
    setting s;
    bool flies = uniform(seed) < 0.1;
    s.k = pow(10, 6 * uniform(seed) - 1);
    s.pace = sqrt(s.k);
    s.d = uniform(seed) < 0.1 ? 0 : 2 * s.pace * pow(10, 4 * uniform(seed) - 3);
    s.v = uniform(seed) < 0.1 ? 0 : 2 * uniform(seed) - 1;
    s.a = uniform(seed) < 0.1 ? 0 : s.pace * (4 * uniform(seed) - 2);
    s.end = 12 * uniform(seed) / s.pace;
    s.k = flies ? 0 : s.k;
    s.d = flies ? 0 : s.d;
    return s;
}

/* By power series, in steps so short that the terms fall fast. */
static void follow(const setting *s, double *x, double *v)
{
    double rate = s->d + s->pace, c = s->a + s->d * s->v;
    int steps = 1 + (int)(2 * rate * s->end);
    double h = s->end / steps, at = 0, speed = s->v;
    for (int i = 0; i < steps; i++) {
        double term[2] = {speed * h, (c - s->k * at - s->d * speed) * h}; /* of x and of v, order 1 */
        at += term[0];
        speed += term[1];
        for (int n = 2; n < 30; n++) {
            double next = h / n * (-s->k * term[0] - s->d * term[1]);
            term[0] = h / n * term[1];
            term[1] = next;
            at += term[0];
            speed += term[1];
        }
    }
    *x = at;
    *v = speed;
}

static void motion_is_that_of_its_equation(void **state)
{
    (void)state;
    unsigned long seed = 1;
    int made = 0;
    for (int i = 0; i < CASES; i++) {
        setting s = draw(&seed);
        eg_closed_motion m;
        double x, v, x_true, v_true;
        if (!eg_closed_motion_make(&m, s.v, s.a, s.k, s.d) || s.d * s.end > 2000)
            continue;
        made++;
        eg_closed_motion_at(&m, s.end, &x, &v);
        follow(&s, &x_true, &v_true);
        double size = eg_closed_motion_size(&m, s.end), speed = eg_closed_motion_speed_size(&m, s.end);
        NEAR(x, x_true, 1e-12 * size);
        NEAR(v, v_true, 1e-12 * speed);
        eg_closed_motion_at(&m, 0, &x, &v);
        NEAR(x, 0, 4 * DBL_EPSILON * size);
        NEAR(v, s.v, 4 * DBL_EPSILON * speed);
    }
    TRUE(made > CASES / 2);
    ALL_WELL();
}

/* The way and the integral of the squared speed, summed up over samples: errors go with the square of a
 * sample's length, in which the phase moves by 6e-4 or the damping by what d is beyond 2 sqrt(k). */
static void sums_are_those_of_samples(void **state)
{
    (void)state;
    unsigned long seed = 2;
    for (int i = 0; i < CASES; i++) {
        setting s = draw(&seed);
        eg_closed_motion m;
        if (!eg_closed_motion_make(&m, s.v, s.a, s.k, s.d))
            continue;
        double x = 0, v = s.v, before = 0, way = 0, square = 0, h = s.end / SAMPLES, most = fabs(s.v);
        for (int j = 1; j <= SAMPLES; j++, before = x) {
            double last = v * v, middle, between;
            eg_closed_motion_at(&m, h * (j - 0.5), &middle, &between);
            eg_closed_motion_at(&m, h * j, &x, &v);
            way += fabs(middle - before) + fabs(x - middle);
            square += h / 6 * (last + 4 * between * between + v * v);
            most = fmax(most, fabs(v));
        }
        double coarse = fmin(1, pow((s.d + s.pace) * h, 2));
        NEAR(eg_closed_motion_way(&m, s.end, x), way, most * s.end * (1e-9 + coarse));
        NEAR(eg_closed_motion_square(&m, s.end), square, most * most * s.end * (1e-11 + coarse * coarse));
    }
    ALL_WELL();
}

/* The first sample below, and whether h is at least that far below that it counts. */
static double first_below(eg_closed_motion *m, double h0, double p, double q, double v0, double end,
                          double *lowest)
{
    double first = INFINITY;
    *lowest = INFINITY;
    for (int j = 1; j <= SAMPLES; j++) {
        double x, v, t = end * j / SAMPLES;
        eg_closed_motion_at(m, t, &x, &v);
        double h = h0 + p * x + q * (v - v0);
        *lowest = fmin(*lowest, h);
        if (h < 0 && first > end)
            first = t;
    }
    return first;
}

/* Anywhere, and of functions that begin at 0 and rise. A fall that the samples see is there, none is earlier,
 * and one that they do not see is no deeper than a sample lets it be. */
static void no_fall_is_missed(void **state)
{
    (void)state;
    unsigned long seed = 3;
    int falls = 0, rests = 0;
    for (int i = 0; i < 4 * CASES; i++) {
        setting s = draw(&seed);
        eg_closed_motion m;
        double p = 2 * uniform(&seed) - 1, q = (2 * uniform(&seed) - 1) / s.pace, lowest;
        if (!eg_closed_motion_make(&m, s.v, s.a, s.k, s.d))
            continue;
        double size =
            fabs(p) * eg_closed_motion_size(&m, s.end) + fabs(q) * eg_closed_motion_speed_size(&m, s.end);
        double h0 = i % 4 == 0 ? 0 : size * uniform(&seed), rate = p * s.v + q * s.a;
        if (h0 == 0 && !(rate > 1e-3 * size * s.pace))
            continue;
        double t = eg_closed_motion_fall(&m, h0, p, q, fabs(h0) + fabs(q * s.v), 1e-15 * size, s.end);
        double seen = first_below(&m, h0, p, q, s.v, s.end, &lowest);
        TRUE(!isnan(t));
        if (seen <= s.end) {
            double x, v;
            TRUE(t <= seen && t > seen - s.end / SAMPLES * 1.0000001);
            eg_closed_motion_at(&m, t, &x, &v);
            NEAR(h0 + p * x + q * (v - s.v), 0, 1e-14 * size);
            falls++;
        } else if (t <= s.end) { /* between two samples */
            double coarse = (s.d + s.pace) * s.end / SAMPLES;
            AT_MOST(lowest, size * coarse * coarse);
        } else {
            rests++;
        }
    }
    TRUE(falls > CASES / 2 && rests > CASES / 4);
    ALL_WELL();
}

/* A fall is where it is in whatever units the function and the motion are: powers of two change no digit, and
 * squares of either may be next to nothing. */
static void falls_know_no_units(void **state)
{
    (void)state;
    static const int units[] = {-900, -700, 700, 900};
    unsigned long seed = 5;
    int falls = 0;
    for (int i = 0; i < 4 * CASES; i++) {
        setting s = draw(&seed);
        const int of_h = units[i % 4], of_x = of_h / 2;
        double p = 2 * uniform(&seed) - 1, q = (2 * uniform(&seed) - 1) / s.pace;
        eg_closed_motion m, other;
        if (!eg_closed_motion_make(&m, s.v, s.a, s.k, s.d))
            continue;
        TRUE(eg_closed_motion_make(&other, ldexp(s.v, of_x), ldexp(s.a, of_x), s.k, s.d));
        double most =
            fabs(p) * eg_closed_motion_size(&m, s.end) + fabs(q) * eg_closed_motion_speed_size(&m, s.end);
        double h0 = i % 3 == 0 ? 0 : most * uniform(&seed), size = h0 + fabs(q * s.v), blur = 1e-15 * most;
        double t = eg_closed_motion_fall(&m, h0, p, q, size, blur, s.end);
        double same =
            eg_closed_motion_fall(&other, ldexp(h0, of_h), ldexp(p, of_h - of_x), ldexp(q, of_h - of_x),
                                  ldexp(size, of_h), ldexp(blur, of_h), s.end);
        TRUE(isnan(t) == isnan(same) && isinf(t) == isinf(same));
        if (!(same < INFINITY))
            continue;
        double x, v; /* what is 0 to round-off there, as no_fall_is_missed has it */
        eg_closed_motion_at(&m, same, &x, &v);
        NEAR(h0 + p * x + q * (v - s.v), 0, 1e-14 * most);
        falls++;
    }
    TRUE(falls > CASES / 2);
    ALL_WELL();
}

/* What is close to critical or has no spring is left to others. */
static void what_would_lose_digits_is_refused(void **state)
{
    (void)state;
    eg_closed_motion m;
    TRUE(!eg_closed_motion_make(&m, 1, 1, 100, 20) && !eg_closed_motion_make(&m, 1, 1, 100, 20.0001));
    TRUE(eg_closed_motion_make(&m, 1, 1, 0, 0) && m.kind == EG_MOTION_FLIES);
    TRUE(!eg_closed_motion_make(&m, 1, 1, 0, 1) && !eg_closed_motion_make(&m, 1, 1, 1, -0.1));
    TRUE(eg_closed_motion_make(&m, 1, 1, 100, 19) && m.kind == EG_MOTION_SWINGS &&
         eg_closed_motion_make(&m, 1, 1, 100, 21) && m.kind == EG_MOTION_DECAYS);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_is_that_of_its_equation),
        cmocka_unit_test(sums_are_those_of_samples),
        cmocka_unit_test(no_fall_is_missed),
        cmocka_unit_test(falls_know_no_units),
        cmocka_unit_test(what_would_lose_digits_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
