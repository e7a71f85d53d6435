/* The equation of friction whose own one does not say what it holds with.
 *
 * Elements that hold in a loop, side by side above all, share the load in any way that the equations allow:
 * a_relfric = 0 follows for the last of them from the others. It says instead, while those on a way between
 * its ends hold, how the load is shared: in proportion to what each can hold, as the components have it
 * (network/motion/stick.h). There the force is weight times a potential difference, so that forces over
 * weights add up to 0 around every loop. A rigid contact that is closed takes all that it is asked for, and
 * its term is 0.
 *
 * Where a part without mass slides no acceleration follows from forces: at rest its speed is 0, an equation
 * that determines it as the force does while it slides. Of two in line with such a part between them one
 * determines its speed; while that one holds, the other one holds the accelerations of what has mass.
 *
 * Between bodies whose motion is given a_relfric = 0 says nothing of the force, or contradicts the motion.
 * There friction that has come to rest takes what leads it on to sliding the way that the motion goes, and
 * nothing where that stands still. */
#include "modelica/flat/flatten.h"

#include <math.h>
#include <string.h>

/* Longer ways, and more of them, are left out. */
enum { LONGEST = 8, MOST_WAYS = 64, MOST_STEPS = 20000 };

/* A way from one body of an element to its other one. */
typedef struct way {
    eg_flattening *f;
    bool writes; /* or only finds */
    int of, count, found, steps;
    int link[LONGEST];    /* instances */
    int near[LONGEST];    /* which end of it comes first */
    double part[LONGEST]; /* the element's motion is the sum of parts of theirs */
} way;

static const eg_instance *instance_of(const way *w, int i)
{
    return &w->f->spec->instances[i];
}

/* Rigid contacts come first, then masses at stops: they take all, and nothing is said of their share. What
 * may hold nothing at times, as its signal says, comes last, so that nothing is in proportion to that. */
static int rank(const eg_flattening *f, int i)
{
    const eg_flat_friction *of = &f->friction[i];
    bool stops = of->rubs && f->spec->instances[i].class->friction->stops;
    return of->is_rigid ? 0 : stops ? 1 : of->follows_signal ? 3 : 2;
}

static bool comes_before(const eg_flattening *f, int i, int other)
{
    const eg_flat_friction *of = &f->friction[i];
    if ((!of->rubs && !of->is_rigid) || of->is_given)
        return false;
    int a = rank(f, i), b = rank(f, other);
    return a < b || (a == b && i < other);
}

/* ---------------------------------------------------------------- the parts on a way */

static double near_of(const way *w, int k)
{
    return w->f->friction[w->link[k]].factor[w->near[k]];
}

static double far_of(const way *w, int k)
{
    return w->f->friction[w->link[k]].factor[!w->near[k]];
}

static int far_body(const way *w, int k)
{
    return w->f->friction[w->link[k]].body[!w->near[k]];
}

static bool far_moves(const way *w, int k)
{
    return w->f->friction[w->link[k]].moves[!w->near[k]];
}

/* From the first body on, as far as one that is given, where nothing is carried over. */
static int parts_from_first(way *w)
{
    const eg_flat_friction *of = &w->f->friction[w->of];
    int k = 0;
    for (double carried = of->factor[0]; of->moves[0] && k < w->count; k++) {
        w->part[k] = carried / near_of(w, k);
        carried = -w->part[k] * far_of(w, k);
        if (!far_moves(w, k))
            return k + 1;
    }
    return k;
}

/* From the last body back. */
static void parts_from_last(way *w, int end)
{
    double carried = w->f->friction[w->of].factor[1];
    for (int k = w->count - 1; k >= end; k--) {
        w->part[k] = carried / far_of(w, k);
        carried = -w->part[k] * near_of(w, k);
    }
}

/* false: over gears of other ratios nothing on this way could move along. */
static bool find_parts(way *w)
{
    const eg_flat_friction *of = &w->f->friction[w->of];
    int end = parts_from_first(w);
    if (end < w->count || !of->moves[1]) {
        parts_from_last(w, end);
        return true;
    }
    double arrives = w->part[end - 1] * far_of(w, end - 1);
    return fabs(arrives - of->factor[1]) <= 1e-12 * (fabs(arrives) + fabs(of->factor[1]));
}

/* ---------------------------------------------------------------- what is written */

static void name(const way *w, int i, const char *member)
{
    eg_write_path(&w->f->w, instance_of(w, i)->path, member);
}

static bool turns(const way *w, int i)
{
    return eg_flatten_turns(instance_of(w, i));
}

/* What it can hold, under a signal of 1. */
static double limit_of(const way *w, int i)
{
    double f0, f0_max;
    instance_of(w, i)->class->friction->limits(instance_of(w, i)->p, &f0, &f0_max);
    return f0_max;
}

/* Behind a gear a force counts times the gear's ratio, and so does the weight less. */
static double ratio_of(const way *w, int i)
{
    const eg_flat_friction *of = &w->f->friction[i];
    return fmax(of->moves[0] ? fabs(of->factor[0]) : 0, of->moves[1] ? fabs(of->factor[1]) : 0);
}

/* Weight over weight: a number, or where signals say what elements can hold a quotient of that. */
static void write_weights(way *w, int k)
{
    eg_writer *out = &w->f->w;
    int other = w->link[k];
    double by = w->part[k] * ratio_of(w, other) / ratio_of(w, w->of) *
                (w->f->friction[other].unit_force / w->f->friction[w->of].unit_force);
    double limit = limit_of(w, w->of), least = 1e-9 * limit;
    if (w->f->friction[w->of].follows_signal || w->f->friction[other].follows_signal) {
        eg_write_number(out, by, true);
        eg_write(out, "*");
        name(w, w->of, turns(w, w->of) ? "tau0_max" : "f0_max");
        eg_write(out, "/noEvent(max(");
        name(w, other, turns(w, other) ? "tau0_max" : "f0_max");
        eg_write(out, ", ");
        eg_write_number(out, fmax(least, 1e-300), false);
        eg_write(out, "))");
        return;
    }
    eg_write_number(out, limit > 0 ? by * (limit / fmax(limit_of(w, other), least)) : 0, true);
}

static void write_term(way *w, int k)
{
    eg_writer *out = &w->f->w;
    bool stops = instance_of(w, w->link[k])->class->friction->stops != NULL;
    eg_write(out, " - ");
    if (stops) {
        eg_write(out, "(if ");
        name(w, w->link[k], "stopped");
        eg_write(out, " <> 0 then 0 else ");
    }
    write_weights(w, k);
    eg_write(out, stops ? ")*" : "*");
    name(w, w->link[k], "sa");
}

static void write_condition(way *w, int k)
{
    eg_writer *out = &w->f->w;
    int i = w->link[k];
    if (!w->f->friction[i].is_rigid) {
        name(w, i, "locked");
    } else if (eg_class_variable(instance_of(w, i)->class, "contact") >= 0) {
        name(w, i, "contact");
    } else {
        eg_write(out, "(");
        name(w, i, "contact_lower");
        eg_write(out, " or ");
        name(w, i, "contact_upper");
        eg_write(out, ")");
    }
}

static void write_way(way *w)
{
    eg_writer *out = &w->f->w;
    eg_write(out, "if ");
    for (int k = 0; k < w->count; k++) {
        eg_write(out, k ? " and " : "");
        write_condition(w, k);
    }
    eg_write(out, " then ");
    name(w, w->of, "sa");
    for (int k = 0; k < w->count; k++)
        if (!w->f->friction[w->link[k]].is_rigid)
            write_term(w, k);
    eg_write(out, " else ");
}

/* ---------------------------------------------------------------- all ways */

/* Has the way been at this body? */
static bool has_passed(const way *w, int body)
{
    bool passed = body == w->f->friction[w->of].body[0];
    for (int k = 0; k < w->count; k++)
        passed = passed || far_body(w, k) == body;
    return passed;
}

/* One of those is enough: beyond it another one moves otherwise. */
static bool has_passed_given(const way *w)
{
    bool passed = !w->f->friction[w->of].moves[0];
    for (int k = 0; k < w->count; k++)
        passed = passed || !far_moves(w, k);
    return passed;
}

static void take_way(way *w)
{
    if (w->found == MOST_WAYS || !find_parts(w))
        return;
    w->found++;
    if (w->writes) {
        write_way(w);
        return;
    }
    w->f->friction[w->of].is_beside = w->f->friction[w->of].is_looped = true;
    for (int k = 0; k < w->count; k++)
        w->f->friction[w->link[k]].is_looped = true;
}

/* Is end k of what rubs that body, or are both given? Bodies whose motion is given are one: what holds
 * against two of them holds in a loop. Where these move apart print_start lets it go. */
static bool is_at(const eg_flat_friction *of, int k, int body, bool moves)
{
    return of->moves[k] ? moves && of->body[k] == body : !moves;
}

/* Ways on from body `at`, which moves freely or not, of exactly `length` more links. */
static void go_on(way *w, int at, bool moves, int length)
{
    if (length == 0 && is_at(&w->f->friction[w->of], 1, at, moves))
        take_way(w);
    for (int i = 0; length > 0 && i < (int)w->f->spec->instance_count && w->steps < MOST_STEPS; i++) {
        const eg_flat_friction *of = &w->f->friction[i];
        if (!comes_before(w->f, i, w->of) || (!is_at(of, 0, at, moves) && !is_at(of, 1, at, moves)))
            continue;
        int near = !is_at(of, 0, at, moves);
        if (has_passed(w, of->body[!near]) || (!of->moves[!near] && has_passed_given(w)))
            continue;
        w->link[w->count] = i;
        w->near[w->count] = near;
        w->count++;
        w->steps++;
        go_on(w, of->body[!near], of->moves[!near], length - 1);
        w->count--;
    }
}

/* The shorter ways first. */
static void go(eg_flattening *f, int of, bool writes)
{
    way w = {.f = f, .of = of, .writes = writes};
    for (int length = 1; length <= LONGEST; length++)
        go_on(&w, f->friction[of].body[0], f->friction[of].moves[0], length);
}

void eg_flatten_find_loops(eg_flattening *f)
{
    for (int i = 0; i < (int)f->spec->instance_count; i++)
        if (f->friction[i].rubs && !f->friction[i].is_given)
            go(f, i, false);
}

bool eg_flatten_holds_beside(const eg_flattening *f, const eg_instance *instance)
{
    if (!instance->path) /* of the class, as the manual prints it */
        return false;
    const eg_flat_friction *of = &f->friction[instance - f->spec->instances];
    return of->is_beside || eg_flatten_is_massless(f, instance) || (of->rubs && of->is_given);
}

/* ---------------------------------------------------------------- the equation */

/* f0_max/unitForce, or the same of a torque. */
static void write_limit(const way *w)
{
    name(w, w->of, turns(w, w->of) ? "tau0_max" : "f0_max");
    eg_write(&w->f->w, "/");
    name(w, w->of, turns(w, w->of) ? "unitTorque" : "unitForce");
}

static void write_given(const way *w)
{
    eg_writer *out = &w->f->w;
    name(w, w->of, "sa");
    eg_write(out, " - (if ");
    name(w, w->of, "a_relfric");
    eg_write(out, " > 0 then 1 + 2*");
    write_limit(w);
    eg_write(out, " else if ");
    name(w, w->of, "a_relfric");
    eg_write(out, " < 0 then -1 - 2*");
    write_limit(w);
    eg_write(out, " else 0)");
}

void eg_flatten_write_at_rest(eg_flattening *f, const eg_instance *instance)
{
    const eg_flat_friction *of = &f->friction[instance - f->spec->instances];
    bool is_massless = eg_flatten_is_massless(f, instance), turns = eg_flatten_turns(instance);
    if (of->after) {
        eg_write(&f->w, "if ");
        eg_flatten_write_locked(f, &f->spec->instances[of->after - 1]);
        eg_write(&f->w, " then ");
    }
    if (of->after || !is_massless) {
        eg_write_path(&f->w, instance->path, "a_relfric");
        eg_write(&f->w, "/");
        eg_write_path(&f->w, instance->path, turns ? "unitAngularAcceleration" : "unitAcceleration");
    }
    eg_write(&f->w, of->after ? " else " : "");
    if (is_massless) {
        eg_write_path(&f->w, instance->path, turns ? "w_relfric" : "v_relfric");
        eg_write(&f->w, "/");
        eg_write_path(&f->w, instance->path, "unitSpeed");
    }
}

bool eg_flatten_write_rest(eg_flattening *f, const eg_instance *instance)
{
    const way w = {.f = f, .of = (int)(instance - f->spec->instances)};
    bool is_given = f->friction[w.of].is_given;
    eg_write(&f->w, "0 = if ");
    eg_flatten_write_locked(f, instance);
    eg_write(&f->w, " then (");
    if (is_given)
        write_given(&w);
    else
        go(f, w.of, true);
    return !is_given;
}
