/* What the tests of ensembles share: two models, as files, and what was told. */
#ifndef ENSEMBLE_MODELS_H
#define ENSEMBLE_MODELS_H

#include "build_model.h"

static const char bounce[] =
    "model Bounce\n"
    "  import Modelica.Mechanics.Translational.Components.*;\n"
    "  parameter Real g = 10;\n"
    "  Fixed wall;\n"
    "  ElastoGap gap(c = 1e4, d = 0);\n"
    "  Mass mass(m = 1, L = 0, s(start = 1, fixed = true), v(start = 0, fixed = true));\n"
    "  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -mass.m*g);\n"
    "equation\n"
    "  connect(wall.flange, gap.flange_a);\n"
    "  connect(gap.flange_b, mass.flange_a);\n"
    "  connect(weight.flange, mass.flange_b);\n"
    "  annotation(experiment(StopTime = 2));\n"
    "end Bounce;\n";

static const char impact[] =
    "model Impact\n"
    "  import Modelica.Mechanics.Translational.Components.*;\n"
    "  Fixed wall;\n"
    "  ElastoGap gap(c = 1e4, d = 20, n = 1);\n"
    "  Mass mass(m = 1, L = 0, s(start = 0.1, fixed = true), v(start = -1, fixed = true));\n"
    "equation\n"
    "  connect(wall.flange, gap.flange_a);\n"
    "  connect(gap.flange_b, mass.flange_a);\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end Impact;\n";

/* A text as a file of this test. */
static inline const char *file_of(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    if (f) {
        fputs(text, f);
        fclose(f);
    }
    return name;
}

static inline bool tells(const eg_diagnostics *d, const char *part)
{
    char text[2000];
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, text, sizeof text);
        if (strstr(text, part))
            return true;
    }
    print_error("nothing says \"%s\"\n", part);
    return false;
}

static inline eg_ensemble *make(const char *file, const char *const *names, size_t count,
                                const eg_wanted *wanted, size_t wanted_count, eg_diagnostics *d)
{
    eg_ensemble *e = NULL;
    TRUE(eg_ensemble_read(file, NULL, names, count, wanted, wanted_count, d, &e) == EG_OK);
    return e;
}

#endif
