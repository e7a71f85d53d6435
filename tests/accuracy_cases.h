/* The models whose exact motion is known, with their truths: what test_accuracy.c holds to 100 tol and what
 * bench/accuracy.c tabulates. EG_SOURCE_DIR is the root of the source tree. */
#ifndef ACCURACY_CASES_H
#define ACCURACY_CASES_H

#include "exact_signals.h"

/* One run of a case. */
typedef struct accuracy_run {
    eg_status status;
    exact_errors errors;
    eg_statistics statistics;
    size_t events;
    eg_trajectory *trajectory; /* freed by accuracy_run_free */
} accuracy_run;

/* A model as text and its truth. Freed by accuracy_case_free. */
typedef struct accuracy_case {
    char name[60];
    char text[700]; /* of the model; "": examples/<file> */
    const char *file;
    double stop, interval; /* [s] */
    exact_scene *scene;
} accuracy_case;

static inline void accuracy_case_free(accuracy_case *c)
{
    if (c->scene) {
        free(c->scene->mass[0]);
        free(c->scene->mass[1]);
        free(c->scene->power);
    }
    free(c->scene);
    c->scene = NULL;
}

/* ---------------------------------------------------------------- ElastoGap.mo */

static inline void accuracy_fill_elastogap(const exact_scene *s, double t, exact_row *row)
{
    static const char *const names[2][2] = {{"springDamper1", "springDamper2"}, {"elastoGap1", "elastoGap2"}};
    static const char *const masses[] = {"mass1", "mass2"};
    double wall[2] = {0.0, 0.0}; /* force of the contacts into the left and the right rod */
    for (int i = 0; i < 2; i++) {
        const exact_motion *q = s->mass[i];
        const exact_point p = exact_motion_at(q, t);
        double f[2];
        for (int k = 0; k < 2; k++) {
            const exact_values o = exact_values_of(&q->contact[k], p.mode[k], 1.0, p.x, p.v);
            exact_put_contact(row, names[i][k], &q->contact[k], p.x, o);
            wall[k] += k == 0 ? o.f : -o.f;
            f[k] = o.f;
        }
        exact_put_mass(row, masses[i], p, -f[0], f[1]);
    }
    exact_put(row, "rod1", "s", -1.0);
    exact_put_flange(row, "rod1", "flange_a", -2.0, wall[0]);
    exact_put_flange(row, "rod1", "flange_b", 0.0, -wall[0]);
    exact_put(row, "rod2", "s", 1.0);
    exact_put_flange(row, "rod2", "flange_a", 0.0, -wall[1]);
    exact_put_flange(row, "rod2", "flange_b", 2.0, wall[1]);
    exact_put_flange(row, "fixed", "flange", 0.0, wall[0] + wall[1]);
}

/* NULL when out of memory. */
static inline exact_scene *accuracy_scene(void (*fill)(const exact_scene *, double, exact_row *))
{
    exact_scene *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->fill = fill;
    s->mass[0] = calloc(1, sizeof *s->mass[0]);
    s->mass[1] = calloc(1, sizeof *s->mass[1]);
    s->power = calloc(1, sizeof *s->power);
    return s;
}

static inline bool accuracy_complete(const exact_scene *s)
{
    return s && s->mass[0] && s->mass[1] && s->power;
}

/* Two masses of 1 kg between walls at -2 m and 2 m, let go at 2 m; c = 10, d = 1.5. */
static inline accuracy_case accuracy_elastogap(void)
{
    static const char *const gaps[] = {"elastoGap1", "elastoGap2"};
    accuracy_case c = {.name = "ElastoGap", .file = "ElastoGap.mo", .stop = 5.0, .interval = 0.01};
    c.scene = accuracy_scene(accuracy_fill_elastogap);
    if (!accuracy_complete(c.scene))
        return c;
    for (int i = 0; i < 2; i++) {
        exact_motion *q = c.scene->mass[i];
        const double s_rel0 = i == 0 ? 1.0 : 1.5;
        const exact_contact left = {10.0, 1.5, s_rel0, -2.0, 1.0, i == 0};
        const exact_contact right = {10.0, 1.5, s_rel0, 2.0, -1.0, i == 0};
        q->m = 1.0;
        q->contacts = 2;
        q->contact[0] = left;
        q->contact[1] = right;
        exact_motion_solve(q, 2.0, 0.0, c.stop);
    }
    exact_add_events(c.scene, c.scene->mass[1], gaps);
    return c;
}

/* ---------------------------------------------------------------- one contact */

/* Mass and stiffness of the single contacts, and the speed of impact. */
static const double ACCURACY_M = 1.25, ACCURACY_C = 2000.0, ACCURACY_V0 = 0.5;

static inline void accuracy_put_contact(exact_row *row, const exact_contact *k, double n, exact_point p)
{
    const exact_values o = exact_values_of(k, p.mode[0], n, p.x, p.v);
    p.a = -o.f / ACCURACY_M;
    exact_put_flange(row, "wall", "flange", k->wall, o.f);
    exact_put_contact(row, "gap", k, p.x, o);
    exact_put_mass(row, "mass", p, -o.f, 0.0);
}

static inline void accuracy_fill_linear(const exact_scene *s, double t, exact_row *row)
{
    accuracy_put_contact(row, &s->mass[0]->contact[0], 1.0, exact_motion_at(s->mass[0], t));
}

static inline void accuracy_fill_power(const exact_scene *s, double t, exact_row *row)
{
    const exact_compression c = exact_power_at(s->power, t - s->touch);
    const exact_contact k = {s->power->k, s->power->d, 0.0, 0.0, 1.0, false};
    exact_point p = {-c.p, -c.rate, 0.0, {c.mode, EXACT_APART}};
    accuracy_put_contact(row, &k, s->power->n, p);
}

static inline void accuracy_write_contact(accuracy_case *c, double d, double n, double distance)
{
    snprintf(c->text, sizeof c->text,
             "model Contact\n"
             "  import Modelica.Mechanics.Translational.Components.*;\n"
             "  Fixed wall;\n"
             "  ElastoGap gap(c = %.17g, d = %.17g, n = %.17g);\n"
             "  Mass mass(m = %.17g, s(start = %.17g, fixed = true), v(start = %.17g, fixed = true));\n"
             "equation\n"
             "  connect(wall.flange, gap.flange_a);\n"
             "  connect(gap.flange_b, mass.flange_a);\n"
             "end Contact;\n",
             ACCURACY_C, d, n, ACCURACY_M, distance, -ACCURACY_V0);
}

/* A mass that flies into a stop and out again: it starts about as far away as it will get in. */
static inline accuracy_case accuracy_contact(double zeta)
{
    static const char *const gap[] = {"gap"};
    accuracy_case c = {.file = NULL};
    const double omega = sqrt(ACCURACY_C / ACCURACY_M), distance = ACCURACY_V0 / omega;
    const double d = 2.0 * zeta * sqrt(ACCURACY_C * ACCURACY_M);
    snprintf(c.name, sizeof c.name, "contact, n = 1, zeta = %g", zeta);
    accuracy_write_contact(&c, d, 1.0, distance);
    c.scene = accuracy_scene(accuracy_fill_linear);
    if (!accuracy_complete(c.scene))
        return c;
    exact_motion *q = c.scene->mass[0];
    const exact_contact k = {ACCURACY_C, d, 0.0, 0.0, 1.0, false};
    q->m = ACCURACY_M;
    q->contacts = 1;
    q->contact[0] = k;
    c.stop = (6.0 + 2.0 * zeta) / omega; /* longer than any contact lasts */
    c.interval = c.stop / 500.0;
    exact_motion_solve(q, distance, -ACCURACY_V0, c.stop);
    exact_add_events(c.scene, q, gap);
    return c;
}

/* The mass starts `distance` before the stop. */
static inline void accuracy_add_power_events(exact_scene *s, double distance, const char *name)
{
    const exact_power *q = s->power;
    const double times[] = {0.0, q->t1, q->t2, q->t3};
    const exact_mode mode[] = {EXACT_APART, EXACT_APPROACH, EXACT_LINEAR, EXACT_REBOUND, EXACT_APART};
    double deepest = 0.0;
    for (int i = 0; i <= 1000; i++)
        deepest = fmax(deepest, exact_power_at(q, 0.001 * i * q->t3).p);
    s->touch = distance / q->v0;
    s->travel = distance + deepest;
    s->speeds = q->v0 - q->speed;
    for (int i = 0; i < 4; i++) {
        const exact_compression c = exact_power_at(q, times[i]);
        const double spring = i == 1 || i == 2 ? q->n * q->k * pow(c.p, q->n - 1.0) : 0.0;
        const double push = q->k * pow(fmax(c.p, 0.0), q->n);
        /* at t1 and t2 the push is 2 k p^n and 0 */
        const double alpha = i == 1 ? -spring : i == 2 ? spring : 1.0, beta = spring > 0.0 ? q->d : 0.0;
        const double rate = alpha * c.rate - (i == 1 ? beta * 2.0 * push / q->m : 0.0);
        const double slack = (fabs(alpha) * s->travel + beta * s->speeds) / fabs(rate);
        exact_add_event(s, s->touch + times[i], name, mode[i], mode[i + 1], slack);
    }
}

/* The same for another exponent; `group` = d X/(m v0), X = (m v0^2/c)^(1/(n + 1)), stands for 2 zeta. */
static inline accuracy_case accuracy_power_contact(double n, double group)
{
    accuracy_case c = {.file = NULL};
    const double depth = pow(ACCURACY_M * ACCURACY_V0 * ACCURACY_V0 / ACCURACY_C, 1.0 / (n + 1.0));
    const double d = group * ACCURACY_M * ACCURACY_V0 / depth;
    snprintf(c.name, sizeof c.name, "contact, n = %g, d X/(m v0) = %g", n, group);
    accuracy_write_contact(&c, d, n, depth);
    c.scene = accuracy_scene(accuracy_fill_power);
    if (!accuracy_complete(c.scene))
        return c;
    exact_power *q = c.scene->power;
    q->m = ACCURACY_M;
    q->k = ACCURACY_C;
    q->d = d;
    q->n = n;
    q->v0 = ACCURACY_V0;
    exact_power_solve(q);
    accuracy_add_power_events(c.scene, depth, "gap");
    const double touch = c.scene->touch;
    c.stop = touch + q->t3 + touch;
    c.interval = c.stop / 500.0;
    return c;
}

/* ---------------------------------------------------------------- BouncingMass.mo */

static inline void accuracy_fill_bounce(const exact_scene *s, double t, exact_row *row)
{
    const exact_motion *q = s->mass[0];
    const exact_point p = exact_motion_at(q, t);
    const exact_values o = exact_values_of(&q->contact[0], p.mode[0], 1.0, p.x, p.v);
    exact_put_flange(row, "ground", "flange", 0.0, o.f);
    exact_put_contact(row, "stop", &q->contact[0], p.x, o);
    exact_put_mass(row, "mass", p, -o.f, q->force);
    exact_put(row, "weight", "s", p.x);
    exact_put(row, "weight", "f", -q->force);
    exact_put(row, "weight", "s_support", 0.0);
    exact_put_flange(row, "weight", "flange", p.x, -q->force);
}

/* 2 kg from 0.5 m on a stop of 2e4 N/m with zeta = 0.1, for 3 s. */
static inline accuracy_case accuracy_bounce(void)
{
    static const char *const stop[] = {"stop"};
    accuracy_case c = {.name = "BouncingMass", .file = "BouncingMass.mo", .stop = 3.0, .interval = 0.002};
    const exact_contact k = {2e4, 2.0 * 0.1 * sqrt(2e4 * 2.0), 0.0, 0.0, 1.0, false};
    c.scene = accuracy_scene(accuracy_fill_bounce);
    if (!accuracy_complete(c.scene))
        return c;
    exact_motion *q = c.scene->mass[0];
    q->m = 2.0;
    q->force = -2.0 * 9.80665;
    q->contacts = 1;
    q->contact[0] = k;
    exact_motion_solve(q, 0.5, 0.0, c.stop);
    exact_add_events(c.scene, q, stop);
    return c;
}

/* ---------------------------------------------------------------- running */

/* What the cases run with. */
static const char *accuracy_engine = "ida";

static inline void accuracy_run_free(accuracy_run *r)
{
    eg_trajectory_free(r->trajectory);
    r->trajectory = NULL;
}

/* Runs a spec, which it frees; stop, interval and tolerance: 0 stands for the model's own. */
static inline void accuracy_simulate(accuracy_run *r, eg_spec *spec, double stop, double interval,
                                     double tolerance, eg_diagnostics *d)
{
    eg_model *model = NULL;
    r->status = eg_model_compile(spec, d, &model);
    if (r->status == EG_OK) {
        eg_simulate_options o = eg_simulate_options_default(model);
        o.stop_time = stop > 0.0 ? stop : o.stop_time;
        o.interval = interval > 0.0 ? interval : o.interval;
        o.tolerance = tolerance > 0.0 ? tolerance : o.tolerance;
        o.engine = accuracy_engine;
        r->status = eg_simulate(model, &o, d, &r->trajectory, &r->statistics);
    }
    if (r->status == EG_OK)
        r->events = eg_trajectory_events(r->trajectory);
    eg_model_free(model);
    eg_spec_free(spec);
}

/* examples/<file>, as it stands or with one setting ("PATH=VALUE"). Messages, if any, are added to `d`. */
static inline accuracy_run accuracy_example(const char *file, const char *setting, double tolerance,
                                            eg_diagnostics *d)
{
    accuracy_run r = {.status = EG_OK};
    eg_read_options o = eg_read_options_default();
    eg_spec *spec = NULL;
    char path[1000];
    snprintf(path, sizeof path, "%s/examples/%s", EG_SOURCE_DIR, file);
    o.settings = &setting;
    o.setting_count = setting ? 1 : 0;
    r.status = eg_spec_read(path, &o, d, &spec);
    if (r.status == EG_OK)
        accuracy_simulate(&r, spec, 0.0, 0.0, tolerance, d);
    return r;
}

/* The examples, and where the start of each is disturbed to see how it amplifies: parameter or start value
 * `start`, which is `value`, of the mass whose position is `position`. */
typedef struct accuracy_disturbance {
    const char *file, *start;
    double value;
    const char *position;
    bool amplifies; /* what it is held to grows with it */
} accuracy_disturbance;

static const accuracy_disturbance ACCURACY_EXAMPLES[] = {
    {"Accelerometer.mo", "seismic.s.start", 0.0, "seismic.s", false},
    {"Actuator.mo", "bed.s.start", 0.0, "bed.s", false},
    {"Adaptors.mo", "leader.s.start", 0.0, "leader.s", false},
    {"Armature.mo", "armature.s.start", 0.012, "armature.s", false},
    {"Backlash.mo", "rotor.phi.start", 0.0, "load.phi", true},
    {"Blocks.mo", "carriage.v.start", 0.1, "carriage.s", false},
    {"Carriage.mo", "play.x_initial", 0.0, "load.x", true},
    {"BlocksDyad.mo", "at.s0", 0.0, "carriage.s", false},
    {"BouncingBall.mo", "height", 1.0, "h", true},
    {"BouncingMass.mo", "height", 0.5, "mass.s", true},
    {"BistableRelay.mo", "arm.s.start", 1.52e-3, "arm.s", false},
    {"BumpStop.mo", "hub.s.start", 0.06, "hub.s", false},
    {"BrakedSlider.mo", "rider.s.start", 0.0, "rider.s", false},
    {"CooledDamper.mo", "mass.s.start", 0.0, "mass.s", false},
    {"Cradle.mo", "start", -0.25, "ball[6].s", true},
    {"Clutching.mo", "load.phi.start", 0.0, "load.phi", false},
    {"DrivenStop.mo", "mass.s.start", 0.0, "mass.s", true},
    {"DropHammer.mo", "height", 0.25, "hammer.s", true},
    {"ElastoGap.mo", "s_start", 2.0, "mass2.s", false},
    {"ElastoGapDyad.mo", "s_start", 2.0, "mass2.s", false},
    {"Coupling.mo", "wheel.phi.start", 0.0, "wheel.phi", true},
    {"Freewheel.mo", "shaft.phi.start", 0.0, "shaft.phi", false},
    {"Furnace.mo", "piece.T.start", 1100.0, "piece.T", false},
    {"FurnaceDyad.mo", "piece.T0", 900.0, "piece.T", false},
    {"GapInEquations.mo", "s_start", 2.0, "mass2.s", false},
    {"GearedOscillator.mo", "mass.s.start", 0.1, "mass.s", false},
    {"Filters.mo", "carriage.s.start", 0.05, "carriage.s", false},
    {"HardStops.mo", "slider.s.start", 0.0, "slider.s", false},
    {"HeatLosses.mo", "mass1.s.start", 0.0, "mass1.s", false},
    {"HeatMeter.mo", "element.T.start", 310.0, "element.T", false},
    {"HeatedStop.mo", "mass.s.start", 0.0, "mass.s", true},
    {"HoistDyad.mo", "cabin.s.start", -300 * 9.81 / 19200, "cabin.s", false},
    {"HillClimb.mo", "wheel.s.start", 0.0, "wheel.s", false},
    {"LogicNetwork.mo", "slide.s.start", 0.0, "slide.s", false},
    {"ModalMonitor.mo", "mass2.s.start", 0.0, "mass2.s", false},
    {"PreLoad.mo", "springPlateB.s.start", -0.06925, "springPlateB.s", false},
    {"Rattle.mo", "plate[1].mass.s.start", 0.02, "plate[1].mass.s", true},
    {"Relay.mo", "weight.s.start", 0.05, "weight.s", false},
    {"LateWave.mo", "cart.s.start", 0.1, "cart.s", false},
    {"Rating.mo", "seat.s.start", 0.004, "seat.s", false},
    {"Characteristic.mo", "armature.s.start", 0.004, "armature.s", false},
    {"Leadscrew.mo", "handwheel.phi.start", 0.0, "handwheel.phi", true},
    {"Replay.mo", "body.s.start", 0.0, "body.s", false},
    {"RollingCart.mo", "cart.s.start", 0.0, "cart.s", false},
    {"Routes.mo", "slide[1].s.start", 0.1, "slide[1].s", false},
    {"SampledControl.mo", "mass.s.start", 0.0, "mass.s", false},
    {"SampledLoop.mo", "slide.s.start", 0.1, "slide.s", false},
    {"Sequencer.mo", "ram.s.start", 0.02, "ram.s", false},
    {"Shuttle.mo", "shuttle.s.start", 0.0, "shuttle.s", true},
    {"Sources.mo", "box.s.start", 0.0, "box.s", false},
    {"SourcesDyad.mo", "at.s0", 0.5, "braked.s", false},
    {"ShaftsDyad.mo", "rotor.w.start", 5.0, "flywheel.phi", false},
    {"SeriesContact.mo", "mass.s.start", 0.2, "mass.s", false},
    {"StickSlip.mo", "mass.s.start", 0.0, "mass.s", false},
    {"Suspension.mo", "body_start", 0.0, "body.x", false},
    {"ThreeCurves.mo", "s_start", 0.5, "mass1.s", true},
    {"Waves.mo", "load.s.start", 0.05, "load.s", false},
    {"Turning.mo", "load.phi.start", 0.0, "load.phi", false},
};
enum { ACCURACY_EXAMPLE_COUNT = sizeof ACCURACY_EXAMPLES / sizeof *ACCURACY_EXAMPLES };

/* A run that starts `part` of the mass's range away from the run `base`. */
static inline accuracy_run accuracy_disturbed(const accuracy_disturbance *e, const accuracy_run *base,
                                              double part, double tolerance, eg_diagnostics *d)
{
    const long column = eg_trajectory_find(base->trajectory, e->position);
    double low = INFINITY, high = -INFINITY;
    char setting[200];
    for (size_t row = 0; column >= 0 && row < eg_trajectory_rows(base->trajectory); row++) {
        const double s = eg_trajectory_value(base->trajectory, (size_t)column, row);
        low = fmin(low, s);
        high = fmax(high, s);
    }
    snprintf(setting, sizeof setting, "%s=%.17g", e->start, e->value + part * (high - low));
    return accuracy_example(e->file, setting, tolerance, d);
}

/* A case, and how far it is from its truth. */
static inline accuracy_run accuracy_run_case(const accuracy_case *c, double tolerance, eg_diagnostics *d)
{
    accuracy_run r = {.status = EG_ERROR_MEMORY};
    eg_spec *spec = NULL;
    char path[1000];
    snprintf(path, sizeof path, "%s/examples/%s", EG_SOURCE_DIR, c->file ? c->file : "");
    if (!accuracy_complete(c->scene))
        return r;
    r.status = c->file ? eg_spec_read(path, NULL, d, &spec)
                       : eg_spec_read_text(c->text, strlen(c->text), c->name, NULL, d, &spec);
    if (r.status == EG_OK)
        accuracy_simulate(&r, spec, c->stop, c->interval, tolerance, d);
    if (r.status == EG_OK)
        r.errors = exact_compare(r.trajectory, c->scene, tolerance);
    return r;
}

#endif
