/* Analyses of Dyad. One that extends TransientAnalysis is a model that extends the component it simulates,
 * with the analysis' span and tolerance as its experiment:
 *
 *   analysis Run                                      model Run
 *     extends TransientAnalysis(stop = 10)              extends Rig(k = 2);
 *     model = Rig(k = 2)                                annotation(experiment(StopTime = 10));
 *   end                                               end Run; */
#include "modelica/dyad/dyad.h"

#include <string.h>

static bool is_named(const char *name, const char *text)
{
    return name && strcmp(name, text) == 0;
}

static const char *last_name(const eg_reference *name)
{
    return name->parts[name->count - 1].name;
}

/* What an argument of the analysis is called in an experiment; NULL: nothing. */
static const char *experiment_name(const char *name)
{
    static const struct {
        const char *dyad, *modelica;
    } table[] = {
        {"start", "StartTime"}, {"stop", "StopTime"}, {"reltol", "Tolerance"}, {"saveat", "Interval"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].dyad) == 0)
            return table[i].modelica;
    return NULL;
}

/* What has no bearing here: the engine is chosen by --engine, and steps by the tolerance. */
static bool is_for_others(const char *name)
{
    static const char *const names[] = {"alg", "integrator", "abstol", "dtmax", "dt", "maxiters"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* saveat = 0: every step is kept; here the default rows. */
static bool says_nothing(const eg_modifier *m)
{
    return is_named(m->name, "saveat") && m->value && m->value->kind == EG_E_NUMBER && m->value->number == 0;
}

/* Moves the arguments that speak of the experiment there; the others stay for the class that is extended. */
static bool take_experiment(eg_parser *p, eg_syntax *class, eg_modifier *arguments, bool is_transient)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < arguments->count; i++) {
        eg_modifier *m = arguments->arguments[i];
        const char *name = experiment_name(m->name);
        if (says_nothing(m) || (is_transient && is_for_others(m->name)))
            continue;
        if (!name && is_transient) {
            eg_error(p->r, p->source, m->at, "TransientAnalysis has no \"%.200s\"", m->name);
            static const char *const known[] = {"start", "stop",   "reltol", "saveat",
                                                "alg",   "abstol", "dtmax"};
            if (strncmp(m->name, "tol", 3) == 0)
                eg_hint(p->r, "did you mean \"reltol\"?");
            else if (!eg_hint_nearest(p->r, m->name, known, sizeof known / sizeof *known))
                eg_hint(p->r, "it has: start, stop, reltol, saveat, alg, abstol, dtmax");
            continue;
        }
        if (!name) {
            arguments->arguments[kept++] = m;
            continue;
        }
        m->name = eg_symbol(p->r, name);
        if (!class->experiment)
            class->experiment = eg_dyad_modifier(p, eg_symbol(p->r, "experiment"), m->at);
        if (!m->name || !class->experiment || !eg_dyad_add_argument(p, class->experiment, m))
            return false;
    }
    arguments->count = kept;
    return true;
}

/* A parameter of the analysis that the model has too, `model = Rig(k = k)`, would be declared twice: the
 * model's takes its value. */
static void give_away(eg_dyad_body *body, eg_extension *extension)
{
    size_t kept = 0;
    for (size_t i = 0; i < body->elements.count; i++) {
        eg_element *element = body->elements.items[i];
        bool is_given = false;
        for (uint32_t k = 0; element->kind == EG_EL_COMPONENT && k < extension->modifier->count; k++) {
            eg_modifier *m = extension->modifier->arguments[k];
            const eg_component *c = element->component;
            if (m->name != c->name || !m->value || m->value->kind != EG_E_REFERENCE ||
                m->value->reference->count != 1 || m->value->reference->parts[0].name != c->name ||
                !c->modifier->value)
                continue;
            m->value = c->modifier->value;
            is_given = true;
        }
        if (!is_given)
            body->elements.items[kept++] = element;
    }
    body->elements.count = kept;
}

static void remove_element(eg_dyad_body *body, size_t i)
{
    for (body->elements.count--; i < body->elements.count; i++)
        body->elements.items[i] = body->elements.items[i + 1];
}

/* `model = Rig(...)` becomes what the analysis extends; false when it declares none. */
static bool extend_model(eg_dyad_body *body, eg_extension *extension)
{
    for (size_t i = 0; i < body->elements.count; i++) {
        const eg_element *element = body->elements.items[i];
        if (element->kind != EG_EL_COMPONENT || !is_named(element->component->name, "model"))
            continue;
        const eg_component *c = element->component;
        *extension = (eg_extension){.base = c->type, .modifier = c->modifier, .at = c->type->parts[0].at};
        remove_element(body, i);
        give_away(body, extension);
        return true;
    }
    return false;
}

bool eg_dyad_make_analysis(eg_parser *p, eg_syntax *class, eg_dyad_body *body)
{
    eg_element *first = body->elements.count > 0 ? body->elements.items[0] : NULL;
    if (!first || first->kind != EG_EL_EXTENDS) {
        eg_error(p->r, p->source, class->at, "the analysis \"%.200s\" does not say what it extends",
                 class->name);
        eg_hint(p->r, "begin it with \"extends TransientAnalysis(stop = ...)\"");
        return false;
    }
    eg_extension *extension = first->extension;
    bool is_transient = is_named(last_name(extension->base), "TransientAnalysis");
    if (!is_transient && strstr(last_name(extension->base), "Analysis")) {
        eg_error(p->r, p->source, extension->at, "analyses of the kind \"%.200s\" are not supported",
                 last_name(extension->base));
        eg_hint(p->r, "extend TransientAnalysis");
        return false;
    }
    if (!take_experiment(p, class, extension->modifier, is_transient))
        return false;
    if (is_transient && !extend_model(body, extension)) {
        class->is_partial = true; /* it waits for an analysis that says which model */
        remove_element(body, 0);
    }
    return true;
}
