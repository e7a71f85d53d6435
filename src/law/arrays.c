/* The laws' array forms as calls, for programs that cannot include headers. */
#include "elastogap/contact.h"

#include <stdbool.h>

static bool has_force(const eg_contact *law)
{
    return (int)law->law >= 0 && law->law < (int)EG_CONTACT_FORCE_COUNT;
}

eg_status eg_contact_forces(const eg_contact *law, double v0, size_t count, const double *s_rel,
                            const double *v_rel, double *f)
{
    if (!has_force(law))
        return EG_ERROR_USAGE;
    eg_contact_f_array(count, law, v0, s_rel, v_rel, f);
    return EG_OK;
}

/* By the block, whose modes and touch speeds stand in fast memory. */
eg_status eg_contact_answer(const eg_contact *law, double v0, size_t count, const double *s_rel,
                            const double *v_rel, const eg_contact_answers *a)
{
    enum { BLOCK = 256 };
    eg_contact_mode mode[BLOCK];
    double speed[BLOCK];
    if (!has_force(law))
        return EG_ERROR_USAGE;
    for (size_t i = 0; i < BLOCK; i++)
        speed[i] = v0;
    for (size_t i = 0; i < count; i += BLOCK) {
        const size_t part = count - i < BLOCK ? count - i : BLOCK;
        eg_contact_mode_array(part, law, s_rel + i, v_rel + i, mode);
        eg_contact_force_array(part, law, mode, speed, s_rel + i, v_rel + i, a->f + i, a->df_ds + i,
                               a->df_dv + i, a->loss + i);
        for (size_t k = 0; k < part; k++) {
            a->mode[i + k] = (int)mode[k];
            a->energy[i + k] = eg_contact_energy(law, mode[k], s_rel[i + k]);
        }
    }
    return EG_OK;
}
