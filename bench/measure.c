/* A stopwatch around a program: wall time from start to end and the largest resident set.
 *
 *     bench_measure REPORT COMMAND [ARGUMENT]...
 *
 * Writes {"wall_seconds": ..., "peak_bytes": ...} to the file REPORT and answers with the exit status of the
 * command (127 when it cannot be started). The command inherits standard output and error. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: bench_measure REPORT COMMAND [ARGUMENT]...\n");
        return 2;
    }
    const double begin = now();
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status = 0;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
        perror("bench_measure");
        return 127;
    }
    const double wall = now() - begin;
    FILE *report = fopen(argv[1], "w");
    if (!report) {
        perror(argv[1]);
        return 127;
    }
    const double peak = 1024.0 * (double)usage.ru_maxrss;
    fprintf(report, "{\"wall_seconds\": %.6f, \"peak_bytes\": %.0f}\n", wall, peak);
    if (fclose(report)) {
        perror(argv[1]);
        return 127;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
