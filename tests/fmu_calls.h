/* The runtime of FMUs, loaded as an importer loads it, on models that a test writes. */
#ifndef FMU_CALLS_H
#define FMU_CALLS_H

#include "fmi/fmi2.h"
#include "fmi/fmi3.h"

#include "base/names.h"
#include "elastogap/elastogap.h"
#include "fmi/variables.h"

#include <dlfcn.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* The value reference of a variable in FMUs of the model. */
static inline fmi3ValueReference reference_by(const char *text, const char *name)
{
    eg_spec *spec;
    eg_model *model;
    eg_fmu_list list;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "model.mo", NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, &model), EG_OK);
    eg_spec_free(spec);
    assert_int_equal(eg_fmu_list_make(&list, model), 0);
    long found = eg_names_find(list.names, name);
    if (found < 0)
        fail_msg("there is no %s", name);
    eg_fmu_list_release(&list);
    eg_model_free(model);
    return (fmi3ValueReference)found;
}

/* Every function as a pointer, under its name without prefix. */
#define FMI3_POINTER(answer, name, arguments) fmi3##name##TYPE *name;
#define FMI2_POINTER(answer, name, arguments) fmi2##name##TYPE *name;
typedef struct fmi3_calls {
    FMI3_FUNCTIONS(FMI3_POINTER)
} fmi3_calls;
typedef struct fmi2_calls {
    FMI2_FUNCTIONS(FMI2_POINTER)
} fmi2_calls;

typedef struct runtime {
    void *library;
    fmi3_calls three;
    fmi2_calls two;
    char directory[200]; /* of resources, with a slash at its end */
    int errors;          /* messages with an error so far */
    int messages;        /* of any status */
    char last[1000];     /* the last message */
} runtime;

static inline void find(void *library, const char *name, void *slot)
{
    void *found = dlsym(library, name);
    assert_non_null(found);
    memcpy(slot, &found, sizeof found);
}

static inline void log_3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                         fmi3String message)
{
    runtime *r = environment;
    assert_non_null(category);
    r->errors += status == fmi3Error;
    r->messages++;
    snprintf(r->last, sizeof r->last, "%s", message);
}

static inline void put_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

/* Resources with this model, which is named M. */
static inline void put_model(runtime *r, const char *text, const char *engine)
{
    char path[400], manifest[400];
    snprintf(path, sizeof path, "%smodel.mo", r->directory);
    put_file(path, text);
    snprintf(path, sizeof path, "%sfmu.txt", r->directory);
    snprintf(manifest, sizeof manifest, "token T\nfile model.mo\nmodel M\nengine %s\n", engine);
    put_file(path, manifest);
}

static inline int begin_runtime(void **state)
{
    runtime *r = calloc(1, sizeof *r);
    const char *scratch = getenv("TMPDIR");
    assert_non_null(r);
    r->library = dlopen(EG_FMU_RUNTIME, RTLD_NOW | RTLD_LOCAL);
    if (!r->library)
        fail_msg("%s", dlerror());
#define FMI3_FIND(answer, name, arguments) find(r->library, "fmi3" #name, &r->three.name);
#define FMI2_FIND(answer, name, arguments) find(r->library, "fmi2" #name, &r->two.name);
    FMI3_FUNCTIONS(FMI3_FIND)
    FMI2_FUNCTIONS(FMI2_FIND)
    snprintf(r->directory, sizeof r->directory, "%s/egfmuXXXXXX", scratch ? scratch : "/tmp");
    assert_non_null(mkdtemp(r->directory));
    strcat(r->directory, "/");
    *state = r;
    return 0;
}

static inline int end_runtime(void **state)
{
    runtime *r = *state;
    char path[400];
    snprintf(path, sizeof path, "%smodel.mo", r->directory);
    unlink(path);
    snprintf(path, sizeof path, "%sfmu.txt", r->directory);
    unlink(path);
    rmdir(r->directory);
    dlclose(r->library);
    free(r);
    return 0;
}

/* NULL when refused. */
static inline fmi3Instance exchange(runtime *r)
{
    return r->three.InstantiateModelExchange("one", "T", r->directory, false, true, r, log_3);
}

static inline fmi3Instance cosimulation(runtime *r)
{
    return r->three.InstantiateCoSimulation("one", "T", r->directory, false, true, false, false, NULL, 0, r,
                                            log_3, NULL);
}

/* A mass falls on a stop from 0.5 m and bounces. */
#define FALLING                                                                                              \
    "model M parameter Real stiffness = 1e4; parameter Real both = 2*stiffness; "                            \
    "Modelica.Mechanics.Translational.Components.Fixed ground; "                                             \
    "Modelica.Mechanics.Translational.Components.ElastoGap stop(c = both, d = 60); "                         \
    "Modelica.Mechanics.Translational.Components.Mass ball(m = 2, s(start = 0.5, fixed = true), "            \
    "v(start = 0, fixed = true)); "                                                                          \
    "Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -2*9.81); "                  \
    "equation connect(ground.flange, stop.flange_a); connect(stop.flange_b, ball.flange_a); "                \
    "connect(weight.flange, ball.flange_b); annotation(experiment(StopTime = 2)); end M;"

/* A force u moves a mass; y is where it is. */
#define PUSHED                                                                                               \
    "model M Modelica.Blocks.Interfaces.RealInput u(start = 1); Modelica.Blocks.Interfaces.RealOutput y; "   \
    "input Boolean on(start = true); "                                                                       \
    "Modelica.Mechanics.Translational.Sources.Force force; "                                                 \
    "Modelica.Mechanics.Translational.Sensors.PositionSensor sensor; "                                       \
    "Modelica.Mechanics.Translational.Components.Mass mass(m = 2, s(start = 0, fixed = true), "              \
    "v(start = 0, fixed = true)); Real x(start = 0, fixed = true); "                                         \
    "equation connect(u, force.f); connect(force.flange, mass.flange_a); connect(mass.flange_b, "            \
    "sensor.flange); connect(sensor.s, y); der(x) = if on then 1 else 0; end M;"

#endif
