#include "modelica/expression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "modelica/formula/formula.h"
#include "modelica/text/parser.h"

/* ---------------------------------------------------------------- names */

bool eg_result_names_init(eg_result_names *names, const char *owner)
{
    *names = (eg_result_names){.owner = owner, .arena = eg_arena_create(), .index = eg_names_create(64)};
    return names->arena && names->index;
}

void eg_result_names_release(eg_result_names *names)
{
    eg_arena_free(names->arena);
    eg_names_free(names->index);
    free(names->items);
    *names = (eg_result_names){0};
}

int eg_result_names_add(eg_result_names *names, eg_result_name name)
{
    void *items = names->items;
    if (eg_names_find(names->index, name.name) >= 0)
        return 0;
    if (eg_grow(&items, &names->capacity, names->count + 1, sizeof *names->items) < 0)
        return -1;
    names->items = items;
    if (!(name.name = eg_arena_copy(names->arena, name.name)))
        return -1;
    names->items[names->count] = name;
    return eg_names_add(names->index, name.name, (long)names->count++) < 0 ? -1 : 0;
}

static const eg_result_name *find(const eg_result_names *names, const char *name)
{
    long i = eg_names_find(names->index, name);
    return i < 0 ? NULL : &names->items[i];
}

/* ---------------------------------------------------------------- one reading */

static const char *const reduction_names[] = {
#define EG_REDUCTION_NAME(name, text) text,
    EG_REDUCTION_LIST(EG_REDUCTION_NAME)
#undef EG_REDUCTION_NAME
};

/* Names and reductions become local variables, as those of a function are: variables of the run by the whole
 * of their dotted names. Their formulas are EG_OP_VARIABLE with such a name for its path; of a reduction that
 * is "#" and its number. */
typedef struct reading {
    eg_reader r;
    eg_formulas f;
    eg_locals locals;
    const eg_result_names *names;
    eg_source *source;
    const eg_expr **around; /* collections whose loops are open */
    uint32_t around_count;
    bool in_reduction;
    eg_reduction_kind kinds[64];
    int reduced[64];  /* formulas */
    double times[64]; /* of those at a time */
    eg_event_ask asks[64];
    int reduction_count;
    char *masked; /* the text with quotes around what asks for events, each from its first character to its
                     last, so that it reads as a name there */
} reading;

static bool refuse(reading *x, uint32_t at, const char *what, const char *hint)
{
    eg_error(&x->r, x->source, at, "%s", what);
    if (hint)
        eg_hint(&x->r, "%s", hint);
    return false;
}

/* "a.b[2].c" as results write it, of its first `count` parts; NULL where a subscript is no number. */
static const char *text_of(reading *x, const eg_reference *reference, uint32_t count)
{
    const char *text = "";
    for (uint32_t i = 0; i < count; i++) {
        const eg_part *part = &reference->parts[i];
        text = eg_textf(&x->r, "%s%s%s", text, i > 0 ? "." : "", part->name);
        for (uint32_t k = 0; k < part->subscript_count; k++) {
            const eg_expr *s = part->subscripts[k];
            if (s->kind != EG_E_NUMBER || !s->is_integer)
                return NULL;
            text = eg_textf(&x->r, "%s%s%.0f", text, k == 0 ? "[" : ",", s->number);
        }
        if (part->subscript_count > 0)
            text = eg_textf(&x->r, "%s]", text);
    }
    return text;
}

static bool is_local(const reading *x, const char *name)
{
    return eg_local_variable_find(&x->locals, name) != NULL;
}

/* A local of `count` elements (0: a scalar) that are called so in the run. */
static bool declare(reading *x, const char *symbol, eg_typed shape, const char *const *paths)
{
    if (!eg_local_variable_add(&x->f, &x->locals, (eg_local_variable){.name = symbol, .shape = shape}))
        return false;
    const size_t first = x->locals.items[x->locals.count - 1].first;
    for (size_t i = 0; i < shape.count; i++) {
        int formula;
        if (!eg_formula_path(&x->f, paths[i], &formula))
            return false;
        x->locals.slots[first + i] = formula;
    }
    return true;
}

/* Literals of enumerations are numbers here. */
static eg_typed shape_of(reading *x, const eg_result_name *name)
{
    const int type = name->type == EG_BOOLEAN || name->type == EG_INTEGER ? (int)name->type : EG_REAL;
    return eg_typed_scalar(type, -1, eg_quantity_of(&x->r, name->unit));
}

/* A variable called so; false: there is none, or memory is out. */
static bool declare_scalar(reading *x, const char *symbol)
{
    const eg_result_name *name = find(x->names, symbol);
    if (is_local(x, symbol))
        return true;
    return name && declare(x, symbol, shape_of(x, name), &name->name);
}

/* All of symbol[1], symbol[2], ... */
static bool declare_vector(reading *x, const char *symbol)
{
    size_t count = 0;
    if (is_local(x, symbol))
        return true;
    while (find(x->names, eg_textf(&x->r, "%s[%zu]", symbol, count + 1)))
        if (x->r.out_of_memory || ++count >= x->names->count)
            break;
    const char **paths = eg_new_array(&x->r, count + 1, sizeof *paths);
    long *dims = eg_new(&x->r, sizeof *dims);
    const eg_result_name *of = NULL;
    for (size_t i = count; paths && i-- > 0;) {
        of = find(x->names, eg_textf(&x->r, "%s[%zu]", symbol, i + 1));
        if (!of)
            return false;
        paths[i] = of->name;
    }
    if (!of || !dims)
        return false;
    eg_typed shape = shape_of(x, of);
    *dims = (long)count;
    shape.rank = 1;
    shape.dims = dims;
    shape.count = count;
    return declare(x, symbol, shape, paths);
}

/* ---------------------------------------------------------------- from the tree to locals */

static bool is_iterator(const reading *x, const eg_reference *reference)
{
    for (uint32_t i = x->around_count; i-- > 0;)
        for (uint32_t k = 0; k < x->around[i]->iterator_count; k++)
            if (x->around[i]->iterators[k].name == reference->parts[0].name)
                return reference->count == 1;
    return false;
}

static bool become(reading *x, eg_expr *e, const char *symbol, const eg_part *subscripted)
{
    eg_reference *reference = eg_new(&x->r, sizeof *reference);
    eg_part *part = eg_new(&x->r, sizeof *part);
    if (!reference || !part || !symbol)
        return false;
    *part = (eg_part){.name = symbol, .at = e->at};
    if (subscripted) {
        part->subscripts = subscripted->subscripts;
        part->subscript_count = subscripted->subscript_count;
    }
    *reference = (eg_reference){.parts = part, .count = 1};
    e->kind = EG_E_REFERENCE;
    e->reference = reference;
    return true;
}

static bool refuse_name(reading *x, const eg_expr *e)
{
    const char *name = eg_reference_text(&x->r, e->reference, e->reference->count);
    const char **all = calloc(x->names->count + 1, sizeof *all);
    for (size_t i = 0; all && i < x->names->count; i++)
        all[i] = x->names->items[i].name;
    const char *near = all ? eg_nearest(name, all, x->names->count) : NULL;
    free(all);
    eg_error(&x->r, x->source, e->at, "%s has no variable %.200s", x->names->owner, name);
    if (near)
        eg_hint(&x->r, "did you mean %s?", near);
    else
        eg_hint(&x->r, "names are those of the results, dotted paths such as mass.s");
    return false;
}

static bool walk_items(reading *x, eg_expr *const *items, uint32_t count);

/* pi needs no package, unless the run has something of that name. */
static bool know_pi(reading *x, eg_expr *e)
{
    static const char *const names[] = {"Modelica", "Constants", "pi"};
    eg_part *parts = eg_new_array(&x->r, 3, sizeof *parts);
    for (size_t i = 0; parts && i < 3; i++)
        parts[i] = (eg_part){.name = eg_symbol(&x->r, names[i]), .at = e->at};
    if (parts) {
        e->reference->parts = parts;
        e->reference->count = 3;
    }
    return parts != NULL;
}

static bool walk_reference(reading *x, eg_expr *e)
{
    const eg_reference *reference = e->reference;
    const char *first = reference->parts[0].name;
    if (reference->is_global || strcmp(first, "Modelica") == 0 || is_iterator(x, reference))
        return true;
    for (uint32_t i = 0; i < reference->count; i++)
        if (!walk_items(x, reference->parts[i].subscripts, reference->parts[i].subscript_count))
            return false;
    const char *whole = text_of(x, reference, reference->count);
    const char *symbol = whole ? eg_symbol(&x->r, whole) : NULL;
    if (symbol && declare_scalar(x, symbol))
        return become(x, e, symbol, NULL);
    if (symbol && strcmp(symbol, "time") == 0)
        return true;
    if (symbol && declare_vector(x, symbol))
        return become(x, e, symbol, NULL);
    if (symbol && strcmp(symbol, "pi") == 0)
        return know_pi(x, e);
    /* elements that subscripts choose */
    eg_part *last = &reference->parts[reference->count - 1], plain = *last;
    last->subscript_count = 0;
    whole = text_of(x, reference, reference->count);
    last->subscript_count = plain.subscript_count;
    symbol = whole ? eg_symbol(&x->r, whole) : NULL;
    if (symbol && plain.subscript_count > 0 && declare_vector(x, symbol))
        return become(x, e, symbol, &plain);
    return !x->r.out_of_memory && refuse_name(x, e);
}

/* The kind of reduction that a call of this name may be, or EG_REDUCTION_KINDS. */
static eg_reduction_kind kind_of(const eg_expr *e)
{
    int kind = 0;
    if (e->reference->count != 1 || e->reference->is_global)
        return EG_REDUCTION_KINDS;
    while (kind < EG_REDUCTION_KINDS && strcmp(e->reference->parts[0].name, reduction_names[kind]) != 0)
        kind++;
    return (eg_reduction_kind)kind;
}

/* A number as it is written, with a sign or without. */
static bool is_literal(const eg_expr *e, double *value)
{
    const bool is_signed = e->kind == EG_E_SUM && e->count == 1;
    const eg_expr *number = is_signed ? e->items[0] : e;
    if (number->kind != EG_E_NUMBER)
        return false;
    *value = is_signed && e->operators[0] == EG_T_MINUS ? -number->number : number->number;
    return true;
}

/* Another look at all of the run, which has such a shape. */
static bool add_look(reading *x, eg_expr *e, eg_reduction_kind kind, eg_typed shape)
{
    const int number = x->reduction_count;
    if (x->around_count > 0)
        return refuse(x, e->at, "a look at all of the run cannot stand in a loop", "write one for each");
    if (number == (int)EG_COUNT(x->kinds))
        return refuse(x, e->at, "too many looks at all of the run in one expression",
                      "ask for them one by one");
    const char *path = eg_textf(&x->r, "#%d", number), *symbol = eg_symbol(&x->r, path);
    x->kinds[number] = kind;
    x->reduced[number] = -1;
    x->times[number] = NAN;
    x->reduction_count++;
    return symbol && declare(x, symbol, shape, &path) && become(x, e, symbol, NULL);
}

static bool add_reduction(reading *x, eg_expr *e, eg_reduction_kind kind, const eg_typed *argument,
                          double time)
{
    const int number = x->reduction_count;
    const char *name = reduction_names[kind];
    eg_typed shape = eg_typed_scalar(EG_REAL, -1, argument->unit);
    if (kind == EG_REDUCE_INTEGRAL)
        shape.unit = argument->unit
                         ? eg_quantity_product(&x->r, argument->unit, eg_quantity_of(&x->r, "s"), false)
                         : eg_quantity_of(&x->r, "s");
    const bool takes_truth = kind == EG_REDUCE_MEAN || kind == EG_REDUCE_INTEGRAL || kind == EG_REDUCE_AT;
    if (argument->type == EG_BOOLEAN && !takes_truth) {
        eg_error(&x->r, x->source, e->at, "%s takes a number, not a truth value", name);
        eg_hint(&x->r, "mean(...) is the share of time in which it is true, integral(...) that time");
        return false;
    }
    if (!add_look(x, e, kind, shape))
        return false;
    x->times[number] = time;
    x->reduced[number] = argument->formula;
    return true;
}

/* What events come to, if that is what the name here stands for. */
static bool is_event_call(const reading *x, const eg_expr *e)
{
    return x->masked && e->reference->count == 1 && !e->reference->is_global &&
           x->masked[e->at] != x->source->text[e->at];
}

static bool walk_event_call(reading *x, eg_expr *e)
{
    const int number = x->reduction_count;
    const char *text = x->source->text + e->at;
    const int length = (int)eg_event_call_length(text);
    char *copy = eg_arena_copy(x->source->arena, eg_textf(&x->r, "%.*s", length, text));
    eg_event_ask ask;
    if (!copy)
        return false;
    if (!eg_event_call_read(copy, &ask)) {
        eg_error(&x->r, x->source, e->at, "this asks for no events");
        eg_hint(&x->r, "write %s, for instance", eg_event_call_usage(text));
        return false;
    }
    if (!x->names->tells_events)
        return refuse(x, e->at, "events are known while a run goes by, and not of its results",
                      "ask for them by --get of elastogap simulate, ensemble or sweep");
    if (x->in_reduction)
        return refuse(x, e->at, "what looks at all of the run cannot stand in another such",
                      "ask for them one by one");
    const bool is_count = ask.kind == EG_ASK_COUNT;
    if (!add_look(x, e, EG_REDUCE_EVENT,
                  eg_typed_scalar(is_count ? EG_INTEGER : EG_REAL, -1,
                                  eg_quantity_of(&x->r, is_count ? "1" : "s"))))
        return false;
    x->asks[number] = ask;
    return true;
}

/* What a reduction is called with: one thing, and a time where it is at one. */
static bool check_arguments(reading *x, const eg_expr *e, eg_reduction_kind kind, double *time)
{
    const bool is_at = kind == EG_REDUCE_AT, is_plain = !e->names && e->count == (is_at ? 2u : 1u);
    if (is_plain && e->items[0]->kind != EG_E_COLLECT && (!is_at || is_literal(e->items[1], time)))
        return true;
    if (is_at) {
        eg_error(&x->r, x->source, e->at, "at takes what is asked for, and a time as a number");
        eg_hint(&x->r, "write at(ball.s, 0.5), for instance");
    } else {
        eg_error(&x->r, x->source, e->at, "%s takes one number", reduction_names[kind]);
        eg_hint(&x->r, "write %s(ball.s), for instance", reduction_names[kind]);
    }
    return false;
}

/* min and max of several numbers, or of an array, are those of Modelica. */
static bool walk_reduction(reading *x, eg_expr *e, eg_reduction_kind kind)
{
    eg_typed argument;
    const bool is_native = kind == EG_REDUCE_MINIMUM || kind == EG_REDUCE_MAXIMUM;
    double time = NAN;
    if (is_native && (e->names || e->count != 1 || e->items[0]->kind == EG_E_COLLECT))
        return walk_items(x, e->items, e->count);
    if (!check_arguments(x, e, kind, &time))
        return false;
    if (x->in_reduction)
        return refuse(x, e->at, "what looks at all of the run cannot stand in another such",
                      "ask for them one by one");
    x->in_reduction = true;
    bool ok = walk_items(x, e->items, 1) && eg_formula_of_any(&x->f, e->items[0], &argument);
    x->in_reduction = false;
    if (!ok || (argument.rank > 0 && is_native))
        return ok;
    if (argument.rank > 0 || (!eg_typed_is_number(&argument) && argument.type != EG_BOOLEAN)) {
        eg_error(&x->r, x->source, e->at, "%s takes one number, not %s", reduction_names[kind],
                 eg_typed_describe(&x->r, &argument));
        eg_hint(&x->r, "write %s(ball.s), for instance", reduction_names[kind]);
        return false;
    }
    return add_reduction(x, e, kind, &argument, time);
}

/* energy(stop), what is lost in it, is the integral of stop.lossPower. False: memory is out. */
static bool spell_energy_out(reading *x, eg_expr *e)
{
    const bool is_energy = e->kind == EG_E_CALL && e->reference->count == 1 && !e->reference->is_global &&
                           strcmp(e->reference->parts[0].name, "energy") == 0;
    if (!is_energy || e->names || e->count != 1 || e->items[0]->kind != EG_E_REFERENCE)
        return true;
    eg_reference *of = e->items[0]->reference;
    eg_part *parts = eg_new_array(&x->r, of->count + 1, sizeof *parts);
    if (!parts)
        return false;
    memcpy(parts, of->parts, of->count * sizeof *parts);
    parts[of->count] = (eg_part){.name = "lossPower"};
    of->parts = parts;
    of->count++;
    e->reference->parts[0].name = reduction_names[EG_REDUCE_INTEGRAL];
    return true;
}

static bool walk(reading *x, eg_expr *e)
{
    if (!spell_energy_out(x, e))
        return false;
    if (e->kind == EG_E_REFERENCE)
        return is_event_call(x, e) ? walk_event_call(x, e) : walk_reference(x, e);
    if (e->kind == EG_E_CALL && kind_of(e) != EG_REDUCTION_KINDS)
        return walk_reduction(x, e, kind_of(e));
    bool is_loop = e->iterator_count > 0 && x->around_count < EG_NESTING_LIMIT;
    for (uint32_t i = 0; i < e->iterator_count; i++)
        if (e->iterators[i].range && !walk(x, e->iterators[i].range))
            return false;
    if (is_loop)
        x->around[x->around_count++] = e;
    bool ok = walk_items(x, e->items, e->count);
    x->around_count -= is_loop;
    return ok;
}

static bool walk_items(reading *x, eg_expr *const *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (items[i] && !walk(x, items[i]))
            return false;
    return true;
}

/* ---------------------------------------------------------------- units */

/* The unit as people write it: that of a variable as it stands, else one with a name, else by base units. */
static const char *unit_text(reading *x, const eg_quantity *q)
{
    static const char *const known[] = {"1",   "N",   "J",    "W",    "Pa",  "N/m",  "N.s/m", "N.s",
                                        "N/s", "m/s", "m/s2", "m/s3", "W/K", "J/K",  "kg/s",  "m",
                                        "s",   "kg",  "K",    "m.s",  "K.s", "kg.m", "N/m2",  "W/m"};
    static const char *const base[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    eg_unit unit;
    if (!q)
        return "";
    for (uint32_t i = 0; i < x->locals.count; i++)
        if (x->locals.items[i].shape.unit == q && *x->locals.items[i].name != '#')
            return q->text;
    for (size_t i = 0; i < EG_COUNT(known); i++)
        if (eg_unit_parse(known[i], &unit) &&
            memcmp(unit.dimension, q->unit.dimension, sizeof unit.dimension) == 0 &&
            unit.decade == q->unit.decade && q->unit.numerator == q->unit.denominator)
            return i == 0 ? "" : known[i];
    if (q->unit.decade != 0 || q->unit.numerator != q->unit.denominator)
        return eg_unit_parse(q->text, &unit) &&
                       memcmp(unit.dimension, q->unit.dimension, sizeof unit.dimension) == 0
                   ? q->text
                   : "";
    const char *above = "", *below = "";
    int divisors = 0;
    for (size_t i = 0; i < EG_COUNT(base); i++) {
        const int power = q->unit.dimension[i];
        const char **part = power > 0 ? &above : &below;
        if (power == 0)
            continue;
        divisors += power < 0;
        const char *exponent = abs(power) > 1 ? eg_textf(&x->r, "%d", abs(power)) : "";
        *part = eg_textf(&x->r, "%s%s%s%s", *part, **part ? "." : "", base[i], exponent);
    }
    if (!*below)
        return above;
    return eg_textf(&x->r, divisors > 1 ? "%s/(%s)" : "%s/%s", *above ? above : "1", below);
}

/* ---------------------------------------------------------------- from formulas to the tape */

static const char *name_of_time(int op)
{
    switch (op) {
    case EG_OP_DER: return "der";
    case EG_OP_PRE: return "pre";
    case EG_OP_EDGE: return "edge";
    case EG_OP_CHANGE: return "change";
    case EG_OP_SAMPLE: return "sample";
    case EG_OP_DELAY: return "delay";
    case EG_OP_INITIAL: return "initial";
    case EG_OP_TERMINAL: return "terminal";
    default: return "this function";
    }
}

static int input_of(eg_expression *e, long column)
{
    int i = 0;
    while (i < e->column_count && e->columns[i] != column)
        i++;
    if (i == e->column_count)
        e->columns[e->column_count++] = column;
    return i;
}

/* What a formula names. Outcomes are marked by inputs below -1 until it is known how many columns there are.
 */
static int leaf(reading *x, eg_expression *e, const char *path)
{
    if (*path == '#')
        return eg_tape_input(&e->tape, -2 - atoi(path + 1));
    return eg_tape_input(&e->tape, 1 + input_of(e, find(x->names, path)->column));
}

static eg_status to_tape(reading *x, eg_expression *e, int root)
{
    const eg_spec *spec = x->f.spec;
    int *node = eg_new_array(&x->r, spec->formula_count + 1, sizeof *node);
    e->columns = eg_arena_array(e->arena, spec->formula_count + 1, sizeof *e->columns);
    if (!node || !e->columns)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < spec->loops.loop_count; i++)
        if (eg_tape_add_loop(&e->tape, &spec->loops.loops[i]) != i)
            return EG_ERROR_MEMORY;
    for (size_t i = 0; i < spec->formula_count; i++) {
        const eg_formula *f = &spec->formulas[i];
        const int a = f->a < 0 ? -1 : node[f->a], b = f->b < 0 ? -1 : node[f->b];
        const int c = f->c < 0 || f->op == EG_OP_LOOP ? -1 : node[f->c];
        switch (f->op) {
        case EG_OP_CONSTANT: node[i] = eg_tape_constant(&e->tape, f->number); break;
        case EG_OP_VARIABLE: node[i] = leaf(x, e, f->path); break;
        case EG_OP_TIME: node[i] = eg_tape_input(&e->tape, 0); break;
        case EG_OP_SMOOTH: node[i] = a; break;
        case EG_OP_LOOP: node[i] = eg_tape_outcome(&e->tape, a, f->c, (int)f->number); break;
        default:
            if (f->op > EG_OP_LOOP) {
                eg_error(&x->r, x->source, 0, "%s has a meaning in equations only", name_of_time(f->op));
                eg_hint(&x->r, "ask for a variable of the run that has the value, mass.a for der(mass.v)");
                return EG_ERROR_MODEL;
            }
            node[i] = eg_tape_add(&e->tape, f->op, a, b, c);
        }
        if (node[i] < 0)
            return EG_ERROR_MEMORY;
    }
    for (int i = 0; i < e->tape.count; i++)
        if (e->tape.code[i].op == EG_OP_INPUT && e->tape.code[i].a < 0)
            e->tape.code[i].a = 1 + e->column_count + (-2 - e->tape.code[i].a);
    e->root = node[root];
    e->reductions = eg_arena_array(e->arena, (size_t)x->reduction_count + 1, sizeof *e->reductions);
    if (!e->reductions)
        return EG_ERROR_MEMORY;
    e->reduction_count = x->reduction_count;
    for (int i = 0; i < x->reduction_count; i++)
        e->reductions[i] = (eg_reduction){x->kinds[i], x->reduced[i] < 0 ? e->root : node[x->reduced[i]],
                                          x->times[i], x->asks[i]};
    return EG_OK;
}

/* ---------------------------------------------------------------- reading */

static bool mask_event_calls(reading *x)
{
    char *text = eg_arena_copy(x->source->arena, x->source->text), *at = text;
    while (at && (at = eg_event_call_find(text, at)) != NULL) {
        const size_t length = eg_event_call_length(at);
        for (size_t i = 1; i + 1 < length; i++)
            if (strchr("'\\\r\n", at[i]))
                at[i] = '_';
        at[0] = at[length - 1] = '\'';
        at += length;
        x->masked = text;
    }
    return text != NULL;
}

static eg_expr *parse(reading *x)
{
    eg_parser p;
    if (!eg_source_is_text(x->source, x->r.diagnostics)) {
        x->r.errors++;
        return NULL;
    }
    if (!mask_event_calls(x))
        return NULL;
    const char *text = x->source->text;
    if (x->masked)
        x->source->text = x->masked;
    eg_parse_start(&p, &x->r, x->source);
    eg_expr *e = eg_parse_expression(&p);
    if (e && p.token.kind != EG_T_FINISH) {
        eg_parse_unexpected(&p, "the end of the expression");
        e = NULL;
    }
    x->source->text = text;
    return e;
}

/* A name as it stands, whatever characters it is made of. */
static eg_status of_name(eg_expression *e, const eg_result_name *name)
{
    e->columns = eg_arena_alloc(e->arena, sizeof *e->columns);
    e->unit = eg_arena_copy(e->arena, name->unit ? name->unit : "");
    e->root = eg_tape_input(&e->tape, 1);
    if (!e->columns || !e->unit || e->root < 0)
        return EG_ERROR_MEMORY;
    e->columns[e->column_count++] = e->plain = name->column;
    return EG_OK;
}

static eg_status read_tree(reading *x, eg_expression *e)
{
    eg_typed whole;
    const eg_result_name *name = find(x->names, e->text);
    if (name)
        return of_name(e, name);
    eg_expr *tree = parse(x);
    if (!tree || !walk(x, tree) || !eg_formula_of_any(&x->f, tree, &whole))
        return EG_ERROR_MODEL;
    if (whole.rank > 0 || (!eg_typed_is_number(&whole) && whole.type != EG_BOOLEAN)) {
        eg_error(&x->r, x->source, tree->at, "this is %s; a number is wanted",
                 eg_typed_describe(&x->r, &whole));
        eg_hint(&x->r, whole.rank > 0 ? "name one element, x[1], or write sum(x), max(x), ..."
                                      : "name a variable that is a number");
        return EG_ERROR_MODEL;
    }
    e->unit = eg_arena_copy(e->arena, unit_text(x, whole.unit));
    eg_status status = to_tape(x, e, whole.formula);
    const eg_instruction *root = status == EG_OK ? &e->tape.code[e->root] : NULL;
    e->plain = root && root->op == EG_OP_INPUT && root->a >= 1 && root->a <= e->column_count
                   ? e->columns[root->a - 1]
                   : -1;
    return status;
}

eg_status eg_expression_read(const char *text, const char *option, const eg_result_names *names,
                             eg_diagnostics *diagnostics, eg_expression *e)
{
    reading *x = calloc(1, sizeof *x);
    const eg_read_options options = eg_read_options_default();
    *e = (eg_expression){.arena = eg_arena_create(), .plain = -1};
    eg_status status = EG_ERROR_MEMORY;
    eg_spec *spec = x && e->arena ? eg_spec_create("", diagnostics) : NULL;
    if (spec && eg_reader_begin(&x->r, e->arena, &options, diagnostics)) {
        x->names = names;
        x->source = eg_source_create(e->arena, option, text, strlen(text));
        x->around = eg_new_array(&x->r, EG_NESTING_LIMIT, sizeof *x->around);
        x->f = (eg_formulas){.r = &x->r,
                             .spec = spec,
                             .scope = {.home = x->r.root, .source = x->source},
                             .is_smooth = true,
                             .locals = &x->locals};
        e->text = eg_arena_copy(e->arena, text);
        if (x->source && x->around && e->text)
            status = read_tree(x, e);
        if (x->r.out_of_memory || !e->unit)
            status = status == EG_ERROR_MODEL && x->r.errors > 0 ? EG_ERROR_MODEL : EG_ERROR_MEMORY;
        else if (x->r.errors > 0)
            status = EG_ERROR_MODEL;
    }
    if (x)
        eg_reader_end(&x->r);
    eg_spec_free(spec);
    free(x);
    if (status != EG_OK)
        eg_expression_release(e);
    return status;
}

void eg_expression_release(eg_expression *e)
{
    eg_tape_release(&e->tape);
    eg_arena_free(e->arena);
    *e = (eg_expression){0};
}

/* ---------------------------------------------------------------- carrying out */

size_t eg_expression_room(const eg_expression *e)
{
    return 1 + (size_t)e->column_count + (size_t)e->reduction_count + (size_t)e->tape.count;
}

const double *eg_expression_run(const eg_expression *e, double time, const double *columns,
                                const double *outcomes, double *v)
{
    double *values = v + 1 + e->column_count + e->reduction_count;
    v[0] = time;
    for (int i = 0; i < e->column_count; i++)
        v[1 + i] = columns[e->columns[i]];
    for (int i = 0; i < e->reduction_count; i++)
        v[1 + e->column_count + i] = outcomes ? outcomes[i] : NAN;
    eg_tape_run(&e->tape, v, NULL, values);
    return values;
}
