/* docs/contact-laws.md: every entry of its tables, on random points and impacts; and that the page says what
 * the program says.
 *
 *   test_contact_laws --write     rewrites the tables and the picture of the page */
#include "elastogap/contact.h"
#include "near.h"
#include "result/curves.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define PAGE EG_SOURCE_DIR "/docs/contact-laws.md"
#define PICTURE EG_SOURCE_DIR "/docs/images/restitution-speed.svg"

/* xorshift64*: the same numbers everywhere. */
static double uniform(uint64_t *seed, double low, double high)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    const uint64_t bits = (*seed * UINT64_C(2685821657736338717)) >> 11;
    return low + (high - low) * ((double)bits * 0x1p-53);
}

static eg_contact random_law(eg_contact_law law, uint64_t *seed)
{
    const eg_elasto_gap gap = eg_elasto_gap_simple(uniform(seed, 1.0, 3.0), uniform(seed, 0.2, 2.0), 0.0,
                                                   uniform(seed, 0.0, 1.0) < 0.5 ? 1.0 : 1.5);
    return eg_contact_make(law, &gap, uniform(seed, 0.1, 3.0), uniform(seed, 0.1, 0.5));
}

static eg_impact impact(eg_contact_law law, double n, double d, double D, double speed)
{
    const eg_elasto_gap gap = eg_elasto_gap_simple(1.0, d, 0.0, n);
    const eg_impact_problem p = {eg_contact_make(law, &gap, D, 0.2), 1.0, speed, 0.0, 0.0};
    eg_impact o;
    assert_int_equal(eg_impact_compute(&p, &o), EG_OK);
    return o;
}

/* ---------------------------------------------------------------- what the laws do */

static void check_touch(eg_contact_law law, uint64_t *seed)
{
    double largest = 0.0;
    for (int i = 0; i < 2000; i++) {
        const eg_contact k = random_law(law, seed);
        largest = fmax(largest, fabs(eg_contact_f(&k, 1.0, -1e-12, uniform(seed, -1.0, 0.0))));
    }
    /* continuous: at most c*x*(1 + D) + d*S */
    assert_int_equal(largest > 1.3e-11, eg_contact_facts_of(law)->jumps);
}

/* Pull on free rebound: along the impacts; when torn: at random points. */
static void check_pull(eg_contact_law law, uint64_t *seed)
{
    bool free = false, torn = false;
    for (int i = 0; i < 16; i++) {
        const eg_contact k = random_law(law, seed);
        const eg_impact_problem p = {k, 1.0, uniform(seed, 0.2, 1.0), 0.0, 0.0};
        eg_impact_trace t = {0};
        assert_int_equal(eg_impact_follow(&p, &t), EG_OK);
        for (size_t j = 0; j < t.count; j++)
            free = free || t.points[j].push < -1e-12;
        eg_impact_trace_release(&t);
        for (int j = 0; j < 200; j++)
            torn = torn || eg_contact_f(&k, 0.5, uniform(seed, -1.0, 0.0), uniform(seed, 0.0, 20.0)) > 0.0;
    }
    assert_int_equal(free ? 1 : torn ? 2 : 0, eg_contact_facts_of(law)->pulls);
}

/* force*speed = rate of the stored energy + loss, and the loss is >= 0: nothing is gained. */
static void check_energy(eg_contact_law law, uint64_t *seed)
{
    for (int i = 0; i < 5000; i++) {
        const eg_contact k = random_law(law, seed);
        const double s = uniform(seed, -1.0, 0.5), v = uniform(seed, -2.0, 2.0), v0 = uniform(seed, 0.1, 2.0);
        const eg_contact_mode mode = eg_contact_mode_at(&k, s, v);
        const double h = 1e-6,
                     slope = (eg_contact_energy(&k, mode, s + h) - eg_contact_energy(&k, mode, s - h)) /
                             (2.0 * h);
        eg_law_force o;
        eg_contact_force(&k, mode, v0, s, v, &o);
        assert_at_most(0.0, o.loss);
        /* central difference of x^(n+1): h^2*f''/6, f'' < 10 but near touch, where h itself bounds it */
        assert_near(o.f * v, slope * v + o.loss, 1e-8 * (1.0 + fabs(o.f * v)));
    }
}

static eg_contact_trend trend_of(eg_contact_law law, double n)
{
    double before = impact(law, n, 0.4, 0.4, 0.3).e, first = before;
    bool rises = true, falls = true;
    for (double speed = 0.6; speed < 40.0; speed *= 2.0) {
        const double e = impact(law, n, 0.4, 0.4, speed).e;
        rises = rises && e > before + 1e-6;
        falls = falls && e < before - 1e-6;
        before = e;
    }
    if (!rises && !falls)
        assert_near(before, first, 1e-9);
    return rises ? EG_CONTACT_RISES : falls ? EG_CONTACT_FALLS : EG_CONTACT_CONSTANT;
}

static void check_trend(eg_contact_law law)
{
    const eg_contact_facts *f = eg_contact_facts_of(law);
    if (law == EG_CONTACT_SMOOTH_TRANSITION) /* its width is a length of its own: see test_transition_speed */
        return;
    assert_int_equal(trend_of(law, 1.0), f->linear);
    assert_int_equal(trend_of(law, 1.5), f->curved);
}

static void test_facts(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < EG_CONTACT_LAW_COUNT; i++) {
        const eg_contact_law law = (eg_contact_law)i;
        if (law == EG_CONTACT_RESTITUTION) /* no force; its impacts are in test_rigid.c */
            continue;
        check_touch(law, &seed);
        check_pull(law, &seed);
        check_energy(law, &seed);
        check_trend(law);
        if (eg_contact_is_hysteresis(law)) {
            double off = 0.0;
            for (double e = 0.1; e < 1.0; e += 0.1)
                off = fmax(off, fabs(impact(law, 1.0, 0.0, eg_contact_factor(law, e), 1.0).e - e));
            assert_int_equal(off < 1e-12, eg_contact_facts_of(law)->delivers_e);
        }
    }
    assert_null(eg_contact_facts_of(EG_CONTACT_LAW_COUNT));
}

/* With n = 1 a faster body spends more of its way behind the transition, where the damper is fully
 * engaged; with n > 1 the damper as a whole then loses against the spring. */
static void test_transition_speed(void **state)
{
    (void)state;
    const eg_contact_facts *f = eg_contact_facts_of(EG_CONTACT_SMOOTH_TRANSITION);
    assert_int_equal(trend_of(EG_CONTACT_SMOOTH_TRANSITION, 1.0), f->linear);
    assert_int_equal(f->curved, EG_CONTACT_FALLS_THEN_RISES);
    double low = 2.0, first = impact(EG_CONTACT_SMOOTH_TRANSITION, 1.5, 0.4, 0.0, 0.01).e, last = 0.0;
    for (double speed = 0.01; speed < 1e4; speed *= 2.0) {
        last = impact(EG_CONTACT_SMOOTH_TRANSITION, 1.5, 0.4, 0.0, speed).e;
        low = fmin(low, last);
    }
    assert_at_most(low, first - 1e-2);
    assert_at_most(low, last - 1e-2);
}

/* ---------------------------------------------------------------- the page */

typedef struct text {
    char bytes[40000];
    size_t size;
} text;

static void put(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    t->size += (size_t)vsnprintf(t->bytes + t->size, sizeof t->bytes - t->size, format, list);
    va_end(list);
    assert_true(t->size < sizeof t->bytes);
}

static const char *const trends[] = {"constant", "rises with speed", "falls with speed", "falls, then rises"};
static const char *const pull_texts[] = {"no", "yes", "when torn"};

static void put_laws(text *t)
{
    put(t, "| eq. | law | push | continuous at touch | pulls | gains energy | loss booked "
           "| restitution, n = 1 | n > 1 | delivers its e | source |\n"
           "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (int i = 0; i < EG_CONTACT_LAW_COUNT; i++) {
        const eg_contact_facts *f = eg_contact_facts_of((eg_contact_law)i);
        bool family = eg_contact_is_hysteresis((eg_contact_law)i), rigid = i == EG_CONTACT_RESTITUTION;
        put(t, "| (%d) | %s | `%s` | %s | %s | no | %s | %s | %s | %s | %s |\n", i + 1, f->name, f->formula,
            f->jumps ? "no" : "yes", pull_texts[f->pulls], rigid ? "at the event" : "yes",
            i == EG_CONTACT_HERTZ ? "1" : trends[f->linear], i == EG_CONTACT_HERTZ ? "1" : trends[f->curved],
            family || rigid ? (f->delivers_e ? "yes" : "no") : "has none", f->source);
    }
}

static void put_linear(text *t)
{
    static const double zeta[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 2, 5};
    put(t, "| zeta | elasto-gap: e | omega T | omega x_max/v0 | F_max/(m omega v0) | kelvin-voigt: e | "
           "clipped: e | "
           "undamped-rebound: e |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (size_t i = 0; i < sizeof zeta / sizeof *zeta; i++) {
        const eg_impact gap = impact(EG_CONTACT_ELASTO_GAP, 1.0, 2.0 * zeta[i], 0.0, 1.0);
        put(t, "| %g | %.8f | %.6f | %.6f | %.6f |", zeta[i], gap.e, gap.contact_time, gap.max_penetration,
            gap.peak_force);
        for (int law = EG_CONTACT_KELVIN_VOIGT; law <= EG_CONTACT_UNDAMPED_REBOUND; law++) {
            const eg_impact o = impact((eg_contact_law)law, 1.0, 2.0 * zeta[i], 0.0, 1.0);
            if (o.parts)
                put(t, " %.8f |", o.e);
            else
                put(t, " none |");
        }
        put(t, "\n");
    }
}

/* D near its two ends: D/(1 - e) for e -> 1 and e*D for e -> 0. */
static void put_ends(text *t)
{
    put(t, "| law | D/(1 - e), e to 1 | e D, e to 0 |\n| --- | --- | --- |\n");
    for (int law = EG_CONTACT_HUNT_CROSSLEY; law < EG_CONTACT_RESTITUTION; law++) {
        const double near_one = eg_contact_factor((eg_contact_law)law, 1.0 - 0x1p-20) * 0x1p20;
        const double near_zero = eg_contact_factor((eg_contact_law)law, 0x1p-20) * 0x1p-20;
        put(t, "| %s | %.3g | %.3g |\n", eg_contact_name((eg_contact_law)law), near_one,
            near_zero < 1e-5 ? 0.0 : near_zero);
    }
}

static void put_family(text *t)
{
    static const double wanted[] = {0.1, 0.3, 0.5, 0.7, 0.9};
    put(t, "| e wanted | D exact |");
    for (int law = EG_CONTACT_HUNT_CROSSLEY; law < EG_CONTACT_RESTITUTION; law++)
        put(t, " %s |", eg_contact_name((eg_contact_law)law));
    put(t, "\n| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        put(t, "| %g | %.6f |", wanted[i], eg_contact_exact_factor(wanted[i]));
        for (int law = EG_CONTACT_HUNT_CROSSLEY; law < EG_CONTACT_RESTITUTION; law++)
            put(t, " %.4f |", eg_contact_delivered(eg_contact_factor((eg_contact_law)law, wanted[i])));
        put(t, "\n");
    }
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *bytes = calloc(1, 100000);
    assert_non_null(file);
    assert_non_null(bytes);
    assert_true(fread(bytes, 1, 99999, file) > 0);
    fclose(file);
    return bytes;
}

/* The page with the table behind the mark in place of what stands there. */
static void put_page(text *t, const char *page)
{
    static const struct {
        const char *mark;
        void (*put)(text *);
    } tables[] = {{"<!-- laws -->\n", put_laws},
                  {"<!-- linear -->\n", put_linear},
                  {"<!-- ends -->\n", put_ends},
                  {"<!-- family -->\n", put_family}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const char *from = strstr(page, tables[i].mark);
        assert_non_null(from);
        from += strlen(tables[i].mark);
        put(t, "%.*s", (int)(from - page), page);
        tables[i].put(t);
        page = strstr(from, "<!-- end -->");
        assert_non_null(page);
    }
    put(t, "%s", page);
}

static void test_page(void **state)
{
    (void)state;
    char *page = read_text(PAGE);
    text *made = calloc(1, sizeof *made);
    put_page(made, page);
    if (strcmp(made->bytes, page) != 0)
        print_error("%s is not what the program says; run test_contact_laws --write\n", PAGE);
    assert_true(strcmp(made->bytes, page) == 0);
    free(made);
    free(page);
}

/* law_contact.h names the laws by the page's numbers: "(8)  hunt-crossley". */
static void test_numbers(void **state)
{
    (void)state;
    char *header = read_text(EG_SOURCE_DIR "/include/elastogap/law_contact.h");
    for (int i = 0; i < EG_CONTACT_LAW_COUNT; i++) {
        char line[60];
        snprintf(line, sizeof line, " *     (%d)%s %s ", i + 1, i < 9 ? " " : "",
                 eg_contact_name((eg_contact_law)i));
        assert_non_null(strstr(header, line));
    }
    free(header);
}

/* ---------------------------------------------------------------- writing it */

enum { SPEEDS = 60, CURVES = 6 };

static void draw_speeds(void)
{
    static const struct {
        const char *name;
        eg_contact_law law;
        double n;
    } what[CURVES] = {{"elasto-gap n=1", EG_CONTACT_ELASTO_GAP, 1.0},
                      {"elasto-gap n=1.5", EG_CONTACT_ELASTO_GAP, 1.5},
                      {"elasto-gap n=2", EG_CONTACT_ELASTO_GAP, 2.0},
                      {"kelvin-voigt-clipped n=1.5", EG_CONTACT_KELVIN_VOIGT_CLIPPED, 1.5},
                      {"lankarani-nikravesh-1994 n=1.5", EG_CONTACT_LANKARANI_NIKRAVESH_1994, 1.5},
                      {"exact-restitution n=1.5", EG_CONTACT_EXACT_RESTITUTION, 1.5}};
    static double speed[SPEEDS], e[CURVES][SPEEDS];
    eg_curve curves[CURVES];
    for (int i = 0; i < CURVES; i++) {
        const eg_impact_design design = {what[i].law,        0.5, 1.0, 1.0, 0.0, what[i].n, 0.0,
                                         EG_IMPACT_DESIGN_C, 1e6, 0.0};
        eg_impact_problem p;
        eg_impact o;
        assert_int_equal(eg_impact_design_solve(&design, NULL, &p, NULL), EG_OK);
        for (int k = 0; k < SPEEDS; k++) {
            speed[k] = p.speed = 0.05 * (k + 1);
            assert_int_equal(eg_impact_compute(&p, &o), EG_OK);
            e[i][k] = o.e;
        }
        curves[i] = (eg_curve){what[i].name, speed, e[i], SPEEDS};
    }
    const eg_curve_panel panel = {"speed of impact", "m/s", "restitution", "", curves, CURVES};
    assert_int_equal(eg_curves_plot(&panel, 1, NULL, PICTURE, NULL), EG_OK);
}

static void write_page(void **state)
{
    (void)state;
    char *page = read_text(PAGE);
    text *made = calloc(1, sizeof *made);
    put_page(made, page);
    FILE *file = fopen(PAGE, "wb");
    assert_non_null(file);
    fputs(made->bytes, file);
    assert_int_equal(fclose(file), 0);
    draw_speeds();
    free(made);
    free(page);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest writing[] = {cmocka_unit_test(write_page)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_transition_speed),
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_numbers),
    };
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        return cmocka_run_group_tests(writing, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
