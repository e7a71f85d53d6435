/* s_nominal says which magnitude of a distance matters: the error of the state that it is counts against
 * the larger of its range and that. A kick and a stop take the speed to 100 m/s and back within 2 ms, so
 * that its error counts against 100 m/s from then on; what follows is a swing of 0.1 m at 1 rad/s whose
 * position alone is asked for more. With a nominal value of 100 m the position may err 500 times as much,
 * and an engine of order p makes steps that are 500^(1/p) times as long: 1.6 times at order 13. Some steps
 * of the kick are the same. */
#include "equation_models.h"

/* x'' = F - x - 2 h x' from (x, v) for a time t, in closed form. */
static void advance(double F, double t, double *x, double *v)
{
    const double h = 0.005, w = sqrt(1 - h * h), a = *x - F, b = (*v + h * a) / w, e = exp(-h * t);
    const double at_rest = a * cos(w * t) + b * sin(w * t);
    *v = e * (w * (b * cos(w * t) - a * sin(w * t)) - h * at_rest);
    *x = F + e * at_rest;
}

static rig run_kicked(const char *spring, const char *engine)
{
    char text[2000];
    snprintf(text, sizeof text,
             "model N model Own extends " T_LIB "Interfaces.PartialCompliantWithRelativeStates; "
             "parameter Real c(unit = \"N/m\") = 1, d(unit = \"N.s/m\") = 0.01; "
             "equation f = c*s_rel + d*v_rel; end Own; " USES "Fixed ground; %s Force push; "
             "Mass m(m = 1, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true)); "
             "equation push.f = if time < 0.001 then 1e5 elseif time < 0.002 then -1e5 else 0; "
             "connect(ground.flange, spring.flange_a); connect(spring.flange_b, m.flange_a); "
             "connect(push.flange, m.flange_b); end N;",
             spring);
    rig r = rig_read(text);
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    r.engine = engine;
    r.interval = 1;
    run(&r, 100, 1e-7);
    return r;
}

static void nominal_values_scale_every_engine(void **state)
{
    (void)state;
    static const char *const engines[] = {"erk", "irk", "ida"};
    static const char *const springs[][2] = {
        {"SpringDamper spring(c = 1, d = 0.01, s_nominal = 1e-6);",
         "SpringDamper spring(c = 1, d = 0.01, s_nominal = 100);"},
        {"Own spring(s_nominal = 1e-6);", "Own spring(s_nominal = 100);"}};
    double x = 0, v = 0;
    advance(1e5, 0.001, &x, &v);
    advance(-1e5, 0.001, &x, &v);
    advance(0, 99.998, &x, &v);
    for (size_t i = 0; i < EG_COUNT(engines); i++)
        for (size_t k = 0; k < 2; k++) {
            rig r[2];
            for (size_t n = 0; n < 2; n++) {
                r[n] = run_kicked(springs[k][n], engines[i]);
                NEAR(end(&r[n], "m.s"), x, 100 * 1e-7 * (n == 1 ? 100 : 0.2));
            }
            AT_MOST(1.4 * (double)r[1].st.steps, (double)r[0].st.steps);
            for (size_t n = 0; n < 2; n++)
                rig_release(&r[n]);
        }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nominal_values_scale_every_engine)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
