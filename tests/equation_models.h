/* Models with equations of their own, as text: what test_equations*.c share. */
#ifndef EQUATION_MODELS_H
#define EQUATION_MODELS_H

#include "build_model.h"

#define T_LIB "Modelica.Mechanics.Translational."

/* A rig for a text; what the reader refuses leaves r.spec NULL and r.status. */
static inline rig rig_read(const char *text)
{
    rig r = {.d = eg_diagnostics_create()};
    rig_demand(&r, r.d != NULL, "out of memory");
    r.status = eg_spec_read_text(text, strlen(text), "test.mo", NULL, r.d, &r.spec);
    return r;
}

static inline rig run_text(const char *text, double span, double tolerance)
{
    rig r = rig_read(text);
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    run(&r, span, tolerance);
    return r;
}

/* Users' classes that say what native ones do. */
#define USER_CLASSES                                                                                         \
    "model MySpring extends " T_LIB "Interfaces.PartialCompliant; parameter Real c = 1; "                    \
    "  parameter Modelica.Units.SI.Length s_rel0 = 0; equation f = c*(s_rel - s_rel0); end MySpring; "       \
    "model MyDamper extends " T_LIB "Interfaces.PartialCompliantWithRelativeStates; "                        \
    "  parameter Real d = 1; Modelica.Units.SI.Power lossPower; "                                            \
    "equation f = d*v_rel; lossPower = f*v_rel; end MyDamper; "                                              \
    "model MyGap extends " T_LIB "Interfaces.PartialCompliantWithRelativeStates; "                           \
    "  parameter Real c = 1, d = 0, s_rel0 = 0, n = 1; "                                                     \
    "  Boolean contact; Real f_c, f_d2, f_d; "                                                               \
    "equation contact = s_rel < s_rel0; "                                                                    \
    "  f_c = if contact then -c*abs(s_rel - s_rel0)^n else 0; f_d2 = if contact then d*v_rel else 0; "       \
    "  f_d = if contact then if f_d2 < f_c then f_c else if f_d2 > -f_c then -f_c else f_d2 else 0; "        \
    "  f = f_c + f_d; end MyGap; "                                                                           \
    "model MyMass extends " T_LIB "Interfaces.PartialRigid(final L = 0); parameter Real m = 1; "             \
    "  Modelica.Units.SI.Velocity v; Modelica.Units.SI.Acceleration a; "                                     \
    "equation v = der(s); a = der(v); m*a = flange_a.f + flange_b.f; end MyMass; "                           \
    "model MyForce extends " T_LIB "Interfaces.PartialForce; "                                               \
    "  Modelica.Blocks.Interfaces.RealInput u; equation f = -u; end MyForce; "                               \
    "model MySpeed extends " T_LIB "Interfaces.PartialAbsoluteSensor; "                                      \
    "  Modelica.Blocks.Interfaces.RealOutput v; equation v = der(flange.s); end MySpeed; "

#define USES                                                                                                 \
    "import Modelica.Mechanics.Translational.Components.*; "                                                 \
    "import Modelica.Mechanics.Translational.Sources.*; "

#endif
