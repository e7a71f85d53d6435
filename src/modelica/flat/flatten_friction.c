/* Friction whose own equations do not say what it holds with.
 *
 * Elements that hold the same two bodies share the load in any way that the equations allow: a_relfric = 0 is
 * said twice. All but the first say instead, while they hold beside an earlier one, that the shares are in
 * proportion to what each can hold, as the components have it (network/motion/stick.h).
 *
 * Between bodies whose motion is given a_relfric = 0 says nothing of the force, or contradicts the motion.
 * There friction that has come to rest takes what leads it on to sliding the way that the motion goes, and
 * nothing where that stands still. */
#include "modelica/flat/flatten.h"

#include "base/union_find.h"
#include "component/parts.h"
#include "component/spec_check.h"

#include <math.h>
#include <string.h>

/* Ends are the ports of all instances, then connectors, then the ground. */
typedef struct bodies {
    eg_flattening *f;
    int *first_port; /* (instances) */
    int connectors, ground;
    int *set; /* (ends) union-find: what moves together */
} bodies;

static bool number_ends(bodies *b)
{
    const eg_spec *s = b->f->spec;
    int count = 0;
    b->first_port = eg_new_array(b->f->r, s->instance_count + 1, sizeof(int));
    for (size_t i = 0; b->first_port && i < s->instance_count; i++) {
        b->first_port[i] = count;
        count += (int)s->instances[i].class->port_count;
    }
    b->connectors = count;
    b->ground = count + (int)s->connector_count;
    b->set = eg_new_array(b->f->r, (size_t)b->ground + 1, sizeof(int));
    if (!b->first_port || !b->set)
        return false;
    eg_sets_init(b->set, b->ground + 1);
    return true;
}

static int end_of(const bodies *b, int instance, int port)
{
    return port < 0 ? b->ground : b->first_port[instance] + port;
}

/* -1: there is none. */
static int find_end(const bodies *b, const char *path)
{
    eg_spec *s = b->f->spec;
    long connector = eg_names_find(s->connector_paths, path);
    eg_instance *owner;
    const char *name;
    if (connector >= 0)
        return b->connectors + (int)connector;
    if (eg_spec_split(s, path, &owner, &name) != EG_OK)
        return -1;
    int port = eg_class_port(owner->class, name);
    return eg_instance_has_port(owner, &owner->class->ports[port])
               ? end_of(b, (int)(owner - s->instances), port)
               : -1;
}

static void join_connections(bodies *b)
{
    const eg_spec *s = b->f->spec;
    for (size_t i = 0; i < s->connection_count; i++) {
        int from = find_end(b, s->connections[i].from), to = find_end(b, s->connections[i].to);
        if (from >= 0 && to >= 0)
            eg_sets_join(b->set, from, to);
    }
}

static void join_rigid(bodies *b, const eg_parts *parts)
{
    for (size_t i = 0; i < parts->rigid_count; i++)
        eg_sets_join(b->set, end_of(b, parts->rigid[i].instance, parts->rigid[i].port_a),
                     end_of(b, parts->rigid[i].instance, parts->rigid[i].port_b));
    for (size_t i = 0; i < parts->ground_count; i++)
        eg_sets_join(b->set, end_of(b, parts->ground[i].instance, parts->ground[i].port), b->ground);
}

/* Does a drive move it, or does it stand on the ground? Drives on drives are found round by round. */
static bool find_given(bodies *b, const eg_parts *parts, bool *given)
{
    bool more = false;
    given[eg_sets_find(b->set, b->ground)] = true;
    for (size_t i = 0; i < parts->drive_count; i++) {
        const eg_drive_part *d = &parts->drive[i];
        bool *moved = &given[eg_sets_find(b->set, end_of(b, d->instance, d->port))];
        if (*moved || !given[eg_sets_find(b->set, end_of(b, d->instance, d->support))])
            continue;
        *moved = more = true;
    }
    return more;
}

/* A freewheel says what it holds with in a way of its own. */
static bool is_plain(const eg_class *class)
{
    return class->friction && !class->friction->idle_limit;
}

static void find_pairs(bodies *b, const eg_parts *parts, const bool *given)
{
    const eg_spec *s = b->f->spec;
    for (size_t i = 0; i < parts->element_count; i++) {
        const eg_element_part *e = &parts->element[i];
        eg_flat_friction *of = &b->f->friction[e->instance];
        if (!is_plain(s->instances[e->instance].class))
            continue;
        int from = eg_sets_find(b->set, end_of(b, e->instance, e->port_a));
        int to = eg_sets_find(b->set, end_of(b, e->instance, e->port_b));
        *of = (eg_flat_friction){.rubs = true,
                                 .is_given = given[from] && given[to],
                                 .is_turned = to < from,
                                 .body = {to < from ? to : from, to < from ? from : to}};
    }
}

bool eg_flatten_find_friction(eg_flattening *f)
{
    bodies b = {.f = f};
    eg_parts parts = {0};
    bool good = number_ends(&b);
    f->friction = eg_new_array(f->r, f->spec->instance_count + 1, sizeof *f->friction);
    bool *given = good ? eg_new_array(f->r, (size_t)b.ground + 1, sizeof *given) : NULL;
    good = good && f->friction && given;
    for (size_t i = 0; good && i < f->spec->instance_count; i++) {
        const eg_instance *instance = &f->spec->instances[i];
        parts.instance = (int)i;
        good = !instance->class->declare || instance->class->declare(instance->p, &parts) == 0;
    }
    if (good) {
        join_connections(&b);
        join_rigid(&b, &parts);
        while (find_given(&b, &parts, given))
            ;
        find_pairs(&b, &parts, given);
    }
    eg_parts_release(&parts);
    return good;
}

/* ---------------------------------------------------------------- its equation */

static void write_name(eg_flattening *f, const eg_instance *of, const char *name)
{
    eg_write_path(&f->w, of->path, name);
}

/* f0_max/unitForce, or the same of a torque. */
static void write_limit(eg_flattening *f, const eg_instance *of)
{
    bool turns = eg_class_parameter(of->class, "unitTorque") >= 0;
    write_name(f, of, turns ? "tau0_max" : "f0_max");
    eg_write(&f->w, "/");
    write_name(f, of, turns ? "unitTorque" : "unitForce");
}

static void write_given(eg_flattening *f, const eg_instance *of)
{
    write_name(f, of, "sa");
    eg_write(&f->w, " - (if ");
    write_name(f, of, "a_relfric");
    eg_write(&f->w, " > 0 then 1 + 2*");
    write_limit(f, of);
    eg_write(&f->w, " else if ");
    write_name(f, of, "a_relfric");
    eg_write(&f->w, " < 0 then -1 - 2*");
    write_limit(f, of);
    eg_write(&f->w, " else 0)");
}

/* What it can hold, and under a signal of 1. */
static double limit_of(const eg_instance *of)
{
    double f0, f0_max;
    of->class->friction->limits(of->p, &f0, &f0_max);
    return f0_max;
}

/* A number, also where signals say what elements can hold: then the equation takes part in no loop
 * (network/user/affine.c). */
static void write_ratio(eg_flattening *f, const eg_instance *of, const eg_instance *other)
{
    double limit = limit_of(of), least = 1e-9 * limit;
    eg_write_number(&f->w, limit > 0 ? limit / fmax(limit_of(other), least) : 0, true);
}

static void write_share(eg_flattening *f, const eg_instance *of, const eg_instance *other, bool is_turned)
{
    eg_write(&f->w, "if ");
    write_name(f, other, "locked");
    eg_write(&f->w, " then ");
    write_name(f, of, "sa");
    eg_write(&f->w, is_turned ? " + " : " - ");
    write_ratio(f, of, other);
    eg_write(&f->w, "*");
    write_name(f, other, "sa");
    eg_write(&f->w, " else ");
}

static bool is_beside(const eg_flat_friction *a, const eg_flat_friction *b)
{
    return a->rubs && b->rubs && a->body[0] == b->body[0] && a->body[1] == b->body[1];
}

bool eg_flatten_rubs(const eg_flattening *f, const eg_instance *instance)
{
    return instance->path && f->friction[instance - f->spec->instances].rubs;
}

bool eg_flatten_holds_beside(const eg_flattening *f, const eg_instance *instance)
{
    if (!instance->path) /* of the class, as the manual prints it */
        return false;
    const eg_flat_friction *of = &f->friction[instance - f->spec->instances];
    for (const eg_flat_friction *other = f->friction; other < of; other++)
        if (is_beside(other, of))
            return true;
    return of->rubs && of->is_given;
}

bool eg_flatten_write_rest(eg_flattening *f, const eg_instance *instance)
{
    const eg_flat_friction *of = &f->friction[instance - f->spec->instances];
    eg_write(&f->w, "0 = if ");
    write_name(f, instance, "locked");
    eg_write(&f->w, " then (");
    if (of->is_given)
        write_given(f, instance);
    for (const eg_flat_friction *other = f->friction; other < of && !of->is_given; other++)
        if (is_beside(other, of))
            write_share(f, instance, &f->spec->instances[other - f->friction],
                        other->is_turned != of->is_turned);
    return !of->is_given;
}
