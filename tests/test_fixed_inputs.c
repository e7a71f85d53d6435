/* What a program gives to a plan: inputs by index, each of them once, with the sign that it has in the
 * model. */
#include "reading.h"

#include "elastogap/elastogap.h"

/* A hand that moves as it is told holds a cart by a spring, and may knock against it; another one goes its
 * own way at the end of a second spring and of a third, between both. */
static const char rig[] =
    "model Rig\n"
    "  import Modelica.Mechanics.Translational.*;\n"
    "  Modelica.Blocks.Interfaces.RealInput pull(unit = \"N\");\n"
    "  Modelica.Blocks.Sources.Sine up(amplitude = 0.05, f = 1);\n"
    "  Modelica.Blocks.Sources.Sine down(amplitude = -0.02, f = 2);\n"
    "  Sources.Position hand(exact = true), other(exact = true);\n"
    "  Components.SpringDamper grip(c = 2000, d = 20, s_rel0 = 0.1), rope(c = 10, d = 1);\n"
    "  Components.Spring far(c = 300);\n"
    "  Components.Mass cart(m = 2, s(start = 0.1, fixed = true), v(start = 0, fixed = true));\n"
    "  Components.ElastoGap knock(c = 1e5, d = 100, s_rel0 = 0.08);\n"
    "  Sources.Force force;\n"
    "equation\n"
    "  connect(up.y, hand.s_ref); connect(down.y, other.s_ref);\n"
    "  connect(hand.flange, grip.flange_a); connect(grip.flange_b, cart.flange_a);\n"
    "  connect(hand.flange, knock.flange_a); connect(knock.flange_b, cart.flange_a);\n"
    "  connect(cart.flange_b, far.flange_a); connect(far.flange_b, other.flange);\n"
    "  connect(hand.flange, rope.flange_a); connect(rope.flange_b, other.flange);\n"
    "  connect(pull, force.f); connect(force.flange, cart.flange_b);\n"
    "end Rig;\n";

static int input_of(const eg_model *model, const eg_fixed_model *fixed, const char *name)
{
    for (int i = 0; i < eg_fixed_plan_of(fixed)->inputs; i++)
        if (strcmp(eg_fixed_input_name(model, fixed, i), name) == 0)
            return i;
    fail_msg("no input %s", name);
    return -1;
}

/* Driven as the model drives it, a plan does what the engine does: the same steps. Two motions and a force
 * are three inputs, however many elements and outputs they move. Places are told to 1e-17 m, which the
 * hardest contact, 224 rad/s, turns into less than 1e-12 m within a second. */
static void drives_are_inputs_once(void **state)
{
    (void)state;
    static const char *const outputs[] = {"cart.s",      "hand.s",     "other.s",  "grip.s_rel",
                                          "knock.s_rel", "rope.s_rel", "far.s_rel"};
    enum { COUNT = sizeof outputs / sizeof *outputs, STEPS = 500 };
    reading r = read_good(rig);
    eg_model *model = NULL;
    eg_fixed_model *fixed;
    eg_trajectory *t;
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    assert_int_equal(eg_fixed_compile(model, 1e-3, outputs, COUNT, r.diagnostics, &fixed), EG_OK);
    const eg_fixed_plan *plan = eg_fixed_plan_of(fixed);
    assert_int_equal(plan->inputs, 3);
    int hand = input_of(model, fixed, "hand"), pull = input_of(model, fixed, "pull"),
        other = input_of(model, fixed, "other");
    assert_string_equal(eg_fixed_input_name(model, fixed, -1), "");
    assert_string_equal(eg_fixed_input_name(model, fixed, 3), "");
    eg_simulate_options o = eg_simulate_options_default(model);
    o.engine = "fixed";
    o.stop_time = 1e-3 * STEPS;
    o.interval = 1e-3;
    assert_int_equal(eg_simulate(model, &o, r.diagnostics, &t, NULL), EG_OK);
    eg_fixed_state *run = malloc(eg_fixed_size(plan));
    eg_fixed_begin(plan, run);
    for (int k = 1; k <= STEPS; k++) {
        double in[3], out[COUNT], at[COUNT];
        for (int i = 0; i < COUNT; i++)
            at[i] = eg_trajectory_value(t, (size_t)eg_trajectory_find(t, outputs[i]), (size_t)k);
        in[hand] = at[1];
        in[other] = at[2];
        in[pull] = 0;
        eg_fixed_step(plan, run, in, out);
        for (int i = 0; i < COUNT; i++)
            if (!(fabs(out[i] - at[i]) < 1e-12))
                fail_msg("step %d: %s is %.17g, not %.17g", k, outputs[i], out[i], at[i]);
    }
    free(run);
    eg_trajectory_free(t);
    eg_fixed_model_free(fixed);
    eg_model_free(model);
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drives_are_inputs_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
