/* The tests that the metadata of components in Dyad hold (dyad/metadata.c). */
#ifndef EG_MODELICA_TESTS_H
#define EG_MODELICA_TESTS_H

#include "modelica/scope/definition.h"

/* Called for every test, in the order of the text; what it is given lives during the call. Returns 0 to go
 * on. */
typedef int (*eg_on_test)(void *context, const char *model, const eg_test *test);

/* Lists the tests of all components of a file. EG_ERROR_FILE: it cannot be read; EG_ERROR_MODEL: the text is
 * wrong; EG_ERROR_MEMORY. All but memory are reported. */
eg_status eg_list_tests(const char *path, const eg_read_options *options, eg_diagnostics *diagnostics,
                        eg_on_test on_test, void *context);

/* The test of that name begins with what it says: adds its initial values to the model's initial equations.
 * NULL (reported, or out of memory) when the model has no such test. */
const eg_test *eg_apply_test(eg_reader *r, eg_definition *model, const char *name);

#endif
