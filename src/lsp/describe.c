#include "lsp/describe.h"

#include "component/describe.h"
#include "modelica/scope/listing_class.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- words of the language */

static const struct {
    const char *word, *meaning;
} words[] = {
    {"der", "`der(x)`: the derivative of x by time"},
    {"pre", "`pre(x)`: the value of x before this event"},
    {"edge", "`edge(b)`: true at the event at which b becomes true"},
    {"change", "`change(x)`: true at the event at which x changes"},
    {"reinit", "`reinit(x, value)`: gives the state x another value, in a when clause"},
    {"sample", "`sample(start, interval)`: true at start, start + interval, ... [s]"},
    {"initial", "`initial()`: true at the start; `initial equation`: what holds there"},
    {"terminal", "`terminal()`: true at the end of the run"},
    {"delay", "`delay(x, T)`: x as it was T seconds ago"},
    {"noEvent", "`noEvent(e)`: e without events where its relations change"},
    {"smooth", "`smooth(p, e)`: e is p times differentiable"},
    {"assert", "`assert(condition, message)`: the run ends with the message where the condition is false"},
    {"terminate", "`terminate(message)`: ends the run"},
    {"connect", "`connect(a.port, b.port)`: what is across is equal, what flows sums to zero"},
    {"time", "`time`: the independent variable [s]"},
    {"start", "`start`: the value at the start, a guess unless `fixed = true`"},
    {"fixed", "`fixed = true`: the start value must hold; false: it is a guess"},
    {"unit", "`unit`: of the value, \"N.s/m\""},
    {"displayUnit", "`displayUnit`: the unit that people like to read"},
    {"min", "`min`: the least value that is allowed"},
    {"max", "`max`: the largest value that is allowed"},
    {"nominal", "`nominal`: the order of magnitude"},
    {"stateSelect", "`stateSelect`: how much the variable is wanted as a state"},
    {"flow", "`flow`: sums to zero where connectors are connected; positive into the component"},
    {"parameter", "`parameter`: constant during a run"},
    {"constant", "`constant`: never changes"},
    {"inner", "`inner`: what `outer` components inside of this one mean"},
    {"outer", "`outer`: the `inner` component of that name around this one"},
    {"replaceable", "`replaceable`: may be redeclared as something else"},
    {"each", "`each`: the value is that of every element of an array"},
    {"final", "`final`: nobody may change it"},
    {"within", "`within`: the package in which the file lies"},
};

const char *eg_describe_word(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == length && memcmp(words[i].word, word, length) == 0)
            return words[i].meaning;
    return NULL;
}

/* ---------------------------------------------------------------- members */

static const char *word_of(const eg_listed *l)
{
    switch (l->is) {
    case EG_LISTED_PARAMETER: return l->is_final ? "final parameter" : "parameter";
    case EG_LISTED_CONSTANT: return "constant";
    case EG_LISTED_PORT: return "port";
    case EG_LISTED_VARIABLE: return l->is_flow ? "flow variable" : "variable";
    default: return "component";
    }
}

void eg_describe_listed_to(FILE *out, const eg_listed *l)
{
    fprintf(out, "%s", word_of(l));
    if (l->direction)
        fprintf(out, " %s", l->direction);
    if (l->type)
        fprintf(out, " %s", l->type);
    if (l->unit && *l->unit)
        fprintf(out, " [%s]", l->unit);
    if (l->range && *l->range)
        fprintf(out, " %s", l->range);
    if (l->value && *l->value)
        fprintf(out, " %s", l->value);
}

typedef struct finding {
    FILE *out;
    const char *name;
    bool found;
} finding;

static void tell_member(void *context, const eg_listed *l)
{
    finding *f = context;
    if (f->found || !l->name || strcmp(l->name, f->name) != 0)
        return;
    f->found = true;
    fprintf(f->out, "**%s**: ", l->name);
    eg_describe_listed_to(f->out, l);
    fprintf(f->out, "\n\n");
    if (l->comment && *l->comment)
        fprintf(f->out, "%s\n\n", l->comment);
    for (size_t i = 0; l->literals && l->literals[i]; i++)
        fprintf(f->out, "%s`%s`", i > 0 ? ", " : "one of ", l->literals[i]);
    if (l->literals)
        fprintf(f->out, "\n\n");
}

/* The declaration as it is written, up to its semicolon. */
static void quote(FILE *out, const eg_component *c, const eg_source *source, bool is_dyad)
{
    enum { MOST = 400 };
    const char *text = source->text;
    size_t from = c->at;
    while (from > 0 && text[from - 1] != '\n' && text[from - 1] != ';')
        from--;
    from += strspn(text + from, " \t\r");
    size_t to = from;
    bool is_text = false; /* a semicolon in a comment ends nothing */
    while (to < source->length && to - from < MOST && (is_text || !strchr(is_dyad ? "\n;" : ";", text[to]))) {
        is_text = text[to] == '"' ? !is_text : is_text;
        to++;
    }
    fprintf(out, "```%s\n%.*s\n```\n\n", is_dyad ? "dyad" : "modelica", (int)(to - from), text + from);
}

void eg_describe_member_to(FILE *out, eg_text_view *view, eg_member *m)
{
    finding f = {.out = out, .name = m->name};
    const eg_class *native = m->owner ? m->owner->native : NULL;
    eg_list_members(&view->r, m->owner, tell_member, &f);
    if (!f.found)
        fprintf(out, "**%s**\n\n", m->name);
    if (m->kind == EG_M_PORT && native)
        fprintf(out, "%s; what flows is positive into the component\n\n",
                eg_describe_port(native->ports[m->index].kind));
    if (m->kind == EG_M_COMPONENT && m->owner->syntax) {
        const eg_referent meaning = {.kind = EG_REFERENT_MEMBER, .member = m};
        eg_definition *type = eg_mentions_class_of(view, &meaning);
        const char *comment = type ? eg_listed_comment(&view->r, type) : NULL;
        quote(out, m->component, m->owner->syntax->source, m->owner->syntax->is_dyad);
        if (type)
            fprintf(out, "%s `%s`%s%s\n\n", eg_listed_kind_of(&view->r, type), type->full,
                    comment ? ": " : "", comment ? comment : "");
    }
    if (m->owner && m->owner->enclosing)
        fprintf(out, "of `%s`\n", m->owner->full);
}

/* ---------------------------------------------------------------- classes */

typedef struct telling {
    FILE *out;
    eg_listed_kind last;
    int equations;
} telling;

static const char *title_of(eg_listed_kind kind)
{
    switch (kind) {
    case EG_LISTED_PARAMETER: return "Parameters";
    case EG_LISTED_CONSTANT: return "Constants";
    case EG_LISTED_PORT: return "Ports";
    case EG_LISTED_VARIABLE: return "Variables";
    case EG_LISTED_COMPONENT: return "Components";
    case EG_LISTED_EXTENDS: return "Extends";
    case EG_LISTED_EQUATION: return "Equations";
    default: return NULL;
    }
}

static void end_equations(telling *t)
{
    if (t->equations > 0)
        fprintf(t->out, "```\n");
    t->equations = 0;
}

static void tell_line(telling *t, const eg_listed *l)
{
    enum { MOST_EQUATIONS = 40 };
    if (l->is == EG_LISTED_EQUATION) {
        if (t->equations++ == 0)
            fprintf(t->out, "```modelica\n");
        if (t->equations <= MOST_EQUATIONS)
            fprintf(t->out, "%s\n", l->name);
        else if (t->equations == MOST_EQUATIONS + 1)
            fprintf(t->out, "...\n");
        return;
    }
    fprintf(t->out, "- `%s`", l->name);
    if (l->is != EG_LISTED_EXTENDS) {
        fprintf(t->out, " ");
        eg_describe_listed_to(t->out, l);
    }
    fprintf(t->out, "%s%s\n", l->comment && *l->comment ? ": " : "", l->comment ? l->comment : "");
}

static void tell_text(void *context, const eg_listed *l)
{
    telling *t = context;
    const char *title = title_of(l->is);
    if (l->is == EG_LISTED_HEADING) {
        fprintf(t->out, "**%s %s**\n\n%s\n", l->kind, l->name, l->comment ? l->comment : "");
    } else if (l->is == EG_LISTED_DOCUMENTATION) {
        fprintf(t->out, "\n%s\n", l->name);
    } else if (l->is == EG_LISTED_FACT) {
        fprintf(t->out, "- %s: %s\n", l->name, l->value);
    } else if (title) {
        if (t->last != l->is) {
            end_equations(t);
            fprintf(t->out, "\n%s\n\n", title);
        }
        tell_line(t, l);
    }
    t->last = l->is;
}

static void tell_native(FILE *out, eg_text_view *view, eg_definition *d, const eg_class *c)
{
    const char *notes[EG_DESCRIBE_NOTES];
    telling t = {.out = out, .last = EG_LISTED_HEADING};
    fprintf(out, "**%s %s**\n\n%s\n", eg_describe_kind(c->kind), c->name, c->doc);
    char *usage = eg_describe_usage(c, c->name, EG_USAGE_NEEDED);
    if (usage)
        fprintf(out, "\n```%s\n%s\n```\n", eg_class_is_dyad(c->name) ? "dyad" : "modelica", usage);
    free(usage);
    if (c->text)
        fprintf(out, "\n%s\n", c->text);
    eg_list_members(&view->r, d, tell_text, &t);
    const size_t count = eg_describe_notes(c, c->name, true, true, notes);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "\n%s\n", notes[i]);
    if (c->equations && c->equations[0])
        fprintf(out, "\nEquations\n\n```modelica\n");
    for (size_t i = 0; c->equations && c->equations[i]; i++)
        fprintf(out, "%s\n", c->equations[i]);
    if (c->equations && c->equations[0])
        fprintf(out, "```\n");
}

void eg_describe_class_to(FILE *out, eg_text_view *view, eg_definition *d)
{
    telling t = {.out = out, .last = EG_LISTED_HEADING};
    const eg_class *native = d->native ? d->native : d->is_written ? eg_class_find(d->full) : NULL;
    if (native) {
        tell_native(out, view, d, native);
        return;
    }
    eg_list_class(&view->r, d, NULL, tell_text, &t);
    end_equations(&t);
}
