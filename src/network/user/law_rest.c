/* The force of a law where nothing moves, as a tape of its own: speeds are 0, and relations are compared at
 * once instead of being read from modes, so that one pass tells them all. Beside the force stand the margins
 * of relations, and how these change with the speed: where a margin is 0 and changes, the force may jump, and
 * only its two sides tell what there is of it at rest (laws.c). Springs and contacts (contact_law.c) that
 * give the same force in closed form are asked for that instead: it is wanted wherever powers are. */
#include "network/user/contact_law.h"

#include "base/arena.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 }; /* instructions of a law that is worth it */

/* A law's instructions on their way to a tape; place[i]: where instruction i stands there, or these. */
enum { NOT_YET = -1, ON_THE_WAY = -2 };

typedef struct moving {
    eg_tape_rates rates; /* first: turned back into this */
    const eg_user *u;
    const eg_user_law *law;
    eg_tape tape;
    int *place;
} moving;

/* The instruction on the tape; -1: relations lead back to themselves, or out of memory. */
static int take(moving *w, int i)
{
    const eg_instruction *x = &w->u->tape.code[i];
    if (w->place[i] != NOT_YET)
        return w->place[i] == ON_THE_WAY ? -1 : w->place[i];
    w->place[i] = ON_THE_WAY;
    int node = -1;
    if (x->op == EG_OP_CONSTANT) {
        node = eg_tape_constant(&w->tape, x->number);
    } else if (x->op == EG_OP_INPUT) {
        node = eg_tape_input(&w->tape, x->a);
    } else if (x->op == EG_OP_SWITCH) {
        const eg_user_relation *r = &w->u->relations[x->a];
        const int a = take(w, r->a), b = take(w, r->b);
        node = eg_tape_add(&w->tape, r->or_equal ? EG_OP_LESS_EQUAL : EG_OP_LESS, a, b, -1);
    } else {
        const int a = take(w, x->a), b = x->b < 0 ? -1 : take(w, x->b), c = x->c < 0 ? -1 : take(w, x->c);
        node = eg_tape_again(&w->tape, x, a, b, c);
    }
    w->place[i] = node < 0 ? ON_THE_WAY : node;
    return node;
}

static bool is_speed(const moving *w, const eg_instruction *x)
{
    return x->op == EG_OP_INPUT && w->u->inputs[x->a].kind == EG_USER_SPEED;
}

/* What a margin is made of does not bend with the speed. */
static bool is_straight(const moving *w, const bool *moves, const eg_instruction *x)
{
    switch (x->op) {
    case EG_OP_INPUT:
    case EG_OP_ADD:
    case EG_OP_SUB:
    case EG_OP_NEG:
    case EG_OP_ALONG: return true;
    case EG_OP_MUL: return !moves[x->a] || !moves[x->b];
    case EG_OP_DIV: return !moves[x->b];
    case EG_OP_SELECT: return !moves[x->a];
    default: return is_speed(w, x);
    }
}

/* Do all margins follow the speed in straight lines? Comparisons stand still where they are told. */
static bool are_straight(const moving *w, const int *margins, int count)
{
    const int length = w->tape.count;
    bool *moves = calloc(2 * (size_t)length + 1, sizeof *moves), *bends = moves + length,
         good = moves != NULL;
    for (int i = 0; i < length && good; i++) {
        const eg_instruction *x = &w->tape.code[i];
        const int of[3] = {x->a, x->b, x->c};
        moves[i] = is_speed(w, x);
        for (int k = 0; k < 3 && k < eg_op_operands(x->op); k++) {
            moves[i] = moves[i] || moves[of[k]];
            bends[i] = bends[i] || bends[of[k]];
        }
        moves[i] = moves[i] && x->op != EG_OP_LESS && x->op != EG_OP_LESS_EQUAL;
        bends[i] = bends[i] || (moves[i] && !is_straight(w, moves, x));
    }
    for (int k = 0; k < count && good; k++)
        good = !bends[margins[k]];
    free(moves);
    return good;
}

/* By the speed of the first flange. */
static int rate_of_input(eg_tape_rates *rates, int node, int index)
{
    const moving *w = (const moving *)rates;
    (void)node;
    const bool is_first = w->u->inputs[index].kind == EG_USER_SPEED &&
                          w->u->inputs[index].index == w->u->flows[w->law->flow[0]].node;
    return eg_tape_constant(rates->tape, is_first ? 1 : 0);
}

/* Of list[count], on w's tape, to the law's, with speeds of 0; list becomes where they stand there. */
static bool stand_still(const moving *w, eg_tape *to, int *list, int count)
{
    const int length = w->tape.count;
    int *place = calloc((size_t)length + 1, sizeof *place);
    if (!place)
        return false;
    for (int k = 0; k < count; k++)
        place[list[k]] = 1;
    for (int i = length - 1; i >= 0; i--) {
        const eg_instruction *x = &w->tape.code[i];
        const int of[3] = {x->a, x->b, x->c};
        for (int k = 0; place[i] && k < 3 && k < eg_op_operands(x->op); k++)
            place[of[k]] = 1;
    }
    bool good = true;
    for (int i = 0; i < length && good; i++) {
        const eg_instruction *x = &w->tape.code[i];
        if (place[i] == 0)
            continue;
        if (x->op == EG_OP_CONSTANT || is_speed(w, x))
            place[i] = eg_tape_constant(to, x->op == EG_OP_CONSTANT ? x->number : 0);
        else if (x->op == EG_OP_INPUT)
            place[i] = eg_tape_input(to, x->a);
        else
            place[i] =
                eg_tape_again(to, x, place[x->a], x->b < 0 ? -1 : place[x->b], x->c < 0 ? -1 : place[x->c]);
        good = place[i] >= 0;
    }
    for (int k = 0; k < count && good; k++)
        list[k] = place[list[k]];
    free(place);
    return good;
}

/* Relations of which it has to be asked; the others are told wherever the flanges are. */
static void keep_open(eg_user_rest *r, const int *list, int count)
{
    for (int k = 0; k < count; k++) {
        const int margin = list[1 + 2 * k], slope = list[2 + 2 * k];
        const eg_instruction *x = &r->tape.code[margin];
        const bool is_told = x->op == EG_OP_CONSTANT && fabs(x->number) > EG_LAW_NOTHING;
        if (is_told || eg_tape_is(&r->tape, slope, 0))
            continue;
        r->margin[r->count] = margin;
        r->slope[r->count++] = slope;
    }
}

eg_status eg_user_find_rest(eg_model *m, eg_user_law *law)
{
    const eg_user *u = m->user;
    const size_t relations = (size_t)law->relation_count;
    const int force = u->flows[law->flow[0]].result.node;
    moving w = {.u = u, .law = law};
    eg_status status = EG_ERROR_MEMORY;
    law->rest.force = -1;
    if (!law->is_continuous || law->step_count > MOST)
        return EG_OK;
    law->rest.margin = eg_arena_array(m->arena, 2 * relations + 1, sizeof *law->rest.margin);
    law->rest.slope = law->rest.margin + relations;
    w.place = malloc(((size_t)u->tape.count + 1) * sizeof *w.place);
    int *list = calloc(2 * relations + 1, sizeof *list), *margins = malloc((relations + 1) * sizeof *margins);
    if (!law->rest.margin || !w.place || !list || !margins)
        goto done;
    for (int i = 0; i < u->tape.count; i++)
        w.place[i] = NOT_YET;
    status = EG_OK; /* what does not come to an end here is found from both sides */
    bool good = (list[0] = take(&w, force)) >= 0;
    for (size_t k = 0; k < relations && good; k++) {
        const eg_user_relation *r = &u->relations[law->relations[k]];
        const int a = take(&w, r->a), b = take(&w, r->b);
        margins[k] = list[1 + 2 * k] = eg_tape_add(&w.tape, EG_OP_SUB, b, a, -1);
        good = margins[k] >= 0;
    }
    good = good && are_straight(&w, margins, (int)relations);
    w.rates.input_rate = rate_of_input;
    w.rates.tape = &w.tape;
    for (size_t k = 0; k < relations && good; k++)
        good = (list[2 + 2 * k] = eg_tape_rate(&w.rates, margins[k])) >= 0;
    if (good && stand_still(&w, &law->rest.tape, list, (int)(2 * relations + 1))) {
        law->rest.force = list[0];
        keep_open(&law->rest, list, (int)relations);
    }

done:
    eg_tape_rates_release(&w.rates);
    eg_tape_release(&w.tape);
    free(w.place);
    free(list);
    free(margins);
    return status;
}

static bool run_at_rest(const eg_user_rest *r, const double *in, double *v, double *f)
{
    eg_tape_run(&r->tape, in, NULL, v);
    for (int k = 0; k < r->count; k++)
        if (!(fabs(v[r->margin[k]]) > EG_LAW_NOTHING) && v[r->slope[k]] != 0)
            return false;
    *f = v[r->force];
    return true;
}

/* ---------------------------------------------------------------- in closed form */

/* Where it has no damper the force is what it is at rest, to the last digit. */
static bool is_undamped(const eg_user_law *law)
{
    return (law->kind == EG_USER_LAW_SPRING ? law->spring.d : law->contact.gap.d) == 0;
}

static double known_at_rest(const eg_user_law *law, const double *in)
{
    const eg_user_rest *r = &law->rest;
    const double s_rel = (r->plus < 0 ? 0 : in[r->plus]) - (r->minus < 0 ? 0 : in[r->minus]);
    if (law->kind == EG_USER_LAW_SPRING)
        return r->side * eg_spring_damper_f(&law->spring, s_rel, 0);
    const eg_elasto_gap *gap = &law->contact.gap;
    return s_rel < gap->s_rel0 ? r->side * eg_elasto_gap_spring_(gap, s_rel) : 0;
}

/* The inputs whose difference is the distance; false: there are none. */
static bool find_distance(const eg_user *u, const eg_user_law *law, eg_user_rest *r)
{
    int whole = 0;
    r->plus = r->minus = -1;
    for (int k = 0; k < law->input_count; k++) {
        const eg_user_input *in = &u->inputs[law->inputs[k]];
        const bool is_to = in->index == law->to && (in->other == law->from || in->other < 0);
        const bool is_from = in->index == law->from && (in->other == law->to || in->other < 0);
        if (in->kind != EG_USER_DISTANCE)
            continue;
        if (!is_to && !is_from)
            return false;
        whole += in->other == (is_to ? law->from : law->to);
        if (is_to)
            r->plus = law->inputs[k];
        else
            r->minus = law->inputs[k];
    }
    return whole > 0 ? (r->plus < 0) != (r->minus < 0) : r->plus >= 0 && r->minus >= 0;
}

/* Is it the same as on the tape, but for a few roundings, at many distances? On the tape they may be those of
 * a sum of lengths. */
static bool agrees(const eg_law_probe *of, const eg_user_law *law, double *v)
{
    static const double depths[] = {1e-6, 1e-3, 0.03, 0.7, 1, 11, 2e3};
    const bool is_spring = law->kind == EG_USER_LAW_SPRING;
    const double s0 = is_spring ? law->spring.s_rel0 : law->contact.gap.s_rel0;
    const double power = is_spring ? 1 : law->contact.gap.n, length = fmax(1, fabs(s0));
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
        for (int side = -1; side <= 1; side += 2) {
            const double same = 64 * DBL_EPSILON * (1 + power * length / depths[i]);
            double told;
            eg_law_probe_at(of, s0 + side * depths[i], 0, 0);
            if (run_at_rest(&law->rest, of->in, v, &told) &&
                !(fabs(known_at_rest(law, of->in) - told) <= same * fabs(told)))
                return false;
        }
    return true;
}

eg_status eg_law_know_rest(const eg_law_probe *of, eg_user_law *law)
{
    eg_user_rest *r = &law->rest;
    if (law->kind == EG_USER_LAW_OTHER || !law->is_relative || r->force < 0 || !find_distance(of->u, law, r))
        return EG_OK;
    double *v = malloc(((size_t)r->tape.count + 1) * sizeof *v);
    if (!v)
        return EG_ERROR_MEMORY;
    r->side = law->to == of->u->flows[law->flow[0]].node ? 1 : -1;
    r->is_known = agrees(of, law, v);
    free(v);
    return EG_OK;
}

bool eg_user_force_at_rest(const eg_user_law *law, const double *in, double *v, double *f)
{
    if (!law->rest.is_known)
        return law->rest.force >= 0 && run_at_rest(&law->rest, in, v, f);
    if (!is_undamped(law))
        *f = known_at_rest(law, in);
    return true;
}
