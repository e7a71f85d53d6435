/* States whose derivative no equation gives by itself. In some modes, or in all, an equation may determine
 * the state instead: where no damper acts, a balance of forces gives a position. So that derivative
 * becomes an unknown of its own, w = der(x), as the speeds of bodies are (user/structure.c). */
#include "network/user/build.h"

#include <math.h>
#include <string.h>

static bool is_implicit_state(const eg_user_builder *b, int k)
{
    return b->u->quantities[k].role == EG_ROLE_STATE && b->rate_of[k] < 0;
}

eg_status eg_user_name_speeds(eg_user_builder *b)
{
    eg_user *u = b->u;
    int count = u->quantity_count;
    for (int k = 0; k < count; k++) {
        if (!is_implicit_state(b, k))
            continue;
        int w = eg_user_add_speed(b, k), leaf = w < 0 ? -1 : b->value_leaf[w];
        if (leaf < 0)
            return EG_ERROR_MEMORY;
        u->quantities[w].role = EG_ROLE_ALGEBRAIC;
        u->quantities[k].speed = w;
        b->rate_of[k] = leaf;
        u->has_speeds = true;
    }
    return EG_OK;
}
