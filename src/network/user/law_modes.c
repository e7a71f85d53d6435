/* What is true of the relations of a law in each mode of ElastoGap, which it is (contact_law.c): found at
 * points of all modes, near their edges and far from them. A relation need not be the same where nothing asks
 * for it, as in `if contact then (if d*v < f_c then ...) else 0` while there is no contact. */
#include "network/user/contact_law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Depths as shares of what the place of the edge has digits for, and speeds as shares of that at which the
 * damper reaches its bound. */
static const double depths[] = {1e-6, 0.02, 1, 1e3};
static const double shares[] = {0, 0.3, 0.999, 1.001, 3, 1e3};

typedef struct finding {
    const eg_law_probe *of;
    int *holds;
    bool *mark;      /* (instructions) asked for */
    bool *is_of_law; /* (instructions) computed for the law */
    bool *asked;     /* (relations) */
    int *seen;       /* (relations) for which that has been found */
    bool has_seen;
} finding;

/* Marks what an instruction looks at: of a choice that the law makes the branch that it takes. */
static void mark_operands(const finding *q, int i)
{
    const eg_instruction *c = &q->of->u->tape.code[i];
    const int of[] = {c->a, c->b, c->c};
    int one = -1;
    if (c->op == EG_OP_SELECT && q->is_of_law[c->a]) {
        one = q->of->value[c->a] != 0 ? c->b : c->c;
        q->mark[c->a] = true;
    }
    for (int k = 0; k < 2 && (c->op == EG_OP_AND || c->op == EG_OP_OR); k++)
        if (q->is_of_law[of[k]] && (q->of->value[of[k]] != 0) == (c->op == EG_OP_OR))
            one = of[k];
    if (one >= 0)
        q->mark[one] = true;
    for (int k = 0; k < 3 && k < eg_op_operands(c->op) && one < 0; k++)
        q->mark[of[k]] = true;
}

/* One round backward over all formulas; true: another is needed. */
static bool pass_on(finding *q)
{
    const eg_user *u = q->of->u;
    bool again = false;
    for (int i = u->tape.count - 1; i >= 0; i--) {
        const eg_instruction *c = &u->tape.code[i];
        if (!q->mark[i])
            continue;
        if (c->op != EG_OP_SWITCH) {
            mark_operands(q, i);
        } else if (!q->asked[c->a]) {
            const eg_user_relation *r = &u->relations[c->a];
            again = q->asked[c->a] = true;
            if (r->a >= 0)
                q->mark[r->a] = q->mark[r->b] = true;
        }
    }
    return again;
}

/* Which relations anything asks for at the point that the law has been run at. */
static void find_asked(finding *q)
{
    const eg_user *u = q->of->u;
    const size_t bytes = (size_t)u->relation_count * sizeof *q->seen;
    if (q->has_seen && memcmp(q->seen, q->of->mode, bytes) == 0)
        return;
    memcpy(q->seen, q->of->mode, bytes);
    q->has_seen = true;
    memset(q->asked, 0, (size_t)u->relation_count * sizeof *q->asked);
    eg_user_mark_roots(u, q->mark);
    while (pass_on(q))
        ;
}

/* What is asked at a point agrees with what is known of its mode, or becomes that. */
static bool note(finding *q, double s, double v)
{
    const eg_user_law *law = q->of->law;
    int *known = q->holds + (int)eg_elasto_gap_mode(&law->contact.gap, s, v) * law->relation_count;
    eg_law_probe_at(q->of, s, v, 0);
    find_asked(q);
    for (int k = 0; k < law->relation_count; k++) {
        const int r = law->relations[k];
        if (!q->asked[r])
            continue;
        if (known[k] >= 0 && known[k] != q->of->mode[r])
            return false;
        known[k] = q->of->mode[r];
    }
    return true;
}

/* At all speeds one after the other, so that few points in a row are of different modes. */
static bool note_all(finding *q)
{
    const eg_elasto_gap *gap = &q->of->law->contact.gap;
    const double scale = fmax(1, fabs(gap->s_rel0));
    bool same = true;
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++)
        for (int way = 0; way < 4; way++)
            for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
                const double p = scale * depths[i], bound = gap->f_ref * pow(p, gap->n) / gap->d;
                const double v = shares[k] * (gap->d > 0 && isfinite(bound) ? bound : 1);
                same = same && note(q, gap->s_rel0 + (way & 1 ? p : -p), way & 2 ? v : -v);
            }
    return same;
}

int eg_law_find_truths(const eg_law_probe *of, int *holds)
{
    const size_t code = (size_t)of->u->tape.count, relations = (size_t)of->u->relation_count;
    finding q = {.of = of, .holds = holds};
    q.mark = calloc(2 * code + relations + 1, sizeof *q.mark);
    q.seen = calloc(relations + 1, sizeof *q.seen);
    int status = q.mark && q.seen ? 1 : -1;
    if (status > 0) {
        q.is_of_law = q.mark + code;
        q.asked = q.is_of_law + code;
        for (int k = 0; k < of->law->step_count; k++)
            q.is_of_law[of->law->steps[k].to] = true;
        memset(holds, -1, (size_t)(EG_LAW_MODES * of->law->relation_count) * sizeof *holds);
        status = note_all(&q);
    }
    free(q.mark);
    free(q.seen);
    return status;
}
