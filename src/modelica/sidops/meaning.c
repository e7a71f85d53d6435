/* What the functions of SIDOPS mean in Modelica, and how statements become equations or an algorithm. */
#include "modelica/sidops/sidops.h"

#include <math.h>
#include <string.h>

typedef struct lowering {
    eg_parser *p;
    eg_sidops_model *m;
    const char *target; /* the variable that the statement gives a value: names what it needs; NULL: none */
    eg_equation
        *whole;     /* the statement, while its whole right side is looked at; NULL: inside of something */
    bool is_inside; /* of an if or a loop */
    bool is_sequence;
} lowering;

static bool lower(lowering *l, eg_expr *e);

static bool refuse(const lowering *l, const eg_expr *e, const char *hint)
{
    eg_error(l->p->r, l->p->source, e->at, "the function \"%.200s\" of SIDOPS is not supported",
             e->reference->parts[0].name);
    eg_hint(l->p->r, "%s", hint);
    return false;
}

static bool takes(const lowering *l, const eg_expr *e, uint32_t least, uint32_t most)
{
    if (e->count >= least && e->count <= most)
        return true;
    if (least == most)
        eg_error(l->p->r, l->p->source, e->at, "\"%.200s\" takes %u argument%s, not %u",
                 e->reference->parts[0].name, least, least == 1 ? "" : "s", e->count);
    else
        eg_error(l->p->r, l->p->source, e->at, "\"%.200s\" takes %u to %u arguments, not %u",
                 e->reference->parts[0].name, least, most, e->count);
    eg_hint(l->p->r, e->count < least ? "add what is missing" : "leave out what is too much");
    return false;
}

static const char *name_of(const eg_expr *e)
{
    const bool is_name =
        e->kind == EG_E_REFERENCE && e->reference->count == 1 && e->reference->parts[0].subscript_count == 0;
    return is_name ? e->reference->parts[0].name : NULL;
}

static eg_expr *copy(const lowering *l, const eg_expr *e)
{
    eg_expr *same = eg_parse_new_expr(l->p, e->kind, e->at);
    if (same)
        *same = *e;
    return same;
}

static eg_expr *number(const lowering *l, double value, uint32_t at)
{
    return eg_sidops_number(l->p, value, at);
}

/* ---------------------------------------------------------------- variables that statements need */

static bool is_taken(const eg_sidops_model *m, const char *name)
{
    return eg_sidops_variable(m, name) || eg_sidops_find_port(m, name);
}

/* x_ending, or x_ending2, ... where that is taken */
static const char *free_name(const lowering *l, const char *of, const char *ending)
{
    size_t length = strlen(of);
    const char *base = *of == '\'' ? eg_textf(l->p->r, "%.*s", (int)length - 2, of + 1) : of;
    const char *name = eg_sidops_quote(l->p, eg_textf(l->p->r, "%s_%s", base, ending));
    for (int i = 2; name && is_taken(l->m, name); i++)
        name = eg_sidops_quote(l->p, eg_textf(l->p->r, "%s_%s%d", base, ending, i));
    return name ? name : "";
}

static eg_component *declare(const lowering *l, const char *name, const char *type, uint32_t at)
{
    eg_component *c = eg_sidops_declare(l->p, l->m, name, type, at);
    return c && eg_sidops_add_variable(l->p, l->m, c) ? c : NULL;
}

/* The parameter x_initial, 0 where nobody gives another value, in the unit of x. */
static eg_expr *initial_value(const lowering *l, const eg_component *of, uint32_t at)
{
    const char *name = free_name(l, of->name, "initial");
    eg_component *c = declare(l, name, "Real", at);
    if (!c)
        return NULL;
    c->variability = EG_V_PARAMETER;
    c->dimensions = of->dimensions;
    c->dimension_count = of->dimension_count;
    c->comment = eg_textf(l->p->r, "Value of %s at the start", of->name);
    eg_expr *value = number(l, 0, at);
    if (of->dimension_count == 1)
        value = eg_sidops_call(l->p, "zeros", of->dimensions[0], NULL, at);
    c->modifier = value ? eg_sidops_modifier(l->p, NULL, value, at) : NULL;
    for (uint32_t i = 0; c->modifier && of->modifier && i < of->modifier->count; i++)
        if (strcmp(of->modifier->arguments[i]->name, "unit") == 0 &&
            !eg_sidops_argument(l->p, c, "unit", of->modifier->arguments[i]->value))
            return NULL;
    return c->modifier ? eg_sidops_name(l->p, name, NULL, at) : NULL;
}

/* x starts at this value; NULL: at its parameter x_initial. */
static bool starts_at(const lowering *l, eg_component *c, eg_expr *value, uint32_t at)
{
    if (!value && !(value = initial_value(l, c, at)))
        return false;
    if (eg_sidops_find_port(l->m, c->name)) /* the start values of signals belong to their sources */
        return eg_sidops_equal(l->p, &l->m->starts, eg_sidops_name(l->p, c->name, NULL, at), value);
    return eg_sidops_argument(l->p, c, "start", value) &&
           eg_sidops_argument(l->p, c, "fixed", eg_sidops_boolean(l->p, true, at));
}

/* ---------------------------------------------------------------- int, ddt, resint, limint */

/* A new state, named after the variable that the statement gives. */
static eg_component *new_state(const lowering *l, const eg_expr *e)
{
    eg_component *target = l->target ? eg_sidops_variable(l->m, l->target) : NULL;
    eg_component *c = declare(l, free_name(l, l->target ? l->target : "integral", "state"), "Real", e->at);
    if (c && target) {
        c->dimensions = target->dimensions;
        c->dimension_count = target->dimension_count;
    }
    return c;
}

static bool refuse_inside(const lowering *l, const eg_expr *e)
{
    if (!l->is_inside)
        return true;
    eg_error(l->p->r, l->p->source, e->at, "\"%.200s\" cannot stand inside of if, for or while here",
             e->reference->parts[0].name);
    eg_hint(l->p->r, "integrate outside of it: x = int(if c then a else b end)");
    return false;
}

static bool add_rate(const lowering *l, const eg_component *c, eg_expr *rate, uint32_t at)
{
    eg_expr *state = eg_sidops_name(l->p, c->name, NULL, at);
    return eg_sidops_equal(l->p, &l->m->equations, eg_sidops_call(l->p, "der", state, NULL, at), rate);
}

/* int(u {, x0}) */
static bool lower_int(lowering *l, eg_expr *e)
{
    if (!takes(l, e, 1, 2) || !refuse_inside(l, e))
        return false;
    const char *left = l->whole && l->whole->right == e ? name_of(l->whole->left) : NULL;
    eg_component *c = left ? eg_sidops_variable(l->m, left) : new_state(l, e);
    eg_expr *initial = e->count > 1 ? e->items[1] : NULL;
    if (!c)
        return left == NULL ? false : refuse_inside(l, e);
    if (!starts_at(l, c, initial, e->at) || !add_rate(l, c, e->items[0], e->at))
        return false;
    if (left)
        l->whole->kind = EG_Q_RETURN; /* der(x) = u stands for it */
    else
        *e = *eg_sidops_name(l->p, c->name, NULL, e->at);
    return true;
}

/* ddt(x {, x0}): what is no variable becomes one. */
static bool lower_ddt(lowering *l, eg_expr *e)
{
    if (!takes(l, e, 1, 2) || !refuse_inside(l, e))
        return false;
    eg_expr *of = e->items[0];
    const char *name = name_of(of);
    eg_component *c = name ? eg_sidops_variable(l->m, name) : NULL;
    if (!c) {
        const char *target = l->target ? l->target : "derivative";
        c = declare(l, free_name(l, target, "argument"), "Real", e->at);
        if (!c || !eg_sidops_equal(l->p, &l->m->equations, eg_sidops_name(l->p, c->name, NULL, e->at), of))
            return false;
    }
    if (e->count > 1 && c->variability == EG_V_CONTINUOUS &&
        !eg_sidops_argument(l->p, c, "start", e->items[1]))
        return false;
    eg_expr *rate = eg_sidops_call(l->p, "der", eg_sidops_name(l->p, c->name, NULL, e->at), NULL, e->at);
    if (!l->is_sequence) {
        *e = *rate;
        return rate != NULL;
    }
    eg_component *kept = declare(l, free_name(l, c->name, "rate"), "Real", e->at);
    if (!kept ||
        !eg_sidops_equal(l->p, &l->m->equations, eg_sidops_name(l->p, kept->name, NULL, e->at), rate))
        return false;
    *e = *eg_sidops_name(l->p, kept->name, NULL, e->at);
    return true;
}

/* resint(u, new, reset {, x0}): while reset holds the result is `new`, and the integral begins there. */
static bool lower_resint(lowering *l, eg_expr *e)
{
    if (!takes(l, e, 3, 4) || !refuse_inside(l, e))
        return false;
    eg_component *c = new_state(l, e);
    eg_expr *u = e->items[0], *at_reset = e->items[1], *reset = e->items[2];
    eg_expr *initial = e->count > 3 ? e->items[3] : NULL;
    eg_equation *when = eg_new(l->p->r, sizeof *when), *again = eg_new(l->p->r, sizeof *again);
    eg_branch *branch = eg_new(l->p->r, sizeof *branch);
    eg_list body = {0};
    if (!c || !when || !again || !branch || !starts_at(l, c, initial, e->at) ||
        !add_rate(l, c, eg_sidops_if(l->p, copy(l, reset), number(l, 0, e->at), u), e->at))
        return false;
    *again = (eg_equation){.kind = EG_Q_CALL,
                           .at = e->at,
                           .left = eg_sidops_call(l->p, "reinit", eg_sidops_name(l->p, c->name, NULL, e->at),
                                                  copy(l, at_reset), e->at)};
    if (!again->left || !eg_list_add(l->p->r, &body, again))
        return false;
    *branch = (eg_branch){.condition = eg_sidops_new(l->p, EG_E_NOT, e->at, &reset, 1),
                          .body = (eg_equation **)body.items,
                          .count = 1};
    *when = (eg_equation){.kind = EG_Q_WHEN, .at = e->at, .branches = branch, .branch_count = 1};
    eg_expr *out = eg_sidops_if(l->p, copy(l, reset), at_reset, eg_sidops_name(l->p, c->name, NULL, e->at));
    if (!branch->condition || !out || !eg_list_add(l->p->r, &l->m->equations, when))
        return false;
    *e = *out;
    return true;
}

/* a < b */
static eg_expr *less(const lowering *l, eg_expr *a, eg_expr *b)
{
    return eg_sidops_relation(l->p, a, EG_T_LESS, b);
}

static eg_expr *both(const lowering *l, eg_expr *a, eg_expr *b, eg_expr_kind kind)
{
    eg_expr *const items[] = {a, b};
    return a ? eg_sidops_new(l->p, kind, a->at, items, 2) : NULL;
}

/* limint(u, least, most {, x0}): stands still at a limit until u leads away from it. */
static bool lower_limint(lowering *l, eg_expr *e)
{
    if (!takes(l, e, 3, 4) || !refuse_inside(l, e))
        return false;
    eg_component *c = new_state(l, e);
    uint32_t at = e->at;
    eg_expr *u = e->items[0], *least = e->items[1], *most = e->items[2];
    if (!c || !starts_at(l, c, e->count > 3 ? e->items[3] : NULL, at))
        return false;
    eg_expr *below = both(l, less(l, eg_sidops_name(l->p, c->name, NULL, at), copy(l, least)),
                          less(l, copy(l, u), number(l, 0, at)), EG_E_AND);
    eg_expr *above = both(l, less(l, copy(l, most), eg_sidops_name(l->p, c->name, NULL, at)),
                          less(l, number(l, 0, at), copy(l, u)), EG_E_AND);
    eg_expr *rate = eg_sidops_if(l->p, both(l, below, above, EG_E_OR), number(l, 0, at), u);
    eg_expr *bounded = eg_sidops_call(l->p, "min", eg_sidops_name(l->p, c->name, NULL, at), most, at);
    eg_expr *out = bounded ? eg_sidops_call(l->p, "max", bounded, least, at) : NULL;
    if (!rate || !out || !add_rate(l, c, rate, at))
        return false;
    *e = *out;
    return true;
}

/* ---------------------------------------------------------------- functions of values */

static eg_expr *time_of(const lowering *l, uint32_t at)
{
    return eg_sidops_name(l->p, "time", NULL, at);
}

/* if time >= t then yes else 0 */
static bool after(lowering *l, eg_expr *e, eg_expr *yes)
{
    eg_expr *is_after = eg_sidops_relation(l->p, time_of(l, e->at), EG_T_GREATER_EQUAL, e->items[0]);
    eg_expr *out = eg_sidops_if(l->p, is_after, yes, number(l, 0, e->at));
    if (!out)
        return false;
    *e = *out;
    return true;
}

static bool lower_step(lowering *l, eg_expr *e)
{
    return takes(l, e, 1, 1) && after(l, e, number(l, 1, e->at));
}

static eg_expr *difference(lowering *l, eg_expr *a, eg_expr *b)
{
    static const bool second[] = {false, true};
    eg_list items = {0};
    if (!a || !b || !eg_list_add(l->p->r, &items, a) || !eg_list_add(l->p->r, &items, b))
        return NULL;
    return eg_sidops_sum(l->p, &items, second, a->at);
}

static bool lower_ramp(lowering *l, eg_expr *e)
{
    return takes(l, e, 1, 1) && after(l, e, difference(l, time_of(l, e->at), copy(l, e->items[0])));
}

/* limit(x, least, most) */
static bool lower_limit(lowering *l, eg_expr *e)
{
    if (!takes(l, e, 3, 3))
        return false;
    eg_expr *most = eg_sidops_call(l->p, "min", e->items[0], e->items[2], e->at);
    eg_expr *out = most ? eg_sidops_call(l->p, "max", most, e->items[1], e->at) : NULL;
    if (out)
        *e = *out;
    return out != NULL;
}

/* trunc(x): towards 0; round(x): to the nearest, halves away from 0. */
static bool towards_zero(lowering *l, eg_expr *e, double more)
{
    if (!takes(l, e, 1, 1))
        return false;
    uint32_t at = e->at;
    eg_expr *x = e->items[0], *above = x, *below = copy(l, x);
    if (more > 0) {
        above = difference(l, x, number(l, -more, at));
        below = difference(l, copy(l, x), number(l, more, at));
    }
    eg_expr *out =
        eg_sidops_if(l->p, eg_sidops_relation(l->p, copy(l, x), EG_T_GREATER_EQUAL, number(l, 0, at)),
                     above ? eg_sidops_call(l->p, "floor", above, NULL, at) : NULL,
                     below ? eg_sidops_call(l->p, "ceil", below, NULL, at) : NULL);
    if (out)
        *e = *out;
    return out != NULL;
}

static bool lower_trunc(lowering *l, eg_expr *e)
{
    return towards_zero(l, e, 0);
}

static bool lower_round(lowering *l, eg_expr *e)
{
    return towards_zero(l, e, 0.5);
}

/* exp2(x), exp10(x) */
static bool lower_power_of(lowering *l, eg_expr *e, double base)
{
    if (!takes(l, e, 1, 1))
        return false;
    eg_expr *const items[] = {number(l, base, e->at), e->items[0]};
    eg_token_kind *kept = eg_new_array(l->p->r, 1, sizeof *kept);
    eg_expr *out = kept ? eg_sidops_new(l->p, EG_E_POWER, e->at, items, 2) : NULL;
    if (!out)
        return false;
    kept[0] = EG_T_CARET;
    out->operators = kept;
    *e = *out;
    return true;
}

static bool lower_exp2(lowering *l, eg_expr *e)
{
    return lower_power_of(l, e, 2);
}

static bool lower_exp10(lowering *l, eg_expr *e)
{
    return lower_power_of(l, e, 10);
}

/* log2(x) = log(x)/log(2) */
static bool lower_log2(lowering *l, eg_expr *e)
{
    if (!takes(l, e, 1, 1))
        return false;
    eg_expr *const items[] = {eg_sidops_call(l->p, "log", e->items[0], NULL, e->at),
                              number(l, 0.69314718055994531, e->at)};
    eg_token_kind *kept = eg_new_array(l->p->r, 2, sizeof *kept);
    eg_expr *out = kept ? eg_sidops_new(l->p, EG_E_PRODUCT, e->at, items, 2) : NULL;
    if (!out)
        return false;
    kept[0] = EG_T_STAR;
    kept[1] = EG_T_SLASH;
    out->operators = kept;
    *e = *out;
    return true;
}

/* algebraic(x {, guess}) is x */
static bool lower_algebraic(lowering *l, eg_expr *e)
{
    if (!takes(l, e, 1, 2))
        return false;
    *e = *copy(l, e->items[0]);
    return true;
}

/* rows(x) = size(x, 1), columns(x) = size(x, 2) */
static bool size_of(lowering *l, eg_expr *e, double dimension)
{
    if (!takes(l, e, 1, 1))
        return false;
    eg_expr *which = number(l, dimension, e->at);
    eg_expr *size = which ? eg_sidops_call(l->p, "size", e->items[0], which, e->at) : NULL;
    if (!size)
        return false;
    which->is_integer = true;
    *e = *size;
    return true;
}

static bool lower_rows(lowering *l, eg_expr *e)
{
    return size_of(l, e, 1);
}

static bool lower_columns(lowering *l, eg_expr *e)
{
    return size_of(l, e, 2);
}

static bool lower_min_max(lowering *l, eg_expr *e)
{
    return takes(l, e, 1, 2);
}

static bool lower_delay(lowering *l, eg_expr *e)
{
    if (!takes(l, e, 2, 2))
        return false;
    e->reference->parts[0].name = eg_symbol(l->p->r, "delay");
    return true;
}

static const struct {
    const char *name;
    bool (*lower)(lowering *l, eg_expr *e);
} meanings[] = {
    {"int", lower_int},       {"ddt", lower_ddt},
    {"resint", lower_resint}, {"limint", lower_limint},
    {"step", lower_step},     {"ramp", lower_ramp},
    {"limit", lower_limit},   {"trunc", lower_trunc},
    {"round", lower_round},   {"exp2", lower_exp2},
    {"exp10", lower_exp10},   {"log2", lower_log2},
    {"tdelay", lower_delay},  {"algebraic", lower_algebraic},
    {"min", lower_min_max},   {"max", lower_min_max},
    {"rows", lower_rows},     {"columns", lower_columns},
};

/* Those that Modelica has, too, under this or another name; all take one number but where said. */
static const struct {
    const char *name, *modelica;
    uint32_t count;
} functions[] = {
    {"abs", "abs", 1},
    {"sign", "sign", 1},
    {"sqrt", "sqrt", 1},
    {"exp", "exp", 1},
    {"log", "log", 1},
    {"log10", "log10", 1},
    {"sin", "sin", 1},
    {"cos", "cos", 1},
    {"tan", "tan", 1},
    {"sinh", "sinh", 1},
    {"cosh", "cosh", 1},
    {"tanh", "tanh", 1},
    {"arcsin", "asin", 1},
    {"arccos", "acos", 1},
    {"arctan", "atan", 1},
    {"atan2", "atan2", 2},
    {"arctan2", "atan2", 2},
    {"floor", "floor", 1},
    {"ceil", "ceil", 1},
    {"mod", "mod", 2},
    {"div", "div", 2},
    {"sum", "sum", 1},
    {"transpose", "transpose", 1},
};

static const struct {
    const char *name, *hint;
} refused[] = {
    {"ran", "random numbers are not drawn; give the signal from outside, or by a table"},
    {"gauss", "random numbers are not drawn; give the signal from outside, or by a table"},
    {"random", "random numbers are not drawn; give the signal from outside, or by a table"},
    {"seed", "random numbers are not drawn; give the signal from outside, or by a table"},
    {"dll", "code of others is not called; write out what it computes"},
    {"dllopen", "code of others is not called; write out what it computes"},
    {"table", "write the table as Modelica.Blocks.Tables.CombiTable1Ds in a Modelica model around this one"},
    {"table2", "write the table as Modelica.Blocks.Tables.CombiTable2Ds in a Modelica model around this one"},
    {"dly", "discrete parts of models are not read; use tdelay(x, T) or a block of Modelica's"},
    {"sample", "discrete parts of models are not read; use a block of Modelica.Blocks.Discrete"},
    {"hold", "discrete parts of models are not read; use a block of Modelica.Blocks.Discrete"},
    {"constraint", "it is the whole right side of an equation: p.e = constraint(p.f)"},
    {"frequencyevent", "events are found without it; leave it out"},
    {"event", "it stands alone in a condition: if event(x) then ... end"},
    {"eventup", "it stands alone in a condition: if eventup(x) then ... end"},
    {"eventdown", "it stands alone in a condition: if eventdown(x) then ... end"},
    {"timeevent", "it stands alone in a condition: if timeevent(t) then ... end"},
    {"collect", "it is of knots, which take any number of connections"},
    {"direct", "it is of knots, which take any number of connections"},
    {"first", "it is of knots, which take any number of connections"},
    {"equal", "it is of knots, which take any number of connections"},
    {"effortincausality", "which way a port is computed is found from what is connected; write one equation"},
    {"flowincausality", "which way a port is computed is found from what is connected; write one equation"},
    {"impulse", "write (step(t) - step(t + T))*height"},
};

static bool lower_call(lowering *l, eg_expr *e)
{
    const char *name = e->reference->parts[0].name;
    const char *names[sizeof meanings / sizeof *meanings + sizeof functions / sizeof *functions];
    size_t count = 0;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        names[count++] = meanings[i].name;
        if (strcmp(name, meanings[i].name) == 0)
            return meanings[i].lower(l, e) && !l->p->r->out_of_memory;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        names[count++] = functions[i].name;
        if (strcmp(name, functions[i].name) != 0)
            continue;
        e->reference->parts[0].name = eg_symbol(l->p->r, functions[i].modelica);
        return takes(l, e, functions[i].count, functions[i].count);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strcmp(name, refused[i].name) == 0)
            return refuse(l, e, refused[i].hint);
    eg_error(l->p->r, l->p->source, e->at, "\"%.200s\" is no function of SIDOPS that is known", name);
    eg_hint_nearest(l->p->r, name, names, count);
    return false;
}

static bool lower_name(lowering *l, eg_expr *e)
{
    const char *name = e->reference->parts[0].name;
    for (uint32_t i = 0; i < e->reference->count; i++)
        for (uint32_t k = 0; k < e->reference->parts[i].subscript_count; k++)
            if (!lower(l, e->reference->parts[i].subscripts[k]))
                return false;
    if (e->reference->count == 2) {
        const char *whole =
            eg_sidops_quote(l->p, eg_textf(l->p->r, "%s.%s", name, e->reference->parts[1].name));
        if (!whole || !eg_sidops_variable(l->m, whole))
            return whole && eg_sidops_port_variable(l->p, l->m, e);
        e->reference->parts[0].name = whole; /* declared with a point in its name */
        e->reference->count = 1;
        return true;
    }
    if (is_taken(l->m, name) || strcmp(name, "time") == 0)
        return true;
    if (strcmp(name, "pi") == 0) {
        *e = *number(l, 3.14159265358979323846, e->at);
        return true;
    }
    if (strcmp(name, "sampletime") == 0 || strcmp(name, "major") == 0 || strcmp(name, "minor") == 0) {
        eg_error(l->p->r, l->p->source, e->at, "\"%s\" is not known here: steps are chosen by the engine",
                 name);
        eg_hint(l->p->r, "write equations that do not ask for it");
        return false;
    }
    return true;
}

/* A number where a truth value is asked for is true but for 0: x > 0 or x < 0. */
static bool make_condition(lowering *l, eg_expr **e)
{
    const char *name = *e ? name_of(*e) : NULL;
    const eg_component *c = name ? eg_sidops_variable(l->m, name) : NULL;
    const char *type = c ? c->type->parts[c->type->count - 1].name : "";
    if (strncmp(type, "Real", 4) != 0 && strncmp(type, "Integer", 7) != 0)
        return true;
    eg_expr *const sides[] = {
        eg_sidops_relation(l->p, copy(l, *e), EG_T_GREATER, number(l, 0, (*e)->at)),
        eg_sidops_relation(l->p, copy(l, *e), EG_T_LESS, number(l, 0, (*e)->at)),
    };
    *e = eg_sidops_new(l->p, EG_E_OR, (*e)->at, sides, 2);
    return *e != NULL;
}

static bool lower(lowering *l, eg_expr *e)
{
    if (!e)
        return true;
    if (e->kind == EG_E_REFERENCE)
        return lower_name(l, e);
    for (uint32_t i = 0; i < e->count; i++)
        if (!lower(l, e->items[i]))
            return false;
    const bool is_logical = e->kind == EG_E_NOT || e->kind == EG_E_AND || e->kind == EG_E_OR;
    for (uint32_t i = 0; i < e->count && is_logical; i++)
        if (!make_condition(l, &e->items[i]))
            return false;
    if (e->kind == EG_E_IF && !make_condition(l, &e->items[0]))
        return false;
    return e->kind != EG_E_CALL || lower_call(l, e);
}

/* ---------------------------------------------------------------- events */

static bool is_call_of(const eg_expr *e, const char *name)
{
    return e && e->kind == EG_E_CALL && strcmp(e->reference->parts[0].name, name) == 0;
}

static bool is_event(const eg_expr *e)
{
    return is_call_of(e, "event") || is_call_of(e, "eventup") || is_call_of(e, "eventdown") ||
           is_call_of(e, "timeevent");
}

/* event(x), or several of them joined by or */
static bool is_event_condition(const eg_expr *e)
{
    bool all = e->kind == EG_E_OR;
    for (uint32_t i = 0; i < e->count && all; i++)
        all = is_event(e->items[i]);
    return all || is_event(e);
}

/* What becomes true at the event: x passes 0 upwards, downwards, or time comes to t. */
static bool add_relations(lowering *l, const eg_expr *e, eg_list *to)
{
    const bool is_up = is_call_of(e, "eventup"), is_down = is_call_of(e, "eventdown");
    if (!takes(l, e, 1, 1))
        return false;
    if (is_call_of(e, "timeevent"))
        return eg_list_add(l->p->r, to,
                           eg_sidops_relation(l->p, time_of(l, e->at), EG_T_GREATER_EQUAL, e->items[0]));
    if (!is_down &&
        !eg_list_add(l->p->r, to,
                     eg_sidops_relation(l->p, copy(l, e->items[0]), EG_T_GREATER, number(l, 0, e->at))))
        return false;
    return is_up ||
           eg_list_add(l->p->r, to,
                       eg_sidops_relation(l->p, copy(l, e->items[0]), EG_T_LESS, number(l, 0, e->at)));
}

/* if event(x) then ... end becomes when x > 0 then ... end when */
static bool make_when(lowering *l, eg_equation *q)
{
    eg_expr *e = q->branches[0].condition;
    eg_list relations = {0};
    if (q->branch_count > 1) {
        eg_error(l->p->r, l->p->source, e->at, "an event has no else: it is over at once");
        eg_hint(l->p->r, "write what holds otherwise as an equation of its own");
        return false;
    }
    q->kind = EG_Q_WHEN;
    if (is_event(e) && !add_relations(l, e, &relations))
        return false;
    for (uint32_t i = 0; !is_event(e) && i < e->count; i++)
        if (!add_relations(l, e->items[i], &relations))
            return false;
    if (relations.count == 0)
        return false; /* memory is out */
    q->branches[0].condition = relations.items[0];
    if (relations.count > 1)
        q->branches[0].condition = eg_sidops_new(l->p, EG_E_ARRAY, e->at, (eg_expr *const *)relations.items,
                                                 (uint32_t)relations.count);
    return q->branches[0].condition != NULL;
}

/* if c then stopsimulation('text'); end */
static bool is_stop(const eg_equation *q)
{
    return q->kind == EG_Q_IF && q->branch_count == 1 && q->branches[0].count == 1 &&
           q->branches[0].body[0]->kind == EG_Q_CALL &&
           is_call_of(q->branches[0].body[0]->left, "stopsimulation");
}

static bool find_events(lowering *l, eg_equation *q)
{
    for (uint32_t k = 0; k < q->branch_count; k++)
        for (uint32_t i = 0; i < q->branches[k].count; i++)
            if (!find_events(l, q->branches[k].body[i]))
                return false;
    if (is_stop(q)) {
        eg_expr *call = q->branches[0].body[0]->left;
        q->kind = EG_Q_WHEN;
        call->reference->parts[0].name = eg_symbol(l->p->r, "terminate");
        return takes(l, call, 1, 1);
    }
    return q->kind != EG_Q_IF || !is_event_condition(q->branches[0].condition) || make_when(l, q);
}

/* ---------------------------------------------------------------- statements */

static bool lower_statement(lowering *l, eg_equation *q);

static bool lower_inside(lowering *l, eg_equation *q)
{
    lowering inside = *l;
    inside.is_inside = true;
    inside.whole = NULL;
    for (uint32_t k = 0; k < q->branch_count; k++) {
        if (!lower(&inside, q->branches[k].condition) ||
            (q->kind != EG_Q_WHEN && !make_condition(&inside, &q->branches[k].condition)))
            return false;
        for (uint32_t i = 0; i < q->branches[k].count; i++)
            if (!lower_statement(&inside, q->branches[k].body[i]))
                return false;
    }
    for (uint32_t i = 0; i < q->iterator_count; i++)
        if (!lower(&inside, q->iterators[i].range))
            return false;
    return true;
}

/* p.e = constraint(p.f): p.e is what makes p.f vanish. */
static bool lower_constraint(lowering *l, eg_equation *q)
{
    if (!takes(l, q->right, 1, 1) || !lower(l, q->right->items[0]))
        return false;
    q->left = q->right->items[0];
    q->right = number(l, 0, q->at);
    return q->right != NULL;
}

static bool lower_statement(lowering *l, eg_equation *q)
{
    if (q->kind == EG_Q_BREAK)
        return true;
    if (q->branch_count > 0)
        return lower_inside(l, q);
    if (q->kind == EG_Q_CALL) {
        const char *name = q->left->reference->parts[0].name;
        if (strcmp(name, "terminate") == 0)
            return true;
        if (strcmp(name, "stopsimulation") == 0) {
            eg_error(l->p->r, l->p->source, q->at, "\"stopsimulation\" stands alone under a condition");
            eg_hint(l->p->r, "write if condition then stopsimulation('text'); end;");
            return false;
        }
        return lower(l, q->left);
    }
    if (!lower(l, q->left))
        return false;
    l->target = name_of(q->left);
    if (!l->target && q->left->kind == EG_E_REFERENCE)
        l->target = q->left->reference->parts[0].name;
    if (is_call_of(q->right, "constraint"))
        return lower_constraint(l, q);
    l->whole = q;
    bool ok = lower(l, q->right);
    l->whole = NULL;
    l->target = NULL;
    return ok;
}

bool eg_sidops_is_read(const eg_expr *e, const char *name)
{
    if (!e)
        return false;
    for (uint32_t i = 0; e->kind == EG_E_REFERENCE && i < e->reference->count; i++)
        for (uint32_t k = 0; k < e->reference->parts[i].subscript_count; k++)
            if (eg_sidops_is_read(e->reference->parts[i].subscripts[k], name))
                return true;
    if (e->kind == EG_E_REFERENCE && strcmp(e->reference->parts[0].name, name) == 0)
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (eg_sidops_is_read(e->items[i], name))
            return true;
    return false;
}

static bool is_read_in(eg_equation *const *body, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (eg_sidops_is_read(body[i]->right, name) ||
            (body[i]->kind == EG_Q_CALL && eg_sidops_is_read(body[i]->left, name)))
            return true;
        for (uint32_t k = 0; k < body[i]->branch_count; k++)
            if (eg_sidops_is_read(body[i]->branches[k].condition, name) ||
                is_read_in(body[i]->branches[k].body, body[i]->branches[k].count, name))
                return true;
    }
    return false;
}

/* change = timeevent(t), of which nobody asks for the value: it only has 20-sim step there. */
static bool is_for_steps(const eg_sidops_model *m, const eg_equation *q)
{
    const char *name = q->kind == EG_Q_EQUALITY ? name_of(q->left) : NULL;
    return name && eg_sidops_variable(m, name) &&
           (is_event(q->right) || is_call_of(q->right, "frequencyevent")) && !eg_sidops_find_port(m, name) &&
           !is_read_in((eg_equation *const *)m->written.items, m->written.count, name);
}

/* Takes the variable away with which nothing else is done. */
static void forget(eg_sidops_model *m, const char *name)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->elements.count; i++) {
        const eg_class_element *element = m->elements.items[i];
        if (element->kind != EG_EL_COMPONENT || strcmp(element->component->name, name) != 0)
            m->elements.items[kept++] = m->elements.items[i];
    }
    m->elements.count = kept;
}

/* Does any of the statements name it? */
static bool is_named_in(eg_equation *const *body, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        if (eg_sidops_is_read(q->left, name) || eg_sidops_is_read(q->right, name))
            return true;
        for (uint32_t k = 0; k < q->iterator_count; k++)
            if (strcmp(q->iterators[k].name, name) == 0 || eg_sidops_is_read(q->iterators[k].range, name))
                return true;
        for (uint32_t k = 0; k < q->branch_count; k++)
            if (eg_sidops_is_read(q->branches[k].condition, name) ||
                is_named_in(q->branches[k].body, q->branches[k].count, name))
                return true;
    }
    return false;
}

void eg_sidops_forget_unused(eg_sidops_model *m)
{
    for (size_t i = 0; i < m->variables.count; i++) {
        const eg_component *c = m->variables.items[i];
        if (c->variability == EG_V_CONTINUOUS && !c->modifier && !c->is_outer && !c->is_inner &&
            !is_named_in((eg_equation *const *)m->written.items, m->written.count, c->name) &&
            !is_named_in((eg_equation *const *)m->started.items, m->started.count, c->name))
            forget(m, c->name);
    }
}

/* The variable of a for loop is the loop's own in Modelica. */
static void forget_loop_variables(eg_sidops_model *m, eg_equation *const *body, size_t count)
{
    bool only_at_events;
    for (size_t i = 0; i < count; i++) {
        const char *name = body[i]->iterator_count > 0 ? body[i]->iterators[0].name : NULL;
        if (name && !eg_sidops_is_given(m, name, &only_at_events))
            forget(m, name);
        for (uint32_t k = 0; k < body[i]->branch_count; k++)
            forget_loop_variables(m, body[i]->branches[k].body, body[i]->branches[k].count);
    }
}

static void drop_steps(eg_sidops_model *m)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->written.count; i++) {
        const eg_equation *q = m->written.items[i];
        if (is_for_steps(m, q))
            forget(m, name_of(q->left));
        else
            m->written.items[kept++] = m->written.items[i];
    }
    m->written.count = kept;
}

/* initialequations: what nothing gives later is a parameter, what events give starts there. */
static bool lower_start(lowering *l, eg_equation *q)
{
    const char *name = q->kind == EG_Q_EQUALITY ? name_of(q->left) : NULL;
    eg_component *c = name ? eg_sidops_variable(l->m, name) : NULL;
    bool only_at_events;
    if (!c) {
        eg_error(l->p->r, l->p->source, q->at,
                 "\"initialequations\" take variable = value here, nothing else");
        eg_hint(l->p->r, "write it as one expression: x = if c then a else b end");
        return false;
    }
    if (!lower(l, q->right))
        return false;
    if (!eg_sidops_is_given(l->m, name, &only_at_events)) {
        if (c->variability == EG_V_PARAMETER) {
            eg_error(l->p->r, l->p->source, q->at, "\"%.200s\" has a value already", name);
            eg_hint(l->p->r, "give it one value, in its declaration or in initialequations");
            return false;
        }
        if (!c->modifier)
            c->modifier = eg_sidops_modifier(l->p, NULL, NULL, q->at);
        if (!c->modifier)
            return false;
        c->variability = EG_V_PARAMETER;
        c->modifier->value = q->right;
        c->is_final = true;
        return true;
    }
    if (!only_at_events && !eg_sidops_is_held(c))
        return true;
    if (strcmp(c->type->parts[0].name, "Integer") == 0 && q->right->kind == EG_E_NUMBER)
        q->right->is_integer = q->right->is_integer || !(floor(q->right->number) < q->right->number);
    return (eg_sidops_argument(l->p, c, "start", q->right) &&
            eg_sidops_argument(l->p, c, "fixed", eg_sidops_boolean(l->p, true, q->at)));
}

static bool lower_declared(lowering *l)
{
    size_t count = l->m->variables.count;
    for (size_t i = 0; i < count; i++) {
        eg_component *c = l->m->variables.items[i];
        if (c->modifier && !lower(l, c->modifier->value))
            return false;
        for (uint32_t k = 0; k < c->dimension_count; k++)
            if (!lower(l, c->dimensions[k]))
                return false;
    }
    return true;
}

/* initialequations: if c then stopsimulation('text'); end. They become the last of the statements; *count
 * tells how many. */
static bool take_first_stops(eg_parser *p, eg_sidops_model *m, size_t *count)
{
    size_t kept = 0;
    *count = 0;
    for (size_t i = 0; i < m->started.count; i++) {
        eg_equation *q = m->started.items[i];
        if (!is_stop(q))
            m->started.items[kept++] = q;
        else if (eg_list_add(p->r, &m->written, q))
            ++*count;
        else
            return false;
    }
    m->started.count = kept;
    return true;
}

/* These end the run where it begins, and at no other time. */
static bool hold_at_start_only(eg_parser *p, eg_equation *q)
{
    eg_expr *const both[] = {eg_sidops_call(p, "initial", NULL, NULL, q->at), q->branches[0].condition};
    q->branches[0].condition = both[0] ? eg_sidops_new(p, EG_E_AND, q->at, both, 2) : NULL;
    return q->branches[0].condition != NULL;
}

bool eg_sidops_give_meaning(eg_parser *p, eg_sidops_model *m)
{
    lowering l = {.p = p, .m = m};
    size_t stops;
    bool ok = take_first_stops(p, m, &stops) && lower_declared(&l);
    drop_steps(m);
    ok = ok && eg_sidops_learn(p, m);
    forget_loop_variables(m, (eg_equation *const *)m->written.items, m->written.count);
    for (size_t i = 0; ok && i < m->written.count; i++)
        ok = find_events(&l, m->written.items[i]);
    l.is_sequence = m->is_code || eg_sidops_is_sequence(m);
    if (ok && l.is_sequence && !eg_sidops_hold(p, m))
        return false;
    for (size_t i = 0; ok && i < m->started.count; i++)
        ok = lower_start(&l, m->started.items[i]);
    if (!ok)
        return !p->r->out_of_memory;
    for (size_t i = 0; i < m->written.count; i++)
        if (!lower_statement(&l, m->written.items[i]))
            return !p->r->out_of_memory;
    for (size_t i = m->written.count - stops; i < m->written.count; i++)
        if (!hold_at_start_only(p, m->written.items[i]))
            return false;
    if (l.is_sequence && !eg_sidops_check_sequence(p, m))
        return true;
    for (size_t i = 0; i < m->written.count; i++) {
        eg_equation *q = m->written.items[i];
        if (q->kind == EG_Q_RETURN)
            continue;
        const bool is_step =
            l.is_sequence || (q->kind == EG_Q_WHEN && q->branches[0].body[0]->kind != EG_Q_CALL);
        if (is_step)
            eg_sidops_make_sequence(q);
        if (!eg_list_add(p->r, is_step ? &m->steps : &m->equations, q))
            return false;
    }
    return true;
}
