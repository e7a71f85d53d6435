/* Bodies that equations write (user/bodies.h) as bodies of a plan, behind those of the network: what acts on
 * them are its own springs and contacts. */
#include "network/motion/plan.h"

static int body_of(const eg_fixed_model *f, int own)
{
    return own < 0 ? 0 : f->plan.bodies - f->own_bodies + own;
}

static void add_law(eg_fixed_model *f, const eg_own_law *law, const double *x)
{
    const double from = law->from < 0 ? 0 : x[law->from], to = law->to < 0 ? 0 : x[law->to];
    const eg_fixed_item item = {.body = {body_of(f, law->to), body_of(f, law->from)},
                                .factor = {law->to < 0 ? 0 : 1, law->from < 0 ? 0 : -1},
                                .motion = {-1, -1},
                                .start = to - from};
    const int i = eg_plan_put_item(f, &item, -1, -1);
    if (law->law.kind == EG_USER_LAW_SPRING)
        f->spring[f->plan.springs++] = (eg_fixed_spring){i, law->law.spring};
    else
        f->contact[f->plan.contacts++] =
            (eg_fixed_contact){.item = i, .sign = 1, .v_min = 1, .law = law->law.contact};
}

void eg_plan_add_own_bodies(const eg_network *s, eg_fixed_model *f, const eg_own_bodies *own, const double *y)
{
    const double *user = y + s->m->first.user;
    double x[EG_OWN_BODIES_MOST];
    f->own_bodies = own->bodies;
    for (int k = 0; k < own->bodies; k++) {
        const eg_own_body *body = &own->body[k];
        const int b = body_of(f, k);
        x[k] = user[body->x];
        f->mass[b] = body->mass;
        f->speed[b] = user[body->v];
        const eg_fixed_item item = {
            .body = {b, 0}, .factor = {1, 0}, .motion = {-1, -1}, .start = user[body->x]};
        f->own[k][0] = eg_plan_put_item(f, &item, -1, -1);
        f->own[k][1] = body->x;
        f->own[k][2] = body->v;
        if (body->push != 0)
            f->load[f->plan.loads++] = (eg_fixed_load){b, -1, body->push};
    }
    for (int k = 0; k < own->laws; k++)
        add_law(f, &own->law[k], x);
    for (int k = 0; k < own->pushes; k++) {
        const eg_own_push *push = &own->push[k];
        f->pushes[k] = push->node;
        f->load[f->plan.loads++] = (eg_fixed_load){
            body_of(f, push->body), eg_plan_input(f, eg_plan_first_push(s->m) + k), push->factor};
    }
}
