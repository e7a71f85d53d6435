/* Runs a model many times in memory and prints the processor time of one run.
 *
 *     bench_runs MODEL.mo ENGINE TOLERANCE INTERVAL REPEAT [SIGNALS]
 *
 * TOLERANCE or INTERVAL 0: the model's own. One line of JSON: the least and the median of REPEAT runs [s],
 * initialisation and recording included; and what the last run counted. */
#include "elastogap/elastogap.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static eg_model *load(const char *path, eg_diagnostics *d)
{
    eg_read_options options = eg_read_options_default();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    if (eg_spec_read(path, &options, d, &spec) == EG_OK)
        (void)eg_model_compile(spec, d, &model);
    eg_spec_free(spec);
    return model;
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        fprintf(stderr, "usage: bench_runs MODEL.mo ENGINE TOLERANCE INTERVAL REPEAT [SIGNALS]\n");
        return 2;
    }
    int repeat = atoi(argv[5]), failed = 0;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_model *model = load(argv[1], d);
    double *seconds = calloc((size_t)repeat + 1, sizeof *seconds);
    eg_statistics st = {0};
    if (!model || !seconds || repeat < 1)
        return 3;
    eg_simulate_options o = eg_simulate_options_default(model);
    const char *patterns[] = {argc > 6 ? argv[6] : NULL};
    o.engine = argv[2];
    if (atof(argv[3]) > 0)
        o.tolerance = atof(argv[3]);
    o.interval = atof(argv[4]) > 0 ? atof(argv[4]) : o.interval;
    o.signals = patterns;
    o.signal_count = argc > 6;
    for (int i = 0; i < repeat && !failed; i++) {
        eg_trajectory *t = NULL;
        double began = now();
        failed = eg_simulate(model, &o, d, &t, &st) != EG_OK;
        seconds[i] = now() - began;
        eg_trajectory_free(t);
    }
    qsort(seconds, (size_t)repeat, sizeof *seconds, compare);
    printf("{\"good\": %s, \"seconds\": %.6g, \"median\": %.6g, \"steps\": %ld, \"events\": %ld, "
           "\"clusters\": %ld, \"mean_cluster\": %.3g, \"largest_cluster\": %ld, \"memory\": %ld, "
           "\"engine\": \"%s\"}\n",
           failed ? "false" : "true", seconds[0], seconds[repeat / 2], st.steps, st.events, st.clusters,
           st.mean_cluster, st.largest_cluster, (long)(st.model_bytes + st.state_bytes), st.engine);
    free(seconds);
    eg_model_free(model);
    eg_diagnostics_free(d);
    return failed ? 3 : 0;
}
