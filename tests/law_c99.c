/* Compiled, not run: the headers of the force laws alone, as strict C99 and as C++, without any other
 * header of the project. */
#include "elastogap/law_contact.h"

double law_c99(double s_rel, double v_rel);

double law_c99(double s_rel, double v_rel)
{
    const eg_elasto_gap gap = eg_elasto_gap_dyad(1e5, 50.0, 1e-3, 1.0, 1e5, 1.0);
    const eg_elasto_gap sphere = eg_elasto_gap_simple(1e5, 50.0, 1e-3, 1.5);
    const eg_spring_damper spring = eg_spring_damper_make(10.0, 1.5, 1.0);
    const eg_gap_mode mode = eg_elasto_gap_mode(&gap, s_rel, v_rel);
    eg_law_force force, linear;
    double h[3], dh_ds[3], dh_dv[3], f_c, f_d2, f_d, ratio, f, df_ds, df_dv, loss, h0, h1, h2;
    eg_gap_mode modes;
    eg_elasto_gap_each each;
    each.d = &gap.d;
    each.s_rel0 = &gap.s_rel0;
    each.s_ref = &gap.s_ref;
    each.f_ref = &gap.f_ref;
    each.n = NULL;
    eg_elasto_gap_force(&gap, mode, s_rel, v_rel, &force);
    eg_elasto_gap_parts(&gap, mode, s_rel, v_rel, &f_c, &f_d2, &f_d, &ratio);
    eg_elasto_gap_switching(&gap, mode, s_rel, v_rel, h, dh_ds, dh_dv);
    eg_elasto_gap_mode_array(1, &gap, &s_rel, &v_rel, &modes);
    eg_elasto_gap_force_array(1, &gap, &modes, &s_rel, &v_rel, &f, &df_ds, &df_dv, &loss);
    eg_elasto_gap_switching_array(1, &gap, &modes, &s_rel, &v_rel, &h0, &h1, &h2);
    eg_elasto_gap_f_each(1, &each, &s_rel, &v_rel, &f);
    eg_elasto_gap_f_array(1, &sphere, &s_rel, &v_rel, &f);
    eg_spring_damper_force(&spring, s_rel, v_rel, &linear);
    eg_spring_damper_f_array(1, &spring, &s_rel, &v_rel, &f_c);
    eg_spring_damper_force_array(1, &spring, &s_rel, &v_rel, &f_d, &df_ds, &df_dv, &loss);
    const eg_contact contact = eg_contact_make(EG_CONTACT_EXACT_RESTITUTION, &sphere,
                                               eg_contact_factor(EG_CONTACT_EXACT_RESTITUTION, 0.5), 1e-3);
    eg_contact_mode now = eg_contact_mode_at(&contact, s_rel, v_rel);
    eg_law_force touched;
    eg_contact_force(&contact, now, eg_contact_touch_speed(v_rel, 1e-3), s_rel, v_rel, &touched);
    eg_contact_f_array(1, &contact, 1.0, &s_rel, &v_rel, &h1);
    return touched.f + h1 + f + f_c + f_d + force.f + linear.f + h[0] + h0 + h1 + h2 +
           eg_elasto_gap_f(&sphere, s_rel, v_rel) + eg_elasto_gap_energy(&gap, mode, s_rel) +
           eg_spring_damper_energy(&spring, s_rel) +
           (double)(int)eg_elasto_gap_next(&gap, mode, 0, s_rel, v_rel);
}
