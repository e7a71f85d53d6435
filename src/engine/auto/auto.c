/* The `auto` engine. A model that is linear between events and falls into pieces goes to `exact`, whose
 * events cost what their clusters cost, and which leaves off where a cluster is so stiff that others
 * would do better; one of pieces with laws of a power goes the same way, by the series that are those of
 * `erk` (exact/power.c). Else `erk` begins in modes that are explicit differential equations, and in all
 * others `exact` where the model is linear and small, or an implicit engine: `irk` where the model is
 * small, else `ida`. Where `irk` fails, as it may where parts without mass hang on laws of a power, `ida`
 * goes on to the end of the mode, and to that of the run once it has failed in three modes.
 *
 * Is `irk` the better one in explicit modes, too? Where something answers fast to the motion, or its
 * equations are dear, its steps may go so much further that they cost less. Nothing tells that as well as
 * some of them: they are tried, and their gain is held against what they cost more (trial.h). Then `irk`
 * stays, or `erk` goes on until much more has passed.
 *
 * A restart after an event costs `ida` some ten steps, and between events it makes ten for one of `erk`,
 * each of which has twenty evaluations without a Jacobian. So where `ida` is the implicit engine it takes
 * over for good, and only where stability limits the steps of `erk`, which is seen after 15 such steps;
 * unless events are so frequent that `erk` needs no more steps from one to the next than the restart
 * costs, or the end so near that some more do no harm. The matrices of `irk` are stored in full: with more
 * than some forty unknowns they cost more than the steps that it saves, unless most of what stands in them is
 * 0 and stays so, as with bodies in a row (fill.h). */
#include "engine/auto/parts.h"

#include "base/linear_mode.h"
#include "base/local.h"
#include "engine/erk/erk.h"
#include "engine/exact/march.h"
#include "engine/irk/irk.h"
#include "engine/trial.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_LEFT = 3, STEPS_A_MODE = 20, SOME_MORE = 400, SETTLED = 8, MOST_FOR_IRK = 40 };

static eg_auto *own(eg_engine *engine)
{
    return (eg_auto *)engine;
}

static void auto_free(eg_engine *engine)
{
    if (!engine)
        return;
    eg_engine_erk.free(own(engine)->erk);
    eg_engine_irk.free(own(engine)->irk);
    if (own(engine)->ida)
        eg_engine_ida.free(own(engine)->ida);
    eg_engine_exact.free(own(engine)->exact);
    free(own(engine)->y);
    free(engine);
}

/* Matrices of modes with algebraic unknowns are full, and all derivatives take part in every step. */
static bool is_for_exact(eg_system *system)
{
    enum { MOST = 60 };
    char reason[240];
    return system->n <= MOST && system->linear && system->linear->takes(system, reason, sizeof reason);
}

/* Is the present mode one that exact goes on in? */
static bool has_matrix(eg_system *system)
{
    int count;
    return system->linear->key(system, &count) != NULL;
}

/* Is irk the implicit engine? */
static bool takes_irk(const eg_auto *e)
{
    return e->is_small && (e->left_irk < MOST_LEFT || !eg_engine_ida.create);
}

/* Is there an engine for what erk is not for? */
static bool has_implicit(const eg_auto *e)
{
    return eg_engine_ida.create || (e->is_small && e->base.system->n <= EG_IRK_MOST_UNKNOWNS);
}

static eg_engine *auto_create(eg_system *system, double tolerance)
{
    eg_auto *e = calloc(1, sizeof *e);
    size_t n = (size_t)system->n;
    if (!e || !(e->y = calloc(4 * n + 1, sizeof *e->y))) {
        eg_report_memory(system->diagnostics, "in engine auto");
        free(e);
        return NULL;
    }
    e->base.ops = &eg_engine_auto;
    e->base.system = system;
    e->asked = tolerance;
    e->closer = 1.0;
    e->is_linear = is_for_exact(system);
    e->is_small = system->n <= MOST_FOR_IRK || !eg_engine_ida.create;
    e->trial = eg_trial_of(system);
    e->yp = e->y + n;
    e->low = e->yp + n;
    e->high = e->low + n;
    for (size_t i = 0; i < n; i++) {
        e->low[i] = INFINITY;
        e->high[i] = -INFINITY;
    }
    e->erk = eg_engine_erk.create(system, tolerance);
    if (!e->erk) {
        auto_free(&e->base);
        return NULL;
    }
    if (has_implicit(e))
        eg_erk_be_quiet(e->erk);
    e->base.tolerance = e->erk->tolerance;
    return &e->base;
}

/* The last step is that of the engine which is used. */
static void adopt(eg_auto *e)
{
    e->base.tolerance = e->now->tolerance;
    e->base.t0 = e->now->t0;
    e->base.t1 = e->now->t1;
    e->base.degree = e->now->degree;
    e->base.stretch = e->now->stretch;
}

/* There is no ida in this build, and neither erk nor irk do. */
static int miss_ida(eg_auto *e, const char *reason)
{
    eg_diagnostics *d = e->base.system->diagnostics;
    eg_report(d, EG_ERROR, EG_NOWHERE, "the simulation needs the engine ida, because %s, but that is %s",
              reason, eg_engine_ida.doc);
    eg_remedy(d, "install libsundials-dev and libsuitesparse-dev, then build elastogap anew");
    return -1;
}

/* Goes on with that engine; NULL: it could not be made. */
static int begin(eg_auto *e, eg_engine *engine, double t, const double *y, const double *yp)
{
    if (!engine)
        return EG_ENGINE_OUT_OF_MEMORY;
    e->now = engine;
    return engine->ops->restart(engine, t, y, yp);
}

static int begin_exact(eg_auto *e, double t, const double *y, const double *yp)
{
    if (!e->exact)
        e->exact = eg_engine_exact.create(e->base.system, e->asked);
    return begin(e, e->exact, t, y, yp);
}

/* What exact has gone through belongs to the range of the motion. */
static void extend_range(eg_auto *e, const double *y)
{
    for (int i = 0; i < e->base.system->n; i++) {
        e->low[i] = fmin(e->low[i], y[i]);
        e->high[i] = fmax(e->high[i], y[i]);
    }
}

/* What any engine knows of the range, all do. */
static void share_range(eg_auto *e)
{
    eg_engine *all[] = {e->erk, e->irk, e->ida};
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            if (all[i])
                all[i]->ops->range(all[i], e->low, e->high);
}

static int begin_irk(eg_auto *e, double t, const double *y, const double *yp)
{
    if (!e->irk && (e->irk = eg_engine_irk.create(e->base.system, e->closer * e->asked)) &&
        eg_engine_ida.create)
        eg_irk_be_quiet(e->irk);
    share_range(e);
    return begin(e, e->irk, t, y, yp);
}

static int begin_ida(eg_auto *e, double t, const double *y, const double *yp)
{
    if (!e->ida)
        e->ida = eg_engine_ida.create(e->base.system, e->closer * e->asked);
    share_range(e);
    return begin(e, e->ida, t, y, yp);
}

static int begin_implicit(eg_auto *e, double t, const double *y, const double *yp)
{
    return (takes_irk(e) ? begin_irk : begin_ida)(e, t, y, yp);
}

/* Is the last step to be made once more, shorter, and no mode to begin? */
static bool is_same_step(const eg_auto *e, double t)
{
    return t == e->base.t0 && e->base.t1 > t;
}

/* Where the speed of a part without mass is singular at the edge between two modes, each may end where it
 * begins, for ever. The step of irk goes up to that edge; those of ida, which do not look so closely, go
 * across. */
static void look_for_standstill(eg_auto *e, double t)
{
    enum { SOME = 10 };
    const double beginning = 1e-3;
    const double passed = t - e->base.t0, step = fmax(e->base.t1 - e->base.t0, e->tried);
    const bool stands = e->now && e->now == e->irk && e->mode_steps == 1 && passed <= beginning * step;
    e->standing = stands ? e->standing + 1 : 0;
    if (e->standing == SOME)
        e->left_irk = MOST_LEFT;
}

/* Event upon event, with few steps in between, may be no more than the error of a stiff motion: where two
 * modes lie closer together than what is allowed, it is seen to cross between them all the time (a stop of
 * great stiffness and greater damping under a small load). Then erk, which stability keeps at the edge, is
 * given up, and its successor works with a tenth of the error; what truly has these events goes on a little
 * dearer. */
static void look_closer(eg_auto *e)
{
    enum { FEW = 40, FEW_OF_IRK = 4, SOME = 16, MANY = 40 }; /* one of irk goes as far as ten of others */
    const double tenth = 0.1, least = 2e-14, most = 1e-4;
    eg_counters c = {0};
    bool is_erk = e->now == e->erk;
    if (!e->now)
        return;
    e->now->ops->counters(e->now, &c);
    bool few = c.steps - e->steps < (e->now == e->irk ? FEW_OF_IRK : FEW);
    e->crowded = few ? e->crowded + 1 : 0;
    e->at_edge = few ? e->at_edge + (is_erk && eg_erk_is_at_edge(e->erk)) : 0;
    e->steps = c.steps;
    if (e->crowded < (is_erk ? SOME : MANY))
        return;
    if (is_erk && has_implicit(e) && 2 * e->at_edge > e->crowded) {
        e->given_up = e->stiff = true;
        e->closer = tenth;
    } else if (!is_erk && e->stiff) {
        e->now->tolerance = fmax(tenth * e->now->tolerance, fmax(least, most * e->asked));
    }
    e->crowded = e->at_edge = 0;
}

/* In a mode that begins here and is explicit, what costs next to nothing: do steps of irk go further? */
static bool tries_irk(eg_auto *e)
{
    if (!e->trial.is_running && takes_irk(e) && eg_trial_is_due(&e->trial, false))
        eg_trial_begin(&e->trial);
    return e->trial.is_running;
}

static int auto_restart(eg_engine *engine, double t, const double *y, const double *yp)
{
    eg_auto *e = own(engine);
    char reason[240];
    int status;
    bool takes = eg_erk_takes(engine->system, reason, sizeof reason);
    if (e->in_pieces && e->has_powers && has_implicit(e)) /* its steps by powers were kept short for long */
        e->given_up = e->stiff = true;
    if (!e->knows_pattern && engine->system->n <= EG_IRK_MOST_UNKNOWNS)
        e->is_small = eg_trial_look_at_pattern(&e->trial, engine->system) || e->is_small;
    e->knows_pattern = true;
    if (is_same_step(e, t)) {
        e->tried = fmax(e->tried, e->base.t1 - e->base.t0);
    } else {
        look_closer(e);
        look_for_standstill(e, t);
        e->tried = 0.0;
    }
    e->mode_steps = 0;
    e->began = e->marked = t;
    e->used_algebraic = e->used_algebraic || !takes;
    eg_trial_restart(&e->trial);
    if (!takes)
        eg_trial_pause(&e->trial);
    if (takes && !e->given_up && tries_irk(e)) {
        status = begin_irk(e, t, y, yp);
    } else if (takes && !e->given_up) {
        e->erk_modes++;
        share_range(e);
        status = begin(e, e->erk, t, y, yp);
    } else if (!takes && e->is_linear && e->left_exact < MOST_LEFT && has_matrix(engine->system)) {
        extend_range(e, y);
        status = begin_exact(e, t, y, yp);
    } else if (has_implicit(e)) {
        status = begin_implicit(e, t, y, yp);
    } else {
        return miss_ida(e, reason);
    }
    if (e->now) /* there is none when it could not be made */
        adopt(e);
    return status;
}

/* Goes on with an implicit engine from where exact is. */
static int leave_exact(eg_auto *e)
{
    double t = e->base.t1;
    e->left_exact++;
    if (e->exact->ops->dense(e->exact, t, e->y, e->yp) != 0)
        return -1;
    extend_range(e, e->y);
    return begin_implicit(e, t, e->y, e->yp);
}

/* A step of exact is as long as stiffness lets it be: after some, others may do better. */
static bool should_leave_exact(const eg_auto *e, double t_stop)
{
    enum { SOME = 60 };
    double step = e->base.t1 - e->base.t0;
    return e->now == e->exact && has_implicit(e) && e->mode_steps >= SOME &&
           t_stop - e->base.t1 > SOME * step;
}

/* The point reached, from which another engine is to go on. */
static int not_evaluated(const eg_auto *e, int answer)
{
    const int unknown = eg_engine_suspect(e->base.system, e->y, e->yp);
    const eg_status status = eg_engine_failed(e->base.system, e->base.t1, answer, "the derivatives", unknown);
    return status == EG_ERROR_MEMORY ? EG_ENGINE_OUT_OF_MEMORY : -1;
}

/* Goes on with ida, up to the end of the mode, from where irk is: its Newton's method leaves algebraic
 * unknowns less consistent than ida may begin with. */
static int leave_irk(eg_auto *e)
{
    eg_system *s = e->base.system;
    double t = e->base.t1;
    e->left_irk++;
    eg_irk_state(e->irk, e->y);
    const int answer =
        s->ops->settle ? s->ops->settle(s, t, e->y, e->yp) : s->ops->derivatives(s, t, e->y, e->yp);
    if (answer != 0)
        return not_evaluated(e, answer);
    return begin_ida(e, t, e->y, e->yp);
}

/* Steps of irk may close in on an instant at which the speed of a part without mass has no bound, and
 * never come to it, or hardly get away from one: a turn of them has passed next to nothing of the mode so
 * far, or of what is to come. */
static bool closes_in(eg_auto *e, double t_stop)
{
    enum { TURN = 64 };
    const double nothing = 1e-6;
    if (e->now != e->irk || !eg_engine_ida.create || e->mode_steps % TURN != 0 || e->mode_steps == 0)
        return false;
    const double passed = e->base.t1 - e->marked;
    e->marked = e->base.t1;
    return passed <= nothing * fmax(e->base.t1 - e->began, t_stop - e->base.t1);
}

/* Goes on with an implicit engine from where erk is. */
static int leave_erk(eg_auto *e)
{
    eg_system *s = e->base.system;
    eg_erk_state(e->erk, e->y);
    const int answer = s->ops->derivatives(s, e->base.t1, e->y, e->yp);
    if (answer != 0)
        return not_evaluated(e, answer);
    return begin_implicit(e, e->base.t1, e->y, e->yp);
}

/* The same for good. */
static int hand_over(eg_auto *e)
{
    e->given_up = true;
    e->stiff = eg_erk_is_stiff(e->erk);
    return leave_erk(e);
}

/* Goes back to erk from where irk is. */
static int return_to_erk(eg_auto *e)
{
    eg_system *s = e->base.system;
    eg_irk_state(e->irk, e->y);
    const int answer = s->ops->derivatives(s, e->base.t1, e->y, e->yp);
    if (answer != 0)
        return not_evaluated(e, answer);
    e->now = e->erk;
    e->mode_steps = 0;
    share_range(e);
    return e->erk->ops->restart(e->erk, e->base.t1, e->y, e->yp);
}

/* Does erk take more steps from event to event than a restart of ida is worth? Some more it may, up to the
 * end of the mode, where its errors say that longer steps would be refused. */
static bool is_dear(const eg_auto *e, double t_stop)
{
    eg_counters c = {0};
    e->erk->ops->counters(e->erk, &c);
    long worth = STEPS_A_MODE * e->erk_modes;
    double to_come = (t_stop - e->base.t1) / (e->base.t1 - e->base.t0);
    bool is_soon_done = (double)c.steps + to_come < (double)(worth + SOME_MORE);
    return e->mode_steps >= SETTLED && c.steps > worth && !(is_soon_done && eg_erk_keeps_up(e->erk));
}

/* Is the end near for a change of engines? */
static bool is_late(const eg_auto *e, double t_stop)
{
    const double some = takes_irk(e) ? 10.0 : 100.0;
    return some * (e->base.t1 - e->base.t0) > t_stop - e->base.t1;
}

/* The run stands still, or nearly: the one in use is given up for good. */
static bool auto_hand_over(eg_engine *engine)
{
    eg_auto *e = own(engine);
    const bool is_erk = e->now == e->erk && has_implicit(e),
               is_irk = e->now && e->now == e->irk && eg_engine_ida.create && e->left_irk < MOST_LEFT,
               is_exact = e->now && e->now == e->exact && has_implicit(e) && e->left_exact < MOST_LEFT;
    if (e->trial.is_running)
        eg_trial_abandon(&e->trial);
    if (is_erk)
        e->given_up = e->stiff = true;
    if (is_irk)
        e->left_irk = MOST_LEFT;
    if (is_irk && !e->used_algebraic)
        e->given_up = true;
    if (is_exact)
        e->left_exact = MOST_LEFT;
    e->made_no_progress = e->made_no_progress || is_erk || is_irk || is_exact;
    return is_erk || is_irk || is_exact;
}

/* Begins the trial of irk where a mode has gone on for long enough and does not end soon, or ends it. */
static int decide(eg_auto *e, double t_stop)
{
    const double plainly = 8.0; /* what goes so much further by an implicit method is called stiff */
    if (e->now != e->erk && !(e->trial.is_running && e->now == e->irk))
        return 0;
    eg_trial_see(&e->trial, e->base.t1);
    if (e->now == e->erk) {
        const bool is_likely = eg_erk_is_stiff(e->erk) || eg_erk_may_be_hampered(e->erk);
        const bool is_due = takes_irk(e) && e->mode_steps >= SETTLED && !is_late(e, t_stop) &&
                            eg_trial_is_due(&e->trial, is_likely);
        if (is_due)
            eg_trial_begin(&e->trial);
        return is_due ? leave_erk(e) : 0;
    }
    const eg_verdict verdict = eg_trial_judge(&e->trial);
    e->given_up = e->is_slower = verdict == EG_TRIAL_PAYS;
    e->stiff = e->given_up && (eg_erk_is_stiff(e->erk) || e->trial.gain > plainly);
    return verdict == EG_TRIAL_LOSES ? return_to_erk(e) : 0;
}

/* Where irk fails in it. */
static int abandon_trial(eg_auto *e)
{
    eg_trial_abandon(&e->trial);
    return return_to_erk(e);
}

/* Is there an engine for a step that the present one has failed in? Those with one do not say why. */
static bool has_successor(const eg_auto *e, int status)
{
    return (e->now == e->erk && has_implicit(e)) ||
           (status < 0 && e->now == e->irk && (e->trial.is_running || eg_engine_ida.create));
}

static int auto_step(eg_engine *engine, double t_stop)
{
    eg_auto *e = own(engine);
    e->now->next_fall = engine->next_fall;
    engine->next_fall = NAN;
    if (!e->given_up && decide(e, t_stop) != 0)
        return -1;
    const bool can_change = e->now == e->erk && has_implicit(e);
    if (should_leave_exact(e, t_stop) && leave_exact(e) != 0)
        return -1;
    if (closes_in(e, t_stop) && leave_irk(e) != 0)
        return -1;
    bool is_stiff =
        can_change && !takes_irk(e) && !is_late(e, t_stop) && is_dear(e, t_stop) && eg_erk_is_stiff(e->erk);
    int status = is_stiff ? 1 : e->now->ops->step(e->now, t_stop);
    while (status != 0 && has_successor(e, status)) {
        status = e->now == e->erk ? hand_over(e) : e->trial.is_running ? abandon_trial(e) : leave_irk(e);
        if (status != 0)
            return status;
        status = e->now->ops->step(e->now, t_stop);
    }
    if (status != 0)
        return status;
    *(e->now == e->erk   ? &e->used_erk
      : e->now == e->irk ? &e->used_irk
      : e->now == e->ida ? &e->used_ida
                         : &e->used_exact) = true;
    e->mode_steps++;
    adopt(e);
    return 0;
}

static int auto_dense(eg_engine *engine, double t, double *y, double *yp)
{
    eg_engine *now = own(engine)->now;
    return now->ops->dense(now, t, y, yp);
}

/* Does the model fall into pieces? */
static bool plan_pieces(eg_auto *e, const eg_march_options *options, const double *y, eg_observer *observer,
                        eg_exact_task *task, eg_status *status)
{
    eg_system *s = e->base.system;
    const eg_local *model = eg_exact_pieces(s, options, y, status);
    if (!model)
        return false;
    extend_range(e, y);
    e->in_pieces = true;
    e->has_powers = model->has_powers;
    const double dearer = eg_trial_steps_by_powers(s, !takes_irk(e));
    *task = (eg_exact_task){
        s, model, options, e->base.tolerance, dearer, e->base.tolerance, observer, &e->in_pieces_counters};
    return true;
}

static bool auto_march(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                       eg_observer *observer, eg_march_result *result, eg_status *status)
{
    eg_exact_task task;
    bool left = false;
    if (!plan_pieces(own(engine), options, y, observer, &task, status))
        return *status != EG_OK;
    *status = eg_exact_march(&task, y, yp, result, &left);
    return !left;
}

static eg_course *auto_course(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                              eg_observer *observer, eg_march_result *result, eg_status *status)
{
    eg_exact_task task;
    bool is_planned = plan_pieces(own(engine), options, y, observer, &task, status);
    return is_planned ? eg_exact_course(&task, y, yp, result, status) : NULL;
}

static void add_counters(eg_counters *sum, const eg_engine *engine)
{
    eg_counters c = {0};
    if (!engine)
        return;
    engine->ops->counters(engine, &c);
    sum->steps += c.steps;
    sum->evaluations += c.evaluations;
    sum->jacobians += c.jacobians;
    sum->factorizations += c.factorizations;
    sum->newton_iterations += c.newton_iterations;
    sum->rejected_steps += c.rejected_steps;
}

/* exact knows none: its error is round-off. */
static void auto_range(eg_engine *engine, double *low, double *high)
{
    const eg_engine *now = own(engine)->now;
    if (now && now->ops->range)
        now->ops->range(own(engine)->now, low, high);
}

static void auto_counters(const eg_engine *engine, eg_counters *counters)
{
    const eg_auto *e = (const eg_auto *)engine;
    *counters = e->in_pieces_counters;
    add_counters(counters, e->erk);
    add_counters(counters, e->irk);
    add_counters(counters, e->ida);
    add_counters(counters, e->exact);
}

const eg_engine_ops eg_engine_auto = {
    .name = "auto",
    .doc =
        "exact where the model is linear between events and falls into pieces, erk where it is explicit and "
        "not stiff, irk where it is small, else ida",
    .create = auto_create,
    .restart = auto_restart,
    .step = auto_step,
    .dense = auto_dense,
    .march = auto_march,
    .course = auto_course,
    .range = auto_range,
    .hand_over = auto_hand_over,
    .counters = auto_counters,
    .free = auto_free,
};
