/* The vectors of an engine and of the IDA in it, all in one block that is there before IDA is.
 *
 * SUNDIALS clones a vector wherever it needs one, and writes to the clone before it looks whether there is
 * one. Here no clone asks for memory: it is one of those that lie ready, and goes back to them. */
#include "engine/ida/ida.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* IDA takes 22, its linear and nonlinear solvers 4, the engine 5. */
enum { COUNT = 40 };

typedef struct slot {
    struct _generic_N_Vector vector; /* first: an N_Vector is its slot */
    struct _N_VectorContent_Serial content;
    eg_ida_vectors *pool;
    double *data;
    bool is_taken;
} slot;

struct eg_ida_vectors {
    struct _generic_N_Vector_Ops ops;
    SUNContext context;
    sunindextype n;
    slot slots[COUNT];
    double data[];
};

/* NULL: none is left. */
static slot *take_slot(eg_ida_vectors *pool)
{
    for (int k = 0; k < COUNT; k++) {
        slot *v = &pool->slots[k];
        if (v->is_taken)
            continue;
        v->is_taken = true;
        v->vector.content = &v->content;
        v->vector.ops = &pool->ops;
        v->vector.sunctx = pool->context;
        v->content.length = pool->n;
        v->content.own_data = SUNFALSE;
        v->content.data = v->data;
        return v;
    }
    return NULL;
}

N_Vector eg_ida_vector(eg_ida_vectors *pool)
{
    slot *v = take_slot(pool);
    return v ? &v->vector : NULL;
}

static N_Vector clone(N_Vector like)
{
    return eg_ida_vector(((slot *)like)->pool);
}

static N_Vector clone_empty(N_Vector like)
{
    N_Vector v = clone(like);
    if (v)
        N_VSetArrayPointer(NULL, v);
    return v;
}

static void give_back(N_Vector v)
{
    if (v)
        ((slot *)v)->is_taken = false;
}

eg_ida_vectors *eg_ida_make_vectors(SUNContext context, sunindextype n)
{
    size_t length = n > 0 ? (size_t)n : 1;
    N_Vector serial = N_VNewEmpty_Serial(n, context);
    eg_ida_vectors *pool = serial ? calloc(1, sizeof *pool + COUNT * length * sizeof *pool->data) : NULL;
    if (pool) {
        N_VEnableFusedOps_Serial(serial, SUNTRUE);
        pool->ops = *serial->ops;
        pool->ops.nvclone = clone;
        pool->ops.nvcloneempty = clone_empty;
        pool->ops.nvdestroy = give_back;
        pool->ops.nvwrmsnorm = eg_ida_norm;
        pool->ops.nvwrmsnormmask = eg_ida_masked_norm;
        pool->ops.nvlinearcombination = eg_ida_combine;
        pool->context = context;
        pool->n = n;
        for (size_t k = 0; k < COUNT; k++) {
            pool->slots[k].pool = pool;
            pool->slots[k].data = pool->data + k * length;
        }
    }
    if (serial)
        N_VDestroy(serial);
    return pool;
}
