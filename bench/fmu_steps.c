/* What a communication step of an FMU for Co-Simulation costs, seen as an importer sees it: the library is
 * loaded, and one instance goes from step to step.
 *
 *     fmu_steps LIBRARY RESOURCES/ TOKEN STEP COUNT REPEAT
 *
 * Prints the least time of a step in seconds of the processor: of REPEAT runs of COUNT steps each, the least
 * over COUNT. */
#define _POSIX_C_SOURCE 200809L

#include "fmi/fmi3.h"

#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static fmi3InstantiateCoSimulationTYPE *instantiate;
static fmi3EnterInitializationModeTYPE *enter;
static fmi3ExitInitializationModeTYPE *leave;
static fmi3DoStepTYPE *step_on;
static fmi3ResetTYPE *reset;
static fmi3FreeInstanceTYPE *release;

static void fail(const char *what)
{
    fprintf(stderr, "fmu_steps: %s\n", what);
    exit(1);
}

static void find(void *library, const char *name, void *slot)
{
    void *found = dlsym(library, name);
    if (!found)
        fail(name);
    memcpy(slot, &found, sizeof found);
}

static void hear(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String text)
{
    (void)environment, (void)status, (void)category;
    fprintf(stderr, "fmu_steps: the FMU says: %s\n", text);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The time of one run's steps. */
static double run(fmi3Instance instance, double step, long count)
{
    bool event, ends, early;
    double last;
    if (enter(instance, false, 0, 0, true, step * (double)count) != fmi3OK || leave(instance) != fmi3OK)
        fail("the instance is not initialized");
    double began = seconds();
    for (long i = 0; i < count; i++) /* the points of the direct run */
        if (step_on(instance, (double)i * step, (double)(i + 1) * step - (double)i * step, true, &event,
                    &ends, &early, &last) != fmi3OK)
            fail("a step is refused");
    double took = seconds() - began;
    if (reset(instance) != fmi3OK)
        fail("the instance is not reset");
    return took;
}

int main(int argc, char **argv)
{
    if (argc != 7)
        fail("usage: fmu_steps LIBRARY RESOURCES/ TOKEN STEP COUNT REPEAT");
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library)
        fail(dlerror());
    find(library, "fmi3InstantiateCoSimulation", &instantiate);
    find(library, "fmi3EnterInitializationMode", &enter);
    find(library, "fmi3ExitInitializationMode", &leave);
    find(library, "fmi3DoStep", &step_on);
    find(library, "fmi3Reset", &reset);
    find(library, "fmi3FreeInstance", &release);
    fmi3Instance instance =
        instantiate("bench", argv[3], argv[2], false, true, false, false, NULL, 0, NULL, hear, NULL);
    if (!instance)
        fail("no instance");
    double least = INFINITY, step = atof(argv[4]);
    long count = atol(argv[5]), repeat = atol(argv[6]);
    for (long i = 0; i < repeat; i++)
        least = fmin(least, run(instance, step, count));
    release(instance);
    printf("%.4g\n", least / (double)count);
    return 0;
}
