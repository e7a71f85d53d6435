/* Which states linear models have where stateSelect says what is wanted. */
#include "linear_model.h"

/* stateSelect asks for relative speeds: matrices by hand. Of three in a ring two are independent. The
 * transfer function knows no states. */
static void relative_speeds(void **context)
{
    (void)context;
    static const char *const wishes[] = {"v_rel(stateSelect=StateSelect.always)",
                                         "v_rel(stateSelect=StateSelect.prefer)",
                                         "stateSelect=StateSelect.always", "s_nominal=1e-3"};
    for (size_t i = 0; i < EG_COUNT(wishes); i++) {
        char body[1500];
        snprintf(body, sizeof body,
                 TC_ "Mass a(m=2, L=0, s(start=0, fixed=true), v(start=0, fixed=true));" TC_
                     "Mass b(m=3, L=0, s(start=1.2, fixed=true), v(start=0.5, fixed=true));" TC_
                     "SpringDamper k(c=100, d=4, s_rel0=1, %s);" TC_ "Spring w(c=50); " TC_ "Fixed g;" TS_
                     "ConstantForce f(f_constant=1); equation connect(g.flange, w.flange_a); "
                     "connect(w.flange_b, a.flange_a); connect(a.flange_b, k.flange_a); "
                     "connect(k.flange_b, b.flange_a); connect(f.flange, b.flange_b);",
                 wishes[i]);
        subject x = linear(body, (wish){.inputs = {"f"}, .outputs = {"b.v", "k.v_rel"}});
        assert_int_equal(x.l->state_count, 4);
        if (i < 3) {
            SAME(state(&x, "k.v_rel"), 0.5);
            SAME(A(&x, "k.s_rel", "k.v_rel"), 1);
            SAME(A(&x, "k.v_rel", "k.s_rel"), -100 / 3.0 - 50);
            SAME(A(&x, "k.v_rel", "k.v_rel"), -4 / 3.0 - 2);
            SAME(A(&x, "k.v_rel", "w.s_rel"), 25);
            SAME(A(&x, "k.v_rel", "a.v"), 0);
            SAME(A(&x, "a.v", "k.v_rel"), 2);
            SAME(B(&x, "k.v_rel", "f"), 1 / 3.0);
            SAME(B(&x, "a.v", "f"), 0);
            SAME(C(&x, "b.v", "a.v"), 1);
            SAME(C(&x, "b.v", "k.v_rel"), 1);
            SAME(C(&x, "k.v_rel", "k.v_rel"), 1);
            SAME(C(&x, "k.v_rel", "a.v"), 0);
        } else {
            SAME(state(&x, "b.v"), 0.5); /* what nobody asks for are the speeds of bodies */
        }
        double complex z;
        if (respond(&x, 7, &z)) {
            const double complex s = 7 * I, pass = 4 * s + 100;
            const double complex of_a = 2 * s * s + 50 + pass, of_b = 3 * s * s + pass;
            const double complex expected = s * of_a / (of_a * of_b - pass * pass);
            assert_true(cabs(z - expected) <= 1e-13 * cabs(expected));
        }
        end_subject(&x);
    }
    subject x = linear(TC_ "Mass a(m=1, L=0, s(start=0, fixed=true), v(start=1, fixed=true));" TC_
                           "Mass b(m=1, L=0, s(start=1, fixed=true), v(start=2, fixed=true));" TC_
                           "Mass c(m=1, L=0, s(start=2, fixed=true), v(start=4, fixed=true));" TC_
                           "Damper p(d=1, v_rel(stateSelect=StateSelect.prefer));" TC_
                           "Damper q(d=1, v_rel(stateSelect=StateSelect.prefer));" TC_
                           "Damper r(d=1, v_rel(stateSelect=StateSelect.always)); equation "
                           "connect(a.flange_a, p.flange_a); connect(p.flange_b, b.flange_a); "
                           "connect(b.flange_a, q.flange_a); connect(q.flange_b, c.flange_a); "
                           "connect(a.flange_a, r.flange_a); connect(r.flange_b, c.flange_a);",
                       (wish){.outputs = {"q.v_rel"}});
    assert_int_equal(x.l->state_count, 6);
    SAME(state(&x, "r.v_rel"), 3);
    SAME(state(&x, "p.v_rel"), 1);
    SAME(C(&x, "q.v_rel", "r.v_rel"), 1);
    SAME(C(&x, "q.v_rel", "p.v_rel"), -1);
    SAME(A(&x, "p.v_rel", "p.v_rel"), -3);
    SAME(A(&x, "r.v_rel", "r.v_rel"), -3);
    SAME(A(&x, "p.v_rel", "r.v_rel"), 0);
    end_subject(&x);
}

/* A mass that friction holds to what a filtered drive moves: m.s goes as the flange does, whose filter keeps
 * its states; and one that is held to another that moves. MSL: w_crit = 2 pi f_crit, af = 1.3617, bf =
 * 0.6180. */
static void held_to_a_drive(void **context)
{
    (void)context;
    subject x =
        linear("Modelica.Blocks.Sources.Sine sine(f=1, amplitude=1e-3);" TS_
               "Position move(exact=false, f_crit=10);" TC_
               "Mass m(m=0.1, L=0, s(start=0, fixed=true), v(start=0, fixed=true));" TC_
               "SupportFriction r(f_pos=[0,50], useSupport=true); equation connect(sine.y, move.s_ref); "
               "connect(move.flange, r.support); connect(r.flange_a, m.flange_a);",
               (wish){.at = 0.3, .inputs = {"sine.y"}, .outputs = {"m.s"}});
    assert_int_equal(x.l->state_count, 2);
    const double w = 2 * PI * 10;
    for (double omega = 1; omega < 1000; omega *= 3) {
        double complex z;
        const double complex s = I * omega, filter = 1 / (1 + 1.3617 / w * s + 0.6180 / (w * w) * s * s);
        if (respond(&x, omega, &z)) {
            SAME(creal(z), creal(filter));
            SAME(cimag(z), cimag(filter));
        }
    }
    end_subject(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relative_speeds),
        cmocka_unit_test(held_to_a_drive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
