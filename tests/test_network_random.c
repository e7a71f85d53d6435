/* Random networks of bodies, some without mass, springs, gaps and forces: what must hold for all of them.
 * Mirrored and shifted they move the same, the energy closes, gaps never pull, forces balance at every node.
 * Numbers are binary fractions, so that mirroring and shifting change no rounding of the start. */
#include "network_checks.h"

typedef struct plan {
    uint64_t seed;
    int bodies, links;
    double mass[8], position[8], speed[8], length[8];
    int kind[16], from[16], to[16]; /* links: body, -1: the wall */
    double c[16], d[16], s_rel0[16], exponent[16];
    int pushed;
    double amplitude, frequency;
} plan;

/* 0 ... below - 1: the upper bits of a linear congruence (Knuth's MMIX constants). */
static int pick(plan *p, int below)
{
    p->seed = p->seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((p->seed >> 33) % (uint64_t)below);
}

static double fraction(plan *p, int low, int high)
{
    return (low + pick(p, high - low + 1)) / 64.0;
}

static const double soft_exponents[] = {1, 1.1, 1.2, 1.5, 2, 2.5, 3};

/* Body i stands near i + 1; every body hangs on an earlier one or the wall, and some further links close
 * loops. One body in four has no mass; in a `light` plan one in two, and gaps have all kinds of exponents. */
static plan make_plan(uint64_t seed, bool light)
{
    plan p = {.seed = seed * 7919 + 1};
    p.bodies = 2 + pick(&p, 5);
    p.links = p.bodies + pick(&p, 4);
    for (int i = 0; i < p.bodies; i++) {
        p.mass[i] = pick(&p, light ? 2 : 4) == 0 ? 0 : fraction(&p, 16, 192);
        p.position[i] = i + 1 + fraction(&p, -8, 8);
        p.speed[i] = fraction(&p, -128, 128);
        p.length[i] = fraction(&p, 0, 8);
    }
    for (int k = 0; k < p.links; k++) {
        int to = k < p.bodies ? k : pick(&p, p.bodies), from = pick(&p, to + 1) - 1;
        p.kind[k] = pick(&p, k < p.bodies && p.mass[k] == 0 ? 2 : 4); /* what has no mass needs a spring */
        p.from[k] = from;
        p.to[k] = to;
        double rest = p.position[to] - (from < 0 ? 0 : p.position[from]);
        p.c[k] = 20 + pick(&p, 400);
        p.d[k] = pick(&p, 3) * fraction(&p, 1, 128);
        p.s_rel0[k] = rest + fraction(&p, -16, 16);
        p.exponent[k] = light              ? soft_exponents[pick(&p, 7)]
                        : pick(&p, 4) == 0 ? 1.5
                        : pick(&p, 4) == 0 ? 2
                                           : 1;
    }
    p.pushed = pick(&p, p.bodies);
    p.amplitude = fraction(&p, -640, 640);
    p.frequency = fraction(&p, 16, 256);
    return p;
}

static void flange_of(int body, bool right, char *text, size_t size)
{
    if (body < 0)
        snprintf(text, size, "wall.flange");
    else
        snprintf(text, size, "body%d.flange_%c", body, right ? 'b' : 'a');
}

static rig build_plan(const plan *p, double shift, bool mirrored)
{
    static const char *const classes[] = {"Spring", "SpringDamper", "ElastoGap", "ElastoGap"};
    double side = mirrored ? -1 : 1;
    rig r = rig_begin("Random");
    char name[40], path[60], from[60], to[60];
    add_fixed(&r, "wall", shift);
    for (int i = 0; i < p->bodies; i++) {
        snprintf(name, sizeof name, "body%d", i);
        add(&r, "Mass", name, "m", p->mass[i], "L", p->length[i], NULL);
        snprintf(path, sizeof path, "body%d.s", i);
        (p->mass[i] > 0 ? fix : guess)(&r, path, shift + side * p->position[i]);
        snprintf(path, sizeof path, "body%d.v", i);
        if (p->mass[i] > 0)
            fix(&r, path, side * p->speed[i]);
    }
    for (int k = 0; k < p->links; k++) {
        snprintf(name, sizeof name, "link%d", k);
        add(&r, classes[p->kind[k]], name, "c", p->c[k], "s_rel0", p->s_rel0[k], NULL);
        if (p->kind[k] > 0)
            eg_spec_set(r.spec, (snprintf(path, sizeof path, "%s.d", name), path), p->d[k], r.d);
        if (p->kind[k] > 1)
            eg_spec_set(r.spec, (snprintf(path, sizeof path, "%s.n", name), path), p->exponent[k], r.d);
        flange_of(p->from[k], !mirrored, from, sizeof from);
        flange_of(p->to[k], mirrored, to, sizeof to);
        snprintf(path, sizeof path, "%s.flange_%c", name, mirrored ? 'b' : 'a');
        join(&r, from, path);
        snprintf(path, sizeof path, "%s.flange_%c", name, mirrored ? 'a' : 'b');
        join(&r, path, to);
    }
    add(&r, "Force", "force", NULL);
    add(&r, "Sine", "sine", "amplitude", side * p->amplitude, "f", p->frequency, NULL);
    flange_of(p->pushed, mirrored, to, sizeof to);
    join(&r, "force.flange", to);
    join(&r, "sine.y", "force.f");
    run(&r, 2, 1e-10);
    return r;
}

/* The same instants and, but for sign and shift, the same motion. The unknowns are distances and speeds,
 * whose numbers are equal up to sign; only absolute positions are rounded differently. */
static void compare(const rig *a, const rig *b, const plan *p, double shift, double side, uint64_t seed)
{
    char name[40];
    double off = rows(a) == rows(b) && a->st.events == b->st.events ? 0 : INFINITY;
    for (size_t row = 0; row < rows(a) && off < INFINITY; row++) {
        for (int i = 0; i < p->bodies; i++) {
            snprintf(name, sizeof name, "body%d.s", i);
            off =
                fmax(off, fabs(at(b, name, row) - (shift + side * at(a, name, row))) - 8 * fabs(shift) * ULP);
            snprintf(name, sizeof name, "body%d.v", i);
            off = fmax(off, fabs(at(b, name, row) - side * at(a, name, row)));
        }
        for (int k = 0; k < p->links; k++) {
            snprintf(name, sizeof name, "link%d.s_rel", k);
            off = fmax(off, fabs(at(b, name, row) - at(a, name, row)));
        }
    }
    if (!(off <= 1e-12)) {
        print_error("  seed %d, shift %g, side %g: off by %g (rows %zu, %zu)\n", (int)seed, shift, side, off,
                    rows(a), rows(b));
        rig_fail(__FILE__, __LINE__, "a symmetry is broken");
    }
}

static void check_plan(const plan *p, uint64_t seed)
{
    rig a = build_plan(p, 0, false), b = build_plan(p, 0, true), c = build_plan(p, 1048576, false);
    compare(&a, &b, p, 0, -1, seed);
    compare(&a, &c, p, 1048576, 1, seed);
    CHECK_BALANCE(&a, "random");
    AT_MOST(a.st.energy.error, 1e-8);
    for (int k = 0; k < p->links; k++) {
        char name[40];
        snprintf(name, sizeof name, "link%d.f", k);
        if (p->kind[k] > 1) /* an instant is rounded: an ulp of 2 s, of a force that changes by 1e5 N/s */
            AT_MOST(largest(&a, name), 2e5 * 2 * ULP);
    }
    if (rig_failures > 0)
        print_error("  seed %d\n", (int)seed);
    rig_release(&a);
    rig_release(&b);
    rig_release(&c);
}

/* Under sanitizers, which slow every run down tenfold, a part of them. */
static const int HEAVY = EG_SANITIZED ? 8 : 40, LIGHT = EG_SANITIZED ? 6 : 30;

static void random_networks(void **state)
{
    (void)state;
    const uint64_t seeds[] = {209};
    for (int i = 0; i < HEAVY + (int)(sizeof seeds / sizeof *seeds); i++) {
        uint64_t seed = i < HEAVY ? 1 + (uint64_t)i : seeds[i - HEAVY];
        plan p = make_plan(seed, false);
        check_plan(&p, seed);
    }
    ALL_WELL();
}

/* The modes and the speed of a part without mass are found together, by trial; the single seeds are hard
 * cases, here and above: some leave a contact within round-off of its edge, all mass and n = 1.5. */
static void random_light_networks(void **state)
{
    (void)state;
    const uint64_t seeds[] = {1205, 1232, 1313, 1527, 1964, 2494, 2574};
    for (int i = 0; i < LIGHT + (int)(sizeof seeds / sizeof *seeds); i++) {
        uint64_t seed = i < LIGHT ? 1001 + (uint64_t)i : seeds[i - LIGHT];
        plan p = make_plan(seed, true);
        check_plan(&p, seed);
    }
    ALL_WELL();
}

/* A part without mass leaves a contact of n > 1 at a speed without bound. Steps of irk close in on that
 * instant, half a million of them (1583), or get away from one at the start by 1e-16 s each (211); ida goes
 * across in auto's hands. */
static void auto_goes_across_singular_speeds(void **state)
{
    (void)state;
    const uint64_t seeds[] = {1583, 211};
    char before[20];
    snprintf(before, sizeof before, "%s", rig_engine());
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        plan p = make_plan(seeds[i], true);
        assert_int_equal(setenv("EG_TEST_ENGINE", "auto", 1), 0);
        rig r = build_plan(&p, 0, false);
        assert_int_equal(setenv("EG_TEST_ENGINE", before, 1), 0);
        TRUE(strcmp(r.st.engine, "irk and ida") == 0);
        AT_MOST((double)r.st.steps, 5000);
        AT_MOST(r.st.energy.error, 1e-8);
        rig_release(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_networks),
                                       cmocka_unit_test(random_light_networks),
                                       cmocka_unit_test(auto_goes_across_singular_speeds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
