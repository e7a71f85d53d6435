#include "network/user/origins.h"

#include "component/spec_bound.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- parameters */

/* The input that is this parameter, or a number where it does not stay one; -2: out of memory. */
static int add_parameter(eg_user_builder *b, const char *path, const char *unit, double value)
{
    eg_user_origins *o = b->u->origins;
    const eg_names *only = b->spec->bounds->only;
    const long known = eg_names_find(o->by_path, path);
    if (only && eg_names_find(only, path) < 0)
        return eg_tape_constant(&o->tape, value);
    if (known >= 0)
        return eg_tape_input(&o->tape, (int)known);
    eg_system_parameter p = {.name = eg_arena_copy(b->m->arena, path),
                             .unit = unit ? eg_arena_copy(b->m->arena, unit) : NULL,
                             .value = value};
    if (!p.name || (unit && !p.unit) ||
        eg_grow((void **)&o->parameters, &o->capacity, (size_t)o->count + 1, sizeof p) < 0 ||
        eg_names_add(o->by_path, p.name, o->count) < 0)
        return -2;
    o->parameters[o->count] = p;
    return eg_tape_input(&o->tape, o->count++);
}

/* All that may be given another value and is no formula of others. */
static eg_status list_parameters(eg_user_builder *b)
{
    const eg_spec *spec = b->spec;
    for (size_t i = 0; i < spec->declared_count; i++) {
        const eg_declared *d = &spec->declared[i];
        if (d->type == EG_REAL && !d->is_fixed && isfinite(d->value) &&
            eg_names_find(spec->bounds->formulas, d->path) < 0 &&
            add_parameter(b, d->path, d->unit, d->value) == -2)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

eg_status eg_user_begin_origins(eg_user_builder *b)
{
    if (!b->spec->bounds)
        return EG_OK;
    eg_user_origins *o = b->u->origins = calloc(1, sizeof *o);
    if (!o)
        return EG_ERROR_MEMORY;
    o->by_path = eg_names_create(64);
    o->formula = eg_arena_array(b->arena, b->spec->formula_count + 1, sizeof(int));
    if (!o->by_path || !o->formula)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < b->spec->formula_count; i++)
        o->formula[i] = -1;
    b->raw.origins = b->u->tape.origins = &o->tape;
    return list_parameters(b);
}

/* ---------------------------------------------------------------- formulas of parameters */

static const char *const FOLLOWS_UNKNOWN = "what follows from it is told by no formula";

static bool refuse_name(void *context, const char *path)
{
    const eg_user_builder *b = context;
    eg_user_origins *o = b->u->origins;
    const long known = eg_names_find(o->by_path, path);
    const long bound = known >= 0 ? -1 : eg_names_find(b->spec->bounds->formulas, path);
    if (known >= 0)
        o->parameters[known].refusal = FOLLOWS_UNKNOWN;
    return bound < 0 || eg_formula_names(b->spec, (int)bound, refuse_name, context);
}

static int convert(eg_user_builder *b, int formula);

/* A parameter is what its own formula says, or an input; what nobody can set is a number. */
static int convert_name(eg_user_builder *b, const char *path, double number)
{
    eg_user_origins *o = b->u->origins;
    const long known = eg_names_find(o->by_path, path);
    const long bound = known >= 0 ? -1 : eg_names_find(b->spec->bounds->formulas, path);
    if (known >= 0)
        return eg_tape_input(&o->tape, (int)known);
    return bound >= 0 ? convert(b, (int)bound) : eg_tape_constant(&o->tape, number);
}

/* An instruction; -1 when out of memory. Operands stand before what they are operands of, and so do formulas
 * that numbers come of. */
static int convert(eg_user_builder *b, int formula)
{
    eg_user_origins *o = b->u->origins;
    const eg_formula *f = &b->spec->formulas[formula];
    if (o->formula[formula] >= 0)
        return o->formula[formula];
    int node, of[3] = {f->a, f->b, f->c};
    if (f->op == EG_OP_CONSTANT) {
        const eg_formula *by = f->a >= 0 ? &b->spec->formulas[f->a] : NULL;
        if (by && by->op == EG_OP_VARIABLE)
            node = convert_name(b, by->path, f->number);
        else
            node = by ? convert(b, f->a) : eg_tape_constant(&o->tape, f->number);
    } else if (f->op == EG_OP_SMOOTH) {
        node = convert(b, f->a);
    } else if (f->op > EG_OP_SELECT) {
        (void)eg_formula_names(b->spec, formula, refuse_name, b);
        node = eg_tape_constant(&o->tape, f->number);
    } else {
        for (int i = 0; i < 3; i++)
            of[i] = i < eg_op_operands(f->op) && of[i] >= 0 ? convert(b, of[i]) : -1;
        node = eg_tape_add(&o->tape, f->op, of[0], of[1], of[2]);
    }
    return o->formula[formula] = node;
}

/* A number and nothing else, if nothing in it is a parameter. */
static int origin(const eg_user_builder *b, int node)
{
    if (node < 0)
        return -2;
    return b->u->origins->tape.code[node].op == EG_OP_CONSTANT ? -1 : node;
}

int eg_user_origin_of(eg_user_builder *b, int formula)
{
    return b->u->origins && eg_formula_is_bound(&b->spec->formulas[formula]) ? origin(b, convert(b, formula))
                                                                             : -1;
}

int eg_user_origin_of_start(eg_user_builder *b, const char *path, const char *unit, double start)
{
    if (!b->u->origins)
        return -1;
    const char *name = eg_arena_format(b->arena, "%s(start)", path);
    const long bound = name ? eg_names_find(b->spec->bounds->formulas, name) : -1;
    if (!name)
        return -2;
    return bound >= 0 ? origin(b, convert(b, (int)bound)) : add_parameter(b, name, unit, start);
}

/* ---------------------------------------------------------------- which have a derivative */

int eg_user_decide(eg_user_builder *b, int origin)
{
    eg_user_origins *o = b->u->origins;
    if (!o || origin < 0)
        return 0;
    if (eg_grow((void **)&o->decisions, &o->decision_capacity, (size_t)o->decision_count + 1, sizeof(int)) <
        0)
        return -1;
    o->decisions[o->decision_count++] = origin;
    return 0;
}

/* On the way back from `root`: of every instruction the slope and, beside it, what that is the sum of, which
 * tells whether it is 0 but for rounding. work[2 x instructions]: pairs of both. */
static void slopes_of(const eg_tape *t, const double *v, int root, double *work)
{
    memset(work, 0, 2 * sizeof(double) * ((size_t)root + 1));
    work[2 * root] = work[2 * root + 1] = 1;
    for (int k = root; k >= 0; k--) {
        const double slope = work[2 * k], size = work[2 * k + 1];
        const eg_instruction *i = &t->code[k];
        double partial[2] = {0, 0};
        if (size == 0)
            continue;
        const int count = eg_tape_partials(t, k, v, partial);
        int of[2] = {i->a, i->b};
        if (i->op == EG_OP_SELECT)
            of[0] = v[i->a] != 0 ? i->b : i->c;
        for (int j = 0; j < count && j < 2; j++) {
            work[2 * of[j]] += slope * partial[j];
            work[2 * of[j] + 1] += size * fabs(partial[j]);
        }
    }
}

/* A slope is 0 where it is so much less than what it is the sum of; a number is another one where it differs
 * by more than that from what its formula comes to. */
static const double CLEARLY = 1e-10;

/* A number that is not what its formula comes to is none that has derivatives: so are its parameters. */
static void refuse_unequal(const eg_tape *tape, eg_user_origins *o, double *work)
{
    for (int i = 0; i < tape->count; i++) {
        const eg_instruction *x = &tape->code[i];
        if (x->op != EG_OP_CONSTANT || x->a < 0 ||
            fabs(o->value[x->a] - x->number) <= CLEARLY * fabs(x->number))
            continue;
        slopes_of(&o->tape, o->value, x->a, work);
        for (int k = 0; k <= x->a; k++)
            if (o->tape.code[k].op == EG_OP_INPUT && work[2 * k + 1] != 0)
                o->parameters[o->tape.code[k].a].refusal = FOLLOWS_UNKNOWN;
    }
}

static void refuse_decided(eg_user_origins *o, double *work)
{
    for (int i = 0; i < o->decision_count; i++) {
        slopes_of(&o->tape, o->value, o->decisions[i], work);
        for (int k = 0; k <= o->decisions[i]; k++) {
            const eg_instruction *x = &o->tape.code[k];
            if (x->op == EG_OP_INPUT && !(fabs(work[2 * k]) <= CLEARLY * work[2 * k + 1]))
                o->parameters[x->a].refusal =
                    "with its value a term of the equations is 0, so that they are solved as if it were not "
                    "there";
        }
    }
}

eg_status eg_user_end_origins(eg_user_builder *b)
{
    eg_user_origins *o = b->u->origins;
    if (!o)
        return EG_OK;
    const size_t count = (size_t)o->tape.count + 1;
    double *in = calloc((size_t)o->count + 1, sizeof *in), *work = calloc(2 * count, sizeof *work);
    o->value = calloc(count, sizeof *o->value);
    eg_status status = in && work && o->value ? EG_OK : EG_ERROR_MEMORY;
    for (int i = 0; i < o->count && status == EG_OK; i++) {
        in[i] = o->parameters[i].value;
        if (eg_names_find(b->spec->bounds->held, o->parameters[i].name) >= 0)
            o->parameters[i].refusal = "its value has been used up as a number when the model was read";
    }
    if (status == EG_OK) {
        eg_tape_run(&o->tape, in, NULL, o->value);
        refuse_decided(o, work);
        refuse_unequal(&b->u->tape, o, work);
    }
    free(in);
    free(work);
    return status;
}

void eg_user_origins_free(eg_user_origins *o)
{
    if (!o)
        return;
    eg_tape_release(&o->tape);
    eg_names_free(o->by_path);
    free(o->value);
    free(o->parameters);
    free(o->decisions);
    free(o);
}
