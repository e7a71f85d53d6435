/* Every native component against its own printed equations: models are flattened, read back as users'
 * equations, and both are run. What both store must agree to 1e-9 of each signal's range. */
#include "build_model.h"
#include "component/spec.h"

#include <dirent.h>

/* Sanitizers look at memory, not at accuracy, and slow every run down tenfold. */
static const double TOLERANCE = EG_SANITIZED ? 1e-8 : 1e-12, AGREEMENT = EG_SANITIZED ? 1e-5 : 1e-9;

/* ---------------------------------------------------------------- two runs */

typedef struct pair {
    const char *name;
    const char *engine; /* NULL: "auto" */
    eg_diagnostics *d;
    eg_trajectory *native, *flat;
} pair;

static void complain(const pair *p, const char *what)
{
    char text[1500];
    snprintf(text, sizeof text, "%s: %s", p->name, what);
    rig_fail(__FILE__, __LINE__, text);
    for (size_t i = 0; i < eg_diagnostics_count(p->d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(p->d, i), 0, text, sizeof text);
        print_error("  %s", text);
    }
}

static eg_trajectory *run_spec(eg_spec *spec, const char *engine, eg_diagnostics *d)
{
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    eg_statistics st;
    if (eg_model_compile(spec, d, &model) == EG_OK) {
        eg_simulate_options o = eg_simulate_options_default(model);
        o.tolerance = TOLERANCE;
        o.engine = engine;
        if (eg_simulate(model, &o, d, &t, &st) != EG_OK) {
            eg_trajectory_free(t);
            t = NULL;
        }
    }
    eg_model_free(model);
    return t;
}

/* Takes over the spec. Messages of the native run are its own affair. */
static void run_both(pair *p, eg_spec *spec)
{
    char *text = NULL;
    size_t length = 0;
    eg_spec *flat = NULL;
    eg_status status = eg_spec_flatten(spec, p->d, &text, &length);
    p->native = run_spec(spec, p->engine, NULL);
    if (status == EG_OK)
        status = eg_spec_read_text(text, length, p->name, NULL, p->d, &flat);
    if (status == EG_OK) {
        TRUE(flat->instance_count == 0);
        p->flat = run_spec(flat, p->engine, p->d);
    }
    eg_spec_free(flat);
    eg_spec_free(spec);
    free(text);
}

static void release(pair *p)
{
    eg_trajectory_free(p->native);
    eg_trajectory_free(p->flat);
    eg_diagnostics_free(p->d);
}

/* ---------------------------------------------------------------- how far they are apart */

static double range_of(const eg_trajectory *t, size_t signal)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < eg_trajectory_rows(t); i++) {
        low = fmin(low, eg_trajectory_value(t, signal, i));
        high = fmax(high, eg_trajectory_value(t, signal, i));
    }
    return high > low ? high - low : fmax(fabs(low), 1e-3);
}

/* Some classes show parameters among their results; in the flat text they are parameters. */
static bool is_parameter(const eg_trajectory *t, size_t signal)
{
    for (size_t i = 1; i < eg_trajectory_rows(t); i++)
        if (eg_trajectory_value(t, signal, i) != eg_trajectory_value(t, signal, 0))
            return false;
    return true;
}

/* The signal that is farthest off, in units of what is allowed. */
typedef struct deviation {
    size_t signal;
    double part, time;
} deviation;

/* A signal in both runs. */
typedef struct signals {
    const eg_trajectory *a, *b;
    size_t in_a, in_b;
    double range;
    bool is_discrete;
    deviation *worst;
} signals;

/* The first run's slope between two rows. */
static double slope_of(const signals *s, size_t i, size_t to)
{
    double dt = eg_trajectory_time(s->a, to) - eg_trajectory_time(s->a, i);
    double dy = eg_trajectory_value(s->a, s->in_a, to) - eg_trajectory_value(s->a, s->in_a, i);
    return dt == 0 ? 0 : dy / dt;
}

/* By how much the signal of the first run changes in a time `late` on the side of row i where row `to` lies:
 * by the slope at row i, which differs from the mean one as far as row `to` by no more than that does from
 * the next mean one. */
static double change_in(const signals *s, double late, size_t i, size_t to)
{
    const size_t rows = eg_trajectory_rows(s->a), beyond = to > i ? to + 1 : to - 1;
    if (late == 0 || to >= rows)
        return 0;
    const double slope = slope_of(s, i, to), bend = beyond < rows ? slope_of(s, to, beyond) - slope : 0;
    return fabs(late) * (fabs(slope) + fabs(bend));
}

/* What changes at events only may wait for a motion to be more than round-off, (1e-16)^(1/3): has it the
 * value at another row of the same side? `other` is the row on the other side. */
static bool has_value_near(const signals *s, size_t i, size_t other, int step)
{
    double time = eg_trajectory_time(s->b, other), close = 1e-5 * (time - eg_trajectory_time(s->b, 0));
    double value = eg_trajectory_value(s->a, s->in_a, i);
    for (size_t k = other + (size_t)step; k < eg_trajectory_rows(s->b); k += (size_t)step) {
        if (fabs(eg_trajectory_time(s->b, k) - time) > close)
            return false;
        if (eg_trajectory_value(s->b, s->in_b, k) == value)
            return true;
    }
    return false;
}

/* Rows of one instant, or of the same side of one event, which may come earlier in one of the runs by the
 * time between them. `other` is the second run's row on the other side, `to` the first one's next row. */
static void compare_rows(const signals *s, size_t i, size_t j, size_t other, size_t to)
{
    double off = fabs(eg_trajectory_value(s->a, s->in_a, i) - eg_trajectory_value(s->b, s->in_b, j));
    double late = eg_trajectory_time(s->a, i) - eg_trajectory_time(s->b, j);
    double part = off / (AGREEMENT * s->range + change_in(s, late, i, to));
    if (s->is_discrete && off > 0 && other != j && has_value_near(s, i, other, other < j ? 1 : -1))
        return;
    if (off > 0 && !(part <= s->worst->part))
        *s->worst = (deviation){s->in_a, part, eg_trajectory_time(s->a, i)};
}

/* Events closer than this part of the time since the start are one event: friction breaks away with no force
 * left over, and has moved by more than round-off a little later, as (1e-16)^(1/2). */
static const double ONE_INSTANT = 1e-7;

/* Beyond the rows from `row` on that are one instant or one event. */
static size_t end_of_instant(const eg_trajectory *t, size_t row)
{
    double close = ONE_INSTANT * (eg_trajectory_time(t, row) - eg_trajectory_time(t, 0));
    size_t end = row + 1;
    while (end < eg_trajectory_rows(t) &&
           eg_trajectory_time(t, end) <= eg_trajectory_time(t, end - 1) + close)
        end++;
    return end;
}

/* Instants that both store. Of events each side is compared with its own side; where only one of the runs has
 * an event, rows before and after it must do. */
static void compare_signal(const pair *p, size_t signal, deviation *worst)
{
    const eg_trajectory *a = p->native, *b = p->flat;
    const eg_signal of = eg_trajectory_signal(a, signal);
    const long other = eg_trajectory_find(b, of.name);
    if (other < 0 && !is_parameter(a, signal))
        complain(p, of.name);
    if (other < 0)
        return;
    signals s = {a, b, signal, (size_t)other, range_of(a, signal), of.is_discrete, worst};
    for (size_t i = 0, j = 0; i < eg_trajectory_rows(a) && j < eg_trajectory_rows(b);) {
        double t = eg_trajectory_time(a, i), u = eg_trajectory_time(b, j);
        size_t end = end_of_instant(a, i), other_end = end_of_instant(b, j);
        double close = ONE_INSTANT * (t - eg_trajectory_time(a, 0));
        bool same = fabs(t - u) <= close, both = (end > i + 1) == (other_end > j + 1);
        if (same && both) {
            compare_rows(&s, i, j, other_end - 1, i - 1);
            compare_rows(&s, end - 1, other_end - 1, j, end);
        }
        i = same || t < u ? end : i;
        j = same || u < t ? other_end : j;
    }
}

static void compare_runs(const pair *p)
{
    if (!p->native)
        complain(p, "the model itself does not run");
    else if (!p->flat)
        complain(p, "the flat text does not run");
    deviation worst = {0, 0, 0};
    for (size_t k = 0; p->native && p->flat && k < eg_trajectory_signals(p->native); k++)
        compare_signal(p, k, &worst);
    char text[400];
    if (!(worst.part <= 1)) {
        snprintf(text, sizeof text, "%s at %.9g s is %.3g times farther off than it may be",
                 eg_trajectory_signal(p->native, worst.signal).name, worst.time, worst.part);
        complain(p, text);
    }
}

/* ---------------------------------------------------------------- the examples */

/* PreLoad is stiff but for short times, in which erk makes very many steps at this tolerance. In HillClimb
 * the speed in the coupling is the small difference of two large ones, and erk's steps come to the edge of
 * stability. HeatedStop amplifies differences by up to 35538 (docs/accuracy.md), so that two runs agree to
 * 1e-9 only where they make the same steps; auto, which counts operations, may pass over to irk at another
 * step in flat text.
 */
static const char *engine_for(const char *file)
{
    if (strcmp(file, "HeatedStop.mo") == 0)
        return "irk";
    return strcmp(file, "PreLoad.mo") == 0 || strcmp(file, "HillClimb.mo") == 0 ? "ida" : NULL;
}

static void check_example(const char *file)
{
    char path[600];
    eg_spec *spec = NULL;
    pair p = {file, engine_for(file), eg_diagnostics_create(), NULL, NULL};
    snprintf(path, sizeof path, "%s/examples/%s", EG_SOURCE_DIR, file);
    assert_int_equal(eg_spec_read(path, NULL, NULL, &spec), EG_OK);
    run_both(&p, spec);
    compare_runs(&p);
    release(&p);
}

static int is_model(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 3 && strcmp(entry->d_name + length - 3, ".mo") == 0;
}

static void examples_run_flat(void **state)
{
    (void)state;
    struct dirent **entries = NULL;
    int count = scandir(EG_SOURCE_DIR "/examples", &entries, is_model, alphasort);
    assert_true(count > 10);
    for (int i = 0; i < count; i++) {
        check_example(entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    ALL_WELL();
}

/* ---------------------------------------------------------------- what examples do not show */

#define T "Modelica.Mechanics.Translational."
#define B "Modelica.Blocks."
/* A body that falls onto a gap, and what the gap is. */
#define DROP(class, settings)                                                                                \
    "model Drop " T "Components.Fixed ground; " class                                                        \
        " gap(" settings "); " T                                                                             \
        "Components.Mass ball(m = 1, s(start = 0.1, fixed = true), v(start = -1, fixed = true)); " T         \
        "Sources.ConstantForce weight(f_constant = -9.81); "                                                 \
        "equation connect(ground.flange, gap.flange_a); connect(gap.flange_b, ball.flange_a); "              \
        "connect(weight.flange, ball.flange_b); annotation(experiment(StopTime = 0.5)); end Drop;"
#define GAP(law, more) DROP("Elastogap.Contact.Gap", "law = \"" law "\", c = 1e3" more)
#define TWO(law, more)                                                                                       \
    DROP("Elastogap.Contact.TwoSidedGap",                                                                    \
         "law = \"" law "\", s_lower = 0, s_upper = 0.11, c_lower = 1e3, " more)
/* A block behind a sine of 1 Hz. */
#define BLOCK(class, settings)                                                                               \
    "model Filter " B "Sources.Sine sine(f = 1, phase = 0.5); " B class                                      \
        " filter(" settings "); "                                                                            \
        "equation connect(sine.y, filter.u); annotation(experiment(StopTime = 2)); end Filter;"
#define CONTROL(settings)                                                                                    \
    "model Control " B "Sources.Step set(height = 1, startTime = 0.2); " B "Sources.Sine feed(f = 2); " B    \
    "Continuous.LimPID pid(yMax = 2, yMin = -1, " settings "); " B "Continuous.FirstOrder plant(T = 0.3); "  \
    "equation connect(set.y, pid.u_s); connect(plant.y, pid.u_m); connect(pid.y, plant.u); "                 \
    "if pid.withFeedForward then connect(feed.y, pid.u_ff); end if; "                                        \
    "annotation(experiment(StopTime = 3)); end Control;"
#define TABLE(settings)                                                                                      \
    "model Table " B                                                                                         \
    "Sources.CombiTimeTable table(table = [0, 1, 2; 1, 3, 0; 1, -1, 0; 2.5, 2, 1], " settings                \
    "); annotation(experiment(StartTime = -2, StopTime = 8)); end Table;"
#define DRIVE(class, settings, input)                                                                        \
    "model Drive " B "Sources.Sine sine(f = 1); " T class                                                    \
        " source(" settings "); " T "Components.SpringDamper spring(c = 100, d = 2); " T                     \
        "Components.Mass mass(m = 1, s(fixed = true), v(fixed = true)); "                                    \
        "equation connect(source.flange, spring.flange_a); "                                                 \
        "connect(spring.flange_b, mass.flange_a); connect(sine.y, source." input "); end Drive;"
#define OF_SPEED(class, settings, flange)                                                                    \
    "model Sliding " T class                                                                                 \
        " source(" settings "); " T "Components.Mass mass(m = 1, s(fixed = true), "                          \
        "v(start = 2, fixed = true)); " T "Components.Spring spring(c = 30); " T "Components.Fixed wall; "   \
        "equation connect(source." flange ", mass.flange_a); connect(mass.flange_b, spring.flange_a); "      \
        "connect(spring.flange_b, wall.flange); annotation(experiment(StopTime = 2)); end Sliding;"

/* A function that uses its variable several times in each pass; its result is differentiated as well. */
#define SHARING(passes)                                                                                      \
    "model Sharing function f input Real u; output Real z; protected Real a; algorithm a := u; "             \
    "for i in 1:" passes " loop a := a*a + sin(a)*0.1; a := a/(1 + abs(a)*a); end for; z := a; end f; "      \
    "Real x(start = 1, fixed = true), y = f(x), z = f(sin(time)), w; "                                       \
    "equation der(x) = y - x; w = der(z); annotation(experiment(StopTime = 1)); end Sharing;"

/* Friction of two kinds holds one body side by side until the load has grown; one of them from `flange` to
 * `support`, with the ground at the one or the other. */
#define RUBBING "Modelica.Mechanics.Translational.Components."
#define BESIDE(flange, support)                                                                              \
    "model Beside " RUBBING "SupportFriction a(useSupport = true, f_pos = [0, 1.5; 1, 2], peak = 1.5); "     \
    "" RUBBING "Brake b(mu_pos = [0, 0.5], fn_max = 4, peak = 1.2); " RUBBING                                \
    "Mass body(m = 1, L = 0, s(fixed = true, start = 0), v(fixed = true, start = 0)); " RUBBING              \
    "Fixed wall; Modelica.Mechanics.Translational.Sources.Force load; " B                                    \
    "Sources.Sine push(amplitude = 8, f = 0.5); " B "Sources.Constant one(k = 1); "                          \
    "equation connect(one.y, b.f_normalized); connect(push.y, load.f); "                                     \
    "connect(load.flange, body.flange_b); connect(b.flange_b, body.flange_a); "                              \
    "connect(" flange ", a.flange_a); connect(" support ", a.support); "                                     \
    "annotation(experiment(StopTime = 3)); end Beside;"

/* Friction of three kinds holds one body side by side; and a brake in series with friction of its support,
 * whose body a spring holds too. Loads are curved, and nothing moves before they have grown: an event that is
 * found where a long step only says about what the friction holds with would be late. */
#define PUSHED(body)                                                                                         \
    "Modelica.Mechanics.Translational.Sources.Force load; " B                                                \
    "Sources.ExpSine push(amplitude = 10, f = 0.5, damping = 0.1); equation connect(push.y, load.f); "       \
    "connect(load.flange, " body ".flange_b); "
#define HELD_BY_THREE                                                                                        \
    "model HeldByThree " RUBBING                                                                             \
    "Mass body(m = 1, L = 0, s(fixed = true, start = 0), v(fixed = true, start = 0)); " RUBBING              \
    "SupportFriction a(f_pos = [0, 2], peak = 1.2); " RUBBING                                                \
    "SupportFriction b(f_pos = [0, 3; 1, 4]); " RUBBING                                                      \
    "SupportFriction c(f_pos = [0, 1.5], peak = 1.5); " PUSHED(                                              \
        "body") "connect(a.flange_a, body.flange_a);"                                                        \
                "connect(b.flange_a, body.flange_a); connect(c.flange_a, body.flange_b); "                   \
                "annotation(experiment(StopTime = 2.4)); end HeldByThree;"
#define HELD_IN_SERIES                                                                                       \
    "model HeldInSeries " RUBBING                                                                            \
    "Mass rider(m = 1, L = 0, s(fixed = true, start = 0), v(fixed = true, start = 0)); " RUBBING             \
    "Mass car(m = 3, L = 0, s(fixed = true, start = 0), v(fixed = true, start = 0)); " RUBBING               \
    "Brake brake(useSupport = true, fn_max = 12, peak = 1.3); " RUBBING                                      \
    "SupportFriction ground(f_pos = [0, 4; 1, 5]); " RUBBING "SpringDamper spring(c = 100, d = 1); " RUBBING \
    "Fixed wall; " B "Sources.Constant one(k = 1); " PUSHED(                                                 \
        "rider") "connect(rider.flange_a, brake.flange_a); connect(brake.support, car.flange_a); "           \
                 "connect(car.flange_b, ground.flange_a); connect(wall.flange, spring.flange_a); "           \
                 "connect(spring.flange_b, car.flange_b); connect(one.y, brake.f_normalized); "              \
                 "annotation(experiment(StopTime = 2)); end HeldInSeries;"

/* What rubs has no mass: sliding with a speed that follows from the load, at rest, and torn loose again. The
 * brake lets go and takes hold. Two in line with nothing between them; friction in line with a spring. */
#define LIGHT(name, part, more)                                                                              \
    "model " name " " RUBBING                                                                                \
    "Mass m(m = 1, L = 0, s(fixed = true, start = 1), v(fixed = true, start = 0)); " RUBBING                 \
    "SpringDamper sp(c = 20, d = 1); " RUBBING part "; equation connect(m.flange_a, sp.flange_b); "          \
    "connect(sp.flange_a, r.flange_a); " more "annotation(experiment(StopTime = 3)); end " name ";"
#define LIGHT_WITH_PEAK                                                                                      \
    LIGHT("Peak", "SupportFriction r(s(fixed = true), f_pos = [0, 1.5; 1, 2], peak = 1.3)", "")
#define LIGHT_ALL_COULOMB LIGHT("Coulomb", "SupportFriction r(s(fixed = true), f_pos = [0, 2])", "")
#define LIGHT_BRAKE                                                                                          \
    LIGHT("Braked",                                                                                          \
          "Brake r(s(fixed = true), fn_max = 8, peak = 1.2, mu_pos = [0, 0.5; 1, 0.6]); " B                  \
          "Sources.Sine p(f = 0.7, offset = 0.6)",                                                           \
          "connect(p.y, r.f_normalized); ")
#define LIGHT_IN_LINE                                                                                        \
    "model InLine " RUBBING "Mass rider(m = 1, L = 0, s(fixed = true, start = 0), v(fixed = true, "          \
    "start = 0)); " RUBBING "SupportFriction r(useSupport = true, f_pos = [0, 1.5; 1, 2], peak = 1.3), "     \
    "q(f_pos = [0, 1.2; 1, 2.2]); " PUSHED(                                                                  \
        "rider") "connect(rider.flange_a, r.flange_a); connect(r.support, q.flange_a); "                     \
                 "annotation(experiment(StopTime = 2)); end InLine;"
/* Two side by side that come to rest under a load that neither could hold alone. */
#define TWO_COME_TO_REST                                                                                     \
    "model Rest " RUBBING                                                                                    \
    "Mass m(m = 3, L = 0, s(fixed = true, start = 0), v(fixed = true, start = 0)); " RUBBING                 \
    "SupportFriction r(f_pos = [0, 1.5; 1, 2], peak = 1.3), q(f_pos = [0, 1; 1, 3], peak = 1.4); "           \
    "Modelica.Mechanics.Translational.Sources.Force load; " B                                                \
    "Sources.Sine push(amplitude = 5, f = 1); equation connect(push.y, load.f); "                            \
    "connect(load.flange, m.flange_a); connect(m.flange_b, r.flange_a); connect(m.flange_b, q.flange_a); "   \
    "annotation(experiment(StopTime = 1.2)); end Rest;"

/* Friction in loops: of three bodies; over a gear and the ground. And what rigid impacts let go. */
#define THREE_IN_A_LOOP                                                                                      \
    "model ThreeInALoop import C = Modelica.Mechanics.Translational.Components; import R "                   \
    "= Modelica.Mechanics.Rotational.Components; "                                                           \
    "Modelica.Mechanics.Translational.Sources.Force load; Modelica.Blocks.Sources.ExpSine"                   \
    " push(amplitude = 10, f = 0.5, damping = 0.1); C.Mass a(m = 1, L = 0, s(fixed = "                       \
    "true, start = 0), v(fixed = true, start = 0)); C.Mass b(m = 2, L = 0, s(fixed = "                       \
    "true, start = 0), v(fixed = true, start = 0)); C.Mass c(m = 3, L = 0, s(fixed = "                       \
    "true, start = 0), v(fixed = true, start = 0)); C.SupportFriction ab(useSupport = "                      \
    "true, f_pos = [0, 2]); C.SupportFriction bc(useSupport = true, f_pos = [0, 3]); "                       \
    "C.SupportFriction ca(useSupport = true, f_pos = [0, 1.5]); equation connect(push.y, "                   \
    "load.f); connect(load.flange, a.flange_b); connect(ab.flange_a, a.flange_a); "                          \
    "connect(ab.support, b.flange_a); connect(bc.flange_a, b.flange_a); "                                    \
    "connect(bc.support, c.flange_a); connect(ca.flange_a, c.flange_a); "                                    \
    "connect(ca.support, a.flange_a); annotation(experiment(StopTime = 2)); end "                            \
    "ThreeInALoop;"
#define OVER_A_GEAR                                                                                          \
    "model OverAGear import C = Modelica.Mechanics.Translational.Components; import R = "                    \
    "Modelica.Mechanics.Rotational.Components; "                                                             \
    "Modelica.Mechanics.Translational.Sources.Force load; Modelica.Blocks.Sources.ExpSine"                   \
    " push(amplitude = 10, f = 0.5, damping = 0.1); C.Mass a(m = 1, L = 0, s(fixed = "                       \
    "true, start = 0), v(fixed = true, start = 0)); R.Inertia shaft(J = 2); "                                \
    "C.IdealGearR2T gear(ratio = 3); C.SupportFriction slide(f_pos = [0, 2]); "                              \
    "R.BearingFriction bearing(tau_pos = [0, 3; 1, 4]); equation connect(push.y, load.f);"                   \
    " connect(load.flange, a.flange_b); connect(gear.flangeR, shaft.flange_a); "                             \
    "connect(gear.flangeT, a.flange_a); connect(slide.flange_a, a.flange_a); "                               \
    "connect(bearing.flange_a, shaft.flange_b); annotation(experiment(StopTime = 2)); end"                   \
    " OverAGear;"
/* Held against the ground and against a drive that stands still, until that begins to move; with a wall, and
 * while both hold under a load. And speeds that are set while friction holds. */
#define AGAINST(drive, start, more)                                                                          \
    "import R = Modelica.Mechanics.Rotational; R.Sources.Speed drive(exact = true); "                        \
    "R.Components.Clutch c(fn_max = 2, mu_pos = [0, 1; 2, 1.3]); R.Components.Inertia b(J = 0.5, "           \
    "phi(start = 0, fixed = true), w(start = " start ", fixed = true)); R.Components.IdealGear gear(ratio "  \
    "= 2); R.Components.BearingFriction r(tau_pos = [0, 0.8; 1, 1.1]); " B                                   \
    "Sources.Constant one(k = 1); " B drive "; " more "connect(one.y, c.f_normalized); connect("             \
    "jump.y, drive.w_ref); connect(drive.flange, c.flange_a); connect(c.flange_b, b.flange_a); "             \
    "connect(b.flange_b, gear.flange_a); connect(gear.flange_b, r.flange_a); "
#define HELD_AGAINST_A_DRIVE                                                                                 \
    "model AgainstADrive " AGAINST(                                                                          \
        "Sources.Step jump(height = 1.5, startTime = 0.4)", "0.9",                                           \
        "R.Components.IdealGearR2T rack(ratio = 3); " T "Components.Fixed wall(s0 = 0.4); "                  \
        "Elastogap.Contact.Gap gap(law = \"restitution\", e = 0.3, v_min = 0.01); equation "                 \
        "connect(b.flange_b, rack.flangeR); connect(rack.flangeT, gap.flange_a); "                           \
        "connect(gap.flange_b, wall.flange); ") "annotation(experiment(StopTime = 1.2)); end AgainstADrive;"
#define HELD_AND_PUSHED                                                                                      \
    "model HeldAndPushed " AGAINST(                                                                          \
        "Sources.Constant jump(k = 0)", "0",                                                                 \
        "R.Components.Brake brake(fn_max = 1, mu_pos = [0, 0.7]); "                                          \
        "R.Sources.Torque load; " B "Sources.Sine push(amplitude = 7, f = 0.8); equation "                   \
        "connect(push.y, load.tau); connect(load.flange, b.flange_b); "                                      \
        "connect(b.flange_b, brake.flange_a); "                                                              \
        "connect(one.y, brake.f_normalized); ") "annotation(experiment(StopTime = 2)); end HeldAndPushed;"
#define SET_WHILE_HELD                                                                                       \
    "model SetWhileHeld " RUBBING                                                                            \
    "Mass m(m = 0.3, L = 0, s(fixed = true, start = 0), v(fixed = true, start = 0)); "                       \
    "Modelica.Mechanics.Translational.Sources.Force load; " B                                                \
    "Sources.Sine push(offset = 0.34, amplitude = 0.1, f = 0.2); " RUBBING                                   \
    "SupportFriction r(f_pos = [0, 1.2]); equation connect(push.y, load.f); connect(load.flange, "           \
    "m.flange_a); connect(m.flange_b, r.flange_a); when time >= 0.3 then reinit(m.v, -1.7); end when; "      \
    "annotation(experiment(StopTime = 4)); end SetWhileHeld;"
/* A rigid contact is pulled open by a force that grows from 0. And a body so light that its mass is nothing
 * beside the 1 of a force, between rigid walls. */
#define PULLED_OPEN                                                                                          \
    "model PulledOpen " B "Sources.Ramp ramp(height = 2, duration = 1, offset = -1, startTime = 0.2); " T    \
    "Sources.Force force; " T "Components.Mass m(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = "   \
    "true)); " T "Components.Fixed wall; Elastogap.Contact.Gap gap(law = \"restitution\", e = 0.5, v_min = " \
    "0.01); Elastogap.Contact.TwoSidedGap slot(law = \"restitution\", e_lower = 0.2, s_upper = 0.3, "        \
    "s_lower = -1); equation connect(wall.flange, gap.flange_a); "                                           \
    "connect(gap.flange_b, m.flange_a); connect(force.flange, "                                              \
    "m.flange_b); connect(ramp.y, force.f); connect(wall.flange, slot.flange_a); connect(slot.flange_b, "    \
    "m.flange_b); annotation(experiment(StopTime = 2)); end PulledOpen;"
#define LIGHT_BETWEEN_WALLS                                                                                  \
    "model LightBetweenWalls " T "Components.Mass b(m = 1.7e-17, s(start = 0, fixed = true), v(start = "     \
    "0.7, fixed = true)); " T "Components.Fixed lower(s0 = -1); " T "Components.Fixed upper(s0 = 1.5); "     \
    "Elastogap.Contact.Gap g(law = \"restitution\", e = 0.75); Elastogap.Contact.Gap h(law = "               \
    "\"restitution\", e = 0.9); equation connect(lower.flange, g.flange_a); connect(g.flange_b, "            \
    "b.flange_a); connect(b.flange_b, h.flange_a); connect(h.flange_b, upper.flange); when time >= 0.4 "     \
    "then reinit(b.v, -0.6); end when; annotation(experiment(StopTime = 4)); end LightBetweenWalls;"
/* A table that a body rests on begins to fall with a jump of its speed, and so ends and rises. */
#define THROWN_OFF                                                                                           \
    "model ThrownOff " T "Components.Mass b(m = 0.02, s(start = 0.02, fixed = true), v(start = 0, fixed = "  \
    "true)); " T "Sources.ConstantForce weight(f_constant = -0.2); Elastogap.Contact.Gap landing(law = "     \
    "\"restitution\", e = 0.5, v_min = 0.01); " T "Sources.Speed table(exact = true, s(start = 0, fixed = "  \
    "true)); " B                                                                                             \
    "Sources.Pulse pulse(amplitude = -0.9, width = 30, period = 0.5, startTime = 0.6, offset = "             \
    "0.1); equation connect(pulse.y, table.v_ref); connect(table.flange, landing.flange_a); "                \
    "connect(landing.flange_b, b.flange_a); connect(weight.flange, b.flange_b); "                            \
    "annotation(experiment(StopTime = 1.4)); end ThrownOff;"
#define HIT_AND_LET_GO                                                                                       \
    "model HitAndLetGo import C = Modelica.Mechanics.Translational.Components; import R ="                   \
    " Modelica.Mechanics.Rotational.Components; C.Mass a(m = 1, L = 0, s(fixed = true, "                     \
    "start = 0), v(fixed = true, start = 2)); C.Mass b(m = 2, L = 0, s(fixed = true, "                       \
    "start = 1), v(fixed = true, start = 0)); C.SupportFriction fa(f_pos = [0, 1]); "                        \
    "C.SupportFriction fb(f_pos = [0, 3; 1, 4], peak = 1.2); Elastogap.Contact.Gap "                         \
    "gap(law = \"restitution\", e = 0.6, s_rel0 = 0.2); equation connect(a.flange_b, "                       \
    "gap.flange_a); connect(gap.flange_b, b.flange_a); connect(a.flange_a, fa.flange_a); "                   \
    "connect(b.flange_b, fb.flange_a); annotation(experiment(StopTime = 3)); end "                           \
    "HitAndLetGo;"

static const char *const models[] = {
    GAP("elasto-gap", ", d = 20"),
    DROP("Elastogap.Contact.TableGap", "table = [0, 0; 0.01, 5; 0.03, 40; 0.05, 90], d = 20"),
    DROP("Elastogap.Contact.TableGap", "table = [0, 0; 0.01, 5; 0.03, 40; 0.05, 90], d = 9, smoothness = "
                                       "Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2"),
    GAP("kelvin-voigt", ", d = 5"),
    GAP("kelvin-voigt-clipped", ", d = 5"),
    GAP("undamped-rebound", ", d = 5"),
    GAP("hertz", ""),
    GAP("lankarani-nikravesh-1994", ", d = 300, n = 1.5"),
    GAP("hunt-crossley", ", e = 0.7, n = 1.5"),
    GAP("lankarani-nikravesh", ", e = 0.7, v_impact = 1"),
    GAP("gonthier", ", e = 0.7"),
    GAP("flores", ", e = 0.7"),
    GAP("hu-guo", ", e = 0.7"),
    GAP("exact-restitution", ", e = 0.7, n = 2"),
    GAP("kelvin-voigt", ", e = 0.8, mass = 1, v_impact = 1.5, s_rel0 = 0.01, s_ref = 0.1"),
    GAP("restitution", ", e = 0.7, v_min = 0.05"),
    TWO("restitution", "e_lower = 0.6, e_upper = 0.9, v_min_lower = 0.05"),
    TWO("elasto-gap", "d_lower = 5"),
    TWO("hunt-crossley", "e_lower = 0.9, e_upper = 0.6, n_lower = 1.5"),
    TWO("undamped-rebound", "d_lower = 5"),
    TWO("kelvin-voigt-clipped", "d_lower = 5, d_upper = 20"),
    BLOCK("Continuous.PID", "Ti = 0.3, Td = 0.2, initType = " B "Types.Init.InitialOutput, y_start = 2"),
    BLOCK("Continuous.PID", "Ti = 0.3, Td = 0"),
    BLOCK("Continuous.PI", "T = 0.3, initType = " B "Types.Init.InitialOutput, y_start = 2"),
    BLOCK("Continuous.Derivative", "k = 2, T = 0.1, initType = " B "Types.Init.SteadyState"),
    BLOCK("Continuous.Derivative", "k = 0, T = 0.1"),
    BLOCK("Continuous.SecondOrder", "w = 5, D = 0.3, initType = " B "Types.Init.SteadyState"),
    BLOCK("Continuous.Der", ""),
    BLOCK("Nonlinear.Limiter", "uMax = 0.5, uMin = -0.2"),
    BLOCK("Math.Abs", ""),
    BLOCK("Math.Sign", ""),
    CONTROL("controllerType = " B "Types.SimpleController.P, k = 5"),
    CONTROL("controllerType = " B "Types.SimpleController.PI, k = 5, Ti = 0.2"),
    CONTROL("controllerType = " B "Types.SimpleController.PD, k = 5, Td = 0.1, wd = 1"),
    CONTROL("k = 5, Ti = 0.2, Td = 0.1, wp = 0.5, withFeedForward = true, kFF = 0.3"),
    CONTROL("k = 5, Ti = 0.2, Td = 0.1, initType = " B "Types.Init.InitialOutput, y_start = 0.4"),
    TABLE("extrapolation = " B "Types.Extrapolation.HoldLastPoint, startTime = -1, offset = {0.5}"),
    TABLE("extrapolation = " B "Types.Extrapolation.LastTwoPoints, timeScale = 2, offset = {0.5, 1}"),
    TABLE("extrapolation = " B "Types.Extrapolation.Periodic, shiftTime = 0.7, startTime = -1.5"),
    TABLE("extrapolation = " B "Types.Extrapolation.Periodic, smoothness = " B
          "Types.Smoothness.ConstantSegments"),
    TABLE("smoothness = " B "Types.Smoothness.ConstantSegments, startTime = -1"),
    "model Pulses " B
    "Sources.Pulse pulse(period = 0.7, width = 30, startTime = 0.3, nperiod = 3, offset = 1); " B
    "Continuous.Integrator sum; equation connect(pulse.y, sum.u); "
    "annotation(experiment(StopTime = 4)); end Pulses;",
    DRIVE("Sources.Position", "exact = true", "s_ref"),
    DRIVE("Sources.Position", "", "s_ref"),
    DRIVE("Sources.Speed", "exact = true", "v_ref"),
    DRIVE("Sources.Speed", "", "v_ref"),
    DRIVE("Sources.Accelerate", "", "a_ref"),
    OF_SPEED("Sources.SignForce", "f_nominal = -1, v0 = 0.1", "flange"),
    OF_SPEED("Sources.SignForce", "f_nominal = -1, v0 = 0.1, reg = " B "Types.Regularization.Sine", "flange"),
    OF_SPEED("Sources.SignForce", "f_nominal = -1, v0 = 0.1, reg = " B "Types.Regularization.Linear",
             "flange"),
    OF_SPEED("Sources.SignForce", "f_nominal = -1, v0 = 0.1, reg = " B "Types.Regularization.Cosine",
             "flange"),
    OF_SPEED("Sources.LinearSpeedDependentForce", "f_nominal = -1, v_nominal = 2, ForceDirection = true",
             "flange"),
    OF_SPEED("Sources.QuadraticSpeedDependentForce", "f_nominal = -1, v_nominal = 2, ForceDirection = false",
             "flange"),
    OF_SPEED("Sources.QuadraticSpeedDependentForce", "f_nominal = -1, v_nominal = 2, ForceDirection = true",
             "flange"),
    OF_SPEED("Sources.InverseSpeedDependentForce",
             "f_nominal = -1, v_nominal = 2, v0 = 0.1, ForceDirection = true", "flange"),
    OF_SPEED("Sources.EddyCurrentForce", "f_nominal = 1, v_nominal = 2", "flange"),
    OF_SPEED("Components.MassWithStopAndFriction",
             "smax = 0.2, smin = -0.1, L = 0, m = 0.5, F_prop = 0.1, "
             "F_Coulomb = 0.5, F_Stribeck = 0.3, fexp = 2",
             "flange_b"),
    BESIDE("body.flange_a", "wall.flange"),
    BESIDE("wall.flange", "body.flange_a"),
    HELD_BY_THREE,
    HELD_IN_SERIES,
    /* begins sliding, with what is told of the mass alone */
    "model Started " RUBBING "Mass m(m = 1, L = 0, v(start = -1, fixed = true), a(start = 3, fixed = "
    "true)); " RUBBING "SupportFriction r(f_pos = [0, 1.5; 1, 2]); " RUBBING "Spring sp(c = 20); " RUBBING
    "Fixed g; equation connect(g.flange, sp.flange_a); connect(sp.flange_b, m.flange_a); "
    "connect(m.flange_b, r.flange_a); annotation(experiment(StopTime = 1)); end Started;",
    /* takes hold again of two shafts that have come to rest, but for rounding */
    "model Clutched import R = Modelica.Mechanics.Rotational.Components; R.Clutch cl(fn_max = 10, "
    "mu_pos = [0, 0.5; 9, 0.4]); " B "Sources.Constant one(k = 1); " B
    "Sources.Trapezoid p(rising = 0.5, width = 1, falling = 0.3, period = 3); R.Fixed fx; "
    "R.Inertia i1(J = 1, phi(start = 0, fixed = true), w(start = 10, fixed = true)), "
    "i2(J = 2, phi(start = 0, fixed = true), w(start = 0, fixed = true)); "
    "R.BearingFriction b(tau_pos = [0, 0.3; 1, 0.5], peak = 1.2); "
    "R.OneWayClutch ow(fn_max = 20, mu_pos = [0, 0.5]); equation connect(p.y, cl.f_normalized); "
    "connect(i1.flange_b, cl.flange_a); connect(cl.flange_b, i2.flange_a); "
    "connect(i2.flange_b, b.flange_a); connect(one.y, ow.f_normalized); connect(fx.flange, ow.flange_a); "
    "connect(ow.flange_b, i1.flange_a); annotation(experiment(StopTime = 3.2)); end Clutched;",
    LIGHT_WITH_PEAK,
    LIGHT_ALL_COULOMB,
    LIGHT_BRAKE,
    LIGHT_IN_LINE,
    TWO_COME_TO_REST,
    THREE_IN_A_LOOP,
    OVER_A_GEAR,
    HIT_AND_LET_GO,
    HELD_AGAINST_A_DRIVE,
    HELD_AND_PUSHED,
    SET_WHILE_HELD,
    PULLED_OPEN,
    LIGHT_BETWEEN_WALLS,
    THROWN_OFF,
    "model Towed " RUBBING "MassWithStopAndFriction body(m = 1, L = 0, smin = -9, smax = 0.3, F_prop = 1, "
    "F_Coulomb = 1, F_Stribeck = 0.5, fexp = 2, s(fixed = true), v(fixed = true, start = 2)); " RUBBING
    "SpringDamper tow(c = 50, d = 1); " RUBBING
    "Mass other(m = 2, L = 0, s(fixed = true, start = 0), v(fixed = true, start = 2)); " RUBBING
    "SupportFriction drag(f_pos = [0, 1]); equation connect(body.flange_b, tow.flange_a); "
    "connect(tow.flange_b, other.flange_a); connect(other.flange_b, drag.flange_a); "
    "annotation(experiment(StopTime = 2)); end Towed;",
    /* stopped with what is tied to it, but not what is held, nor what lies behind */
    "model Moored " RUBBING "MassWithStopAndFriction body(m = 9, L = 0, smin = -9, smax = 0.3, F_prop = 0, "
    "F_Coulomb = 0.1, F_Stribeck = 0, fexp = 2, s(fixed = true), v(fixed = true, start = 2)); " RUBBING
    "SpringDamper tow(c = 50, d = 5), next(c = 40, d = 3), last(c = 30, d = 2), "
    "alone(c = 20, d = 2); " RUBBING
    "Mass free(m = 2, L = 0, s(fixed = true, start = 0), v(fixed = true, start = 1)), "
    "held(m = 1, L = 0, s(fixed = true, start = 0), v(fixed = true, start = 0)), "
    "behind(m = 1, L = 0, s(fixed = true, start = 0.1), v(fixed = true, start = 0)), "
    "moored(m = 1, L = 0, s(fixed = true, start = 0), v(fixed = true, start = 0)); " RUBBING
    "SupportFriction drag(f_pos = [0, 100]), rope(f_pos = [0, 100]); equation "
    "connect(body.flange_b, tow.flange_a); connect(tow.flange_b, free.flange_a); "
    "connect(free.flange_b, next.flange_b); connect(next.flange_a, held.flange_a); "
    "connect(held.flange_b, drag.flange_a); connect(held.flange_b, last.flange_a); "
    "connect(last.flange_b, behind.flange_a); connect(alone.flange_a, moored.flange_a); "
    "connect(alone.flange_b, body.flange_a); connect(moored.flange_b, rope.flange_a); "
    "annotation(experiment(StopTime = 2)); end Moored;",
    "model Reversing Modelica.Mechanics.Translational.Sources.Position drive(exact = true); "
    "Modelica.Mechanics.Translational.Components.Mass mass(m = 2, L = 0); " B
    "Sources.Sine sine(amplitude = 0.1, f = 1); Modelica.Mechanics.Translational.Components.SupportFriction "
    "friction(f_pos = [0, 3; 1, 5], peak = 1.2); equation connect(sine.y, drive.s_ref); "
    "connect(drive.flange, mass.flange_a); connect(mass.flange_b, friction.flange_a); "
    "annotation(experiment(StopTime = 2)); end Reversing;",
    SHARING("30"),
    "model Latch type Step = enumeration(idle, up, down, fault); Step s(start = Step.idle, fixed = true); "
    "Real x(start = 0, fixed = true), v; Integer n(start = 0, fixed = true); "
    "algorithm when time > 0.1 and pre(s) == Step.idle then s := Step.up; end when; "
    "when x >= 1 then s := Step.down; end when; "
    "when x <= 0 and pre(s) == Step.down then n := pre(n) + 1; "
    "s := if n >= 2 then Step.fault else Step.up; end when; "
    "equation v = if s == Step.up then 2 elseif s == Step.down then -1 else 0; der(x) = v; "
    "annotation(experiment(StopTime = 4)); end Latch;",
    "model Passes function count input Integer n; input Real a; output Real s = 0; output Boolean odd = "
    "false; "
    "protected Integer m = n; algorithm while m <> 1 loop m := if mod(m, 2) == 0 then div(m, 2) else "
    "3*m + 1; "
    "for i in 1:m loop if i > 20 then break; end if; s := s + a/(i*m); assert(s < 99, \"s\"); end for; "
    "odd := not odd; end while; end count; Real s, x(start = 0, fixed = true); Boolean odd; "
    "Integer n = 2 + integer(3*time); equation (s, odd) = count(n, if time > 0.4 then x else 1 + x); "
    "der(x) = if odd then s else -s; annotation(experiment(StopTime = 1)); end Passes;",
    "model Root function root input Real y; output Real x; protected Real a, b, m; "
    "algorithm a := 0; b := 10; "
    "while b - a > 1e-12 loop m := (a + b)/2; if m^3 + m > y then b := m; else a := m; end if; end while; "
    "x := (a + b)/2; end root; Real y(start = 1, fixed = true), x, z(start = 0, fixed = true), p; "
    "equation der(y) = 1; x = root(y); p = if time < 0.5 then root(2*y) else root(3*y); der(z) = p - x; "
    "when x > 1.1 then assert(false, \"x is \" + String(x, significantDigits = 3) + \" now\", "
    "AssertionLevel.warning); end when; annotation(experiment(StopTime = 1)); end Root;",
};

static void other_models_run_flat(void **state)
{
    (void)state;
    for (size_t i = 0; i < EG_COUNT(models); i++) {
        eg_spec *spec = NULL;
        pair p = {models[i], NULL, eg_diagnostics_create(), NULL, NULL};
        if (eg_spec_read_text(models[i], strlen(models[i]), "model", NULL, p.d, &spec) != EG_OK)
            complain(&p, "the model is refused");
        if (spec) {
            run_both(&p, spec);
            compare_runs(&p);
        }
        release(&p);
    }
    ALL_WELL();
}

/* Which of three in line hold is no matter of two of them. */
static void what_equations_do_not_say_is_refused(void **state)
{
    (void)state;
    static const char text[] =
        "model Line " RUBBING "Mass m(m = 1, s(fixed = true), v(fixed = true)); " RUBBING
        "SupportFriction a(f_pos = [0, 3]), b(useSupport = true, f_pos = [0, 2]), "
        "c(useSupport = true, f_pos = [0, 1]); equation connect(a.flange_a, b.support); "
        "connect(b.flange_a, c.support); connect(c.flange_a, m.flange_a); end Line;";
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    char *flat = NULL;
    size_t length;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "model", NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_spec_flatten(spec, d, &flat, &length), EG_ERROR_MODEL);
    assert_null(flat);
    const char *said = eg_diagnostics_get(d, 0)->message;
    assert_non_null(strstr(said, "b and a rub at one part without mass"));
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

/* Text that grows with the passes, not with a power of two of them. */
static void what_is_shared_is_written_once(void **state)
{
    (void)state;
    static const char *const texts[] = {SHARING("40"), SHARING("80")};
    size_t length[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        eg_spec *spec = NULL;
        char *text = NULL;
        assert_int_equal(eg_spec_read_text(texts[i], strlen(texts[i]), "model", NULL, NULL, &spec), EG_OK);
        assert_int_equal(eg_spec_flatten(spec, NULL, &text, &length[i]), EG_OK);
        eg_spec_free(spec);
        free(text);
    }
    assert_true(length[1] < 3 * length[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_run_flat),
        cmocka_unit_test(other_models_run_flat),
        cmocka_unit_test(what_equations_do_not_say_is_refused),
        cmocka_unit_test(what_is_shared_is_written_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
