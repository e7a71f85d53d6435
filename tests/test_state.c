/* Saved states: a run that goes on from one has the bits of the run that saved it; and files that are none,
 * or another model's, are refused by name. */
#include "run_text.h"

#include "elastogap/state.h"
#include "elastogap/steady.h"
#include "engine/engine.h"
#include "simulate/state.h"

#include <inttypes.h>

#define TC_ T_ "Components."
#define TS_ T_ "Sources."

typedef struct subject {
    const char *name, *body, *engines[7];
} subject;

/* Contacts, friction, heat, signals with states, sampled and switched equations, parts without mass, rigid
 * impacts, and what remembers. */
static const subject subjects[] = {
    {"bounce",
     TC_ "Fixed ground;" TC_ "ElastoGap stop(c=1e4,d=20);" TC_
         "Mass ball(m=1,s(start=0.2,fixed=true),v(start=0,fixed=true));" TS_
         "ConstantForce w(f_constant=-9.81);equation connect(ground.flange,stop.flange_a);"
         "connect(stop.flange_b,ball.flange_a);connect(w.flange,ball.flange_b);",
     {"auto", "exact", "erk", "irk", "ida", "fixed", NULL}},
    {"hertz",
     TC_
     "Fixed ground;" TC_ "ElastoGap stop(c=1e4,d=20,n=1.5), two(c=2e4,d=5);" TC_
     "Mass a(m=1,s(start=0.2,fixed=true),v(start=0,fixed=true)), b(m=2,s(start=0.5,fixed=true),"
     "v(start=-1,fixed=true));" TS_ "ConstantForce w(f_constant=-9.81);equation "
     "connect(ground.flange,stop.flange_a);connect(stop.flange_b,a.flange_a);connect(w.flange,a.flange_b);"
     "connect(a.flange_b,two.flange_a);connect(two.flange_b,b.flange_a);",
     {"auto", "erk", "irk", "ida", "fixed", NULL}},
    {"stick",
     TC_ "Fixed wall;" TC_ "Spring spring(c=100);" TC_ "SupportFriction friction(f_pos=[0,4],peak=1.5);" TC_
         "Mass mass(m=1,s(start=0.3,fixed=true),v(start=0,fixed=true));" TS_
         "Force f;Modelica.Blocks.Sources.Sine sine(amplitude=20,f=1.3);equation "
         "connect(wall.flange,spring.flange_a);"
         "connect(spring.flange_b,mass.flange_a);connect(mass.flange_b,friction.flange_a);"
         "connect(f.flange,mass.flange_b);connect(sine.y,f.f);",
     {"auto", "erk", "irk", "ida", "fixed", NULL}},
    {"held", /* at the start, and slides at the row */
     TC_ "SupportFriction friction(f_pos=[0,4],peak=1.5);" TC_
         "Mass mass(m=1,s(start=0,fixed=true),v(start=0,fixed=true));" TS_
         "Force f;Modelica.Blocks.Sources.Sine sine(amplitude=20,f=3);equation "
         "connect(mass.flange_b,friction.flange_a);connect(f.flange,mass.flange_b);connect(sine.y,f.f);",
     {"auto", "erk", "irk", "ida", "fixed", NULL}},
    {"rigid",
     TC_ "Fixed ground;Elastogap.Contact.Gap stop(law=\"restitution\",e=0.7);" TC_
         "Mass ball(m=1,s(start=0.2,fixed=true),v(start=0,fixed=true));" TS_
         "ConstantForce w(f_constant=-9.81);equation connect(ground.flange,stop.flange_a);"
         "connect(stop.flange_b,ball.flange_a);connect(w.flange,ball.flange_b);",
     {"auto", "erk", "irk", "ida", NULL}},
    {"warm",
     TC_
     "Fixed ground;" TC_ "SpringDamper s(c=1e3,d=3,useHeatPort=true);" H_
     "Components.HeatCapacitor core(C=2,T(start=300,fixed=true));" H_
     "Components.ThermalConductor g(G=0.4);" H_ "Sources.FixedTemperature room(T=290);" TC_
     "Mass m(m=1,s(start=0.2,fixed=true),v(start=0,fixed=true));equation connect(ground.flange,s.flange_a);"
     "connect(s.flange_b,m.flange_a);connect(s.heatPort,core.port);connect(core.port,g.port_a);"
     "connect(g.port_b,room.port);",
     {"auto", "erk", "irk", "ida", NULL}},
    {"control",
     "Real u(start=0,fixed=true);discrete Real held(start=0,fixed=true);"
     "Integer count(start=0,fixed=true);" TC_ "Mass m(m=1,s(start=0.2,fixed=true),v(start=0,fixed=true));" TS_
     "Force f;equation der(u)=if m.s>0 then -u-m.s else -u+1;f.f=held+u-0.1*m.v;"
     "when sample(0.03,0.1) then held=-5*m.s;end when;when m.s<0 then count=pre(count)+1;end when;"
     "connect(f.flange,m.flange_a);",
     {"auto", "erk", "irk", "ida", "fixed", NULL}},
    {"relay",
     TC_ "Fixed g;" TC_ "Damper d(d=2);" TC_ "Mass m(m=1,s(start=0.1,fixed=true),v(start=0,fixed=true));" TS_
         "Force f;Modelica.Blocks.Logical.Hysteresis h(uLow=-0.05,uHigh=0.05);"
         "Modelica.Mechanics.Translational.Sensors.PositionSensor s;Modelica.Blocks.Logical.Switch w;"
         "Modelica.Blocks.Sources.Constant a(k=-3), b(k=3);Modelica.Blocks.Continuous.FirstOrder lag(T=0.02);"
         "equation connect(g.flange,d.flange_a);connect(d.flange_b,m.flange_a);connect(m.flange_b,s.flange);"
         "connect(s.s,h.u);connect(h.y,w.u2);connect(a.y,w.u1);connect(b.y,w.u3);connect(w.y,lag.u);"
         "connect(lag.y,f.f);connect(f.flange,m.flange_b);",
     {"auto", "irk", "ida", NULL}},
    {"massless",
     TC_
     "Fixed ground;" TC_ "ElastoGap a(c=1e3,d=5,s_rel0=0.1), b(c=2e3,d=3,s_rel0=0.1);" TC_
     "Mass m(m=1,s(start=0.3,fixed=true),v(start=0,fixed=true));" TC_ "Spring back(c=5,s_rel0=0.1);" TS_
     "ConstantForce w(f_constant=-9.81);equation connect(ground.flange,a.flange_a);"
     "connect(a.flange_b,b.flange_a);connect(ground.flange,back.flange_a);connect(back.flange_b,b.flange_a);"
     "connect(b.flange_b,m.flange_a);connect(w.flange,m.flange_b);",
     {"auto", "irk", "ida", NULL}},
    {"end",
     "discrete Real last(start=0,fixed=true);" TC_
     "Mass m(m=1,s(start=0.2,fixed=true),v(start=1,fixed=true));equation "
     "when terminal() then last=m.s;end when;",
     {"auto", "erk", "ida", NULL}},
    {"late", /* a control that looks back, by a time that changes, too */
     "Real x(start=1,fixed=true), T;" TC_ "Fixed ground;" TC_ "Spring spring(c=100);" TC_
     "Mass ball(m=1,s(start=0.2,fixed=true),v(start=0,fixed=true));" TS_
     "Force f;equation T=0.1+0.05*sin(3*time);der(x)=-delay(ball.v,T,0.2)+(if time>0.4 then 1 else 0);"
     "f.f=-9.81+x-20*delay(ball.s,0.23);connect(ground.flange,spring.flange_a);"
     "connect(spring.flange_b,ball.flange_a);connect(f.flange,ball.flange_b);",
     {"auto", "erk", "irk", "ida", "fixed", NULL}},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static unsigned long seed = 7;

static double draw(double low, double high)
{
    seed = seed * 6364136223846793005ul + 1442695040888963407ul;
    return low + (high - low) * (double)(seed >> 33) / 2147483648.0;
}

static eg_simulate_options options_of(const rig *r, const char *engine)
{
    eg_simulate_options o = eg_simulate_options_default(r->model);
    o.engine = engine;
    o.interval = 0.02;
    o.stop_time = 1;
    return o;
}

static void compile(rig *r)
{
    if (eg_model_compile(r->spec, r->d, &r->model) != EG_OK)
        rig_demand(r, 0, "the model");
}

/* The last rows of `all` are those of `part`, and its events those behind `from`, to the bit. */
static void is_the_rest(const char *name, const char *engine, const eg_trajectory *all,
                        const eg_trajectory *part, double from)
{
    const size_t rows = eg_trajectory_rows(part), before = eg_trajectory_rows(all) - rows;
    size_t events = 0;
    if (rows > eg_trajectory_rows(all)) {
        print_error("%s by %s: %zu rows, %zu in all\n", name, engine, rows, eg_trajectory_rows(all));
        fail();
    }
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < eg_trajectory_signals(part); k++) {
            const double x = eg_trajectory_value(all, k, before + i), y = eg_trajectory_value(part, k, i);
            if (memcmp(&x, &y, sizeof x) != 0 ||
                eg_trajectory_time(all, before + i) != eg_trajectory_time(part, i)) {
                print_error("%s by %s from %.17g s: at %.17g s %s is %.17g, and %.17g uninterrupted\n", name,
                            engine, from, eg_trajectory_time(part, i), eg_trajectory_signal(part, k).name, y,
                            x);
                fail();
            }
        }
    for (size_t i = 0; i < eg_trajectory_events(part); i++) {
        const eg_event x = eg_trajectory_event(part, i);
        const eg_event y =
            eg_trajectory_event(all, eg_trajectory_events(all) - eg_trajectory_events(part) + i);
        assert_true(x.time == y.time && strcmp(x.component, y.component) == 0 && strcmp(x.name, y.name) == 0);
        events += x.time > from;
    }
    for (size_t i = 0; i < eg_trajectory_events(all); i++)
        events -= eg_trajectory_event(all, i).time > from;
    assert_int_equal(events, 0);
}

/* By way of text, as a file would. */
static eg_state *through_text(const eg_state *state)
{
    char *text, *again;
    size_t length, length_again;
    eg_state *read;
    assert_int_equal(eg_state_text(state, &text, &length), EG_OK);
    assert_int_equal(eg_state_from_text(text, length, "text", NULL, &read), EG_OK);
    assert_int_equal(eg_state_text(read, &again, &length_again), EG_OK);
    assert_int_equal(length, length_again);
    assert_memory_equal(text, again, length);
    free(text);
    free(again);
    return read;
}

/* One run that saves at two times, and runs from these on; and one that ends where it saves. */
static void go_on(const subject *x, const char *engine)
{
    rig r = read_text(x->body);
    compile(&r);
    const double one = draw(0.05, 0.9), times[] = {one, one + draw(0, 1 - one)};
    eg_state *saved[2] = {NULL}, *end = NULL;
    eg_trajectory *all = NULL, *first = NULL;
    eg_simulate_options o = options_of(&r, engine);
    o.save_times = o.restart_times = times;
    o.save_count = o.restart_count = 2;
    o.saved = saved;
    if (eg_simulate(r.model, &o, r.d, &all, NULL) != EG_OK)
        rig_demand(&r, 0, x->name);
    for (int i = 0; i < 2; i++) {
        eg_trajectory *part = NULL;
        eg_state *state = through_text(saved[i]);
        eg_state *again = NULL;
        eg_simulate_options p = eg_simulate_options_default(r.model);
        eg_state_apply(state, &p);
        p.stop_time = 1;
        p.save_times = p.restart_times = times + 1;
        p.save_count = p.restart_count = i == 0;
        p.saved = &again;
        if (eg_simulate(r.model, &p, r.d, &part, NULL) != EG_OK)
            rig_demand(&r, 0, x->name);
        is_the_rest(x->name, engine, all, part, times[i]);
        eg_trajectory_free(part);
        eg_state_free(state);
        eg_state_free(again);
    }
    o.stop_time = times[0];
    o.save_count = 1;
    o.restart_count = 0;
    o.saved = &end;
    assert_int_equal(eg_simulate(r.model, &o, r.d, &first, NULL), EG_OK);
    char *a, *b;
    size_t length_a, length_b;
    assert_int_equal(eg_state_text(end, &a, &length_a), EG_OK);
    assert_int_equal(eg_state_text(saved[0], &b, &length_b), EG_OK);
    assert_int_equal(length_a, length_b);
    assert_memory_equal(a, b, length_a);
    free(a);
    free(b);
    eg_state_free(end);
    eg_state_free(saved[0]);
    eg_state_free(saved[1]);
    eg_trajectory_free(all);
    eg_trajectory_free(first);
    rig_end(&r);
}

static bool has_ida(void)
{
    return eg_engine_ida.create != NULL;
}

static void test_continued_runs(void **unused)
{
    (void)unused;
    for (int i = 0; i < SUBJECTS; i++)
        for (int k = 0; subjects[i].engines[k]; k++)
            for (int n = 0; n < 4; n++)
                if (has_ida() || strcmp(subjects[i].engines[k], "ida") != 0)
                    go_on(&subjects[i], subjects[i].engines[k]);
}

static bool looks_back(const subject *x)
{
    return strstr(x->body, "delay(") != NULL;
}

static bool is_fixed(const char *engine)
{
    return strcmp(engine, "fixed") == 0;
}

/* Two trajectories of the same bits, and nothing else in them. */
static void is_the_same(const char *name, const char *engine, const eg_trajectory *a, const eg_trajectory *b)
{
    assert_int_equal(eg_trajectory_rows(a), eg_trajectory_rows(b));
    assert_int_equal(eg_trajectory_events(a), eg_trajectory_events(b));
    is_the_rest(name, engine, a, b, -1);
}

/* All rows of `part` but its first one, where it begins, are the last ones of `all`. */
static void rows_are_among(const char *name, const eg_trajectory *all, const eg_trajectory *part)
{
    const size_t rows = eg_trajectory_rows(part), before = eg_trajectory_rows(all) - rows;
    for (size_t i = 1; i < rows; i++)
        for (size_t k = 0; k < eg_trajectory_signals(part); k++) {
            const double x = eg_trajectory_value(all, k, before + i), y = eg_trajectory_value(part, k, i);
            if (memcmp(&x, &y, sizeof x) != 0 ||
                eg_trajectory_time(all, before + i) != eg_trajectory_time(part, i)) {
                print_error("%s by fixed: at %.17g s %s is %.17g, and %.17g uninterrupted\n", name,
                            eg_trajectory_time(part, i), eg_trajectory_signal(part, k).name, y, x);
                fail();
            }
        }
}

/* A run that saves, at points of its grid, between them, at its start and at its end, has the bits of one
 * that does not, and accounts for the same energy. */
static void save_in_passing(const subject *x, const char *engine)
{
    rig r = read_text(x->body);
    compile(&r);
    const double times[] = {0, draw(0.05, 0.2), 0.3, draw(0.3, 0.5), 0.5, draw(0.5, 0.9), 1};
    enum { TIMES = sizeof times / sizeof *times };
    eg_state *saved[TIMES] = {NULL};
    eg_trajectory *with = NULL, *without = NULL;
    eg_statistics st_with, st_without;
    eg_simulate_options o = options_of(&r, engine);
    assert_int_equal(eg_simulate(r.model, &o, r.d, &without, &st_without), EG_OK);
    o.save_times = times;
    o.save_count = TIMES;
    o.saved = saved;
    assert_int_equal(eg_simulate(r.model, &o, r.d, &with, &st_with), EG_OK);
    is_the_same(x->name, engine, with, without);
    assert_int_equal(st_with.steps, st_without.steps);
    assert_memory_equal(&st_with.energy, &st_without.energy, offsetof(eg_energy, likely));
    for (int i = 0; i < TIMES; i++) {
        assert_non_null(saved[i]);
        if (!is_fixed(engine))
            assert_true(eg_state_time(saved[i]) == times[i]);
        else
            assert_true(eg_state_time(saved[i]) >= times[i] - 1e-12 &&
                        eg_state_time(saved[i]) < times[i] + 1.001e-3);
        eg_state_free(saved[i]);
    }
    eg_trajectory_free(with);
    eg_trajectory_free(without);
    rig_end(&r);
}

static void test_saving_changes_nothing(void **unused)
{
    (void)unused;
    for (int i = 0; i < SUBJECTS; i++)
        for (int k = 0; subjects[i].engines[k]; k++) {
            const char *engine = subjects[i].engines[k];
            if ((has_ida() || strcmp(engine, "ida") != 0) && (is_fixed(engine) || !looks_back(&subjects[i])))
                save_in_passing(&subjects[i], engine);
        }
}

/* By the engine fixed a run that goes on from what another has saved in passing has its bits: steps go on. */
static void test_steps_go_on(void **unused)
{
    (void)unused;
    for (int i = 0; i < SUBJECTS; i++)
        for (int k = 0; subjects[i].engines[k]; k++) {
            if (!is_fixed(subjects[i].engines[k]))
                continue;
            rig r = read_text(subjects[i].body);
            compile(&r);
            const double at = draw(0.05, 0.95);
            eg_state *saved = NULL;
            eg_trajectory *all = NULL, *part = NULL;
            eg_simulate_options o = options_of(&r, "fixed");
            o.step = i % 2 ? 0 : 0.7e-3; /* one that divides the interval, and one that does not */
            o.save_times = &at;
            o.save_count = 1;
            o.saved = &saved;
            assert_int_equal(eg_simulate(r.model, &o, r.d, &all, NULL), EG_OK);
            eg_state *state = through_text(saved);
            eg_simulate_options p = eg_simulate_options_default(r.model);
            eg_state_apply(state, &p);
            p.stop_time = 1;
            assert_int_equal(eg_simulate(r.model, &p, r.d, &part, NULL), EG_OK);
            eg_trajectory_free(all);
            o.save_count = 0;
            assert_int_equal(eg_simulate(r.model, &o, r.d, &all, NULL), EG_OK);
            rows_are_among(subjects[i].name, all, part);
            eg_trajectory_free(all);
            eg_trajectory_free(part);
            eg_state_free(state);
            eg_state_free(saved);
            rig_end(&r);
        }
}

/* Runs that begin late count time from there. */
static void test_late(void **unused)
{
    (void)unused;
    rig r = read_text(subjects[0].body);
    compile(&r);
    const double at = 1000.25;
    eg_state *state = NULL;
    eg_trajectory *all = NULL, *part = NULL;
    eg_simulate_options o = options_of(&r, "exact");
    o.start_time = 1000;
    o.stop_time = 1001;
    o.save_times = o.restart_times = &at;
    o.save_count = o.restart_count = 1;
    o.saved = &state;
    assert_int_equal(eg_simulate(r.model, &o, r.d, &all, NULL), EG_OK);
    eg_state_apply(state, &o);
    o.save_count = o.restart_count = 0;
    assert_int_equal(eg_simulate(r.model, &o, r.d, &part, NULL), EG_OK);
    is_the_rest("late", "exact", all, part, at);
    eg_trajectory_free(all);
    eg_trajectory_free(part);
    eg_state_free(state);
    rig_end(&r);
}

/* ---------------------------------------------------------------- refusals */

static eg_state *some_state(rig *r, const char *body)
{
    *r = read_text(body);
    compile(r);
    const double at = 0.3;
    eg_state *state = NULL;
    eg_trajectory *t = NULL;
    eg_simulate_options o = options_of(r, "auto");
    o.save_times = &at;
    o.save_count = 1;
    o.saved = &state;
    assert_int_equal(eg_simulate(r->model, &o, r->d, &t, NULL), EG_OK);
    eg_trajectory_free(t);
    return state;
}

static bool tells(const eg_diagnostics *d, const char *what)
{
    for (size_t i = 0; i < eg_diagnostics_count(d); i++)
        if (strstr(eg_diagnostics_get(d, i)->message, what))
            return true;
    return false;
}

static void test_other_model(void **unused)
{
    (void)unused;
    rig r, other = read_text(subjects[1].body);
    eg_state *state = some_state(&r, subjects[0].body);
    compile(&other);
    eg_trajectory *t = NULL;
    eg_simulate_options o = options_of(&other, "auto");
    eg_state_apply(state, &o);
    assert_int_equal(eg_simulate(other.model, &o, other.d, &t, NULL), EG_ERROR_USAGE);
    assert_true(tells(other.d, "with other components, variables or equations"));
    assert_null(t);
    o.start_time = 0.1;
    assert_int_equal(eg_simulate(r.model, &o, r.d, &t, NULL), EG_ERROR_USAGE);
    assert_true(tells(r.d, "the state to begin with is at 0.29999999999999999 s"));
    eg_state_free(state);
    rig_end(&r);
    rig_end(&other);
}

/* Which distances are states follows from stateSelect: the numbers of a state then mean something else. */
static void test_other_states(void **unused)
{
    (void)unused;
    static const char form[] =
        TC_ "Fixed wall;" TC_ "SpringDamper left(c=10,d=1), middle(c=20,d=1,stateSelect=StateSelect.%s);" TC_
            "Mass a(m=1,s(start=0.3,fixed=true),v(start=0,fixed=true)),b(m=2,s(start=0.5,fixed=true),"
            "v(start=1,fixed=true));equation connect(wall.flange,left.flange_a);"
            "connect(left.flange_b,a.flange_a);connect(a.flange_b,middle.flange_a);"
            "connect(middle.flange_b,b.flange_a);";
    char body[1000];
    snprintf(body, sizeof body, form, "prefer");
    rig r, other;
    eg_state *state = some_state(&r, body);
    assert_string_equal(state->unknowns, "left.s_rel\nmiddle.s_rel\na.v\nb.v\n");
    snprintf(body, sizeof body, form, "never");
    other = read_text(body);
    compile(&other);
    eg_trajectory *t = NULL;
    eg_simulate_options o = options_of(&other, "auto");
    eg_state_apply(state, &o);
    assert_int_equal(eg_simulate(other.model, &o, other.d, &t, NULL), EG_ERROR_USAGE);
    assert_true(tells(other.d, "\"middle.s_rel\" where it has \"b.s\" now"));
    assert_null(t);
    rig_end(&other);
    snprintf(body, sizeof body, form, "always"); /* the same states */
    other = read_text(body);
    compile(&other);
    o = options_of(&other, "auto");
    eg_state_apply(state, &o);
    o.stop_time = 1;
    assert_int_equal(eg_simulate(other.model, &o, other.d, &t, NULL), EG_OK);
    assert_true(tells(other.d, "middle.stateSelect was prefer and is always; 1 of them differ"));
    eg_trajectory_free(t);
    eg_state_free(state);
    rig_end(&r);
    rig_end(&other);
}

static uint64_t hash(const char *text, size_t length)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * 1099511628211u;
    return h;
}

/* Runs from a text; 0: it is refused as a file, 1: as a state of the model, 2: it runs, or fails on the way.
 */
static int try_text(const rig *r, const char *text, size_t length, eg_diagnostics *d)
{
    eg_state *state;
    eg_trajectory *t = NULL;
    if (eg_state_from_text(text, length, "bad.state", d, &state) != EG_OK) {
        assert_null(state);
        assert_true(tells(d, "bad.state"));
        return 0;
    }
    eg_simulate_options o = options_of(r, "auto");
    o.max_steps = 2000;
    eg_state_apply(state, &o);
    o.interval = 0.02;
    o.stop_time = o.start_time + 0.1;
    const eg_status status = eg_simulate(r->model, &o, d, &t, NULL);
    eg_trajectory_free(t);
    eg_state_free(state);
    return status == EG_ERROR_USAGE ? 1 : 2;
}

/* With a checksum that fits. */
static int try_forged(const rig *r, const char *text, size_t length, eg_diagnostics *d)
{
    char *forged = malloc(length + 40);
    memcpy(forged, text, length);
    const int tail =
        snprintf(forged + length, 40, "checksum %016llx\n", (unsigned long long)hash(text, length));
    const int outcome = try_text(r, forged, length + (size_t)tail, d);
    free(forged);
    return outcome;
}

static void expect(const rig *r, const char *text, size_t length, const char *what)
{
    eg_diagnostics *d = eg_diagnostics_create();
    assert_int_equal(try_text(r, text, length, d), 0);
    if (!tells(d, what)) {
        print_error("nothing says '%s'\n", what);
        fail();
    }
    eg_diagnostics_free(d);
}

static void test_bad_files(void **unused)
{
    (void)unused;
    rig r;
    char *text, *copy;
    size_t length;
    eg_state *state = some_state(&r, subjects[0].body), *none;
    assert_int_equal(eg_state_text(state, &text, &length), EG_OK);
    copy = malloc(length + 1);
    expect(&r, text, length / 2, "cut short");
    expect(&r, text, 0, "no state of elastogap");
    expect(&r, "time,ball.s\n0,1\n", 16, "no state of elastogap");
    memcpy(copy, text, length + 1);
    copy[16] = '9'; /* elastogap state 9 */
    expect(&r, copy, length, "another version");
    memcpy(copy, text, length + 1);
    copy[length / 2] ^= 1;
    expect(&r, copy, length, "its checksum does not fit");
    assert_int_equal(eg_state_read("/no/such/file.state", r.d, &none), EG_ERROR_FILE);
    for (size_t i = 0; i < length; i += 1 + length / 400) { /* any byte is missed */
        eg_diagnostics *d = eg_diagnostics_create();
        assert_int_equal(try_text(&r, text, i, d), 0);
        eg_diagnostics_free(d);
    }
    free(copy);
    free(text);
    eg_state_free(state);
    rig_end(&r);
}

/* Whoever makes the checksum fit, too, gets no further than a refusal or a run: numbers that are none, modes
 * that there are not, counts beyond all. */
static void test_forged_files(void **unused)
{
    (void)unused;
    static const char *const words[] = {"nan", "inf", "-1", "7", "99999999999", "1e308", "0", "x", "-", ""};
    for (int k = 0; k < SUBJECTS; k++) {
        rig r;
        char *text;
        size_t length;
        eg_state *state = some_state(&r, subjects[k].body);
        assert_int_equal(eg_state_text(state, &text, &length), EG_OK);
        length -= strlen("checksum 0123456789abcdef\n");
        for (int i = 0; i < 150; i++) {
            char *forged = malloc(length + 20);
            size_t at = (size_t)draw(0, (double)length - 1), end;
            const char *word = words[(size_t)draw(0, 9.999)];
            while (at > 0 && text[at - 1] != ' ' && text[at - 1] != '\n')
                at--;
            for (end = at; end < length && text[end] != ' ' && text[end] != '\n';)
                end++;
            memcpy(forged, text, at);
            strcpy(forged + at, word);
            memcpy(forged + at + strlen(word), text + end, length - end);
            eg_diagnostics *d = eg_diagnostics_create();
            (void)try_forged(&r, forged, length - (end - at) + strlen(word), d);
            eg_diagnostics_free(d);
            free(forged);
        }
        free(text);
        eg_state_free(state);
        rig_end(&r);
    }
}

/* Other values of parameters are told, and the run goes on with them. */
static void test_other_parameters(void **unused)
{
    (void)unused;
    rig r, other;
    eg_state *state = some_state(&r, subjects[0].body);
    char body[1000];
    const char *at = strstr(subjects[0].body, "c=1e4");
    snprintf(body, sizeof body, "%.*sc=2e4%s", (int)(at - subjects[0].body), subjects[0].body, at + 5);
    other = read_text(body);
    compile(&other);
    eg_trajectory *t = NULL;
    eg_simulate_options o = options_of(&other, "auto");
    eg_state_apply(state, &o);
    o.stop_time = 1;
    assert_int_equal(eg_simulate(other.model, &o, other.d, &t, NULL), EG_OK);
    assert_true(tells(other.d, "stop.c was 10000 and is 20000"));
    eg_trajectory_free(t);
    eg_state_free(state);
    rig_end(&r);
    rig_end(&other);
}

/* x of x' = -x(t - T), 1 until 0, by the method of steps: each T adds a term (Bellman and Cooke,
 * Differential-Difference Equations, 1963, 3.3). */
static double delayed_decay(double t, double T)
{
    double x = 1, power = 1;
    for (int k = 1; t - (k - 1) * T > 0; k++) {
        power = 1;
        for (int i = 1; i <= k; i++)
            power *= -(t - (k - 1) * T) / i;
        x += power;
    }
    return x;
}

static eg_status run_from(rig *r, const eg_state *from, double to, eg_trajectory **t)
{
    eg_simulate_options o = options_of(r, "auto");
    eg_state_apply(from, &o);
    o.stop_time = to;
    return eg_simulate(r->model, &o, r->d, t, NULL);
}

/* What is looked back at goes along: the rest of the run is the solution, whose first 0.1 s behind the saved
 * point follow from what was before it. And a past that is none is refused. */
static void test_delay(void **unused)
{
    (void)unused;
    rig r = read_text("Real x(start=1,fixed=true);equation der(x)=-delay(x,0.1);");
    compile(&r);
    const double at = 0.37;
    eg_state *state = NULL;
    eg_trajectory *t = NULL;
    eg_simulate_options o = options_of(&r, "auto");
    o.tolerance = 1e-10;
    o.stop_time = at;
    o.save_times = &at;
    o.save_count = 1;
    o.saved = &state;
    assert_int_equal(eg_simulate(r.model, &o, r.d, &t, NULL), EG_OK);
    eg_trajectory_free(t);
    assert_int_equal(run_from(&r, state, 1, &t), EG_OK);
    const size_t x = (size_t)eg_trajectory_find(t, "x");
    for (size_t i = 0; i < eg_trajectory_rows(t); i++) /* tolerance 1e-10 a step, some 20 of them */
        assert_true(fabs(eg_trajectory_value(t, x, i) - delayed_decay(eg_trajectory_time(t, i), 0.1)) < 2e-9);
    eg_trajectory_free(t);
    for (size_t i = 0; i < state->part_count; i++)
        if (strcmp(state->parts[i].name, "past") == 0) {
            eg_state_part *past = &state->parts[i];
            const eg_state_part kept = *past;
            for (past->count = 0; past->count < kept.count; past->count++) { /* cut short anywhere */
                assert_int_equal(run_from(&r, state, 1, &t), EG_ERROR_USAGE);
                assert_true(tells(r.d, "damaged: past"));
            }
            *past = kept;
            for (size_t k = 0; k < kept.count; k++) { /* no number of it may be infinite */
                const double number = past->reals[k];
                past->reals[k] = INFINITY;
                const eg_status status = run_from(&r, state, 1, &t);
                past->reals[k] = number;
                assert_true(status == EG_ERROR_USAGE);
                eg_trajectory_free(t);
            }
        }
    eg_state_free(state);
    rig_end(&r);
}

/* ---------------------------------------------------------------- rows */

/* From a row of a result: motion, loops of signals and temperatures are as they were, to what engines allow
 * themselves. */
static void test_rows(void **unused)
{
    (void)unused;
    static const int which[] = {0, 1, 2, 3, 5, 7};
    for (size_t i = 0; i < sizeof which / sizeof *which; i++) {
        const subject *x = &subjects[which[i]];
        rig r = read_text(x->body);
        compile(&r);
        eg_simulate_options o = options_of(&r, "auto");
        o.tolerance = 1e-10;
        eg_trajectory *all = NULL, *part = NULL;
        eg_state *state = NULL;
        assert_int_equal(eg_simulate(r.model, &o, r.d, &all, NULL), EG_OK);
        assert_int_equal(eg_state_of_row(r.model, all, 0.1, "all.csv", r.d, &state), EG_OK);
        eg_state_apply(state, &o);
        o.tolerance = 1e-10;
        o.interval = 0.02;
        o.stop_time = 0.4;
        assert_int_equal(eg_simulate(r.model, &o, r.d, &part, NULL), EG_OK);
        const size_t last = eg_trajectory_rows(part) - 1;
        for (size_t k = 0; k < eg_trajectory_signals(part); k++) {
            const eg_signal s = eg_trajectory_signal(part, k);
            if (strcmp(s.unit, "m") != 0 && strcmp(s.unit, "K") != 0)
                continue;
            const double is = eg_trajectory_value(part, k, last), was = eg_trajectory_at(all, k, 0.4);
            if (!(fabs(is - was) <= 1e-6 * fmax(1e-2, fabs(was)))) {
                print_error("%s: %s is %.12g, was %.12g\n", x->name, s.name, is, was);
                fail();
            }
        }
        eg_state *none;
        assert_int_equal(eg_state_of_row(r.model, all, 0.1234567, "all.csv", r.d, &none), EG_ERROR_USAGE);
        assert_null(none);
        assert_true(tells(r.d, "all.csv has no row at 0.1234567 s"));
        eg_trajectory_free(all);
        eg_trajectory_free(part);
        eg_state_free(state);
        rig_end(&r);
    }
}

/* States that have variables of another name (a source that follows a speed, a derivative, a controller),
 * and what events leave behind: conditions that hold already in the row do not begin to hold, and pre(...) is
 * what stands there. All of it goes on from any row as it did, and nothing is left to warn of. */
static void test_rows_of_logic(void **unused)
{
    (void)unused;
    rig r = read_text(
        "Integer count(start=0,fixed=true), falls(start=0,fixed=true);Real held(start=0,fixed=true);" TC_
        "Mass m(m=1,s(start=0.2,fixed=true),v(start=0,fixed=true));" TC_ "Fixed ground;" TC_
        "Spring spring(c=100);" TC_ "Damper drag(d=1);" TS_ "Speed drive;" TS_
        "Force f;Modelica.Blocks.Sources.Sine sine(f=1.7,amplitude=0.3);"
        "Modelica.Blocks.Sources.Pulse pulse(period=0.31,width=40,startTime=0.07);"
        "Modelica.Blocks.Continuous.Derivative rate(T=0.05);"
        "Modelica.Blocks.Continuous.SecondOrder slow(w=9,D=0.4);"
        "Modelica.Blocks.Continuous.PI pi(k=2,T=0.3);Modelica.Blocks.Logical.Pre before;"
        "Modelica.Blocks.Logical.Or holds;Modelica.Blocks.Logical.And latched;"
        "Modelica.Blocks.Sources.BooleanExpression high(y=m.s>-0.1);"
        "Modelica.Blocks.Logical.GreaterThreshold on(threshold=0.5);equation "
        "connect(pulse.y,on.u);connect(on.y,holds.u1);connect(before.y,holds.u2);"
        "connect(holds.y,latched.u1);connect(high.y,latched.u2);connect(latched.y,before.u);"
        "when m.s>0 then count=pre(count)+1;held=m.v;end when;"
        "when holds.y then falls=pre(falls)+10;end when;"
        "connect(sine.y,drive.v_ref);connect(drive.flange,drag.flange_a);connect(drag.flange_b,m.flange_a);"
        "connect(ground.flange,spring.flange_a);connect(spring.flange_b,m.flange_a);"
        "connect(sine.y,rate.u);connect(rate.y,slow.u);connect(pulse.y,pi.u);"
        "f.f=slow.y+0.1*pi.y+0.3*count+0.03*falls+held+(if holds.y then 0.5 else -1);"
        "connect(f.flange,m.flange_b);");
    compile(&r);
    eg_simulate_options o = options_of(&r, "auto");
    o.tolerance = 1e-10;
    eg_trajectory *all = NULL;
    assert_int_equal(eg_simulate(r.model, &o, r.d, &all, NULL), EG_OK);
    assert_true(eg_trajectory_at(all, (size_t)eg_trajectory_find(all, "count"), 1) >= 2);
    assert_true(eg_trajectory_at(all, (size_t)eg_trajectory_find(all, "falls"), 1) >= 20);
    for (int n = 1; n < 10; n++) {
        eg_state *state = NULL;
        eg_trajectory *part = NULL;
        const size_t said = eg_diagnostics_count(r.d);
        assert_int_equal(eg_state_of_row(r.model, all, 0.1 * n, "all.csv", r.d, &state), EG_OK);
        rig_demand(&r, eg_diagnostics_count(r.d) == said, "a row that holds all");
        eg_state_apply(state, &o);
        o.tolerance = 1e-10;
        assert_int_equal(eg_simulate(r.model, &o, r.d, &part, NULL), EG_OK);
        const size_t last = eg_trajectory_rows(part) - 1, end = eg_trajectory_rows(all) - 1;
        for (size_t k = 0; k < eg_trajectory_signals(part); k++) {
            const double is = eg_trajectory_value(part, k, last), was = eg_trajectory_value(all, k, end);
            if (!(fabs(is - was) <= 1e-6 * fmax(1e-2, fabs(was)))) {
                print_error("from %g s: %s is %.12g, was %.12g\n", 0.1 * n,
                            eg_trajectory_signal(part, k).name, is, was);
                fail();
            }
        }
        eg_trajectory_free(part);
        eg_state_free(state);
    }
    eg_trajectory_free(all);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_continued_runs),
        cmocka_unit_test(test_late),
        cmocka_unit_test(test_saving_changes_nothing),
        cmocka_unit_test(test_steps_go_on),
        cmocka_unit_test(test_other_model),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_forged_files),
        cmocka_unit_test(test_other_states),
        cmocka_unit_test(test_other_parameters),
        cmocka_unit_test(test_delay),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_rows_of_logic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
