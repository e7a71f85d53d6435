/* Bodies that equations write without any component.
 *
 * Unknowns x and v with der(x) = v, and der(v) a sum of what follows positions and speeds, are a body, and
 * what is summed are forces over its mass. A sum is taken apart down to numbers, positions, speeds, and
 * *leaves*, which are anything else. Positions and speeds with their factors are springs and dampers, to
 * other
 * bodies and to the ground. Leaves that share a relation are one law, as a contact's spring and damper are;
 * it follows one body or two, acts on these, and must be a law that contact_law.c knows. Leaves that
 * follow no body push. Where forces act
 * between two bodies they tell how their masses compare. */
#include "network/user/bodies.h"
#include "base/union_find.h"
#include "network/user/contact_law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is round-off of the factors in a sum, and of ratios of masses. */
static const double SAME = 1e-13;

typedef struct search {
    const eg_model *m;
    const eg_user *u;
    eg_own_bodies *out;
    int n;
    int *body_of;      /* (unknowns) that it is x or v of */
    double *linear;    /* (n, unknowns) factors in the accelerations */
    double *factor;    /* (n, leaves) */
    int *leaf, leaves; /* instructions */
    double *sum;       /* (instructions) scratch */
    char *mark;        /* (instructions) scratch */
    bool *relation;    /* (relations) scratch */
    int *first_leaf;   /* (relations) a leaf that asks it, or -1 */
    bool *is_push;     /* (leaves) it follows no body */
    int *group;        /* (leaves) union-find */
    double *ratio;     /* (n) mass, 0: not yet known */
    eg_law_probe probe;
} search;

static bool is_input(const eg_user *u, int node, eg_user_input_kind kind, int index)
{
    const eg_instruction *i = &u->tape.code[node];
    return i->op == EG_OP_INPUT && u->inputs[i->a].kind == kind && u->inputs[i->a].index == index;
}

/* The other side of the row that says what the derivative of the unknown is; -1: it says something else. */
static int rate_of(const eg_user *u, int unknown)
{
    const eg_user_row *row = &u->rows[unknown];
    if (is_input(u, row->left, EG_USER_RATE, unknown))
        return row->right;
    return is_input(u, row->right, EG_USER_RATE, unknown) ? row->left : -1;
}

/* Pairs of unknowns; false: there are none, or not such that are bodies. */
static bool find_pairs(search *q)
{
    const eg_user *u = q->u;
    for (int i = 0; i < u->unknowns; i++)
        q->body_of[i] = -1;
    for (int i = 0; i < u->unknowns; i++) {
        const int rate = rate_of(u, i);
        const eg_instruction *c = rate < 0 ? NULL : &u->tape.code[rate];
        if (!c || c->op != EG_OP_INPUT || u->inputs[c->a].kind != EG_USER_VALUE)
            continue;
        const int v = u->inputs[c->a].index;
        if (v == i || q->body_of[i] >= 0 || q->body_of[v] >= 0 || q->n == EG_OWN_BODIES_MOST ||
            rate_of(u, v) < 0)
            return false;
        q->body_of[i] = q->body_of[v] = q->n;
        q->out->body[q->n++] = (eg_own_body){.x = i, .v = v};
    }
    return q->n > 0;
}

/* ---------------------------------------------------------------- sums */

static int leaf_number(search *q, int node)
{
    for (int i = 0; i < q->leaves; i++)
        if (q->leaf[i] == node)
            return i;
    q->leaf[q->leaves] = node;
    return q->leaves++;
}

static double constant(const eg_user *u, int node)
{
    return u->tape.code[node].op == EG_OP_CONSTANT ? u->tape.code[node].number : NAN;
}

bool eg_user_pass_on(const eg_user *u, int i, double share, double *sum)
{
    const eg_instruction *c = &u->tape.code[i];
    switch (c->op) {
    case EG_OP_ADD:
    case EG_OP_SUB:
        sum[c->a] += share;
        sum[c->b] += c->op == EG_OP_ADD ? share : -share;
        return true;
    case EG_OP_NEG: sum[c->a] -= share; return true;
    case EG_OP_ALONG: sum[c->a] += share; return true;
    case EG_OP_MUL:
        if (!isnan(constant(u, c->a)))
            sum[c->b] += share * constant(u, c->a);
        else if (!isnan(constant(u, c->b)))
            sum[c->a] += share * constant(u, c->b);
        else
            return false;
        return true;
    case EG_OP_DIV:
        if (isnan(constant(u, c->b)))
            return false;
        sum[c->a] += share / constant(u, c->b);
        return true;
    default: return false;
    }
}

/* The acceleration of body b, taken apart. Leaves are counted over all bodies: their factors, by number. */
static void take_apart(search *q, int b, double *factor)
{
    const eg_user *u = q->u;
    const int root = rate_of(u, q->out->body[b].v);
    memset(q->sum, 0, (size_t)u->tape.count * sizeof *q->sum);
    q->sum[root] = 1;
    for (int i = root; i >= 0; i--) {
        const eg_instruction *c = &u->tape.code[i];
        const double share = q->sum[i];
        if (share == 0 || eg_user_pass_on(u, i, share, q->sum))
            continue;
        if (c->op == EG_OP_CONSTANT)
            q->out->body[b].push += share * c->number;
        else if (c->op == EG_OP_INPUT && u->inputs[c->a].kind == EG_USER_VALUE &&
                 q->body_of[u->inputs[c->a].index] >= 0)
            q->linear[b * u->unknowns + u->inputs[c->a].index] += share;
        else
            factor[leaf_number(q, i)] = share;
    }
}

/* ---------------------------------------------------------------- laws */

/* Marks all that a leaf is computed from, and the relations that it asks with their sides. What it follows
 * is added to *of. */
enum { BODIES = 1, OTHERS = 2, RATES = 4 };

static void trace(search *q, int node, unsigned *of)
{
    const eg_user *u = q->u;
    const eg_instruction *c = &u->tape.code[node];
    if (q->mark[node])
        return;
    q->mark[node] = 1;
    if (c->op == EG_OP_INPUT) {
        const eg_user_input *in = &u->inputs[c->a];
        if (in->kind == EG_USER_VALUE)
            *of |= q->body_of[in->index] >= 0 ? BODIES : OTHERS;
        else
            *of |= in->kind == EG_USER_RATE || in->kind == EG_USER_ACCELERATION ? RATES : OTHERS;
        return;
    }
    if (c->op == EG_OP_LOOP || c->op == EG_OP_ARGUMENT)
        *of |= OTHERS | BODIES;
    if (c->op == EG_OP_SWITCH) {
        const eg_user_relation *r = &u->relations[c->a];
        *of |= r->is_of_time ? OTHERS : 0;
        q->relation[c->a] = true;
        if (r->a >= 0)
            trace(q, r->a, of);
        if (r->b >= 0)
            trace(q, r->b, of);
        return;
    }
    const int operands[] = {c->a, c->b, c->c};
    for (int k = 0; k < eg_op_operands(c->op); k++)
        trace(q, operands[k], of);
}

static void forget_marks(search *q)
{
    memset(q->mark, 0, (size_t)q->u->tape.count + 1);
    memset(q->relation, 0, ((size_t)q->u->relation_count + 1) * sizeof *q->relation);
}

/* Leaves that share a relation; false: one follows bodies and something else. */
static bool find_groups(search *q)
{
    for (int i = 0; i < q->u->relation_count; i++)
        q->first_leaf[i] = -1;
    eg_sets_init(q->group, q->leaves);
    for (int i = 0; i < q->leaves; i++) {
        unsigned of = 0;
        forget_marks(q);
        trace(q, q->leaf[i], &of);
        q->is_push[i] = of == OTHERS;
        if (of != OTHERS && of != BODIES)
            return false;
        for (int r = 0; r < q->u->relation_count && !q->is_push[i]; r++) {
            if (!q->relation[r])
                continue;
            if (q->first_leaf[r] < 0)
                q->first_leaf[r] = i;
            else
                eg_sets_join(q->group, q->first_leaf[r], i);
        }
    }
    return true;
}

/* The bodies that what is marked follows: two at most. How many; 3: more. */
static int bodies_of_marked(const search *q, int body[2])
{
    int count = 0;
    for (int i = 0; i < q->u->tape.count; i++) {
        const eg_instruction *c = &q->u->tape.code[i];
        if (!q->mark[i] || c->op != EG_OP_INPUT)
            continue;
        const int b = q->body_of[q->u->inputs[c->a].index];
        if ((count > 0 && body[0] == b) || (count > 1 && body[1] == b))
            continue;
        if (count == 2)
            return 3;
        body[count++] = b;
    }
    return count;
}

static void mark_group(search *q, int group)
{
    unsigned of = 0;
    forget_marks(q);
    for (int i = 0; i < q->leaves; i++)
        if (!q->is_push[i] && eg_sets_find(q->group, i) == group)
            trace(q, q->leaf[i], &of);
}

/* ---------------------------------------------------------------- masses */

/* The same force, over their masses, in both directions. */
static bool compare_masses(search *q, int a, int b, double in_a, double in_b)
{
    if (!(in_a * in_b < 0))
        return false;
    if (q->ratio[a] == 0 && q->ratio[b] == 0)
        q->ratio[a] = 1 / fabs(in_a);
    if (q->ratio[a] == 0)
        q->ratio[a] = -q->ratio[b] * in_b / in_a;
    if (q->ratio[b] == 0)
        q->ratio[b] = -q->ratio[a] * in_a / in_b;
    return fabs(q->ratio[a] * in_a + q->ratio[b] * in_b) <= SAME * fabs(q->ratio[a] * in_a);
}

/* One round over all that ties two bodies of which one's mass is known: true where another mass has become
 * known. *good: nothing contradicts. */
static bool compare_linear(search *q, bool *good)
{
    const int n = q->u->unknowns;
    bool more = false;
    for (int a = 0; a < q->n; a++)
        for (int b = a + 1; b < q->n; b++)
            for (int part = 0; part < 2; part++) {
                const eg_own_body *to = q->out->body;
                const double in_a = q->linear[a * n + (part == 0 ? to[b].x : to[b].v)],
                             in_b = q->linear[b * n + (part == 0 ? to[a].x : to[a].v)];
                if (in_a == 0 && in_b == 0)
                    continue;
                const bool was_known = q->ratio[a] != 0 && q->ratio[b] != 0;
                if (q->ratio[a] == 0 && q->ratio[b] == 0)
                    continue;
                *good = *good && compare_masses(q, a, b, in_a, -in_b);
                more = more || !was_known;
            }
    return more;
}

static bool compare_groups(search *q, bool *good)
{
    bool more = false;
    for (int i = 0; i < q->leaves && *good; i++) {
        int body[2];
        if (q->is_push[i])
            continue;
        mark_group(q, eg_sets_find(q->group, i));
        if (bodies_of_marked(q, body) != 2)
            continue;
        const double in_a = q->factor[body[0] * q->leaves + i], in_b = q->factor[body[1] * q->leaves + i];
        const bool was_known = q->ratio[body[0]] != 0 && q->ratio[body[1]] != 0;
        if (q->ratio[body[0]] == 0 && q->ratio[body[1]] == 0)
            continue;
        *good = *good && compare_masses(q, body[0], body[1], in_a, in_b);
        more = more || !was_known;
    }
    return more;
}

/* A mass to begin with: so that the first force on it has the factor 1. */
static double first_mass(const search *q, int b)
{
    for (int i = 0; i < q->leaves; i++)
        if (q->factor[b * q->leaves + i] != 0)
            return 1 / fabs(q->factor[b * q->leaves + i]);
    return 1;
}

static bool find_masses(search *q)
{
    bool good = true;
    for (int b = 0; b < q->n && good; b++) {
        if (q->ratio[b] == 0)
            q->ratio[b] = first_mass(q, b);
        for (bool more = true; more && good;) {
            more = compare_linear(q, &good);
            more = (good && compare_groups(q, &good)) || more;
        }
    }
    for (int b = 0; b < q->n; b++) {
        good = good && q->ratio[b] > 0 && isfinite(q->ratio[b]);
        q->out->body[b].mass = q->ratio[b];
        q->out->body[b].push *= q->ratio[b];
    }
    return good;
}

/* ---------------------------------------------------------------- what acts */

static void add_spring(search *q, int from, int to, double c, double d)
{
    if (c != 0 || d != 0)
        q->out->law[q->out->laws++] =
            (eg_own_law){.from = from, .to = to, .law = {.kind = EG_USER_LAW_SPRING, .spring = {c, d, 0}}};
}

/* Springs and dampers between bodies, and what is left of a row to the ground. */
static bool add_springs(search *q)
{
    const int n = q->u->unknowns;
    for (int a = 0; a < q->n; a++) {
        const double *row = q->linear + (size_t)a * (size_t)n;
        double sum[2] = {0}, size[2] = {0}, mass = q->out->body[a].mass;
        for (int b = 0; b < q->n; b++) {
            const eg_own_body *to = &q->out->body[b];
            const double c = mass * row[to->x], d = mass * row[to->v];
            sum[0] -= c;
            sum[1] -= d;
            size[0] += fabs(c);
            size[1] += fabs(d);
            if (b != a && (c < 0 || d < 0))
                return false;
            if (b > a)
                add_spring(q, a, b, c, d);
        }
        for (int part = 0; part < 2; part++)
            sum[part] = fabs(sum[part]) <= SAME * size[part] ? 0 : sum[part];
        if (sum[0] < 0 || sum[1] < 0)
            return false;
        add_spring(q, -1, a, sum[0], sum[1]);
    }
    return true;
}

void eg_own_law_set_probe(const eg_own_bodies *own, const eg_own_law *law, eg_law_probe *probe)
{
    const eg_user *u = probe->u;
    const int from = law->from, to = law->to;
    probe->law = &law->law;
    probe->terms = law->terms;
    probe->node = law->node;
    probe->factor = law->factor;
    for (int i = 0; i < u->input_count; i++)
        probe->by_s[i] = probe->by_v[i] = probe->by_drift[i] = 0;
    for (int i = 0; i < u->input_count; i++) {
        const eg_user_input *in = &u->inputs[i];
        for (int b = 0; b < own->bodies && in->kind == EG_USER_VALUE; b++) {
            const bool is_x = own->body[b].x == in->index, is_v = own->body[b].v == in->index;
            const double way = to >= 0 ? b == to : -(b == from);
            probe->by_s[i] += is_x ? way : 0;
            probe->by_v[i] += is_v ? way : 0;
            probe->by_drift[i] += (is_x || is_v) && from >= 0 && to >= 0 && (b == from || b == to);
        }
    }
}

/* Is the law of a group, `found` but for its kind, one along the way between its two bodies? */
static bool is_known(search *q, int group, eg_own_law *found)
{
    const int acts_on = found->to >= 0 ? found->to : found->from;
    const double sign = found->to >= 0 ? -q->ratio[acts_on] : q->ratio[acts_on];
    found->terms = 0;
    for (int i = 0; i < q->leaves; i++)
        if (!q->is_push[i] && eg_sets_find(q->group, i) == group) {
            found->node[found->terms] = q->leaf[i];
            found->factor[found->terms++] = sign * q->factor[acts_on * q->leaves + i];
        }
    eg_own_law_set_probe(q->out, found, &q->probe);
    eg_law_find_kind(&q->probe, &found->law);
    return found->law.kind != EG_USER_LAW_OTHER;
}

static void release_law(eg_own_law *law)
{
    free(law->law.steps);
    free(law->law.relations);
    free(law->node);
    free(law->factor);
}

/* The group acts on the bodies that it follows, and on no other. */
static bool acts_on_these(const search *q, int group, const int body[2], int count)
{
    for (int b = 0; b < q->n; b++)
        for (int i = 0; i < q->leaves; i++) {
            const bool follows = b == body[0] || (count == 2 && b == body[1]);
            if (!q->is_push[i] && eg_sets_find(q->group, i) == group &&
                (q->factor[b * q->leaves + i] != 0) != follows)
                return false;
        }
    return true;
}

/* The law of what is marked: what it computes, and the relations that it asks. False: out of memory. */
static bool take_marked(const search *q, eg_own_law *law)
{
    const eg_user *u = q->u;
    law->law.steps = malloc(((size_t)u->tape.count + 1) * sizeof *law->law.steps);
    law->law.relations = malloc(((size_t)u->relation_count + 1) * sizeof *law->law.relations);
    law->node = malloc(((size_t)q->leaves + 1) * sizeof *law->node);
    law->factor = malloc(((size_t)q->leaves + 1) * sizeof *law->factor);
    if (!law->law.steps || !law->law.relations || !law->node || !law->factor)
        return false;
    for (int i = 0; i < u->tape.count; i++)
        if (q->mark[i] && u->tape.code[i].op != EG_OP_CONSTANT)
            law->law.steps[law->law.step_count++] = eg_tape_step_of(&u->tape, i);
    for (int i = 0; i < u->relation_count; i++)
        if (q->relation[i])
            law->law.relations[law->law.relation_count++] = i;
    return true;
}

static int add_group(search *q, int group)
{
    int body[2] = {-1, -1};
    mark_group(q, group);
    const int count = bodies_of_marked(q, body);
    if (count < 1 || count > 2 || !acts_on_these(q, group, body, count))
        return 0;
    eg_own_law law = {0};
    if (!take_marked(q, &law)) {
        release_law(&law);
        return -1;
    }
    for (int way = 0; way < 2; way++) {
        law.from = way == 0 ? body[1] : body[0];
        law.to = way == 0 ? body[0] : body[1];
        if (!is_known(q, group, &law))
            continue;
        q->out->law[q->out->laws++] = law;
        return 1;
    }
    release_law(&law);
    return 0;
}

static void add_pushes(search *q, int leaf)
{
    for (int b = 0; b < q->n; b++)
        if (q->factor[b * q->leaves + leaf] != 0)
            q->out->push[q->out->pushes++] =
                (eg_own_push){b, q->leaf[leaf], q->ratio[b] * q->factor[b * q->leaves + leaf]};
}

static int add_laws(search *q)
{
    int status = add_springs(q);
    for (int i = 0; i < q->leaves && status == 1; i++) {
        if (q->is_push[i])
            add_pushes(q, i);
        else if (eg_sets_find(q->group, i) == i)
            status = add_group(q, i);
    }
    return status;
}

/* ---------------------------------------------------------------- */

static bool make_room(search *q)
{
    const size_t n = (size_t)q->u->unknowns + 1, count = (size_t)q->u->tape.count + 1,
                 relations = (size_t)q->u->relation_count + 1;
    q->out->body = calloc(n, sizeof *q->out->body);
    q->body_of = calloc(n, sizeof *q->body_of);
    q->leaf = calloc(count, sizeof *q->leaf);
    q->group = calloc(count, sizeof *q->group);
    q->is_push = calloc(count, sizeof *q->is_push);
    q->sum = calloc(count, sizeof *q->sum);
    q->mark = calloc(count, sizeof *q->mark);
    q->relation = calloc(relations, sizeof *q->relation);
    q->first_leaf = calloc(relations, sizeof *q->first_leaf);
    return eg_law_probe_create(&q->probe, q->u) && q->out->body && q->body_of && q->leaf && q->group &&
           q->is_push && q->sum && q->mark && q->relation && q->first_leaf;
}

static void forget(search *q)
{
    free(q->body_of);
    free(q->leaf);
    free(q->group);
    free(q->is_push);
    free(q->sum);
    free(q->mark);
    free(q->relation);
    free(q->first_leaf);
    free(q->linear);
    free(q->factor);
    free(q->ratio);
    eg_law_probe_release(&q->probe);
}

/* All accelerations: 1, or -1 when out of memory. */
static int take_all_apart(search *q)
{
    const size_t bodies = (size_t)q->n, n = (size_t)q->u->unknowns, count = (size_t)q->u->tape.count;
    q->linear = calloc(bodies * n + 1, sizeof *q->linear);
    q->ratio = calloc(bodies + 1, sizeof *q->ratio);
    double *found = calloc(bodies * count + 1, sizeof *found);
    if (!q->linear || !q->ratio || !found) {
        free(found);
        return -1;
    }
    for (int b = 0; b < q->n; b++)
        take_apart(q, b, found + (size_t)b * count);
    q->factor = calloc(bodies * (size_t)q->leaves + 1, sizeof *q->factor);
    q->out->law = calloc(bodies * bodies + (size_t)q->leaves + 1, sizeof *q->out->law);
    q->out->push = calloc(bodies * (size_t)q->leaves + 1, sizeof *q->out->push);
    for (int b = 0; b < q->n && q->factor; b++)
        memcpy(q->factor + b * q->leaves, found + (size_t)b * count, (size_t)q->leaves * sizeof *found);
    free(found);
    return q->factor && q->out->law && q->out->push ? 1 : -1;
}

/* Do equations set speeds or positions anew? */
static bool jumps(const eg_user *u)
{
    bool any = u->impulse_count > 0;
    for (int i = 0; i < u->action_count; i++)
        any = any || u->actions[i].kind == EG_USER_REINIT;
    return any;
}

int eg_user_find_bodies(const eg_model *m, eg_own_bodies *out)
{
    const eg_user *u = m->user;
    search q = {.m = m, .u = u, .out = out};
    *out = (eg_own_bodies){0};
    if (!u || u->unknowns == 0 || u->has_speeds || jumps(u))
        return 0;
    int status = make_room(&q) ? 1 : -1;
    if (status > 0)
        status = find_pairs(&q);
    out->bodies = q.n;
    if (status > 0)
        status = take_all_apart(&q);
    if (status > 0)
        status = find_groups(&q) && find_masses(&q);
    if (status > 0)
        status = add_laws(&q);
    if (status <= 0)
        eg_own_bodies_release(out);
    forget(&q);
    return status;
}

void eg_own_bodies_release(eg_own_bodies *b)
{
    for (int i = 0; i < b->laws; i++)
        release_law(&b->law[i]);
    free(b->body);
    free(b->law);
    free(b->push);
    *b = (eg_own_bodies){0};
}
