/* An FMU for Co-Simulation, from communication point to communication point. */
#ifndef EG_FMI_IMPORT_COSIMULATION_H
#define EG_FMI_IMPORT_COSIMULATION_H

#include "fmi/import/import.h"
#include "fmi/import/input.h"
#include "fmi/import/rows.h"

/* Communication points are those of the output grid and, where inputs step, the time of that. Continuous
 * inputs go along the chord from point to point, where the FMU interpolates them (FMI 2) or asks for them on
 * the way (FMI 3), else they are held, which is all that FMI promises. Where a table drives inputs, an FMU
 * with Event Mode (FMI 3) returns early at its events, whose two sides become rows; without, it handles them
 * inside. EG_OK, EG_ERROR_MODEL (no initialization), EG_ERROR_USAGE (points that the FMU cannot be given),
 * EG_ERROR_SIMULATION, all reported, EG_ERROR_MEMORY. */
eg_status eg_cosimulate(eg_mockup *u, eg_mockup_inputs *inputs, eg_mockup_rows *rows,
                        const eg_import_options *o, eg_statistics *st);

#endif
