/* Calls of functions that are written in Modelica: their statements are carried out on formulas
 * (statements.c), so that a call becomes the formulas of its results. Where all arguments are numbers
 * so are these: the same code gives parameters their values. */
#include <string.h>

#include "modelica/formula/formula.h"
#include "modelica/scope/legal.h"

enum { DEEPEST = 200 };

typedef struct declared {
    const eg_component *component;
    eg_definition *home;
} declared;

typedef struct calling {
    eg_formulas f; /* inside the function */
    eg_formulas *outside;
    const eg_expr *e;
    eg_definition *function;
    declared *list; /* its components, those of what it extends first */
    uint32_t count, capacity;
    eg_typed *given; /* (count) arguments */
    bool *is_given;
    uint32_t *local; /* (count) index among the locals */
} calling;

static bool refuse(calling *c, uint32_t at, const char *what, const char *hint)
{
    eg_error(c->f.r, c->f.scope.source, at, "%s", what);
    eg_hint(c->f.r, "%s", hint);
    return false;
}

static bool refuse_call(calling *c, const char *what, const char *hint)
{
    eg_error(c->f.r, c->outside->scope.source, c->e->at, "%s", what);
    eg_hint(c->f.r, "%s", hint);
    return false;
}

/* In the text of a function; its names may lead to classes that the calling instance redeclares. */
static eg_scope scope_inside(const eg_formulas *outside, eg_definition *home)
{
    eg_scope scope = eg_scope_of(NULL, home);
    scope.around = eg_scope_instance(&outside->scope);
    return scope;
}

/* ---------------------------------------------------------------- what the function declares */

static bool list_component(calling *c, eg_definition *home, const eg_component *component)
{
    if (c->count == c->capacity) {
        uint32_t capacity = 2 * c->capacity + 8;
        declared *list = eg_new_array(c->f.r, capacity, sizeof *list);
        if (!list)
            return false;
        if (c->count > 0)
            memcpy(list, c->list, c->count * sizeof *list);
        c->list = list;
        c->capacity = capacity;
    }
    c->list[c->count++] = (declared){component, home};
    return true;
}

/* The component with the prefix that its type has: type In = input Real. NULL when memory is out. */
static const eg_component *directed(calling *c, eg_definition *home, const eg_class_element *e)
{
    bool is_input = false;
    const eg_component *component = e->component;
    if (e->is_protected || component->is_input || component->is_output ||
        !eg_has_direction(c->f.r, home, component, &is_input))
        return component;
    eg_component *copy = eg_new(c->f.r, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *component;
    copy->is_input = is_input;
    copy->is_output = !is_input;
    return copy;
}

static bool list_components(calling *c, eg_definition *d, int depth)
{
    if (d->kind != EG_D_SCOPE || !d->syntax || depth > EG_DEPTH_LIMIT)
        return true;
    if (!eg_find_bases(c->f.r, d))
        return false;
    eg_check_contents(c->f.r, d);
    for (uint32_t i = 0; i < d->base_count; i++)
        if (!list_components(c, d->bases[i].definition, depth + 1))
            return false;
    for (uint32_t i = 0; i < d->syntax->element_count; i++) {
        const eg_class_element *e = &d->syntax->elements[i];
        bool is_variable = e->kind == EG_EL_COMPONENT && e->component->variability != EG_V_CONSTANT;
        const eg_component *component = is_variable ? directed(c, d, e) : NULL;
        if (is_variable && (!component || !list_component(c, d, component)))
            return false;
    }
    return true;
}

/* The type of one of them, without its dimensions. */
static bool type_of(calling *c, const declared *one, eg_typed *shape, eg_definition **record)
{
    eg_reader *r = c->f.r;
    eg_member *member = eg_find_member(r, one->home, one->component->name);
    eg_definition *type = member ? eg_member_type(r, member) : NULL, *native = NULL;
    if (!type)
        return false;
    eg_category category = eg_classify(r, type, &native);
    *record = category == EG_C_RECORD && one->component->dimension_count == 0 ? type : NULL;
    if (*record)
        return true;
    if (category != EG_C_VALUE || (type->syntax && type->syntax->dimension_count > 0))
        return refuse(c, one->component->at,
                      "only numbers, truth values, literals, texts, arrays of them and single records can "
                      "be variables of a function here",
                      "write single records");
    const char *unit = native->unit_type ? native->unit_type->unit : NULL;
    *shape = (eg_typed){.type = native->type,
                        .formula = -1,
                        .unit = native->type == EG_REAL ? eg_quantity_of(r, unit) : NULL,
                        .rank = (int)one->component->dimension_count,
                        .count = 1,
                        .literals = native->literals,
                        .type_name = native->full};
    return shape->rank <= EG_RANK_LIMIT ||
           refuse(c, one->component->at, "too many dimensions", "use 8 at most");
}

/* ---------------------------------------------------------------- arguments */

/* Index in the list; -1: there is none. */
static int input_of_name(const calling *c, const char *name)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->list[i].component->is_input && strcmp(c->list[i].component->name, name) == 0)
            return (int)i;
    return -1;
}

static int input_of_number(const calling *c, uint32_t number)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->list[i].component->is_input && number-- == 0)
            return (int)i;
    return -1;
}

static bool evaluate_arguments(calling *c)
{
    eg_reader *r = c->f.r;
    c->given = eg_new_array(r, c->count, sizeof *c->given);
    c->is_given = eg_new_array(r, c->count, sizeof *c->is_given);
    if (!c->given || !c->is_given)
        return false;
    for (uint32_t i = 0; i < c->e->count; i++) {
        const char *name = c->e->names ? c->e->names[i] : NULL;
        int k = name ? input_of_name(c, name) : input_of_number(c, i);
        if (k < 0 && name)
            return refuse_call(c, eg_textf(r, "%.200s has no input \"%s\"", c->function->full, name),
                               "name one of its inputs");
        if (k < 0)
            return refuse_call(
                c, eg_textf(r, "%.200s takes fewer than %u arguments", c->function->full, c->e->count),
                "leave the others out");
        if (c->is_given[k])
            return refuse_call(c, eg_textf(r, "%.200s gets one of its inputs twice", c->function->full),
                               "leave one of them out");
        if (!eg_formula_of_any(c->outside, c->e->items[i], &c->given[k]))
            return false;
        c->is_given[k] = true;
    }
    return true;
}

/* ---------------------------------------------------------------- variables */

/* Declared sizes; those of inputs come with the argument, and must be what is declared. */
static bool find_dims(calling *c, const eg_component *component, const eg_typed *value, eg_typed *shape)
{
    long *dims = eg_new_array(c->f.r, (size_t)shape->rank + 1, sizeof *dims);
    if (!dims)
        return false;
    for (int i = 0; i < shape->rank; i++) {
        const eg_expr *e = component->dimensions[i];
        bool is_open = e->kind == EG_E_COLON;
        if (value && value->rank == shape->rank)
            dims[i] = value->dims[i];
        if (is_open && value && value->rank == shape->rank)
            continue;
        if (is_open)
            return refuse(c, component->at,
                          eg_textf(c->f.r, "the size of \"%s\" is not known", component->name),
                          "write a size, size(x, 1) for instance");
        long size;
        if (!eg_formula_size(&c->f, e, &size))
            return false;
        if (size < 0 || size > c->f.r->limit)
            return refuse(c, e->at, eg_textf(c->f.r, "the size %ld is out of range", size),
                          "it must not be negative");
        if (value && value->rank == shape->rank && size != dims[i])
            return refuse_call(c,
                               eg_textf(c->f.r, "the argument \"%s\" has %ld elements; it must have %ld",
                                        component->name, dims[i], size),
                               "pass an array of the declared size");
        dims[i] = size;
    }
    shape->dims = dims;
    for (int i = 0; i < shape->rank; i++)
        if (dims[i] > 0 && shape->count > (size_t)c->f.r->limit / (size_t)dims[i])
            return refuse(c, component->at, "this array is too large", "make it smaller");
        else
            shape->count *= (size_t)dims[i];
    return true;
}

static bool declare(calling *c, eg_locals *locals, uint32_t i, const eg_typed *argument)
{
    const declared *one = &c->list[i];
    const eg_component *component = one->component;
    const eg_modifier *m = component->modifier;
    eg_typed shape, value;
    eg_definition *record;
    bool has_value = argument != NULL;
    c->f.scope = scope_inside(c->outside, one->home);
    c->local[i] = locals->count;
    if (!type_of(c, one, &shape, &record))
        return false;
    if (argument)
        value = *argument;
    else if (m && m->value) {
        has_value = true;
        if (!eg_formula_of_any(&c->f, m->value, &value))
            return false;
    } else if (component->is_input) {
        return refuse_call(
            c, eg_textf(c->f.r, "%.200s needs a value for \"%s\"", c->function->full, component->name),
            "give it in the call");
    }
    eg_formulas *told = argument ? c->outside : &c->f;
    if (record) {
        eg_local_variable whole = {
            .name = component->name, .is_input = component->is_input, .is_output = component->is_output};
        return eg_record_declare(&c->f, locals, whole, record, 0) &&
               (!has_value || eg_record_set(told, argument ? c->e->at : m->value_at, locals,
                                            &locals->items[c->local[i]], &value));
    }
    if (!find_dims(c, component, has_value ? &value : NULL, &shape))
        return false;
    if (has_value && !eg_typed_fits(told, argument ? c->e->at : m->value_at, component->name, &shape, &value))
        return false;
    eg_local_variable local = {.name = component->name,
                               .shape = shape,
                               .is_input = component->is_input,
                               .is_output = component->is_output};
    if (has_value && value.type == EG_STRING)
        local.text = value.text;
    if (!eg_local_variable_add(&c->f, locals, local))
        return false;
    for (size_t k = 0; has_value && value.type != EG_STRING && k < shape.count; k++)
        locals->slots[locals->items[c->local[i]].first + k] = eg_typed_at(&value, k);
    return true;
}

/* ---------------------------------------------------------------- the statements, the results */

static bool carry_sections(calling *c, eg_locals *locals, eg_definition *d, int depth)
{
    if (d->kind != EG_D_SCOPE || !d->syntax || depth > EG_DEPTH_LIMIT)
        return true;
    for (uint32_t i = 0; i < d->base_count; i++)
        if (!carry_sections(c, locals, d->bases[i].definition, depth + 1))
            return false;
    for (uint32_t i = 0; i < d->syntax->section_count; i++) {
        c->f.scope = scope_inside(c->outside, d);
        if (d->syntax->sections[i].is_algorithm &&
            !eg_carry_statements(&c->f, locals, &d->syntax->sections[i]))
            return false;
    }
    return true;
}

static bool result_of(calling *c, const eg_locals *locals, const eg_local_variable *local, eg_typed *out)
{
    bool has_value = local->record || local->shape.type != EG_STRING || local->text;
    for (size_t i = 0; !local->record && i < local->shape.count && local->shape.type != EG_STRING; i++)
        has_value = has_value && locals->slots[local->first + i] >= 0;
    if (has_value)
        return eg_typed_of_local(c->outside, c->e, locals, local, out);
    return refuse_call(c, eg_textf(c->f.r, "%.200s gives no value to \"%s\"", c->function->full, local->name),
                       "assign its output in every branch");
}

/* One call with these arguments, which stand beside the components of the list. */
static bool call_once(calling *c, eg_typed *arguments, eg_typed *outputs, uint32_t wanted)
{
    eg_locals locals = {0};
    uint32_t found = 0;
    bool ok = true;
    c->f.locals = &locals;
    c->local = eg_new_array(c->f.r, c->count + 1, sizeof *c->local);
    ok = c->local != NULL;
    for (uint32_t i = 0; ok && i < c->count; i++)
        ok = declare(c, &locals, i, c->is_given[i] ? &arguments[i] : NULL);
    ok = ok && carry_sections(c, &locals, c->function, 0);
    c->f.locals = NULL;
    if (!ok)
        return false;
    for (uint32_t i = 0; i < c->count && found < wanted; i++)
        if (locals.items[c->local[i]].is_output &&
            !result_of(c, &locals, &locals.items[c->local[i]], &outputs[found++]))
            return false;
    if (found == wanted)
        return true;
    return refuse_call(c,
                       wanted == 1 ? eg_textf(c->f.r, "%.200s gives no value", c->function->full)
                                   : eg_textf(c->f.r, "%.200s has only %u outputs, not %u", c->function->full,
                                              found, wanted),
                       "declare an output and assign it");
}

/* ---------------------------------------------------------------- element by element (12.4.6) */

/* The argument that has dimensions too many, for whose elements the function is called; -1: none. */
static bool find_extra(calling *c, int *which, int *extra)
{
    *which = -1;
    *extra = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        int own = c->is_given[i] ? c->given[i].rank - (int)c->list[i].component->dimension_count : 0;
        if (own <= 0)
            continue;
        if (*which < 0) {
            *which = (int)i;
            *extra = own;
        }
        bool fits = own == *extra;
        for (int k = 0; fits && k < own; k++)
            fits = c->given[i].dims[k] == c->given[*which].dims[k];
        if (!fits)
            return refuse_call(c,
                               eg_textf(c->f.r, "%.200s gets arrays of different sizes", c->function->full),
                               "call it with arrays of one size");
    }
    return true;
}

/* Element k of the leading dimensions. */
static eg_typed part_of(const eg_typed *whole, int extra, size_t k)
{
    eg_typed part = *whole;
    part.rank -= extra;
    part.dims += extra;
    for (int i = 0; i < extra; i++)
        part.count /= (size_t)whole->dims[i];
    if (part.rank == 0)
        part.formula = whole->formulas[k];
    else
        part.formulas = whole->formulas + k * part.count;
    return part;
}

static bool call_for_each(calling *c, int which, int extra, eg_typed *out)
{
    const eg_typed *lead = &c->given[which];
    long dims[EG_RANK_LIMIT];
    size_t count = 1;
    int *formulas = NULL;
    eg_typed *arguments = eg_new_array(c->f.r, c->count, sizeof *arguments), one;
    for (int i = 0; i < extra; i++)
        count *= (size_t)(dims[i] = lead->dims[i]);
    if (!arguments)
        return false;
    for (size_t k = 0; k < count; k++) {
        for (uint32_t i = 0; i < c->count; i++) {
            bool is_array = c->is_given[i] && c->given[i].rank > (int)c->list[i].component->dimension_count;
            arguments[i] = is_array ? part_of(&c->given[i], extra, k) : c->given[i];
        }
        if (!call_once(c, arguments, &one, 1))
            return false;
        if (one.rank > 0)
            return refuse_call(c, "a function whose result is an array cannot be called for every element",
                               "call it in a for loop");
        if (k == 0 && !eg_typed_array(c->outside, c->e->at, one, extra, dims, out, &formulas))
            return false;
        formulas[k] = one.formula;
    }
    return count > 0 || eg_typed_array(c->outside, c->e->at, EG_NOT_TYPED, extra, dims, out, &formulas);
}

/* ---------------------------------------------------------------- the call */

static bool check_function(eg_formulas *f, const eg_expr *e, const eg_definition *function)
{
    const char *why = NULL, *hint = "write the expression itself in place of the call";
    if (strncmp(function->full, "Modelica.Utilities.", 19) == 0)
        why = "texts, files and the system are not asked while a model is simulated";
    else if (function->syntax->is_external)
        why = "it is written in another language";
    else if (function->syntax->is_derivative ||
             (function->syntax->is_short && function->syntax->modifier &&
              (function->syntax->modifier->count > 0 || function->syntax->modifier->value)))
        why = "it is made from another function";
    else if (f->calls >= DEEPEST)
        why =
            "functions call each other too deeply; what they call may depend only on what is known when the "
            "model is read";
    else if (function->syntax->is_partial)
        why = "it is partial";
    if (!why)
        return true;
    eg_error(f->r, f->scope.source, e->at, "calling \"%.200s\" is not supported: %s", function->full, why);
    eg_hint(f->r, "%s", hint);
    return false;
}

/* ---------------------------------------------------------------- derivatives that are told (12.7.1) */

static bool has_no_derivative(const eg_modifier *derivative, const char *input)
{
    for (uint32_t i = 0; i < derivative->count; i++) {
        const eg_expr *name = derivative->arguments[i]->value;
        if (name && name->kind == EG_E_REFERENCE && name->reference->count == 1 &&
            strcmp(derivative->arguments[i]->name, "noDerivative") == 0 &&
            strcmp(name->reference->parts[0].name, input) == 0)
            return true;
    }
    return false;
}

static bool has_rate(const calling *c, const eg_modifier *derivative, uint32_t i)
{
    return c->list[i].component->is_input && c->is_given[i] && c->given[i].type == EG_REAL &&
           c->given[i].rank == 0 && !has_no_derivative(derivative, c->list[i].component->name);
}

static uint32_t count_inputs(const calling *c)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->count; i++)
        count += c->list[i].component->is_input;
    return count;
}

/* The inputs once more, and behind them the derivatives of the last ones that have one: in g(x, der_x) that
 * of x is there already, and g's derivative takes x, der_x, der_2_x. */
static bool derive_arguments(const calling *c, const eg_modifier *derivative, calling *d)
{
    uint32_t inputs = count_inputs(c), number = 0, rates = 0;
    long known = (long)inputs - (long)count_inputs(d);
    for (uint32_t i = 0; i < c->count; i++)
        known += has_rate(c, derivative, i);
    for (uint32_t i = 0; i < c->count; i++) {
        int own = c->list[i].component->is_input ? input_of_number(d, number++) : -1;
        if (!c->list[i].component->is_input)
            continue;
        if (own < 0)
            return false;
        d->given[own] = c->given[i];
        d->is_given[own] = c->is_given[i];
        if (!has_rate(c, derivative, i) || known-- > 0)
            continue;
        int rate = input_of_number(d, inputs + rates++);
        if (rate < 0)
            return false;
        d->given[rate] = eg_typed_scalar(EG_REAL, -1, NULL);
        d->is_given[rate] = true;
        if (!eg_formula_add(c->outside, EG_OP_DER, c->given[i].formula, -1, -1, &d->given[rate].formula))
            return false;
    }
    return true;
}

static bool call_with(calling *c, eg_typed *outputs, uint32_t wanted);

/* A function whose annotation says derivative(noDerivative = x) = g means what g gives where its result is
 * differentiated. */
static bool tell_derivative(calling *c, eg_typed *out)
{
    eg_definition *function = c->function;
    const eg_modifier *m = function->syntax->derivative;
    double known;
    bool is_plain = out->type == EG_REAL && out->rank == 0 && m->value->kind == EG_E_REFERENCE;
    if (!is_plain)
        return true;
    eg_definition *rate = eg_resolve(c->f.r, function, function->syntax->source, m->value->reference, false);
    if (!rate || rate->kind != EG_D_SCOPE || !rate->syntax || !check_function(c->outside, c->e, rate))
        return !c->f.r->out_of_memory;
    calling d = {.f = c->f, .outside = c->outside, .e = c->e, .function = rate};
    eg_typed result;
    d.f.scope = scope_inside(c->outside, rate);
    if (!list_components(&d, rate, 0))
        return false;
    d.given = eg_new_array(d.f.r, d.count + 1, sizeof *d.given);
    d.is_given = eg_new_array(d.f.r, d.count + 1, sizeof *d.is_given);
    if (!d.given || !d.is_given)
        return false;
    if (!derive_arguments(c, m, &d))
        return refuse_call(c,
                           eg_textf(d.f.r, "%.200s takes other arguments than the derivative of %.200s must",
                                    rate->full, function->full),
                           "declare the inputs of the function, and behind them their derivatives");
    if (!call_with(&d, &result, 1))
        return false;
    bool is_known = eg_formula_seen(c->outside, out->formula, &known) &&
                    eg_formula_seen(c->outside, result.formula, &known);
    return is_known ||
           eg_formula_add(c->outside, EG_OP_ALONG, out->formula, result.formula, -1, &out->formula);
}

static bool call_with(calling *c, eg_typed *outputs, uint32_t wanted)
{
    if (!call_once(c, c->given, outputs, wanted))
        return false;
    bool is_told = c->function->syntax->derivative && wanted == 1 && !c->outside->is_for_now;
    return !is_told || tell_derivative(c, outputs);
}

static bool of_function(eg_formulas *f, const eg_expr *e, eg_definition *function, eg_typed *outputs,
                        uint32_t wanted)
{
    int which, extra;
    if (eg_is_external_table(function) && wanted == 1)
        return eg_formula_of_external_table(f, e, function, outputs);
    if (!check_function(f, e, function))
        return false;
    calling c = {.f = *f, .outside = f, .e = e, .function = function};
    c.f.scope = scope_inside(f, function);
    c.f.calls++;
    c.f.is_discrete = f->is_discrete;
    if (!list_components(&c, function, 0) || !evaluate_arguments(&c) || !find_extra(&c, &which, &extra))
        return false;
    if (which < 0)
        return call_with(&c, outputs, wanted);
    if (wanted == 1)
        return call_for_each(&c, which, extra, outputs);
    return refuse_call(&c, "a function with several results cannot be called for every element of an array",
                       "call it in a for loop");
}

typedef struct call_of {
    const eg_expr *e;
    eg_definition *function;
    eg_typed *outputs;
    uint32_t wanted;
} call_of;

static bool call_it(eg_formulas *f, void *context)
{
    const call_of *c = context;
    return of_function(f, c->e, c->function, c->outputs, c->wanted);
}

bool eg_formula_of_function(eg_formulas *f, const eg_expr *e, eg_definition *function, eg_typed *outputs,
                            uint32_t wanted)
{
    call_of c = {e, function, outputs, wanted};
    if (!eg_formula_tries(f)) /* calls may be very deep */
        return of_function(f, e, function, outputs, wanted);
    return eg_formula_try(f, call_it, &c);
}

bool eg_formula_of_results(eg_formulas *f, const eg_expr *e, eg_typed *results, uint32_t count)
{
    eg_definition *d = NULL;
    if (e->kind == EG_E_CALL)
        d = eg_resolve_function(f->r, eg_scope_instance(&f->scope), f->scope.home, f->scope.source,
                                e->reference);
    if (d && d->kind == EG_D_SCOPE && d->syntax && d->syntax->restriction == EG_R_FUNCTION)
        return eg_formula_of_function(f, e, d, results, count);
    if (f->r->out_of_memory)
        return false;
    if (e->kind != EG_E_CALL) {
        eg_error(f->r, f->scope.source, e->at, "several results come from the call of a function only");
        eg_hint(f->r, "write (a, b) = f(x)");
        return false;
    }
    eg_error(f->r, f->scope.source, e->at, "\"%.200s\" is no function with several results",
             eg_reference_text(f->r, e->reference, e->reference->count));
    eg_hint(f->r, "declare a function with as many outputs");
    return false;
}

/* Where formulas go that are wanted for now only. */
static bool has_scratch(eg_reader *r)
{
    if (!r->scratch && !(r->scratch = eg_spec_create("", r->diagnostics)))
        r->out_of_memory = true;
    return !r->out_of_memory;
}

bool eg_evaluate_shape(eg_reader *r, const eg_scope *scope, const eg_expr *e, int *rank, const long **dims)
{
    if (!has_scratch(r))
        return false;
    size_t before = r->scratch->formula_count;
    eg_formulas f = {.r = r, .spec = r->scratch, .scope = *scope, .is_for_now = true};
    eg_typed result;
    bool ok = eg_formula_of_any(&f, e, &result);
    if (ok) {
        *rank = result.rank;
        *dims = result.dims;
    }
    r->scratch->formula_count = before;
    return ok;
}

bool eg_function_value(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_definition *function,
                       eg_value *value)
{
    if (!has_scratch(r))
        return false;
    size_t before = r->scratch->formula_count;
    eg_formulas f = {.r = r, .spec = r->scratch, .scope = *scope, .is_for_now = true};
    eg_typed result;
    bool known = true, found,
         ok = function ? eg_formula_of_function(&f, e, function, &result, 1)
                       : eg_formula_of_reduction(&f, e, e->reference->parts[0].name, &result, &found);
    if (ok)
        known = ok = eg_typed_to_value(&f, &result, value);
    if (!known && !r->out_of_memory) {
        eg_error(r, scope->source, e->at,
                 "\"%.200s\" depends here on what changes with time; it has no value",
                 eg_reference_text(r, e->reference, e->reference->count));
        eg_hint(r, "only parameters and constants can stand here");
    }
    r->scratch->formula_count = before;
    return ok;
}
