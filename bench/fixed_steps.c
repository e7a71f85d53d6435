/* Steps a plan (elastogap/fixed.h) and tells how many iterations its steps take; bench/fixed.sh compiles
 * it with one.
 *
 *     fixed_steps STEPS AMPLITUDE FREQUENCY [STEP]
 *
 * Input 0, where there is one, is AMPLITUDE*sin(2 pi FREQUENCY t). Prints one line: the least, the median
 * and the most iterations of a step, the first steps that took the median and the most, how many were
 * scaled back, and the processor time of one [s]. With STEP that one is called through `counted`, whose
 * instructions callgrind counts. */
#include "elastogap/fixed.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern const eg_fixed_plan plan;

enum { MOST = 2 * EG_FIXED_ITERATIONS };

typedef struct survey {
    long steps, wanted;
    double amplitude, frequency;
    long count[MOST + 1], first[MOST + 1]; /* by iterations */
} survey;

int counted(eg_fixed_state *state, const double *inputs);

__attribute__((noinline)) int counted(eg_fixed_state *state, const double *inputs)
{
    return eg_fixed_step(&plan, state, inputs, NULL);
}

static void run(survey *s, eg_fixed_state *state, double *inputs)
{
    eg_fixed_begin(&plan, state);
    for (long k = 1; k <= s->steps; k++) {
        if (plan.inputs > 0)
            inputs[0] = s->amplitude * sin(2 * 3.14159265358979323846 * s->frequency * plan.step * (double)k);
        if (k == s->wanted)
            counted(state, inputs);
        else
            eg_fixed_step(&plan, state, inputs, NULL);
        if (s->count[state->iterations]++ == 0)
            s->first[state->iterations] = k;
    }
}

static int median(const survey *s)
{
    long below = 0;
    int i = 0;
    for (; i < MOST && (below += s->count[i]) <= s->steps / 2; i++) {}
    return i;
}

int main(int argc, char **argv)
{
    static survey s;
    if (argc < 4)
        return 2;
    s.steps = atol(argv[1]);
    s.amplitude = atof(argv[2]);
    s.frequency = atof(argv[3]);
    s.wanted = argc > 4 ? atol(argv[4]) : 0;
    eg_fixed_state *state = malloc(eg_fixed_size(&plan));
    double *inputs = calloc((size_t)plan.inputs + 1, sizeof *inputs);
    if (!state || !inputs)
        return 3;
    for (int i = 0; i < plan.inputs; i++)
        inputs[i] = plan.input[i];
    clock_t began = clock();
    run(&s, state, inputs);
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC / (double)s.steps;
    int least = 0, most = MOST, middle = median(&s);
    while (s.count[least] == 0)
        least++;
    while (s.count[most] == 0)
        most--;
    printf("%d %d %d %ld %ld %ld %.3g\n", least, middle, most, s.first[middle], s.first[most],
           state->unconverged, seconds);
    free(state);
    free(inputs);
    return 0;
}
