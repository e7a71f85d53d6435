/* A spec whose parameters stay what they are: for derivatives by them (base/parametric.h). */
#ifndef EG_MODELICA_PARAMETRIC_H
#define EG_MODELICA_PARAMETRIC_H

#include "component/spec.h"

/* The same model as equations without components, in which numbers know what they come of: its flat text,
 * read back. Names are those of the model. A model compiled from it offers the parametric facet. The spec is
 * completed, and may be freed before what is made of it. EG_OK; EG_ERROR_MODEL where the model cannot be
 * written flat, or its text cannot be read (reported); EG_ERROR_MEMORY. */
eg_status eg_spec_keep_parameters(eg_spec *spec, eg_diagnostics *diagnostics, eg_spec **kept);

#endif
