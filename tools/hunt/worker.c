/* Runs for hunts, many of them in one process, against the library. A line of standard input is a run:
 *
 *   FILE <tab> STOP <tab> ENGINE <tab> SIGNAL,SIGNAL,... <tab> NAME=VALUE <tab> ...
 *
 * and what became of it a line of standard output, values being those of the signals at the end:
 *
 *   STATUS SECONDS END INITIAL TURNOVER CLOSURE STEPS ENGINE VALUE,VALUE,... PEAK,PEAK,... MESSAGES
 *
 * between tabs, with NaN for what there is not; peaks are the largest sizes of the signals in any row. Each run
 * has HUNT_TIME_LIMIT seconds of time_limit, or none. One that does not end in LIMIT seconds of the processor is
 * told by the word "endless", and ends the process; so does a crash, without it. */
#include <elastogap/elastogap.h>

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT = 5, MOST = 64, LINE = 20000, INTERVALS = 200 };

static void ring(int number)
{
    static const char word[] = "endless\n";
    (void)number;
    ssize_t written = write(STDOUT_FILENO, word, sizeof word - 1);
    (void)written;
    _exit(0);
}

static void set_alarm(int of)
{
    const struct itimerval timer = {.it_value = {.tv_sec = of}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_messages(const eg_diagnostics *d)
{
    char text[2000];
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, text, sizeof text);
        for (char *c = text; *c; c++)
            putchar(*c == '\n' || *c == '\t' ? ' ' : *c);
    }
    putchar('\n');
}

static void print_values(const eg_trajectory *t, char *signals)
{
    char *rest = signals;
    const size_t rows = t ? eg_trajectory_rows(t) : 0;
    for (char *name = strtok_r(rest, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        const long column = t ? (long)eg_trajectory_find(t, name) : -1;
        const double last = rows > 0 ? eg_trajectory_time(t, rows - 1) : NAN;
        printf("%.17g,", column >= 0 && rows > 0 ? eg_trajectory_at(t, (size_t)column, last) : NAN);
    }
}

static void print_peaks(const eg_trajectory *t, char *signals)
{
    char *rest = signals;
    const size_t rows = t ? eg_trajectory_rows(t) : 0;
    for (char *name = strtok_r(rest, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        const long column = t ? (long)eg_trajectory_find(t, name) : -1;
        double peak = column >= 0 && rows > 0 ? 0.0 : NAN;
        for (size_t row = 0; row < rows && column >= 0; row++)
            peak = fmax(peak, fabs(eg_trajectory_value(t, (size_t)column, row)));
        printf("%.17g,", peak);
    }
}

static void run(char *line)
{
    char *field[MOST] = {0}, *rest = line, *patterns[MOST], *copy;
    int count = 0;
    size_t pattern_count = 0;
    for (char *text = strsep(&rest, "\t"); text && count < MOST; text = strsep(&rest, "\t"))
        field[count++] = text;
    if (count < 4)
        exit(2);
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    eg_statistics st = {0};
    eg_read_options read = eg_read_options_default();
    read.settings = (const char *const *)(field + 4);
    read.setting_count = (size_t)(count - 4);
    const double begun = seconds();
    set_alarm(LIMIT);
    eg_status status = eg_spec_read(field[0], &read, d, &spec);
    if (status == EG_OK)
        status = eg_model_compile(spec, d, &model);
    char *signals = copy = strdup(field[3]);
    for (char *name = strsep(&copy, ","); name && pattern_count < MOST; name = strsep(&copy, ","))
        patterns[pattern_count++] = name;
    char *names = strdup(field[3]), *peaks = strdup(field[3]);
    if (status == EG_OK) {
        eg_simulate_options o = eg_simulate_options_default(model);
        o.stop_time = atof(field[1]);
        o.interval = (o.stop_time - o.start_time) / INTERVALS;
        o.engine = *field[2] ? field[2] : NULL;
        o.signals = (const char *const *)patterns;
        o.signal_count = pattern_count;
        o.time_limit = getenv("HUNT_TIME_LIMIT") ? atof(getenv("HUNT_TIME_LIMIT")) : 0;
        status = eg_simulate(model, &o, d, &t, &st);
    }
    set_alarm(0);
    printf("%d\t%.3g\t%.17g\t%.17g\t%.17g\t%.17g\t%ld\t%s\t", (int)status, seconds() - begun, st.end_time,
           st.energy.initial, st.energy.turnover, st.energy.error, st.steps, st.engine ? st.engine : "");
    print_values(t, names);
    putchar('\t');
    print_peaks(t, peaks);
    putchar('\t');
    print_messages(d);
    fflush(stdout);
    free(signals);
    free(names);
    free(peaks);
    eg_trajectory_free(t);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

int main(void)
{
    static char line[LINE];
    signal(SIGPROF, ring);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        run(line);
    }
    return 0;
}
