/* The model piece by piece (base/local.h): bodies with mass, elements between two of them, outer forces
 * that are functions of time; and what equations write that is any of these (user/pieces.h). What else there
 * is, parts without mass, friction, drives, feedback by signals, temperatures, makes a model one piece. */
#include "base/fetch.h"
#include "base/reason.h"
#include "network/motion/evaluate.h"
#include "network/motion/linear_mode.h"
#include "network/motion/kinematics.h"
#include "network/motion/local.h"
#include "network/network.h"
#include "network/user/bodies.h"
#include "network/user/modes.h"
#include "network/user/pieces.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct eg_local_parts {
    eg_local view; /* points into what follows */
    double *mass, *start;
    eg_local_item *items;
    int *first, *touching, *x_of, *x, *v, *body_of;
    eg_local_load *loads;
} eg_local_parts;

void eg_network_local_free(eg_network *s)
{
    eg_local_parts *p = s->local;
    if (!p)
        return;
    free(p->mass);
    free(p->start);
    free(p->items);
    free(p->first);
    free(p->touching);
    free(p->x_of);
    free(p->x);
    free(p->v);
    free(p->body_of);
    free(p->loads);
    free(p);
    s->local = NULL;
}

/* Is there nothing that moves but bodies, and nothing that ties their motions to each other but forces? */
static bool are_bodies_free(eg_network *s, char *reason, size_t size)
{
    const eg_model *m = s->m;
    const int of_bodies = 2 * (m->body_count - 1 + eg_own_body_count(m));
    char who[160];
    if (!s->simple && !s->base.ops->is_explicit(&s->base, reason, size))
        return false;
    if (m->drive_count > 0)
        return eg_refuse(reason, size, "%s gives a motion", eg_instance_path(m, m->drives[0].instance));
    if (m->kinds.friction_count > 0)
        return eg_refuse(reason, size, "the friction of %s may hold bodies together",
                         eg_instance_path(m, m->elements[m->kinds.frictions[0]].instance));
    if (m->n > of_bodies) {
        s->base.ops->describe(&s->base, of_bodies, who, sizeof who);
        return eg_refuse(reason, size, "the %s changes with all of the motion", who);
    }
    for (int i = 0; i < m->node_count; i++)
        if (m->nodes[i].more > 0)
            return eg_refuse(reason, size, "%s moves with more than one body", eg_model_at_node(m, i));
    for (int b = 1; b < m->body_count; b++)
        if (m->bodies[b].mass > 0 && m->bodies[b].mass < DBL_MIN)
            return eg_refuse(reason, size, "the mass of %s is so small that its reciprocal is no number",
                             m->bodies[b].name);
    return s->simple || eg_refuse(reason, size, "equations of %s tie bodies together", m->name);
}

static bool are_equations_local(const eg_network *s, char *reason, size_t size)
{
    const eg_user *u = s->m->user;
    if (u && u->pieces->reason)
        return eg_refuse(reason, size, "%s", u->pieces->reason);
    return !s->user.tangents || eg_refuse(reason, size, "derivatives of equations are followed");
}

static bool are_forces_local(const eg_model *m, char *reason, size_t size)
{
    for (int i = 0; i < m->source_count; i++)
        if (!m->nets[m->sources[i].input].of_time)
            return eg_refuse(reason, size, "the force of %s follows more than time",
                             eg_instance_path(m, m->sources[i].instance));
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        const char *name = eg_instance_path(m, e->instance);
        if (e->ops->supplies)
            return eg_refuse(reason, size, "the force of %s drives, and resists no motion", name);
        if (e->ops->switch_count > EG_LOCAL_SWITCHES)
            return eg_refuse(reason, size, "the law of %s may end in more than %d ways", name,
                             EG_LOCAL_SWITCHES);
        if (eg_element_remembers(e))
            return eg_refuse(reason, size, "the law of %s remembers how it began", name);
    }
    return true;
}

/* Written ones among them. */
static int element_count(const eg_model *m)
{
    return m->element_count + eg_written_elements(m);
}

static double mass_of(const eg_network *s, const eg_element *e, int end)
{
    const int own = end == 0 ? e->body_a : e->body_b, node = end == 0 ? e->node_a : e->node_b;
    if (eg_pieces_are_own(e))
        return own > 0 ? s->m->user->own->body[own - 1].mass : INFINITY;
    const int body = node < 0 ? 0 : s->m->nodes[node].body;
    return body > 0 ? s->stick.mass[body] : INFINITY;
}

/* A damper whose impulse in the run is so many times that of a mass may round to more than all else that the
 * mass feels. Clusters do not see that; engines for all of the motion do, and say so. */
static bool are_masses_felt(const eg_network *s, char *reason, size_t size)
{
    const double most = 0x1p40, span = s->base.span > 0 ? s->base.span : 1;
    for (int i = s->m->element_count; i < element_count(s->m); i++) {
        const eg_element *e = &s->m->elements[i];
        const double mass = fmin(mass_of(s, e, 0), mass_of(s, e, 1));
        eg_force at;
        e->ops->force(s->k + e->coefficients, e->ops->mode_at ? EG_GAP_LINEAR : 0, 0, 0, &at);
        if (!(fabs(at.df_dv) * span <= most * mass))
            return eg_refuse(reason, size, "a damper that equations of %s write hides a mass", s->m->name);
    }
    return true;
}

static bool is_local(eg_network *s, bool *has_powers, char *reason, size_t size)
{
    *has_powers = false;
    if (!are_bodies_free(s, reason, size) || !are_equations_local(s, reason, size) ||
        !are_forces_local(s->m, reason, size) || !are_masses_felt(s, reason, size) ||
        !eg_network_has_linear_or_power_parts(s, has_powers, reason, size))
        return false;
    for (int i = s->m->element_count; i < element_count(s->m); i++) {
        const eg_element *e = &s->m->elements[i];
        *has_powers = *has_powers || !e->ops->is_linear(s->k + e->coefficients);
    }
    return true;
}

bool eg_network_is_local(eg_system *base, char *reason, size_t size)
{
    bool has_powers;
    return is_local(eg_network_of(base), &has_powers, reason, size);
}

static void add_body(eg_local_item *item, int body, double factor)
{
    if (body == 0)
        return;
    int at = item->body[0] == 0 || item->body[0] == body ? 0 : 1;
    item->body[at] = body;
    item->factor[at] += factor;
}

static void add_end(const eg_model *m, eg_local_item *item, int node, double sign)
{
    add_body(item, node < 0 ? 0 : m->nodes[node].body, sign * eg_node_factor(m, node));
}

/* One more than the element whose s_rel is the unknown itself, to the bit; or 0. */
static void find_elements(const eg_model *m, const eg_local_parts *p, int *element_of)
{
    for (int i = element_count(m) - 1; i >= 0; i--) {
        const eg_element *e = &m->elements[i];
        if (eg_pieces_are_own(e) && e->body_a == 0)
            element_of[p->x[e->body_b]] = i + 1;
        if (e->row < 0)
            continue;
        const eg_row *row = &m->row.list[e->row];
        if (row->count != 1 || row->motion_count > 0 || row->constant != 0)
            continue;
        const eg_term *x = &m->row.terms[row->first];
        if (x->coefficient == 1)
            element_of[x->index] = i + 1;
    }
}

/* Components' bodies, then those of equations. */
static void number_bodies(const eg_network *s, eg_local_parts *p)
{
    const eg_model *m = s->m;
    const int native = m->body_count, bodies = native + eg_own_body_count(m);
    for (int b = 1; b < bodies; b++) {
        const eg_own_body *own = b < native ? NULL : &m->user->own->body[b - native];
        p->mass[b] = own ? own->mass : s->stick.mass[b];
        p->x[b] = own ? m->first.user + own->x : eg_x(b);
        p->v[b] = own ? m->first.user + own->v : eg_v(m, b);
        p->body_of[p->x[b]] = p->body_of[p->v[b]] = b;
    }
}

/* s_rel and v_rel of an element that equations write, and the mode that it begins in. */
static void begin_written(eg_network *s, const eg_local_parts *p, int i, const double *y)
{
    const eg_element *e = &s->m->elements[i];
    const int a = e->body_a, b = e->body_b;
    if (eg_pieces_are_own(e)) {
        s->s_rel[i] = (b > 0 ? y[p->x[b]] : 0) - (a > 0 ? y[p->x[a]] : 0);
        s->v_rel[i] = (b > 0 ? y[p->v[b]] : 0) - (a > 0 ? y[p->v[a]] : 0);
    } else {
        s->s_rel[i] = eg_user_law_distance(s, e->node_a, e->node_b, y);
        s->v_rel[i] = eg_node_speed(s, e->node_b, y) - eg_node_speed(s, e->node_a, y);
    }
    eg_pieces_begin(s, i);
}

static int make_items(eg_network *s, eg_local_parts *p, const double *y)
{
    const eg_model *m = s->m;
    int *element_of = calloc((size_t)m->n + 1, sizeof *element_of), count = element_count(m);
    if (!element_of)
        return -1;
    find_elements(m, p, element_of);
    for (int i = 0; i < element_count(m); i++) {
        const eg_element *e = &m->elements[i];
        add_end(m, &p->items[i], e->node_b, 1);
        add_end(m, &p->items[i], e->node_a, -1);
        if (eg_pieces_are_own(e)) {
            add_body(&p->items[i], e->body_b, 1);
            add_body(&p->items[i], e->body_a, -1);
        }
        if (i >= m->element_count)
            begin_written(s, p, i, y);
        p->start[i] = s->s_rel[i];
    }
    for (int b = 1; b < p->view.body_count; b++) {
        p->x_of[b] = element_of[p->x[b]] - 1;
        if (p->x_of[b] >= 0)
            continue;
        p->x_of[b] = count;
        p->start[count] = y[p->x[b]];
        if (b < m->body_count) {
            add_end(m, &p->items[count], m->bodies[b].to, 1);
            add_end(m, &p->items[count++], m->bodies[b].from, -1);
        } else {
            add_body(&p->items[count++], b, 1);
        }
    }
    p->view.item_count = count;
    free(element_of);
    return 0;
}

/* By body: counted two places further on, then filled in one place further on, which moves all into
 * place. */
static void index_items(eg_local_parts *p, int bodies)
{
    for (int i = 0; i < p->view.item_count; i++)
        for (int k = 0; k < 2; k++)
            p->first[p->items[i].body[k] + 2] += p->items[i].body[k] > 0;
    for (int b = 0; b < bodies; b++)
        p->first[b + 2] += p->first[b + 1];
    for (int i = 0; i < p->view.item_count; i++)
        for (int k = 0; k < 2; k++)
            if (p->items[i].body[k] > 0)
                p->touching[p->first[p->items[i].body[k] + 1]++] = i;
}

static int compare_loads(const void *a, const void *b)
{
    const eg_local_load *x = a, *y = b;
    return x->body != y->body ? (x->body > y->body) - (x->body < y->body)
                              : (x->signal > y->signal) - (x->signal < y->signal);
}

static void add_load(eg_local_parts *p, int body, int signal, double coefficient, bool is_constant)
{
    p->loads[p->view.load_count++] = (eg_local_load){body, signal, coefficient, is_constant};
}

/* Signals beside those of the network: the number 1, and instructions of users' equations. */
enum { ONE = -1 };

static int signal_of(const eg_model *m, int instruction)
{
    return m->net_count + instruction;
}

static bool is_number(const eg_model *m, int instruction)
{
    return m->user->tape.code[instruction].op == EG_OP_CONSTANT;
}

static void add_written_loads(const eg_model *m, eg_local_parts *p)
{
    const eg_user *u = m->user;
    for (int i = 0; i < u->flow_count; i++)
        for (int k = m->scatter.flows.start[i];
             k < m->scatter.flows.start[i + 1] && !eg_user_is_of_known_law(u, i); k++) {
            const eg_term t = m->scatter.flows.terms[k];
            const int node = u->flows[i].result.node;
            add_load(p, t.index - eg_v(m, 1) + 1, signal_of(m, node), -t.coefficient, is_number(m, node));
        }
    for (int k = 0; k < eg_own_body_count(m); k++)
        if (u->own->body[k].push != 0)
            add_load(p, m->body_count + k, ONE, u->own->body[k].push, true);
    for (int k = 0; u->own && k < u->own->pushes; k++) {
        const eg_own_push *push = &u->own->push[k];
        add_load(p, m->body_count + push->body, signal_of(m, push->node), push->factor,
                 is_number(m, push->node));
    }
}

static void make_loads(const eg_model *m, eg_local_parts *p)
{
    for (int i = 0; i < m->source_count; i++)
        for (int k = m->scatter.sources.start[i]; k < m->scatter.sources.start[i + 1]; k++) {
            const eg_term t = m->scatter.sources.terms[k];
            const int net = m->sources[i].input;
            add_load(p, t.index - eg_v(m, 1) + 1, net, -t.coefficient, eg_signal_is_constant(m, net));
        }
    if (m->user)
        add_written_loads(m, p);
    if (p->view.load_count > 0)
        qsort(p->loads, (size_t)p->view.load_count, sizeof *p->loads, compare_loads);
}

static size_t most_loads(const eg_model *m)
{
    const int own = eg_own_body_count(m), pushes = own > 0 ? m->user->own->pushes : 0;
    return (size_t)(m->scatter.sources.count + m->scatter.flows.count + own + pushes);
}

static int make(eg_network *s, eg_local_parts *p, const double *y)
{
    const eg_model *m = s->m;
    size_t bodies = (size_t)(m->body_count + eg_own_body_count(m));
    size_t items = bodies + (size_t)element_count(m);
    p->mass = calloc(bodies, sizeof *p->mass);
    p->start = calloc(items, sizeof *p->start);
    p->items = calloc(items, sizeof *p->items);
    p->first = calloc(bodies + 3, sizeof *p->first);
    p->touching = calloc(2 * items, sizeof *p->touching);
    p->x_of = calloc(bodies, sizeof *p->x_of);
    p->x = calloc(bodies, sizeof *p->x);
    p->v = calloc(bodies, sizeof *p->v);
    p->body_of = calloc((size_t)m->n + 1, sizeof *p->body_of);
    p->loads = calloc(most_loads(m) + 1, sizeof *p->loads);
    if (!p->mass || !p->start || !p->items || !p->first || !p->touching || !p->x_of || !p->x || !p->v ||
        !p->body_of || !p->loads)
        return -1;
    p->view.body_count = (int)bodies;
    p->view.element_count = element_count(m);
    p->view.first_written = m->element_count;
    p->view.has_work = eg_own_body_count(m) == 0; /* whose masses are known up to a factor */
    number_bodies(s, p);
    if (make_items(s, p, y) < 0)
        return -1;
    index_items(p, p->view.body_count);
    make_loads(m, p);
    p->view.mass = p->mass;
    p->view.start = p->start;
    p->view.items = p->items;
    p->view.first = p->first;
    p->view.touching = p->touching;
    p->view.x_of = p->x_of;
    p->view.x = p->x;
    p->view.v = p->v;
    p->view.body_of = p->body_of;
    p->view.loads = p->loads;
    return 0;
}

const eg_local *eg_network_local(eg_system *base, double t, const double *y, bool *out_of_memory)
{
    eg_network *s = eg_network_of(base);
    char reason[EG_REASON_SIZE];
    bool has_powers;
    *out_of_memory = false;
    if (!is_local(s, &has_powers, reason, sizeof reason))
        return NULL;
    eg_network_local_free(s);
    eg_network_evaluate(s, t, y, s->scratch.zero, s->m->user ? EG_EVALUATE_POSITIONS : 0);
    s->local = calloc(1, sizeof *s->local);
    if (s->local && eg_network_make_series(s) && make(s, s->local, y) == 0) {
        s->local->view.has_powers = has_powers;
        return &s->local->view;
    }
    *out_of_memory = true;
    eg_network_local_free(s);
    return NULL;
}

/* loss = drag*v, drag linear: its derivatives at v = 0 and 1 say all. */
static void find_drag(const eg_element *e, const double *k, int mode, double s_rel, bool is_known,
                      eg_local_law *law)
{
    eg_force at_rest, moving;
    e->ops->force(k, mode, s_rel, 0, &at_rest);
    law->drag_at_rest = at_rest.dloss_dv;
    if (is_known)
        return;
    e->ops->force(k, mode, s_rel, 1, &moving);
    law->drag_s = moving.dloss_ds;
    law->drag_v = 0.5 * (moving.dloss_dv - at_rest.dloss_dv);
}

/* One of a power. */
static void take_power(const eg_power_law *of, double v_rel, eg_local_law *law)
{
    law->n = of->n;
    law->depth = of->p;
    law->depth_s = of->p_s;
    law->power = of->p > 0 ? pow(of->p, of->n) : 0;
    law->f_p = of->f_p;
    law->f_v = of->f_v;
    law->f = of->f_p * law->power + of->f_v * v_rel;
    law->drag_p = of->drag_p;
    law->drag_v = of->drag_v;
    law->drag = of->drag_p * law->power + of->drag_v * v_rel;
    for (int j = 0; j < law->switches; j++) {
        law->h_s[j] = of->h_s[j];
        law->h_v[j] = of->h_v[j];
        law->h_p[j] = of->h_p[j];
    }
}

/* Is the element's law one of a power now? Then all of it is found. */
static bool find_power(const eg_element *e, const double *k, int mode, double s_rel, double v_rel,
                       eg_local_law *law)
{
    eg_power_law power;
    if (!e->ops->power || !e->ops->power(k, mode, s_rel, &power))
        return false;
    *law = (eg_local_law){0};
    if (e->ops->switching) {
        law->switches = e->ops->switch_count;
        e->ops->switching(k, mode, s_rel, v_rel, law->h, NULL, NULL);
    }
    take_power(&power, v_rel, law);
    return true;
}

/* As long as the mode lasts only what depends on the place and the speed is found anew. */
void eg_network_local_law(eg_system *base, int element, double s_rel, double v_rel, eg_local_law *law)
{
    const eg_network *s = eg_network_of(base);
    const eg_element *e = &s->m->elements[element];
    const double *k = s->k + e->coefficients;
    int mode = s->mode[element];
    if (e->ops->linear && e->ops->linear(k, mode, s_rel, v_rel, law))
        return;
    bool is_linear = e->ops->is_linear && e->ops->is_linear(k);
    if (!is_linear && find_power(e, k, mode, s_rel, v_rel, law))
        return;
    if (law->n > 0) /* it was of a power */
        *law = (eg_local_law){0};
    bool is_known = law->known == mode + 1;
    eg_force now;
    if (!is_known || law->f_s != 0 || law->f_v != 0 || law->drag_s != 0) {
        e->ops->force(k, mode, s_rel, v_rel, &now);
        law->f = now.f;
        law->f_s = now.df_ds;
        law->f_v = now.df_dv;
        if (!is_known || law->drag_s != 0)
            find_drag(e, k, mode, s_rel, is_known, law);
    }
    law->drag = law->drag_at_rest + law->drag_v * v_rel;
    law->known = mode + 1;
    law->switches = e->ops->switching ? e->ops->switch_count : 0;
    if (law->switches > 0)
        e->ops->switching(k, mode, s_rel, v_rel, law->h, law->h_s, law->h_v);
}

void eg_network_local_expect(eg_system *base, int element, bool fires, bool later)
{
    const eg_network *s = eg_network_of(base);
    const eg_element *e = &s->m->elements[element];
    if (later)
        eg_fetch(&s->k[e->coefficients], 8 * sizeof *s->k);
    if (later && fires && e->instance >= 0)
        eg_fetch(&s->m->instances[e->instance].path, sizeof(char *));
    if (later)
        return;
    eg_fetch(e, sizeof *e);
    eg_fetch(&s->mode[element], sizeof *s->mode);
    if (!fires)
        return;
    eg_fetch(&s->left.mode[element], sizeof *s->left.mode);
    eg_fetch(&s->s_rel[element], sizeof *s->s_rel);
    eg_fetch(&s->v_rel[element], sizeof *s->v_rel);
}

double eg_network_local_lightness(const eg_network *s, int element)
{
    const eg_local_item *of = &s->local->items[element];
    double light = 0;
    for (int k = 0; k < 2; k++)
        if (of->body[k] > 0)
            light += of->factor[k] * of->factor[k] / s->local->mass[of->body[k]];
    return light;
}

double eg_network_local_stored(eg_system *base, int element, double s_rel)
{
    const eg_network *s = eg_network_of(base);
    const eg_element *e = &s->m->elements[element];
    const double *k = s->k + e->coefficients;
    return e->ops->energy(k, e->ops->mode_at ? e->ops->mode_at(k, s_rel, 0) : 0, s_rel);
}

/* A formula of time, whose instruction that is. */
static double written_signal(eg_network *s, int instruction, double t, int order, double unit, double *series)
{
    const eg_user_affinity *a = &s->m->user->affinity;
    eg_pieces_run_timed(s, t);
    memset(series, 0, (size_t)(order + 1) * sizeof *series);
    series[0] = s->user.value[instruction];
    if (a->form[instruction].time < 0)
        return 0;
    double *growth = s->user.series + (size_t)a->timed_count * (EG_LINEAR_MAX_ORDER + 1);
    eg_user_find_series(s, order, unit, s->user.series, growth);
    memcpy(series, s->user.series + (size_t)a->timed_at[instruction] * (size_t)(order + 1),
           (size_t)(order + 1) * sizeof *series);
    return growth[a->timed_at[instruction]];
}

double eg_network_local_signal(eg_system *base, int signal, double t, int order, double unit, double *series)
{
    eg_network *s = eg_network_of(base);
    double d[EG_SIGNAL_DERIVATIVES], factorial = 1;
    if (signal == ONE) {
        memset(series, 0, (size_t)(order + 1) * sizeof *series);
        series[0] = 1;
        return 0;
    }
    if (signal >= s->m->net_count)
        return written_signal(s, signal - s->m->net_count, t, order, unit, series);
    double grows = eg_signal_derivatives(s, signal, t, unit, d);
    for (int k = 0; k <= order; k++) {
        factorial *= k > 0 ? k : 1;
        series[k] = d[k] / factorial;
    }
    return grows;
}

/* The bodies at an instance's flanges. False: there are none, and what it shows is not of time alone. */
static bool mark_bodies_of(const eg_model *m, int instance, bool *bodies)
{
    bool stands = false, is_of_time = true;
    for (int port = m->ports.base[instance]; port < m->ports.base[instance + 1]; port++) {
        eg_port_kind kind = m->instances[instance].class->ports[port - m->ports.base[instance]].kind;
        int node = m->ports.node[port];
        if (node < 0)
            continue;
        if (eg_port_is_mechanical(kind)) {
            stands = true;
            bodies[m->nodes[node].body] = true;
        } else {
            is_of_time = is_of_time && eg_port_is_signal(kind) && m->nets[node].of_time;
        }
    }
    return stands || is_of_time;
}

void eg_network_mark_bodies(const eg_network *s, const bool *needed, bool *bodies)
{
    const eg_model *m = s->m;
    bool all = m->user != NULL; /* its variables are none of a component */
    memset(bodies, 0, sizeof *bodies * (size_t)m->body_count);
    for (int i = 0; i < m->instance_count; i++)
        if (needed[i] && !mark_bodies_of(m, i, bodies))
            all = true;
    if (all)
        memset(bodies, true, sizeof *bodies * (size_t)m->body_count);
}
