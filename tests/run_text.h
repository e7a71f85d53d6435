/* Models written as text and run: what the tests against closed forms share.
 *
 *   rig r = run_text(T_ "Components.Mass m(m=2);", 1.0);
 *
 * The body is that of a model; the package names are for string concatenation. */
#ifndef RUN_TEXT_H
#define RUN_TEXT_H

#include "build_model.h"

#define T_ "Modelica.Mechanics.Translational."
#define R_ "Modelica.Mechanics.Rotational."
#define H_ "Modelica.Thermal.HeatTransfer."
#define B_ "Modelica.Blocks."

/* Of the runs. A result is within 100 TOL of the range of its signal. */
static const double TOL = 1e-10;

static inline rig read_text(const char *body)
{
    char text[8000];
    rig r = {.d = eg_diagnostics_create()};
    int length = snprintf(text, sizeof text, "model Case\n%s\nend Case;\n", body);
    if (length >= (int)sizeof text)
        rig_demand(&r, 0, "a shorter text");
    if (eg_spec_read_text(text, strlen(text), "case.mo", NULL, r.d, &r.spec) != EG_OK)
        rig_demand(&r, 0, "the text");
    return r;
}

static inline rig run_text_at(const char *body, double stop, double tolerance)
{
    rig r = read_text(body);
    run(&r, stop, tolerance);
    return r;
}

static inline rig run_text(const char *body, double stop)
{
    return run_text_at(body, stop, TOL);
}

#endif
