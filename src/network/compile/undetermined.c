/* What to say of an unknown that the equations do not determine: where it stands, and what belongs to it. */
#include "network/compile/undetermined.h"
#include "network/user/user.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 8 };

/* ---------------------------------------------------------------- signal loops */

/* The way from a net against the flow of signals back to itself. */
typedef struct search {
    const eg_model *m;
    int goal;   /* net */
    bool *seen; /* (nets) */
    int *path;  /* (nets + drives) instances on the way, the first one next to the goal */
    int length;
} search;

static bool leads_back(search *q, int net);

static bool passes(search *q, int net, int instance)
{
    q->path[q->length++] = instance;
    if (net == q->goal || leads_back(q, net))
        return true;
    q->length--;
    return false;
}

/* A sensor sees the signals of the drives that move what it measures. */
static bool leads_back_by_motion(search *q, int node)
{
    const eg_model *m = q->m;
    const eg_motion *k = &m->tree.motions[node < 0 ? 0 : m->nodes[node].motion];
    for (int i = k->first + k->count - 1; i >= k->first; i--) {
        const eg_drive *d = &m->drives[m->tree.drive_terms[i].index];
        if (passes(q, d->input, d->instance))
            return true;
    }
    return false;
}

static bool leads_back(search *q, int net)
{
    const eg_net *n = &q->m->nets[net];
    if (q->seen[net])
        return false;
    q->seen[net] = true;
    if (n->kind == EG_SIGNAL_SENSOR && (leads_back_by_motion(q, n->from) || leads_back_by_motion(q, n->to)))
        return true;
    for (int i = 0; i < n->input_count; i++)
        if (passes(q, n->inputs[i], q->m->nets[n->inputs[i]].instance))
            return true;
    return false;
}

/* "add, gain" in the order in which the signal flows, from the net's own component on; "" when the way back
 * is not one of signals alone, or there is no memory to find it. */
static void name_loop(const eg_model *m, int net, char *text, size_t size)
{
    search q = {.m = m, .goal = net};
    q.seen = calloc((size_t)m->net_count + 1, sizeof *q.seen);
    q.path = calloc((size_t)m->net_count + (size_t)m->drive_count + 1, sizeof *q.path);
    *text = '\0';
    if (q.seen && q.path && leads_back(&q, net))
        for (int i = q.length - 1; i >= 0; i--) {
            size_t used = strlen(text);
            bool is_last = q.length - i > MOST_NAMES;
            snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                     is_last ? "..." : eg_instance_path(m, q.path[i]));
            if (is_last)
                break;
        }
    free(q.seen);
    free(q.path);
}

static void report_signal(eg_network *s, double t, int net)
{
    const eg_net *n = &s->m->nets[net];
    const eg_instance *instance = &s->m->instances[n->instance];
    eg_diagnostics *d = s->base.diagnostics;
    char members[600];
    name_loop(s->m, net, members, sizeof members);
    if (*members) {
        eg_report(d, EG_ERROR, eg_instance_place(instance),
                  "at time %.9g s the equations do not determine the signal %s, which depends on itself: the "
                  "loop of %s is singular",
                  t, n->name, members);
        eg_remedy(d, "change a gain in this loop, so that what comes back is not just what went in");
        return;
    }
    eg_report(
        d, EG_ERROR, eg_instance_place(instance),
        "at time %.9g s the equations do not determine the signal %s, which depends on itself by way of "
        "the forces on bodies",
        t, n->name);
    eg_remedy(d, "change a gain in this loop, or give the parts that it moves a mass");
}

/* ---------------------------------------------------------------- all unknowns */

/* The component to which unknown i, no signal, belongs; -1: none. */
static int instance_of(const eg_model *m, int i)
{
    int bodies = m->body_count - 1;
    if (i < bodies && m->bodies[i + 1].coordinate >= 0)
        return m->parts.coordinate[m->bodies[i + 1].coordinate].instance;
    if (i < 2 * bodies)
        return m->bodies[i % bodies + 1].instance;
    for (int k = 0; k < m->drive_count; k++)
        if (i >= m->drives[k].state && i < m->drives[k].state + m->drives[k].states)
            return m->drives[k].instance;
    for (int k = 0; k < m->heat_count; k++)
        if (m->heat[k].unknown == i)
            return m->heat[k].instance;
    return -1;
}

/* A signal that users' equations give. */
static bool is_users_signal(const eg_model *m, int i)
{
    for (int net = 0; i >= m->first.loop && net < m->net_count; net++)
        if (m->nets[net].unknown == i - m->first.loop)
            return m->nets[net].kind == EG_SIGNAL_USER;
    return false;
}

static void report_user(eg_network *s, double t, int i)
{
    const eg_model *m = s->m;
    char name[160] = "unknown";
    eg_place place = EG_NOWHERE;
    if (i >= m->first.user)
        place = m->user->quantities[m->user->unknown_of[i - m->first.user]].place;
    s->base.ops->describe(&s->base, i, name, sizeof name);
    eg_report(s->base.diagnostics, EG_ERROR, place, "at time %.9g s the equations do not determine the %s", t,
              name);
    eg_remedy(s->base.diagnostics,
              "look for equations that say the same, or that do not depend on it at that "
              "time");
}

void eg_network_report_undetermined(eg_network *s, double t, int i)
{
    const eg_model *m = s->m;
    char name[160] = "unknown";
    if (i >= m->first.user || is_users_signal(m, i)) {
        report_user(s, t, i);
        return;
    }
    for (int net = 0; i >= m->first.loop && net < m->net_count; net++)
        if (m->nets[net].unknown == i - m->first.loop) {
            report_signal(s, t, net);
            return;
        }
    int instance = instance_of(m, i);
    s->base.ops->describe(&s->base, i, name, sizeof name);
    eg_report(s->base.diagnostics, EG_ERROR,
              instance < 0 ? EG_NOWHERE : eg_instance_place(&m->instances[instance]),
              "at time %.9g s the equations do not determine the %s", t, name);
    eg_remedy(s->base.diagnostics,
              "look for a part without mass that no spring, damper or source acts on at that time, or for a "
              "force that answers to an acceleration as a mass would");
}
