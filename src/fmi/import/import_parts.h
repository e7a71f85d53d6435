/* What the files of an import know of each other; others see import.h alone. */
#ifndef EG_FMI_IMPORT_IMPORT_PARTS_H
#define EG_FMI_IMPORT_IMPORT_PARTS_H

#include "fmi/import/import.h"
#include "fmi/import/input.h"
#include "fmi/import/rows.h"

struct eg_import {
    eg_mockup unit;
    eg_mockup_inputs inputs;
    eg_mockup_rows rows;
    eg_diagnostics *d;
    bool is_cosimulation;
    char engine[64], reason[256]; /* of a run in a process of its own */
};

/* Both run the FMU into i->rows.trajectory, and answer as eg_import_run; *st holds what is known before. */
/* In this process; the FMU is there still. */
eg_status eg_import_run_here(eg_import *i, const eg_import_options *o, eg_statistics *st);
/* In one of its own; a run that is lost is EG_ERROR_SIMULATION, or EG_ERROR_MODEL where it has no rows
 * (reported). */
eg_status eg_import_run_apart(eg_import *i, const eg_import_options *o, eg_statistics *st);

#endif
