/* Texts in Dyad: what they mean, what is refused, and that the motion is that of the same model in Modelica.
 */
#include "reading.h"

#include "elastogap/elastogap.h"
#include "near.h"

#define NEAR(actual, expected, tolerance) check_near(actual, expected, tolerance, #actual, __FILE__, __LINE__)
#define AT_MOST(actual, limit) check_at_most(actual, limit, #actual, __FILE__, __LINE__)
#define SAME(actual, expected) check_same(actual, expected, #actual, __FILE__, __LINE__)
#define EXAMPLES EG_SOURCE_DIR "/examples/"

/* ---------------------------------------------------------------- reading */

static reading read_dyad(const char *text)
{
    reading r = {.diagnostics = eg_diagnostics_create()};
    assert_non_null(r.diagnostics);
    r.status = eg_spec_read_text(text, strlen(text), "test.dyad", NULL, r.diagnostics, &r.spec);
    return r;
}

static reading read_good_dyad(const char *text)
{
    reading r = read_dyad(text);
    if (r.status != EG_OK || eg_diagnostics_count(r.diagnostics) > 0)
        show(&r);
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(eg_diagnostics_count(r.diagnostics), 0);
    return r;
}

static void parts_and_their_values(void **state)
{
    (void)state;
    reading r = read_good_dyad(
        "# A rig.\n"
        "component Rig\n"
        "  # Stiffness,\n"
        "  # in N/m\n"
        "  parameter k::Dyad.TranslationalSpringConstant = 10k\n"
        "  \"Twice as stiff\"\n"
        "  gap = ElastoGap(c = 2*k, d = 1.5m, s_rel0 = -3 % 2) [{\"Dyad\": {\"a\": [1, -2]}}]\n"
        "  wall = TranslationalComponents.Fixed(s0 = ifelse(k > 1, 0.5, 2)) {^wall}\n"
        "  mass = TranslationalComponents.Components.Mass(m = clamp(5, 1, 3))\n"
        "  room = ThermalComponents.FixedTemperature(T = 293.15)\n"
        "  structural parameter n::Integer = 2\n"
        "  far = [Fixed(s0 = i*10) for i in 1:n] if n > 1\n"
        "relations\n"
        "  initial mass.s = 1\n"
        "  connect(wall.flange, gap.flange_a)\n"
        "  connect(gap.flange_b, mass.flange_a)\n"
        "  connect(gap.heat_port, room.port)\n"
        "metadata {\"Dyad\": {\"icons\": {}}}\n"
        "end\n");
    NEAR(given(&r, "gap.c"), 20000, 0);
    NEAR(given(&r, "gap.d"), 1.5e-3, 0);
    NEAR(given(&r, "gap.s_rel0"), -1, 0); /* the remainder has the sign of what is divided */
    NEAR(given(&r, "wall.s0"), 0.5, 0);
    NEAR(given(&r, "mass.m"), 3, 0);
    NEAR(given(&r, "far[2].s0"), 20, 0);
    assert_string_equal(r.spec->comment, "A rig.");
    assert_string_equal(instance_of(&r, "gap")->origin->comment, "Twice as stiff");
    assert_string_equal(r.spec->declared[0].comment, "Stiffness,\nin N/m");
    assert_int_equal(r.spec->connection_count, 3);
    done(&r);
}

/* 1.5m is read as 1.5e-3, not multiplied; a comment behind something documents nothing. */
static void numbers_and_comments(void **state)
{
    (void)state;
    reading r = read_good_dyad("component A\n"
                               "  parameter a::Real = 1.1u # not a doc\n"
                               "  parameter b::Real = 3.3M\n"
                               "  parameter c::Real = 7da\n"
                               "  parameter d::Real = 2 * -3\n"
                               "  parameter e::Real[3] = [1, 2, 3];\n"
                               "  parameter f::Real = π\n"
                               "  variable x::Real(guess = 2, units = \"m\")\n"
                               "relations\n"
                               "  initial x = a; der(x) = 0\n"
                               "end\n");
    const double expected[] = {1.1e-6, 3.3e6, 70, -6};
    for (size_t i = 0; i < EG_COUNT(expected); i++)
        NEAR(r.spec->declared[i].value, expected[i], 0);
    NEAR(r.spec->declared[7].value, 3.141592653589793, 0);
    assert_null(r.spec->declared[1].comment);
    NEAR(r.spec->variables[0].start, 1.1e-6, 0); /* an initial relation fixes what was a guess */
    assert_int_equal(r.spec->variables[0].fixed, 1);
    assert_string_equal(r.spec->variables[0].unit, "m");
    done(&r);
}

static void an_analysis_is_an_experiment(void **state)
{
    (void)state;
    reading r = read_good_dyad(
        "component Rig\n"
        "  parameter m::Dyad.Mass = 1\n"
        "  parameter L::Length = 0\n"
        "  mass = Mass(m = m, L = L)\n"
        "relations\n"
        "  initial mass.s = 0\n"
        "end\n"
        "analysis Run\n"
        "  extends TransientAnalysis(start = 1, stop = 4, reltol = 1e-8, abstol = 1e-9, saveat = 0.5, "
        "alg = \"auto\")\n"
        "  parameter m::Dyad.Mass = 7\n"
        "  parameter length::Length = 2\n"
        "  model = Rig(m = m, L = length)\n"
        "end\n"
        "analysis Longer extends Run(stop = 9) end\n");
    eg_experiment e = eg_spec_experiment(r.spec);
    NEAR(e.stop_time, 9, 0);
    NEAR(given(&r, "mass.m"), 7, 0);
    NEAR(given(&r, "mass.L"), 2, 0);
    assert_string_equal(eg_spec_name(r.spec), "Longer");
    done(&r);
}

/* Of an analysis of another kind the component is read, whatever else the analysis says; one that extends an
 * analysis of the text's own is what that is. */
static void other_analyses_leave_the_component(void **state)
{
    (void)state;
    static const struct {
        const char *text, *kind;
        double m;
    } cases[] = {
        {"analysis R\n  extends CalibrationAnalysis(data = \"a.csv\", n = [1, 2])\n  model = A(k = 3)\nend\n",
         "CalibrationAnalysis", 3},
        {"analysis R\n  extends DyadSweep.ParameterSweep(n = 3)\n"
         "  model = A()\n  parameter q::Real(min = 0)\n"
         "relations\n  cost = result.cost\nend\n",
         "ParameterSweep", 2},
        {"partial analysis TuneAnalysis\n  extends Analysis\n"
         "  model::Dyad.EmptyComponent = Dyad.EmptyComponent()\n"
         "  parameter wl::Real = -1\nend\nanalysis R\n  extends TuneAnalysis(wl = 3)\n  model = A()\nend\n",
         "TuneAnalysis", 2},
        {"partial analysis Course\n  extends Analysis\n  parameter abstol::Real\n"
         "  model::Dyad.EmptyComponent = Dyad.EmptyComponent()\nend\n"
         "analysis R\n  extends Course(abstol = 1m)\n  parameter k::Real = 4\n  model = A(k = k)\nend\n",
         "Course", 4},
        {"analysis MyAnalysis\n  extends TransientAnalysis(stop = 3)\n  model = A(k = 5)\nend\n"
         "analysis R\n  extends MyAnalysis(stop = 4)\nend\n",
         NULL, 5},
    };
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        char text[1000];
        snprintf(text, sizeof text, "component A\n  parameter k::Real = 2\n  m = Mass(m = k)\nend\n%s",
                 cases[i].text);
        reading r = read_dyad(text);
        if (r.status != EG_OK)
            show(&r);
        assert_int_equal(r.status, EG_OK);
        assert_int_equal(r.spec->analysis.kind, cases[i].kind ? EG_ANALYSIS_OTHER : EG_ANALYSIS_TRANSIENT);
        NEAR(given(&r, "m.m"), cases[i].m, 0);
        if (cases[i].kind) {
            assert_string_equal(r.spec->analysis.name, cases[i].kind);
            assert_non_null(r.spec->analysis.remedy);
            assert_int_equal(eg_diagnostics_count(r.diagnostics), 1);
        }
        done(&r);
    }
}

/* A switch chooses relations by the value of an enumeration; default takes what no case names. */
static void a_switch_chooses_relations(void **state)
{
    (void)state;
    static const char text[] =
        "enum Mode =\n  | Rest\n  | Thrown\n  | Other\n"
        "component Ball\n"
        "  structural parameter mode::Mode = Mode.%s\n"
        "  variable h::Real\n"
        "  variable v::Real\n"
        "relations\n"
        "  switch mode\n"
        "    \"At rest\"\n"
        "    case Rest\n      initial h = 1\n      initial v = 0\n      der(v) = -1\n    end\n"
        "    case Thrown\n      initial h = 2\n      initial v = 3\n      der(v) = -2\n    end\n"
        "    default\n      for i in 1:1\n        initial h = 4\n      end\n      initial v = 5\n"
        "      der(v) = -3\n    end\n"
        "  end\n"
        "  der(h) = v\n"
        "end\n";
    static const struct {
        const char *mode;
        double h, v;
    } cases[] = {{"Rest", 1, 0}, {"Thrown", 2, 3}, {"Other", 4, 5}};
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        char one[sizeof text + 20];
        snprintf(one, sizeof one, text, cases[i].mode);
        reading r = read_good_dyad(one);
        NEAR(r.spec->variables[0].start, cases[i].h, 0);
        NEAR(r.spec->variables[1].start, cases[i].v, 0);
        assert_int_equal(r.spec->equation_count, 2);
        done(&r);
    }
}

/* A variable of which nothing speaks is left out; a value out of range is the business of who looks at it;
 * heat ports have the names of Dyad's text too, and their flow. */
static void what_is_lenient_in_dyad(void **state)
{
    (void)state;
    reading r = read_dyad("component A\n"
                          "  variable x::Real\n"
                          "  variable unused::Real\n"
                          "  body = HeatCapacitor(C = 10, T0 = 300)\n"
                          "  source = FixedHeatFlow(Q_flow = 5)\n"
                          "  parameter m::Dyad.Mass = -1\n"
                          "relations\n"
                          "  connect(source.node, body.node)\n"
                          "  der(x) = body.node.Q\n"
                          "  initial x = 0\n"
                          "end\n");
    if (r.status != EG_OK)
        show(&r);
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(eg_diagnostics_errors(r.diagnostics), 0);
    assert_int_equal(eg_diagnostics_count(r.diagnostics), 2);
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 0)->message, "it should be at least 0"));
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 1)->message,
                           "no relation speaks of unused; it is left out"));
    assert_true(r.spec->variables[1].is_hidden);
    assert_string_equal(r.spec->connections[0].from, "source.port");
    done(&r);
}

/* Relations may give the inputs of a part, and their inverse: what is y of the gain follows from what is
 * wanted behind it. Signals that only users' relations speak of are no unknowns. */
static void relations_give_inputs(void **state)
{
    (void)state;
    static const char text[] = "component Gain\n  u = RealInput()\n  y = RealOutput()\n  parameter k::Real\n"
                               "relations\n  y = k * u\nend\n"
                               "component Chain\n"
                               "  first = Gain(k = 2)\n  second = Gain(k = 5)\n  sine = Sine(amplitude = 1, "
                               "frequency = 1)\n  variable x::Real\n"
                               "relations\n  connect(sine.y, first.u)\n  first.y = second.u\n"
                               "  initial x = 0\n  der(x) = second.y\nend\n";
    reading r = read_good_dyad(text);
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    eg_statistics st;
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    eg_simulate_options o = eg_simulate_options_default(model);
    assert_int_equal(eg_simulate(model, &o, r.diagnostics, &t, &st), EG_OK);
    assert_int_equal(st.algebraic, 0);
    long x = eg_trajectory_find(t, "x"); /* 10 (1 - cos(2 pi t))/(2 pi) */
    NEAR(eg_trajectory_at(t, (size_t)x, 0.5), 10 / 3.141592653589793, 1e-4);
    eg_trajectory_free(t);
    eg_model_free(model);
    done(&r);
}

/* ---------------------------------------------------------------- what is wrong */

typedef struct wrong {
    const char *text;
    int line, column;
    const char *says;
} wrong;

static void errors_have_a_place(void **state)
{
    (void)state;
    static const wrong cases[] = {
        {"component A\n  m = Mass(m = 1, LL = 2)\nend\n", 2, 19, "no \"LL\""},
        {"component A\n  m = Mss(m = 1)\nend\n", 2, 7, "the class \"Mss\" is not known"},
        {"component A\n  parameter k Real = 1\nend\n", 2, 15, "expected \"::\""},
        {"component A\n  m = Mass(m = )\nend\n", 2, 16, "expected a value"},
        {"component A\n  m = Mass(m = 1)\nrelations\n  connect(m.flange_a, m.flange_c)\nend\n", 4, 25,
         "flange_c"},
        {"component A\n  m = Mass(m = 1)\nrelations\n  m.s 1\nend\n", 4, 7, "expected \"=\""},
        {"component A\n  m = Mass(m = 1)\n", 2, 19, "\"end\" is missing"},
        {"component A\n  path p::Real\nend\n", 2, 3, "path variables are not supported"},
        {"component A\nrelations\n  switch x\n  end\nend\n", 4, 3, "expected \"case\" or \"default\""},
        {"component A\nrelations\n  switch x\n    case B\n    end\n  end\nend\n", 3, 10,
         "must be a parameter that is declared here"},
        {"type F = func(::Real)::Real\ncomponent A\nend\n", 1, 10, "types of functions are not supported"},
        {"using Lib: f::Real\ncomponent A\nend\n", 1, 13, "functions cannot be imported"},
        {"struct S\n  a::Real\nend\ncomponent A\nend\n", 1, 1, "structs are not supported"},
        {"analysis R\n  extends TransientAnalysis(stp = 1)\n  model = A()\nend\n"
         "component A\n  f = Fixed()\nend\n",
         2, 29, "no \"stp\""},
        {"analysis R\n  extends LinearAnalysis(inpts = [\"u\"])\n  model = A()\nend\n"
         "component A\n  f = Fixed()\nend\n",
         2, 26, "LinearAnalysis has no \"inpts\""},
        {"analysis R\n  extends LinearAnalysis(loop_openings = [\"u\"])\n  model = A()\nend\n"
         "component A\n  f = Fixed()\nend\n",
         2, 26, "loops cannot be opened"},
        {"component A\n  f = Fixed()\nend\n"
         "analysis R\n  extends LinearAnalysis(inputs = [u])\n  model = A()\nend\n",
         5, 36, "must be the name of a signal"},
        {"component A\n  p = Pin()\nend\n", 2, 7, "the class \"Pin\" is not known"},
        {"component A\n  \"\"\"doc\n  f = Fixed()\nend\n", 2, 3, "this string has no end"},
        {"component A\nmetadata {\"a\": }\nend\n", 2, 16, "expected a value"},
        {"model A\nend A;\n", 1, 1, "expected a definition"},
        {"component A\n  parameter flow::Real = 1\nend\n", 2, 13, "expected a name for the variable"},
    };
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        reading r = read_dyad(cases[i].text);
        assert_int_equal(r.status, EG_ERROR_MODEL);
        const eg_diagnostic *d = eg_diagnostics_get(r.diagnostics, 0);
        if (d->line != cases[i].line || d->column != cases[i].column || !strstr(d->message, cases[i].says)) {
            print_message("%s: ", cases[i].text);
            show(&r);
            fail();
        }
        done(&r);
    }
}

/* What is typed most often by mistake, and what the message says to do. */
static void mistakes_have_a_remedy(void **state)
{
    (void)state;
    static const struct {
        const char *text, *remedy;
    } cases[] = {
        {"component A\n  mass = Mas(m = 1)\nend\n", "did you mean \"Mass\"?"},
        {"component A\n  parameter k::TranslationalSpringConst = 1\nend\n",
         "did you mean \"TranslationalSpringConstant\"?"},
        {"component A\n  v::Velocity\nrelations\nend\n", "write \"variable v::...\""},
        {"component A\n  m::Mass = 3\nend\n", "write \"variable m::...\" or \"parameter m::... = ...\""},
        {"component A\n  extend B\nend\n", "did you mean \"extends\"?"},
        {"component A\n  variable x::Real\nequations\n  der(x) = 1\nend\n", "did you mean \"relations\"?"},
        {"component A\n  mass = Mass(m: 1)\nend\n", "write m = ..."},
        {"component A\n  variable x::Real\nrelations\n  der(x) == 1\nend\n", "an equation has one \"=\""},
        {"component A\n  variable x::Real\nrelations\n  x := 1\nend\n", "nothing is assigned"},
        {"component A\n  variable x::Real\nrelations\n  when x > 1\nend\n", "Dyad has no \"when\""},
        {"component A\n  variable x::Real\nrelations\n  if x > 1 then\n    x = 1\n  end\nend\n",
         "leave out \"then\""},
        {"analysis R\n  extends TransientAnalysis(tol = 1)\n  model = A()\nend\n",
         "did you mean \"reltol\"?"},
        {"component A\n  parameter x::Boolean = true & false\nend\n", "write \"and\""},
        {"// A rig\ncomponent A\nend\n", "comments begin with #"},
        {"components A\nend\n", "did you mean \"component\"?"},
        {"model A\nend A;\n", "names that end in .mo"},
        {"using BlockComponents as B\ncomponent A\nend\n", "the full names"},
        {"component A\n  parameter k::Real = 1,\nend\n", "on a line without comma"},
        {"component A\n  parameter k = 1\nend\n", "k::Real"},
        {"component A\n  variable x::Realx\nend\n", "did you mean \"Real\"?"},
        {"component A\n  extends Zylinder\nend\n", "define it in this text"},
        {"component A\n  variable x::Real\n  der(x) = 1\nend\n", "under \"relations\""},
        {"component A\n  variable x::Real\nrelations\n  x' = 1\nend\n", "a derivative is der(x)"},
        {"component A\n  variable x::Real\nrelations\n  der(x) ~ 1\nend\n", "write an equation with ="},
        {"component A\n  variable x::Real\nrelations\n  der(x) = 1\nanalysis B\nend\n", "have an end each"},
        {"component A\n  variable x::Real\nrelations\n  der(x) = k\nend\n", "parameter k::Real = ..."},
        {"component A\n  m = Mass(m = 1)\nrelations\n  conect(m.flange_a, m.flange_b)\nend\n",
         "did you mean connect(...)?"},
        {"component A\n  m = Mass(m = 1)\nrelations\n  m.flange_a.x = 0\nend\n", "a flange has s and f"},
        {"component A\n  variable x::Real\nrelations\n  guess z = 1\n  der(x) = 1\nend\n", "a guess is for"},
        {"component A\n  parameter M::Real[2, 2] = [1, 2; 3, 4]\nend\n", "[[1, 2], [3, 4]]"},
        {"component A\n  parameter v::Real[2] = [1, i for i in 1:2]\nend\n",
         "one element stands before a loop"},
        {"component A\n  parameter k::Real = missing\n  variable x::Real\nrelations\n  der(x) = k\nend\n",
         "write guess k"},
        {"component A\nrelations\nmetadata {\"Dyad\": {\"a\": 1}\nend\n", "close every"},
    };
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        reading r = read_dyad(cases[i].text);
        assert_int_equal(r.status, EG_ERROR_MODEL);
        const eg_diagnostic *d = eg_diagnostics_get(r.diagnostics, 0);
        if (!d->remedy || !strstr(d->remedy, cases[i].remedy)) {
            print_message("%s: ", cases[i].text);
            show(&r);
            fail();
        }
        done(&r);
    }
}

/* ---------------------------------------------------------------- motion */

static eg_trajectory *run_file(const char *path, const char *model, double tolerance)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_read_options options = eg_read_options_default();
    const char *directory = EXAMPLES "DyadContacts";
    options.model = model;
    options.include_dirs = &directory;
    options.include_count = 1;
    eg_spec *spec = NULL;
    eg_model *compiled = NULL;
    eg_trajectory *t = NULL;
    eg_statistics st;
    reading r = {.diagnostics = d};
    if (eg_spec_read(path, &options, d, &spec) != EG_OK || eg_model_compile(spec, d, &compiled) != EG_OK) {
        show(&r);
        fail();
    }
    eg_simulate_options o = eg_simulate_options_default(compiled);
    if (tolerance > 0)
        o.tolerance = tolerance;
    else
        o.engine = "erk"; /* auto may take exact for one text and erk for the other */
    assert_int_equal(eg_simulate(compiled, &o, d, &t, &st), EG_OK);
    eg_model_free(compiled);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return t;
}

/* The same classes, the same numbers: the same bits, in all that the two have in common. */
static void the_motion_is_that_of_modelica(void **state)
{
    (void)state;
    eg_trajectory *dyad = run_file(EXAMPLES "ElastoGap.dyad", NULL, 0);
    eg_trajectory *modelica = run_file(EXAMPLES "ElastoGap.mo", NULL, 0);
    size_t rows = eg_trajectory_rows(modelica), common = 0;
    assert_int_equal(eg_trajectory_rows(dyad), rows);
    for (size_t i = 0; i < eg_trajectory_signals(modelica); i++) {
        long k = eg_trajectory_find(dyad, eg_trajectory_signal(modelica, i).name);
        for (size_t row = 0; k >= 0 && row < rows; row++)
            SAME(eg_trajectory_value(dyad, (size_t)k, row), eg_trajectory_value(modelica, i, row));
        common += k >= 0;
    }
    assert_true(common >= 60);
    eg_trajectory_free(dyad);
    eg_trajectory_free(modelica);
}

static double difference(const eg_trajectory *a, const char *in_a, const eg_trajectory *b, const char *in_b)
{
    long i = eg_trajectory_find(a, in_a), k = eg_trajectory_find(b, in_b);
    assert_true(i >= 0 && k >= 0);
    double worst = 0, low = INFINITY, high = -INFINITY;
    for (size_t row = 0; row < eg_trajectory_rows(b); row++) {
        double value = eg_trajectory_value(b, (size_t)k, row);
        low = fmin(low, value);
        high = fmax(high, value);
    }
    for (int step = 0; step <= 500; step++) { /* on the grid, where nothing is interpolated */
        double t = step * 0.01;
        worst = fmax(worst, fabs(eg_trajectory_at(a, (size_t)i, t) - eg_trajectory_at(b, (size_t)k, t)));
    }
    return worst / (high - low);
}

/* Gaps, mass, springs and dampers written in relations move as the native ones do, to 1e-9 of the range: both
 * runs are made at 1e-12, and a run is as exact as 100 times its tolerance. */
static void written_components_move_as_native_ones(void **state)
{
    (void)state;
    eg_trajectory *written =
        run_file(EXAMPLES "DyadContacts/dyad/walls.dyad", "WrittenWallsTransient", 1e-12);
    eg_trajectory *native = run_file(EXAMPLES "ElastoGap.dyad", NULL, 1e-12);
    AT_MOST(difference(written, "mass.s", native, "mass2.s"), 1e-9);
    AT_MOST(difference(written, "mass.v", native, "mass2.v"), 1e-9);
    AT_MOST(difference(written, "gap1.f", native, "elastoGap1.f"), 1e-9);
    AT_MOST(difference(written, "gap2.f", native, "elastoGap2.f"), 1e-9);
    AT_MOST(difference(written, "springs.s", native, "mass1.s"), 1e-9);
    AT_MOST(difference(written, "springs.a", native, "mass1.a"), 1e-9);
    eg_trajectory_free(written);
    eg_trajectory_free(native);
}

/* What stands behind "::" in a connector is a quantity, too, though components have such names. A body of
 * 2 kg is pushed by 3 N: s = 3 t^2/4. */
static void connectors_have_quantities(void **state)
{
    (void)state;
    reading r = read_dyad("connector Contact\n  potential s_tangent::Position\n  flow f_tangent::Force\n"
                          "  potential s_normal::Position\n  flow f_normal::Force\nend\n"
                          "component Push\n  contact = Contact()\nrelations\n  contact.f_tangent = -3\n"
                          "  contact.f_normal = -1\nend\n"
                          "component Body\n  contact = Contact()\n  parameter m::Mass = 2\n"
                          "  variable v::Velocity\nrelations\n  initial contact.s_tangent = 0\n"
                          "  initial v = 0\n  der(contact.s_tangent) = v\n  m*der(v) = contact.f_tangent\n"
                          "  contact.s_normal = 0\nend\n"
                          "component Rig\n  push = Push()\n  body = Body()\nrelations\n"
                          "  connect(push.contact, body.contact)\nend\n");
    assert_int_equal(r.status, EG_OK);
    eg_model *m = NULL;
    eg_trajectory *t = NULL;
    eg_statistics st;
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &m), EG_OK);
    eg_simulate_options options = eg_simulate_options_default(m);
    options.tolerance = 1e-10;
    assert_int_equal(eg_simulate(m, &options, r.diagnostics, &t, &st), EG_OK);
    assert_int_equal(eg_diagnostics_count(r.diagnostics), 0);
    long s = eg_trajectory_find(t, "body.contact.s_tangent");
    assert_true(s >= 0);
    AT_MOST(fabs(eg_trajectory_at(t, (size_t)s, 1) - 0.75), 1e-10);
    eg_trajectory_free(t);
    eg_model_free(m);
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_and_their_values),
        cmocka_unit_test(numbers_and_comments),
        cmocka_unit_test(an_analysis_is_an_experiment),
        cmocka_unit_test(other_analyses_leave_the_component),
        cmocka_unit_test(a_switch_chooses_relations),
        cmocka_unit_test(what_is_lenient_in_dyad),
        cmocka_unit_test(relations_give_inputs),
        cmocka_unit_test(errors_have_a_place),
        cmocka_unit_test(mistakes_have_a_remedy),
        cmocka_unit_test(the_motion_is_that_of_modelica),
        cmocka_unit_test(written_components_move_as_native_ones),
        cmocka_unit_test(connectors_have_quantities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
