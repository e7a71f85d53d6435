/* Fixed steps of laws that users write: springs, dampers and contacts that are native laws in other words make
 * the native steps. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(native_laws_in_other_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
