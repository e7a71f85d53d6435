/* Friction in random networks: whatever the network, every row must make sense. Masses in chains and loops of
 * springs and friction, shaken by sines and jumps of force; some between hard stops; limits that fall when
 * sliding begins (peak > 1) too.
 *
 *  - What is locked has the relative speed 0, exactly, and carries no more than its limit.
 *  - What is open has no force; what slides pushes against its motion; nothing gains energy in it.
 *  - Hard stops keep what they stop between them.
 *  - Forces balance at every node, and the energy balance closes. */
#include "build_model.h"
#include "network_checks.h"

enum { MOST_MASSES = 5 };
static const double STOP = 0.3;

typedef struct random_network {
    rig r;
    uint64_t state;
    int masses, frictions;
    bool is_stopped[MOST_MASSES];
} random_network;

/* SplitMix64 (Steele, Lea and Flood 2014): the same everywhere. */
static double draw(random_network *n, double low, double high)
{
    uint64_t z = n->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static void add_one_friction(random_network *n, int on, int against)
{
    char name[40], text[80], flange[40];
    const double end = draw(n, 0.2, 3), table[] = {0, draw(n, 0.2, 3), 1, end, 2, end};
    const bool sloped = draw(n, 0, 1) < 0.4;
    const bool is_brake = draw(n, 0, 1) < 0.3;
    snprintf(name, sizeof name, "f%d", n->frictions++);
    if (is_brake)
        snprintf(flange, sizeof flange, "h%d", n->frictions);
    if (is_brake)
        add(&n->r, "Sine", flange, "amplitude", draw(n, 0.5, 1.5), "offset", draw(n, 0, 1), "f",
            draw(n, 1, 3), NULL);
    add(&n->r, is_brake ? "Brake" : "SupportFriction", name, "peak", draw(n, 0, 1) < 0.3 ? 1.2 : 1.0,
        "useSupport", against >= 0 ? 1.0 : 0.0, NULL);
    snprintf(text, sizeof text, is_brake ? "%s.mu_pos" : "%s.f_pos", name);
    rig_demand(&n->r, eg_spec_set_matrix(n->r.spec, text, table, sloped ? 3 : 1, n->r.d) == EG_OK, text);
    if (is_brake) {
        snprintf(text, sizeof text, "%s.f_normalized", name);
        snprintf(flange, sizeof flange, "h%d.y", n->frictions);
        join(&n->r, flange, text);
    }
    snprintf(text, sizeof text, "%s.flange_a", name);
    snprintf(flange, sizeof flange, "m%d.flange_b", on);
    join(&n->r, text, flange);
    if (against < 0)
        return;
    snprintf(text, sizeof text, "%s.support", name);
    snprintf(flange, sizeof flange, "m%d.flange_b", against);
    join(&n->r, text, flange);
}

static void add_body(random_network *n, int i)
{
    char name[40], text[80], flange[40];
    const double mass = draw(n, 0.5, 3), v = draw(n, 0, 1) < 0.5 ? 0 : draw(n, -1, 1);
    snprintf(name, sizeof name, "m%d", i);
    n->is_stopped[i] = draw(n, 0, 1) < 0.3;
    if (n->is_stopped[i]) {
        const double force = draw(n, 0, 1) < 0.3 ? 0 : draw(n, 0, 2);
        add(&n->r, "MassWithStopAndFriction", name, "m", mass, "smin", -STOP, "smax", STOP, "F_prop",
            force > 0 ? 0.5 : 0, "F_Coulomb", force, "F_Stribeck", force / 2, "fexp", 3.0, NULL);
        snprintf(text, sizeof text, "m%d.s", i);
        fix(&n->r, text, 0);
        snprintf(text, sizeof text, "m%d.v", i);
        fix(&n->r, text, v);
    } else {
        add_mass(&n->r, name, mass, 0, v);
    }
    snprintf(flange, sizeof flange, "m%d.flange_a", i);
    if (draw(n, 0, 1) < 0.6) {
        snprintf(name, sizeof name, "w%d", i);
        add(&n->r, "Sine", name, "amplitude", draw(n, 0, 6), "f", draw(n, 0.3, 2), NULL);
    } else {
        snprintf(name, sizeof name, "w%d", i);
        add(&n->r, "Step", name, "height", draw(n, -6, 6), "startTime", draw(n, 0, 1), NULL);
    }
    snprintf(text, sizeof text, "p%d", i);
    add(&n->r, "Force", text, NULL);
    snprintf(text, sizeof text, "p%d.f", i);
    snprintf(name, sizeof name, "w%d.y", i);
    join(&n->r, name, text);
    snprintf(text, sizeof text, "p%d.flange", i);
    join(&n->r, text, flange);
    if (i > 0 && draw(n, 0, 1) < 0.5) {
        snprintf(name, sizeof name, "s%d", i);
        add(&n->r, "SpringDamper", name, "c", draw(n, 1, 100), "d", draw(n, 0, 1), NULL);
        snprintf(text, sizeof text, "s%d.flange_b", i);
        join(&n->r, text, flange);
        snprintf(text, sizeof text, "s%d.flange_a", i);
        snprintf(flange, sizeof flange, "m%d.flange_b", i - 1);
        join(&n->r, text, flange);
    }
}

static random_network make(uint64_t seed)
{
    char name[40];
    random_network n = {.state = seed};
    snprintf(name, sizeof name, "Random%d", (int)seed);
    n.r = rig_begin(name);
    n.masses = 1 + (int)draw(&n, 0, MOST_MASSES);
    for (int i = 0; i < n.masses; i++)
        add_body(&n, i);
    for (int i = 0; i < n.masses; i++) {
        if (draw(&n, 0, 1) < 0.7)
            add_one_friction(&n, i, -1);
        if (i > 0)
            add_one_friction(&n, i, (int)draw(&n, 0, i));
    }
    if (n.frictions == 0)
        add_one_friction(&n, 0, -1);
    return n;
}

static void check_row(const random_network *n, int f, size_t row)
{
    char name[40];
    double x[6];
    static const char *const names[] = {"mode", "locked", "v", "f", "f0_max", "lossPower"};
    for (int k = 0; k < 6; k++) {
        snprintf(name, sizeof name, "f%d.%s", f, names[k]);
        x[k] = at(&n->r, name, row);
    }
    if (x[1] != 0) {
        TRUE(x[2] == 0 && x[0] == 0);
        /* sliding slower than 1e-18 m/s is left out: sqrt(2 m rate 1e-18), m up to 3 kg, rate to 60 N/s */
        AT_MOST(fabs(x[3]), fmax(x[4], 0) * (1 + 1e-7) + 3e-8);
    } else if (fabs(x[0]) == 1) {
        TRUE(x[0] * x[3] >= -1e-12);
        AT_MOST(-x[0] * x[2], 1e-9);
    }
    TRUE(x[5] >= 0);
}

static void check_stops(const random_network *n, int mass, size_t row)
{
    char name[40];
    snprintf(name, sizeof name, "m%d.s", mass);
    AT_MOST(fabs(at(&n->r, name, row)), STOP + 1e-12);
    snprintf(name, sizeof name, "m%d.locked", mass);
    const bool locked = at(&n->r, name, row) != 0;
    snprintf(name, sizeof name, "m%d.v", mass);
    TRUE(!locked || at(&n->r, name, row) == 0);
}

static void every_row_makes_sense(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (EG_SANITIZED ? 30 : 150); seed++) { /* sanitizers: tenfold slower */
        random_network n = make(seed);
        int before = rig_failures;
        try_run(&n.r, 2, 1e-8);
        if (n.r.status != EG_OK) {
            rig_show(&n.r);
            rig_fail(__FILE__, __LINE__, eg_spec_name(n.r.spec));
        } else {
            for (size_t row = 0; row < rows(&n.r) && rig_failures == before; row++)
                for (int f = 0; f < n.frictions; f++)
                    check_row(&n, f, row);
            for (int i = 0; i < n.masses && rig_failures == before; i++)
                for (size_t row = 0; row < rows(&n.r) && n.is_stopped[i]; row++)
                    check_stops(&n, i, row);
            CHECK_BALANCE(&n.r, eg_spec_name(n.r.spec));
            AT_MOST(n.r.st.energy.error, 1e-6);
        }
        if (rig_failures > before)
            print_error("  in network %d\n", (int)seed);
        rig_release(&n.r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_row_makes_sense)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
