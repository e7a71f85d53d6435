/* Prints the tables of docs/accuracy.md as Markdown: errors against exact motions by tolerance, and what the
 * examples do. The cases and their truths are those of the tests (tests/accuracy_cases.h).
 *
 *     make accuracy */
#include "accuracy_cases.h"
#include "run_distance.h"

enum { FAMILY = 8 };

/* Cases that make one table; a line shows the worst of them. */
typedef struct family {
    const char *title;
    accuracy_case cases[FAMILY];
    int count;
} family;

/* The sums and maxima of a line; `worst` is the case with the largest error. */
typedef struct line {
    int worst, expected, failed;
    exact_errors errors; /* of the worst one */
    double engine_tolerance, event_error, closure;
    size_t events;
    long steps;
} line;

static int print_messages(const eg_diagnostics *d)
{
    char text[2000];
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, text, sizeof text);
        fputs(text, stderr);
    }
    return eg_diagnostics_count(d) > 0;
}

/* A ratio with two digits, or all those before the point. */
static const char *ratio(double x, char text[20])
{
    snprintf(text, 20, x >= 10.0 ? "%.0f" : x >= 0.1 ? "%.2f" : "%.2g", x);
    return text;
}

/* ---------------------------------------------------------------- errors against exact motions */

static void add_run(line *l, const accuracy_case *c, int i, const accuracy_run *r)
{
    l->expected += c->scene ? c->scene->events : 0;
    l->failed += r->status != EG_OK || !r->errors.same_events || r->errors.unknown != 0;
    if (r->status != EG_OK)
        return;
    if (i == 0 || r->errors.worst > l->errors.worst) {
        l->errors = r->errors;
        l->worst = i;
    }
    l->engine_tolerance = r->statistics.engine_tolerance;
    l->event_error = fmax(l->event_error, r->errors.event_error);
    l->closure = fmax(l->closure, r->statistics.energy.error);
    l->events += r->events;
    l->steps += r->statistics.steps;
}

/* Returns how many runs went wrong. */
static int print_line(const family *f, double tolerance)
{
    line l = {.worst = 0};
    char text[20];
    for (int i = 0; i < f->count; i++) {
        eg_diagnostics *d = eg_diagnostics_create();
        accuracy_run r = accuracy_run_case(&f->cases[i], tolerance, d);
        add_run(&l, &f->cases[i], i, &r);
        print_messages(d);
        accuracy_run_free(&r);
        eg_diagnostics_free(d);
    }
    printf("| %.0e | %.0e | %.1e | %s | %s", tolerance, l.engine_tolerance, l.errors.worst,
           ratio(l.errors.worst / tolerance, text), l.errors.signal);
    if (f->count > 1)
        printf(", %s", strrchr(f->cases[l.worst].name, ',') + 2);
    printf(" | %.5g | %zu of %d | %.1e | %ld | %.1e |\n", l.errors.time, l.events, l.expected, l.event_error,
           l.steps, l.closure);
    return l.failed;
}

static int print_family(family *f)
{
    int failed = 0;
    printf("\n### %s\n\n", f->title);
    printf("| tol | engine's | error/range | error/(tol range) | of | at t [s] | events | event time [s] | "
           "steps | closure |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (int k = 4; k <= 12; k++)
        failed += print_line(f, pow(10.0, -k));
    for (int i = 0; i < f->count; i++)
        accuracy_case_free(&f->cases[i]);
    return failed;
}

static int print_errors(void)
{
    const double zetas[] = {0.01, 0.1, 0.3, 0.5, 1.0, 2.0, 5.0}, groups[] = {0.02, 0.2, 1.0, 4.0};
    family elastogap = {"ElastoGap.mo", {accuracy_elastogap()}, 1};
    family linear = {.title = "One contact, n = 1 (the worst of seven damping ratios; steps of all)"};
    family hertz = {.title = "One contact, n = 1.5 (the worst of four dampings; steps of all)"};
    family bounce = {"BouncingMass.mo, which amplifies", {accuracy_bounce()}, 1};
    for (size_t i = 0; i < sizeof zetas / sizeof *zetas; i++)
        linear.cases[linear.count++] = accuracy_contact(zetas[i]);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        hertz.cases[hertz.count++] = accuracy_power_contact(1.5, groups[i]);
    return print_family(&elastogap) + print_family(&linear) + print_family(&hertz) + print_family(&bounce);
}

/* ---------------------------------------------------------------- the order of erk */

/* A line: errors by steps for one exponent, and the slope of the straight line through their logarithms.
 * Steps are those in contact: two flights and the rebound, in which no force acts, are one step each. */
static int print_order(double n)
{
    enum { FLIGHTS = 3, TIGHTEST = 12 };
    accuracy_case c = accuracy_power_contact(n, 0.2);
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    int failed = 0, count = 0;
    printf("| %g |", n);
    for (int k = 6; k <= TIGHTEST; k++) {
        eg_diagnostics *d = eg_diagnostics_create();
        accuracy_run r = accuracy_run_case(&c, pow(10.0, -k), d);
        failed += print_messages(d) + (r.status != EG_OK);
        if (r.status == EG_OK) {
            const long steps = r.statistics.steps - FLIGHTS;
            const double a = log((double)steps), b = log(r.errors.worst);
            printf(" %ld: %.1e |", steps, r.errors.worst);
            x += a;
            y += b;
            xx += a * a;
            xy += a * b;
            count++;
        }
        accuracy_run_free(&r);
        eg_diagnostics_free(d);
    }
    printf(" %.1f |\n", -(count * xy - x * y) / (count * xx - x * x));
    accuracy_case_free(&c);
    return failed;
}

static int print_orders(void)
{
    const double exponents[] = {1.0, 1.5, 2.0, 2.3};
    int failed = 0;
    printf("\n### Orders of erk: steps in contact and error/range at 1e-6 to 1e-12\n\n| n |");
    for (int k = 6; k <= 12; k++)
        printf(" 1e-%02d |", k);
    printf(" order |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++)
        failed += print_order(exponents[i]);
    return failed;
}

/* ---------------------------------------------------------------- the examples */

/* One line; what it compares with is a run at 1e-11. Returns how many runs went wrong. */
static int print_example(const accuracy_disturbance *e)
{
    const double part = 1e-6;
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_run fine = accuracy_example(e->file, NULL, 1e-11, d),
                 usual = accuracy_example(e->file, NULL, 0.0, d);
    accuracy_run moved = {.status = fine.status};
    if (fine.status == EG_OK)
        moved = accuracy_disturbed(e, &fine, part, 1e-11, d);
    int failed = print_messages(d);
    if (fine.status == EG_OK && usual.status == EG_OK && moved.status == EG_OK) {
        const run_distance off = run_distance_of(usual.trajectory, fine.trajectory);
        const run_distance growth = run_distance_of(fine.trajectory, moved.trajectory);
        const double tolerance = usual.statistics.tolerance;
        char text[4][20];
        printf("| %.*s | %zu | %ld | %.1e | %.0e | %s | %s | %s | %s |\n", (int)strcspn(e->file, "."),
               e->file, fine.events, fine.statistics.steps, fine.statistics.energy.error, tolerance,
               ratio(off.worst / tolerance, text[0]), ratio(off.positions / tolerance, text[1]),
               ratio(growth.worst / part, text[2]), ratio(growth.positions / part, text[3]));
        failed += !off.same_events;
    }
    accuracy_run_free(&moved);
    accuracy_run_free(&usual);
    accuracy_run_free(&fine);
    eg_diagnostics_free(d);
    return failed;
}

static int print_examples(void)
{
    int failed = 0;
    printf("\n### The examples\n\n");
    printf("| example | events | steps at 1e-11 | closure at 1e-11 | own tol | off/(tol range) | positions | "
           "growth | positions |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (int i = 0; i < ACCURACY_EXAMPLE_COUNT; i++)
        failed += print_example(&ACCURACY_EXAMPLES[i]);
    return failed;
}

int main(void)
{
    static const char *const engines[] = {"ida", "erk", "irk"};
    int failed = 0;
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        accuracy_engine = engines[i];
        printf("\n## %s\n", accuracy_engine);
        failed += print_errors();
    }
    failed += print_orders();
    accuracy_engine = "ida";
    failed += print_examples();
    if (failed > 0)
        fprintf(stderr, "accuracy: %d runs went wrong, or had other events than the truth\n", failed);
    return failed > 0;
}
