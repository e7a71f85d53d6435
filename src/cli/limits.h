/* What the user allows a command to take: --time-limit and --memory-limit. */
#ifndef EG_CLI_LIMITS_H
#define EG_CLI_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

/* From now on the process has this much time by the clock [s] (0: no limit) and memory for its data (NULL: no
 * limit). What does not end in time, `doing` something, ends the program with a message and status 3. The
 * first call counts. 0, or the exit status of a usage error. */
int eg_limits_begin(double seconds, const char *memory, const char *doing);
/* What is done next looks at the clock itself, between its steps: one of them may take a little longer. */
void eg_limits_grace(const char *doing);
/* No limit of time any more: what has been found is to be written. */
void eg_limits_end(void);
/* What is left of the time [s], at least a little; 0: there is no limit. And is it over? */
double eg_limits_time_left(void);
bool eg_limits_late(void);
/* What results may take of the memory; 0: there is no limit. */
size_t eg_limits_result_bytes(void);

#endif
