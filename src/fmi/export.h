/* Writing an FMU: the archive with description, runtime, the texts of the model, documentation. */
#ifndef EG_FMI_EXPORT_H
#define EG_FMI_EXPORT_H

#include "fmi/archive.h"
#include "fmi/shape.h"

typedef struct eg_fmu_options {
    int version;                 /* 2 or 3 */
    const char *engine;          /* of Co-Simulation; NULL: auto */
    const char *const *includes; /* what the model was read with: library roots, */
    size_t include_count;
    const char *const *settings; /* and "PATH=VALUE" texts */
    size_t setting_count;
    eg_fmu_shape shape;     /* inputs, outputs and terminals beyond those that the model declares */
    eg_member_file runtime; /* the shared object that every FMU has; its name does not matter */
    const char *pieces; /* of a source FMU: what tools/amalgamate made; NULL: a library for this platform */
    size_t pieces_length;
    bool has_experiment; /* with an experiment, its parameters and stimuli, and rows by the best engine, or */
    const char *rows;    /* these: a CSV of its path, text of its bytes; both NULL: by our own run */
    const char *rows_path;
} eg_fmu_options;

/* Writes the model, which was read from files, as an FMU with both kinds of interface. The same texts give
 * the same bytes, wherever they lie. EG_OK; EG_ERROR_MODEL: it cannot be compiled, or be carried (a table in
 * a file); EG_ERROR_FILE, EG_ERROR_MEMORY; all reported. */
eg_status eg_fmu_write(eg_spec *spec, const char *path, const eg_fmu_options *options,
                       eg_diagnostics *diagnostics);

#endif
