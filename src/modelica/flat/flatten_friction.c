/* What friction rubs between, and what holds beside it.
 *
 * Nodes that move together are a body, each with a factor, as behind gears; what is fixed or driven is the
 * ground. So the speed at which an element slides is a sum over two bodies at most, factor times speed.
 * Elements whose sums depend on each other linearly form a loop: that of each is a combination of those on
 * a way from its one body to its other one. flatten_share.c says what becomes of them.
 *
 * A gear whose support moves on its own ties three bodies and makes none of them one. */
#include "modelica/flat/flatten.h"

#include "component/parts.h"
#include "component/spec_check.h"

#include <math.h>
#include <string.h>

/* Ends are the ports of all instances, then connectors, then the ground. */
typedef struct bodies {
    eg_flattening *f;
    int *first_port; /* (instances) */
    int connectors, ground;
    int *parent;    /* (ends) what it moves with, in the end a body */
    double *factor; /* (ends) how fast, against that */
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
    b->parent = eg_new_array(b->f->r, (size_t)b->ground + 1, sizeof(int));
    b->factor = eg_new_array(b->f->r, (size_t)b->ground + 1, sizeof(double));
    if (!b->first_port || !b->parent || !b->factor)
        return false;
    for (int i = 0; i <= b->ground; i++) {
        b->parent[i] = i;
        b->factor[i] = 1;
    }
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

/* The body of an end, and its factor there. */
static int body_of(const bodies *b, int end, double *factor)
{
    *factor = 1;
    for (; b->parent[end] != end; end = b->parent[end])
        *factor *= b->factor[end];
    return end;
}

/* From now on y moves as ratio times x does, or stands still where x is the ground. */
static void join(bodies *b, int x, int y, double ratio)
{
    double of_x, of_y;
    int root_x = body_of(b, x, &of_x), root_y = body_of(b, y, &of_y);
    if (root_x == root_y)
        return;
    bool turned = root_y == b->ground;
    b->parent[turned ? root_x : root_y] = turned ? root_y : root_x;
    b->factor[turned ? root_x : root_y] = turned ? of_y / (ratio * of_x) : ratio * of_x / of_y;
}

static void join_connections(bodies *b)
{
    const eg_spec *s = b->f->spec;
    for (size_t i = 0; i < s->connection_count; i++) {
        int from = find_end(b, s->connections[i].from), to = find_end(b, s->connections[i].to);
        if (from >= 0 && to >= 0)
            join(b, from, to, 1);
    }
}

static void join_rigid(bodies *b, const eg_parts *parts)
{
    for (size_t i = 0; i < parts->rigid_count; i++)
        join(b, end_of(b, parts->rigid[i].instance, parts->rigid[i].port_a),
             end_of(b, parts->rigid[i].instance, parts->rigid[i].port_b), 1);
    for (size_t i = 0; i < parts->ground_count; i++)
        join(b, b->ground, end_of(b, parts->ground[i].instance, parts->ground[i].port), 1);
}

/* Coefficients of bodies that a sum of motions comes to; the ground has none. */
typedef struct sum {
    int count, body[EG_GEAR_MAX_PORTS];
    double factor[EG_GEAR_MAX_PORTS];
} sum;

static void add(const bodies *b, sum *s, int end, double coefficient)
{
    double factor;
    int body = body_of(b, end, &factor), k = 0;
    while (k < s->count && s->body[k] != body)
        k++;
    if (k == s->count) {
        s->body[s->count++] = body;
        s->factor[k] = 0;
    }
    s->factor[k] += coefficient * factor;
    if (fabs(s->factor[k]) > 1e-12 * fabs(coefficient * factor))
        return;
    s->count--;
    s->body[k] = s->body[s->count];
    s->factor[k] = s->factor[s->count];
}

/* Elements between what a drive moves, and what it does not. */
static void find_driven(const bodies *b, const eg_parts *parts, const bool *given)
{
    const int ground = body_of(b, b->ground, &(double){0});
    for (size_t i = 0; i < parts->element_count; i++) {
        const eg_element_part *e = &parts->element[i];
        const int from = body_of(b, end_of(b, e->instance, e->port_a), &(double){0}),
                  to = body_of(b, end_of(b, e->instance, e->port_b), &(double){0});
        b->f->is_driven[e->instance] = (given[from] && from != ground) || (given[to] && to != ground);
        b->f->has_jumps = b->f->has_jumps || b->f->is_driven[e->instance];
    }
}

/* Does a drive move it, or does it stand on the ground? Drives on drives are found round by round. */
static bool find_given(const bodies *b, const eg_parts *parts, bool *given)
{
    bool more = false;
    double factor;
    given[body_of(b, b->ground, &factor)] = true;
    for (size_t i = 0; i < parts->drive_count; i++) {
        const eg_drive_part *d = &parts->drive[i];
        bool *moved = &given[body_of(b, end_of(b, d->instance, d->port), &factor)];
        if (*moved || !given[body_of(b, end_of(b, d->instance, d->support), &factor)])
            continue;
        *moved = more = true;
    }
    return more;
}

/* Gears that tie two bodies, or one to the ground: round by round, since what one fixes makes another do
 * so. */
static bool join_gears(bodies *b, const eg_parts *parts)
{
    bool joined = false;
    for (size_t i = 0; i < parts->gear_count; i++) {
        const eg_gear_part *g = &parts->gear[i];
        sum s = {.count = 0};
        for (int k = 0; k < g->count; k++)
            if (body_of(b, end_of(b, g->instance, g->port[k]), &(double){0}) != b->ground)
                add(b, &s, end_of(b, g->instance, g->port[k]), g->coefficient[k]);
        if (s.count == 1)
            join(b, b->ground, s.body[0], 1);
        else if (s.count == 2)
            join(b, s.body[0], s.body[1], -s.factor[0] / s.factor[1]);
        joined = joined || s.count == 1 || s.count == 2;
    }
    return joined;
}

/* As what an instance is made: another class where its contact is rigid. */
static const eg_class *made_as(const eg_instance *instance)
{
    return instance->class->variant ? instance->class->variant(instance->p) : instance->class;
}

/* ---------------------------------------------------------------- what has mass */

static bool is_inside(const char *path, const char *owner, size_t length)
{
    return strncmp(path, owner, length) == 0 && path[length] == '.';
}

/* Do equations say that this variable is a derivative? */
static bool is_rate(const eg_spec *s, const char *path)
{
    for (size_t i = 0; i < s->equation_count; i++) {
        const eg_user_equation *q = &s->equations[i];
        for (int side = 0; side < 2 && q->kind == EG_USER_EQUATION && q->left >= 0 && q->right >= 0; side++) {
            const eg_formula *x = &s->formulas[side ? q->right : q->left];
            const eg_formula *y = &s->formulas[side ? q->left : q->right];
            if (x->op == EG_OP_VARIABLE && y->op == EG_OP_DER && strcmp(x->path, path) == 0)
                return true;
        }
    }
    return false;
}

/* A user's class at whose connector the body stands: does it speak of a second derivative, as a mass does? */
static bool is_user_mass(const eg_spec *s, const char *connector)
{
    const char *dot = strrchr(connector, '.');
    size_t length = dot ? (size_t)(dot - connector) : 0;
    for (size_t i = 0; i < s->formula_count; i++) {
        const eg_formula *of = s->formulas[i].op == EG_OP_DER ? &s->formulas[s->formulas[i].a] : NULL;
        if (of && of->op == EG_OP_VARIABLE && (!dot || is_inside(of->path, connector, length)) &&
            is_rate(s, of->path))
            return true;
    }
    return false;
}

/* What a gear ties to two others or more moves as they do. */
static void find_massive(const bodies *b, const eg_parts *parts, bool *massive)
{
    const eg_spec *s = b->f->spec;
    double factor;
    for (size_t i = 0; i < parts->inertia_count; i++)
        if (parts->inertia[i].mass > 0)
            massive[body_of(b, end_of(b, parts->inertia[i].instance, parts->inertia[i].port), &factor)] =
                true;
    for (size_t i = 0; i < parts->gear_count; i++) {
        const eg_gear_part *g = &parts->gear[i];
        sum of = {.count = 0};
        for (int k = 0; k < g->count; k++)
            if (body_of(b, end_of(b, g->instance, g->port[k]), &factor) != b->ground)
                add(b, &of, end_of(b, g->instance, g->port[k]), g->coefficient[k]);
        for (int k = 0; k < of.count; k++)
            massive[of.body[k]] = true;
    }
    for (size_t i = 0; i < s->connector_count; i++)
        if (is_user_mass(s, s->connectors[i].path))
            massive[body_of(b, b->connectors + (int)i, &factor)] = true;
}

/* ---------------------------------------------------------------- what rubs */

static eg_flat_friction rubbing(const bodies *b, const eg_element_part *e, const bool *given,
                                const bool *massive)
{
    sum s = {.count = 0};
    const eg_class *class = made_as(&b->f->spec->instances[e->instance]);
    add(b, &s, end_of(b, e->instance, e->port_b), 1);
    add(b, &s, end_of(b, e->instance, e->port_a), -1);
    eg_flat_friction of = {.rubs = !class->friction->restitution,
                           .is_rigid = class->friction->restitution != NULL,
                           .follows_signal = e->input >= 0};
    of.is_given = true;
    for (int k = 0; k < s.count; k++) {
        of.body[k] = s.body[k];
        of.factor[k] = s.factor[k];
        of.moves[k] = !given[s.body[k]];
        of.is_given = of.is_given && given[s.body[k]];
        of.is_light[k] = of.rubs && of.moves[k] && !massive[s.body[k]];
    }
    if (s.count == 1) { /* behind one gear: against the ground */
        of.body[1] = b->ground;
        of.factor[1] = 1;
    }
    return of;
}

/* ---------------------------------------------------------------- units of sa
 *
 * sa is a force while it holds and the limit plus an acceleration while it slides, in units of 1, as in MSL.
 * Of forces of 1e13 and accelerations of 0.1 the sum would keep three digits, and what is less than 1e-12,
 * where friction lets go at last, may be all of a load. So where either is far from 1 the units are what
 * friction can hold, and the acceleration that this gives to what it rubs on, each as a power of two. */

/* Of bodies, with all that moves with them; NAN where equations may give them more. */
static void find_masses(const bodies *b, const eg_parts *parts, double *mass)
{
    double factor;
    for (size_t i = 0; i < parts->inertia_count; i++) {
        const eg_inertia_part *inertia = &parts->inertia[i];
        const int body = body_of(b, end_of(b, inertia->instance, inertia->port), &factor);
        mass[body] += inertia->mass * factor * factor;
    }
    for (size_t i = 0; i < b->f->spec->connector_count; i++)
        if (is_user_mass(b->f->spec, b->f->spec->connectors[i].path))
            mass[body_of(b, b->connectors + (int)i, &factor)] = NAN;
}

/* A power of two near x, or 1 where there is no such. */
static double unit_near(double x)
{
    int exponent;
    if (!isfinite(x) || !(x > 0))
        return 1;
    (void)frexp(x, &exponent);
    return exponent > -1000 && exponent < 1000 ? ldexp(1, exponent) : 1;
}

/* Acceleration over force, between its ends. */
static double slowness_of(const eg_flat_friction *of, const double *mass)
{
    double slowness = 0;
    for (int k = 0; k < 2; k++)
        if (of->moves[k])
            slowness += of->factor[k] * of->factor[k] / mass[of->body[k]];
    return slowness;
}

/* As network/motion/impact.c has it; nothing where masses are not known. */
static void find_unseen(eg_flat_friction *of, const double *mass)
{
    const double unseen = 1e-9 / slowness_of(of, mass);
    of->unseen_force = of->is_rigid && isfinite(unseen) ? unseen : 0;
}

static void find_units(eg_flat_friction *of, const eg_instance *instance, const double *mass)
{
    static const double far = 1e3;
    const double slowness = slowness_of(of, mass);
    double f0, limit;
    of->unit_force = of->unit_acceleration = 1;
    if (!of->rubs)
        return;
    instance->class->friction->limits(instance->p, &f0, &limit);
    const double acceleration = limit * slowness;
    const bool is_known = isfinite(acceleration) && acceleration > 0; /* not of what drives move */
    if (limit >= 1 / far && limit <= far && (!is_known || (acceleration >= 1 / far && acceleration <= far)))
        return;
    of->unit_force = unit_near(limit);
    of->unit_acceleration = unit_near(acceleration);
}

double eg_flatten_value(const eg_flattening *f, const eg_instance *instance, int i)
{
    const char *name = instance->class->parameters[i].name;
    const eg_flat_friction *of = &f->friction[instance - f->spec->instances];
    if (!of->rubs || !instance->class->parameters[i].is_constant)
        return instance->p[i];
    if (strcmp(name, "unitForce") == 0 || strcmp(name, "unitTorque") == 0)
        return of->unit_force;
    if (strcmp(name, "unitAcceleration") == 0 || strcmp(name, "unitAngularAcceleration") == 0)
        return of->unit_acceleration;
    return instance->p[i];
}

/* ---------------------------------------------------------------- all that rubs */

static void find_rubbing(bodies *b, const eg_parts *parts, const bool *given, const bool *massive,
                         const double *mass)
{
    for (size_t i = 0; i < parts->element_count; i++) {
        const eg_element_part *e = &parts->element[i];
        const eg_class *class = made_as(&b->f->spec->instances[e->instance]);
        if (class->friction && !class->friction->idle_limit) /* a freewheel says what it holds with itself */
        {
            eg_flat_friction *of = &b->f->friction[e->instance];
            *of = rubbing(b, e, given, massive);
            find_units(of, &b->f->spec->instances[e->instance], mass);
            find_unseen(of, mass);
        }
    }
}

/* What has s_rel, but friction. */
static void find_ties(const bodies *b, const eg_parts *parts)
{
    for (size_t i = 0; i < parts->coordinate_count; i++) {
        const eg_coordinate_part *c = &parts->coordinate[i];
        eg_flat_tie *of = &b->f->ties[c->instance];
        const eg_class *class = b->f->spec->instances[c->instance].class;
        if (c->from < 0 || c->variable_v < 0 || !class->element || class->friction)
            continue;
        of->is_there = true;
        of->body[0] = body_of(b, end_of(b, c->instance, c->from), &of->factor[0]);
        of->body[1] = body_of(b, end_of(b, c->instance, c->to), &of->factor[1]);
    }
}

static bool is_light_at(const eg_flat_friction *of, int body)
{
    return (of->is_light[0] && of->body[0] == body) || (of->is_light[1] && of->body[1] == body);
}

static bool is_light(const eg_flat_friction *of)
{
    return of->is_light[0] || of->is_light[1];
}

/* Of elements in line with a part without mass between them the later one says so. */
static bool follow(eg_flattening *f, int i, int other)
{
    eg_flat_friction *a = &f->friction[i], *b = &f->friction[other];
    bool is_beside = (a->body[0] == b->body[0] && a->body[1] == b->body[1]) ||
                     (a->body[0] == b->body[1] && a->body[1] == b->body[0]);
    bool is_in_line =
        (a->is_light[0] && is_light_at(b, a->body[0])) || (a->is_light[1] && is_light_at(b, a->body[1]));
    bool is_long = (a->is_light[0] && a->is_light[1]) || (b->is_light[0] && b->is_light[1]);
    if (!is_in_line || is_beside)
        return true;
    bool good = !is_long && a->after == 0 && !a->is_looped && !b->is_looped;
    a->after = other + 1;
    return good;
}

static void find_series(eg_flattening *f)
{
    for (int i = 0; i < (int)f->spec->instance_count && !f->failed; i++)
        for (int k = 0; k < i && is_light(&f->friction[i]) && !f->failed; k++) {
            if (!is_light(&f->friction[k]) || follow(f, i, k))
                continue;
            const eg_instance *here = &f->spec->instances[i], *there = &f->spec->instances[k];
            eg_report(
                f->d, EG_ERROR, eg_instance_place(here),
                "%s and %s rub at one part without mass, and with others beside them: which of them hold "
                "is more than equations of the model say",
                here->path, there->path);
            eg_remedy(f->d, "give that part a mass");
            f->failed = true;
        }
}

bool eg_flatten_find_friction(eg_flattening *f)
{
    bodies b = {.f = f};
    eg_parts parts = {0};
    bool good = number_ends(&b);
    f->friction = eg_new_array(f->r, f->spec->instance_count + 1, sizeof *f->friction);
    f->is_driven = eg_new_array(f->r, f->spec->instance_count + 1, sizeof *f->is_driven);
    f->ties = eg_new_array(f->r, f->spec->instance_count + 1, sizeof *f->ties);
    f->ground = b.ground;
    bool *given = good ? eg_new_array(f->r, (size_t)b.ground + 1, sizeof *given) : NULL;
    bool *massive = good ? eg_new_array(f->r, (size_t)b.ground + 1, sizeof *massive) : NULL;
    double *mass = good ? eg_new_array(f->r, (size_t)b.ground + 1, sizeof *mass) : NULL;
    good = good && f->friction && f->ties && f->is_driven && given && massive && mass;
    for (size_t i = 0; good && i < f->spec->instance_count; i++) {
        const eg_instance *instance = &f->spec->instances[i];
        parts.instance = (int)i;
        good = !instance->class->declare || instance->class->declare(instance->p, &parts) == 0;
    }
    if (good) {
        join_connections(&b);
        join_rigid(&b, &parts);
        while (join_gears(&b, &parts))
            ;
        while (find_given(&b, &parts, given))
            ;
        find_driven(&b, &parts, given);
        find_massive(&b, &parts, massive);
        find_masses(&b, &parts, mass);
        find_rubbing(&b, &parts, given, massive, mass);
        find_ties(&b, &parts);
        eg_flatten_find_loops(f);
        find_series(f);
    }
    eg_parts_release(&parts);
    return good;
}

bool eg_flatten_rubs(const eg_flattening *f, const eg_instance *instance)
{
    return instance->path && f->friction[instance - f->spec->instances].rubs;
}

bool eg_flatten_is_rigid(const eg_flattening *f, const eg_instance *instance)
{
    return instance->path && f->friction[instance - f->spec->instances].is_rigid;
}

bool eg_flatten_is_looped(const eg_flattening *f, const eg_instance *instance)
{
    return instance->path && f->friction[instance - f->spec->instances].is_looped;
}

bool eg_flatten_is_massless(const eg_flattening *f, const eg_instance *instance)
{
    return instance->path && is_light(&f->friction[instance - f->spec->instances]);
}

bool eg_flatten_lets_go(const eg_flattening *f, const eg_instance *instance)
{
    const eg_flat_friction *of = instance->path ? &f->friction[instance - f->spec->instances] : NULL;
    return of && of->rubs && of->follows_signal;
}

bool eg_flatten_turns(const eg_instance *instance)
{
    return eg_class_parameter(instance->class, "unitTorque") >= 0;
}
