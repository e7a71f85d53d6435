/* elastogap law: single impacts, and constants that deliver a wanted restitution. */
#include "base/names.h"
#include "base/number.h"
#include "cli/law_of_table.h"
#include "cli/options.h"
#include "cli/watch.h"
#include "elastogap/contact.h"
#include "result/curves.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the command line says; NAN where it says nothing. */
typedef struct request {
    double c, d, e, n, mass, load, transition, time, penetration, force;
    double f_ref, s_ref; /* in place of c: a point of the spring's curve */
    double f_release;    /* the pull of a stop that sticks */
    const char *speed, *plot_file;
    bool csv;
    const char *table, *columns; /* of a stop whose force is a table */
    double c_turn;
    bool is_smooth, watch;
} request;

/* Speeds of a sweep. */
typedef struct sweep {
    double from, to;
    int count;
    bool is_log;
} sweep;

enum { MOST_LAWS = EG_CONTACT_LAW_COUNT, MOST_SPEEDS = 100000 };

/* ---------------------------------------------------------------- reading */

static bool find_law(const char *name, eg_contact_law *law)
{
    const char *names[EG_CONTACT_LAW_COUNT];
    *law = eg_contact_find(name);
    if (*law != EG_CONTACT_LAW_COUNT)
        return true;
    for (int i = 0; i < EG_CONTACT_LAW_COUNT; i++)
        names[i] = eg_contact_name((eg_contact_law)i);
    const char *near = eg_nearest(name, names, EG_CONTACT_LAW_COUNT);
    eg_print_usage_error("there is no law '%s'%s%s%s", name, near ? "; did you mean " : "", near ? near : "",
                         near ? "?" : "; elastogap law --help lists them");
    return false;
}

static int wrong_speed(const char *text)
{
    return eg_print_usage_error("--speed needs a number more than 0, or a sweep FROM:TO:log[:COUNT] or "
                                "FROM:TO:lin[:COUNT] with FROM < TO and 2 to 100000 speeds, but is '%s'",
                                text);
}

/* "1", "0.01:10:log", "1:5:lin:9"; NULL: nothing was given */
static int read_speed(const char *text, sweep *s)
{
    char copy[200];
    double count = 21;
    if (!text)
        return eg_print_usage_error("--speed is missing: add it with a speed, in m/s");
    if (strlen(text) >= sizeof copy)
        return wrong_speed(text);
    strcpy(copy, text);
    char *part[4] = {copy, NULL, NULL, NULL};
    for (int i = 1; i < 4 && part[i - 1] && (part[i] = strchr(part[i - 1], ':')) != NULL; i++)
        *part[i]++ = '\0';
    *s = (sweep){.count = 1};
    if (!eg_options_number(part[0], &s->from) || !(s->from > 0))
        return wrong_speed(text);
    s->to = s->from;
    if (!part[1])
        return EG_EXIT_DONE;
    s->is_log = part[2] && strcmp(part[2], "log") == 0;
    bool good = eg_options_number(part[1], &s->to) && s->to > s->from && part[2] &&
                (s->is_log || strcmp(part[2], "lin") == 0);
    if (!good || (part[3] && !eg_options_number(part[3], &count)))
        return wrong_speed(text);
    if (!(count >= 2 && count <= MOST_SPEEDS && count == floor(count)))
        return wrong_speed(text);
    s->count = (int)count;
    return EG_EXIT_DONE;
}

static double speed_at(const sweep *s, int i)
{
    if (i == 0 || s->count == 1)
        return s->from;
    if (i == s->count - 1)
        return s->to;
    const double share = (double)i / (s->count - 1);
    return s->is_log ? s->from * pow(s->to / s->from, share) : s->from + (s->to - s->from) * share;
}

static double exponent(const request *q, eg_contact_law law)
{
    if (!isnan(q->n))
        return q->n;
    return law == EG_CONTACT_HERTZ ? 1.5 : 1.0;
}

static double given(double value)
{
    return isnan(value) ? 0.0 : value;
}

static int need(double value, const char *option)
{
    return isnan(value) ? eg_print_usage_error("%s is missing: add it with its number", option)
                        : EG_EXIT_DONE;
}

/* ---------------------------------------------------------------- what is computed */

/* The compression [m] that d and f_ref are of. */
static double reference(const request *q)
{
    return isnan(q->s_ref) ? 1.0 : q->s_ref;
}

/* The force at that compression; NAN where neither option gives it. */
static double reference_force(const request *q, double n)
{
    return isnan(q->f_ref) ? q->c * pow(reference(q), n) : q->f_ref;
}

static int need_spring(const request *q)
{
    return isnan(q->c) && isnan(q->f_ref)
               ? eg_print_usage_error("--c is missing, or --f-ref: add one with its number")
               : EG_EXIT_DONE;
}

/* d, or D for the hysteresis family, as the options say at this speed. */
static int set_damping(const request *q, eg_impact_problem *p)
{
    const eg_contact_law law = p->law.law;
    const char *name = eg_contact_name(law);
    bool family = eg_contact_is_hysteresis(law);
    if (law == EG_CONTACT_HERTZ)
        return isnan(q->d) && isnan(q->e)
                   ? EG_EXIT_DONE
                   : eg_print_usage_error("hertz has no damper: leave out --d and --e");
    if (family && isnan(q->d) == isnan(q->e))
        return eg_print_usage_error("%s needs either its parameter --e or the damping constant --d", name);
    if (!family && !isnan(q->e))
        return eg_print_usage_error("%s takes --d; `elastogap law design` finds the one for --e", name);
    if (!family && isnan(q->d))
        return eg_print_usage_error("%s needs its damping constant --d", name);
    p->law.gap.d = family ? 0.0 : q->d;
    p->law.D = 0.0;
    if (family)
        p->law.D = isnan(q->e) ? q->d * p->speed / p->law.gap.f_ref : eg_contact_factor(law, q->e);
    if (!isfinite(p->law.D))
        return eg_print_usage_error("%s asks for infinite damping where e = 0: give --e more than 0", name);
    return EG_EXIT_DONE;
}

static int make_rigid(const request *q, double speed, eg_impact_problem *p)
{
    const eg_elasto_gap none = eg_elasto_gap_simple(INFINITY, 0.0, 0.0, 1.0);
    int outcome = need(q->e, "--e");
    outcome = outcome ? outcome : need(q->mass, "--mass");
    if (outcome == EG_EXIT_DONE && !(isnan(q->c) && isnan(q->d) && isnan(q->f_ref) && isnan(q->s_ref)))
        outcome = eg_print_usage_error("restitution is rigid: leave out --c and --d, --f-ref and --s-ref");
    *p = (eg_impact_problem){eg_contact_make(EG_CONTACT_RESTITUTION, &none, q->e, 0.0), q->mass, speed,
                             given(q->load), 0.0};
    return outcome;
}

static int make_problem(const request *q, eg_contact_law law, double speed, eg_impact_problem *p)
{
    if (law == EG_CONTACT_RESTITUTION)
        return make_rigid(q, speed, p);
    int outcome = need_spring(q);
    outcome = outcome ? outcome : need(q->mass, "--mass");
    if (outcome)
        return outcome;
    if (law == EG_CONTACT_SMOOTH_TRANSITION && isnan(q->transition))
        return eg_print_usage_error("smooth-transition needs the width of its --transition");
    const double n = exponent(q, law);
    const eg_elasto_gap gap = eg_elasto_gap_msl(0.0, 0.0, 0.0, reference(q), reference_force(q, n), n);
    *p = (eg_impact_problem){eg_contact_make(law, &gap, 0.0, q->transition), q->mass, speed, given(q->load),
                             given(q->f_release)};
    return set_damping(q, p);
}

static int report_failure(eg_status status)
{
    if (status == EG_ERROR_MEMORY)
        return eg_print_no_memory();
    if (status == EG_ERROR_USAGE)
        return eg_print_usage_error(
            "these numbers make no contact, since their products overflow or vanish: choose others");
    (void)eg_print_usage_error(
        "the impact could not be integrated to 1e-10: its damping is far too large for "
        "this spring; give less --d, or less --n");
    return EG_EXIT_FAILED;
}

/* The d of the law; of the hysteresis family the one of f_ref*r^n + d*r^n*x', r = x/s_ref. */
static double damping(const eg_impact_problem *p)
{
    return eg_contact_is_hysteresis(p->law.law) ? p->law.D * p->law.gap.f_ref / p->speed : p->law.gap.d;
}

/* ---------------------------------------------------------------- what is printed */

/* c [N/m^n]: the force at 1 m. */
static double stiffness(const eg_impact_problem *p)
{
    return p->law.gap.f_ref * pow(p->law.gap.s_ref, -p->law.gap.n);
}

/* d goes with the spring's shape: it is that of (x/s_ref)^n*x'. */
static bool is_shaped(eg_contact_law law)
{
    return eg_contact_is_hysteresis(law) || law == EG_CONTACT_LANKARANI_NIKRAVESH_1994;
}

/* c and d are those of s_ref = 1 m, so that both together are the law. */
static void print_csv(const eg_impact_problem *p, const eg_impact *o)
{
    const double per = is_shaped(p->law.law) ? pow(p->law.gap.s_ref, -p->law.gap.n) : 1.0;
    const double numbers[] = {p->law.gap.n,       stiffness(p),  damping(p) * per, p->mass,
                              p->speed,           o->e,          o->contact_time,  o->peak_force,
                              o->max_penetration, o->energy_lost};
    printf("%s", eg_contact_name(p->law.law));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        printf(",%.17g", numbers[i]);
    printf("\n");
}

static void print_csv_header(void)
{
    printf("law,n,c,d,mass,speed,e,contact_time,peak_force,max_penetration,energy_lost\n");
}

static const char *method(const eg_impact *o)
{
    if (o->is_closed)
        return "closed form";
    return o->e_is_closed ? "e in closed form, the rest integrated to 1e-10" : "integrated to 1e-10";
}

static void print_line(const char *name, double value, const char *unit)
{
    printf("  %-16s %.12g %s\n", name, value, unit);
}

static void print_damping(const eg_impact_problem *p)
{
    const eg_contact_law law = p->law.law;
    const bool is_share = is_shaped(law);
    if (eg_contact_is_hysteresis(law)) {
        print_line("damping factor D", p->law.D, "");
        print_line("parameter e", eg_contact_parameter(law, p->law.D), "");
    }
    if (law != EG_CONTACT_HERTZ && law != EG_CONTACT_RESTITUTION)
        print_line("d", damping(p), is_share && p->law.gap.s_ref == 1.0 ? "N.s/m^(n+1)" : "N.s/m");
}

/* Once, where a constant damper makes the restitution one of the speed for which it was chosen. */
static void print_dependence(const eg_impact_problem *p)
{
    static const char *const trends[] = {NULL, "rises with", "falls with", "falls, then rises with"};
    const eg_contact_facts *facts = eg_contact_facts_of(p->law.law);
    const char *trend = trends[p->law.gap.n > 1.0 ? facts->curved : facts->linear];
    if (trend && (p->law.gap.d > 0.0))
        printf("  note: with n = %g and this d the restitution %s the speed of impact; that of "
               "exact-restitution does not depend on it\n",
               p->law.gap.n, trend);
}

/* Behind the number. */
static const char *remark(const eg_impact *o)
{
    if (o->sticks)
        return "(the body sticks to the stop; what is lost is of the first push)";
    return o->parts ? "" : "(the body stays in contact)";
}

static void print_impact(const eg_impact_problem *p, const eg_impact *o)
{
    printf("%s, n = %g: %s\n", eg_contact_name(p->law.law), p->law.gap.n, method(o));
    if (p->law.law != EG_CONTACT_RESTITUTION)
        print_line("c", stiffness(p), p->law.gap.n == 1.0 ? "N/m" : "N/m^n");
    if (p->law.gap.s_ref != 1.0 && p->law.law != EG_CONTACT_RESTITUTION) {
        print_line("f_ref", p->law.gap.f_ref, "N");
        print_line("s_ref", p->law.gap.s_ref, "m");
    }
    print_damping(p);
    print_line("mass", p->mass, "kg");
    print_line("speed", p->speed, "m/s");
    if (p->load > 0)
        print_line("load", p->load, "N");
    if (p->f_release > 0)
        print_line("f_release", p->f_release, "N");
    print_line("restitution", o->e, remark(o));
    print_line("contact time", o->contact_time, "s");
    print_line("peak force", o->peak_force, "N");
    print_line("max penetration", o->max_penetration, "m");
    print_line("energy lost", o->energy_lost, "J");
    print_dependence(p);
}

static void print_row_header(void)
{
    printf("%14s %14s %14s %14s %14s %14s\n", "speed [m/s]", "restitution", "time [s]", "force [N]",
           "depth [m]", "lost [J]");
}

static void print_row(double speed, const eg_impact *o)
{
    printf("%14.8g %14.10g %14.8g %14.8g %14.8g %14.8g\n", speed, o->e, o->contact_time, o->peak_force,
           o->max_penetration, o->energy_lost);
}

static void print_sweep_row(const eg_impact_problem *p, const eg_impact *o, bool first)
{
    if (first) {
        printf("%s, n = %g, c = %g, mass = %g kg: %s\n", eg_contact_name(p->law.law), p->law.gap.n,
               stiffness(p), p->mass, method(o));
        print_row_header();
    }
    print_row(p->speed, o);
}

/* ---------------------------------------------------------------- table */

static int tabulate(const request *q, eg_contact_law law)
{
    sweep s = {0};
    int outcome = read_speed(q->speed, &s);
    for (int i = 0; outcome == EG_EXIT_DONE && i < s.count; i++) {
        eg_impact_problem p;
        eg_impact o;
        outcome = make_problem(q, law, speed_at(&s, i), &p);
        if (outcome)
            return outcome;
        eg_status status = eg_impact_compute(&p, &o);
        if (status != EG_OK)
            return report_failure(status);
        if (q->csv && i == 0)
            print_csv_header();
        if (q->csv)
            print_csv(&p, &o);
        else if (s.count == 1)
            print_impact(&p, &o);
        else
            print_sweep_row(&p, &o, i == 0);
    }
    return outcome;
}

/* ---------------------------------------------------------------- a stop whose force is a table */

static const char table_law[] = "table-gap";

static void print_table_impact(const eg_table_law *law, const char *source, double speed, const eg_impact *o)
{
    printf("%s, %s: simulated, to 1e-12 a step where it is not exact\n", table_law, source);
    print_line("d", law->d, "N.s/m");
    print_line("mass", law->mass, "kg");
    print_line("speed", speed, "m/s");
    if (law->load > 0)
        print_line("load", law->load, "N");
    print_line("restitution", o->e, o->parts ? "" : "(the body stays in contact)");
    print_line("contact time", o->contact_time, "s");
    print_line("peak force", o->peak_force, "N");
    print_line("max penetration", o->max_penetration, "m");
    print_line("energy lost", o->energy_lost, "J");
}

static void print_table_row(const request *q, const eg_table_law *law, double speed, const eg_impact *o,
                            bool first)
{
    if (q->csv) {
        if (first)
            printf("law,d,mass,speed,e,contact_time,peak_force,max_penetration,energy_lost\n");
        printf("%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", table_law, law->d, law->mass, speed,
               o->e, o->contact_time, o->peak_force, o->max_penetration, o->energy_lost);
        return;
    }
    if (first) {
        printf("%s, %s, d = %g, mass = %g kg\n", table_law, q->table, law->d, law->mass);
        print_row_header();
    }
    print_row(speed, o);
}

/* What else the command line says must have a meaning there. */
static int check_table(const request *q, const char *verb, size_t laws)
{
    if (strcmp(verb, "table") != 0 || laws > 1)
        return eg_print_usage_error("table-gap is for `law table` alone; simulate draws the force over "
                                    "penetration: --plot stop.f:stop.s_rel");
    if (!q->table)
        return eg_print_usage_error("table-gap needs the --table FILE of its force over penetration");
    const double idle[] = {q->c,           q->e,     q->n,     q->transition, q->time,
                           q->penetration, q->force, q->f_ref, q->s_ref,      q->f_release};
    for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++)
        if (!isnan(idle[i]))
            return eg_print_usage_error(
                "table-gap takes --table, --columns, --smooth, --c-turn, --d, --mass, --speed "
                "and --load alone");
    if (q->plot_file)
        return eg_print_usage_error("--plot-file is for plot");
    int outcome = need(q->d, "--d");
    return outcome ? outcome : need(q->mass, "--mass");
}

static int tabulate_table(const request *q, const char *verb, size_t laws)
{
    sweep s = {0};
    const eg_table_law law = {q->table, q->columns, q->is_smooth, q->c_turn, q->d, q->mass, given(q->load)};
    int outcome = check_table(q, verb, laws);
    if (outcome == EG_EXIT_DONE)
        outcome = read_speed(q->speed, &s);
    for (int i = 0; outcome == EG_EXIT_DONE && i < s.count; i++) {
        eg_impact o;
        outcome = eg_law_of_table(&law, speed_at(&s, i), &o);
        if (outcome != EG_EXIT_DONE)
            break;
        if (s.count == 1 && !q->csv)
            print_table_impact(&law, q->table, s.from, &o);
        else
            print_table_row(q, &law, speed_at(&s, i), &o, i == 0);
    }
    return outcome;
}

/* ---------------------------------------------------------------- design */

static int find_size(const request *q, eg_impact_design *design)
{
    const double c = reference_force(q, design->n) * pow(reference(q), -design->n);
    const double values[] = {isnan(q->c) ? c : q->c, q->time, q->penetration, q->force};
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (isnan(values[i]))
            continue;
        design->by = (eg_impact_design_by)i;
        design->value = values[i];
        count++;
    }
    return count == 1 ? EG_EXIT_DONE
                      : eg_print_usage_error(
                            "design needs one of --c (or --f-ref), --time, --penetration and --force, "
                            "but has %d of them",
                            count);
}

/* States a law that is made for s_ref = 1 m by another point of its curve. */
static void refer_to(double s_ref, eg_impact_problem *p)
{
    const double scale = pow(s_ref, p->law.gap.n);
    p->law.gap.s_ref = s_ref;
    p->law.gap.f_ref *= scale;
    if (p->law.law == EG_CONTACT_LANKARANI_NIKRAVESH_1994)
        p->law.gap.d *= scale;
}

static int design_law(const request *q, eg_contact_law law)
{
    sweep s = {0};
    eg_impact_design design = {.law = law, .e = q->e, .mass = q->mass, .n = exponent(q, law)};
    int outcome = need(q->e, "--e");
    if (!outcome)
        outcome = need(q->mass, "--mass");
    if (!outcome)
        outcome = read_speed(q->speed, &s);
    if (!outcome && law != EG_CONTACT_RESTITUTION)
        outcome = find_size(q, &design);
    if (outcome)
        return outcome;
    if (s.count > 1)
        return eg_print_usage_error("design takes one --speed, no sweep");
    if (!isnan(q->d))
        return eg_print_usage_error("design finds the damping: leave out --d");
    design.speed = s.from;
    design.load = given(q->load);
    design.transition = given(q->transition);
    design.f_release = given(q->f_release);
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics)
        return eg_print_no_memory();
    eg_impact_problem p;
    eg_impact o;
    eg_status status = eg_impact_design_solve(&design, diagnostics, &p, &o);
    if (status == EG_OK && law != EG_CONTACT_RESTITUTION)
        refer_to(reference(q), &p);
    if (eg_diagnostics_count(diagnostics) > 0) {
        eg_print_diagnostics(diagnostics, 0);
        outcome = EG_EXIT_USAGE;
    } else if (status != EG_OK) {
        outcome = report_failure(status);
    } else if (q->csv) {
        print_csv_header();
        print_csv(&p, &o);
    } else {
        print_impact(&p, &o);
    }
    eg_diagnostics_free(diagnostics);
    return outcome;
}

/* ---------------------------------------------------------------- plot */

/* The columns of a trace: time, penetration, push (count each). */
typedef struct columns {
    double *values;
    size_t count;
} columns;

static eg_status follow(const eg_impact_problem *p, columns *c)
{
    eg_impact_trace trace = {0};
    eg_status status = eg_impact_follow(p, &trace);
    c->values = status == EG_OK ? malloc(3 * trace.count * sizeof *c->values) : NULL;
    if (status == EG_OK && !c->values)
        status = EG_ERROR_MEMORY;
    c->count = c->values ? trace.count : 0;
    for (size_t i = 0; i < c->count; i++) {
        c->values[i] = trace.points[i].time;
        c->values[c->count + i] = trace.points[i].penetration;
        c->values[2 * c->count + i] = trace.points[i].push;
    }
    eg_impact_trace_release(&trace);
    return status;
}

static int draw(const columns *all, const eg_contact_law *laws, size_t count, const char *title,
                const char *path)
{
    eg_curve loop[MOST_LAWS], course[MOST_LAWS];
    for (size_t i = 0; i < count; i++) {
        const double *time = all[i].values, *depth = time + all[i].count, *push = depth + all[i].count;
        loop[i] = (eg_curve){eg_contact_name(laws[i]), depth, push, all[i].count};
        course[i] = (eg_curve){eg_contact_name(laws[i]), time, push, all[i].count};
    }
    const eg_curve_panel panels[] = {{"penetration", "m", "push", "N", loop, count},
                                     {"time", "s", "push", "N", course, count}};
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics)
        return eg_print_no_memory();
    eg_status status = eg_curves_plot(panels, 2, title, path, diagnostics);
    eg_print_diagnostics(diagnostics, 0);
    eg_diagnostics_free(diagnostics);
    if (status == EG_OK)
        fprintf(eg_print_beside(&path, 1), "  written  %s\n", path);
    return eg_exit_status(status);
}

enum { TITLE_SIZE = 240 };

/* 1e12 instead of 1000000000000: a whole number that ends in many zeros. */
static void write_short(double value, char text[EG_NUMBER_SIZE])
{
    enum { MANY = 6 };
    char digits[EG_NUMBER_SIZE];
    const size_t length = eg_number_write(value, digits), plain = strspn(digits, "0123456789");
    size_t end = length;
    while (end > 1 && digits[end - 1] == '0')
        end--;
    memcpy(text, digits, length + 1);
    if (plain < length || length - end < MANY)
        return;
    snprintf(text, EG_NUMBER_SIZE, "%c%s%.*se%d", digits[0], end > 1 ? "." : "", (int)(end - 1), digits + 1,
             (int)(length - 1));
}

static void add_to_title(char title[TITLE_SIZE], const char *name, double value, const char *unit)
{
    char number[EG_NUMBER_SIZE];
    size_t used = strlen(title);
    if (isnan(value))
        return;
    write_short(value, number);
    snprintf(title + used, TITLE_SIZE - used, "%s%s = %s%s%s", used > 0 ? ",  " : "", name, number,
             *unit ? " " : "", unit);
}

/* What all the curves have in common. Returns title. */
static const char *title_of(const request *q, const eg_contact_law *laws, size_t count, double speed,
                            char title[TITLE_SIZE])
{
    bool linear = true;
    for (size_t i = 0; i < count; i++)
        linear = linear && exponent(q, laws[i]) == 1.0;
    title[0] = '\0';
    add_to_title(title, "e", q->e, "");
    add_to_title(title, "c", q->c, linear ? "N/m" : "N/m^n");
    add_to_title(title, "f_ref", q->f_ref, "N");
    add_to_title(title, "s_ref", q->s_ref, "m");
    add_to_title(title, "n", q->n, "");
    add_to_title(title, "d", q->d, "N\u00B7s/m");
    add_to_title(title, "m", q->mass, "kg");
    add_to_title(title, "v", speed, "m/s");
    add_to_title(title, "load", q->load, "N");
    add_to_title(title, "f_release", q->f_release, "N");
    return title;
}

/* With --e all laws are designed for that restitution; else --d is theirs. */
static int plot_problem(const request *q, eg_contact_law law, double speed, eg_impact_problem *p)
{
    const eg_impact_design design = {.law = law,
                                     .e = q->e,
                                     .mass = q->mass,
                                     .speed = speed,
                                     .n = exponent(q, law),
                                     .load = given(q->load),
                                     .transition = given(q->transition),
                                     .f_release = given(q->f_release),
                                     .by = EG_IMPACT_DESIGN_C,
                                     .value = reference_force(q, exponent(q, law)) *
                                              pow(reference(q), -exponent(q, law))};
    int outcome = need_spring(q);
    outcome = outcome ? outcome : need(q->mass, "--mass");
    if (outcome || isnan(q->e) || law == EG_CONTACT_HERTZ) {
        request plain = *q;
        plain.d = law == EG_CONTACT_HERTZ ? NAN : q->d;
        plain.e = NAN;
        return outcome ? outcome : make_problem(&plain, law, speed, p);
    }
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics)
        return eg_print_no_memory();
    eg_status status = eg_impact_design_solve(&design, diagnostics, p, NULL);
    if (eg_diagnostics_count(diagnostics) > 0)
        outcome = eg_print_usage_error("%s cannot be drawn with this --e: choose another, for",
                                       eg_contact_name(law));
    else if (status != EG_OK)
        outcome = report_failure(status);
    eg_print_diagnostics(diagnostics, 0);
    eg_diagnostics_free(diagnostics);
    return outcome;
}

static int plot_laws(const request *q, const eg_contact_law *laws, size_t count)
{
    columns all[MOST_LAWS] = {{0}};
    char title[TITLE_SIZE];
    sweep s = {0};
    int outcome = read_speed(q->speed, &s);
    if (outcome == EG_EXIT_DONE && s.count > 1)
        outcome = eg_print_usage_error("plot takes one --speed, no sweep");
    for (size_t i = 0; i < count && outcome == EG_EXIT_DONE; i++) {
        eg_impact_problem p;
        outcome = plot_problem(q, laws[i], s.from, &p);
        if (outcome)
            break;
        eg_status status = follow(&p, &all[i]);
        outcome = status == EG_OK ? EG_EXIT_DONE : report_failure(status);
    }
    if (outcome == EG_EXIT_DONE)
        outcome = draw(all, laws, count, title_of(q, laws, count, s.from, title),
                       q->plot_file ? q->plot_file : "law.svg");
    for (size_t i = 0; i < count; i++)
        free(all[i].values);
    return outcome;
}

/* ---------------------------------------------------------------- the command */

/* Options that would do nothing are mistakes. */
static int refuse_idle(const request *q, const char *verb, const eg_contact_law *laws, size_t count)
{
    bool is_plot = strcmp(verb, "plot") == 0, is_design = strcmp(verb, "design") == 0, is_smooth = false;
    bool is_rigid = false;
    for (size_t i = 0; i < count; i++) {
        is_smooth = is_smooth || laws[i] == EG_CONTACT_SMOOTH_TRANSITION;
        is_rigid = is_rigid || laws[i] == EG_CONTACT_RESTITUTION;
    }
    if (is_rigid && is_plot)
        return eg_print_usage_error("restitution is rigid: there is no force to draw; leave it out");
    if (is_rigid && !isnan(q->n))
        return eg_print_usage_error("restitution is rigid: leave out --n");
    if (q->csv && is_plot)
        return eg_print_usage_error("--csv is for table and design");
    if (!isnan(q->c) && !isnan(q->f_ref))
        return eg_print_usage_error("--c and --f-ref both give the spring; give one of them");
    if (is_rigid && !isnan(q->f_release))
        return eg_print_usage_error(
            "restitution is rigid: what it sticks with changes no impact, since one that is "
            "slower than v_min closes it whatever f_release is; leave out --f-release");
    if (is_rigid && !(isnan(q->f_ref) && isnan(q->s_ref)))
        return eg_print_usage_error("restitution is rigid: leave out --f-ref and --s-ref");
    if (q->plot_file && !is_plot)
        return eg_print_usage_error("--plot-file is for plot");
    if (!is_design && !(isnan(q->time) && isnan(q->penetration) && isnan(q->force)))
        return eg_print_usage_error("--time, --penetration and --force are for design");
    if (is_plot && !isnan(q->d) && !isnan(q->e))
        return eg_print_usage_error("plot takes --d or --e, not both");
    if (!isnan(q->transition) && !is_smooth)
        return eg_print_usage_error("--transition is for smooth-transition");
    return EG_EXIT_DONE;
}

static int run_verb(void *context, const eg_texts *arguments)
{
    const request *q = context;
    const char *verb = arguments->items[0];
    eg_contact_law laws[MOST_LAWS] = {EG_CONTACT_ELASTO_GAP};
    const size_t count = arguments->count - 1;
    bool is_plot = strcmp(verb, "plot") == 0;
    if (!is_plot && strcmp(verb, "table") != 0 && strcmp(verb, "design") != 0)
        return eg_print_usage_error("law does not know '%s'; write table, design or plot", verb);
    if (count > 1 && !is_plot)
        return eg_print_usage_error("law %s takes one law, not also '%s'", verb, arguments->items[2]);
    for (size_t i = 0; i < count; i++)
        if (strcmp(arguments->items[i + 1], table_law) == 0)
            return tabulate_table(q, verb, count);
    if (q->table || q->columns || q->is_smooth || !isnan(q->c_turn))
        return eg_print_usage_error("--table, --columns, --smooth and --c-turn are for table-gap");
    for (size_t i = 0; i < count; i++)
        if (!find_law(arguments->items[i + 1], &laws[i]))
            return EG_EXIT_USAGE;
    int outcome = refuse_idle(q, verb, laws, count);
    if (outcome)
        return outcome;
    if (is_plot)
        return plot_laws(q, laws, count);
    return strcmp(verb, "table") == 0 ? tabulate(q, laws[0]) : design_law(q, laws[0]);
}

/* Only a law by table reads a file. */
static int run_watched(void *context, const eg_texts *arguments)
{
    const request *q = context;
    const eg_watched what = {&q->table, 1, NULL};
    if (q->watch && !q->table)
        return eg_print_usage_error(
            "--watch is for table-gap, whose --table is a file; other laws read none");
    return q->watch ? eg_watch(run_verb, context, arguments, &what) : run_verb(context, arguments);
}

static int run_law(const eg_command *command, int argc, char **argv)
{
    request q = {NAN, NAN, NAN,  NAN,  NAN,   NAN,  NAN,  NAN, NAN,   NAN,  NAN,
                 NAN, NAN, NULL, NULL, false, NULL, NULL, NAN, false, false};
    const double least = DBL_MIN, most = DBL_MAX;
    const char *positive = "more than 0";
    const eg_option options[] = {
        eg_option_number("--c", "C", &q.c, least, most, positive, "stiffness [N/m^n]: the force at 1 m"),
        eg_option_number("--f-ref", "F", &q.f_ref, least, most, positive,
                         "in place of --c: the spring's force at a penetration of s_ref [N]"),
        eg_option_number("--s-ref", "X", &q.s_ref, least, most, positive,
                         "that penetration [m] (default: 1); the spring is f_ref*(x/s_ref)^n"),
        eg_option_number("--d", "D", &q.d, 0, most, "at least 0", "damping constant [N.s/m]; see above"),
        eg_option_number("--e", "E", &q.e, 0, 1, "from 0 to 1", "restitution; of table, the law's parameter"),
        eg_option_number("--n", "N", &q.n, 1, 1000, "from 1 to 1000", "exponent (default: 1; hertz 1.5)"),
        eg_option_number("--mass", "M", &q.mass, least, most, positive,
                         "of the body [kg]; of two bodies m1*m2/(m1 + m2)"),
        eg_option_text("--speed", "V", &q.speed, "of impact [m/s]; table: or a sweep such as 0.01:10:log"),
        eg_option_number("--load", "F", &q.load, 0, most, "at least 0", "constant force into the stop [N]"),
        eg_option_number("--f-release", "F", &q.f_release, least, most, positive,
                         "pull with which the stop sticks before it lets go [N]"),
        eg_option_number("--transition", "W", &q.transition, least, most, positive,
                         "smooth-transition: its width [m]"),
        eg_option_number("--time", "T", &q.time, least, most, positive, "design: wanted contact time [s]"),
        eg_option_number("--penetration", "X", &q.penetration, least, most, positive,
                         "design: wanted largest penetration [m]"),
        eg_option_number("--force", "F", &q.force, least, most, positive, "design: wanted peak force [N]"),
        eg_option_text("--table", "FILE", &q.table,
                       "table-gap: its force over penetration, .csv, .txt or .mat"),
        eg_option_text("--columns", "X,F[,F2]", &q.columns,
                       "table-gap: names of the file's columns (default: the first ones)"),
        eg_option_flag("--smooth", &q.is_smooth, "table-gap: monotone cubics in place of lines"),
        eg_option_number("--c-turn", "C", &q.c_turn, least, most, positive,
                         "table-gap: slope where the motion turns [N/m] (default: the component's)"),
        EG_WATCH_OPTION(&q.watch),
        eg_option_flag("--csv", &q.csv, "table, design: print CSV with 17 digits"),
        eg_option_text("--plot-file", "FILE", &q.plot_file, "plot: .svg, .png or .pdf (default: law.svg)"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, run_watched, &q);
}

const eg_command eg_command_law = {
    .name = "law",
    .usage = "table|design|plot LAW... [OPTION]...",
    .doc = "computes single impacts by contact law, and finds constants for a restitution",
    .text =
        "Without a model: a body meets a stop.\n\n"
        "table LAW --c C --d D --mass M --speed V prints the restitution, contact time, peak force, largest "
        "penetration and energy lost, and says whether they are from a closed form or integrated. A sweep "
        "FROM:TO:log or FROM:TO:lin, with :COUNT behind it (default 21), prints a line for each speed.\n"
        "design LAW --e E --mass M --speed V with one of --c, --time, --penetration, --force finds the "
        "constants "
        "that deliver E, to 1e-9, also under a --load, or says why none can.\n"
        "plot LAW... --c C --mass M --speed V draws force over penetration and over time; with --e each "
        "law is "
        "designed for it, with --d it is given that damping.\n\n"
        "--f-ref and --s-ref are those of the components: in place of --c the spring is f_ref*(x/s_ref)^n. "
        "Laws "
        "whose d goes with the spring's shape have that of d*(x/s_ref)^n*x' then; what is found is told "
        "for that "
        "s_ref beside c, also where design finds the spring.\n\n"
        "--f-release makes the stop stick: once it has touched, its spring goes on beyond the place of "
        "touch and pulls, until the pull is that force. Restitution and contact time are those at which it "
        "lets go, and design finds the damping with which that comes to E.\n\n"
        "Laws: elasto-gap, kelvin-voigt, kelvin-voigt-clipped, undamped-rebound, smooth-transition, hertz, "
        "lankarani-nikravesh-1994 (d is that of c*x^n + d*x^n*x'), and the hysteresis family hunt-crossley, "
        "lankarani-nikravesh, gonthier, flores, hu-guo, exact-restitution, which take --e (or --d, as "
        "the one "
        "before); and restitution, which is rigid and takes --e alone. For n > 1 the restitution "
        "of a law depends on speed unless it is of this family: that of "
        "elasto-gap rises with speed.\n\n"
        "table table-gap --table FILE --d D --mass M --speed V is of Elastogap.Contact.TableGap: a force "
        "that was measured over penetration, with a third column for the way back.",
    .least = 2,
    .most = 1 + MOST_LAWS,
    .run = run_law,
};
