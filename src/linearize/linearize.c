/* From a model to a linear one: a run to the point, and all that is found there. */
#include "linearize/linearize.h"

#include "base/clock.h"
#include "base/span.h"
#include "component/friction/friction.h"
#include "linearize/lapack.h"
#include "network/motion/energy.h"
#include "network/motion/kinematics.h"
#include "network/solve/consistent.h"
#include "network/solve/tangent.h"
#include "network/user/slide.h"
#include "network/user/user.h"
#include "simulate/choose.h"
#include "simulate/state.h"
#include "simulate/tell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

eg_linearize_options eg_linearize_options_default(const eg_model *model)
{
    const eg_simulate_options simulate = eg_simulate_options_default(model);
    const eg_analysis *a = eg_model_analysis(model);
    return (eg_linearize_options){.size = sizeof(eg_linearize_options),
                                  .simulate = simulate,
                                  .time = simulate.start_time,
                                  .inputs = a->inputs,
                                  .input_count = a->input_count,
                                  .outputs = a->outputs,
                                  .output_count = a->output_count,
                                  .reach = 1e-3};
}

void eg_linearization_free(eg_linearization *l)
{
    if (!l)
        return;
    for (size_t i = 0; i < l->kink_count; i++)
        eg_linearization_free(l->kinks[i].beyond);
    eg_arena *arena = ((eg_linearized *)l)->arena;
    eg_arena_free(arena);
}

/* ---------------------------------------------------------------- at the point */

static eg_linearized *make_out(const eg_model *m, double t)
{
    eg_arena *arena = eg_arena_create();
    eg_linearized *out = arena ? eg_arena_alloc(arena, sizeof *out) : NULL;
    if (!out) {
        eg_arena_free(arena);
        return NULL;
    }
    out->arena = arena;
    out->l.time = t;
    out->l.model = eg_arena_copy(arena, m->name);
    return out;
}

static eg_status name_ports(eg_linear_point *p)
{
    eg_linearization *l = &p->out->l;
    const eg_linear_ports *ports = p->ports;
    eg_arena *arena = p->out->arena;
    l->input_count = ports->input_count;
    l->output_count = ports->outputs.count;
    l->inputs = eg_arena_array(arena, l->input_count + 1, sizeof *l->inputs);
    l->outputs = eg_arena_array(arena, l->output_count + 1, sizeof *l->outputs);
    if (!l->model || !l->inputs || !l->outputs)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < l->input_count; i++) {
        l->inputs[i].name = eg_arena_copy(arena, ports->input_name[i]);
        l->inputs[i].unit = eg_arena_copy(arena, ports->input_unit[i]);
        l->inputs[i].value = ports->sign[i] * p->base_nets[3 * ports->net[i]];
        if (!l->inputs[i].name || !l->inputs[i].unit)
            return EG_ERROR_MEMORY;
    }
    for (size_t i = 0; i < l->output_count; i++) {
        const eg_expression *e = &ports->outputs.expressions[i];
        l->outputs[i].name = eg_arena_copy(arena, e->text);
        l->outputs[i].unit = eg_arena_copy(arena, e->unit ? e->unit : "");
        if (!l->outputs[i].name || !l->outputs[i].unit)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

/* A mode of friction is a kind and the segment of its characteristic. Those of a table's further segments are
 * called as those of its first. */
static const char *mode_name(const eg_linear_point *p, const eg_element *e, int mode)
{
    const int segment = mode >> 3;
    if (!e->friction)
        return e->ops->modes[mode == 0 ? 0 : 1 + (mode - 1) % (e->ops->mode_count - 1)];
    const char *kind = eg_friction_modes[eg_friction_kind_of(mode)];
    return segment > 0 && eg_friction_slides(mode)
               ? eg_arena_format(p->out->arena, "%s, segment %d", kind, segment + 1)
               : kind;
}

/* Elements with more than one mode. */
static eg_status name_contacts(eg_linear_point *p)
{
    eg_linearization *l = &p->out->l;
    const eg_model *m = p->m;
    l->contacts = eg_arena_array(p->out->arena, (size_t)m->element_count + 1, sizeof *l->contacts);
    for (int i = 0; i < m->element_count && l->contacts; i++) {
        const eg_element *e = &m->elements[i];
        if (e->ops->mode_count < 2 || !e->ops->modes)
            continue;
        const char *path = eg_arena_copy(p->out->arena, eg_instance_path(m, e->instance));
        const char *mode = mode_name(p, e, p->network->mode[i]);
        if (!path || !mode)
            return EG_ERROR_MEMORY;
        l->contacts[l->contact_count++] = (eg_linear_contact){path, mode};
    }
    return l->contacts ? EG_OK : EG_ERROR_MEMORY;
}

/* Units are the classes' and the model's strings, which the linearization outlives. */
static eg_status keep_strings(eg_linearized *out)
{
    for (size_t i = 0; i < out->l.state_count; i++)
        if (!(out->l.states[i].unit = eg_arena_copy(out->arena, out->l.states[i].unit)))
            return EG_ERROR_MEMORY;
    return EG_OK;
}

static eg_status find_spectrum(eg_linear_point *p, bool is_first)
{
    eg_status status = eg_linear_find_spectrum(p->out);
    if (status == EG_ERROR_UNAVAILABLE && is_first)
        eg_lapack_missing(p->diagnostics, EG_WARNING, "eigenvalues and mode shapes need");
    if (status == EG_ERROR_SIMULATION && is_first)
        eg_report(p->diagnostics, EG_WARNING, EG_NOWHERE, "the eigenvalues at time %.9g s were not found",
                  p->t);
    return status == EG_ERROR_MEMORY ? status : EG_OK;
}

/* Rates of states at the point, which y' has: tangents are about it. */
static eg_status fill_rates(eg_linear_point *p)
{
    for (size_t k = 0; k < p->state_count; k++)
        p->out->l.states[k].rate = eg_linear_rate(p, k);
    return EG_OK;
}

eg_status eg_linear_open(eg_linear_point *p)
{
    eg_network *s = p->network;
    const size_t nets = 3 * (size_t)s->m->net_count;
    p->out = make_out(s->m, p->t);
    p->base_nets = calloc(2 * nets + 1, sizeof *p->base_nets);
    if (!p->out || !p->base_nets)
        return EG_ERROR_MEMORY;
    p->dnet = p->base_nets + nets;
    eg_network_forget_scales(s); /* sizes are those of the point, however long the way there was */
    eg_linear_hold_signals(p);
    eg_status status = eg_network_begin_tangents(s, p->t, p->y, p->yp) == 0 ? eg_linear_choose_states(p)
                                                                            : EG_ERROR_SIMULATION;
    if (status == EG_OK)
        status = eg_linear_name_states(p);
    if (status == EG_OK)
        status = keep_strings(p->out);
    if (status == EG_OK)
        status = fill_rates(p);
    if (status == EG_OK)
        status = name_ports(p);
    if (status == EG_OK)
        status = name_contacts(p);
    return status == EG_OK ? eg_linear_fill(p) : status;
}

void eg_linear_close(eg_linear_point *p)
{
    free(p->base_nets);
    free(p->states);
    free(p->seed);
    free(p->input_seed);
    free(p->dy);
    free(p->dyp);
}

eg_status eg_linear_at(eg_network *s, const eg_linear_ports *ports, double t, double *y, double *yp,
                       double reach, bool with_kinks, eg_diagnostics *d, eg_linearization **out)
{
    eg_linear_point p = {
        .network = s, .m = s->m, .ports = ports, .t = t, .y = y, .yp = yp, .reach = reach, .diagnostics = d};
    eg_status status = eg_linear_open(&p);
    if (status == EG_OK)
        status = find_spectrum(&p, with_kinks);
    if (status == EG_OK && with_kinks)
        status = eg_linear_find_kinks(&p);
    if (status == EG_OK && with_kinks)
        status = eg_linear_warn_of_quiet_kinks(&p);
    eg_linear_close(&p);
    *out = p.out ? &p.out->l : NULL;
    if (status != EG_OK) {
        eg_linearization_free(*out);
        *out = NULL;
    }
    return status;
}

/* ---------------------------------------------------------------- the way there */

typedef struct run {
    eg_network *network;
    eg_engine *engine;
    double *y, *yp;
} run;

typedef struct watcher {
    eg_observer observer; /* first */
    eg_teller teller;
    double origin; /* [s] */
} watcher;

static int on_row(eg_observer *o, double t, const double *y, const double *yp)
{
    (void)o, (void)t, (void)y, (void)yp;
    return 0;
}

static int on_progress(eg_observer *o, double t)
{
    watcher *w = (watcher *)o;
    return eg_teller_tell(&w->teller, w->origin + t);
}

static void on_event(eg_event_sink *sink, double t, const char *component, const char *name,
                     bool is_time_event)
{
    (void)sink, (void)t, (void)component, (void)name, (void)is_time_event;
}

static eg_status ended_before(const eg_network *s, double t, eg_diagnostics *d)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "the run of %s has ended at %.9g s, before the point", s->m->name, t);
    eg_remedy(d, "choose an earlier point by --at, or a later --stop-time");
    return EG_ERROR_SIMULATION;
}

static eg_status march(run *r, const eg_simulate_options *o, eg_diagnostics *d)
{
    const double origin = r->network->base.origin;
    eg_march_options options = {.start_time = o->start_time - origin,
                                .stop_time = eg_span_since(origin, o->stop_time),
                                .interval = o->stop_time - o->start_time,
                                .step = o->step,
                                .max_events = o->max_events,
                                .max_steps = o->max_steps,
                                .time_limit = o->time_limit,
                                .without_work = true};
    watcher w = {.observer = {.point = on_row,
                              .left = on_row,
                              .right = on_row,
                              .progress = on_progress,
                              .sink.happened = on_event},
                 .teller = eg_teller_begin(o),
                 .origin = origin};
    eg_march_result result = {0};
    if (options.time_limit > 0)
        options.deadline = eg_clock_seconds() + options.time_limit;
    eg_status status = eg_march(r->engine, &options, r->y, r->yp, &w.observer, &result);
    if (status == EG_OK && result.end_time < options.stop_time)
        return ended_before(r->network, origin + result.end_time, d);
    return status;
}

static eg_status reach_point(run *r, const eg_model *m, const eg_simulate_options *o, eg_diagnostics *d)
{
    const char *reason;
    const size_t n = (size_t)m->n + 1;
    const eg_engine_ops *engine = eg_simulate_engine(m, o, d, &reason);
    if (!engine || !engine->create)
        return engine ? EG_ERROR_UNAVAILABLE : EG_ERROR_USAGE;
    r->network = eg_network_create(m, d);
    r->y = calloc(n, sizeof *r->y);
    r->yp = calloc(n, sizeof *r->yp);
    if (!r->network || !r->y || !r->yp)
        return EG_ERROR_MEMORY;
    eg_status status = eg_simulate_begin(r->network, o, r->y, r->yp);
    if (status != EG_OK || o->stop_time == o->start_time)
        return status;
    r->engine = engine->create(&r->network->base, o->tolerance);
    return r->engine ? march(r, o, d) : EG_ERROR_MEMORY;
}

/* What has no linear model, or none here. */
static eg_status check_point(eg_network *s, double t, eg_diagnostics *d)
{
    if (s->m->user && s->m->user->delay_count > 0) {
        eg_report(d, EG_ERROR, EG_NOWHERE,
                  "%s uses delay: what looks back has no linear model with finitely many "
                  "states",
                  s->m->name);
        eg_remedy(d, "take a block with states in its place, as a FirstOrder");
        return EG_ERROR_MODEL;
    }
    if (eg_slides(s)) {
        eg_report(
            d, EG_ERROR, EG_NOWHERE,
            "at time %.9g s %s slides along the edge of a relation, whose sides take turns: there is no "
            "linear model",
            t, s->m->name);
        eg_remedy(d, "take a time before or after that");
        return EG_ERROR_SIMULATION;
    }
    return EG_OK;
}

static eg_status check_options(const eg_linearize_options *o, eg_simulate_options *simulate,
                               eg_diagnostics *d)
{
    if (!eg_options_fit(o->size, sizeof *o, "eg_linearize_options", d))
        return EG_ERROR_USAGE;
    *simulate = o->simulate;
    simulate->stop_time = o->time;
    if (!isfinite(o->time) || o->time < simulate->start_time) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "the point at %.9g s lies before the start of the run, %.9g s",
                  o->time, simulate->start_time);
        eg_remedy(d, "choose a later point by --at, or an earlier --start-time");
        return EG_ERROR_USAGE;
    }
    if (!(o->reach >= 0 && isfinite(o->reach))) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "reach is %g, but must be 0 or more", o->reach);
        eg_remedy(d, "write a finite number from 0 on");
        return EG_ERROR_USAGE;
    }
    simulate->interval = fmax(o->time - simulate->start_time, 0);
    return eg_simulate_check(simulate, d);
}

static eg_status linearize(const eg_model *m, const eg_linearize_options *o, eg_diagnostics *d,
                           eg_linearization **out)
{
    eg_linear_ports ports;
    eg_simulate_options simulate;
    run r = {0};
    eg_status status = check_options(o, &simulate, d);
    if (status != EG_OK)
        return status;
    status = eg_linear_ports_find(&ports, m, o, d);
    if (status == EG_OK)
        status = reach_point(&r, m, &simulate, d);
    if (status == EG_OK)
        status = check_point(r.network, o->time, d);
    if (status == EG_OK && eg_network_make_consistent(r.network, o->time, r.y, r.yp) != 0)
        status = EG_ERROR_SIMULATION;
    if (status == EG_OK)
        status = eg_linear_at(r.network, &ports, o->time, r.y, r.yp, o->reach, true, d, out);
    if (r.engine)
        r.engine->ops->free(r.engine);
    eg_network_free(r.network);
    free(r.y);
    free(r.yp);
    eg_linear_ports_release(&ports);
    return status;
}

eg_status eg_linearize(const eg_model *model, const eg_linearize_options *options,
                       eg_diagnostics *diagnostics, eg_linearization **out)
{
    eg_diagnostics *own = diagnostics ? NULL : eg_diagnostics_create();
    eg_diagnostics *d = diagnostics ? diagnostics : own;
    *out = NULL;
    if (!d)
        return EG_ERROR_MEMORY;
    eg_status status = linearize(model, options, d, out);
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(d, "while linearizing %s", model->name);
    eg_diagnostics_free(own);
    return status;
}
