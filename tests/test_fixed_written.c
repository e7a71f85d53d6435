/* Fixed steps of laws that users write: springs, dampers and contacts that are native laws in other words
 * make the native steps. */
#include "run_text.h"

#include <stdint.h>

/* ---------------------------------------------------------------- the native law in other words */

/* What is written in the place of a native law; `law` of the component Gap, NULL: another component. */
typedef struct written {
    const char *law, *native, *equation;
} written;

#define CLIP_ "min(max(d*v_rel, f_c), -f_c)"

static const written laws[] = {
    {NULL, T_ "Components.Spring n(c=c, s_rel0=s0)", "f = c*(s_rel - s0)"},
    {NULL, T_ "Components.Damper n(d=d)", "f = v_rel*d"},
    {NULL, T_ "Components.SpringDamper n(c=c, d=d, s_rel0=s0)", "f = -c*s0 + d*v_rel + s_rel*c"},
    {NULL, T_ "Components.ElastoGap n(c=c, d=d, s_rel0=s0, n=n0)",
     "f_c = if s_rel < s0 then -c*(s0 - s_rel)^n0 else 0; f = f_c + (if s_rel < s0 then " CLIP_ " else 0)"},
    {NULL, T_ "Components.ElastoGap n(c=c, d=d, s_rel0=s0, n=n0)",
     "f_c = -c*max(s0 - s_rel, 0)^n0; f = f_c + (if d*v_rel < f_c then f_c elseif d*v_rel > -f_c then -f_c "
     "else d*v_rel)"},
    {"hertz", NULL, "f = if s_rel < s0 then -c*(s0 - s_rel)^n0 else 0"},
    {"kelvin-voigt", NULL, "f = if s0 > s_rel then d*v_rel - c*(s0 - s_rel)^n0 else 0"},
    {"kelvin-voigt-clipped", NULL, "f = if s_rel < s0 then min(d*v_rel - c*(s0 - s_rel)^n0, 0) else 0"},
    {"undamped-rebound", NULL,
     "f = if s_rel < s0 then (if v_rel < 0 then d*v_rel else 0) - c*(s0 - s_rel)^n0 else 0"},
    {"lankarani-nikravesh-1994", NULL, "f = if s_rel < s0 then -(s0 - s_rel)^n0*(c - d*v_rel) else 0"},
};

/* A body against a wall on its left or right, or two bodies: how a law is joined. */
static const char *const joints[] = {"connect(wall.flange, x.flange_a); connect(x.flange_b, m1.flange_a);",
                                     "connect(m1.flange_b, x.flange_a); connect(x.flange_b, wall.flange);",
                                     "connect(m1.flange_b, x.flange_a); connect(x.flange_b, m2.flange_a);"};

/* The same scene with the law written or native; a weak spring brings the bodies back. */
static rig scene(const written *w, bool is_native, int joint, const double p[4], double v)
{
    char text[4000], law[800];
    const char *opposite = joint == 0 ? "" : "-";
    if (is_native && w->law)
        snprintf(law, sizeof law, "Elastogap.Contact.Gap n(law=\"%s\", c=c, d=d, s_rel0=s0, n=n0)", w->law);
    else if (is_native)
        snprintf(law, sizeof law, "%s", w->native);
    else
        snprintf(law, sizeof law, "Real s_rel, v_rel, f, f_c(start = 0)");
    snprintf(text, sizeof text,
             "model Law " T_ "Interfaces.Flange_a flange_a; " T_ "Interfaces.Flange_b flange_b;"
             "parameter Real c=%.17g, d=%.17g, n0=%.17g, s0=%.17g; %s; equation %s%s%s end Law;"
             "Law x; " T_ "Components.Fixed wall(s0=0);" T_
             "Components.Spring back1(c=%.17g, s_rel0=0), back2(c=20);" T_
             "Components.Mass m1(m=1.3, s(start=%s0.5, fixed=true), v(start=%s(%.17g), fixed=true));" T_
             "Components.Mass m2(m=0.7, s(start=0.6, fixed=true), v(start=0, fixed=true)); equation %s"
             "connect(wall.flange, back1.flange_a); connect(back1.flange_b, m1.flange_a);"
             "connect(wall.flange, back2.flange_a); connect(back2.flange_b, m2.flange_a);",
             p[0], p[1], p[2], p[3], law,
             is_native ? "connect(flange_a, n.flange_a); connect(n.flange_b, flange_b);" : "",
             is_native ? ""
                       : "s_rel = flange_b.s - flange_a.s; v_rel = der(s_rel); flange_b.f = f;"
                         "flange_a.f = -f;",
             "", 30.0, opposite, opposite, -v, joints[joint]);
    char *at = strstr(text, " end Law;"); /* the law itself, before the end of its class */
    if (!is_native) {
        char rest[3000];
        snprintf(rest, sizeof rest, "%s", at);
        snprintf(at, sizeof text - (size_t)(at - text), "%s%s;%s", w->equation,
                 strstr(w->equation, "f_c =") ? "" : "; f_c = 0", rest);
    }
    rig r = read_text(text);
    TRUE(eg_model_compile(r.spec, r.d, &r.model) == EG_OK);
    eg_simulate_options o = eg_simulate_options_default(r.model);
    o.engine = "fixed";
    o.interval = 0.01;
    o.stop_time = 1;
    TRUE(eg_simulate(r.model, &o, r.d, &r.t, &r.st) == EG_OK);
    return r;
}

/* SplitMix64 (Steele, Lea and Flood 2014), in [0, 1). */
static double draw(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* Constants of a law are read from forces, which are good to some 30 roundings, 1e-14. An impact and what
 * follows it amplify that by no more than the few hundred radians that the stiffest law goes through in the
 * second, and by as much again where a step ends next to a touch: 1e-9 of the way of a metre. */
static void native_laws_in_other_words(void **state)
{
    (void)state;
    static const double powers[] = {1, 1.5, 2, 3.3};
    uint64_t seed = 2;
    for (int i = 0; i < 90; i++) {
        const written *w = &laws[i % (int)EG_COUNT(laws)];
        const int joint = i / (int)EG_COUNT(laws) % 3;
        const double p[4] = {pow(10, 1 + 4 * draw(&seed)), pow(10, -1 + 3 * draw(&seed)),
                             powers[(int)(4 * draw(&seed))], joint == 2 ? 0.05 : 0.3 * draw(&seed)};
        const double v = 4 * draw(&seed);
        rig native = scene(w, true, joint, p, v), own = scene(w, false, joint, p, v);
        double worst = 0;
        for (size_t k = 0; k < rows(&own); k++)
            worst = fmax(worst, fmax(fabs(at(&own, "m1.s", k) - at(&native, "m1.s", k)),
                                     fabs(at(&own, "m2.s", k) - at(&native, "m2.s", k))));
        if (!(worst <= 1e-9))
            print_message("case %d: %s\n", i, w->equation);
        AT_MOST(worst, 1e-9);
        AT_MOST(own.st.energy.error, 1e-12);
        NEAR(own.st.energy.dissipated, native.st.energy.dissipated, 1e-9 * (1 + native.st.energy.dissipated));
        rig_end(&own);
        rig_end(&native);
    }
}

/* ---------------------------------------------------------------- bodies of equations alone */

static rig run_fixed(rig r, double stop)
{
    TRUE(eg_model_compile(r.spec, r.d, &r.model) == EG_OK);
    eg_simulate_options o = eg_simulate_options_default(r.model);
    o.engine = "fixed";
    o.interval = 0.01;
    o.stop_time = stop;
    TRUE(eg_simulate(r.model, &o, r.d, &r.t, &r.st) == EG_OK);
    return r;
}

enum { BODIES = 3 };

typedef struct chain {
    int count;
    bool is_gap[BODIES]; /* what is to the left of each body: a gap, or a spring with a damper */
    double m[BODIES], c[BODIES], d[BODIES], s0[BODIES], v[BODIES], n[BODIES], push;
} chain;

static chain draw_chain(uint64_t *seed)
{
    static const double powers[] = {1, 1.5, 2};
    chain k = {.count = 1 + (int)(BODIES * draw(seed)), .push = -4 * draw(seed)};
    for (int i = 0; i < k.count; i++) {
        k.is_gap[i] = draw(seed) < 0.6;
        k.m[i] = 0.3 + 3 * draw(seed);
        k.c[i] = pow(10, 1 + 3 * draw(seed));
        k.d[i] = 5 * draw(seed);
        k.s0[i] = 0.2 + 0.5 * draw(seed);
        k.v[i] = 6 * draw(seed) - 3;
        k.n[i] = k.is_gap[i] ? powers[(int)(3 * draw(seed))] : 1;
    }
    return k;
}

/* Equations for positions and speeds, in one of two ways: forces shared by name, or put in; as text. */
static void write_equations(const chain *k, char *text, size_t size)
{
    size_t at = 0;
    for (int i = 0; i < k->count; i++)
        at +=
            (size_t)snprintf(text + at, size - at,
                             "Real s%d(start=%.17g,fixed=true), v%d(start=%.17g,fixed=true), f%d, r%d, w%d;",
                             i, 0.5 * (i + 1), i, k->v[i], i, i, i);
    at += (size_t)snprintf(text + at, size - at, "equation ");
    for (int i = 0; i < k->count; i++) {
        char before[2][20] = {"0", "0"}, next[20] = "0";
        if (i > 0)
            snprintf(before[0], 20, "s%d", i - 1), snprintf(before[1], 20, "v%d", i - 1);
        if (i + 1 < k->count)
            snprintf(next, 20, "f%d", i + 1);
        at += (size_t)snprintf(
            text + at, size - at,
            "der(s%d) = v%d; r%d = s%d - %s; w%d = v%d - %s; %.17g*der(v%d) = %s - f%d%s(%.17g);", i, i, i, i,
            before[0], i, i, before[1], k->m[i], i, next, i, i + 1 == k->count ? " + " : " + 0*", k->push);
        if (k->is_gap[i])
            at += (size_t)snprintf(text + at, size - at,
                                   "f%d = if r%d < %.17g then min("
                                   "max(%.17g*w%d, -%.17g*(%.17g - r%d)^%g), %.17g*(%.17g - r%d)^%g)"
                                   " - %.17g*(%.17g - r%d)^%g else 0;",
                                   i, i, k->s0[i], k->d[i], i, k->c[i], k->s0[i], i, k->n[i], k->c[i],
                                   k->s0[i], i, k->n[i], k->c[i], k->s0[i], i, k->n[i]);
        else
            at += (size_t)snprintf(text + at, size - at, "f%d = %.17g*(r%d - %.17g) + %.17g*w%d;", i, k->c[i],
                                   i, k->s0[i], k->d[i], i);
    }
}

static void write_components(const chain *k, char *text, size_t size)
{
    size_t at = (size_t)snprintf(
        text, size, T_ "Components.Fixed wall(s0=0); " T_ "Sources.ConstantForce push(f_constant=(%.17g));",
        k->push);
    for (int i = 0; i < k->count; i++) {
        at += (size_t)snprintf(
            text + at, size - at,
            T_ "Components.Mass m%d(m=%.17g,s(start=%.17g,fixed=true),v(start=%.17g,fixed=true));", i,
            k->m[i], 0.5 * (i + 1), k->v[i]);
        if (k->is_gap[i])
            at += (size_t)snprintf(text + at, size - at,
                                   T_ "Components.ElastoGap k%d(c=%.17g,d=%.17g,s_rel0=%.17g,n=%g);", i,
                                   k->c[i], k->d[i], k->s0[i], k->n[i]);
        else
            at += (size_t)snprintf(text + at, size - at,
                                   T_ "Components.SpringDamper k%d(c=%.17g,d=%.17g,s_rel0=%.17g);", i,
                                   k->c[i], k->d[i], k->s0[i]);
    }
    at +=
        (size_t)snprintf(text + at, size - at, "equation connect(push.flange, m%d.flange_b);", k->count - 1);
    for (int i = 0; i < k->count; i++) {
        char before[30] = "wall.flange";
        if (i > 0)
            snprintf(before, sizeof before, "m%d.flange_b", i - 1);
        at += (size_t)snprintf(text + at, size - at,
                               "connect(%s, k%d.flange_a); connect(k%d.flange_b, m%d.flange_a);", before, i,
                               i, i);
    }
}

/* The steps of components, though no component is there: as above. A chain with gaps knocks to and fro, at
 * 100 rad/s at most, for a second. */
static void bodies_without_components(void **state)
{
    (void)state;
    uint64_t seed = 5;
    char text[2][6000], name[2][20];
    for (int i = 0; i < 60; i++) {
        const chain k = draw_chain(&seed);
        write_equations(&k, text[0], sizeof text[0]);
        write_components(&k, text[1], sizeof text[1]);
        rig own = run_fixed(read_text(text[0]), 1), native = run_fixed(read_text(text[1]), 1);
        double worst = 0;
        for (int b = 0; b < k.count; b++) {
            snprintf(name[0], 20, "s%d", b);
            snprintf(name[1], 20, "m%d.s", b);
            for (size_t row = 0; row < rows(&own); row++)
                worst = fmax(worst, fabs(at(&own, name[0], row) - at(&native, name[1], row)));
        }
        if (!(worst <= 1e-9))
            print_message("case %d: %s\n", i, text[0]);
        AT_MOST(worst, 1e-9);
        AT_MOST(own.st.energy.error, 1e-12);
        TRUE(own.st.steps == native.st.steps && own.st.rejected_steps == native.st.rejected_steps);
        rig_end(&own);
        rig_end(&native);
    }
}

/* ---------------------------------------------------------------- the examples, written */

static double furthest(const char *native_file, const char *file, const char *model, double stop,
                       const char *const names[][2], int count)
{
    char path[2][500];
    rig r[2] = {{.d = eg_diagnostics_create()}, {.d = eg_diagnostics_create()}};
    snprintf(path[0], sizeof path[0], "%s/%s", EG_SOURCE_DIR, native_file);
    snprintf(path[1], sizeof path[1], "%s/tests/models/written/%s.mo", EG_SOURCE_DIR, file);
    for (int k = 0; k < 2; k++) {
        eg_read_options o = eg_read_options_default();
        o.model = k == 0 ? NULL : model;
        TRUE(eg_spec_read(path[k], &o, r[k].d, &r[k].spec) == EG_OK);
        r[k] = run_fixed(r[k], stop);
    }
    double worst = 0;
    for (int i = 0; i < count; i++)
        for (size_t row = 0; row < rows(&r[0]); row++)
            worst = fmax(worst, fabs(at(&r[0], names[i][0], row) - at(&r[1], names[i][1], row)));
    rig_end(&r[0]);
    rig_end(&r[1]);
    return worst;
}

/* ElastoGap's example swings by 2 m through a few radians; what is read from forces is good to 1e-14. */
static void elasto_gap_written(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"mass1.s", "mass1.s"}, {"mass2.s", "mass2.s"}, {"mass2.v", "mass2.v"}};
    static const char *const models[] = {"WithMass", "WithNone"};
    for (int k = 0; k < 2; k++)
        AT_MOST(furthest("examples/ElastoGap.mo", "ElastoGapWritten", models[k], 5, names, 3), 1e-11);
}

/* The spool goes its slow way of millimetres, overdamped, for 20 s. */
static void preload_written(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"spool.s", "spool.s"}, {"springPlateA.s", "springPlateA.s"}, {"springPlateB.s", "springPlateB.s"}};
    static const char *const models[] = {"WithMass", "WithNone"};
    for (int k = 0; k < 2; k++)
        AT_MOST(furthest("examples/PreLoad.mo", "PreLoadWritten", models[k], 20, names, 3), 1e-11);
}

/* Hunt and Crossley's law with a factor of its own is lankarani-nikravesh-1994, and without any component
 * it is as well, to the bit. */
static void hunt_crossley_written(void **state)
{
    (void)state;
    static const char native[] =
        "Elastogap.Contact.Gap law(law=\"lankarani-nikravesh-1994\", c=1e6, n=1.5, d=0.6e6); " T_
        "Components.Fixed ground; " T_ "Sources.ConstantForce w(f_constant=-0.5*9.81); " T_
        "Components.Mass ball(m=0.5, L=0, s(start=0.2, fixed=true), v(start=0, fixed=true)); equation "
        "connect(ground.flange, law.flange_a); connect(law.flange_b, ball.flange_a);"
        "connect(w.flange, ball.flange_b);";
    rig r = run_fixed(read_text(native), 1);
    static const char *const names[][2] = {{"WithMass", "ball.s"}, {"WithNone", "s"}};
    for (int k = 0; k < 2; k++) {
        rig own = {.d = eg_diagnostics_create()};
        eg_read_options o = eg_read_options_default();
        o.model = names[k][0];
        TRUE(eg_spec_read(EG_SOURCE_DIR "/tests/models/written/HuntCrossleyWritten.mo", &o, own.d,
                          &own.spec) == EG_OK);
        own = run_fixed(own, 1);
        for (size_t row = 0; row < rows(&own); row++)
            NEAR(at(&own, names[k][1], row), at(&r, "ball.s", row), 1e-12);
        rig_end(&own);
    }
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(native_laws_in_other_words), cmocka_unit_test(bodies_without_components),
        cmocka_unit_test(elasto_gap_written),         cmocka_unit_test(preload_written),
        cmocka_unit_test(hunt_crossley_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
