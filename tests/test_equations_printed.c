/* The equations that a descriptor prints are those that the C code computes: every class that can be
 * instantiated runs in small models with random parameters (printed_harness.h, printed_cases.h), and each of
 * its printed equations must hold in the rows of the run, to bounds that follow from the numbers in it
 * (printed_evaluator.h). And each of them would be caught if it were wrong, with every branch of every if in
 * it: the runs refute the equation whose right side, or branch, is one part in a thousand larger, or the
 * opposite where it is a truth.
 *
 * With the name of a class in the environment variable EG_SHOW its models are printed. */
#include "printed_cases.h"
#include "printed_evaluator.h"
#include "printed_harness.h"

#include "modelica/flat/class_cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* ---------------------------------------------------------------- parsing */

typedef struct printed {
    eg_reader r;
    eg_arena *arena;
    const eg_equation *equation;
    bool is_initial;
} printed;

static const char INITIAL[] = "initial equation";

/* Answers false when the text is no equation of Modelica. `release` is due in either case. */
static bool parse(printed *p, const char *text)
{
    const eg_read_options options = eg_read_options_default();
    *p = (printed){.arena = eg_arena_create(), .is_initial = strncmp(text, INITIAL, strlen(INITIAL)) == 0};
    assert_true(eg_reader_begin(&p->r, p->arena, &options, NULL));
    char whole[12000];
    int length = snprintf(whole, sizeof whole, "model M %s%s end M;", p->is_initial ? "" : "equation ", text);
    assert_true(length > 0 && length < (int)sizeof whole);
    eg_stored *stored = eg_parse(&p->r, eg_source_create(p->arena, "printed", whole, (size_t)length));
    if (p->r.errors > 0 || stored->count != 1 || stored->classes[0]->section_count != 1 ||
        stored->classes[0]->sections[0].count != 1)
        return false;
    p->equation = stored->classes[0]->sections[0].body[0];
    return true;
}

static void release(printed *p)
{
    eg_reader_end(&p->r);
    eg_arena_free(p->arena);
}

/* ---------------------------------------------------------------- runs */

typedef struct outcome {
    eg_spec *spec;
    eg_model *model;
    eg_trajectory *t;
    lookups known;
    eg_status status;
    double engine_error;
    char why[600];
} outcome;

static void outcome_free(outcome *o)
{
    eg_trajectory_free(o->t);
    eg_model_free(o->model);
    eg_spec_free(o->spec);
}

static outcome run_harness(const harness *h)
{
    outcome o = {.status = EG_OK};
    eg_statistics s = {0};
    eg_diagnostics *d = eg_diagnostics_create();
    o.status = eg_spec_read_text(h->text, h->length, "harness.mo", NULL, d, &o.spec);
    if (o.status == EG_OK)
        o.status = eg_model_compile(o.spec, d, &o.model);
    if (o.status == EG_OK) {
        eg_simulate_options options = eg_simulate_options_default(o.model);
        o.status = eg_simulate(o.model, &options, d, &o.t, &s);
    }
    o.engine_error = 10 * s.tolerance;
    for (size_t i = 0, n = 0; o.status != EG_OK && i < eg_diagnostics_count(d); i++) {
        const eg_diagnostic *one = eg_diagnostics_get(d, i);
        if (one->severity == EG_ERROR && n < sizeof o.why)
            n += (size_t)snprintf(o.why + n, sizeof o.why - n, "%s; ", one->message);
    }
    eg_diagnostics_free(d);
    return o;
}

/* ---------------------------------------------------------------- checking */

static const eg_instance *instance_x(const eg_spec *spec)
{
    long i = eg_names_find(spec->paths, "x");
    assert_true(i >= 0);
    return &spec->instances[i];
}

static evaluator evaluator_of(outcome *o, const eg_class *class)
{
    return (evaluator){.class = class,
                       .instance = instance_x(o->spec),
                       .t = o->t,
                       .known = &o->known,
                       .engine_error = o->engine_error};
}

/* The rows between two events: up to the next one that shares its time with its successor. */
static size_t end_of_segment(const eg_trajectory *t, size_t first)
{
    size_t last = first, rows = eg_trajectory_rows(t);
    while (last + 1 < rows && eg_trajectory_time(t, last + 1) > eg_trajectory_time(t, last))
        last++;
    return last;
}

typedef struct verdict {
    size_t rows;     /* in which it was judged */
    size_t violated; /* in which it does not hold */
    double worst;    /* largest residual over bound */
    double time;     /* of the first violation */
    char problem[200];
} verdict;

static void judge_row(evaluator *x, const printed *p, verdict *v)
{
    double ratio;
    bool holds = holds_somehow(x, p->equation, &ratio);
    if (!holds && x->row == 0 && !p->is_initial) { /* initial() may still be true */
        x->is_initial = true;
        holds = holds_somehow(x, p->equation, &ratio);
        x->is_initial = false;
    }
    v->rows += !x->is_weak;
    if (*x->problem && !*v->problem)
        strcpy(v->problem, x->problem);
    if (!holds && v->violated++ == 0)
        v->time = eg_trajectory_time(x->t, x->row);
    v->worst = fmax(v->worst, ratio);
}

/* What is made wrong in an equation. NULL: nothing; the equation: its right side; an if: a branch of it. */
typedef struct slip {
    const void *node;
    uint32_t branch;
} slip;

/* Every third row and those beside events; of an initial equation the first. A slip is found out by the first
 * row. */
static verdict judge(outcome *o, const eg_class *class, const printed *p, coverage *c, slip wrong)
{
    verdict v = {0};
    evaluator x = evaluator_of(o, class);
    x.coverage = c;
    x.spoils = wrong.node == p->equation;
    x.spoiled = x.spoils ? NULL : wrong.node;
    x.spoiled_branch = wrong.branch;
    size_t rows = eg_trajectory_rows(o->t);
    for (size_t first = 0; first < rows; first = x.last + 1) {
        x.first = first;
        x.last = end_of_segment(o->t, first);
        for (x.row = first; x.row <= x.last;
             x.row += x.row + 3 < x.last || x.row == x.last ? 3 : x.last - x.row) {
            judge_row(&x, p, &v);
            if (p->is_initial || (wrong.node && v.violated > 0))
                return v;
        }
    }
    return v;
}

/* ---------------------------------------------------------------- all classes */

enum { SEEDS = 8, SEEDS_OF_CASE = 4, LEAST = 3, MOST_EQUATIONS = 60 };

/* Classes that are carried out from their printed equations have nothing to be compared with. */
static bool can_be_instantiated(const eg_class *c)
{
    return (c->kind == EG_MODEL || c->kind == EG_BLOCK) && c->equations && !c->source;
}

static int failures;

/* A class, or a class with one value of the parameter by which its equations are shown. */
typedef struct subject {
    const eg_class *class;
    const char *fixed; /* " law=\"hertz\"|"; NULL: none */
    const char *texts[MOST_EQUATIONS + 1];
} subject;

static void complain(const subject *c, uint64_t seed, const char *equation, const verdict *v)
{
    if (failures++ < 60)
        print_message("%s%s, seed %d: %.300s: %s (%zu of %zu rows, first at t = %.17g, %g times the bound)\n",
                      c->class->name, c->fixed ? c->fixed : "", (int)seed, equation,
                      *v->problem ? v->problem : "does not hold", v->violated, v->rows, v->time, v->worst);
}

/* The equations of a class, over its runs. */
typedef struct equations {
    printed of[MOST_EQUATIONS];
    coverage coverage[MOST_EQUATIONS];
    bool refutable[MOST_EQUATIONS]; /* its right side, if it were wrong */
    int count;
} equations;

static void parse_all(equations *all, const subject *c)
{
    memset(all, 0, sizeof *all);
    for (; c->texts[all->count]; all->count++) {
        const verdict none = {.problem = "is no Modelica"};
        if (!parse(&all->of[all->count], c->texts[all->count]))
            complain(c, 0, c->texts[all->count], &none);
    }
}

static reached *reached_of(coverage *c, const void *node)
{
    for (int i = 0; i < c->count; i++)
        if (c->of[i].node == node)
            return &c->of[i];
    c->of[c->count] = (reached){.node = node};
    return &c->of[c->count++];
}

/* Makes the branches that the run took wrong, one at a time, unless another run has refuted them already. */
static void check_branches(outcome *o, const eg_class *c, const printed *p, const coverage *now,
                           coverage *so_far)
{
    for (int i = 0; i < now->count; i++) {
        reached *r = reached_of(so_far, now->of[i].node);
        r->taken |= now->of[i].taken;
        r->all = now->of[i].all;
        r->is_expression = now->of[i].is_expression;
        for (uint32_t branch = 0; branch < 32; branch++)
            if ((now->of[i].taken & ~r->refutable) >> branch & 1u &&
                judge(o, c, p, NULL, (slip){r->node, branch}).violated > 0)
                r->refutable |= 1u << branch;
    }
}

static void check_run(outcome *o, const subject *c, uint64_t seed, equations *all)
{
    for (int i = 0; i < all->count; i++) {
        const printed *p = &all->of[i];
        if (!p->equation)
            continue;
        coverage now = {.count = 0};
        verdict v = judge(o, c->class, p, &now, (slip){0});
        if (*v.problem || v.violated > 0)
            complain(c, seed, c->texts[i], &v);
        if (!all->refutable[i])
            all->refutable[i] = judge(o, c->class, p, NULL, (slip){.node = p->equation}).violated > 0;
        check_branches(o, c->class, p, &now, &all->coverage[i]);
    }
}

/* Does another equation of the class say that this name is false? */
static bool is_never(const equations *all, const eg_expr *condition)
{
    for (int i = 0; condition->kind == EG_E_REFERENCE && i < all->count; i++) {
        const eg_equation *q = all->of[i].equation;
        if (q && q->kind == EG_Q_EQUALITY && q->left->kind == EG_E_REFERENCE &&
            strcmp(q->left->reference->parts[0].name, condition->reference->parts[0].name) == 0 &&
            q->right->kind == EG_E_BOOLEAN && q->right->number == 0.0)
            return true;
    }
    return false;
}

/* The last branch of a_relfric of friction: how an element begins to slide that was free or not known. No row
 * shows it, since modes have settled where rows are stored. */
static bool is_within_events(const subject *c, int equation, const eg_expr *e, uint32_t branch)
{
    return strncmp(c->texts[equation], "a_relfric", 9) == 0 && branch == 1 && e->items[2]->kind != EG_E_IF &&
           e->items[1]->kind != EG_E_REFERENCE;
}

static unsigned branches_that_matter(const subject *c, const equations *all, int equation, const reached *r)
{
    unsigned mask = r->all;
    if (r->node == all->of[equation].equation || !r->is_expression)
        return mask;
    const eg_expr *e = r->node;
    for (uint32_t branch = 0; 2 * branch < e->count; branch++)
        if ((2 * branch + 1 < e->count && is_never(all, e->items[2 * branch])) ||
            is_within_events(c, equation, e, branch))
            mask &= ~(1u << branch);
    return mask;
}

static bool is_covered(const subject *c, const equations *all)
{
    for (int i = 0; i < all->count; i++) {
        if (!all->refutable[i])
            return false;
        for (int k = 0; k < all->coverage[i].count; k++)
            if ((branches_that_matter(c, all, i, &all->coverage[i].of[k]) &
                 ~all->coverage[i].of[k].refutable) != 0)
                return false;
    }
    return true;
}

static void check_coverage(const subject *c, equations *all)
{
    for (int i = 0; i < all->count; i++) {
        if (!all->refutable[i] && failures++ < 60)
            print_message("%s%s: no run would refute %.400s if it were wrong\n", c->class->name,
                          c->fixed ? c->fixed : "", c->texts[i]);
        for (int k = 0; k < all->coverage[i].count; k++) {
            const reached *r = &all->coverage[i].of[k];
            unsigned wanted = branches_that_matter(c, all, i, r);
            if ((wanted & ~r->refutable) != 0 && failures++ < 60)
                print_message(
                    "%s%s: of the branches %#x of if number %d %#x are taken, %#x refutable in %.400s\n",
                    c->class->name, c->fixed ? c->fixed : "", wanted, k, r->taken, r->refutable, c->texts[i]);
        }
    }
    for (int i = 0; i < all->count; i++)
        release(&all->of[i]);
}

static void check_subject(const subject *c)
{
    int runs = 0;
    char why[600] = "";
    static equations all;
    parse_all(&all, c);
    const uint64_t least = c->fixed ? SEEDS_OF_CASE : SEEDS;
    const uint64_t seeds = harness_seeds(c->class, c->fixed, special_cases, EG_COUNT(special_cases), least);
    /* What is drawn differs from compiler to compiler, and some branches are seldom taken: then more is. */
    for (uint64_t seed = 1; seed <= seeds || (seed <= 8 * seeds && !is_covered(c, &all)); seed++) {
        static harness h;
        harness_write(&h, c->class, c->fixed, special_cases, EG_COUNT(special_cases), seed);
        outcome o = run_harness(&h);
        if (o.status == EG_OK)
            check_run(&o, c, seed, &all);
        else
            snprintf(why, sizeof why, "%s", o.why);
        runs += o.status == EG_OK;
        outcome_free(&o);
        if (getenv("EG_SHOW") && strcmp(getenv("EG_SHOW"), c->class->name) == 0)
            printf("%s// seed %d: %s\n", h.text, (int)seed, o.why);
    }
    check_coverage(c, &all);
    if (runs < LEAST && failures++ < 60)
        print_message("%s%s: only %d of %d models run: %s\n", c->class->name, c->fixed ? c->fixed : "", runs,
                      (int)seeds, why);
}

/* All but assertions: a run that comes to its end shows nothing of them. */
static int add_texts(subject *c, int count, const char *const *texts)
{
    for (; texts && *texts; texts++) {
        if (strncmp(*texts, "assert(", 7) == 0)
            continue;
        assert_true(count < MOST_EQUATIONS);
        c->texts[count++] = *texts;
    }
    c->texts[count] = NULL;
    return count;
}

/* As the manual prints them: those for all values, then those of each value of the parameter. */
static void check_cases(const eg_class *class, const eg_class_cases *cases)
{
    for (int value = 0; value < cases->count; value++) {
        char fixed[100];
        snprintf(fixed, sizeof fixed, " %s=\"%s\"|", cases->parameter->name,
                 cases->parameter->literals[value]);
        subject c = {.class = class, .fixed = fixed};
        int count = cases->is_whole[value] ? 0 : add_texts(&c, 0, cases->common);
        add_texts(&c, count, (const char *const *)cases->own[value]);
        check_subject(&c);
    }
}

static void check_class(const eg_class *class)
{
    eg_class_cases cases;
    assert_true(eg_class_cases_make(class, &cases));
    subject c = {.class = class};
    if (cases.parameter) {
        check_cases(class, &cases);
    } else {
        add_texts(&c, add_texts(&c, 0, class->equations), class->relations);
        check_subject(&c);
    }
    eg_class_cases_free(&cases);
}

static void printed_equations_hold(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++)
        if (can_be_instantiated(classes[i]))
            check_class(classes[i]);
    assert_int_equal(failures, 0);
}

/* Slips that a descriptor could have are refuted by runs of the class: damping without its bound, a sign, a
 * strict relation where it should not matter (it does not), a name that does not exist. */
static void a_wrong_descriptor_is_refuted(void **state)
{
    (void)state;
    static const struct {
        const char *equation;
        bool is_refuted;
    } slips[] = {{"f_d = if contact then f_d2 else 0;", true},
                 {"f = f_c - f_d;", true},
                 {"flange_a.f = f;", true},
                 {"v_rel = der(flange_b.s);", true},
                 {"f_c = if contact then -f_ref*abs(ratio) else 0;", true},
                 {"contact = s_rel > s_rel0;", true},
                 {"contact = s_rel <= s_rel0;", false},
                 {"f = f_d + f_c;", false},
                 {"f = f_c + f_x;", true}};
    const eg_class *gap = eg_class_find("Modelica.Mechanics.Translational.Components.ElastoGap");
    bool is_refuted[EG_COUNT(slips)] = {false};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        static harness h;
        harness_write(&h, gap, NULL, special_cases, EG_COUNT(special_cases), seed);
        outcome o = run_harness(&h);
        assert_int_equal(o.status, EG_OK);
        for (size_t i = 0; i < EG_COUNT(slips); i++) {
            printed p;
            assert_true(parse(&p, slips[i].equation));
            o.known = (lookups){.units = 0};
            verdict v = judge(&o, gap, &p, NULL, (slip){0});
            is_refuted[i] |= v.violated > 0 || *v.problem;
            release(&p);
        }
        outcome_free(&o);
    }
    for (size_t i = 0; i < EG_COUNT(slips); i++)
        if (is_refuted[i] != slips[i].is_refuted)
            fail_msg("%s is %s", slips[i].equation, is_refuted[i] ? "refuted" : "not refuted");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_equations_hold),
        cmocka_unit_test(a_wrong_descriptor_is_refuted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
