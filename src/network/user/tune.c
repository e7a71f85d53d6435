#include "network/user/tune.h"

#include "network/user/origins.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A sum is 0 where it is no more than this part of its terms: the rounding of a few operations. */
static const double ROUNDING = 64 * DBL_EPSILON;

typedef enum follower_kind { OF_TAPE, OF_START, OF_SAMPLE_START, OF_SAMPLE_INTERVAL, OF_TIME } follower_kind;

/* A number of the model that comes of instruction `origin`, and what it was compiled as. */
typedef struct follower {
    follower_kind kind;
    int index, origin;
    double compiled;
} follower;

struct eg_user_tuner {
    eg_model *m;
    follower *followers;
    int count;
    double *compiled; /* (instructions of the origins) at the values that it was compiled with */
    double *value;    /* the same at the present ones */
};

/* ---------------------------------------------------------------- what follows */

static double *place_of(const eg_user_tuner *q, const follower *f)
{
    const eg_user *u = q->m->user;
    switch (f->kind) {
    case OF_TAPE: return &u->tape.code[f->index].number;
    case OF_START: return &u->quantities[f->index].start;
    case OF_SAMPLE_START: return &u->samples[f->index].start;
    case OF_SAMPLE_INTERVAL: return &u->samples[f->index].interval;
    default: return &u->relations[f->index].at;
    }
}

static void add(eg_user_tuner *q, follower_kind kind, int index, int origin)
{
    follower f = {kind, index, origin, 0};
    if (origin < 0)
        return;
    f.compiled = *place_of(q, &f);
    q->followers[q->count++] = f;
}

static void list_followers(eg_user_tuner *q)
{
    const eg_user *u = q->m->user;
    for (int i = 0; i < u->tape.count; i++)
        if (u->tape.code[i].op == EG_OP_CONSTANT)
            add(q, OF_TAPE, i, u->tape.code[i].a);
    for (int i = 0; i < u->quantity_count; i++)
        add(q, OF_START, i, u->quantities[i].start_origin);
    for (int i = 0; i < u->sample_count; i++) {
        add(q, OF_SAMPLE_START, i, u->samples[i].start_origin);
        add(q, OF_SAMPLE_INTERVAL, i, u->samples[i].interval_origin);
    }
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        if (r->is_of_time && r->at_node < 0)
            add(q, OF_TIME, i, u->tape.code[r->time_is_less ? r->b : r->a].a);
    }
}

eg_user_tuner *eg_user_tuner_create(eg_model *m)
{
    const eg_user *u = m->user;
    if (!u || !u->origins || m->instance_count > 0 || u->flow_count > 0 || u->law_count > 0)
        return NULL;
    eg_user_tuner *q = calloc(1, sizeof *q);
    if (!q)
        return NULL;
    const size_t instructions = (size_t)u->origins->tape.count;
    const int most = u->tape.count + u->quantity_count + 2 * u->sample_count + u->relation_count;
    q->m = m;
    q->followers = calloc((size_t)most + 1, sizeof *q->followers);
    q->compiled = calloc(2 * instructions + 1, sizeof *q->compiled);
    if (!q->followers || !q->compiled) {
        eg_user_tuner_free(q);
        return NULL;
    }
    q->value = q->compiled + instructions;
    memcpy(q->compiled, u->origins->value, instructions * sizeof *q->compiled);
    list_followers(q);
    return q;
}

void eg_user_tuner_free(eg_user_tuner *q)
{
    if (!q)
        return;
    free(q->followers);
    free(q->compiled);
    free(q);
}

/* ---------------------------------------------------------------- what has been decided */

static bool is_nothing(const eg_tape *t, const double *v, int k)
{
    const eg_instruction *i = &t->code[k];
    if (i->op == EG_OP_ADD || i->op == EG_OP_SUB)
        return fabs(v[k]) <= ROUNDING * (fabs(v[i->a]) + fabs(v[i->b]));
    return v[k] == 0;
}

/* Equations whose unknown a mode may lose are told apart by signs (grip.c), all others by what is 0. */
static bool is_alike(const eg_user *u, double a, double b)
{
    return (a != 0) == (b != 0) && (u->grip_count == 0 || (a < 0) == (b < 0));
}

static bool decides_the_same(const eg_user_tuner *q)
{
    const eg_user_origins *o = q->m->user->origins;
    for (int i = 0; i < o->decision_count; i++)
        if (!is_nothing(&o->tape, q->value, o->decisions[i]))
            return false;
    for (int i = 0; i < o->tape.count; i++) {
        const int op = o->tape.code[i].op;
        if (op >= EG_OP_LESS && op <= EG_OP_NOT && q->value[i] != q->compiled[i])
            return false;
    }
    for (int i = 0; i < q->count; i++) {
        const follower *f = &q->followers[i];
        const double value = q->value[f->origin];
        if (!isfinite(value) || (f->kind == OF_SAMPLE_INTERVAL && !(value > 0)) ||
            (f->kind == OF_TAPE && !is_alike(q->m->user, q->compiled[f->origin], value)))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- tuning */

/* What parameters tell of themselves. */
static void tell(const eg_user_tuner *q)
{
    const eg_user_origins *o = q->m->user->origins;
    for (int i = 0; i < q->m->told.declared_count; i++) {
        const long at = eg_names_find(o->by_path, q->m->told.declared[i].path);
        if (at >= 0)
            q->m->told.declared[i].value = o->parameters[at].value;
    }
}

bool eg_user_tune(eg_user_tuner *q, const double *value)
{
    eg_user_origins *o = q->m->user->origins;
    eg_tape_run(&o->tape, value, NULL, q->value);
    if (!decides_the_same(q))
        return false;
    for (int i = 0; i < q->count; i++) {
        const follower *f = &q->followers[i];
        const double now = q->value[f->origin];
        *place_of(q, f) = now == q->compiled[f->origin] ? f->compiled : now;
    }
    for (int i = 0; i < o->count; i++)
        o->parameters[i].value = value[i];
    memcpy(o->value, q->value, (size_t)o->tape.count * sizeof *o->value);
    tell(q);
    return true;
}
