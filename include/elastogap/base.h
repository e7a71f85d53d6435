/* Status codes and diagnostics: what every other header stands on.
 *
 * The library never prints, never exits and keeps no globals. A call answers
 * with an eg_status; what a person should read is appended to an
 * eg_diagnostics list that the caller owns and may print. */
#ifndef ELASTOGAP_BASE_H
#define ELASTOGAP_BASE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define EG_API __attribute__((visibility("default")))
#define EG_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define EG_API
#define EG_PRINTF(text, first)
#endif

/* The sign is policy: 0 done, positive an outcome, negative a failure. */
#define EG_STATUS_LIST(X)                                                                                    \
    X(EG_OK, 0, "done")                                                                                      \
    X(EG_DIFFERENT, 1, "the trajectories differ")                                                            \
    X(EG_ERROR_MEMORY, -1, "out of memory")                                                                  \
    X(EG_ERROR_USAGE, -2, "the call or the command line is wrong")                                           \
    X(EG_ERROR_MODEL, -3, "the model is wrong")                                                              \
    X(EG_ERROR_SIMULATION, -4, "the simulation failed")                                                      \
    X(EG_ERROR_FILE, -5, "a file could not be read or written")                                              \
    X(EG_ERROR_UNAVAILABLE, -6, "this build lacks the library that this needs")

/* What every call answers with. */
typedef enum eg_status {
#define EG_STATUS_ENUM(name, value, text) name = (value),
    EG_STATUS_LIST(EG_STATUS_ENUM)
#undef EG_STATUS_ENUM
} eg_status;

/* A static English text for a status; never NULL. */
EG_API const char *eg_status_text(eg_status status);

/* The version of these headers, and the one of the library that was linked ("1.0.0").
 *
 * Structs of options grow at their end from one version to the next. Each begins with its size, by which a
 * library knows a program that was compiled with other headers: the functions ..._default fill it in; 0, as
 * in a struct that was written out, stands for what it was in version 1.0. A size that the library does not
 * know is refused (EG_ERROR_USAGE, reported). */
#define EG_VERSION "1.0.0"
EG_API const char *eg_version(void);

/* Only errors make a model unusable. */
typedef enum eg_severity { EG_NOTE, EG_WARNING, EG_ERROR } eg_severity;

/* One message. All strings are owned by the list; file, source and remedy may be NULL. */
typedef struct eg_diagnostic {
    eg_severity severity;
    const char *file;    /* where the text stands, or NULL when it came from C calls */
    int line, column;    /* from 1; 0 when unknown; column counts bytes */
    const char *message; /* what is wrong: names object, time, value */
    const char *source;  /* the source line, of a very long one what is around `column`; NULL when unknown */
    int caret;           /* where in `source` the place is, from 1, in bytes; 0 when unknown */
    const char *remedy;  /* what to do instead; NULL when the message says it */
} eg_diagnostic;

/* A compiled model: const, shared by any number of threads (simulate.h). */
typedef struct eg_model eg_model;

/* A growing list of messages. A call that takes one takes NULL too: then nobody is told. */
typedef struct eg_diagnostics eg_diagnostics;

/* NULL when out of memory. Free with eg_diagnostics_free (accepts NULL). */
EG_API eg_diagnostics *eg_diagnostics_create(void);
EG_API void eg_diagnostics_free(eg_diagnostics *list);
EG_API size_t eg_diagnostics_count(const eg_diagnostics *list);
EG_API size_t eg_diagnostics_errors(const eg_diagnostics *list);
/* Message i in order of appearance; owned by the list; NULL when i is out of range. */
EG_API const eg_diagnostic *eg_diagnostics_get(const eg_diagnostics *list, size_t i);
/* Writes the message as text into buffer (as snprintf does; returns the full length):
 *   file:line:column: error: message
 *     source line
 *         ^
 *     remedy: ...
 * Every line ends with a newline. Tabs are kept; bytes that are no text appear as \xNN.
 * With colour != 0 the severity carries ANSI colour. */
EG_API size_t eg_diagnostic_format(const eg_diagnostic *d, int colour, char *buffer, size_t size);

#ifdef __cplusplus
}
#endif
#endif
