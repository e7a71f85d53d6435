/* Linear models of texts, and what is asked of them: for the tests of linearize. All entries are held to
 * 1e-10 of their size. */
#ifndef LINEAR_MODEL_H
#define LINEAR_MODEL_H

#include "run_text.h"

#include "elastogap/linearize.h"

#include <complex.h>

#define TC_ T_ "Components."
#define TS_ T_ "Sources."
#define RC_ R_ "Components."

typedef struct subject {
    rig r;
    eg_linearization *l;
} subject;

typedef struct wish {
    double at;
    const char *inputs[6], *outputs[8];
    double reach;
} wish;

static inline size_t count_of(const char *const *names)
{
    size_t count = 0;
    while (names[count])
        count++;
    return count;
}

static inline eg_status attempt(subject *x, const char *body, const wish *w)
{
    x->r = read_text(body);
    x->l = NULL;
    if (eg_model_compile(x->r.spec, x->r.d, &x->r.model) != EG_OK)
        rig_demand(&x->r, 0, "the model");
    eg_linearize_options o = eg_linearize_options_default(x->r.model);
    o.time = w->at;
    o.simulate.tolerance = 1e-12;
    o.reach = w->reach;
    o.inputs = w->inputs[0] ? w->inputs : NULL;
    o.input_count = count_of(w->inputs);
    o.outputs = w->outputs[0] ? w->outputs : NULL;
    o.output_count = count_of(w->outputs);
    return eg_linearize(x->r.model, &o, x->r.d, &x->l);
}

static inline subject linear(const char *body, wish w)
{
    subject x;
    if (attempt(&x, body, &w) != EG_OK)
        rig_demand(&x.r, 0, "a linear model");
    return x;
}

static inline void end_subject(subject *x)
{
    eg_linearization_free(x->l);
    rig_end(&x->r);
}

static inline bool is_told(const subject *x, const char *part)
{
    for (size_t i = 0; i < eg_diagnostics_count(x->r.d); i++)
        if (strstr(eg_diagnostics_get(x->r.d, i)->message, part))
            return true;
    return false;
}

static inline size_t find(const eg_linear_variable *v, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(v[i].name, name) == 0)
            return i;
    print_error("there is no %s\n", name);
    fail();
    return 0;
}

static inline double A(const subject *x, const char *row, const char *column)
{
    const eg_linearization *l = x->l;
    return l
        ->A[find(l->states, l->state_count, row) * l->state_count + find(l->states, l->state_count, column)];
}

static inline double B(const subject *x, const char *row, const char *input)
{
    const eg_linearization *l = x->l;
    return l
        ->B[find(l->states, l->state_count, row) * l->input_count + find(l->inputs, l->input_count, input)];
}

static inline double C(const subject *x, const char *output, const char *state)
{
    const eg_linearization *l = x->l;
    return l->C[find(l->outputs, l->output_count, output) * l->state_count +
                find(l->states, l->state_count, state)];
}

static inline double D(const subject *x, const char *output, const char *input)
{
    const eg_linearization *l = x->l;
    return l->D[find(l->outputs, l->output_count, output) * l->input_count +
                find(l->inputs, l->input_count, input)];
}

static inline double state(const subject *x, const char *name)
{
    return x->l->states[find(x->l->states, x->l->state_count, name)].value;
}

/* Are there eigenvalues? If not, this build or machine has no LAPACK, and says so. */
static inline bool has_lapack(const subject *x)
{
    if (x->l->eigenvalues)
        return true;
    bool is_told = false;
    for (size_t i = 0; i < eg_diagnostics_count(x->r.d); i++)
        is_told = is_told || strstr(eg_diagnostics_get(x->r.d, i)->message, "LAPACK");
    assert_true(is_told);
    return false;
}

/* The frequency response of the first output to the first input; false where there is no LAPACK. */
static inline bool respond(const subject *x, double omega, double complex *response)
{
    double z[2 * 8 * 6] = {0}; /* of all outputs to all inputs */
    const eg_status status = eg_linearization_response(x->l, &omega, 1, x->r.d, z);
    *response = z[0] + z[1] * I;
    assert_int_equal(status, has_lapack(x) ? EG_OK : EG_ERROR_UNAVAILABLE);
    return status == EG_OK;
}

/* Relative to 1 or the value itself. */
static inline void same(double value, double expected, const char *what, int line)
{
    rig_near(value, expected, 1e-10 * fmax(1, fabs(expected)), what, __FILE__, line);
}
#define SAME(value, expected) same((value), (expected), #value, __LINE__)

#endif
