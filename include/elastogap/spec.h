/* The spec: an editable description of a model, read from Modelica text or built by calls.
 *
 *   eg_diagnostics *d = eg_diagnostics_create();
 *   eg_spec *spec = eg_spec_create("Bounce", d);
 *   eg_spec_add(spec, "Modelica.Mechanics.Translational.Components.Mass", "mass", d);
 *   eg_spec_set(spec, "mass.m", 1.0, d);
 *   eg_spec_set_start(spec, "mass.s", 1.0, 1, d);
 *   eg_spec_connect(spec, "gap.flange_b", "mass.flange_a", d);
 *
 * Every call that takes diagnostics accepts NULL for it. Strings are copied. */
#ifndef ELASTOGAP_SPEC_H
#define ELASTOGAP_SPEC_H

#include "elastogap/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Editable; used by one thread at a time. */
typedef struct eg_spec eg_spec;

/* annotation(experiment(...)); NAN where the model does not say. */
typedef struct eg_experiment {
    double start_time; /* [s], 0 when not said */
    double stop_time;  /* [s] */
    double interval;   /* [s] */
    double tolerance;  /* [-] */
} eg_experiment;

/* What is to be done with a model, where its text says so (an analysis of Dyad): simulate it, make a
 * linear one of it, find where it rests, or what this program has no means for. */
typedef enum eg_analysis_kind {
    EG_ANALYSIS_TRANSIENT,
    EG_ANALYSIS_LINEAR,
    EG_ANALYSIS_STEADY,
    EG_ANALYSIS_OTHER
} eg_analysis_kind;
typedef struct eg_analysis {
    eg_analysis_kind kind;
    const char *name;   /* of the kind, "PIDAutotuningAnalysis", of another one; else NULL */
    const char *remedy; /* what to run instead; NULL likewise */
    /* Of a linear one: names of signals and variables (eg_linearize_options); NULL: the text gives none. */
    const char *const *inputs, *const *outputs;
    size_t input_count, output_count;
    double from, to; /* [Hz], the range of its frequency response; NAN: not said */
} eg_analysis;

/* Where a setting stands that comes from a file. */
typedef struct eg_setting_place {
    const char *file; /* NULL: nowhere */
    int line;         /* from 1 */
} eg_setting_place;

/* What a file holds before it is saved. */
typedef struct eg_unsaved {
    const char *path; /* as the reading names the file: DIR/name, where DIR is what include_dirs says */
    const char *text; /* `length` bytes */
    size_t length;
} eg_unsaved;

typedef struct eg_read_options {
    size_t size;       /* of this struct, or 0: EG_VERSION in base.h */
    const char *model; /* dotted name; NULL: the file's last model that is not partial */
    /* Library roots: directories, or texts of Modelica (.mo) whose classes the model may name; may be NULL. A
     * file that lies in no package knows the texts beside it without that. */
    const char *const *include_dirs;
    size_t include_count;
    const char *const *settings; /* "PATH=VALUE" texts, applied as outermost modifiers */
    size_t setting_count;
    /* The most components and parameters that a model may have, elements that an array may have, and a tenth
     * of the passes through loops: what a text from elsewhere may cost. 0: 1,000,000. */
    size_t max_components;
    /* Texts that are read in place of what lies in the files of these names, as an editor has them. */
    const eg_unsaved *unsaved;
    size_t unsaved_count;
    const char *test; /* Dyad: the test of the model's metadata whose initial values and span hold; or NULL */
    const eg_setting_place *setting_places; /* (setting_count) for messages; NULL: nowhere, all of them */
} eg_read_options;

/* All zero. */
EG_API eg_read_options eg_read_options_default(void);

/* An empty spec; `name`, NULL for "model", is copied. NULL when out of memory (reported). Free with
 * eg_spec_free (accepts NULL). All texts and numbers that the functions below are given are copied. */
EG_API eg_spec *eg_spec_create(const char *name, eg_diagnostics *diagnostics);
EG_API void eg_spec_free(eg_spec *spec);

/* Reads a Modelica file (or, when `file_or_class` does not name a file, a class found below the include
 * directories, or an example of MSL that the library has itself). `options` may be NULL. *spec is NULL unless
 * EG_OK is returned. EG_ERROR_FILE when it cannot be read, EG_ERROR_MODEL when it is wrong,
 * EG_ERROR_MEMORY. */
EG_API eg_status eg_spec_read(const char *file_or_class, const eg_read_options *options,
                              eg_diagnostics *diagnostics, eg_spec **spec);
/* The same for `length` bytes of text; `name` stands for the file in messages. */
EG_API eg_status eg_spec_read_text(const char *text, size_t length, const char *name,
                                   const eg_read_options *options, eg_diagnostics *diagnostics,
                                   eg_spec **spec);

/* Adds an instance of a native class, by its full dotted name. EG_ERROR_MODEL when the class is
 * unknown or consists of equations alone (Modelica.Blocks.Logical and the like, which Modelica text can use),
 * or when the path is taken; EG_ERROR_MEMORY, as with all that add something. */
EG_API eg_status eg_spec_add(eg_spec *spec, const char *class_name, const char *path,
                             eg_diagnostics *diagnostics);
/* Sets a parameter ("mass.m") in its SI unit; Booleans as 0 and 1, enumerations by index, from 0.
 * EG_ERROR_MODEL when there is none of that path, it is no number, or cannot be set, or the value is out
 * of its range.
 *
 * Of a spec that eg_spec_read or eg_spec_read_text has made, this and the next three set exactly what
 * "PATH=VALUE" in eg_read_options.settings sets, also parameters that the text declares ("k", "v[2]"):
 * whatever depends on the value follows, conditions and sizes too. The text is read again for that (files
 * as they were at first), and what calls have added is added again; where that fails the spec stays as it
 * was. */
EG_API eg_status eg_spec_set(eg_spec *spec, const char *path, double value, eg_diagnostics *diagnostics);
/* Sets a parameter that is a String ("table.fileName"). EG_ERROR_MODEL when it is none. */
EG_API eg_status eg_spec_set_string(eg_spec *spec, const char *path, const char *text,
                                    eg_diagnostics *diagnostics);
/* Gives a parameter that is a matrix ("friction.f_pos") its elements, `rows` times its number of columns of
 * them, row by row; 2 where a table may have any number of columns. EG_ERROR_MODEL when it is not a matrix
 * or rows is 0. */
EG_API eg_status eg_spec_set_matrix(eg_spec *spec, const char *path, const double *elements, size_t rows,
                                    eg_diagnostics *diagnostics);
/* Sets a start value ("mass.s") in its SI unit; fixed: 1 must hold, 0 is a guess. EG_ERROR_MODEL when
 * there is no variable of that path, or the value is out of its range. Of a spec that was read also
 * variables that the text declares ("x"): as the settings "x.start=VALUE" and "x.fixed=true" or "false". */
EG_API eg_status eg_spec_set_start(eg_spec *spec, const char *path, double value, int fixed,
                                   eg_diagnostics *diagnostics);
/* Connects two ports ("gap.flange_b", "mass.flange_a"). EG_ERROR_MODEL when one does not exist or the
 * kinds differ. */
EG_API eg_status eg_spec_connect(eg_spec *spec, const char *from, const char *to,
                                 eg_diagnostics *diagnostics);
/* What a run does where it is not told otherwise; a fresh spec's start_time is 0, all else NAN. */
EG_API void eg_spec_set_experiment(eg_spec *spec, eg_experiment experiment);
EG_API eg_experiment eg_spec_experiment(const eg_spec *spec);
/* What its text wants done with it. Owned by the spec, and valid as long as it. */
EG_API const eg_analysis *eg_spec_analysis(const eg_spec *spec);
/* The model's name, and its comment (or NULL); owned by the spec, and valid as long as it. */
EG_API const char *eg_spec_name(const eg_spec *spec);
EG_API const char *eg_spec_comment(const eg_spec *spec);

/* Completes the spec (defaults, checks) and writes the whole model as flat Modelica text: every variable and
 * parameter under the quoted identifier of its path, every equation, no component. *text is malloc'ed, ends
 * with a NUL behind *length bytes, and is the caller's; NULL unless EG_OK is returned. EG_ERROR_MODEL when
 * the spec is wrong (reported), EG_ERROR_MEMORY. */
EG_API eg_status eg_spec_flatten(eg_spec *spec, eg_diagnostics *diagnostics, char **text, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
