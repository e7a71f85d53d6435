/* Is a force law that users write a spring and damper, or one of the contact laws (elastogap/law_contact.h)?
 * What asks for native laws can take it as that one. Where it is ElastoGap's its events are called as
 * those of the component.
 *
 * What is written may be arranged in many ways, so it is the values that tell: of ElastoGap, with
 * p = s_0 - s_rel,
 *
 *     f = 0 for p <= 0,    f = -K p^n + min(max(d v, -K p^n), K p^n) for p > 0.
 *
 * s_0 is where a relation of the law that follows the distance alone changes; K, n and d are found from
 * three forces; then the law must give these forces everywhere on a grid of distances and speeds, on both
 * sides of all edges. Relations that change at one of the edges, and there alone, are the edges of the
 * component; of several for one edge the first tells. The other laws are found by the same numbers, the
 * damper's from the force of a slow approach. Springs have no edge, and are lines. */
#include "network/user/contact_law.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How far forces may be off that are the same in other words: some hundred roundings of a power. */
static const double SAME = 1e-10;

/* What is tried: the fits so far. */
typedef struct probe {
    const eg_law_probe *of;
    double s0, K, n, d; /* [m], [N/m^n], [-], [N.s/m] */
    double scale;       /* of depths: so that s0 +- depth has digits of the depth */
    double drift;       /* a way and a speed that both ends have besides */
} probe;

void eg_law_probe_at(const eg_law_probe *of, double s, double v, double drift)
{
    for (int i = 0; i < of->u->input_count; i++)
        of->in[i] = of->by_s[i] * s + of->by_v[i] * v + of->by_drift[i] * drift;
    for (int i = 0; i < of->u->relation_count; i++)
        of->mode[i] = 0;
    eg_user_run_law(of->u, of->law, of->in, of->mode, of->value);
}

static void set(const probe *q, double s, double v)
{
    eg_law_probe_at(q->of, s, v, q->drift);
}

static double force(const probe *q, double s, double v)
{
    double sum = 0;
    set(q, s, v);
    for (int i = 0; i < q->of->terms; i++)
        sum += q->of->factor[i] * q->of->value[q->of->node[i]];
    return sum;
}

/* What falls to or below 0 where the relation is not. */
static double margin(const probe *q, int relation, double s, double v)
{
    const eg_user_relation *r = &q->of->u->relations[relation];
    set(q, s, v);
    return q->of->value[r->b] - q->of->value[r->a];
}

static double spring(const probe *q, double p)
{
    return q->K * pow(p, q->n);
}

/* The same for a depth p, of which s_0 - p has not all digits. */
static double same_at(const probe *q, double p)
{
    return SAME + 8 * fmax(q->n, 1) * DBL_EPSILON * q->scale / fabs(p);
}

static bool is_right(const probe *q, double p, double v)
{
    const double f_c = p > 0 ? spring(q, p) : 0;
    const double expected = p > 0 ? -f_c + fmin(fmax(q->d * v, -f_c), f_c) : 0;
    return !isfinite(f_c) || fabs(force(q, q->s0 - p, v) - expected) <= same_at(q, p) * f_c;
}

/* Depths and speeds from far inside of each phase to next to its edges: a law may be another one where it
 * hardly touches, or where nothing is ever pressed to. */
static const double depths[] = {1e-8, 1e-6, 1e-4, 3e-3, 0.02, 0.3, 1, 7, 90, 3e3, 1e6};
static const double shares[] = {0, 1e-3, 0.3, 0.999, 1.001, 3, 1e3};

/* K and n, from two forces. */
static bool find_spring(probe *q)
{
    const double one = -force(q, q->s0 - 1, 0), two = -force(q, q->s0 - 2, 0);
    if (!(one > 0) || !(two > 0) || isinf(two))
        return false;
    q->K = one;
    q->n = log2(two / one);
    if (fabs(2 * q->n - rint(2 * q->n)) < SAME) /* whole and half powers are meant */
        q->n = 0.5 * rint(2 * q->n);
    return true;
}

/* d, from the force at a speed, to the side of `sign`, at which the damper is within its bounds, and well
 * above rounding. */
static void find_damper(probe *q, double sign)
{
    q->d = 0;
    for (double v = 1e6; v > 1e-9 && q->d == 0; v /= 10) {
        const double push = sign * (force(q, q->s0 - 1, sign * v) + q->K);
        if (push > 0 && push < 0.5 * q->K)
            q->d = push / v;
    }
}

static bool is_elasto_gap(probe *q)
{
    find_damper(q, 1);
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
        for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
            const double p = q->scale * depths[i], v = q->d > 0 ? shares[k] * spring(q, p) / q->d : shares[k];
            if (!is_right(q, p, v) || !is_right(q, p, -v) || !is_right(q, -p, v) || !is_right(q, -p, -v))
                return false;
        }
    return true;
}

static bool is_contact_at(const probe *q, const eg_contact *c, double p, double v)
{
    eg_law_force at;
    eg_contact_force(c, eg_contact_mode_at(c, q->s0 - p, v), 1, q->s0 - p, v, &at);
    return !isfinite(at.f) ||
           fabs(force(q, q->s0 - p, v) - at.f) <= same_at(q, p) * (p > 0 ? spring(q, p) + fabs(at.f) : 0);
}

/* Is it this one of the other laws? */
static bool is_contact(probe *q, eg_contact_law law, eg_contact *c)
{
    *c = (eg_contact){.law = law, .gap = {q->K, q->d, q->s0, 1, q->K, q->n}};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
        for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
            const double p = q->scale * depths[i], v = q->d > 0 ? shares[k] * spring(q, p) / q->d : shares[k],
                         share = q->d > 0 ? shares[k] * q->K / q->d : shares[k];
            const double speeds[] = {v, -v, share, -share};
            for (int j = 0; j < 4; j++)
                if (!is_contact_at(q, c, p, speeds[j]) || !is_contact_at(q, c, -p, speeds[j]))
                    return false;
        }
    return true;
}

static bool find_contact(probe *q, eg_contact *c)
{
    static const eg_contact_law others[] = {EG_CONTACT_HERTZ, EG_CONTACT_LANKARANI_NIKRAVESH_1994,
                                            EG_CONTACT_KELVIN_VOIGT, EG_CONTACT_KELVIN_VOIGT_CLIPPED,
                                            EG_CONTACT_UNDAMPED_REBOUND};
    *c = (eg_contact){.law = EG_CONTACT_ELASTO_GAP, .gap = {q->K, q->d, q->s0, 1, q->K, q->n}};
    if (is_elasto_gap(q)) {
        c->gap.d = q->d;
        return true;
    }
    find_damper(q, -1);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (is_contact(q, others[i], c))
            return true;
    return false;
}

/* f = c (s - s0) + d v everywhere? */
static bool find_line(const probe *q, eg_spring_damper *k)
{
    static const double at[] = {0, 1e-6, 0.01, 0.7, 30, 1e4};
    const double rest = force(q, 0, 0);
    const double c = 0.5 * (force(q, 1, 0) - force(q, -1, 0)), d = 0.5 * (force(q, 0, 1) - force(q, 0, -1));
    if (!isfinite(c) || !isfinite(d) || c < 0 || d < 0 || (c == 0 && d == 0) || (c == 0 && rest != 0))
        return false;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        for (size_t k2 = 0; k2 < sizeof at / sizeof *at; k2++)
            for (int side = 0; side < 4; side++) {
                const double s = side & 1 ? -at[i] : at[i], v = side & 2 ? -at[k2] : at[k2];
                const double size = fabs(rest) + c * fabs(s) + d * fabs(v);
                if (!(fabs(force(q, s, v) - (rest + c * s + d * v)) <= SAME * size))
                    return false;
            }
    *k = (eg_spring_damper){.c = c, .d = d, .s_rel0 = c > 0 ? -rest / c : 0};
    return true;
}

/* Edges of the law. */
typedef enum edge { NO_EDGE, TOUCH, APPROACH, REBOUND, EDGES } edge;

/* Is the relation true on one side of the edge, at all depths, and not on the other? *inside: where it is
 * true. */
static bool changes_at(const probe *q, int relation, edge at, bool *inside)
{
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
        for (int k = -1; k <= 1; k++) {
            const double p = q->scale * depths[i], limit = q->d > 0 ? spring(q, p) / q->d : 1;
            const double v = at == TOUCH ? k * 0.5 * limit : at == APPROACH ? -limit : limit;
            const double in =
                at == TOUCH ? margin(q, relation, q->s0 - p, v) : margin(q, relation, q->s0 - p, 0.999 * v);
            const double out =
                at == TOUCH ? margin(q, relation, q->s0 + p, v) : margin(q, relation, q->s0 - p, 1.001 * v);
            if (i == 0 && k == -1)
                *inside = in > 0;
            if ((in > 0) != *inside || (out > 0) == *inside || in == 0 || out == 0)
                return false;
        }
    return true;
}

static edge edge_of(const probe *q, int relation, bool *inside)
{
    for (int at = TOUCH; at < EDGES; at++)
        if ((at == TOUCH || q->d > 0) && changes_at(q, relation, (edge)at, inside))
            return (edge)at;
    return NO_EDGE;
}

/* The names of its events, of which native contacts tell. */
static void name_events(eg_model *m, const probe *q, const char *component)
{
    static const char *const names[EDGES][2] = {[TOUCH] = {"contact ends", "contact begins"},
                                                [APPROACH] = {"approach limit begins", "approach limit ends"},
                                                [REBOUND] = {"rebound limit begins", "rebound limit ends"}};
    eg_user *u = m->user;
    int teller[EDGES] = {-1, -1, -1, -1};
    bool touch_holds = false;
    for (int k = 0; k < q->of->law->relation_count; k++) {
        const int i = q->of->law->relations[k];
        eg_user_relation *r = &u->relations[i];
        bool inside = false;
        const edge at = edge_of(q, i, &inside);
        if (at == NO_EDGE)
            continue;
        const bool tells = teller[at] < 0 && r->becomes[0];
        u->names_contacts = true;
        r->component = component;
        r->becomes[inside] = tells ? names[at][1] : NULL;
        r->becomes[!inside] = tells ? names[at][0] : NULL;
        if (tells && at == TOUCH)
            touch_holds = inside;
        if (tells)
            teller[at] = i;
    }
    for (int at = APPROACH; at < EDGES; at++) {
        if (teller[at] < 0 || teller[TOUCH] < 0)
            continue;
        eg_user_relation *r = &u->relations[teller[at]];
        r->touch = teller[TOUCH];
        r->touch_holds = touch_holds;
        r->touch_slope = fabs(margin(q, teller[TOUCH], q->s0 - 1, 0));
        r->limit_size = fabs(margin(q, teller[at], q->s0 - 1, 0)); /* K, in the relation's own measure */
        r->limit_power = q->n;
    }
}

/* A distance at which a relation that follows it alone changes; false: the relation is another. */
static bool find_touch(probe *q, int relation)
{
    const double at0 = margin(q, relation, 0, 0), at1 = margin(q, relation, 1, 0);
    if (at0 == at1 || margin(q, relation, 0, 1) != at0)
        return false;
    q->s0 = -at0 / (at1 - at0);
    q->scale = fmax(1, fabs(q->s0));
    /* Where the slope is not 1 the edge is where the margin is 0. */
    return fabs(margin(q, relation, q->s0, 0)) <= SAME * (fabs(at0) + fabs(at1)) && isfinite(q->s0);
}

/* Does the law follow the relative way and speed of its ends alone? */
static bool is_relative(probe *q)
{
    bool same = true;
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
        for (int side = 0; side < 4; side++) {
            const double s = q->s0 + (side & 1 ? depths[i] : -depths[i]), v = side & 2 ? 0.5 : -0.5;
            q->drift = 0;
            const double f = force(q, s, v);
            q->drift = 1;
            same = same && (isinf(f) || fabs(force(q, s, v) - f) <= same_at(q, depths[i]) * fabs(f));
        }
    q->drift = 0;
    return same;
}

bool eg_law_probe_create(eg_law_probe *of, const eg_user *u)
{
    const size_t inputs = (size_t)u->input_count + 1;
    *of = (eg_law_probe){.u = u};
    of->in = calloc(4 * inputs, sizeof *of->in);
    of->value = calloc((size_t)u->tape.count + 1, sizeof *of->value);
    of->mode = calloc((size_t)u->relation_count + 1, sizeof *of->mode);
    of->by_s = of->in + inputs;
    of->by_v = of->by_s + inputs;
    of->by_drift = of->by_v + inputs;
    if (of->value)
        eg_tape_set_constants(&u->tape, of->value);
    return of->in && of->value && of->mode;
}

void eg_law_probe_release(eg_law_probe *of)
{
    free(of->in);
    free(of->value);
    free(of->mode);
}

/* With what the contact was found by in *q. */
static void find_kind(const eg_law_probe *of, probe *q, eg_user_law *law)
{
    *q = (probe){.of = of};
    law->kind = EG_USER_LAW_OTHER;
    law->is_relative = is_relative(q);
    if (of->law->relation_count == 0 && find_line(q, &law->spring))
        law->kind = is_relative(q) ? EG_USER_LAW_SPRING : EG_USER_LAW_OTHER;
    for (int k = 0; k < of->law->relation_count && law->kind == EG_USER_LAW_OTHER; k++)
        if (find_touch(q, of->law->relations[k]) && find_spring(q) && find_contact(q, &law->contact) &&
            is_relative(q))
            law->kind = EG_USER_LAW_CONTACT;
}

void eg_law_find_kind(const eg_law_probe *of, eg_user_law *law)
{
    probe q;
    find_kind(of, &q, law);
}

/* Relations that are none of the edges, and yet say the same thing all through a mode, have no event: at an
 * edge they only touch theirs. */
static eg_status hush_others(eg_model *m, const eg_law_probe *of, const char *component)
{
    const eg_user_law *law = of->law;
    int *holds = malloc(((size_t)(EG_LAW_MODES * law->relation_count) + 1) * sizeof *holds);
    const int same = holds ? eg_law_find_truths(of, holds) : -1;
    free(holds);
    for (int k = 0; k < law->relation_count && same > 0; k++) {
        eg_user_relation *r = &m->user->relations[law->relations[k]];
        if (r->component)
            continue;
        r->component = component;
        r->becomes[0] = r->becomes[1] = NULL;
    }
    return same < 0 ? EG_ERROR_MEMORY : EG_OK;
}

/* |p|^n, odd in p, has all derivatives at p = 0 for odd n only. */
static void note_roughness(eg_model *m, const probe *q)
{
    for (int k = 0; k < q->of->law->relation_count && fmod(q->n, 2) != 1; k++) {
        eg_user_relation *r = &m->user->relations[q->of->law->relations[k]];
        if (changes_at(q, q->of->law->relations[k], TOUCH, &r->rough_side))
            r->roughness = q->n;
    }
}

eg_status eg_law_mark_relations(eg_model *m, const eg_law_probe *of, const char *component)
{
    eg_user_law found = *of->law;
    probe q;
    find_kind(of, &q, &found);
    if (found.kind != EG_USER_LAW_CONTACT)
        return EG_OK;
    note_roughness(m, &q);
    if (found.contact.law != EG_CONTACT_ELASTO_GAP)
        return EG_OK;
    name_events(m, &q, component);
    return hush_others(m, of, component);
}

/* How inputs follow from s and v, s_rel being the way from one node to the other; -1: the ground. */
static void set_ways(eg_law_probe *of, int from, int to)
{
    for (int i = 0; i < of->u->input_count; i++) {
        const eg_user_input *in = &of->u->inputs[i];
        of->by_s[i] = of->by_v[i] = of->by_drift[i] = 0;
        if (in->kind == EG_USER_DISTANCE && to >= 0)
            of->by_s[i] = (in->index == to) - (in->other == to);
        else if (in->kind == EG_USER_DISTANCE) /* the ground moves away from it */
            of->by_s[i] = (in->other == from) - (in->index == from);
        else if (in->kind == EG_USER_SPEED)
            of->by_v[i] = to >= 0 ? in->index == to : -(in->index == from);
        if (in->kind == EG_USER_SPEED && from >= 0 && to >= 0)
            of->by_drift[i] = in->index == from || in->index == to;
    }
}

void eg_law_set_probe(eg_law_probe *of, const eg_user_law *law)
{
    static const double signs[] = {-1, 1}; /* f is what flows in where s_rel leads */
    const eg_user_flow *first = &of->u->flows[law->flow[0]];
    of->law = law;
    of->node = &first->result.node;
    of->terms = 1;
    of->factor = &signs[law->to == first->node];
    set_ways(of, law->from, law->to);
}

static eg_status find_kind_of(eg_model *m, eg_law_probe *of, eg_user_law *law)
{
    const eg_user *u = m->user;
    if (law->kind != EG_USER_LAW_OTHER) /* it is known already */
        return EG_OK;
    const eg_user_flow *first = &u->flows[law->flow[0]];
    const char *path = m->connector.list[first->connector].path, *dot = strrchr(path, '.');
    const int other = law->count == 2 ? u->flows[law->flow[1]].node : -1;
    char *component = eg_arena_copy(m->arena, path);
    if (!component)
        return EG_ERROR_MEMORY;
    component[dot ? dot - path : 0] = '\0';
    for (int way = 0; way < 2 && law->kind == EG_USER_LAW_OTHER; way++) {
        probe q;
        law->from = way == 0 ? first->node : other;
        law->to = way == 0 ? other : first->node;
        eg_law_set_probe(of, law);
        find_kind(of, &q, law);
    }
    const eg_status status = eg_law_know_rest(of, law);
    return status == EG_OK ? eg_law_mark_relations(m, of, component) : status;
}

eg_status eg_user_find_kinds(eg_model *m)
{
    eg_law_probe of;
    if (m->user->law_count == 0)
        return EG_OK;
    eg_status status = eg_law_probe_create(&of, m->user) ? EG_OK : EG_ERROR_MEMORY;
    for (int i = 0; i < m->user->law_count && status == EG_OK; i++)
        status = find_kind_of(m, &of, &m->user->laws[i]);
    eg_law_probe_release(&of);
    return status;
}
