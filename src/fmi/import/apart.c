/* An FMU's run in a process of its own. The library in an FMU is anybody's code: it may crash, end the
 * process, or not come back. The run goes on in a copy of this process (fork), which sends rows and messages
 * as they come up; this one waits, and keeps what it has got whatever becomes of the other. Of both the
 * `pulse` is seen: which function of the FMU has been called and at what time, so that a message can say so.
 */
#include "base/clock.h"
#include "base/file.h"
#include "fmi/import/import_parts.h"
#include "fmi/import/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

static const int GLANCE = 100; /* how long nothing is looked at but what is sent [ms] */
static const double GRACE = 2; /* for a run that has been asked to stop [s] */

typedef struct apart {
    eg_import *i;
    const eg_import_options *o;
    eg_receiver r;
    volatile eg_pulse *pulse;
    pid_t child;
    int file;          /* what it sends */
    unsigned beats;    /* seen last, */
    double since;      /* and since when [s] */
    double asked;      /* to stop; NAN: not */
    bool is_late;      /* it has not come back */
    bool is_confusing; /* what it sends is none of a run's */
} apart;

/* ---------------------------------------------------------------- the one that runs */

static int obey(double t, eg_progress *context)
{
    volatile eg_pulse *pulse = (volatile eg_pulse *)(void *)context;
    pulse->time = t;
    return pulse->stops;
}

/* No handler of a program around this one, whose files and timers these would take for their own. */
static void reset_signals(void)
{
    const int most = 64; /* no system has more */
    struct sigaction now;
    for (int number = 1; number < most; number++)
        if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            (void)signal(number, SIG_DFL);
}

static _Noreturn void run_and_send(apart *a, eg_statistics *st, int file)
{
    eg_import *i = a->i;
    eg_wire wire = {.file = file, .messages = eg_diagnostics_count(i->d)};
    eg_import_options own = *a->o;
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it never outlives the one that waits */
#endif
    reset_signals();
    signal(SIGINT, SIG_IGN); /* that one is told, and asks */
    i->unit.pulse = a->pulse;
    i->unit.wire = &wire;
    own.progress = obey;
    own.context = (eg_progress *)(void *)(uintptr_t)a->pulse;
    eg_status status = eg_import_run_here(i, &own, st);
    eg_wire_rows(&wire, i->rows.trajectory);
    eg_wire_events(&wire, i->rows.trajectory);
    eg_wire_messages(&wire, i->d);
    eg_wire_end(&wire, status, st);
    eg_mockup_leave(&i->unit); /* what goes wrong from here on harms no result */
    eg_wire_messages(&wire, i->d);
    a->pulse->is_cut_off = wire.is_cut_off;
    eg_wire_release(&wire);
    fflush(NULL);
    _exit(0);
}

/* ---------------------------------------------------------------- the one that waits */

static void look_after(apart *a)
{
    double now = eg_clock_seconds();
    if (a->pulse->beats != a->beats || a->pulse->call == EG_CALL_NONE) {
        a->beats = a->pulse->beats;
        a->since = now;
    }
    if (a->o->progress && a->o->progress(a->pulse->time, a->o->context) != 0 && isnan(a->asked)) {
        a->pulse->stops = 1;
        a->asked = now;
    }
    a->is_late = (a->o->patience > 0 && now - a->since > a->o->patience) || now - a->asked > GRACE;
    if (a->is_late || a->is_confusing)
        kill(a->child, SIGKILL);
}

/* How long to wait for the end of a process that sends no more: short at first [ms]. */
static int nap(int *length)
{
    *length = *length < GLANCE ? 2 * *length : GLANCE;
    return poll(NULL, 0, *length);
}

/* One glance; false: there is no more to come. */
static bool receive_some(apart *a, char *bytes, size_t room, bool is_gone)
{
    struct pollfd p = {.fd = a->file, .events = POLLIN};
    int ready = poll(&p, 1, is_gone ? 0 : GLANCE);
    ssize_t count = ready > 0 ? read(a->file, bytes, room) : -1;
    if (count > 0 && !a->is_confusing)
        a->is_confusing = eg_receiver_take(&a->r, bytes, (size_t)count) != EG_OK;
    if (count > 0 && (size_t)count < room / 2 && !is_gone)
        (void)poll(NULL, 0, 1); /* rows come one by one: some more at a time cost less */
    return is_gone ? count > 0 : count != 0;
}

/* To the end of the process, and of what it has sent. Its answer to wait. */
static int receive(apart *a, char *bytes, size_t room)
{
    bool is_gone = false, has_more = true;
    int outcome = 0, length = 1;
    while (has_more || !is_gone) {
        if (has_more)
            has_more = receive_some(a, bytes, room, is_gone);
        else
            nap(&length);
        if (is_gone)
            continue;
        look_after(a);
        is_gone = waitpid(a->child, &outcome, WNOHANG) == a->child;
        has_more = has_more || is_gone;
    }
    return outcome;
}

/* ---------------------------------------------------------------- what has become of it */

/* Of a process that has not ended as it should: a warning where the run had done so before. */
static void report_loss(const apart *a, int outcome)
{
    const eg_severity severity = a->r.has_ended ? EG_WARNING : EG_ERROR;
    char where[100] = "outside of its functions";
    const int call = a->pulse->call;
    const double t = a->pulse->time;
    if (call != EG_CALL_NONE)
        snprintf(where, sizeof where, "in %s at t = %.15g s", eg_mockup_call_name(call), t);
    if (a->is_confusing)
        eg_report(a->i->d, severity, EG_NOWHERE, "the FMU has damaged the memory of its run, last %s", where);
    else if (a->is_late && !isnan(a->asked))
        eg_report(a->i->d, severity, EG_NOWHERE, "the FMU did not stop: it has been %s", where);
    else if (a->is_late)
        eg_report(a->i->d, severity, EG_NOWHERE, "the FMU has not come back within %g s: it is %s",
                  a->o->patience, where);
    else if (a->pulse->is_cut_off)
        eg_report(
            a->i->d, severity, EG_NOWHERE,
            "the FMU has closed files that are not its own, and with them what its run is sent through");
    else if (WIFSIGNALED(outcome))
        eg_report(a->i->d, severity, EG_NOWHERE, "the FMU crashed %s: %s", where,
                  strsignal(WTERMSIG(outcome)));
    else
        eg_report(a->i->d, severity, EG_NOWHERE, "the FMU ended its process %s, with status %d", where,
                  WEXITSTATUS(outcome));
    if (a->r.has_ended)
        eg_remedy(a->i->d, "the run had ended by then, and its results are whole");
    else if (a->is_late && isnan(a->asked))
        eg_remedy(a->i->d, "allow it more by --patience");
    else
        eg_remedy(a->i->d,
                  "ask who made the FMU to mend that, or run it as the other kind: --fmi-kind me or cs");
}

/* What is known without its last word. */
static eg_status make_up(const apart *a, eg_statistics *st)
{
    const eg_trajectory *t = a->r.trajectory;
    if (t->row_count == 0)
        return EG_ERROR_MODEL;
    st->end_time = t->rows[(t->row_count - 1) * (1 + t->column_count)];
    st->events = (long)t->event_count;
    return EG_ERROR_SIMULATION;
}

static eg_status conclude(apart *a, int outcome, eg_statistics *st)
{
    bool has_come_back = WIFEXITED(outcome) && a->pulse->call == EG_CALL_NONE;
    bool is_well = has_come_back && WEXITSTATUS(outcome) == 0 && a->r.has_ended && !a->is_confusing;
    if (!is_well)
        report_loss(a, outcome);
    if (!a->r.has_ended)
        return make_up(a, st);
    *st = a->r.statistics;
    memcpy(a->i->engine, a->r.engine, sizeof a->i->engine);
    memcpy(a->i->reason, a->r.reason, sizeof a->i->reason);
    st->engine = a->i->engine;
    st->engine_reason = a->i->reason;
    return a->r.status;
}

/* ---------------------------------------------------------------- both */

static eg_status fork_and_receive(apart *a, eg_statistics *st)
{
    enum { ROOM = 1 << 16 };
    int ends[2];
    char *bytes = malloc(ROOM);
    if (!bytes || pipe(ends) != 0) {
        free(bytes);
        return EG_ERROR_MEMORY;
    }
    fflush(NULL); /* what is to be written is written once */
    a->child = fork();
    if (a->child == 0) {
        close(ends[0]);
        run_and_send(a, st, ends[1]);
    }
    close(ends[1]);
    a->file = ends[0];
    a->since = eg_clock_seconds();
    eg_status status = EG_ERROR_MEMORY;
    if (a->child > 0)
        status = conclude(a, receive(a, bytes, ROOM), st);
    close(ends[0]);
    free(bytes);
    return status;
}

/* Memory that both processes see: a file in the folder of the FMU. MAP_FAILED: reported. */
static void *share(eg_import *i, size_t size)
{
    char path[sizeof i->unit.scratch.path + 8];
    snprintf(path, sizeof path, "%s.pulse", i->unit.scratch.path);
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    void *shared = MAP_FAILED;
    if (file >= 0 && ftruncate(file, (off_t)size) == 0)
        shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED)
        eg_file_report(i->d, "write", path, errno);
    if (file >= 0)
        close(file);
    return shared;
}

eg_status eg_import_run_apart(eg_import *i, const eg_import_options *o, eg_statistics *st)
{
    apart a = {.i = i, .o = o, .asked = NAN};
    void *shared = share(i, sizeof(eg_pulse));
    if (shared == MAP_FAILED)
        return EG_ERROR_FILE;
    a.pulse = shared;
    a.pulse->time = o->start_time;
    i->rows.trajectory = eg_trajectory_create();
    eg_status status = EG_ERROR_MEMORY;
    if (i->rows.trajectory && eg_receiver_init(&a.r, i->rows.trajectory, i->d))
        status = fork_and_receive(&a, st);
    eg_receiver_release(&a.r);
    munmap(shared, sizeof(eg_pulse));
    return status;
}
