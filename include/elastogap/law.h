/* Force laws: ElastoGap and SpringDamper as pure functions of numbers.
 *
 * Header-only, C99 (and C++), no allocation, no state, no library but libm. Everything is `static inline`.
 *
 * Sign convention (that of the Modelica Standard Library): s_rel = flange_b.s - flange_a.s,
 * v_rel = der(s_rel), f = flange_b.f, flange_a.f = -f. A compressed gap has s_rel < s_rel0 and f < 0.
 *
 * ElastoGap, with ratio r = (s_rel - s_rel0)/s_ref and contact = s_rel < s_rel0 (exact touch is none); it
 * is law (1) of docs/contact-laws.md, and its restitution (15):
 *
 *     f_c  = -f_ref*|r|^n                  spring; f_ref is the force at a compression of s_ref
 *     f_d2 = d*v_rel                       damper
 *     f_d  = min(max(f_d2, f_c), -f_c)     bounded damper: |f_d| <= |f_c|
 *     f    = f_c + f_d                     never pulls, never jumps; 0 without contact
 *     loss = f_d*v_rel                     >= 0
 *
 * The two bounds and the contact edge are the kinks of f. Between them it is smooth, in one of four modes:
 *
 *     mode              holds while                f        f_d      loss
 *     apart             s_rel >= s_rel0            0        0        0
 *     approach-limited  d*v_rel <= f_c             2*f_c    f_c      f_c*v_rel
 *     linear            f_c < d*v_rel < -f_c       f_c+f_d2 d*v_rel  d*v_rel^2
 *     rebound-limited   d*v_rel >= -f_c            0        -f_c     -f_c*v_rel
 *
 * An integrator freezes the mode, steps, and ends the mode where a switching function falls through 0.
 * While it looks for that instant it evaluates the law beyond the edge; there a frozen contact mode
 * continues smoothly, with the spring as an odd function of s_rel - s_rel0 (f_c = +f_ref*r^n for r > 0).
 *
 * Degenerate laws: d = 0 leaves the contact linear throughout. Where f_c is 0 in contact (f_ref = 0, or
 * |r|^n underflows) the force is 0 and there is nothing to be clipped, hence no clip event.
 *
 * NaN in s_rel or v_rel comes out as a NaN force, whatever the mode.
 *
 * Same bits everywhere: for n = 1, 1.5, 2, 2.5, ... only + - * / and sqrt are used, in a fixed order; other n
 * take pow and are as good as the platform's. Array forms give the bits of the scalar ones. Both promises
 * want contraction off (-ffp-contract=off) and no -ffast-math. */
#ifndef ELASTOGAP_LAW_H
#define ELASTOGAP_LAW_H

#include <math.h>
#include <stddef.h>

#if defined(__cplusplus)
#if defined(__GNUC__)
#define EG_LAW_RESTRICT __restrict__
#else
#define EG_LAW_RESTRICT
#endif
#else
#define EG_LAW_RESTRICT restrict
#endif

/* Where a copy for a constant argument is what makes a loop fast. */
#if defined(__GNUC__)
#define EG_LAW_EXPANDED __attribute__((always_inline))
#else
#define EG_LAW_EXPANDED
#endif

/* Forms that are more arithmetic than two lanes do at half the speed of memory are compiled for processors
 * with four as well, the same operations in the same order. */
#if defined(__GNUC__) && defined(__x86_64__) && !defined(__AVX2__)
#define EG_LAW_FOUR_LANES_ __attribute__((target("avx2")))
static inline int eg_law_has_four_lanes_(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}
#else
#define EG_LAW_FOUR_LANES_
static inline int eg_law_has_four_lanes_(void)
{
    return 0;
}
#endif

/* ---------------------------------------------------------------- types */

typedef enum eg_gap_mode {
    EG_GAP_APART,            /* no contact */
    EG_GAP_APPROACH_LIMITED, /* contact, damper bounded while closing */
    EG_GAP_LINEAR,           /* contact, damper free */
    EG_GAP_REBOUND_LIMITED   /* contact, damper bounded while opening: no force */
} eg_gap_mode;

/* A force with all that solvers want to know about it. */
typedef struct eg_law_force {
    double f;        /* = flange_b.f [N] */
    double df_ds;    /* partial derivative with respect to s_rel [N/m] */
    double df_dv;    /* ... and to v_rel [N.s/m] */
    double d2f_ds2;  /* [N/m2]; 0 at the very edge of touch, where for 1 < n < 2 it has no value */
    double loss;     /* dissipated power [W] */
    double dloss_ds; /* [W/m] */
    double dloss_dv; /* [N] */
} eg_law_force;

/* Parameters of an ElastoGap. The force follows from d, s_rel0, s_ref, f_ref and n alone. */
typedef struct eg_elasto_gap {
    double c;      /* spring constant [N/m], >= 0: what f_ref was made from, where it was made from c */
    double d;      /* damping constant [N.s/m], >= 0 */
    double s_rel0; /* s_rel at which contact begins [m] */
    double s_ref;  /* reference compression [m], > 0 */
    double f_ref;  /* spring force at that compression [N], >= 0 */
    double n;      /* exponent, >= 1: 1 for plates, 1.5 for metallic spheres */
} eg_elasto_gap;

/* Parameters of a linear spring and a linear damper side by side. */
typedef struct eg_spring_damper {
    double c;      /* [N/m], >= 0 */
    double d;      /* [N.s/m], >= 0 */
    double s_rel0; /* unstretched length [m] */
} eg_spring_damper;

/* Many laws, one parameter an array (all of length `count` at the call). */
typedef struct eg_elasto_gap_each {
    const double *d, *s_rel0, *s_ref, *f_ref;
    const double *n; /* NULL: every n is 1 */
} eg_elasto_gap_each;

/* ---------------------------------------------------------------- the three documented forms */

/* MSL 4.1. MSL's defaults: s_rel0 = 0, s_ref = 1, f_ref = c*s_ref, n = 1. Where f_ref is not c*s_ref it is
 * f_ref that rules; c then plays no part. */
static inline eg_elasto_gap eg_elasto_gap_msl(double c, double d, double s_rel0, double s_ref, double f_ref,
                                              double n)
{
    eg_elasto_gap law;
    law.c = c;
    law.d = d;
    law.s_rel0 = s_rel0;
    law.s_ref = s_ref;
    law.f_ref = f_ref;
    law.n = n;
    return law;
}

/* MSL up to 4.0: f_c = -c*|s_rel - s_rel0|^n, the law above with s_ref = 1 m. The unit of c is N/m^n. */
static inline eg_elasto_gap eg_elasto_gap_simple(double c, double d, double s_rel0, double n)
{
    return eg_elasto_gap_msl(c, d, s_rel0, 1.0, c, n);
}

/* Dyad's TranslationalComponents: the same law as MSL 4.1 in Dyad's order of parameters. (Dyad's component
 * differs in its ports only: its heat port is always there, and it has no variable `contact`.) */
static inline eg_elasto_gap eg_elasto_gap_dyad(double c, double d, double s_rel0, double s_ref, double f_ref,
                                               double n)
{
    return eg_elasto_gap_msl(c, d, s_rel0, s_ref, f_ref, n);
}

/* ---------------------------------------------------------------- x^n and the spring */

/* x^(halves/2), x >= 0, by binary powering. Its relative error of at most (halves/2 + 1)*2^-53 is no more
 * than what one rounding of x does to the result. */
static inline double eg_law_half_power_(double x, unsigned long halves)
{
    double p = (halves & 1ul) ? sqrt(x) : 1.0;
    unsigned long k = halves >> 1;
    while (k) {
        if (k & 1ul) {
            p *= x;
        }
        k >>= 1;
        if (k) {
            x *= x;
        }
    }
    return p;
}

/* Is 2n an integer that half_power can take? */
static inline int eg_law_is_half_integer_(double n)
{
    return n >= 1.0 && n < 1073741824.0 && 2.0 * n == (double)(unsigned long)(2.0 * n);
}

/* x^(n-1); n - 1 is exact. */
static inline double eg_law_power_slope_(double x, double n)
{
    if (n == 1.0) {
        return 1.0;
    }
    if (eg_law_is_half_integer_(n)) {
        return eg_law_half_power_(x, (unsigned long)(2.0 * (n - 1.0)));
    }
    return pow(x, n - 1.0);
}

/* x^n for x >= 0, n >= 1, from x^(n-1): who needs both takes one power. */
static inline double eg_law_power_(double x, double n)
{
    return n == 1.0 ? x : eg_law_power_slope_(x, n) * x;
}

/* f_c for n = 1, odd in s_rel - s_rel0. Adding 0 turns -0 into 0 and changes nothing else. */
static inline double eg_law_spring1_(double s_rel0, double s_ref, double f_ref, double s_rel)
{
    return f_ref * ((s_rel - s_rel0) / s_ref) + 0.0;
}

/* f_c, odd in s_rel - s_rel0. */
static inline double eg_elasto_gap_spring_(const eg_elasto_gap *law, double s_rel)
{
    if (law->n == 1.0) {
        return eg_law_spring1_(law->s_rel0, law->s_ref, law->f_ref, s_rel);
    }
    const double r = (s_rel - law->s_rel0) / law->s_ref;
    const double size = law->f_ref * eg_law_power_(fabs(r), law->n);
    return r < 0.0 ? 0.0 - size : size;
}

/* df_c/ds_rel, even in s_rel - s_rel0 and >= 0. */
static inline double eg_elasto_gap_stiffness_(const eg_elasto_gap *law, double s_rel)
{
    const double r = (s_rel - law->s_rel0) / law->s_ref;
    return law->f_ref / law->s_ref * (law->n * eg_law_power_slope_(fabs(r), law->n));
}

/* d2f_c/ds_rel2, odd. At touch it is 0, the mean of both sides; below the smallest normal number as well,
 * so that a division by it cannot overflow. */
static inline double eg_elasto_gap_curvature_(const eg_elasto_gap *law, double s_rel)
{
    const double r = (s_rel - law->s_rel0) / law->s_ref, x = fabs(r);
    if (law->n == 1.0 || x < 2.2250738585072014e-308) {
        return 0.0;
    }
    const double size = law->f_ref / law->s_ref / law->s_ref *
                        (law->n * (law->n - 1.0) * (eg_law_power_slope_(x, law->n) / x));
    return r < 0.0 ? -size : size;
}

/* Spring force and its first two derivatives by s_rel, as the three functions above. */
typedef struct eg_law_spring_ {
    double f_c, slope, curve;
} eg_law_spring_;

static inline eg_law_spring_ eg_elasto_gap_curve_(const eg_elasto_gap *law, double s_rel)
{
    const double r = (s_rel - law->s_rel0) / law->s_ref, x = fabs(r), n = law->n;
    const double p = eg_law_power_slope_(x, n), k = law->f_ref / law->s_ref;
    eg_law_spring_ o;
    o.slope = k * (n * p);
    o.curve = 0.0;
    if (n == 1.0) {
        o.f_c = eg_law_spring1_(law->s_rel0, law->s_ref, law->f_ref, s_rel);
        return o;
    }
    const double size = law->f_ref * (p * x);
    o.f_c = r < 0.0 ? 0.0 - size : size;
    if (!(x < 2.2250738585072014e-308)) {
        const double bend = k / law->s_ref * (n * (n - 1.0) * (p / x));
        o.curve = r < 0.0 ? -bend : bend;
    }
    return o;
}

/* min(max(f_d2, f_c), -f_c); a NaN passes. */
static inline double eg_law_bound_(double f_d2, double f_c)
{
    const double f_d = f_d2 < f_c ? f_c : f_d2, limit = -f_c;
    return f_d > limit ? limit : f_d;
}

/* f for n = 1: without contact it is that of exact touch. Written so that loops over it vectorise. */
static inline double eg_law_f1_(double d, double s_rel0, double s_ref, double f_ref, double s_rel,
                                double v_rel)
{
    const double s = s_rel > s_rel0 ? s_rel0 : s_rel;
    const double f_c = eg_law_spring1_(s_rel0, s_ref, f_ref, s);
    return f_c + eg_law_bound_(d * v_rel, f_c);
}

/* The force without contact: 0, or NaN where s_rel or v_rel is. */
static inline double eg_law_nothing_(double s_rel, double v_rel)
{
    return s_rel != s_rel ? s_rel : v_rel != v_rel ? v_rel : 0.0;
}

/* Which mode is it: 1.0 or 0.0. Bits in place of comparisons: compilers turn those into jumps, and then
 * cannot vectorise. */
static inline double eg_law_is_approach_(eg_gap_mode mode)
{
    return (double)((int)mode & ~((int)mode >> 1) & 1);
}

static inline double eg_law_is_linear_(eg_gap_mode mode)
{
    return (double)(((int)mode >> 1) & ~(int)mode & 1);
}

static inline double eg_law_is_rebound_(eg_gap_mode mode)
{
    return (double)((int)mode & ((int)mode >> 1) & 1);
}

static inline double eg_law_is_contact_(eg_gap_mode mode)
{
    return (double)(((int)mode | ((int)mode >> 1)) & 1);
}

/* f = (2u + l)*f_c + l*f_d2 and f_d = (u - w)*f_c + l*f_d2, with u, l, w = 1 in the approach-limited, linear
 * and rebound-limited mode, else 0. A NaN in f_c or f_d2 passes in every mode. */
static inline double eg_law_push_(eg_gap_mode mode, double f_c, double f_d2)
{
    const double u = eg_law_is_approach_(mode), l = eg_law_is_linear_(mode);
    return (2.0 * u + l) * f_c + l * f_d2 + 0.0;
}

static inline double eg_law_bounded_(eg_gap_mode mode, double f_c, double f_d2)
{
    const double u = eg_law_is_approach_(mode), l = eg_law_is_linear_(mode), w = eg_law_is_rebound_(mode);
    return (u - w) * f_c + l * f_d2 + 0.0;
}

/* The clip edges, where the law clips at all: > 0 inside the frozen mode, 1 where they do not bound it. Where
 * the spring force has underflowed to 0 there is nothing to clip, and no edge where v_rel changes its sign: a
 * bounded mode then counts f_d2 as if it pointed into it. */
typedef struct eg_law_edges_ {
    double approach, rebound; /* between approach-limited and linear, linear and rebound-limited */
} eg_law_edges_;

static inline eg_law_edges_ eg_law_edges_of_(eg_gap_mode mode, double f_c, double f_d2)
{
    const int m = (int)mode, half = m >> 1, linear = half & ~m & 1;
    const double u = (double)((m & ~half & 1) - linear), w = (double)((m & half & 1) - linear);
    const double clipped = fabs(f_c) + (double)linear, below = f_c - f_d2, above = f_c + f_d2;
    const double a = clipped != 0.0 ? below : fabs(below), r = clipped != 0.0 ? above : fabs(above);
    eg_law_edges_ edges;
    edges.approach = u * a + (1.0 - fabs(u));
    edges.rebound = w * r + (1.0 - fabs(w));
    return edges;
}

/* ---------------------------------------------------------------- ElastoGap, one value */

/* The mode at a point. */
static inline eg_gap_mode eg_elasto_gap_mode(const eg_elasto_gap *law, double s_rel, double v_rel)
{
    if (s_rel >= law->s_rel0) {
        return EG_GAP_APART;
    }
    if (!(law->d > 0.0)) {
        return EG_GAP_LINEAR;
    }
    const double f_c = eg_elasto_gap_spring_(law, s_rel), f_d2 = law->d * v_rel;
    if (f_d2 <= f_c) {
        return EG_GAP_APPROACH_LIMITED;
    }
    return f_d2 >= -f_c ? EG_GAP_REBOUND_LIMITED : EG_GAP_LINEAR;
}

/* f [N], the mode chosen at the point. */
static inline double eg_elasto_gap_f(const eg_elasto_gap *law, double s_rel, double v_rel)
{
    if (law->n == 1.0) {
        return eg_law_f1_(law->d, law->s_rel0, law->s_ref, law->f_ref, s_rel, v_rel);
    }
    if (s_rel >= law->s_rel0) {
        return eg_law_nothing_(s_rel, v_rel);
    }
    const double f_c = eg_elasto_gap_spring_(law, s_rel);
    return f_c + eg_law_bound_(law->d * v_rel, f_c);
}

/* MSL's protected variables in a frozen mode: spring force, unbounded and bounded damper force [N], and
 * ratio (dimensionless, also when apart). */
static inline void eg_elasto_gap_parts(const eg_elasto_gap *law, eg_gap_mode mode, double s_rel, double v_rel,
                                       double *f_c, double *f_d2, double *f_d, double *ratio)
{
    const int contact = mode != EG_GAP_APART;
    *ratio = (s_rel - law->s_rel0) / law->s_ref;
    *f_c = contact ? eg_elasto_gap_spring_(law, s_rel) : 0.0;
    *f_d2 = contact ? law->d * v_rel : 0.0;
    *f_d = contact ? eg_law_bounded_(mode, *f_c, *f_d2) : 0.0;
}

/* Force, derivatives and loss in a frozen mode. */
static inline void eg_elasto_gap_force(const eg_elasto_gap *law, eg_gap_mode mode, double s_rel, double v_rel,
                                       eg_law_force *out)
{
    eg_law_force o = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    if (mode == EG_GAP_APART) {
        o.f = o.loss = eg_law_nothing_(s_rel, v_rel);
        *out = o;
        return;
    }
    const double u = eg_law_is_approach_(mode), l = eg_law_is_linear_(mode), w = eg_law_is_rebound_(mode);
    const eg_law_spring_ spring = eg_elasto_gap_curve_(law, s_rel);
    const double f_c = spring.f_c, slope = spring.slope, f_d2 = law->d * v_rel;
    o.f = eg_law_push_(mode, f_c, f_d2);
    o.df_ds = (2.0 * u + l) * slope;
    o.df_dv = l * law->d;
    o.d2f_ds2 = (2.0 * u + l) * spring.curve;
    o.loss = eg_law_bounded_(mode, f_c, f_d2) * v_rel + 0.0;
    o.dloss_ds = (u - w) * slope * v_rel + 0.0;
    o.dloss_dv = (u - w) * f_c + 2.0 * l * f_d2 + 0.0;
    *out = o;
}

/* Energy stored in the spring [J], >= 0. In the rebound-limited mode it drains into heat. */
static inline double eg_elasto_gap_energy(const eg_elasto_gap *law, eg_gap_mode mode, double s_rel)
{
    if (mode == EG_GAP_APART) {
        return 0.0;
    }
    return fabs(eg_elasto_gap_spring_(law, s_rel) * (s_rel - law->s_rel0)) / (law->n + 1.0);
}

/* Can the damper be clipped at all? */
static inline int eg_elasto_gap_clips_(const eg_elasto_gap *law)
{
    return (law->d > 0.0) & (law->f_ref != 0.0);
}

/* Switching functions of a frozen mode: > 0 inside; the mode ends where one falls through 0. A function that
 * cannot end the mode is +1. h[0] [m]: contact edge; h[1] [N]: edge between approach-limited and linear;
 * h[2] [N]: edge between linear and rebound-limited. dh_ds and dh_dv (each may be NULL) receive the partial
 * derivatives with respect to s_rel and v_rel. */
static inline void eg_elasto_gap_switching(const eg_elasto_gap *law, eg_gap_mode mode, double s_rel,
                                           double v_rel, double h[3], double dh_ds[3], double dh_dv[3])
{
    const int apart = mode == EG_GAP_APART, clips = eg_elasto_gap_clips_(law);
    const double f_c = apart ? eg_law_nothing_(s_rel, v_rel) : eg_elasto_gap_spring_(law, s_rel);
    const double f_d2 = law->d * v_rel, outward = apart ? 1.0 : -1.0;
    h[0] = outward * (s_rel - law->s_rel0);
    const eg_law_edges_ edges = eg_law_edges_of_(mode, f_c, f_d2);
    h[1] = clips ? edges.approach : 1.0;
    h[2] = clips ? edges.rebound : 1.0;
    const double l = clips ? eg_law_is_linear_(mode) : 0.0;
    const double a1 = (clips ? eg_law_is_approach_(mode) : 0.0) - l;
    const double a2 = (clips ? eg_law_is_rebound_(mode) : 0.0) - l;
    if (dh_ds) {
        const double slope = apart ? 0.0 : eg_elasto_gap_stiffness_(law, s_rel);
        dh_ds[0] = outward;
        dh_ds[1] = a1 * slope;
        dh_ds[2] = a2 * slope;
    }
    if (dh_dv) {
        dh_dv[0] = 0.0;
        dh_dv[1] = -a1 * law->d;
        dh_dv[2] = a2 * law->d;
    }
}

/* The mode that follows when switching function `fired` (0, 1, 2) has fallen through 0 at this point. Touch
 * with d > 0 leads straight to approach-limited (d*v_rel < 0 = f_c). Where f_c is so small that both clip
 * edges lie within the round-off of the point, the linear mode between them is skipped; where round-off makes
 * a pull of it, the speed alone tells. */
static inline eg_gap_mode eg_elasto_gap_next(const eg_elasto_gap *law, eg_gap_mode mode, int fired,
                                             double s_rel, double v_rel)
{
    const double spring = eg_elasto_gap_spring_(law, s_rel), f_c = spring > 0.0 ? 0.0 : spring;
    const double f_d2 = law->d * v_rel;
    if (fired == 0) {
        if (mode != EG_GAP_APART) {
            return EG_GAP_APART;
        }
        if (!(law->d > 0.0)) {
            return EG_GAP_LINEAR;
        }
        return v_rel > 0.0 ? EG_GAP_REBOUND_LIMITED : EG_GAP_APPROACH_LIMITED;
    }
    if (fired == 1 && mode == EG_GAP_LINEAR) {
        return EG_GAP_APPROACH_LIMITED;
    }
    if (fired == 1 && mode == EG_GAP_APPROACH_LIMITED) {
        return f_d2 > -f_c ? EG_GAP_REBOUND_LIMITED : EG_GAP_LINEAR;
    }
    if (fired == 2 && mode == EG_GAP_LINEAR) {
        return EG_GAP_REBOUND_LIMITED;
    }
    if (fired == 2 && mode == EG_GAP_REBOUND_LIMITED) {
        return f_d2 < f_c ? EG_GAP_APPROACH_LIMITED : EG_GAP_LINEAR;
    }
    return mode;
}

/* ---------------------------------------------------------------- ElastoGap, arrays
 *
 * Arrays must not overlap. For n = 1 the loops are free of branches; other n go through the scalar functions.
 * Either way the results are those of the scalar functions, bit for bit.
 *
 * Loops are cut into blocks of a length that compilers know, and each block function is expanded for it: such
 * loops are vectorised by all of them, those of unknown length by few. A division by 1 changes nothing but
 * takes its time: with s_ref = 1 m, the default, there is none. */

/* The length of a block. */
enum { EG_LAW_BLOCK_ = 128 };

/* BLOCK(length, from) for all of 0..count - 1; in the second form s_ref_ is the law's s_ref. */
#define EG_LAW_BLOCKS_(count, BLOCK)                                                                         \
    do {                                                                                                     \
        size_t from_ = 0;                                                                                    \
        for (; from_ + EG_LAW_BLOCK_ <= (count); from_ += EG_LAW_BLOCK_) {                                   \
            BLOCK(EG_LAW_BLOCK_, from_);                                                                     \
        }                                                                                                    \
        BLOCK((count)-from_, from_);                                                                         \
    } while (0)
#define EG_LAW_BLOCKS_BY_SCALE_(count, scale, BLOCK)                                                         \
    do {                                                                                                     \
        if ((scale) == 1.0) {                                                                                \
            const double s_ref_ = 1.0;                                                                       \
            EG_LAW_BLOCKS_(count, BLOCK);                                                                    \
        } else {                                                                                             \
            const double s_ref_ = (scale);                                                                   \
            EG_LAW_BLOCKS_(count, BLOCK);                                                                    \
        }                                                                                                    \
    } while (0)

EG_LAW_EXPANDED static inline void eg_elasto_gap_f_block_(size_t count, const eg_elasto_gap *k, double s_ref,
                                                          const double *EG_LAW_RESTRICT s_rel,
                                                          const double *EG_LAW_RESTRICT v_rel,
                                                          double *EG_LAW_RESTRICT f)
{
    const double d = k->d, s0 = k->s_rel0, f_ref = k->f_ref;
    for (size_t i = 0; i < count; i++) {
        f[i] = eg_law_f1_(d, s0, s_ref, f_ref, s_rel[i], v_rel[i]);
    }
}

/* f[i] of one law at `count` points, as eg_elasto_gap_f. */
static inline void eg_elasto_gap_f_array(size_t count, const eg_elasto_gap *law,
                                         const double *EG_LAW_RESTRICT s_rel,
                                         const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT f)
{
    const eg_elasto_gap k = *law;
    if (k.n == 1.0) {
#define EG_LAW_PART_(m, i) eg_elasto_gap_f_block_((m), &k, s_ref_, s_rel + (i), v_rel + (i), f + (i))
        EG_LAW_BLOCKS_BY_SCALE_(count, k.s_ref, EG_LAW_PART_);
#undef EG_LAW_PART_
        return;
    }
    for (size_t i = 0; i < count; i++) {
        f[i] = eg_elasto_gap_f(&k, s_rel[i], v_rel[i]);
    }
}

EG_LAW_EXPANDED static inline void eg_elasto_gap_f_each_(
    size_t count, const double *EG_LAW_RESTRICT d, const double *EG_LAW_RESTRICT s_rel0,
    const double *EG_LAW_RESTRICT s_ref, const double *EG_LAW_RESTRICT f_ref,
    const double *EG_LAW_RESTRICT s_rel, const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT f)
{
    for (size_t i = 0; i < count; i++) {
        f[i] = eg_law_f1_(d[i], s_rel0[i], s_ref[i], f_ref[i], s_rel[i], v_rel[i]);
    }
}

static inline eg_elasto_gap eg_elasto_gap_of_(const eg_elasto_gap_each *laws, size_t i)
{
    return eg_elasto_gap_msl(laws->f_ref[i] / laws->s_ref[i], laws->d[i], laws->s_rel0[i], laws->s_ref[i],
                             laws->f_ref[i], laws->n ? laws->n[i] : 1.0);
}

/* f[i] of law i at point i, as eg_elasto_gap_f. */
static inline void eg_elasto_gap_f_each(size_t count, const eg_elasto_gap_each *laws,
                                        const double *EG_LAW_RESTRICT s_rel,
                                        const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT f)
{
    if (!laws->n) {
        const eg_elasto_gap_each k = *laws;
#define EG_LAW_PART_(m, i)                                                                                   \
    eg_elasto_gap_f_each_((m), k.d + (i), k.s_rel0 + (i), k.s_ref + (i), k.f_ref + (i), s_rel + (i),         \
                          v_rel + (i), f + (i))
        EG_LAW_BLOCKS_(count, EG_LAW_PART_);
#undef EG_LAW_PART_
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const eg_elasto_gap law = eg_elasto_gap_of_(laws, i);
        f[i] = eg_elasto_gap_f(&law, s_rel[i], v_rel[i]);
    }
}

/* Modes as numbers, then as what they are: comparisons of one width with the values they choose. */
EG_LAW_EXPANDED static inline void eg_elasto_gap_mode_block_(size_t count, const eg_elasto_gap *k,
                                                             double s_ref,
                                                             const double *EG_LAW_RESTRICT s_rel,
                                                             const double *EG_LAW_RESTRICT v_rel,
                                                             eg_gap_mode *EG_LAW_RESTRICT mode)
{
    const double d = k->d, s0 = k->s_rel0, f_ref = k->f_ref;
    for (size_t i = 0; i < count; i++) {
        const double f_c = eg_law_spring1_(s0, s_ref, f_ref, s_rel[i]), f_d2 = d * v_rel[i];
        const double opening = f_d2 >= -f_c ? 3.0 : 2.0, contact = f_d2 <= f_c ? 1.0 : opening;
        mode[i] = (eg_gap_mode)(int)(s_rel[i] >= s0 ? 0.0 : contact);
    }
}

/* mode[i] of one law at `count` points, as eg_elasto_gap_mode. */
static inline void eg_elasto_gap_mode_array(size_t count, const eg_elasto_gap *law,
                                            const double *EG_LAW_RESTRICT s_rel,
                                            const double *EG_LAW_RESTRICT v_rel,
                                            eg_gap_mode *EG_LAW_RESTRICT mode)
{
    const eg_elasto_gap k = *law;
    if (k.n == 1.0 && k.d > 0.0) {
#define EG_LAW_PART_(m, i) eg_elasto_gap_mode_block_((m), &k, s_ref_, s_rel + (i), v_rel + (i), mode + (i))
        EG_LAW_BLOCKS_BY_SCALE_(count, k.s_ref, EG_LAW_PART_);
#undef EG_LAW_PART_
        return;
    }
    for (size_t i = 0; i < count; i++) {
        mode[i] = eg_elasto_gap_mode(&k, s_rel[i], v_rel[i]);
    }
}

EG_LAW_EXPANDED static inline void eg_elasto_gap_force_block_(
    size_t count, const eg_elasto_gap *k, double s_ref, const eg_gap_mode *EG_LAW_RESTRICT mode,
    const double *EG_LAW_RESTRICT s_rel, const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT f,
    double *EG_LAW_RESTRICT df_ds, double *EG_LAW_RESTRICT df_dv, double *EG_LAW_RESTRICT loss)
{
    const double d = k->d, s0 = k->s_rel0, f_ref = k->f_ref, slope = f_ref / s_ref;
    for (size_t i = 0; i < count; i++) {
        const double u = eg_law_is_approach_(mode[i]), l = eg_law_is_linear_(mode[i]);
        const double contact = eg_law_is_contact_(mode[i]);
        const double f_c = eg_law_spring1_(s0, s_ref, contact * f_ref, s_rel[i]), f_d2 = d * v_rel[i];
        f[i] = eg_law_push_(mode[i], f_c, f_d2);
        df_ds[i] = (2.0 * u + l) * slope;
        df_dv[i] = l * d;
        loss[i] = eg_law_bounded_(mode[i], f_c, f_d2) * v_rel[i] + 0.0;
    }
}

/* Force [N], its partial derivatives [N/m], [N.s/m] and loss power [W] of one law at `count` points, each in
 * the frozen mode[i], as eg_elasto_gap_force. */
static inline void eg_elasto_gap_force_array(size_t count, const eg_elasto_gap *law,
                                             const eg_gap_mode *EG_LAW_RESTRICT mode,
                                             const double *EG_LAW_RESTRICT s_rel,
                                             const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT f,
                                             double *EG_LAW_RESTRICT df_ds, double *EG_LAW_RESTRICT df_dv,
                                             double *EG_LAW_RESTRICT loss)
{
    const eg_elasto_gap k = *law;
    if (k.n == 1.0) {
#define EG_LAW_PART_(m, i)                                                                                   \
    eg_elasto_gap_force_block_((m), &k, s_ref_, mode + (i), s_rel + (i), v_rel + (i), f + (i), df_ds + (i),  \
                               df_dv + (i), loss + (i))
        EG_LAW_BLOCKS_BY_SCALE_(count, k.s_ref, EG_LAW_PART_);
#undef EG_LAW_PART_
        return;
    }
    for (size_t i = 0; i < count; i++) {
        eg_law_force o;
        eg_elasto_gap_force(&k, mode[i], s_rel[i], v_rel[i], &o);
        f[i] = o.f;
        df_ds[i] = o.df_ds;
        df_dv[i] = o.df_dv;
        loss[i] = o.loss;
    }
}

EG_LAW_EXPANDED static inline void eg_elasto_gap_switching_block_(
    size_t count, const eg_elasto_gap *k, double s_ref, const eg_gap_mode *EG_LAW_RESTRICT mode,
    const double *EG_LAW_RESTRICT s_rel, const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT h0,
    double *EG_LAW_RESTRICT h1, double *EG_LAW_RESTRICT h2)
{
    const double d = k->d, s0 = k->s_rel0, f_ref = k->f_ref;
    for (size_t i = 0; i < count; i++) {
        const double contact = eg_law_is_contact_(mode[i]), f_d2 = d * v_rel[i];
        const double f_c = eg_law_spring1_(s0, s_ref, contact * f_ref, s_rel[i]);
        const eg_law_edges_ edges = eg_law_edges_of_(mode[i], f_c, f_d2);
        h0[i] = (1.0 - 2.0 * contact) * (s_rel[i] - s0);
        h1[i] = edges.approach;
        h2[i] = edges.rebound;
    }
}

EG_LAW_EXPANDED static inline void eg_elasto_gap_switching_all_(
    size_t count, const eg_elasto_gap *law, const eg_gap_mode *EG_LAW_RESTRICT mode,
    const double *EG_LAW_RESTRICT s_rel, const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT h0,
    double *EG_LAW_RESTRICT h1, double *EG_LAW_RESTRICT h2)
{
    const eg_elasto_gap k = *law;
    if (k.n == 1.0 && eg_elasto_gap_clips_(&k)) {
#define EG_LAW_PART_(m, i)                                                                                   \
    eg_elasto_gap_switching_block_((m), &k, s_ref_, mode + (i), s_rel + (i), v_rel + (i), h0 + (i),          \
                                   h1 + (i), h2 + (i))
        EG_LAW_BLOCKS_BY_SCALE_(count, k.s_ref, EG_LAW_PART_);
#undef EG_LAW_PART_
        return;
    }
    for (size_t i = 0; i < count; i++) {
        double h[3];
        eg_elasto_gap_switching(&k, mode[i], s_rel[i], v_rel[i], h, NULL, NULL);
        h0[i] = h[0];
        h1[i] = h[1];
        h2[i] = h[2];
    }
}

EG_LAW_FOUR_LANES_ static inline void eg_elasto_gap_switching_four_(
    size_t count, const eg_elasto_gap *law, const eg_gap_mode *EG_LAW_RESTRICT mode,
    const double *EG_LAW_RESTRICT s_rel, const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT h0,
    double *EG_LAW_RESTRICT h1, double *EG_LAW_RESTRICT h2)
{
    eg_elasto_gap_switching_all_(count, law, mode, s_rel, v_rel, h0, h1, h2);
}

/* The switching functions h0 [m], h1, h2 [N] of one law at `count` points, each in the frozen mode[i], as
 * eg_elasto_gap_switching. */
static inline void eg_elasto_gap_switching_array(size_t count, const eg_elasto_gap *law,
                                                 const eg_gap_mode *EG_LAW_RESTRICT mode,
                                                 const double *EG_LAW_RESTRICT s_rel,
                                                 const double *EG_LAW_RESTRICT v_rel,
                                                 double *EG_LAW_RESTRICT h0, double *EG_LAW_RESTRICT h1,
                                                 double *EG_LAW_RESTRICT h2)
{
    if (eg_law_has_four_lanes_()) {
        eg_elasto_gap_switching_four_(count, law, mode, s_rel, v_rel, h0, h1, h2);
    } else {
        eg_elasto_gap_switching_all_(count, law, mode, s_rel, v_rel, h0, h1, h2);
    }
}

/* ---------------------------------------------------------------- SpringDamper
 *
 * f = c*(s_rel - s_rel0) + d*v_rel, loss = d*v_rel^2. With d = 0 a Spring, with c = 0 a Damper. */

/* c [N/m], d [N.s/m], s_rel0 [m]: the distance at which the spring is relaxed. */
static inline eg_spring_damper eg_spring_damper_make(double c, double d, double s_rel0)
{
    eg_spring_damper law;
    law.c = c;
    law.d = d;
    law.s_rel0 = s_rel0;
    return law;
}

/* f [N]. */
static inline double eg_spring_damper_f(const eg_spring_damper *law, double s_rel, double v_rel)
{
    return law->c * (s_rel - law->s_rel0) + law->d * v_rel;
}

/* Force, derivatives and loss. */
static inline void eg_spring_damper_force(const eg_spring_damper *law, double s_rel, double v_rel,
                                          eg_law_force *out)
{
    out->f = eg_spring_damper_f(law, s_rel, v_rel);
    out->df_ds = law->c;
    out->df_dv = law->d;
    out->d2f_ds2 = 0.0;
    out->loss = law->d * v_rel * v_rel;
    out->dloss_ds = 0.0;
    out->dloss_dv = 2.0 * law->d * v_rel;
}

/* Energy stored in the spring [J], >= 0. */
static inline double eg_spring_damper_energy(const eg_spring_damper *law, double s_rel)
{
    const double x = s_rel - law->s_rel0;
    return 0.5 * law->c * x * x;
}

EG_LAW_EXPANDED static inline void eg_spring_damper_f_block_(size_t count, const eg_spring_damper *k,
                                                             const double *EG_LAW_RESTRICT s_rel,
                                                             const double *EG_LAW_RESTRICT v_rel,
                                                             double *EG_LAW_RESTRICT f)
{
    for (size_t i = 0; i < count; i++) {
        f[i] = eg_spring_damper_f(k, s_rel[i], v_rel[i]);
    }
}

/* f[i] at `count` points, as eg_spring_damper_f. */
static inline void eg_spring_damper_f_array(size_t count, const eg_spring_damper *law,
                                            const double *EG_LAW_RESTRICT s_rel,
                                            const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT f)
{
    const eg_spring_damper k = *law;
#define EG_LAW_PART_(m, i) eg_spring_damper_f_block_((m), &k, s_rel + (i), v_rel + (i), f + (i))
    EG_LAW_BLOCKS_(count, EG_LAW_PART_);
#undef EG_LAW_PART_
}

EG_LAW_EXPANDED static inline void eg_spring_damper_force_block_(
    size_t count, const eg_spring_damper *k, const double *EG_LAW_RESTRICT s_rel,
    const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT f, double *EG_LAW_RESTRICT df_ds,
    double *EG_LAW_RESTRICT df_dv, double *EG_LAW_RESTRICT loss)
{
    const double d = k->d;
    for (size_t i = 0; i < count; i++) {
        f[i] = eg_spring_damper_f(k, s_rel[i], v_rel[i]);
        df_ds[i] = k->c;
        df_dv[i] = d;
        loss[i] = d * v_rel[i] * v_rel[i];
    }
}

/* Force [N], its partial derivatives and loss power [W] at `count` points, as eg_spring_damper_force. */
static inline void eg_spring_damper_force_array(size_t count, const eg_spring_damper *law,
                                                const double *EG_LAW_RESTRICT s_rel,
                                                const double *EG_LAW_RESTRICT v_rel,
                                                double *EG_LAW_RESTRICT f, double *EG_LAW_RESTRICT df_ds,
                                                double *EG_LAW_RESTRICT df_dv, double *EG_LAW_RESTRICT loss)
{
    const eg_spring_damper k = *law;
#define EG_LAW_PART_(m, i)                                                                                   \
    eg_spring_damper_force_block_((m), &k, s_rel + (i), v_rel + (i), f + (i), df_ds + (i), df_dv + (i),      \
                                  loss + (i))
    EG_LAW_BLOCKS_(count, EG_LAW_PART_);
#undef EG_LAW_PART_
}

/* ---------------------------------------------------------------- 20-sim's SpringDamper, both causalities
 *
 * 20-sim counts the other way: its port p_high is flange_a, p.v = p_high.v - p_low.v = -v_rel, the state x
 * = int(p.v) is positive in compression, and p.F = k*x + d*p.v = -f is the force into p_high.
 *
 *     force out      p.F follows from x and p.v; der(x) = p.v
 *     velocity out   p.v follows from p.F: der(x) = (p.F - k*x)/d for d > 0. For d = 0 x itself follows, and
 *                    p.v from the rate of p.F
 *
 * The three implementations differ in what is given: (k, d), (k, b, m) and (f, b, m), with the relative
 * damping b and the frequency f [Hz] of a mass m [kg] that hangs on the spring. */

/* k [N/m] of the implementation Frequency: m on it oscillates with f [Hz] undamped. */
static inline double eg_spring_damper_stiffness_of(double f, double m)
{
    const double omega = 2.0 * 3.14159265358979323846 * f;
    return m * omega * omega;
}

/* d [N.s/m] of Stiffness and Frequency: m on the spring is damped with the ratio b. */
static inline double eg_spring_damper_damping_of(double k, double b, double m)
{
    return 2.0 * b * sqrt(k * m);
}

/* Force out: p.F [N] from the compression x [m] and its rate p.v [m/s]. */
static inline double eg_spring_damper_force_out(double k, double d, double x, double v)
{
    return k * x + d * v;
}

/* Velocity out: p.v = der(x) [m/s] from p.F [N], the compression x [m], and, where d = 0, the rate of p.F
 * [N/s]. Not finite where k = d = 0. */
static inline double eg_spring_damper_velocity_out(double k, double d, double x, double F, double dF_dt)
{
    return d > 0.0 ? (F - k * x) / d : dF_dt / k;
}

/* Velocity out: the compression x [m] that belongs to p.F [N] and p.v [m/s]; k > 0. */
static inline double eg_spring_damper_compression(double k, double d, double F, double v)
{
    return (F - d * v) / k;
}

#endif
