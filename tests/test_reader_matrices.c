/* Matrices among the parameters of components, and the functions that make them. */
#include "reading.h"

#define FRICTION "Modelica.Mechanics.Translational.Components.SupportFriction"
#define STRIBECK "Modelica.Mechanics.Translational.Examples.Utilities.GenerateStribeckFrictionTable"

/* The element of friction.f_pos; NAN beyond its rows. */
static double element(const reading *r, int row, int column)
{
    const eg_instance *i = instance_of(r, "friction");
    eg_matrix m = eg_parameter_matrix(i->p, eg_class_parameter(i->class, "f_pos"));
    return row < m.rows ? m.elements[2 * row + column] : NAN;
}

static void a_matrix_is_read_by_rows(void **state)
{
    (void)state;
    reading r =
        read_good("model A parameter Real k = 2; " FRICTION " friction(f_pos = [0, 5; k, 3*k]); end A;");
    assert_true(element(&r, 0, 0) == 0 && element(&r, 0, 1) == 5 && element(&r, 1, 0) == 2);
    assert_true(element(&r, 1, 1) == 6 && isnan(element(&r, 2, 0)));
    done(&r);
    r = read_good("model A " FRICTION " friction; end A;");
    assert_true(element(&r, 0, 0) == 0 && element(&r, 0, 1) == 1 && isnan(element(&r, 1, 0)));
    done(&r);
    r = read_set("model A " FRICTION " friction(f_pos = [0, 5]); end A;", "friction.f_pos=[0, 7; 1, 8]");
    assert_true(element(&r, 0, 1) == 7 && element(&r, 1, 1) == 8);
    done(&r);
    r = read_good("model A " FRICTION " other(f_pos = [0, 5; 1, 9]); " FRICTION
                  " friction(f_pos = 2*other.f_pos); end A;");
    assert_true(element(&r, 0, 1) == 10 && element(&r, 1, 0) == 2 && element(&r, 1, 1) == 18);
    done(&r);
}

static void settings_reach_the_elements_of_a_matrix(void **state)
{
    (void)state;
    reading r =
        read_set("model A " FRICTION " friction(f_pos = [0, 5; 1, 6]); end A;", "friction.f_pos[2,2]=9");
    assert_true(element(&r, 0, 0) == 0 && element(&r, 0, 1) == 5 && element(&r, 1, 0) == 1);
    assert_true(element(&r, 1, 1) == 9 && isnan(element(&r, 2, 0)));
    done(&r);
    r = read_set("model A " FRICTION " friction(f_pos = [0, 5; 1, 6]); end A;", "friction.f_pos[:,2]=3");
    assert_true(element(&r, 0, 1) == 3 && element(&r, 1, 0) == 1 && element(&r, 1, 1) == 3);
    done(&r);
    r = read_set("model A " FRICTION " friction; end A;", "friction.f_pos[1,2]=4"); /* [0, 1] if not given */
    assert_true(element(&r, 0, 0) == 0 && element(&r, 0, 1) == 4 && isnan(element(&r, 1, 0)));
    done(&r);
    r = read_set("model A " FRICTION " friction(f_pos = [0, 5; 1, 6]); end A;", "friction.f_pos[3,2]=9");
    expect_message(&r, 0, 1, 16, "the subscript 3 is out of range", NULL);
    done(&r);
}

/* Rows v, F_Coulomb + F_prop v + F_Stribeck exp(-fexp v). */
static void the_stribeck_table_takes_names(void **state)
{
    (void)state;
    static const char *const calls[] = {
        STRIBECK "(1, 5, 10, 2, 12, 4)",
        STRIBECK "(nTable = 4, F_prop = 1, F_Stribeck = 10, v_max = 12, fexp = 2, F_Coulomb = 5)",
        STRIBECK "(1, 5, 10, v_max = 12, fexp = 2, nTable = 4)",
    };
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        char text[600];
        snprintf(text, sizeof text, "model A " FRICTION " friction(f_pos = %s); end A;", calls[k]);
        reading r = read_good(text);
        for (int i = 0; i < 4; i++) {
            assert_true(element(&r, i, 0) == 4.0 * i);
            assert_true(element(&r, i, 1) == 5 + 4.0 * i + 10 * exp(-8.0 * i));
        }
        assert_true(isnan(element(&r, 4, 0)));
        done(&r);
    }
}

static void refuse(const char *value, const char *message)
{
    char text[600];
    snprintf(text, sizeof text, "model A " FRICTION " friction(f_pos = %s); end A;", value);
    reading r = read_set(text, NULL);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    bool said = false;
    for (size_t i = 0; i < eg_diagnostics_count(r.diagnostics); i++)
        said = said || strstr(eg_diagnostics_get(r.diagnostics, i)->message, message);
    if (!said)
        show(&r);
    assert_true(said);
    done(&r);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    refuse("5", "is a matrix of 2 columns; it cannot be");
    refuse("{0, 5}", "is a matrix of 2 columns; it cannot be");
    refuse("[0, 5, 6]", "is a matrix of 2 columns; it cannot be");
    refuse("zeros(0, 2)", "it cannot be empty");
    refuse(STRIBECK "(F_prop = 1, F_prop = 2, F_Stribeck = 1, fexp = 1, v_max = 1)",
           "has its argument F_prop twice");
    refuse(STRIBECK "(1, 5, 10, 2, vmax = 12)", "has no argument \"vmax\"");
    refuse(STRIBECK "(1, 5, 10, 2, nTable = 12)", "misses its argument \"v_max\"");
    refuse(STRIBECK "(1, 5, 10, 2, 12, 1)", "it must be an Integer from 2 on");
    refuse(STRIBECK "(1, 5, {1, 2}, 2, 12, 3)", "it must be a number");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matrix_is_read_by_rows),
        cmocka_unit_test(settings_reach_the_elements_of_a_matrix),
        cmocka_unit_test(the_stribeck_table_takes_names),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
