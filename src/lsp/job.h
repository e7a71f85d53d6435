/* What may take long is done by a process of its own, a copy of the server: it can be ended at any moment,
 * what it takes of memory goes with it, and typing never waits for it. */
#ifndef EG_LSP_JOB_H
#define EG_LSP_JOB_H

#include "lsp/session.h"

#include <sys/types.h>

typedef enum eg_job_kind { EG_JOB_CHECK, EG_JOB_SIMULATE, EG_JOB_DIAGRAM } eg_job_kind;

typedef struct eg_job {
    eg_job_kind kind;
    pid_t process;
    int out; /* what it writes */
    char *bytes;
    size_t length, capacity;
    char *uri, *model; /* of what; model "": the text's last one */
    json_int_t version;
    json_t *id;  /* the request that waits for it; NULL: none */
    double took; /* of the processor [s], once it is done */
    struct eg_job *next;
} eg_job;

/* In the process of the job: what comes of it, the caller's. */
typedef json_t *eg_job_work(eg_session *s, const eg_job *job);
/* In the server: what came of it; NULL: the process ended without an answer. */
typedef void eg_job_done(eg_session *s, const eg_job *job, const json_t *result);

/* Begins a job; `id` is copied. NULL: it could not be begun. */
eg_job *eg_job_begin(eg_session *s, eg_job_kind kind, const eg_document *d, const char *model,
                     const json_t *id, eg_job_work *work);
/* Ends those of this kind about this text (any: NULL). */
void eg_job_stop(eg_session *s, eg_job_kind kind, const char *uri);
/* Ends the one that a request waits for, which is answered; false: there is none. */
bool eg_job_cancel(eg_session *s, const json_t *id);
void eg_job_stop_all(eg_session *s);
/* Reads what a job has written; when it is done it is handed over, and is gone. */
void eg_job_hear(eg_session *s, eg_job *job);

/* diagnose.c, lens.c */
eg_job_done eg_diagnose_done;
eg_job_done eg_lens_done;

#endif
