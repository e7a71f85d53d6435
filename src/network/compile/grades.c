/* How smooth signals are and how many time derivatives they have, and what asks for more: drives that move a
 * flange exactly along a signal, blocks that differentiate. */
#include "network/network.h"
#include "network/compile/compile.h"
#include "network/motion/linear_mode.h"
#include "network/user/user.h"

#include <math.h>

enum { SMOOTH = 99 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static double start_of(const eg_model *m)
{
    return isnan(m->experiment.start_time) ? 0 : m->experiment.start_time;
}

/* Is there a phase that ends after the start? */
static bool has_time_events(const eg_model *m, const eg_instance *i)
{
    const eg_block_ops *block = i->class->block;
    const double start = start_of(m);
    return block->phase && block->phase_end && block->phase_end(i->p, block->phase(i->p, start)) < INFINITY;
}

static void grade_bundle(const eg_model *m, eg_net *n)
{
    const eg_net *last = &m->nets[n->inputs[n->input_count - 1]];
    for (int k = 0; k < n->input_count; k++)
        n->smoothness = smaller(n->smoothness, m->nets[n->inputs[k]].smoothness + k);
    n->derivatives = smaller(n->derivatives, last->derivatives + n->input_count - 1);
}

static void grade_net(eg_model *m, eg_net *n)
{
    n->smoothness = SMOOTH;
    bool is_value_alone =
        n->kind == EG_SIGNAL_FORCE || n->kind == EG_SIGNAL_TEMPERATURE || n->kind == EG_SIGNAL_HEAT;
    if (n->unknown >= 0 || is_value_alone)
        n->derivatives = 0;
    else if (n->kind == EG_SIGNAL_SENSOR)
        n->derivatives = 2 - n->order;
    else
        n->derivatives = 2;
    if (n->kind == EG_SIGNAL_BUNDLE)
        grade_bundle(m, n);
    if (n->kind != EG_SIGNAL_BLOCK)
        return;
    const eg_instance *i = &m->instances[n->instance];
    bool has_kinks = n->block->switch_count > 0;
    if (n->block->continuity && (has_kinks || n->block->is_given || has_time_events(m, i)))
        n->smoothness = eg_block_continuity(n->block, i->p, n->output, start_of(m));
    n->with_time = n->unknown < 0 && n->states == 0 && !n->block->is_derivative;
    n->of_time = n->with_time && !has_kinks;
    const int shift = n->block->is_derivative ? -1 : n->lag;
    for (int k = 0; k < n->input_count; k++) {
        const eg_net *u = &m->nets[n->inputs[k]];
        n->smoothness = smaller(n->smoothness, u->smoothness + shift);
        n->derivatives = smaller(n->derivatives, u->derivatives + shift);
        n->with_time = n->with_time && u->with_time;
        n->of_time = n->of_time && u->of_time;
    }
    if (n->block->is_nonlinear && !n->with_time)
        n->derivatives = smaller(n->derivatives, 1); /* what gradients can tell */
}

/* What follows from states may come before its inputs: until nothing changes. */
static void grade_nets(eg_model *m)
{
    bool changed = true;
    for (int i = 0; i < m->net_count; i++) {
        m->nets[i].smoothness = SMOOTH;
        m->nets[i].derivatives = 2;
    }
    while (changed) {
        changed = false;
        for (int i = 0; i < m->net_count + m->drive_count; i++) {
            if (m->signals.order[i] < 0)
                continue;
            eg_net *n = &m->nets[m->signals.order[i]], before = *n;
            grade_net(m, n);
            changed |= before.smoothness != n->smoothness || before.derivatives != n->derivatives;
        }
    }
}

/* A mass that moves with the drive; or -1. */
static int carried_inertia(const eg_model *m, int drive)
{
    for (int i = 0; i < m->inertia_count; i++) {
        const eg_motion *k = &m->tree.motions[m->nodes[m->inertias[i].node].motion];
        for (int j = k->first; j < k->first + k->count && m->inertias[i].mass > 0; j++)
            if (m->tree.drive_terms[j].index == drive)
                return i;
    }
    return -1;
}

/* A ramp's corners, a step of speed: allowed, but the force is infinite for an instant. */
static void warn_of_impulse(eg_model *m, const eg_drive *drive, eg_diagnostics *d)
{
    const eg_instance *i = &m->instances[drive->instance];
    int inertia = carried_inertia(m, (int)(drive - m->drives));
    if (drive->order == 0 || m->nets[drive->input].smoothness >= drive->order - 1 || inertia < 0)
        return;
    const char *carried = eg_instance_path(m, m->inertias[inertia].instance);
    eg_report(d, EG_WARNING, eg_instance_place(i),
              "the speed of %s jumps with the signal %s that %s follows exactly: the impulse of the "
              "force at that time is not part of the results",
              carried, m->nets[drive->input].name, i->path);
    eg_remedy(d, "set %s(exact=false), or use a signal without corners", i->path);
}

/* What a block makes may jump and have a derivative beside that, which may be looked at: the slope of a
 * signal with corners, a table with steps. A motion that followed it would miss the impulses. */
static bool is_to_look_at(const eg_net *n, const eg_net *u)
{
    return u->derivatives >= 1 && u->smoothness == -1 && u->kind == EG_SIGNAL_BLOCK && !n->moves;
}

/* A block Der differentiates what has a derivative. */
static void check_derivative(eg_model *m, const eg_net *n, eg_diagnostics *d)
{
    if (!n->block || !n->block->is_derivative)
        return;
    const eg_net *u = &m->nets[n->inputs[0]];
    if (u->derivatives >= 1 && u->smoothness >= 0)
        return;
    if (is_to_look_at(n, u)) {
        eg_report(d, EG_WARNING, eg_instance_place(&m->instances[n->instance]),
                  "%s differentiates the signal %s, which jumps: the impulse at that time is not part of the "
                  "results",
                  eg_instance_path(m, n->instance), u->name);
        eg_remedy(d,
                  "use Modelica.Blocks.Continuous.Derivative, which filters, or a signal that does not jump");
        return;
    }
    eg_report(d, EG_ERROR, eg_instance_place(&m->instances[n->instance]),
              "%s differentiates the signal %s, %s", eg_instance_path(m, n->instance), u->name,
              u->derivatives >= 1 ? "but that signal jumps" : "which has no derivative that is known");
    eg_remedy(d, "use Modelica.Blocks.Continuous.Derivative, which filters");
}

static void check_drive(eg_model *m, const eg_drive *drive, eg_diagnostics *d)
{
    const eg_net *n = &m->nets[drive->input];
    const eg_instance *i = &m->instances[drive->instance];
    if (drive->states == 0 && n->smoothness < 0) {
        eg_report(d, EG_ERROR, eg_instance_place(i),
                  "%s moves its flange exactly along the signal %s, but that signal jumps: "
                  "the speed of the flange would be infinite",
                  i->path, n->name);
        eg_remedy(d, "set %s(exact=false), or use a Ramp", i->path);
    } else if (drive->order > n->derivatives) {
        eg_report(d, EG_ERROR, eg_instance_place(i),
                  "%s moves its flange exactly along the signal %s and needs %d time "
                  "derivatives of it, but it has %d",
                  i->path, n->name, drive->order, n->derivatives);
        eg_remedy(d, "set %s(exact=false)", i->path);
    } else {
        warn_of_impulse(m, drive, d);
    }
}

/* ---------------------------------------------------------------- what equations are to differentiate */

int eg_net_need_of_input(const eg_net *n, int i, int need)
{
    if (n->kind == EG_SIGNAL_BUNDLE) {
        if (i + 1 < n->input_count)
            return 0;
        if (need > i)
            return need - i;
        return 0;
    }
    if (n->block && n->block->is_derivative)
        return need + 1;
    return need > n->lag ? need - n->lag : 0;
}

/* Signals of users' equations on the way, of which so many derivatives are needed. `asked` (nets): most that
 * was asked for before. */
static eg_status ask(eg_model *m, int net, int need, int *asked)
{
    const eg_net *n = &m->nets[net];
    if (need <= asked[net])
        return EG_OK;
    asked[net] = need;
    if (n->kind == EG_SIGNAL_USER)
        return eg_user_note_slopes(m, net);
    eg_status status = EG_OK;
    for (int i = 0; i < n->input_count && status == EG_OK; i++)
        status = ask(m, n->inputs[i], eg_net_need_of_input(n, i, need), asked);
    return status;
}

static eg_status ask_equations(eg_model *m)
{
    if (!m->user)
        return EG_OK;
    int *asked = eg_arena_array(m->arena, (size_t)m->net_count, sizeof *asked);
    eg_status status = asked ? EG_OK : EG_ERROR_MEMORY;
    for (int i = 0; i < m->drive_count && status == EG_OK; i++)
        status = ask(m, m->drives[i].input, m->drives[i].order, asked);
    for (int i = 0; i < m->net_count && status == EG_OK; i++)
        if (m->nets[i].block && m->nets[i].block->is_derivative)
            status = ask(m, m->nets[i].inputs[0], 1, asked);
    if (status != EG_OK)
        return status;
    if (m->user->slope_count > 0)
        return EG_ERROR_MODEL;
    return EG_OK;
}

/* ---------------------------------------------------------------- */

eg_status eg_compile_grades(eg_model *m, eg_diagnostics *d)
{
    size_t errors = eg_diagnostics_errors(d);
    eg_status status = ask_equations(m);
    if (status != EG_OK)
        return status;
    grade_nets(m);
    for (int i = 0; i < m->net_count; i++)
        m->nets[i].is_constant = eg_signal_is_constant(m, i);
    for (int i = 0; i < m->drive_count; i++)
        check_drive(m, &m->drives[i], d);
    for (int i = 0; i < m->net_count; i++)
        check_derivative(m, &m->nets[i], d);
    if (eg_check_user_nets(m, d) != EG_OK)
        return EG_ERROR_MODEL;
    return eg_diagnostics_errors(d) > errors ? EG_ERROR_MODEL : EG_OK;
}
