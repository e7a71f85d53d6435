/* Causality of 20-sim's elements: whether force or velocity is what the rest of the model needs of them.
 *
 * A part without mass takes its velocity from one of the elements that hold it, and gives its velocity to the
 * others. So among what holds such parts there is a forest, rooted at everything that has inertia or whose
 * motion is given, of elements that have velocity out; all others have force out. It is grown by Kruskal's
 * walk, in the order in which elements like it: first what has no causality to tell (MSL's and Dyad's
 * dampers), then 20-sim's Damper, then SpringDamper with d > 0; a part that still is not tied takes its
 * position from a spring: one without causality, then one of 20-sim's with d = 0. Gaps count as open. */
#include "network/model.h"
#include "base/arena.h"
#include "base/union_find.h"
#include "elastogap/simulate.h"
#include "network/compile/compile.h"

#include <stdlib.h>

typedef enum eg_causality_kind { FORCE_OUT = 1, VELOCITY_DAMPED, VELOCITY_SPRUNG } eg_causality_kind;

typedef struct forest {
    eg_model *m;
    int *set; /* (bodies) 0: what has inertia or is given */
} forest;

static bool is_told(const eg_element *e)
{
    return e->ops->has_causality;
}

static int dependence_of(const eg_model *m, const eg_element *e)
{
    return e->ops->mode_count == 1 && !e->friction
               ? e->ops->dependence(m->coefficients.k + e->coefficients, 0)
               : 0;
}

/* Ties what elements of one kind hold; those of 20-sim that tie something new have velocity out. */
static void grow(forest *g, bool told, bool has_spring, int on, eg_causality_kind kind)
{
    const eg_model *m = g->m;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        if (is_told(e) != told || !(dependence_of(m, e) & on) ||
            (told && (e->ops->from_start > 0) != has_spring))
            continue;
        int a = eg_sets_find(g->set, e->body_a), b = eg_sets_find(g->set, e->body_b);
        if (a == b)
            continue;
        eg_sets_join(g->set, a, b);
        if (told)
            m->kinds.causality[i] = (char)kind;
    }
}

eg_status eg_compile_causality(eg_model *m)
{
    bool any = false;
    m->kinds.causality = eg_arena_array(m->arena, (size_t)m->element_count, sizeof *m->kinds.causality);
    if (!m->kinds.causality)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->element_count; i++) {
        m->kinds.causality[i] = is_told(&m->elements[i]) ? FORCE_OUT : 0;
        any = any || is_told(&m->elements[i]);
    }
    forest g = {.m = m, .set = any ? malloc(sizeof(int) * (size_t)m->body_count) : NULL};
    if (!any || !g.set)
        return any ? EG_ERROR_MEMORY : EG_OK;
    eg_sets_init(g.set, m->body_count);
    for (int b = 1; b < m->body_count; b++)
        if (m->bodies[b].mass > 0)
            eg_sets_join(g.set, 0, b);
    grow(&g, false, false, EG_ON_VELOCITY, FORCE_OUT);
    grow(&g, true, false, EG_ON_VELOCITY, VELOCITY_DAMPED);
    grow(&g, true, true, EG_ON_VELOCITY, VELOCITY_DAMPED);
    grow(&g, false, false, EG_ON_POSITION, FORCE_OUT);
    grow(&g, true, true, EG_ON_POSITION, VELOCITY_SPRUNG);
    free(g.set);
    return EG_OK;
}

size_t eg_model_causalities(const eg_model *model)
{
    size_t count = 0;
    for (int i = 0; i < model->element_count; i++)
        count += model->kinds.causality[i] != 0;
    return count;
}

static const char *text_of(const eg_element *e, int kind)
{
    if (kind == FORCE_OUT)
        return "force out";
    if (kind == VELOCITY_SPRUNG)
        return "velocity out: x = p.F/k";
    return e->ops->from_start > 0 ? "velocity out: der(x) = (p.F - k*x)/d" : "velocity out: p.v = p.F/d";
}

eg_causality eg_model_causality(const eg_model *model, size_t index)
{
    for (int i = 0; i < model->element_count; i++)
        if (model->kinds.causality[i] != 0 && index-- == 0)
            return (eg_causality){model->instances[model->elements[i].instance].path,
                                  text_of(&model->elements[i], model->kinds.causality[i])};
    return (eg_causality){"", ""};
}
