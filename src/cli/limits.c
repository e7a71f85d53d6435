#include "cli/limits.h"

#include "base/clock.h"
#include "base/file.h"
#include "cli/options.h"

#include <ctype.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

static double begun, allowed; /* by the clock, and of it; 0: no limit [s] */
static double bytes_allowed;  /* 0: no limit */
static char told[200];        /* made beforehand: a handler of signals may only write it */

/* Bytes, as in 500000, 200k, 64M or 4G (of 1000, 1000^2, 1000^3); false: it is none of these. */
static bool read_bytes(const char *text, double *bytes)
{
    static const char suffixes[] = "kMG";
    char number[40];
    size_t length = strlen(text);
    const char *suffix = length > 0 && text[length - 1] != '\0' ? strchr(suffixes, text[length - 1]) : NULL;
    if (suffix)
        length--;
    if (length == 0 || length >= sizeof number)
        return false;
    memcpy(number, text, length);
    number[length] = '\0';
    if (!eg_options_number(number, bytes))
        return false;
    *bytes *= suffix ? pow(1000, (double)(suffix - suffixes) + 1) : 1;
    return *bytes >= 1;
}

static void ring(int number)
{
    (void)number;
    ssize_t written = write(STDERR_FILENO, told, strlen(told));
    (void)written;
    eg_file_abandon_all();
    _exit(EG_EXIT_FAILED);
}

static void set_alarm(double seconds)
{
    struct itimerval timer = {.it_value = {.tv_sec = (time_t)seconds}};
    timer.it_value.tv_usec = (suseconds_t)(1e6 * (seconds - floor(seconds)));
    setitimer(ITIMER_REAL, &timer, NULL);
}

/* `seconds` may be a little: the alarm then rings at once, but not never, as 0 would have it. */
static void arm(double seconds, const char *doing)
{
    struct sigaction action = {.sa_handler = ring};
    const double least = 1e-3, most = 1e8; /* three years: what timers hold */
    snprintf(told, sizeof told,
             "error: the time limit of %.6g s is reached while %s\n"
             "  remedy: give it more time (--time-limit), or make the model smaller\n",
             allowed, doing);
    sigaction(SIGALRM, &action, NULL);
    set_alarm(fmin(fmax(seconds, least), most));
}

int eg_limits_begin(double seconds, const char *memory, const char *doing)
{
    if (memory && !read_bytes(memory, &bytes_allowed))
        return eg_print_usage_error(
            "--memory-limit needs bytes (as in 500000, 200k, 64M or 4G), but was given '%s'", memory);
    if (memory) {
        struct rlimit limit;
        if (getrlimit(RLIMIT_DATA, &limit) == 0 && (double)limit.rlim_cur > bytes_allowed) {
            limit.rlim_cur = (rlim_t)bytes_allowed;
            (void)setrlimit(RLIMIT_DATA, &limit);
        }
    }
    if (seconds > 0 && allowed == 0) {
        begun = eg_clock_seconds();
        allowed = seconds;
        arm(seconds, doing);
    }
    return EG_EXIT_DONE;
}

double eg_limits_time_left(void)
{
    const double least = 1e-3;
    return allowed > 0 ? fmax(allowed - (eg_clock_seconds() - begun), least) : 0;
}

bool eg_limits_late(void)
{
    return allowed > 0 && eg_clock_seconds() - begun > allowed;
}

void eg_limits_grace(const char *doing)
{
    const double share = 0.1, least = 0.5;
    if (allowed > 0)
        arm(eg_limits_time_left() + fmax(share * allowed, least), doing);
}

void eg_limits_end(void)
{
    if (allowed > 0)
        set_alarm(0);
}

size_t eg_limits_result_bytes(void)
{
    const double share = 0.25; /* rows are moved to blocks of twice the size */
    return (size_t)fmin(share * bytes_allowed, 1e18);
}
