/* What an equation between positions comes to: a rigid relation
 *
 *     sum of c[i]*port[i].s = length,   port[i].f = c[i]*F,
 *
 * of one to four flanges. The compiler makes such links for constraints that users write 
 * (network/user/links.c); nobody can name the class, and it has no results. */
#include "component/interface/user_link.h"

#include "component/common.h"

static int declare(const double *p, eg_parts *parts)
{
    enum { C0 = EG_LINK_COEFFICIENT };
    int count = (int)p[EG_LINK_COUNT];
    double length = p[EG_LINK_LENGTH];
    if (count == 1)
        return eg_parts_add_ground(parts, (eg_ground_part){.port = 0, .position = length / p[C0]});
    if (count == 2 && p[C0] == -p[C0 + 1])
        return eg_parts_add_rigid(parts,
                                  (eg_rigid_part){.port_a = 0, .port_b = 1, .length = length / p[C0 + 1]});
    eg_gear_part gear = {.count = count, .length = length};
    for (int i = 0; i < count; i++) {
        gear.port[i] = i;
        gear.coefficient[i] = p[C0 + i];
    }
    return eg_parts_add_gear(parts, gear);
}

static const eg_parameter parameters[] = {
    {.name = "count"},
    {.name = "length"},
    {.name = "has_b", .type = EG_BOOLEAN},
    {.name = "has_c", .type = EG_BOOLEAN},
    {.name = "has_d", .type = EG_BOOLEAN},
    {.name = "c1"},
    {.name = "c2"},
    {.name = "c3"},
    {.name = "c4"},
};

static const eg_port ports[] = {
    {.name = "a", .kind = EG_FLANGE_A},
    {.name = "b", .kind = EG_FLANGE_A, .condition = "has_b"},
    {.name = "c", .kind = EG_FLANGE_A, .condition = "has_c"},
    {.name = "d", .kind = EG_FLANGE_A, .condition = "has_d"},
};

const eg_class eg_class_user_link = {
    .name = "a constraint between positions",
    .doc = "A rigid relation that an equation states",
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .declare = declare,
};
