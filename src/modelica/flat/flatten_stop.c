/* What a hard stop leaves alone.
 *
 * Where a mass meets its stop its speed becomes 0, and relative speeds that are states stay: so what a damper
 * ties to the mass is stopped with it, and what is tied to that in turn (network/motion/rub.c). But not what
 * friction holds to the ground: it keeps its speed, 0, and the relative speed of what ties it takes up what
 * the mass has lost. */
#include "modelica/flat/flatten.h"

#include <string.h>

enum { MOST_HELD = 64 }; /* elements of friction on the way from the mass */

typedef struct walk {
    eg_flattening *f;
    const eg_instance *stop;
    bool *seen; /* (bodies) stopped, or found to stand alone */
    const eg_instance *held[MOST_HELD];
    int count; /* of them, from the mass to what is looked at */
} walk;

static bool stops(const eg_instance *instance)
{
    return instance->class->friction && instance->class->friction->stops;
}

/* The one body of a mass on the ground; -1: it has none. */
static int own_body(const eg_flattening *f, const eg_instance *instance, double *factor)
{
    const eg_flat_friction *of = &f->friction[instance - f->spec->instances];
    for (int k = 0; of->rubs && k < 2; k++)
        if (of->body[k] != f->ground && of->body[!k] == f->ground) {
            *factor = of->factor[k];
            return of->body[k];
        }
    return -1;
}

/* Elements that hold the body to the ground go on the list. */
static void list_held(walk *w, int body)
{
    double factor;
    for (size_t i = 0; i < w->f->spec->instance_count; i++) {
        const eg_instance *instance = &w->f->spec->instances[i];
        if (eg_flatten_rubs(w->f, instance) && !stops(instance) && w->count < MOST_HELD &&
            own_body(w->f, instance, &factor) == body)
            w->held[w->count++] = instance;
    }
}

static void write_any(const walk *w, int first, int count)
{
    for (int i = first; i < count; i++) {
        eg_write(&w->f->w, i > first ? " or pre(" : "pre(");
        eg_write_path(&w->f->w, w->held[i]->path, "locked");
        eg_write(&w->f->w, ")");
    }
}

/* Its v_rel takes up factor times the speed that the mass has lost where something on the list from `first`
 * on holds, and nothing before. */
static void write_taken_up(const walk *w, const eg_instance *tie, int first, double factor)
{
    eg_writer *out = &w->f->w;
    eg_write(out, " reinit(");
    eg_write_path(out, tie->path, "v_rel");
    eg_write(out, ", pre(");
    eg_write_path(out, tie->path, "v_rel");
    eg_write(out, first > 0 ? ") + (if (" : ") + (if ");
    write_any(w, first, w->count);
    eg_write(out, first > 0 ? ") and not (" : "");
    write_any(w, 0, first);
    eg_write(out, first > 0 ? ") then " : " then ");
    eg_write_number(out, factor, true);
    eg_write(out, "*pre(");
    eg_write_path(out, w->stop->path, "v");
    eg_write(out, ") else 0));");
}

/* The body loses `loss` times the speed of the mass, with what is tied to it. */
static void go_on(walk *w, int body, double loss)
{
    w->seen[body] = true;
    for (size_t i = 0; i < w->f->spec->instance_count; i++) {
        const eg_instance *tie = &w->f->spec->instances[i];
        const eg_flat_tie *of = &w->f->ties[i];
        if (!of->is_there || !eg_flatten_is_kept_in_jumps(w->f, tie))
            continue;
        const int near = of->body[0] == body ? 0 : 1, far = of->body[!near];
        if (of->body[near] != body || w->seen[far])
            continue;
        const int first = w->count;
        const double lost = loss * of->factor[near];
        list_held(w, far);
        if (w->count > first)
            write_taken_up(w, tie, first, near == 0 ? lost : -lost);
        go_on(w, far, lost / of->factor[!near]);
        w->count = first;
    }
}

void eg_flatten_write_stop(eg_flattening *f, const eg_instance *instance)
{
    walk w = {.f = f, .stop = instance, .seen = eg_new_array(f->r, (size_t)f->ground + 1, sizeof(bool))};
    double factor = 1, other;
    const int body = own_body(f, instance, &factor);
    if (!stops(instance) || body < 0 || !w.seen)
        return;
    w.seen[f->ground] = true;
    for (size_t i = 0; i < f->spec->instance_count; i++) {
        const int of = stops(&f->spec->instances[i]) ? own_body(f, &f->spec->instances[i], &other) : -1;
        if (of >= 0)
            w.seen[of] = true;
    }
    const size_t before = f->w.length;
    eg_write(&f->w, "  when ");
    eg_write_path(&f->w, instance->path, "stopped");
    eg_write(&f->w, " <> 0 then");
    const size_t empty = f->w.length;
    go_on(&w, body, 1 / factor);
    if (f->w.length > empty)
        eg_write(&f->w, " end when;\n");
    else if (f->w.text) {
        f->w.length = before;
        f->w.text[before] = '\0';
    }
}
