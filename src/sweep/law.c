/* Distributions: how they are written, whether their numbers make sense, and their quantiles. */
#include "sweep/sweep.h"

#include "base/names.h"
#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double most_points = 1e9;

static const struct {
    const char *name;
    size_t numbers, further; /* that it needs, and that may follow */
    const char *usage;
} laws[EG_LAW_KINDS] = {
    [EG_LAW_UNIFORM] = {"uniform", 2, 0, "uniform(LOW, HIGH) with LOW <= HIGH"},
    [EG_LAW_LOGUNIFORM] = {"loguniform", 2, 0, "loguniform(LOW, HIGH) with 0 < LOW <= HIGH"},
    [EG_LAW_NORMAL] =
        {"normal", 2, 2,
         "normal(MEAN, DEVIATION) or normal(MEAN, DEVIATION, LOW, HIGH) with DEVIATION >= 0 and "
         "LOW <= HIGH, of which not all may lie beyond 37 deviations"},
    [EG_LAW_LOGNORMAL] = {"lognormal", 2, 0,
                          "lognormal(MEAN, DEVIATION) of the logarithm, with DEVIATION >= 0"},
    [EG_LAW_TRIANGULAR] = {"triangular", 3, 0, "triangular(LOW, MODE, HIGH) with LOW <= MODE <= HIGH"},
    [EG_LAW_EXPONENTIAL] = {"exponential", 1, 0, "exponential(MEAN) with MEAN > 0"},
    [EG_LAW_WEIBULL] = {"weibull", 2, 0, "weibull(SHAPE, SCALE), both more than 0"},
    [EG_LAW_GUMBEL] = {"gumbel", 2, 0, "gumbel(MODE, SCALE) with SCALE > 0"},
    [EG_LAW_RANGE] = {"range", 3, 0, "range(FIRST, LAST, COUNT) with a whole COUNT from 1"},
    [EG_LAW_LOGRANGE] =
        {"logrange", 3, 0,
         "logrange(FIRST, LAST, COUNT) with FIRST and LAST more than 0 and a whole COUNT from 1"},
    [EG_LAW_LIST] = {"list", 1, SIZE_MAX / 2, "list(VALUE, VALUE, ...), of numbers, true and false"},
};

/* What other programs call them. */
static const struct {
    const char *name;
    eg_law_kind kind;
} foreign[] = {
    {"gauss", EG_LAW_NORMAL},          {"gaussian", EG_LAW_NORMAL},
    {"norm", EG_LAW_NORMAL},           {"truncnorm", EG_LAW_NORMAL},
    {"rand", EG_LAW_UNIFORM},          {"random", EG_LAW_UNIFORM},
    {"reciprocal", EG_LAW_LOGUNIFORM}, {"log10uniform", EG_LAW_LOGUNIFORM},
    {"lognorm", EG_LAW_LOGNORMAL},     {"expon", EG_LAW_EXPONENTIAL},
    {"triang", EG_LAW_TRIANGULAR},     {"linspace", EG_LAW_RANGE},
    {"logspace", EG_LAW_LOGRANGE},     {"geomspace", EG_LAW_LOGRANGE},
    {"choice", EG_LAW_LIST},           {"values", EG_LAW_LIST},
};

/* ---------------------------------------------------------------- names */

/* Blanks may stand between the name and its parenthesis. */
static int kind_of(const char *text)
{
    for (int i = 0; i < EG_LAW_KINDS; i++) {
        size_t length = strlen(laws[i].name);
        if (strncmp(text, laws[i].name, length) == 0 && text[length + strspn(text + length, " ")] == '(')
            return i;
    }
    return -1;
}

size_t eg_law_name_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    const char next = text[length + strspn(text + length, " ")];
    return next == '(' || next == '[' || next == '\0' ? length : 0;
}

/* Which one was meant by the name of something that is none; -1: nothing is near. */
static int nearest(const char *text)
{
    const char *names[EG_LAW_KINDS];
    char name[32];
    (void)snprintf(name, sizeof name, "%.*s", (int)eg_law_name_length(text), text);
    for (char *c = name; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (strcmp(name, foreign[i].name) == 0)
            return (int)foreign[i].kind;
    for (int i = 0; i < EG_LAW_KINDS; i++)
        names[i] = laws[i].name;
    const char *near = *name ? eg_nearest(name, names, EG_LAW_KINDS) : NULL;
    for (int i = 0; i < EG_LAW_KINDS; i++)
        if (near == names[i])
            return i;
    return -1;
}

void eg_law_tell_unknown(const char *text, eg_severity severity, eg_diagnostics *d)
{
    static const char all[] =
        "uniform, loguniform, normal, lognormal, triangular, exponential, weibull, gumbel, "
        "range, logrange and list";
    const int near = nearest(text);
    eg_report(d, severity, EG_NOWHERE, "'%.200s' begins as no distribution does", text);
    if (near >= 0)
        eg_remedy(d, "perhaps %s; there are %s", laws[near].usage, all);
    else
        eg_remedy(d, "write one of %s, as in uniform(1, 2)", all);
}

/* ---------------------------------------------------------------- writing */

int eg_law_begins(const char *text)
{
    return kind_of(text) >= 0;
}

void eg_law_write(const eg_law *law, char text[EG_LAW_SIZE])
{
    enum { BEHIND = sizeof ", ...)" }; /* what has to fit behind every number */
    const bool is_list = law->kind == EG_LAW_LIST;
    const size_t further = law->kind == EG_LAW_NORMAL && law->has_bounds ? 2 : 0;
    const size_t count = is_list ? law->list_count : laws[law->kind].numbers + further;
    const double *numbers = is_list ? law->list : law->number;
    size_t length = (size_t)snprintf(text, EG_LAW_SIZE, "%s(", laws[law->kind].name);
    for (size_t i = 0; i < count; i++) {
        if (length + 2 + EG_NUMBER_SIZE + BEHIND > EG_LAW_SIZE) {
            length += (size_t)snprintf(text + length, EG_LAW_SIZE - length, ", ...");
            break;
        }
        if (i > 0)
            length += (size_t)snprintf(text + length, EG_LAW_SIZE - length, ", ");
        length += eg_number_write(numbers[i], text + length);
    }
    (void)snprintf(text + length, EG_LAW_SIZE - length, ")");
}

/* A number, true or false; NULL: it is neither. */
static const char *read_value(const char *at, eg_law_kind kind, double *value)
{
    static const char yes[] = "true", no[] = "false";
    if (kind == EG_LAW_LIST && strncmp(at, yes, sizeof yes - 1) == 0) {
        *value = 1;
        return at + sizeof yes - 1;
    }
    if (kind == EG_LAW_LIST && strncmp(at, no, sizeof no - 1) == 0) {
        *value = 0;
        return at + sizeof no - 1;
    }
    const char *end = eg_number_read(at, at + strlen(at), value);
    return end != at && end && isfinite(*value) ? end : NULL;
}

/* What stands in the parentheses: values[count]; there is room for as many as there are commas and one. */
static bool read_values(const char *text, eg_law_kind kind, double *values, size_t *count)
{
    const char *at = strchr(text, '(') + 1;
    *count = 0;
    for (;;) {
        at += strspn(at, " ");
        const char *end = read_value(at, kind, &values[*count]);
        if (!end)
            return false;
        (*count)++;
        at = end + strspn(end, " ");
        if (*at == ')')
            return at[1 + strspn(at + 1, " ")] == '\0';
        if (*at++ != ',')
            return false;
    }
}

static eg_status refuse(eg_diagnostics *d, const char *text, eg_law_kind kind)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "'%.200s' cannot be read; write %s", text, laws[kind].usage);
    eg_remedy(
        d, "numbers are finite, in the parameter's unit, which is not written, and have commas between them");
    return EG_ERROR_USAGE;
}

const char *eg_law_usage(const eg_law *law)
{
    return laws[law->kind].usage;
}

eg_status eg_law_read(const char *text, eg_law *law, eg_diagnostics *d)
{
    const int kind = kind_of(text);
    *law = (eg_law){0};
    if (kind < 0) {
        eg_law_tell_unknown(text, EG_ERROR, d);
        return EG_ERROR_USAGE;
    }
    size_t count = 1;
    for (const char *c = text; *c; c++)
        count += *c == ',';
    double *values = calloc(count, sizeof *values);
    if (!values)
        return EG_ERROR_MEMORY;
    law->kind = (eg_law_kind)kind;
    const size_t needed = laws[kind].numbers, further = laws[kind].further;
    bool good = read_values(text, law->kind, values, &count) && count >= needed &&
                (count == needed || (kind == EG_LAW_LIST ? count <= further : count == needed + further));
    if (good && kind == EG_LAW_LIST) {
        law->list = values;
        law->list_count = count;
    } else if (good) {
        memcpy(law->number, values, count * sizeof *values);
        law->has_bounds = kind == EG_LAW_NORMAL && count > needed;
    }
    if (kind != EG_LAW_LIST || !good)
        free(values);
    if (good && eg_law_is_right(law))
        return EG_OK;
    eg_law_release(law);
    return refuse(d, text, (eg_law_kind)kind);
}

void eg_law_release(eg_law *law)
{
    if (law->kind == EG_LAW_LIST)
        free((double *)law->list);
    *law = (eg_law){0};
}

/* ---------------------------------------------------------------- sense */

/* The chances of what a truncated normal distribution leaves out below (p) and above (q) a bound. */
typedef struct tails {
    double p, q;
} tails;

static tails tails_at(const double *number, double bound)
{
    double z = (bound - number[0]) / number[1];
    return (tails){eg_normal_chance(z), eg_normal_chance(-z)};
}

static bool is_count(double x)
{
    return x >= 1 && x <= most_points && x == floor(x);
}

static bool normal_is_right(const eg_law *law)
{
    const double *x = law->number;
    if (!(x[1] >= 0) || !law->has_bounds)
        return x[1] >= 0;
    if (!(x[2] <= x[3]) || x[1] == 0)
        return x[1] == 0 && x[2] <= x[0] && x[0] <= x[3];
    /* Bounds with nothing between them that a double can tell leave no distribution. */
    const tails low = tails_at(x, x[2]), high = tails_at(x, x[3]);
    return x[2] == x[3] || high.p > low.p || low.q > high.q;
}

bool eg_law_is_right(const eg_law *law)
{
    const double *x = law->number;
    for (int i = 0; i < 4; i++)
        if (!isfinite(x[i]))
            return false;
    for (size_t i = 0; i < law->list_count; i++)
        if (!isfinite(law->list[i]))
            return false;
    switch (law->kind) {
    case EG_LAW_UNIFORM: return x[0] <= x[1];
    case EG_LAW_LOGUNIFORM: return x[0] > 0 && x[0] <= x[1];
    case EG_LAW_NORMAL: return normal_is_right(law);
    case EG_LAW_LOGNORMAL: return x[1] >= 0;
    case EG_LAW_TRIANGULAR: return x[0] <= x[1] && x[1] <= x[2];
    case EG_LAW_EXPONENTIAL: return x[0] > 0;
    case EG_LAW_WEIBULL: return x[0] > 0 && x[1] > 0;
    case EG_LAW_GUMBEL: return x[1] > 0;
    case EG_LAW_RANGE: return is_count(x[2]);
    case EG_LAW_LOGRANGE: return x[0] > 0 && x[1] > 0 && is_count(x[2]);
    case EG_LAW_LIST: return law->list_count > 0;
    case EG_LAW_KINDS: break;
    }
    return false;
}

/* ---------------------------------------------------------------- the normal distribution */

double eg_normal_chance(double z)
{
    return 0.5 * erfc(-z * 0.70710678118654752440);
}

static double ratio(const double *above, const double *below, double x)
{
    double a = above[7], b = below[7];
    for (int i = 6; i >= 0; i--) {
        a = a * x + above[i];
        b = b * x + below[i];
    }
    return a / b;
}

/* Wichura, M. J. (1988), Algorithm AS 241, Applied Statistics 37, 477-484, PPND16: relative errors of about
 * 1e-16. */
double eg_normal_quantile(double p, double q)
{
    static const double middle_above[] = {3.3871328727963666080e0,  1.3314166789178437745e+2,
                                          1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                          4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                          3.3430575583588128105e+4, 2.5090809287301226727e+3},
                        middle_below[] = {1.0,
                                          4.2313330701600911252e+1,
                                          6.8718700749205790830e+2,
                                          5.3941960214247511077e+3,
                                          2.1213794301586595867e+4,
                                          3.9307895800092710610e+4,
                                          2.8729085735721942674e+4,
                                          5.2264952788528545610e+3},
                        near_above[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                                        5.76949722146069140550e0,  3.64784832476320460504e0,
                                        1.27045825245236838258e0,  2.41780725177450611770e-1,
                                        2.27238449892691845833e-2, 7.74545014278341407640e-4},
                        near_below[] = {1.0,
                                        2.05319162663775882187e0,
                                        1.67638483018380384940e0,
                                        6.89767334985100004550e-1,
                                        1.48103976427480074590e-1,
                                        1.51986665636164571966e-2,
                                        5.47593808499534494600e-4,
                                        1.05075007164441684324e-9},
                        far_above[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                                       1.78482653991729133580e0,  2.96560571828504891230e-1,
                                       2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                       2.71155556874348757815e-5, 2.01033439929228813265e-7},
                        far_below[] = {1.0,
                                       5.99832206555887937690e-1,
                                       1.36929880922735805310e-1,
                                       1.48753612908506148525e-2,
                                       7.86869131145613259100e-4,
                                       1.84631831751005468180e-5,
                                       1.42151175831644588870e-7,
                                       2.04426310338993978564e-15};
    if (p == 0 || q == 0)
        return p == 0 ? -INFINITY : INFINITY;
    const double from_middle = p < q ? p - 0.5 : 0.5 - q;
    if (fabs(from_middle) <= 0.425)
        return from_middle * ratio(middle_above, middle_below, 0.180625 - from_middle * from_middle);
    const double r = sqrt(-log(fmin(p, q)));
    const double z = r <= 5 ? ratio(near_above, near_below, r - 1.6) : ratio(far_above, far_below, r - 5);
    return p < q ? -z : z;
}

/* ---------------------------------------------------------------- quantiles */

/* -log(q), with p = 1 - q. */
static double minus_log(double p, double q)
{
    return p < 0.5 ? -log1p(-p) : -log(q);
}

static double normal_quantile(const eg_law *law, double p, double q)
{
    const double *x = law->number;
    if (x[1] == 0)
        return x[0];
    if (!law->has_bounds)
        return x[0] + x[1] * eg_normal_quantile(p, q);
    const tails low = tails_at(x, x[2]), high = tails_at(x, x[3]);
    double value =
        x[0] + x[1] * eg_normal_quantile(low.p + p * (high.p - low.p), high.q + q * (low.q - high.q));
    return fmin(fmax(value, x[2]), x[3]);
}

static double triangular_quantile(const double *x, double p, double q)
{
    const double width = x[2] - x[0], rises = x[1] - x[0], falls = x[2] - x[1];
    if (width == 0)
        return x[0];
    return p * width < rises ? x[0] + sqrt(p * width * rises) : x[2] - sqrt(q * width * falls);
}

size_t eg_law_points(const eg_law *law)
{
    switch (law->kind) {
    case EG_LAW_RANGE:
    case EG_LAW_LOGRANGE: return (size_t)law->number[2];
    case EG_LAW_LIST: return law->list_count;
    default: return 0;
    }
}

/* Between low and high at share p, q being 1 - p: also where their distance or ratio overflows. */
static double between(double low, double high, double p, double q)
{
    const double distance = high - low;
    return isfinite(distance) ? low + p * distance : q * low + p * high;
}

static double between_ratios(double low, double high, double p, double q)
{
    const double ratio = high / low;
    return isfinite(ratio) && ratio > 0 ? low * pow(ratio, p) : exp(q * log(low) + p * log(high));
}

double eg_law_point(const eg_law *law, size_t k)
{
    const double *x = law->number;
    if (law->kind == EG_LAW_LIST)
        return law->list[k];
    if (k == 0)
        return x[0];
    if ((double)k == x[2] - 1)
        return x[1];
    const double share = (double)k / (x[2] - 1);
    return law->kind == EG_LAW_RANGE ? between(x[0], x[1], share, 1 - share)
                                     : between_ratios(x[0], x[1], share, 1 - share);
}

double eg_law_quantile(const eg_law *law, double p, double q)
{
    const double *x = law->number;
    const size_t points = eg_law_points(law);
    if (!(p >= 0 && q >= 0))
        return NAN;
    if (points > 0) {
        size_t k = (size_t)(p * (double)points);
        return eg_law_point(law, k < points ? k : points - 1);
    }
    switch (law->kind) {
    case EG_LAW_UNIFORM: return between(x[0], x[1], p, q);
    case EG_LAW_LOGUNIFORM: return between_ratios(x[0], x[1], p, q);
    case EG_LAW_NORMAL: return normal_quantile(law, p, q);
    case EG_LAW_LOGNORMAL: return exp(x[1] == 0 ? x[0] : x[0] + x[1] * eg_normal_quantile(p, q));
    case EG_LAW_TRIANGULAR: return triangular_quantile(x, p, q);
    case EG_LAW_EXPONENTIAL: return x[0] * minus_log(p, q);
    case EG_LAW_WEIBULL: return x[1] * pow(minus_log(p, q), 1 / x[0]);
    case EG_LAW_GUMBEL: return x[0] - x[1] * log(minus_log(q, p));
    default: return NAN;
    }
}
