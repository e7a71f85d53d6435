/* Reading and setting single variables. */
#include "fmi/core_parts.h"
#include "network/motion/events.h"

#include <math.h>
#include <string.h>

bool eg_fmu_get(eg_fmu *f, size_t reference, eg_type type, double *value)
{
    const eg_fmu_variable *v = reference < f->list.count ? &f->list.items[reference] : NULL;
    if (!v || v->type != type || type == EG_STRING) {
        static const char *const names[] = {"real", "integer", "Boolean", "enumeration", "string"};
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "there is no %s variable with value reference %zu",
                  names[type], reference);
        eg_remedy(f->diagnostics, "ask with a reference and a type that modelDescription.xml lists");
        return false;
    }
    if (v->kind == EG_FMU_TIME) {
        *value = f->is_cosimulation && f->at != EG_AT_INTERMEDIATE ? f->point : f->time;
        return true;
    }
    if (v->kind == EG_FMU_INPUT && f->at == EG_AT_INTERMEDIATE) {
        *value = eg_input_value(eg_network_input(f->network, v->index), f->time);
        return true;
    }
    if (v->kind == EG_FMU_INPUT || (v->kind <= EG_FMU_CONSTANT && (f->is_set[reference] || !f->is_stale))) {
        *value = f->value[reference];
        return true;
    }
    if (!eg_fmu_settle(f) || !eg_fmu_apply_inputs(f))
        return false;
    if (v->kind <= EG_FMU_CONSTANT) {
        *value = f->value[reference];
    } else if (v->kind == EG_FMU_INDICATOR) {
        if (!eg_fmu_indicators(f, f->h))
            return false;
        *value = f->h[v->index];
    } else if (!eg_fmu_make_consistent(f) || (f->index[reference] < 0 && v->kind != EG_FMU_STATE)) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "the value of %s is not to be had", v->name);
        eg_remedy(f->diagnostics, "ask for it after the initialization");
        return false;
    } else if (v->kind == EG_FMU_DERIVATIVE) {
        *value = f->yp[v->index];
    } else if (v->kind == EG_FMU_STATE && !(f->is_cosimulation && f->index[reference] >= 0)) {
        *value = f->y[v->index]; /* what the importer integrates */
    } else {
        eg_fmu_observe(f);
        *value = f->columns[f->index[reference]];
    }
    return true;
}

static bool refuse(eg_fmu *f, const eg_fmu_variable *v, const char *why)
{
    eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "%s cannot be set: %s", v->name, why);
    eg_remedy(f->diagnostics,
              "look up in modelDescription.xml when it can be set: its causality, variability and initial");
    return false;
}

static void set_input(eg_fmu *f, const eg_fmu_variable *v, double value)
{
    if (f->at & (EG_AT_INSTANTIATED | EG_AT_INITIALIZATION)) {
        f->is_ready = false;
        return;
    }
    eg_input_hold(eg_network_input_next(f->network, v->index), value);
    f->inputs_changed = true;
    if (f->is_cosimulation || v->is_discrete)
        return;
    eg_network_hold_input(f->network, v->index, value); /* the importer's function of time */
    f->is_consistent = f->is_observed = false;
}

static bool is_item(const eg_fmu_variable *v, double value)
{
    double count = 0;
    while (v->literals[(size_t)count])
        count++;
    return value >= 1 && value <= count;
}

/* Before the start. The model is read anew when it is needed next. */
static void note_parameter(eg_fmu *f, size_t reference, bool is_same)
{
    f->is_stale = f->is_stale || !is_same || !f->is_set[reference];
    f->is_set[reference] = true;
    if (f->is_stale)
        f->is_ready = false;
}

/* NULL: there is none (reported). */
static const eg_fmu_variable *string_of(eg_fmu *f, size_t reference)
{
    const eg_fmu_variable *v = reference < f->list.count ? &f->list.items[reference] : NULL;
    if (v && v->type == EG_STRING)
        return v;
    eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "there is no string with value reference %zu", reference);
    eg_remedy(f->diagnostics, "ask with a reference that modelDescription.xml lists as String");
    return NULL;
}

bool eg_fmu_get_text(eg_fmu *f, size_t reference, const char **text)
{
    const eg_fmu_variable *v = string_of(f, reference);
    if (!v)
        return false;
    if (!f->is_set[reference] && f->is_stale && !eg_fmu_settle(f))
        return false;
    *text = f->texts + v->slot * EG_FMU_TEXT;
    return true;
}

bool eg_fmu_set_text(eg_fmu *f, size_t reference, const char *text)
{
    const eg_fmu_variable *v = string_of(f, reference);
    if (!v)
        return false;
    char *was = f->texts + v->slot * EG_FMU_TEXT;
    if (!text)
        return refuse(f, v, "there is no text");
    if (!(f->at & (EG_AT_INSTANTIATED | EG_AT_INITIALIZATION)))
        return refuse(f, v, "it is fixed once the run has begun, since it may decide the structure");
    if (v->kind != EG_FMU_PARAMETER)
        return refuse(f, v, "it is a constant");
    if (strlen(text) >= EG_FMU_TEXT || strchr(text, '\n'))
        return refuse(f, v, "the text is too long, or has more than one line");
    bool same = strcmp(was, text) == 0;
    if (!same)
        strcpy(was, text);
    note_parameter(f, reference, same);
    return true;
}

static bool is_continuous_input(const eg_fmu_variable *v)
{
    return v->kind == EG_FMU_INPUT && v->type == EG_REAL && !v->is_discrete;
}

bool eg_fmu_set_rate(eg_fmu *f, size_t reference, int order, double value)
{
    const eg_fmu_variable *v = reference < f->list.count ? &f->list.items[reference] : NULL;
    if (!v || !is_continuous_input(v)) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "value reference %zu is no continuous input",
                  reference);
        eg_remedy(f->diagnostics, "give rates to inputs that modelDescription.xml calls continuous");
        return false;
    }
    if (order < 1)
        return refuse(f, v, "derivatives have an order of 1 or more");
    if (!isfinite(value))
        return refuse(f, v, "the derivative is not a finite number");
    if (order <= 2)
        f->rates[2 * (reference - f->list.first_input) + (size_t)order - 1] = value;
    else
        eg_report(f->diagnostics, EG_WARNING, EG_NOWHERE,
                  "derivative %d of %s is left out: inputs are polynomials of degree 2", order, v->name);
    return true;
}

/* What the importer says an input will be. */
static bool answer(eg_fmu *f, size_t reference, const eg_fmu_variable *v, double value)
{
    if (!is_continuous_input(v))
        return refuse(f, v, "between communication points continuous inputs are asked for alone");
    f->answers[2 * (reference - f->list.first_input) + (size_t)f->question] = value;
    return true;
}

bool eg_fmu_set(eg_fmu *f, size_t reference, eg_type type, double value)
{
    const eg_fmu_variable *v = reference < f->list.count ? &f->list.items[reference] : NULL;
    bool is_early = f->at & (EG_AT_INSTANTIATED | EG_AT_INITIALIZATION);
    if (!v || v->type != type || type == EG_STRING) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "there is no such variable with value reference %zu",
                  reference);
        eg_remedy(f->diagnostics, "set with a reference and a type that modelDescription.xml lists");
        return false;
    }
    if (!isfinite(value))
        return refuse(f, v, "the value is not a finite number");
    if (f->at == EG_AT_ASKED)
        return answer(f, reference, v, value);
    if (v->kind != EG_FMU_PARAMETER && v->kind != EG_FMU_INPUT)
        return refuse(f, v, "it is neither parameter nor input");
    if (type == EG_ENUMERATION && !is_item(v, value))
        return refuse(f, v, "its type has no such item");
    if (v->kind == EG_FMU_PARAMETER && !is_early && !v->is_tunable)
        return refuse(f, v, "it is fixed once the run has begun, since it may decide the structure");
    if (v->kind == EG_FMU_PARAMETER && f->at == EG_AT_CONTINUOUS)
        return refuse(f, v, "it is tunable, which is for event mode");
    double was = f->value[reference];
    bool same = was == value;
    if (v->is_discrete && v->kind == EG_FMU_INPUT && f->at == EG_AT_CONTINUOUS && !same)
        return refuse(f, v, "it is discrete, and this is no event");
    f->value[reference] = value;
    if (v->kind == EG_FMU_INPUT) {
        if (!same || is_early)
            set_input(f, v, value);
        return true;
    }
    if (!is_early) {
        f->value[reference] = was;
        if (same)
            return true;
        if (!eg_fmu_begin_tuning(f))
            return false;
        f->value[reference] = value;
        f->is_set[reference] = true;
        return true;
    }
    note_parameter(f, reference, same);
    return true;
}
