#include "sensitivity/models.h"

#include "base/arena.h"
#include "base/names.h"
#include "component/spec_bound.h"
#include "modelica/parametric.h"
#include "network/user/origins.h"
#include "sensitivity/independent.h"
#include "simulate/choose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- parameters by name */

static const eg_user_origins *origins_of(const eg_model *m)
{
    return m->user && m->instance_count == 0 ? m->user->origins : NULL;
}

/* -1: it is not among them. */
static int place_of(const eg_user_origins *o, const char *name)
{
    for (int i = 0; i < o->count; i++)
        if (strcmp(o->parameters[i].name, name) == 0)
            return i;
    return -1;
}

static const char *word_of(eg_type type)
{
    switch (type) {
    case EG_INTEGER: return "an Integer";
    case EG_BOOLEAN: return "a Boolean";
    case EG_STRING: return "a String";
    case EG_ENUMERATION: return "one of some names";
    default: return NULL;
    }
}

/* What a parameter is that is no Real; NULL: there is none of that name. */
static const char *word_of_parameter(const eg_spec *spec, const char *name)
{
    for (size_t i = 0; i < spec->declared_count; i++)
        if (strcmp(spec->declared[i].path, name) == 0)
            return word_of(spec->declared[i].type);
    for (size_t i = 0; i < spec->instance_count; i++) {
        const eg_instance *x = &spec->instances[i];
        const size_t length = strlen(x->path);
        if (strncmp(name, x->path, length) != 0 || name[length] != '.')
            continue;
        for (size_t k = 0; k < x->class->parameter_count; k++)
            if (strcmp(x->class->parameters[k].name, name + length + 1) == 0)
                return word_of(x->class->parameters[k].type);
    }
    return NULL;
}

static void refuse_name(eg_diagnostics *d, const eg_spec *spec, const char *name, const eg_user_origins *o)
{
    static const char remedy[] = "name a Real parameter, as gap.c, or a start value, as ball.s(start)";
    const char *other = word_of_parameter(spec, name);
    if (other) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "there is no derivative by %s, because it is %s", name, other);
        eg_remedy(d, "%s", remedy);
        return;
    }
    const char **names = calloc((size_t)o->count + 1, sizeof *names);
    for (int i = 0; names && i < o->count; i++)
        names[i] = o->parameters[i].name;
    const char *near = names ? eg_nearest(name, names, (size_t)o->count) : NULL;
    eg_report(d, EG_ERROR, EG_NOWHERE, "there is no parameter '%s' that may be another number", name);
    if (near)
        eg_remedy(d, "did you mean %s?", near);
    else
        eg_remedy(d, "%s", remedy);
    free(names);
}

/* Has each parameter that is asked for a derivative? */
static eg_status check_parameters(const eg_prepared *p, eg_diagnostics *d)
{
    const eg_user_origins *o = origins_of(p->whole);
    eg_status status = EG_OK;
    for (size_t k = 0; k < p->by_count; k++) {
        const int at = place_of(o, p->by[k]);
        if (at < 0)
            refuse_name(d, p->spec, p->by[k], o);
        else if (o->parameters[at].refusal) {
            eg_report(d, EG_ERROR, EG_NOWHERE, "there is no derivative by %s, because %s", p->by[k],
                      o->parameters[at].refusal);
            eg_remedy(d, "name another parameter; elastogap info MODEL lists them");
        }
        if (at < 0 || o->parameters[at].refusal)
            status = EG_ERROR_USAGE;
    }
    return status;
}

/* A start value has two names, as settings have: ball.s.start is ball.s(start). */
static eg_status name_starts(eg_prepared *p)
{
    static const char ending[] = ".start";
    const eg_user_origins *o = origins_of(p->whole);
    for (size_t k = 0; k < p->by_count; k++) {
        const char *name = p->by[k];
        const size_t length = strlen(name), last = sizeof ending - 1;
        if (length <= last || strcmp(name + length - last, ending) != 0 || place_of(o, name) >= 0)
            continue;
        const char *start = eg_arena_format(p->arena, "%.*s(start)", (int)(length - last), name);
        if (!start)
            return EG_ERROR_MEMORY;
        if (place_of(o, start) >= 0)
            p->by[k] = start;
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- making models */

/* Of the parameters that are asked for, those that follow from others are to be moved alone. */
static eg_status free_followers(eg_prepared *p, eg_diagnostics *d)
{
    const eg_user_origins *o = origins_of(p->whole);
    eg_status status = EG_OK;
    for (size_t k = 0; k < p->by_count && status == EG_OK; k++) {
        double value;
        if (place_of(o, p->by[k]) >= 0 || !eg_independent_value(p->spec, p->by[k], &value))
            continue;
        status = eg_make_independent(p->spec, p->by[k], value, d);
        p->is_changed = true;
    }
    return status;
}

static void forget(eg_prepared *p)
{
    eg_user_tuner_free(p->tuner);
    eg_model_free(p->model);
    eg_model_free(p->whole);
    p->tuner = NULL;
    p->model = p->whole = NULL;
}

/* As equations: with all parameters first, since parameters that are asked for may turn out to follow from
 * others, or have no derivative; then with these alone. Numbers that stay numbers leave simpler equations,
 * linear ones where the exponent of a law is 1. */
static eg_status make_whole(eg_prepared *p, eg_diagnostics *d, eg_spec **kept)
{
    eg_status status = eg_spec_keep_parameters(p->spec, d, kept);
    if (status == EG_OK)
        status = eg_model_compile(*kept, d, &p->whole);
    if (status == EG_OK && !origins_of(p->whole)) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s has no parameters to differentiate by", p->whole->name);
        eg_remedy(d, "let it have a Real parameter, or a start value, and something that moves");
        status = EG_ERROR_MODEL;
    }
    return status;
}

static eg_status make_equations(eg_prepared *p, eg_diagnostics *d)
{
    eg_spec *kept = NULL;
    eg_status status = make_whole(p, d, &kept);
    if (status == EG_OK)
        status = check_parameters(p, d);
    if (status == EG_OK && eg_spec_keep_only(kept, p->by, p->by_count) != 0)
        status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = eg_model_compile(kept, d, &p->model);
    eg_spec_free(kept);
    return status;
}

/* All parameters that have derivatives, in the place of those that are asked for by name. */
static eg_status ask_for_all(eg_prepared *p, eg_diagnostics *d)
{
    const eg_user_origins *o = origins_of(p->whole);
    p->by = eg_arena_alloc(p->arena, ((size_t)o->count + 1) * sizeof *p->by);
    for (int i = 0; i < o->count && p->by; i++)
        if (!o->parameters[i].refusal &&
            !(p->by[p->by_count++] = eg_arena_copy(p->arena, o->parameters[i].name)))
            return EG_ERROR_MEMORY;
    if (!p->by || p->by_count > 0)
        return p->by ? EG_OK : EG_ERROR_MEMORY;
    eg_report(d, EG_ERROR, EG_NOWHERE, "no parameter of %s has derivatives", p->whole->name);
    eg_remedy(d, "name one, to be told why it has none");
    return EG_ERROR_USAGE;
}

static eg_status make_models(eg_prepared *p, eg_diagnostics *d, bool all)
{
    eg_spec *kept = NULL;
    eg_status status = eg_model_compile(p->spec, d, &p->native);
    if (status == EG_OK)
        status = make_whole(p, d, &kept);
    if (status == EG_OK && all)
        status = ask_for_all(p, d);
    if (status == EG_OK)
        status = name_starts(p);
    if (status == EG_OK)
        status = free_followers(p, d);
    p->parameters = eg_arena_alloc(p->arena, (p->by_count + 1) * sizeof *p->parameters);
    p->first = eg_arena_alloc(p->arena, (p->by_count + 1) * sizeof *p->first);
    p->place = eg_arena_alloc(p->arena, (p->by_count + 1) * sizeof *p->place);
    if (status == EG_OK && !(p->parameters && p->first && p->place))
        status = EG_ERROR_MEMORY;
    eg_spec_free(kept);
    forget(p);
    return status == EG_OK ? make_equations(p, d) : status;
}

/* A direction for each parameter that is asked for. */
static eg_status find_directions(eg_prepared *p)
{
    const eg_user_origins *o = origins_of(p->model);
    const size_t count = (size_t)o->count;
    free(p->dtheta);
    p->dtheta = calloc((p->by_count + 1) * count + 1, sizeof *p->dtheta);
    if (!p->dtheta)
        return EG_ERROR_MEMORY;
    p->theta = p->dtheta + p->by_count * count;
    for (size_t i = 0; i < count; i++)
        p->theta[i] = o->parameters[i].value;
    for (size_t k = 0; k < p->by_count; k++) {
        p->place[k] = place_of(o, p->by[k]);
        p->dtheta[k * count + (size_t)p->place[k]] = 1.0;
        p->parameters[k].value = o->parameters[p->place[k]].value;
    }
    return EG_OK;
}

static eg_status name_parameters(eg_prepared *p)
{
    const eg_user_origins *o = origins_of(p->model);
    for (size_t k = 0; k < p->by_count; k++) {
        const char *unit = o->parameters[p->place[k]].unit;
        p->parameters[k].name = p->by[k];
        p->parameters[k].unit = eg_arena_copy(p->arena, unit ? unit : "");
        p->first[k] = p->parameters[k].value;
        if (!p->parameters[k].unit)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- life */

static const char **copy_texts(eg_prepared *p, const char *const *texts, size_t count)
{
    const char **copies = eg_arena_alloc(p->arena, (count + 1) * sizeof *copies);
    bool is_whole = copies != NULL;
    for (size_t i = 0; i < count && is_whole; i++)
        is_whole = (copies[i] = eg_arena_copy(p->arena, texts[i])) != NULL;
    return is_whole ? copies : NULL;
}

static eg_status make_room(eg_prepared *p, eg_spec *spec, const eg_sensitivity_options *o)
{
    p->run = o->run;
    p->by_count = o->by_all ? 0 : o->by_count;
    p->of_count = o->of_count;
    p->arena = eg_arena_create();
    p->spec = eg_spec_clone(spec);
    if (!p->arena || !p->spec)
        return EG_ERROR_MEMORY;
    p->by = copy_texts(p, o->by, p->by_count);
    p->of = copy_texts(p, o->of, o->of_count);
    p->run.engine = o->run.engine ? eg_arena_copy(p->arena, o->run.engine) : NULL;
    const bool has_engine = !o->run.engine || p->run.engine;
    return p->by && p->of && has_engine ? EG_OK : EG_ERROR_MEMORY;
}

static eg_status check(const eg_sensitivity_options *o, eg_diagnostics *d)
{
    if ((o->by_count == 0 && !o->by_all) || o->of_count == 0) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "sensitivities are by parameters, and of what a run comes to");
        eg_remedy(d, "name at least one of each");
        return EG_ERROR_USAGE;
    }
    if (o->run.engine && strcmp(o->run.engine, eg_engine_fixed.name) == 0) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "the engine fixed locates no events, and has no sensitivities");
        eg_remedy(d, "take --engine auto");
        return EG_ERROR_USAGE;
    }
    return eg_simulate_check(&o->run, d);
}

/* What is looked at, once there are models. */
static eg_status read_asked(eg_prepared *p, eg_diagnostics *d)
{
    const char *reason;
    eg_readout_release(&p->readout);
    eg_measure_plan_release(&p->plan);
    p->engine = eg_simulate_engine(p->model, &p->run, d, &reason);
    if (!p->engine || !p->engine->create)
        return p->engine ? EG_ERROR_UNAVAILABLE : EG_ERROR_USAGE;
    eg_status status =
        eg_readout_read_beside(&p->readout, p->model, p->native, p->of, p->of_count, "--of", d);
    if (status == EG_OK)
        status = find_directions(p);
    if (status == EG_OK)
        status = eg_measure_plan_make(&p->plan, &p->readout, p->whole, p->by, p->by_count, d);
    return status;
}

static eg_status prepare(eg_spec *spec, const eg_sensitivity_options *o, eg_diagnostics *d, eg_prepared **out)
{
    eg_status status = check(o, d);
    eg_prepared *p = status == EG_OK ? calloc(1, sizeof *p) : NULL;
    if (status == EG_OK && !p)
        status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = make_room(p, spec, o);
    if (status == EG_OK)
        status = make_models(p, d, o->by_all);
    if (status == EG_OK)
        status = read_asked(p, d);
    if (status == EG_OK)
        status = name_parameters(p);
    if (status == EG_OK)
        p->tuner = eg_user_tuner_create(p->model);
    if (status == EG_OK)
        *out = p;
    else
        eg_prepared_free(p);
    return status;
}

eg_status eg_prepare(eg_spec *spec, const eg_sensitivity_options *o, eg_diagnostics *diagnostics,
                     eg_prepared **out)
{
    eg_diagnostics *own = diagnostics ? NULL : eg_diagnostics_create();
    eg_diagnostics *d = diagnostics ? diagnostics : own;
    *out = NULL;
    eg_status status = d ? EG_OK : EG_ERROR_MEMORY;
    if (d && !eg_options_fit(o->size, sizeof *o, "eg_sensitivity_options", d))
        status = EG_ERROR_USAGE;
    if (status == EG_OK)
        status = prepare(spec, o, d, out);
    eg_diagnostics_free(own);
    return status;
}

void eg_prepared_free(eg_prepared *p)
{
    if (!p)
        return;
    eg_measure_plan_release(&p->plan);
    eg_readout_release(&p->readout);
    forget(p);
    eg_model_free(p->native);
    eg_spec_free(p->spec);
    free(p->dtheta);
    eg_arena_free(p->words);
    eg_arena_free(p->arena);
    free(p);
}

const eg_sensitivity_name *eg_prepared_by(const eg_prepared *p, size_t *count)
{
    *count = p->by_count;
    return p->parameters;
}

/* ---------------------------------------------------------------- other values */

static eg_status set_all(eg_prepared *p, const double *values, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    for (size_t k = 0; k < p->by_count && status == EG_OK; k++) {
        double value;
        if (!eg_independent_value(p->spec, p->by[k], &value) || value != values[k])
            status = eg_make_independent(p->spec, p->by[k], values[k], d);
    }
    return status;
}

static eg_status compile_anew(eg_prepared *p, const double *values, eg_diagnostics *d)
{
    eg_status status = set_all(p, values, d);
    forget(p);
    if (status == EG_OK)
        status = make_equations(p, d);
    if (status == EG_OK && !eg_prepared_native(p, d))
        status = EG_ERROR_MODEL;
    if (status == EG_OK)
        status = read_asked(p, d);
    if (status == EG_OK) {
        p->tuner = eg_user_tuner_create(p->model);
        return EG_OK;
    }
    forget(p);
    return status;
}

static bool are_present(const eg_prepared *p, const double *values)
{
    for (size_t k = 0; k < p->by_count; k++)
        if (p->parameters[k].value != values[k])
            return false;
    return true;
}

eg_status eg_prepared_take(eg_prepared *p, const double *values, eg_diagnostics *d)
{
    const double *to = values ? values : p->first;
    if (p->model && are_present(p, to))
        return EG_OK;
    for (size_t k = 0; k < p->by_count; k++)
        if (!eg_independent_takes(p->spec, p->by[k], to[k], d))
            return EG_ERROR_MODEL;
    eg_model_free(p->native);
    p->native = NULL;
    for (size_t k = 0; k < p->by_count && p->tuner; k++)
        p->theta[p->place[k]] = to[k];
    eg_status status = EG_OK;
    if (!p->tuner || !eg_user_tune(p->tuner, p->theta))
        status = compile_anew(p, to, d);
    for (size_t k = 0; k < p->by_count && status == EG_OK; k++)
        p->parameters[k].value = to[k];
    return status;
}

const eg_model *eg_prepared_native(eg_prepared *p, eg_diagnostics *d)
{
    if (p->native)
        return p->native;
    double *values = malloc((p->by_count + 1) * sizeof *values);
    for (size_t k = 0; k < p->by_count && values; k++)
        values[k] = p->parameters[k].value;
    if (values && set_all(p, values, d) == EG_OK)
        (void)eg_model_compile(p->spec, d, &p->native);
    free(values);
    return p->native;
}
