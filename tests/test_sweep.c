/* Sweeps: distributions, designs, statistics and the journal, against closed forms and what is known. */
#include "ensemble_models.h"

#include "scratch.h"
#include "sweep/sweep.h"

/* ---------------------------------------------------------------- distributions */

static eg_law law_of(const char *text)
{
    eg_law law;
    TRUE(eg_law_read(text, &law, NULL) == EG_OK);
    return law;
}

/* Published digits, and both tails through the distribution function, whose relative error by an error of
 * z is z*dz*|z|. */
static void the_normal_quantile(void **state)
{
    (void)state;
    NEAR(eg_normal_quantile(0.975, 0.025), 1.959963984540054, 4 * ULP);
    NEAR(eg_normal_quantile(1e-6, 1 - 1e-6), -4.753424308822899, 8 * ULP);
    NEAR(eg_normal_quantile(0.5, 0.5), 0, 0);
    for (double p = 1e-300; p < 0.5; p *= 7.3) {
        double z = eg_normal_quantile(p, 1 - p);
        NEAR(eg_normal_quantile(1 - p, p), -z, 0);
        NEAR(eg_normal_chance(z) / p, 1, 4 * ULP + 8 * ULP * z * z);
    }
    ALL_WELL();
}

/* The quantile is where the chance is. Each law's function is written out here. */
static double chance_below(const eg_law *l, double x)
{
    const double *n = l->number;
    const double width = n[2] - n[0];
    switch (l->kind) {
    case EG_LAW_UNIFORM: return (x - n[0]) / (n[1] - n[0]);
    case EG_LAW_LOGUNIFORM: return log(x / n[0]) / log(n[1] / n[0]);
    case EG_LAW_NORMAL:
        if (!l->has_bounds)
            return 0.5 * erfc((n[0] - x) / n[1] / sqrt(2));
        return (erfc((n[0] - x) / n[1] / sqrt(2)) - erfc((n[0] - n[2]) / n[1] / sqrt(2))) /
               (erfc((n[0] - n[3]) / n[1] / sqrt(2)) - erfc((n[0] - n[2]) / n[1] / sqrt(2)));
    case EG_LAW_LOGNORMAL: return 0.5 * erfc((n[0] - log(x)) / n[1] / sqrt(2));
    case EG_LAW_TRIANGULAR:
        return x < n[1] ? (x - n[0]) * (x - n[0]) / width / (n[1] - n[0])
                        : 1 - (n[2] - x) * (n[2] - x) / width / (n[2] - n[1]);
    case EG_LAW_EXPONENTIAL: return -expm1(-x / n[0]);
    case EG_LAW_WEIBULL: return -expm1(-pow(x / n[1], n[0]));
    case EG_LAW_GUMBEL: return exp(-exp(-(x - n[0]) / n[1]));
    default: return NAN;
    }
}

static void quantiles_are_where_chances_are(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "uniform(-3, 8)",       "loguniform(1e-2, 1e4)", "normal(5, 2)",         "normal(5, 2, 4, 11)",
        "normal(0, 1, -9, -2)", "lognormal(0.3, 0.8)",   "triangular(-1, 2, 7)", "triangular(0, 0, 1)",
        "exponential(3)",       "weibull(0.7, 4)",       "gumbel(1, 3)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        eg_law law = law_of(texts[i]);
        for (double p = 1e-4; p < 1; p += 0.0317)
            NEAR(chance_below(&law, eg_law_quantile(&law, p, 1 - p)), p, 1e-13);
    }
    /* What lies beyond a bound that is far out keeps its digits: P(Z < -35 | Z < -34). */
    eg_law far = law_of("normal(0, 1, -36, -34)");
    double x = eg_law_quantile(&far, 0.5, 0.5);
    NEAR(erfc(-x / sqrt(2)) / erfc(34 / sqrt(2)), 0.5, 1e-12);
    eg_law mirrored = law_of("normal(0, 1, 34, 36)");
    NEAR(eg_law_quantile(&mirrored, 0.5, 0.5), -x, 1e-14);
    ALL_WELL();
}

/* Where nothing is below, or above: bounds, or infinities. What is no chance has no value. */
static void quantiles_at_the_ends(void **state)
{
    (void)state;
    const struct {
        const char *law;
        double least, greatest;
    } cases[] = {{"uniform(-3, 8)", -3, 8},
                 {"loguniform(1e-2, 1e4)", 1e-2, 1e4},
                 {"normal(5, 2)", -INFINITY, INFINITY},
                 {"normal(5, 0)", 5, 5},
                 {"normal(5, 2, 4, 11)", 4, 11},
                 {"normal(0, 1, -9, 60)", -9, 60},
                 {"lognormal(0.3, 0.8)", 0, INFINITY},
                 {"triangular(-1, 2, 7)", -1, 7},
                 {"exponential(3)", 0, INFINITY},
                 {"weibull(0.7, 4)", 0, INFINITY},
                 {"gumbel(1, 3)", -INFINITY, INFINITY},
                 {"range(1, 2, 5)", 1, 2},
                 {"list(3, 1, 2)", 3, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        eg_law law = law_of(cases[i].law);
        const double least = eg_law_quantile(&law, 0, 1), greatest = eg_law_quantile(&law, 1, 0);
        TRUE(least == cases[i].least);
        TRUE(isinf(cases[i].greatest) ? greatest == INFINITY
                                      : fabs(greatest - cases[i].greatest) <= 4 * ULP * cases[i].greatest);
        TRUE(isnan(eg_law_quantile(&law, NAN, NAN)) && isnan(eg_law_quantile(&law, 2, -1)) &&
             isnan(eg_law_quantile(&law, -1, 2)));
        eg_law_release(&law);
    }
    ALL_WELL();
}

/* Of samples: between neighbours, however far they are apart, and from the nearer one on. */
static void quantiles_of_samples(void **state)
{
    (void)state;
    const double apart[] = {1e308, -1e308}, close[] = {0.1, 0.7, NAN, 0.3}, same[] = {3, 3, 3};
    const struct {
        const double *y;
        size_t count;
        double p, value;
    } cases[] = {{apart, 2, 0.5, 0},
                 {apart, 2, 0.25, -5e307},
                 {apart, 2, 0.75, 5e307},
                 {close, 4, 0.5, 0.3},
                 {close, 4, 0.25, 0.3 - (0.3 - 0.1) * 0.5},
                 {close, 4, 0.625, 0.3 + (0.7 - 0.3) * 0.25},
                 {close, 4, 0.875, 0.7 - (0.7 - 0.3) * 0.25},
                 {close, 4, 0, 0.1},
                 {close, 4, 1, 0.7},
                 {same, 3, 0.3, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        eg_interval q;
        TRUE(eg_sweep_quantile(cases[i].y, cases[i].count, cases[i].p, &q) == EG_OK);
        NEAR(q.value, cases[i].value, 0);
    }
    ALL_WELL();
}

static void points_are_exact_at_both_ends(void **state)
{
    (void)state;
    eg_law range = law_of("range(0.1, 0.7, 7)"), list = law_of("list(3, true, false, -1e9)");
    eg_law log_range = law_of("logrange(1e-3, 1e3, 7)");
    assert_int_equal(eg_law_points(&range), 7);
    NEAR(eg_law_point(&range, 0), 0.1, 0);
    NEAR(eg_law_point(&range, 6), 0.7, 0);
    NEAR(eg_law_point(&log_range, 6), 1e3, 0);
    NEAR(eg_law_point(&log_range, 3), 1, 1e-15);
    assert_int_equal(eg_law_points(&list), 4);
    NEAR(eg_law_quantile(&list, 0.3, 0.7), 1, 0);
    NEAR(eg_law_quantile(&list, 0.99, 0.01), -1e9, 0);
    eg_law_release(&list);
    ALL_WELL();
}

/* Also where the bounds' distance or ratio is no double. */
static void wide_laws_have_values(void **state)
{
    (void)state;
    eg_law even = law_of("uniform(-1e308, 1.5e308)"), ratio = law_of("loguniform(1e-300, 1e300)");
    eg_law range = law_of("range(-1.5e308, 1.5e308, 4)"), log_range = law_of("logrange(1e300, 1e-300, 5)");
    NEAR(eg_law_quantile(&even, 0.25, 0.75) / 1e308, -0.375, 1e-15);
    NEAR(eg_law_quantile(&even, 1e-300, 1) / 1e308, -1, 1e-15);
    NEAR(eg_law_quantile(&ratio, 0.5, 0.5), 1, 1e-13); /* logarithms of 691, rounded */
    NEAR(eg_law_point(&range, 1) / 1e308, -0.5, 1e-15);
    NEAR(eg_law_point(&log_range, 2), 1, 1e-13);
    NEAR(eg_law_point(&log_range, 4), 1e-300, 0);
    ALL_WELL();
}

/* ---------------------------------------------------------------- Sobol's sequence */

/* m_i, in units of 2^-i, is odd and less than 2^i. */
static void directions_are_odd(void **state)
{
    (void)state;
    for (int dimension = 1; dimension < EG_SOBOL_MOST; dimension++) {
        uint64_t v[EG_SOBOL_DIGITS];
        eg_sobol_directions(dimension, v);
        for (int i = 0; i < EG_SOBOL_DIGITS; i++) {
            TRUE(v[i] >> (EG_SOBOL_DIGITS - 1 - i) & 1);
            TRUE((v[i] & (((uint64_t)1 << (EG_SOBOL_DIGITS - 1 - i)) - 1)) == 0);
            TRUE(v[i] >> EG_SOBOL_DIGITS == 0);
        }
    }
    ALL_WELL();
}

/* The first points, as they are printed everywhere. */
static void the_first_points(void **state)
{
    (void)state;
    static const double known[8][3] = {{0, 0, 0},
                                       {0.5, 0.5, 0.5},
                                       {0.75, 0.25, 0.25},
                                       {0.25, 0.75, 0.75},
                                       {0.375, 0.375, 0.625},
                                       {0.875, 0.875, 0.125},
                                       {0.625, 0.125, 0.875},
                                       {0.125, 0.625, 0.375}};
    for (int dimension = 0; dimension < 3; dimension++) {
        uint64_t v[EG_SOBOL_DIGITS];
        eg_sobol_directions(dimension, v);
        for (uint64_t k = 0; k < 8; k++)
            NEAR((double)eg_sobol_point(v, k) * 0x1p-52, known[k][dimension], 0);
    }
    ALL_WELL();
}

/* Of 2^10 points each 2^-10th of a dimension holds one; of the first two dimensions each rectangle of that
 * area does; and "property A" (Sobol 1976): of 2^d points in d dimensions each has its own corner. */
static void points_are_even(void **state)
{
    (void)state;
    enum { DIGITS = 10, POINTS = 1 << DIGITS, ALL = EG_SOBOL_MOST };
    static uint64_t v[ALL][EG_SOBOL_DIGITS];
    for (int i = 0; i < ALL; i++)
        eg_sobol_directions(i, v[i]);
    for (int dimension = 0; dimension < ALL; dimension++) {
        char seen[POINTS] = {0};
        for (uint64_t k = 0; k < POINTS; k++)
            seen[eg_sobol_point(v[dimension], k) >> (EG_SOBOL_DIGITS - DIGITS)]++;
        for (int i = 0; i < POINTS; i++)
            TRUE(seen[i] == 1);
    }
    for (int high = 0; high <= DIGITS; high++) {
        char seen[POINTS] = {0};
        for (uint64_t k = 0; k < POINTS; k++) {
            uint64_t x = eg_sobol_point(v[0], k) >> (EG_SOBOL_DIGITS - high);
            uint64_t y = eg_sobol_point(v[1], k) >> (EG_SOBOL_DIGITS - (DIGITS - high));
            seen[x << (DIGITS - high) | y]++;
        }
        for (int i = 0; i < POINTS; i++)
            TRUE(seen[i] == 1);
    }
    /* The first digits of d dimensions tell 2^d points apart: their matrix is regular. */
    for (int d = 1; d <= EG_SOBOL_DIGITS; d++) {
        uint64_t rows[EG_SOBOL_DIGITS];
        int rank = 0;
        for (int i = 0; i < d; i++) {
            rows[i] = 0;
            for (int k = 0; k < d; k++)
                rows[i] |= (v[i][k] >> (EG_SOBOL_DIGITS - 1) & 1) << k;
        }
        for (int k = 0; k < d; k++) {
            int pivot = rank;
            while (pivot < d && !(rows[pivot] >> k & 1))
                pivot++;
            if (pivot == d)
                continue;
            uint64_t swap = rows[pivot];
            rows[pivot] = rows[rank];
            rows[rank] = swap;
            for (int i = 0; i < d; i++)
                if (i != rank && rows[i] >> k & 1)
                    rows[i] ^= rows[rank];
            rank++;
        }
        TRUE(rank == d);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- designs */

static eg_design *design_of(eg_design_kind kind, size_t count, unsigned long long seed,
                            const char *const *laws, size_t factors, const eg_correlation *c,
                            size_t correlations)
{
    eg_factor list[EG_SOBOL_MOST];
    eg_design *design = NULL;
    for (size_t i = 0; i < factors; i++)
        list[i] = (eg_factor){"x", law_of(laws[i])};
    eg_design_options o = {.kind = kind,
                           .count = count,
                           .seed = seed,
                           .factors = list,
                           .factor_count = factors,
                           .correlations = c,
                           .correlation_count = correlations};
    TRUE(eg_design_create(&o, NULL, &design) == EG_OK);
    for (size_t i = 0; i < factors; i++)
        eg_law_release(&list[i].law);
    return design;
}

static const char *const unit[] = {"uniform(0, 1)", "uniform(0, 1)", "uniform(0, 1)", "uniform(0, 1)"};

/* Each part of each factor has one row, for any count. */
static void hypercubes_are_latin(void **state)
{
    (void)state;
    static const size_t counts[] = {1, 2, 3, 4, 5, 16, 17, 100, 1000, 4097};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        const size_t n = counts[c];
        for (unsigned long long seed = 0; seed < 3; seed++) {
            eg_design *x = design_of(EG_DESIGN_LATIN, n, seed, unit, 3, NULL, 0);
            char *seen = calloc(3 * n, 1);
            assert_int_equal(eg_design_rows(x), n);
            for (size_t row = 0; row < n; row++) {
                double values[3];
                eg_design_row(x, row, values);
                for (size_t i = 0; i < 3; i++)
                    seen[i * n + (size_t)(values[i] * (double)n)]++;
            }
            for (size_t i = 0; i < 3 * n; i++)
                TRUE(seen[i] == 1);
            free(seen);
            eg_design_free(x);
        }
    }
    ALL_WELL();
}

/* Of prod(1 + (2 x_i - 1)/10) over all dimensions, whose mean is 1 and whose variance is
 * (1 + 1/300)^d - 1, twenty shifted sequences of 2^12 points come four times as close as as many
 * independent points do in the mean: the first 21 dimensions alone would not show it. */
static void all_dimensions_integrate(void **state)
{
    (void)state;
    enum { D = EG_SOBOL_MOST, N = 4096, SEEDS = 20 };
    const char *laws[D];
    double squares = 0, values[D];
    for (int i = 0; i < D; i++)
        laws[i] = unit[0];
    for (unsigned long long seed = 0; seed < SEEDS; seed++) {
        eg_design *x = design_of(EG_DESIGN_SOBOL, N, seed, laws, D, NULL, 0);
        double sum = 0;
        for (size_t row = 0; row < N; row++) {
            double product = 1;
            eg_design_row(x, row, values);
            for (int i = 0; i < D; i++)
                product *= 1 + (2 * values[i] - 1) / 10;
            sum += product - 1;
        }
        squares += sum / N * (sum / N) / SEEDS;
        eg_design_free(x);
    }
    const double independent = sqrt((pow(1 + 1.0 / 300, D) - 1) / N);
    print_message("error %.3g, of independent points %.3g\n", sqrt(squares), independent);
    TRUE(sqrt(squares) < independent / 4);
    ALL_WELL();
}

/* Blocks of second order: A, AB_i, then BA_i, B. Of Ishigami's function (7, 0.1) the first and third factor
 * act together with 0.24368 of the variance, the other pairs do not (Saltelli and others 2008, 4.6). */
static void pairs_of_factors_act_together(void **state)
{
    (void)state;
    enum { K = 3, N = 4096, WIDTH = 2 * K + 2 };
    static const double known[3] = {0, 0.2436837, 0};
    eg_design *x = design_of(EG_DESIGN_SALTELLI_SECOND, N, 5, unit, K, NULL, 0);
    double *y = calloc((size_t)N * WIDTH, sizeof *y), rows[WIDTH][K];
    eg_interval first[K], total[K], second[K], plain_first[K], plain_total[K];
    double *plain = calloc((size_t)N * (K + 2), sizeof *plain);
    size_t used;
    assert_int_equal(eg_design_rows(x), N * WIDTH);
    for (size_t i = 0; i < N; i++) {
        for (size_t k = 0; k < WIDTH; k++) {
            double v[K];
            eg_design_row(x, i * WIDTH + k, rows[k]);
            for (size_t j = 0; j < K; j++)
                v[j] = PI * (2 * rows[k][j] - 1);
            y[i * WIDTH + k] = sin(v[0]) + 7 * sin(v[1]) * sin(v[1]) + 0.1 * pow(v[2], 4) * sin(v[0]);
            if (k <= K || k == WIDTH - 1)
                plain[i * (K + 2) + (k <= K ? k : K + 1)] = y[i * WIDTH + k];
        }
        for (size_t k = 0; k < K; k++)
            for (size_t j = 0; j < K; j++) {
                NEAR(rows[1 + k][j], rows[j == k ? WIDTH - 1 : 0][j], 0);
                NEAR(rows[1 + K + k][j], rows[j == k ? 0 : WIDTH - 1][j], 0);
            }
    }
    TRUE(eg_sweep_sobol_second(y, N, K, 1, first, total, second, &used) == EG_OK && used == N);
    for (size_t k = 0; k < K; k++) {
        const double half = second[k].high - second[k].value;
        NEAR(second[k].value, known[k], 2 * half); /* the interval twice: a chance of 1e-4 to be outside */
        TRUE(half > 0 && half < 0.1);
    }
    /* First and total ones are those of the smaller design, but for the mean that is taken off. */
    TRUE(eg_sweep_sobol(plain, N, K, 1, plain_first, plain_total, &used) == EG_OK && used == N);
    for (size_t k = 0; k < K; k++) {
        NEAR(total[k].value, plain_total[k].value, 1e-12);
        NEAR(first[k].value, plain_first[k].value, first[k].high - first[k].value);
    }
    /* Of one block nobody knows how far off it is. */
    TRUE(eg_sweep_sobol(plain, 1, K, 1, plain_first, plain_total, &used) == EG_OK && used == 1);
    TRUE(isfinite(plain_first[0].value) && isnan(plain_first[0].low) && isnan(plain_total[0].high));
    free(y);
    free(plain);
    eg_design_free(x);
    ALL_WELL();
}

/* Blocks A, AB_1 ... AB_k, B; and shifted points are as even as those that are not. */
static void saltelli_mixes_two_points(void **state)
{
    (void)state;
    enum { K = 3, N = 64 };
    eg_design *x = design_of(EG_DESIGN_SALTELLI, N, 11, unit, K, NULL, 0);
    char seen[2 * K][N] = {{0}};
    assert_int_equal(eg_design_rows(x), N * (K + 2));
    for (size_t i = 0; i < N; i++) {
        double rows[K + 2][K];
        for (size_t k = 0; k < K + 2; k++)
            eg_design_row(x, i * (K + 2) + k, rows[k]);
        for (size_t k = 0; k < K; k++) {
            for (size_t j = 0; j < K; j++)
                NEAR(rows[k + 1][j], rows[j == k ? K + 1 : 0][j], 0);
            seen[k][(size_t)(rows[0][k] * N)]++;
            seen[K + k][(size_t)(rows[K + 1][k] * N)]++;
        }
    }
    for (size_t k = 0; k < 2 * K; k++)
        for (size_t i = 0; i < N; i++)
            TRUE(seen[k][i] == 1);
    eg_design_free(x);
    ALL_WELL();
}

/* The correlation of N normal pairs deviates by (1 - r^2)/sqrt(N); six of these, and as many for uniform
 * ones, whose correlation is Spearman's, 6/pi*asin(r/2). */
static void copulas_correlate(void **state)
{
    (void)state;
    enum { N = 20000 };
    static const char *const normal[] = {"normal(3, 2)", "normal(-1, 0.5)", "normal(0, 1)"};
    static const eg_correlation wanted[] = {{0, 1, 0.8}, {2, 0, -0.5}};
    for (int uniform = 0; uniform < 2; uniform++) {
        eg_design *x = design_of(EG_DESIGN_RANDOM, N, 3, uniform ? unit : normal, 3, wanted, 2);
        double sums[3] = {0}, products[3][3] = {{0}};
        for (size_t row = 0; row < N; row++) {
            double v[3];
            eg_design_row(x, row, v);
            for (int i = 0; i < 3; i++) {
                sums[i] += v[i];
                for (int j = 0; j < 3; j++)
                    products[i][j] += v[i] * v[j];
            }
        }
        static const double all[3][3] = {{1, 0.8, -0.5}, {0.8, 1, 0}, {-0.5, 0, 1}};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < i; j++) {
                double a = products[i][i] - sums[i] * sums[i] / N, b = products[j][j] - sums[j] * sums[j] / N;
                double r = (products[i][j] - sums[i] * sums[j] / N) / sqrt(a * b);
                NEAR(r, uniform ? 6 / PI * asin(all[i][j] / 2) : all[i][j], 6 / sqrt(N));
            }
        eg_design_free(x);
    }
    ALL_WELL();
}

typedef struct ranked {
    double value;
    size_t row;
} ranked;

static int by_value(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* Ranks of column k of values[rows x 2]. */
static void rank(const double *values, size_t rows, size_t k, double *ranks)
{
    ranked *list = calloc(rows, sizeof *list);
    for (size_t i = 0; i < rows; i++)
        list[i] = (ranked){values[2 * i + k], i};
    qsort(list, rows, sizeof *list, by_value);
    for (size_t i = 0; i < rows; i++)
        ranks[list[i].row] = (double)i;
    free(list);
}

/* Ranks do not depend on distributions: of any two that are continuous Spearman's correlation is
 * 6/pi*asin(r/2), and deviates by no more than 1/sqrt(N) for N independent rows; six of these. And each keeps
 * its own distribution: the share below its median is a half, with a deviation of 1/2/sqrt(N). */
static void all_laws_are_correlated(void **state)
{
    (void)state;
    enum { N = 8192 };
    static const char *const laws[] = {"uniform(-3, 5)",      "loguniform(1e-3, 1e6)", "normal(3, 2)",
                                       "normal(0, 1, -1, 3)", "lognormal(-2, 1.5)",    "triangular(0, 1, 5)",
                                       "exponential(7)",      "weibull(0.7, 2)",       "gumbel(10, 3)"};
    static const eg_design_kind kinds[] = {EG_DESIGN_RANDOM, EG_DESIGN_LATIN, EG_DESIGN_SOBOL};
    enum { LAWS = sizeof laws / sizeof *laws };
    double *values = calloc(2 * N, sizeof *values), *ranks = calloc(2 * N, sizeof *ranks);
    for (int i = 0; i < LAWS * 3; i++) {
        const char *const pair[] = {laws[i % LAWS], laws[(i / 3 + i) % LAWS]};
        const eg_correlation wanted = {0, 1, i % 2 ? 0.7 : -0.9};
        eg_design *x = design_of(kinds[i % 3], N, (unsigned long long)i, pair, 2, &wanted, 1);
        double products = 0, below = 0;
        const eg_law law = law_of(pair[1]);
        const double median = eg_law_quantile(&law, 0.5, 0.5), middle = (N - 1) / 2.0;
        for (size_t row = 0; row < N; row++)
            eg_design_row(x, row, values + 2 * row);
        rank(values, N, 0, ranks);
        rank(values, N, 1, ranks + N);
        for (size_t row = 0; row < N; row++) {
            products += (ranks[row] - middle) * (ranks[N + row] - middle);
            below += values[2 * row + 1] < median;
        }
        NEAR(products / (N * ((double)N * N - 1) / 12), 6 / PI * asin(wanted.value / 2), 6 / sqrt(N));
        NEAR(below / N, 0.5, 6 * 0.5 / sqrt(N));
        eg_design_free(x);
    }
    free(values);
    free(ranks);
    ALL_WELL();
}

/* The last factor varies fastest, the table slowest, and draws depend on seed, row and column alone. */
static void grids_are_all_combinations(void **state)
{
    (void)state;
    static const double table[] = {7, 8};
    eg_factor list[] = {
        {"a", law_of("range(1, 2, 2)")}, {"b", law_of("uniform(0, 1)")}, {"c", law_of("list(5, 6, 9)")}};
    eg_design_options o = {.kind = EG_DESIGN_GRID,
                           .count = 2,
                           .seed = 4,
                           .factors = list,
                           .factor_count = 3,
                           .table = table,
                           .table_rows = 2,
                           .table_columns = 1};
    eg_design *x = NULL, *other = NULL;
    TRUE(eg_design_create(&o, NULL, &x) == EG_OK);
    o.seed = 5;
    TRUE(eg_design_create(&o, NULL, &other) == EG_OK);
    assert_int_equal(eg_design_rows(x), 24);
    assert_int_equal(eg_design_columns(x), 4);
    TRUE(eg_design_fingerprint(x) != eg_design_fingerprint(other));
    static const double c[] = {5, 6, 9};
    for (size_t row = 24; row-- > 0;) {
        double v[4], w[4];
        eg_design_row(x, row, v);
        eg_design_row(other, row, w);
        NEAR(v[0], table[row / 12], 0);
        NEAR(v[1], 1 + (double)(row / 6 % 2), 0);
        NEAR(v[3], c[row / 2 % 3], 0);
        TRUE(v[2] > 0 && v[2] < 1 && v[2] != w[2]);
    }
    eg_design_free(x);
    eg_design_free(other);
    eg_law_release(&list[2].law);
    ALL_WELL();
}

/* ---------------------------------------------------------------- statistics */

static void intervals_are_known_ones(void **state)
{
    (void)state;
    double y[100];
    for (int i = 0; i < 100; i++)
        y[i] = (double)((i * 37) % 100 + 1); /* 1 ... 100 */
    /* Binomial(100, 1/2): P(K < 40) = 1.76 %, P(K < 41) = 2.84 %: ranks 40 and 61 are in all tables. */
    eg_interval q;
    TRUE(eg_sweep_quantile(y, 100, 0.5, &q) == EG_OK);
    NEAR(q.value, 50.5, 1e-13);
    NEAR(q.low, 40, 0);
    NEAR(q.high, 61, 0);
    /* 0.99^100 = 36.6 % > 2.5 %: a hundred rows do not bound this quantile from above. */
    TRUE(eg_sweep_quantile(y, 100, 0.99, &q) == EG_OK);
    TRUE(isnan(q.high));
    NEAR(q.value, 99.01, 1e-12);
    y[3] = NAN;
    eg_interval chance = eg_sweep_exceedance(y, 11, -1);
    NEAR(chance.value, 1, 0);
    NEAR(chance.low, 0.72247, 5e-6); /* Wilson, 10 of 10 */
    NEAR(chance.high, 1, 0);
    for (int i = 0; i < 10; i++)
        y[i] = i < 5;
    chance = eg_sweep_exceedance(y, 10, 0.5);
    NEAR(chance.low, 0.23659, 5e-6); /* 5 of 10 */
    NEAR(chance.high, 0.76341, 5e-6);
    NEAR(eg_sweep_mean(y, 10).value, 0.5, 0);
    ALL_WELL();
}

/* A plane is found to round-off, also far from the origin and with rows that are missing; one that the rows
 * do not determine is not. Main effects of a plane at the points of a grid are its slopes times their
 * distance. */
static void planes_are_found(void **state)
{
    (void)state;
    enum { N = 60 };
    double x[N][2], y[N], column[N];
    for (int i = 0; i < N; i++) {
        x[i][0] = 1e6 + i % 3;
        x[i][1] = 1e-3 * (i / 3 % 4);
        y[i] = 5 - 2 * x[i][0] + 3e3 * x[i][1];
        column[i] = x[i][0];
    }
    eg_interval slopes[2];
    TRUE(eg_sweep_slopes(&x[0][0], y, N, 2, slopes) == EG_OK);
    NEAR(slopes[0].value, -2, 1e-9); /* y has 2e6*ulp of rounding */
    NEAR(slopes[1].value, 3e3, 1e-6);
    eg_effect effects[EG_EFFECTS_MOST];
    size_t count;
    TRUE(eg_sweep_effects(column, y, N, effects, &count) == EG_OK);
    assert_int_equal(count, 3);
    for (int i = 0; i < 3; i++) {
        NEAR(effects[i].at, 1e6 + i, 0);
        NEAR(effects[i].difference.value, -2 * (i - 1), 1e-8);
    }
    y[7] = NAN;
    TRUE(eg_sweep_slopes(&x[0][0], y, N, 2, slopes) == EG_OK);
    NEAR(slopes[0].value, -2, 1e-9);
    for (int i = 0; i < N; i++)
        x[i][1] = 2 * x[i][0];
    TRUE(eg_sweep_slopes(&x[0][0], y, N, 2, slopes) == EG_OK);
    TRUE(isnan(slopes[0].value) && isnan(slopes[1].value));
    ALL_WELL();
}

/* ---------------------------------------------------------------- the journal */

static char *read_file(const char *path, size_t *length)
{
    FILE *f = fopen(path, "rb");
    char *bytes = calloc(1, 1 << 20);
    *length = f ? fread(bytes, 1, 1 << 20, f) : 0;
    if (f)
        fclose(f);
    return bytes;
}

static void write_file(const char *path, const char *bytes, size_t length)
{
    FILE *f = fopen(path, "wb");
    fwrite(bytes, 1, length, f);
    fclose(f);
}

typedef struct bench {
    eg_ensemble *ensemble;
    eg_design *design;
    char table[160], journal[160];
} bench;

static eg_status sweep_of(const bench *b, int threads, int resume, eg_sweep_statistics *st)
{
    eg_sweep_options o = eg_sweep_options_default(b->ensemble);
    o.runs.threads = threads;
    o.resume = resume;
    o.journal = b->journal;
    o.keep_journal = 1;
    return eg_sweep_run(b->ensemble, b->design, &o, b->table, NULL, st);
}

/* A journal that is cut off at any byte is gone on with, to the same table; what it has whole is not computed
 * again. So is one whose bytes are wrong somewhere: what is wrong does not count. */
static void journals_may_end_anywhere(void **state)
{
    scratch *s = *state;
    static const char *const names[] = {"gap.c", "gap.d"};
    static const eg_wanted wanted[] = {{.kind = EG_WANTED_MAXIMUM, .signal = "mass.v"},
                                       {.kind = EG_WANTED_EVENT_COUNT, .component = "gap"}};
    static const char *const laws[] = {"list(-1, 1e3, 1e4, 1e5)", "uniform(1, 30)"};
    bench b = {.design = design_of(EG_DESIGN_GRID, 5, 1, laws, 2, NULL, 0)};
    char model[160];
    snprintf(model, sizeof model, "%s/impact.mo", s->directory);
    snprintf(b.table, sizeof b.table, "%s/t.csv", s->directory);
    snprintf(b.journal, sizeof b.journal, "%s/t.journal", s->directory);
    TRUE(eg_ensemble_read(file_of(model, impact), NULL, names, 2, wanted, 2, s->diagnostics, &b.ensemble) ==
         EG_OK);
    eg_sweep_statistics st;
    TRUE(sweep_of(&b, 1, 0, &st) == EG_OK);
    assert_int_equal(st.rows, 20);
    assert_int_equal(st.failed, 5); /* a negative stiffness */
    size_t table_length, length;
    char *table = read_file(b.table, &table_length), *journal = read_file(b.journal, &length);
    TRUE(strstr(table, "\"wrong\"") && strstr(table, "gap"));
    TRUE(sweep_of(&b, 1, 0, &st) == EG_ERROR_USAGE); /* there it is */
    size_t most = 0;
    for (size_t cut = 0; cut <= length; cut += cut < 60 ? 1 : 13) {
        size_t now_length;
        write_file(b.journal, journal, cut);
        remove(b.table);
        TRUE(sweep_of(&b, 1 + (int)(cut % 3), 1, &st) == EG_OK);
        char *now = read_file(b.table, &now_length);
        TRUE(now_length == table_length && memcmp(now, table, table_length) == 0);
        TRUE(st.found >= most);
        most = st.found;
        free(now);
    }
    for (size_t at = 40; at < length; at += 29) {
        size_t now_length;
        journal[at] ^= 0x10;
        write_file(b.journal, journal, length);
        TRUE(sweep_of(&b, 2, 1, &st) == EG_OK);
        TRUE(st.found < 20);
        char *now = read_file(b.table, &now_length);
        TRUE(now_length == table_length && memcmp(now, table, table_length) == 0);
        free(now);
        journal[at] ^= 0x10;
    }
    free(table);
    free(journal);
    eg_design_free(b.design);
    eg_ensemble_free(b.ensemble);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_normal_quantile),
        cmocka_unit_test(quantiles_are_where_chances_are),
        cmocka_unit_test(quantiles_at_the_ends),
        cmocka_unit_test(quantiles_of_samples),
        cmocka_unit_test(points_are_exact_at_both_ends),
        cmocka_unit_test(wide_laws_have_values),
        cmocka_unit_test(directions_are_odd),
        cmocka_unit_test(the_first_points),
        cmocka_unit_test(points_are_even),
        cmocka_unit_test(hypercubes_are_latin),
        cmocka_unit_test(all_dimensions_integrate),
        cmocka_unit_test(saltelli_mixes_two_points),
        cmocka_unit_test(pairs_of_factors_act_together),
        cmocka_unit_test(copulas_correlate),
        cmocka_unit_test(all_laws_are_correlated),
        cmocka_unit_test(grids_are_all_combinations),
        cmocka_unit_test(intervals_are_known_ones),
        cmocka_unit_test(planes_are_found),
        cmocka_unit_test_setup_teardown(journals_may_end_anywhere, scratch_create, scratch_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
