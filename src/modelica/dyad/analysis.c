/* Analyses of Dyad. One that extends TransientAnalysis, LinearAnalysis or SteadyStateAnalysis is a model that
 * extends the component it looks at, with the analysis' span and tolerance as its experiment; what the others
 * ask for beside (eg_analysis) is kept until the model is known:
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

/* What an argument is for: a name of an experiment's, one of these, or NULL: it has no bearing here. The
 * engine is chosen by --engine, and steps by the tolerance. */
static const char inputs[] = "inputs", outputs[] = "outputs", from[] = "wl", to[] = "wu", refused[] = "";

typedef struct argument {
    const char *name, *meaning;
} argument;

typedef struct kind {
    const char *name;
    eg_analysis_kind kind;
    argument arguments[16]; /* up to one without a name */
} kind;

static const kind kinds[] = {
    {"TransientAnalysis",
     EG_ANALYSIS_TRANSIENT,
     {{"start", "StartTime"},
      {"stop", "StopTime"},
      {"reltol", "Tolerance"},
      {"saveat", "Interval"},
      {"alg", NULL},
      {"abstol", NULL},
      {"dtmax", NULL},
      {"integrator", NULL},
      {"dt", NULL},
      {"maxiters", NULL},
      {"automatic_discontinuity_detection", NULL},
      {"respecialize", NULL}}},
    {"LinearAnalysis",
     EG_ANALYSIS_LINEAR,
     {{"inputs", inputs},
      {"outputs", outputs},
      {"wl", from},
      {"wu", to},
      {"loop_openings", refused},
      {"num_frequencies", NULL},
      {"duration", NULL}}},
    {"SteadyStateAnalysis",
     EG_ANALYSIS_STEADY,
     {{"reltol", "Tolerance"},
      {"abstol", NULL},
      {"alg", NULL},
      {"automatic_discontinuity_detection", NULL},
      {"respecialize", NULL}}},
};

static const kind *kind_of(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is_named(name, kinds[i].name))
            return &kinds[i];
    return NULL;
}

static const argument *argument_of(const kind *k, const char *name)
{
    for (const argument *a = k->arguments; a->name; a++)
        if (strcmp(a->name, name) == 0)
            return a;
    return NULL;
}

/* saveat = 0: every step is kept; here the default rows. */
static bool says_nothing(const eg_modifier *m)
{
    const eg_expr *e = m->value;
    return is_named(m->name, "saveat") && e && e->kind == EG_E_NUMBER && e->number == 0;
}

static void report_unknown(eg_parser *p, const kind *k, const eg_modifier *m)
{
    const char *known[16], *list = "";
    size_t count = 0;
    for (const argument *a = k->arguments; a->name; a++) {
        known[count++] = a->name;
        list = eg_textf(p->r, *list ? "%s, %s" : "%s%s", list, a->name);
    }
    eg_error(p->r, p->source, m->at, "%s has no \"%.200s\"", k->name, m->name);
    if (strncmp(m->name, "tol", 3) == 0 && argument_of(k, "reltol"))
        eg_hint(p->r, "did you mean \"reltol\"?");
    else if (!eg_hint_nearest(p->r, m->name, known, count))
        eg_hint(p->r, "it has: %s", list);
}

/* `[]` is read as zeros(0). */
static bool is_empty_array(const eg_expr *e)
{
    return e->kind == EG_E_CALL && is_named(last_name(e->reference), "zeros") && e->count == 1 &&
           e->items[0]->kind == EG_E_NUMBER && !(e->items[0]->number > 0);
}

/* `loop_openings = []` opens none. */
static void refuse_argument(eg_parser *p, const eg_modifier *m)
{
    if (m->value && is_empty_array(m->value))
        return;
    eg_error(p->r, p->source, m->at, "loops cannot be opened");
    eg_hint(p->r, "leave the connection out in a component of its own, and give the signal that is missing "
                  "by a BlockComponents.Constant");
}

static bool add_to_experiment(eg_parser *p, eg_syntax *class, eg_modifier *m, const char *name)
{
    m->name = eg_symbol(p->r, name);
    if (!class->experiment)
        class->experiment = eg_dyad_modifier(p, eg_symbol(p->r, "experiment"), m->at);
    return m->name && class->experiment && eg_dyad_add_argument(p, class->experiment, m);
}

/* One argument of an analysis of the kind k. */
static bool take_argument(eg_parser *p, eg_syntax *class, const kind *k, eg_modifier *m)
{
    const argument *a = argument_of(k, m->name);
    if (!a)
        report_unknown(p, k, m);
    else if (a->meaning == refused)
        refuse_argument(p, m);
    if (!a || !a->meaning || a->meaning == refused || says_nothing(m))
        return true;
    if (a->meaning == inputs)
        class->asked->inputs = m->value;
    else if (a->meaning == outputs)
        class->asked->outputs = m->value;
    else if (a->meaning == from)
        class->asked->from = m->value;
    else if (a->meaning == to)
        class->asked->to = m->value;
    else
        return add_to_experiment(p, class, m, a->meaning);
    return true;
}

/* Takes the arguments that speak of the analysis; of one that extends another analysis (k NULL), whose
 * kind is not known here, those that are an experiment's: the others stay for the class that is extended. */
static bool take_arguments(eg_parser *p, eg_syntax *class, eg_modifier *arguments, const kind *k)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < arguments->count; i++) {
        eg_modifier *m = arguments->arguments[i];
        const argument *a = k ? NULL : argument_of(&kinds[0], m->name);
        if (k && !take_argument(p, class, k, m))
            return false;
        if (a && a->meaning && !says_nothing(m) && !add_to_experiment(p, class, m, a->meaning))
            return false;
        if (!k && !(a && a->meaning))
            arguments->arguments[kept++] = m;
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
        eg_class_element *element = body->elements.items[i];
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
        const eg_class_element *element = body->elements.items[i];
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

/* What to do instead of an analysis of another kind. */
static const char *remedy_of(const char *name)
{
    static const struct {
        const char *name, *remedy;
    } table[] = {
        {"CalibrationAnalysis",
         "\"elastogap fit FILE --model COMPONENT --data FILE.csv --match 'COLUMN = VARIABLE' "
         "--free NAME=LOW:HIGH\" finds constants of the component"},
        {"ParameterSweep",
         "\"elastogap sweep FILE --model COMPONENT --set 'PATH=range(FROM, TO, N)' --get ...\" sweeps "
         "parameters of the component"},
        {"FMUAnalysis", "\"elastogap fmu FILE\" writes the component as an FMU"},
        {"OptimizationAnalysis", "\"elastogap ensemble\" runs the model with many values of parameters"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strstr(name, table[i].name))
            return table[i].remedy;
    return "extend TransientAnalysis, LinearAnalysis or SteadyStateAnalysis, or simulate its component with "
           "--model";
}

/* What this text defines by the name: nothing, an analysis that extends another one, or a kind of its own,
 * which extends Analysis. */
typedef enum definition { NOWHERE, OWN, KIND } definition;

static definition defined_as(const eg_parser *p, const char *name)
{
    const size_t length = strlen(name);
    for (const char *c = p->source->text; (c = strstr(c, "analysis")); c++) {
        const char *word = c + strlen("analysis");
        word += strspn(word, " \t");
        if (strncmp(word, name, length) != 0 || !strchr(" \t\r\n#", word[length]))
            continue;
        word += length + strspn(word + length, " \t\r\n");
        word += strncmp(word, "extends", 7) == 0 ? 7 + strspn(word + 7, " \t\r\n") : 0;
        return strncmp(word, "Analysis", 8) != 0 || strchr("(.A_", word[8]) ? OWN : KIND;
    }
    return NOWHERE;
}

/* A kind that this program has no means for: what it says beside the model is about nothing here. */
static bool is_other(const eg_parser *p, const char *name)
{
    const definition here = defined_as(p, name);
    const bool sounds_so = strstr(name, "Analysis") || strstr(name, "ParameterSweep");
    return here == KIND || (here == NOWHERE && sounds_so);
}

/* The model alone is left, or nothing, where the analysis waits for one or defines the kind. */
static bool make_other(eg_parser *p, eg_syntax *class, eg_dyad_body *body, eg_extension *extension,
                       const char *name)
{
    const bool is_definition = strcmp(name, "Analysis") == 0;
    class->asked = eg_new(p->r, sizeof *class->asked);
    if (!class->asked)
        return false;
    *class->asked = (eg_dyad_analysis){.kind = EG_ANALYSIS_OTHER, .name = name, .remedy = remedy_of(name)};
    extension->modifier->count = 0;
    class->is_partial = is_definition || !extend_model(body, extension);
    body->elements.count = class->is_partial ? 0 : 1;
    body->equations.count = body->starts.count = body->algorithms.count = body->points.count = 0;
    return true;
}

bool eg_dyad_make_analysis(eg_parser *p, eg_syntax *class, eg_dyad_body *body)
{
    eg_class_element *first = body->elements.count > 0 ? body->elements.items[0] : NULL;
    if (!first || first->kind != EG_EL_EXTENDS) {
        eg_error(p->r, p->source, class->at, "the analysis \"%.200s\" does not say what it extends",
                 class->name);
        eg_hint(p->r, "begin it with \"extends TransientAnalysis(stop = ...)\"");
        return false;
    }
    eg_extension *extension = first->extension;
    const char *name = last_name(extension->base);
    const kind *k = kind_of(name);
    if (!k && is_other(p, name))
        return make_other(p, class, body, extension, name);
    if (k && k->kind != EG_ANALYSIS_TRANSIENT) {
        class->asked = eg_new(p->r, sizeof *class->asked);
        if (!class->asked)
            return false;
        class->asked->kind = k->kind;
    }
    if (!take_arguments(p, class, extension->modifier, k))
        return false;
    if (k && !extend_model(body, extension)) {
        class->is_partial = true; /* it waits for an analysis that says which model */
        remove_element(body, 0);
    }
    return true;
}
