#include "lsp/job.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void free_task(eg_job *job)
{
    json_decref(job->id);
    free(job->bytes);
    free(job->uri);
    free(job->model);
    free(job);
}

static void unlink_task(eg_session *s, const eg_job *job)
{
    for (eg_job **at = &s->jobs; *at; at = &(*at)->next)
        if (*at == job) {
            *at = job->next;
            return;
        }
}

/* ---------------------------------------------------------------- the process */

/* Nothing that is written by mistake may reach the client. */
static void leave_client(const eg_session *s)
{
    const int nowhere = open("/dev/null", O_RDWR);
    if (nowhere < 0)
        return;
    dup2(nowhere, s->rpc.in);
    dup2(nowhere, s->rpc.out);
    close(nowhere);
}

/* The model of an unfinished text may ask for anything. */
static void limit_time(void)
{
    enum { SECONDS = 120 };
    const struct rlimit limit = {.rlim_cur = SECONDS, .rlim_max = SECONDS + 5};
    (void)setrlimit(RLIMIT_CPU, &limit);
}

static _Noreturn void carry_out(eg_session *s, const eg_job *job, int out, eg_job_work *work)
{
    leave_client(s);
    limit_time();
    signal(SIGINT, SIG_IGN); /* the server is told, and ends its jobs */
    json_t *result = work(s, job);
    char *text = result ? json_dumps(result, JSON_COMPACT) : NULL;
    const char *at = text ? text : "";
    for (size_t left = strlen(at); left > 0;) {
        const ssize_t count = write(out, at, left);
        if (count < 0 && errno != EINTR)
            break;
        at += count > 0 ? count : 0;
        left -= count > 0 ? (size_t)count : 0;
    }
    _exit(0);
}

eg_job *eg_job_begin(eg_session *s, eg_job_kind kind, const eg_document *d, const char *model,
                     const json_t *id, eg_job_work *work)
{
    int ends[2];
    eg_job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    *job = (eg_job){.kind = kind, .version = d->version, .out = -1};
    job->uri = strdup(d->uri);
    job->model = strdup(model);
    job->id = id ? json_copy((json_t *)(uintptr_t)id) : NULL;
    if (!job->uri || !job->model || pipe(ends) != 0) {
        free_task(job);
        return NULL;
    }
    job->process = fork();
    if (job->process == 0) {
        close(ends[0]);
        carry_out(s, job, ends[1], work);
    }
    close(ends[1]);
    if (job->process < 0) {
        close(ends[0]);
        free_task(job);
        return NULL;
    }
    job->out = ends[0];
    job->next = s->jobs;
    s->jobs = job;
    return job;
}

/* ---------------------------------------------------------------- ending it */

/* What processes that have ended took of the processor [s]. */
static double time_of_children(void)
{
    struct rusage used = {0};
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Waits for the end of the process; what it took of the processor [s]. */
static double reap(const eg_job *job)
{
    const double before = time_of_children();
    while (waitpid(job->process, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(job->out);
    return time_of_children() - before;
}

static void stop(eg_session *s, eg_job *job)
{
    unlink_task(s, job);
    kill(job->process, SIGKILL);
    (void)reap(job);
    if (job->id)
        eg_rpc_refuse(&s->rpc, job->id, EG_RPC_CANCELLED, "cancelled");
    free_task(job);
}

void eg_job_stop(eg_session *s, eg_job_kind kind, const char *uri)
{
    eg_job *next;
    for (eg_job *job = s->jobs; job; job = next) {
        next = job->next;
        if (job->kind == kind && (!uri || strcmp(job->uri, uri) == 0))
            stop(s, job);
    }
}

bool eg_job_cancel(eg_session *s, const json_t *id)
{
    for (eg_job *job = s->jobs; job; job = job->next)
        if (job->id && json_equal(job->id, id)) {
            stop(s, job);
            return true;
        }
    return false;
}

void eg_job_stop_all(eg_session *s)
{
    while (s->jobs)
        stop(s, s->jobs);
}

/* ---------------------------------------------------------------- its answer */

static void finish(eg_session *s, eg_job *job)
{
    json_error_t error;
    unlink_task(s, job);
    job->took = reap(job);
    json_t *result = job->length > 0 ? json_loadb(job->bytes, job->length, 0, &error) : NULL;
    if (job->kind == EG_JOB_CHECK)
        eg_diagnose_done(s, job, result);
    else
        eg_lens_done(s, job, result);
    json_decref(result);
    free_task(job);
}

void eg_job_hear(eg_session *s, eg_job *job)
{
    enum { AT_ONCE = 65536 };
    if (job->capacity - job->length < AT_ONCE) {
        const size_t capacity = 2 * job->capacity + AT_ONCE;
        char *bytes = realloc(job->bytes, capacity);
        if (!bytes) {
            stop(s, job);
            return;
        }
        job->bytes = bytes;
        job->capacity = capacity;
    }
    const ssize_t count = read(job->out, job->bytes + job->length, AT_ONCE);
    if (count > 0)
        job->length += (size_t)count;
    else if (count == 0 || errno != EINTR)
        finish(s, job);
}
