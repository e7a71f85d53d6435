/* Laws of users' equations as elements for engines that take pieces: see pieces.h.
 *
 * A law that contact_law.c knows has the modes of the component, and these say what is true of its relations.
 * Such a run changes modes; relations follow them, so that rows and whatever engine comes after find them as
 * they are. What happens at events beside that, and what follows the motion otherwise, makes a model one
 * piece. */
#include "network/user/pieces.h"

#include "base/arena.h"
#include "base/tape_affine.h"
#include "component/known_laws.h"
#include "network/motion/evaluate.h"
#include "network/motion/kinematics.h"
#include "network/user/bodies.h"

#include <stdlib.h>
#include <string.h>

int eg_own_body_count(const eg_model *m)
{
    return m->user && m->user->own ? m->user->own->bodies : 0;
}

bool eg_user_is_of_known_law(const eg_user *u, int flow)
{
    for (int k = 0; k < u->law_count; k++) {
        const eg_user_law *law = &u->laws[k];
        if (law->kind != EG_USER_LAW_OTHER && (law->flow[0] == flow || law->flow[1] == flow))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- bodies of their own */

/* Does instruction i follow what the relation says? follows[instructions] up to it are known. */
static bool follows_relation(const eg_tape *tape, int relation, int i, const bool *follows)
{
    const eg_instruction *c = &tape->code[i];
    const int of[] = {c->a, c->b, c->c};
    bool any = c->op == EG_OP_SWITCH && c->a == relation;
    for (int k = 0; k < 3 && k < eg_op_operands(c->op); k++)
        any = any || follows[of[k]];
    return any;
}

/* "gap" of "gap.contact", the first variable that follows a relation of the law and is computed for it;
 * the model's name where that belongs to no component. NULL: out of memory. */
static const char *component_of(const eg_model *m, const eg_user_law *law, bool *mark)
{
    const eg_user *u = m->user;
    bool *computed = mark + u->tape.count;
    memset(mark, 0, 2 * (size_t)u->tape.count * sizeof *mark);
    for (int i = 0; i < u->tape.count; i++)
        for (int k = 0; k < law->relation_count && !mark[i]; k++)
            mark[i] = follows_relation(&u->tape, law->relations[k], i, mark);
    for (int i = 0; i < law->step_count; i++)
        computed[law->steps[i].to] = true;
    for (int i = 0; i < u->quantity_count; i++) {
        const eg_user_quantity *q = &u->quantities[i];
        if (!q->is_declared || q->node < 0 || !mark[q->node] || !computed[q->node])
            continue;
        const char *dot = strrchr(q->path, '.');
        return dot ? eg_arena_format(m->arena, "%.*s", (int)(dot - q->path), q->path) : m->name;
    }
    return m->name;
}

static eg_status name_events(eg_model *m, eg_own_bodies *own)
{
    eg_user *u = m->user;
    eg_law_probe probe;
    bool *mark = calloc(2 * (size_t)u->tape.count + 1, sizeof *mark);
    eg_status status = eg_law_probe_create(&probe, u) && mark ? EG_OK : EG_ERROR_MEMORY;
    for (int i = 0; i < own->laws && status == EG_OK; i++) {
        const eg_own_law *law = &own->law[i];
        if (law->law.kind != EG_USER_LAW_CONTACT)
            continue;
        const char *component = component_of(m, &law->law, mark);
        if (!component)
            status = EG_ERROR_MEMORY;
        eg_own_law_set_probe(own, law, &probe);
        if (component)
            status = eg_law_mark_relations(m, &probe, component);
    }
    eg_law_probe_release(&probe);
    free(mark);
    return status;
}

eg_status eg_user_find_own_bodies(eg_model *m)
{
    eg_own_bodies *own = calloc(1, sizeof *own);
    if (!own)
        return EG_ERROR_MEMORY;
    const int found = eg_user_find_bodies(m, own);
    if (found == 1) {
        m->user->own = own;
        return name_events(m, own);
    }
    eg_own_bodies_release(own);
    free(own);
    return found == 0 ? EG_OK : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- are there pieces only? */

static bool acts_at_events(const eg_user *u)
{
    return u->clause_count > 0 || u->action_count > 0 || u->before_count > 0 || u->sample_count > 0 ||
           u->delay_count > 0 || u->impulse_count > 0 || u->grip_count > 0 || u->has_terminal;
}

/* A force of equations that is no part of a law: may it be a load, of time alone between events? */
static bool is_load(const eg_user *u, int node)
{
    return u->affinity.form[node].moves == EG_TAPE_STILL;
}

static const char *why_forces(const eg_model *m)
{
    const eg_user *u = m->user;
    for (int i = 0; i < u->flow_count; i++) {
        const eg_user_flow *f = &u->flows[i];
        const char *path = u->quantities[f->quantity].path;
        if (f->is_heat)
            return eg_arena_format(m->arena, "%s is a heat flow of equations", path);
        if (!eg_user_is_of_known_law(u, i) && !is_load(u, f->result.node))
            return eg_arena_format(
                m->arena,
                "%s, which equations give, is neither the force of a spring, a damper or an "
                "ElastoGap nor a function of time",
                path);
    }
    for (int i = 0; i < u->law_count; i++)
        if (u->laws[i].kind == EG_USER_LAW_CONTACT && u->laws[i].contact.law != EG_CONTACT_ELASTO_GAP)
            return eg_arena_format(m->arena,
                                   "%s, which equations give, is another contact law than ElastoGap's",
                                   u->quantities[u->flows[u->laws[i].flow[0]].quantity].path);
    for (int i = 0; u->own && i < u->own->laws; i++)
        if (u->own->law[i].law.kind == EG_USER_LAW_CONTACT &&
            u->own->law[i].law.contact.law != EG_CONTACT_ELASTO_GAP)
            return eg_arena_format(m->arena, "equations of %s write another contact law than ElastoGap's",
                                   m->name);
    for (int i = 0; u->own && i < u->own->pushes; i++)
        if (!is_load(u, u->own->push[i].node))
            return eg_arena_format(m->arena, "equations of %s write a force that is no function of time",
                                   m->name);
    return NULL;
}

static bool is_among(const eg_user_law *law, int relation)
{
    bool found = false;
    for (int k = 0; k < law->relation_count; k++)
        found = found || law->relations[k] == relation;
    return found;
}

/* Every relation that is no time event is one of a contact. */
static const char *why_relations(const eg_model *m)
{
    const eg_user *u = m->user;
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        bool known = r->a < 0 || r->is_of_time || (u->is_frozen[r->a] && u->is_frozen[r->b]);
        for (int k = 0; k < u->law_count && !known; k++)
            known = u->laws[k].kind == EG_USER_LAW_CONTACT && r->component && is_among(&u->laws[k], i);
        for (int k = 0; u->own && k < u->own->laws && !known; k++)
            known = r->component && is_among(&u->own->law[k].law, i);
        if (!known)
            return r->becomes[1]
                       ? eg_arena_format(m->arena, "\"%s\" in %s is an event beside those of contacts",
                                         r->becomes[1], m->name)
                       : eg_arena_format(m->arena, "equations of %s have events beside those of contacts",
                                         m->name);
    }
    return NULL;
}

static const char *why_not(const eg_model *m)
{
    const eg_user *u = m->user;
    if (acts_at_events(u))
        return eg_arena_format(m->arena, "equations of %s do something at events", m->name);
    if (u->is_implicit || u->needs_forces || u->reads_modes || u->needs_holding || u->has_speeds)
        return eg_arena_format(
            m->arena, "equations of %s follow accelerations, forces or modes of components", m->name);
    if (u->own && m->body_count > 1)
        return eg_arena_format(
            m->arena, "equations of %s have bodies of their own beside those of components", m->name);
    const char *why = why_forces(m);
    return why ? why : why_relations(m);
}

/* ---------------------------------------------------------------- making them */

/* The element that the law is; between which nodes or bodies is not its business. */
static eg_status make_element(eg_model *m, const eg_user_law *law, eg_element *e)
{
    double k[EG_ELEMENT_COEFFICIENTS] = {0};
    const bool is_spring = law->kind == EG_USER_LAW_SPRING;
    const size_t all = (size_t)m->coefficients.count + EG_ELEMENT_COEFFICIENTS;
    *e = (eg_element){.instance = -1, .node_a = -1, .node_b = -1, .row = -1, .heat_point = -1, .input = -1};
    e->ops =
        is_spring ? eg_spring_damper_element(&law->spring, k) : eg_elasto_gap_element(&law->contact.gap, k);
    if (eg_grow((void **)&m->coefficients.k, &m->coefficients.capacity, all, sizeof *m->coefficients.k) < 0)
        return EG_ERROR_MEMORY;
    e->coefficients = m->coefficients.count;
    memcpy(m->coefficients.k + e->coefficients, k, sizeof k);
    m->coefficients.count = (int)all;
    return EG_OK;
}

/* What its relations are in its modes. */
static eg_status find_truths(eg_model *m, const eg_law_probe *probe, eg_user_piece *piece)
{
    const eg_user_law *law = probe->law;
    const size_t count = (size_t)law->relation_count;
    int *relations = eg_arena_array(m->arena, count + 1, sizeof *relations);
    piece->holds = eg_arena_array(m->arena, EG_LAW_MODES * count + 1, sizeof *piece->holds);
    if (!relations || !piece->holds)
        return EG_ERROR_MEMORY;
    memcpy(relations, law->relations, count * sizeof *relations);
    piece->relations = relations;
    piece->relation_count = law->relation_count;
    for (size_t k = 0; k < count && !piece->component; k++)
        piece->component = m->user->relations[relations[k]].component;
    const int same = eg_law_find_truths(probe, piece->holds);
    if (same < 0)
        return EG_ERROR_MEMORY;
    if (same == 0)
        m->user->pieces->reason =
            eg_arena_format(m->arena, "conditions of %s change where its law does not", piece->component);
    return EG_OK;
}

static eg_status add_law(eg_model *m, const eg_law_probe *probe, eg_element *e)
{
    eg_user_pieces *p = m->user->pieces;
    eg_user_piece *piece = &p->list[p->count++];
    *piece = (eg_user_piece){0};
    eg_status status = make_element(m, probe->law, e);
    if (status == EG_OK && probe->law->kind == EG_USER_LAW_CONTACT)
        status = find_truths(m, probe, piece);
    return status;
}

static eg_status add_laws(eg_model *m, eg_element *e)
{
    eg_user *u = m->user;
    eg_law_probe probe;
    eg_status status = eg_law_probe_create(&probe, u) ? EG_OK : EG_ERROR_MEMORY;
    for (int i = 0; i < u->law_count && status == EG_OK; i++) {
        const eg_user_law *law = &u->laws[i];
        if (law->kind == EG_USER_LAW_OTHER)
            continue;
        eg_law_set_probe(&probe, law);
        status = add_law(m, &probe, e);
        e->node_a = law->from;
        e->node_b = law->to;
        if (status == EG_OK && law->to >= 0 && (e->row = eg_model_row(m, law->from, law->to)) < 0)
            status = EG_ERROR_MEMORY;
        e++;
    }
    for (int i = 0; u->own && i < u->own->laws && status == EG_OK; i++) {
        const eg_own_law *law = &u->own->law[i];
        eg_own_law_set_probe(u->own, law, &probe);
        status = add_law(m, &probe, e);
        e->body_a = 1 + law->from; /* behind the ground, which is all that components have */
        e++->body_b = 1 + law->to;
    }
    eg_law_probe_release(&probe);
    return status;
}

eg_status eg_user_find_pieces(eg_model *m)
{
    eg_user *u = m->user;
    if (!u)
        return EG_OK;
    u->pieces = eg_arena_array(m->arena, 1, sizeof *u->pieces);
    if (!u->pieces)
        return EG_ERROR_MEMORY;
    u->pieces->reason = why_not(m);
    if (u->pieces->reason)
        return EG_OK;
    const size_t laws = (size_t)(u->law_count + (u->own ? u->own->laws : 0)), own = (size_t)m->element_count;
    eg_element *all = eg_arena_array(m->arena, own + laws + 1, sizeof *all);
    u->pieces->list = eg_arena_array(m->arena, laws + 1, sizeof *u->pieces->list);
    if (!all || !u->pieces->list)
        return EG_ERROR_MEMORY;
    memcpy(all, m->elements, own * sizeof *all);
    m->elements = all;
    u->pieces->timed =
        eg_arena_array(m->arena, (size_t)u->affinity.timed_count + 1, sizeof *u->pieces->timed);
    if (!u->pieces->timed)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < u->affinity.timed_count; i++)
        u->pieces->timed[i] = eg_tape_step_of(&u->tape, u->affinity.timed[i]);
    return add_laws(m, all + own);
}

/* ---------------------------------------------------------------- in a run */

static const eg_user_piece *piece_of(const eg_model *m, int i)
{
    return &m->user->pieces->list[i - m->element_count];
}

const char *eg_pieces_path(const eg_model *m, int i)
{
    return i < m->element_count ? eg_instance_path(m, m->elements[i].instance) : piece_of(m, i)->component;
}

double eg_user_law_distance(const eg_network *s, int from, int to, const double *y)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->input_count; i++) {
        const eg_user_input *in = &u->inputs[i];
        if (in->kind == EG_USER_DISTANCE && in->index == to && in->other == from)
            return eg_row_value(s, &s->m->row.list[in->row], y);
        if (in->kind == EG_USER_DISTANCE && in->index == from && in->other == to)
            return -eg_row_value(s, &s->m->row.list[in->row], y);
    }
    return eg_node_position(s, to) - (from < 0 ? 0 : eg_node_position(s, from));
}

void eg_pieces_run_timed(eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    if (s->base.origin != 0) { /* formulas are told what rounding leaves out of the time */
        eg_network_evaluate(s, t, s->scratch.zero, s->scratch.zero, 0);
        return;
    }
    if (u->clock >= 0)
        s->user.in[u->clock] = t;
    eg_tape_run_steps(u->pieces->timed, u->affinity.timed_count, s->user.in, s->user.mode, s->user.value);
}

bool eg_pieces_are_told(const eg_network *s, int i, int mode)
{
    const eg_user_piece *p = piece_of(s->m, i);
    bool changes = false;
    for (int k = 0; k < p->relation_count; k++) {
        const int holds = p->holds[mode * p->relation_count + k];
        changes = changes || (holds >= 0 && holds != s->user.mode[p->relations[k]]);
    }
    return changes;
}

void eg_pieces_begin(eg_network *s, int i)
{
    const eg_element *e = &s->m->elements[i];
    s->mode[i] = e->ops->mode_at ? e->ops->mode_at(s->k + e->coefficients, s->s_rel[i], s->v_rel[i]) : 0;
    for (int mode = 0; mode < e->ops->mode_count && eg_pieces_are_told(s, i, s->mode[i]); mode++)
        if (!eg_pieces_are_told(s, i, mode))
            s->mode[i] = mode;
    eg_pieces_follow(s, i);
}

void eg_pieces_follow(eg_network *s, int i)
{
    const eg_user_piece *p = piece_of(s->m, i);
    for (int k = 0; k < p->relation_count; k++) {
        const int holds = p->holds[s->mode[i] * p->relation_count + k];
        if (holds >= 0)
            s->user.mode[p->relations[k]] = s->law.told[p->relations[k]] = holds;
    }
    s->user.is_behind = true;
}
