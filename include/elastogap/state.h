/* The state of a model: all that a run needs to go on from there.
 *
 *   eg_state *state;
 *   double at = 2.5;
 *   o.save_times = &at; o.save_count = 1; o.saved = &state;
 *   eg_simulate(model, &o, d, &t, &st);          // on the way to o.stop_time
 *   eg_state_write(state, "run.state", d);
 *   ...
 *   eg_state_read("run.state", d, &state);
 *   eg_state_apply(state, &o); o.stop_time = 5;
 *   eg_simulate(model, &o, d, &t, &st);          // from 2.5 s on
 *
 * A run that saves has the bits of one that does not. What goes on from a state begins anew, from nothing but
 * the state: by the engine "fixed", whose steps go on, it has the same bits, rows and events, as the one that
 * saved it has behind that point; by others as one that begins anew there as well (restart_times), and
 * of one that does not it differs by what they allow themselves (docs/steady.md). */
#ifndef ELASTOGAP_STATE_H
#define ELASTOGAP_STATE_H

#include "elastogap/base.h"
#include "elastogap/simulate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A state is const once made, shared by any number of threads, and owns all that it consists of. */
EG_API void eg_state_free(eg_state *state); /* accepts NULL */

/* The time of it [s], and the name of the model whose state it is (the state's string). */
EG_API double eg_state_time(const eg_state *state);
EG_API const char *eg_state_model(const eg_state *state);

/* A run with these options begins there: start_from and start_time; interval, tolerance, engine and step
 * become those of the run that has saved it, and its rows go on as that one's would. `options` keeps pointers
 * into the state. */
EG_API void eg_state_apply(const eg_state *state, eg_simulate_options *options);

/* As a file, and as the same bytes in memory: a text with a version, what identifies the model, and a
 * checksum, the same on every machine. EG_OK, EG_ERROR_FILE, EG_ERROR_MEMORY; reported. */
EG_API eg_status eg_state_write(const eg_state *state, const char *path, eg_diagnostics *diagnostics);
/* *text is malloc'ed, the caller's, with a NUL behind its `length` bytes. EG_OK, EG_ERROR_MEMORY. */
EG_API eg_status eg_state_text(const eg_state *state, char **text, size_t *length);

/* Reads what these wrote. *out, the caller's, is NULL unless EG_OK. EG_ERROR_FILE: no such file, or what it
 * holds is no state: cut short, changed, of another version (reported by name); EG_ERROR_MEMORY. That it is
 * the state of a model is found out where a run begins with it: EG_ERROR_USAGE where it is another's. */
EG_API eg_status eg_state_read(const char *path, eg_diagnostics *diagnostics, eg_state **out);
/* `name` is what messages call it. */
EG_API eg_status eg_state_from_text(const char *text, size_t length, const char *name,
                                    eg_diagnostics *diagnostics, eg_state **out);

#ifdef __cplusplus
}
#endif
#endif
