/* The equations that descriptors print: every class alone in a model, with every setting of its Boolean and
 * enumeration parameters, is flattened and read back. So the equations are Modelica, every name in them means
 * something, and there are as many as unknowns. */
#include "component/spec.h"
#include "elastogap/elastogap.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---------------------------------------------------------------- settings */

/* A value inside the parameter's limits that is no special case. */
static double some_value(const eg_parameter *p)
{
    double value = p->unit && strcmp(p->unit, "K") == 0                 ? 300
                   : strstr(p->name, "max") || strstr(p->name, "upper") ? 5.7
                                                                        : 0.7;
    if (p->min == 0 && p->max == 0)
        return value;
    if (p->max < INFINITY && p->min > -INFINITY)
        return p->min + 0.7 * (p->max - p->min);
    return p->min > -INFINITY ? p->min + value : p->max < INFINITY ? p->max - value : value;
}

static bool is_choice(const eg_parameter *p)
{
    return !p->is_protected && !p->is_constant && strcmp(p->name, "stateSelect") != 0 &&
           (p->type == EG_BOOLEAN || p->type == EG_ENUMERATION);
}

static long choices_of(const eg_parameter *p)
{
    long count = 0;
    if (p->type == EG_BOOLEAN)
        return 2;
    while (p->literals[count])
        count++;
    return count;
}

static long settings_of(const eg_class *class)
{
    long count = 1;
    for (size_t i = 0; i < class->parameter_count; i++)
        if (is_choice(&class->parameters[i]))
            count *= choices_of(&class->parameters[i]);
    return count;
}

/* Which numbers are given: classes take one of two that say the same, or not all of them. */
enum { NEEDED, WITHOUT_E, WITHOUT_D, NOT_SPECIAL, ALL, EXTENTS };

static bool begins(const char *name, const char *with)
{
    return strcmp(name, with) == 0 || (strncmp(name, with, strlen(with)) == 0 && name[strlen(with)] == '_');
}

static bool is_given(const eg_parameter *p, int extent)
{
    bool is_special = p->value_text && strncmp(p->value_text, "none", 4) == 0;
    if (p->is_protected || p->is_constant || p->columns != 0 || p->type != EG_REAL)
        return false;
    if (p->need != EG_HAS_DEFAULT || extent == ALL)
        return true;
    /* a stop with a spring that sticks is no equations */
    return extent != NEEDED && !is_special && !begins(p->name, "f_ref") && !begins(p->name, "f_release") &&
           !(extent == WITHOUT_E && begins(p->name, "e")) && !(extent == WITHOUT_D && begins(p->name, "d"));
}

/* Gives choices the values of setting number n, and numbers some value. */
static void set_parameters(eg_spec *spec, const eg_class *class, long n, int extent)
{
    for (size_t i = 0; i < class->parameter_count; i++) {
        const eg_parameter *p = &class->parameters[i];
        char path[100];
        snprintf(path, sizeof path, "x.%s", p->name);
        const bool is_contact = strstr(class->name, "Contact.") != NULL; /* begins at 0, 0, and rises */
        const double any[] = {0, 1, 1, 3, 2.5, 2}, rising[] = {0, 0, 1, 3, 2.5, 4};
        const double *table = is_contact ? rising : any;
        if (p->columns == 2 || p->columns == EG_ANY_COLUMNS) {
            assert_int_equal(eg_spec_set_matrix(spec, path, table, 3, NULL), EG_OK);
        } else if (is_choice(p)) {
            if (eg_spec_set(spec, path, (double)(n % choices_of(p)), NULL) != EG_OK)
                fail_msg("%s of %s does not take its value", path, class->name);
            n /= choices_of(p);
        } else if (is_given(p, extent)) {
            if (eg_spec_set(spec, path, some_value(p), NULL) != EG_OK)
                fail_msg("%s of %s does not take its value", path, class->name);
        }
    }
}

/* NULL when the class refuses these settings. */
static eg_spec *spec_of(const eg_class *class, long n)
{
    for (int extent = NEEDED; extent < EXTENTS; extent++) {
        eg_spec *spec = eg_spec_create("Alone", NULL);
        assert_non_null(spec);
        assert_int_equal(eg_spec_add(spec, class->name, "x", NULL), EG_OK);
        set_parameters(spec, class, n, extent);
        if (eg_spec_complete(spec, NULL) == EG_OK)
            return spec;
        eg_spec_free(spec);
    }
    return NULL;
}

/* ---------------------------------------------------------------- counting */

static bool is_input(eg_port_kind kind)
{
    return kind == EG_REAL_INPUT || kind == EG_BOOLEAN_INPUT || kind == EG_INTEGER_INPUT;
}

static long inputs_of(const eg_spec *alone)
{
    const eg_instance *instance = &alone->instances[0];
    long count = 0;
    for (size_t i = 0; i < instance->class->port_count; i++)
        count += is_input(instance->class->ports[i].kind) &&
                 eg_instance_has_port(instance, &instance->class->ports[i]);
    return count;
}

/* Equations, and variables that when clauses assign. */
static long equations_of(const eg_spec *flat)
{
    long count = 0;
    for (size_t i = 0; i < flat->equation_count; i++) {
        const eg_user_equation *q = &flat->equations[i];
        bool is_new = q->kind == EG_USER_ASSIGN;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = flat->equations[k].kind != EG_USER_ASSIGN ||
                     strcmp(flat->formulas[flat->equations[k].left].path, flat->formulas[q->left].path) != 0;
        count += q->kind == EG_USER_EQUATION || is_new;
    }
    return count;
}

static void print_all(const eg_diagnostics *d)
{
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        char text[1000];
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, text, sizeof text);
        fputs(text, stderr);
    }
}

/* How many faults this setting has. */
static int check_setting(const eg_class *class, eg_spec *alone, long n)
{
    char *text = NULL;
    size_t length;
    int faults = 0;
    eg_spec *flat = NULL;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_status status = eg_spec_flatten(alone, d, &text, &length);
    /* Rigid impacts are no equations; periods of what changes as it likes the reader does not know. */
    bool is_refused = status == EG_OK
                          ? strstr(text, "mod('x.u'") != NULL
                          : strstr(eg_diagnostics_get(d, 0)->message, "not written as equations") != NULL;
    if (is_refused) {
        free(text);
        eg_diagnostics_free(d);
        return 0;
    }
    if (status == EG_OK)
        status = eg_spec_read_text(text, length, class->name, NULL, d, &flat);
    if (status != EG_OK) {
        fprintf(stderr, "%s, setting %ld:\n", class->name, n);
        print_all(d);
        faults++;
    }
    if (flat && flat->variable_count != (size_t)(equations_of(flat) + inputs_of(alone))) {
        fprintf(stderr, "%s, setting %ld: %ld equations for %ld unknowns\n", class->name, n,
                equations_of(flat), (long)flat->variable_count - inputs_of(alone));
        faults++;
    }
    eg_spec_free(flat);
    eg_diagnostics_free(d);
    free(text);
    return faults;
}

/* ---------------------------------------------------------------- all classes */

static void descriptors_have_as_many_equations_as_unknowns(void **state)
{
    (void)state;
    size_t count;
    int faults = 0;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++) {
        const eg_class *class = classes[i];
        long settings = settings_of(class), accepted = 0;
        /* What is its equations runs by them: nothing else is there that they could differ from. */
        if (class->kind == EG_PARTIAL || class->kind == EG_CONNECTOR || class->source)
            continue;
        int of_class = 0;
        for (long n = 0; n < settings && of_class < 3; n++) {
            eg_spec *alone = spec_of(class, n);
            accepted += alone != NULL;
            of_class += alone ? check_setting(class, alone, n) : 0;
            eg_spec_free(alone);
        }
        if (accepted == 0)
            fprintf(stderr, "%s: no setting is accepted\n", class->name);
        faults += of_class + (accepted == 0);
    }
    assert_int_equal(faults, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptors_have_as_many_equations_as_unknowns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
