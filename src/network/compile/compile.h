/* The phases of the compiler, from a spec to a model. */
#ifndef EG_NETWORK_COMPILE_COMPILE_H
#define EG_NETWORK_COMPILE_COMPILE_H

#include "network/model.h"
#include "base/arena.h"

/* ---- inputs.c: inputs and outputs of the whole model */
bool eg_path_is_top(const char *path); /* of the top level's own */
bool eg_connector_is_top(const eg_connector *c);
/* The path of the hidden source of an input; NULL out of memory. */
const char *eg_input_source(eg_arena *arena, const char *path);
/* Its source, which is to be connected by "$PATH.y"; EG_OK also where there is one. EG_ERROR_MEMORY. */
eg_status eg_spec_add_input(eg_spec *spec, const char *path, double start, eg_place place, eg_diagnostics *d);
/* Before the spec is compiled: sources of Real variables. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_add_variable_inputs(eg_spec *spec, eg_diagnostics *d);
/* With `m`, which the spec was compiled to as far as nets have sources: those of connectors. */
eg_status eg_add_connector_inputs(eg_spec *spec, const eg_model *m, eg_diagnostics *d);
eg_status eg_compile_inputs(eg_model *m, const eg_spec *spec);

/* ---- phases of the compiler, in order; each reports what is wrong and answers EG_OK or a failure */
eg_status eg_compile_connections(eg_model *m, const eg_spec *spec);
eg_status eg_compile_bodies(eg_model *m, eg_diagnostics *d);
eg_status eg_name_bodies(eg_model *m); /* once they have their inertias */
eg_status eg_compile_coordinates(eg_model *m, eg_diagnostics *d);
/* Says which variables are to be states (stateSelect = always) and are none; before the model is trimmed. */
void eg_warn_of_wishes(const eg_model *m, const eg_spec *spec, eg_diagnostics *d);
eg_status eg_compile_signals(eg_model *m, eg_diagnostics *d);
/* Of those, the last part: do signals have the derivatives that are needed? */
eg_status eg_compile_grades(eg_model *m, eg_diagnostics *d);
/* How many derivatives of its input number i a net needs for `need` of its own. */
int eg_net_need_of_input(const eg_net *n, int i, int need);
/* After the unknowns are numbered. */
eg_status eg_compile_signal_gradients(eg_model *m);
eg_status eg_compile_gradients(eg_model *m);
/* Before anything asks for the node of a heat port. */
eg_status eg_compile_heat_points(eg_model *m, eg_diagnostics *d);
eg_status eg_compile_heat(eg_model *m, eg_diagnostics *d);
/* After heat's unknowns are numbered. */
eg_status eg_compile_heat_rows(eg_model *m);
/* After what reads temperatures is known. */
eg_status eg_compile_last_heat(eg_model *m);
/* After that. */
eg_status eg_compile_heat_exits(eg_model *m);
eg_status eg_compile_equations(eg_model *m, eg_diagnostics *d);
eg_status eg_compile_causality(eg_model *m);
/* Rigid contacts need masses. */
eg_status eg_compile_rigid(eg_model *m, eg_diagnostics *d);

#endif
