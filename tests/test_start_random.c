/* Random chains with random start values, fixed and guessed, on all that has one. Where a start is found
 * every fixed value and every law of an element holds there; where none is, the message counts the equations,
 * or names what nothing determines. The rest are starts that forces decide, with answers by hand. */
#include "build_model.h"

/* ---------------------------------------------------------------- starts that forces decide */

/* in_line(&r, "wall.flange", "damper", "mass", NULL): each one's flange_a on what is before. */
static void in_line(rig *r, const char *flange, ...)
{
    va_list list;
    char from[40], to[40];
    snprintf(from, sizeof from, "%s", flange);
    va_start(list, flange);
    for (const char *next; (next = va_arg(list, const char *)) != NULL;) {
        snprintf(to, sizeof to, "%s.flange_a", next);
        join(r, from, to);
        snprintf(from, sizeof from, "%s.flange_b", next);
    }
    va_end(list);
}

/* wall - damper - spring - mass, nothing in between: the force 10*0.5 N stretches the spring by 0.05 m. */
static void a_fixed_speed_without_mass_places_a_mass(void **state)
{
    (void)state;
    rig r = rig_begin("Dragged");
    add_fixed(&r, "wall", 0);
    add(&r, "Damper", "damper", "d", 10.0, NULL);
    add(&r, "Spring", "spring", "c", 100.0, "s_rel0", 0.1, NULL);
    add(&r, "Mass", "mass", "m", 1.0, "L", 0.2, NULL);
    in_line(&r, "wall.flange", "damper", "spring", "mass", NULL);
    fix(&r, "damper.s_rel", 0.2);
    fix(&r, "damper.v_rel", 0.5);
    fix(&r, "mass.v", 0.1);
    run(&r, 0, 1e-6);
    NEAR(begin(&r, "damper.v_rel"), 0.5, 4 * ULP);
    NEAR(begin(&r, "mass.s"), 0.2 + 0.1 + 0.05 + 0.1, 4 * ULP);
    TRUE(!says(&r, EG_WARNING, "guess"));
    rig_end(&r);
}

/* c*x + d*v = 0 at the free end: v = -(c/d)*x, a = (c/d)^2*x. */
static void a_fixed_acceleration_without_mass_places_it(void **state)
{
    (void)state;
    rig r = rig_begin("Creeping");
    add_fixed(&r, "wall", 0);
    add(&r, "SpringDamper", "sd", "c", 18.0, "d", 4.0, NULL);
    add(&r, "RelativeStates", "rel", NULL);
    join(&r, "wall.flange", "sd.flange_a");
    join(&r, "wall.flange", "rel.flange_a");
    join(&r, "sd.flange_b", "rel.flange_b");
    fix(&r, "rel.a_rel", 0.1);
    run(&r, 0, 1e-6);
    NEAR(begin(&r, "sd.s_rel"), 0.1 / (4.5 * 4.5), 1e-15);
    rig_end(&r);
}

/* Around a damper to the wall springs in a ring: nothing can push through it, whatever their distances. */
static void what_no_force_can_do_is_refused(void **state)
{
    (void)state;
    rig r = rig_begin("Ring");
    add_fixed(&r, "wall", 0);
    add(&r, "Damper", "damper", "d", 2.75, NULL);
    add(&r, "SpringDamper", "sd", "c", 6.15, "d", 2.5, "s_rel0", -0.05, NULL);
    add(&r, "Spring", "spring", "c", 16.05, "s_rel0", 0.3, NULL);
    join(&r, "wall.flange", "damper.flange_b");
    join(&r, "damper.flange_a", "sd.flange_a");
    join(&r, "sd.flange_b", "spring.flange_a");
    join(&r, "spring.flange_b", "damper.flange_a");
    fix(&r, "damper.v_rel", -0.8);
    try_run(&r, 0, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "damper.v_rel = -0.8 m/s cannot hold");
    SAYS_ERROR(&r, "equations: 1 (damper.v_rel = -0.8 m/s)");
    rig_end(&r);
}

static void the_count_of_equations_is_told(void **state)
{
    (void)state;
    rig r = rig_begin("Counted");
    add_fixed(&r, "wall", 0);
    add(&r, "Spring", "spring", "c", 100.0, NULL);
    add(&r, "Mass", "mass", "m", 1.0, NULL);
    in_line(&r, "wall.flange", "spring", "mass", NULL);
    fix(&r, "mass.v", 0);
    run(&r, 0, 1e-6);
    SAYS_WARNING(&r, "equations: 1, unknowns: 2");
    fix(&r, "mass.s", 1);
    fix(&r, "spring.s_rel", 2);
    try_run(&r, 0, 1e-6);
    SAYS_ERROR(&r, "contradicts");
    SAYS_ERROR(&r, "equations: 2, unknowns: 1");
    rig_end(&r);
}

/* A fast mass is to press on a gap whose damper is at its bound: 2*c*x = m*a + 1. The guess is far off, and
 * beyond the bound, where the damper is free, Newton's method alone leads back into the open. */
static void a_gap_at_its_bound_is_found(void **state)
{
    (void)state;
    rig r = rig_begin("Bound");
    add_fixed(&r, "wall", 0);
    add(&r, "ElastoGap", "gap", "c", 25.75, "d", 2.95, NULL);
    add(&r, "Mass", "mass", "m", 1.75, NULL);
    add(&r, "ConstantForce", "push", "f_constant", -1.0, NULL);
    in_line(&r, "wall.flange", "gap", "mass", NULL);
    join(&r, "push.flange", "mass.flange_b");
    fix(&r, "mass.v", -0.85);
    fix(&r, "mass.a", 0.05);
    guess(&r, "mass.s", 2.4);
    run(&r, 0, 1e-6);
    NEAR(begin(&r, "gap.s_rel"), -(1.75 * 0.05 + 1) / (2 * 25.75), 1e-14);
    rig_end(&r);
}

/* A light mass on a very stiff gap on a heavy one on a soft spring: found, or said; never a start with
 * another acceleration. The gap closes by 1e-10 of the way that the masses go. */
static void stiff_on_soft_is_found(void **state)
{
    (void)state;
    rig r = rig_begin("Stiff");
    add_fixed(&r, "floor", 0);
    add(&r, "SpringDamper", "soft", "c", 122.8, "d", 0.0, NULL);
    add(&r, "Mass", "heavy", "m", 107.8, NULL);
    add(&r, "ElastoGap", "stiff", "c", 8.058e8, "d", 0.0, NULL);
    add(&r, "Mass", "light", "m", 0.016, NULL);
    add(&r, "ConstantForce", "w1", "f_constant", -9.81 * 107.8, NULL);
    add(&r, "ConstantForce", "w2", "f_constant", -9.81 * 0.016, NULL);
    in_line(&r, "floor.flange", "soft", "heavy", "stiff", "light", NULL);
    join(&r, "w1.flange", "heavy.flange_b");
    join(&r, "w2.flange", "light.flange_b");
    fix(&r, "heavy.v", 0);
    fix(&r, "light.v", 0);
    fix(&r, "heavy.a", 0);
    fix(&r, "light.a", 0);
    guess(&r, "heavy.s", 4);
    guess(&r, "light.s", -3);
    run(&r, 0, 1e-6);
    NEAR(begin(&r, "soft.s_rel"), -9.81 * 107.816 / 122.8, 1e-12);
    NEAR(begin(&r, "stiff.s_rel"), -9.81 * 0.016 / 8.058e8, 1e-21);
    rig_end(&r);
}

/* What agrees may be said twice: (1 - 3)/2 = -1 of a mass whose start is fixed already. */
static void an_acceleration_that_agrees_is_no_error(void **state)
{
    (void)state;
    rig r = rig_begin("Twice");
    add_fixed(&r, "wall", 0);
    add(&r, "Spring", "spring", "c", 3.0, NULL);
    add(&r, "Mass", "mass", "m", 2.0, NULL);
    add(&r, "ConstantForce", "push", "f_constant", 1.0, NULL);
    in_line(&r, "wall.flange", "spring", "mass", NULL);
    join(&r, "push.flange", "mass.flange_b");
    fix(&r, "mass.s", 1);
    fix(&r, "mass.v", 0);
    fix(&r, "mass.a", -1);
    run(&r, 0, 1e-6);
    TRUE(eg_diagnostics_count(r.d) == 0);
    fix(&r, "mass.a", -0.5);
    try_run(&r, 0, 1e-6);
    SAYS_ERROR(&r,
               "too many start values: 1 fixed accelerations for 0 positions and speeds that nothing fixes: "
               "mass.a = -0.5 m/s2");
    rig_end(&r);
}

/* ---------------------------------------------------------------- random chains */

enum { CHAINS = 400, LINKS = 4 };

typedef struct plan {
    uint64_t seed;
    int links, kind[LINKS];
    bool heavy[LINKS]; /* is there a mass behind the link? */
    double c[LINKS], d[LINKS], s_rel0[LINKS], mass[LINKS], force[LINKS];
    int fixed_count;
    char fixed[32][40];
    double values[32];
} plan;

static int pick(plan *p, int below)
{
    p->seed = p->seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((p->seed >> 33) % (uint64_t)below);
}

static double fraction(plan *p, int low, int high)
{
    return (low + pick(p, high - low + 1)) / 16.0;
}

static void start(rig *r, plan *p, const char *name, const char *variable)
{
    char path[40];
    int what = pick(p, 4);
    double value = fraction(p, -16, 16);
    snprintf(path, sizeof path, "%s.%s", name, variable);
    if (what == 0) {
        fix(r, path, value);
        snprintf(p->fixed[p->fixed_count], sizeof path, "%s", path);
        p->values[p->fixed_count++] = value;
    } else if (what == 1) {
        guess(r, path, value);
    }
}

static void add_link(rig *r, plan *p, int i)
{
    static const char *const classes[] = {"Spring", "Damper", "SpringDamper", "ElastoGap"};
    char name[20], path[40], from[40];
    p->kind[i] = pick(p, 4);
    p->c[i] = p->kind[i] == 1 ? 0 : fraction(p, 16, 320);
    p->d[i] = p->kind[i] == 0 || pick(p, 4) == 0 ? 0 : fraction(p, 8, 64);
    p->s_rel0[i] = p->kind[i] == 1 ? 0 : fraction(p, 0, 16);
    p->heavy[i] = pick(p, 3) > 0;
    p->mass[i] = p->heavy[i] ? fraction(p, 8, 48) : 0;
    p->force[i] = pick(p, 2) ? fraction(p, -64, 64) : 0;
    snprintf(name, sizeof name, "link%d", i);
    add(r, classes[p->kind[i]], name, NULL);
    if (p->kind[i] != 1)
        eg_spec_set(r->spec, (snprintf(path, sizeof path, "%s.c", name), path), p->c[i], r->d);
    if (p->kind[i] != 0)
        eg_spec_set(r->spec, (snprintf(path, sizeof path, "%s.d", name), path), p->d[i], r->d);
    if (p->kind[i] != 1)
        eg_spec_set(r->spec, (snprintf(path, sizeof path, "%s.s_rel0", name), path), p->s_rel0[i], r->d);
    start(r, p, name, "s_rel");
    if (p->kind[i] > 0)
        start(r, p, name, "v_rel");
    snprintf(from, sizeof from, i > 0 ? "body%d.flange_b" : "wall.flange", i - 1);
    join(r, from, (snprintf(path, sizeof path, "%s.flange_a", name), path));
    snprintf(from, sizeof from, "%s.flange_b", name);
    snprintf(name, sizeof name, "body%d", i);
    add(r, p->heavy[i] ? "Mass" : "Rod", name, "L", 0.0, NULL);
    if (p->heavy[i])
        eg_spec_set(r->spec, (snprintf(path, sizeof path, "%s.m", name), path), p->mass[i], r->d);
    for (int k = 0; k < (p->heavy[i] ? 3 : 1); k++)
        start(r, p, name, ((const char *const[]){"s", "v", "a"})[k]);
    join(r, from, (snprintf(path, sizeof path, "%s.flange_a", name), path));
    snprintf(from, sizeof from, "push%d", i);
    add(r, "ConstantForce", from, "f_constant", p->force[i], NULL);
    snprintf(from, sizeof from, "push%d.flange", i);
    join(r, from, (snprintf(path, sizeof path, "%s.flange_b", name), path));
}

static double here(const rig *r, const char *kind, int i, const char *variable)
{
    char path[40];
    snprintf(path, sizeof path, "%s%d.%s", kind, i, variable);
    return begin(r, path);
}

/* The force that link i has by its law. */
static double law(const rig *r, const plan *p, int i)
{
    double x = here(r, "link", i, "s_rel") - p->s_rel0[i];
    double push = p->kind[i] == 0 ? 0 : p->d[i] * here(r, "link", i, "v_rel"), pull = p->c[i] * x;
    if (p->kind[i] < 3)
        return (p->kind[i] == 1 ? 0 : pull) + push;
    return x < 0 ? pull + fmin(fmax(push, pull), -pull) : 0;
}

static void check_start(const rig *r, const plan *p)
{
    double far = 1, largest_force = 1;
    for (int i = 0; i < p->links; i++) {
        far = fmax(far, fabs(here(r, "body", i, "s")));
        largest_force = fmax(largest_force, fabs(here(r, "link", i, "f")));
    }
    for (int i = 0; i < p->fixed_count; i++)
        NEAR(begin(r, p->fixed[i]), p->values[i], 1e-9 * far);
    for (int i = 0; i < p->links; i++) {
        double next = i + 1 < p->links ? here(r, "link", i + 1, "f") : 0;
        NEAR(here(r, "link", i, "f"), law(r, p, i), 1e-9 * largest_force * far);
        double inertia = p->heavy[i] ? p->mass[i] * here(r, "body", i, "a") : 0;
        NEAR(next + p->force[i] - here(r, "link", i, "f"), inertia, 1e-9 * largest_force * far);
    }
}

static void what_is_fixed_holds_or_is_counted(void **state)
{
    (void)state;
    int found = 0, refused = 0;
    for (uint64_t seed = 0; seed < CHAINS; seed++) {
        plan p = {.seed = seed * 7919 + 1};
        rig r = rig_begin("Chain");
        p.links = 1 + pick(&p, LINKS);
        add_fixed(&r, "wall", 0);
        for (int i = 0; i < p.links; i++)
            add_link(&r, &p, i);
        try_run(&r, 0, 1e-6);
        int before = rig_failures;
        if (r.status == EG_OK)
            check_start(&r, &p);
        else
            TRUE(says(&r, EG_ERROR, "equations: ") || says(&r, EG_ERROR, "too many start values: ") ||
                 says(&r, EG_ERROR, "determine") || says(&r, EG_ERROR, "no start has been found"));
        if (rig_failures > before)
            print_error("chain %d\n", (int)seed), rig_show(&r);
        found += r.status == EG_OK;
        refused += r.status != EG_OK;
        rig_release(&r);
    }
    TRUE(found > CHAINS / 5 && refused > CHAINS / 5); /* both are put to the test */
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fixed_speed_without_mass_places_a_mass),
        cmocka_unit_test(a_fixed_acceleration_without_mass_places_it),
        cmocka_unit_test(what_no_force_can_do_is_refused),
        cmocka_unit_test(the_count_of_equations_is_told),
        cmocka_unit_test(a_gap_at_its_bound_is_found),
        cmocka_unit_test(stiff_on_soft_is_found),
        cmocka_unit_test(an_acceleration_that_agrees_is_no_error),
        cmocka_unit_test(what_is_fixed_holds_or_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
