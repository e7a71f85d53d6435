/* How a spec that came from a text is changed by calls: as settings change it. What a value reaches, other
 * parameters, equations, the structure, only the text knows; so the text is read once more, with the value as
 * its outermost modifier, and the calls that have added something to the spec are repeated. A call that this
 * cannot carry out leaves the spec as it was. */
#ifndef EG_COMPONENT_SPEC_AGAIN_H
#define EG_COMPONENT_SPEC_AGAIN_H

#include "component/spec.h"

typedef enum eg_edit_kind {
    EG_EDIT_ADD,     /* path, an instance of class `text` */
    EG_EDIT_SET,     /* path = numbers[0] */
    EG_EDIT_STRING,  /* path = text */
    EG_EDIT_MATRIX,  /* path = numbers, `rows` of them */
    EG_EDIT_START,   /* path starts at numbers[0], fixed or not */
    EG_EDIT_CONNECT, /* path to text */
} eg_edit_kind;

/* A call of elastogap/spec.h. */
typedef struct eg_edit {
    eg_edit_kind kind;
    const char *path, *text;
    const double *numbers;
    size_t rows, columns; /* of a matrix */
    bool fixed;
} eg_edit;

/* What a spec is read for. But for runs it knows what its values were made of (spec_bound.h): for flat text
 * all that parameters do, for derivatives all but what is asserted of them. */
typedef enum eg_purpose { EG_FOR_RUNS, EG_FOR_TEXT, EG_FOR_DERIVATIVES } eg_purpose;

/* Reads once more, with these settings; `context` is what the reader has kept. *spec is as eg_spec_read
 * leaves it. */
typedef eg_status eg_read_again(const void *context, const char *const *settings, size_t count,
                                eg_purpose purpose, eg_diagnostics *diagnostics, eg_spec **spec);

/* Of a spec from a text; owned by it. */
typedef struct eg_reading {
    eg_arena *kept;  /* holds `context` and the first settings; one owner is this */
    eg_arena *arena; /* of what the lists below have got since */
    eg_read_again *read;
    const void *context;
    const char **settings;
    size_t setting_count;
    eg_edit *edits; /* what calls have added since, and the values of that */
    size_t edit_count, edit_capacity;
    bool has_experiment; /* eg_spec_set_experiment was called */
} eg_reading;

/* Tells a spec how it can be read again. `arena` holds `context` and `settings`, and gets one more owner.
 * 0, -1 out of memory. */
int eg_spec_remember_reading(eg_spec *spec, eg_arena *arena, eg_read_again *read, const void *context,
                             const char *const *settings, size_t setting_count);
/* For a clone, which another thread may change. NULL: out of memory. */
eg_reading *eg_reading_clone(const eg_reading *reading);
void eg_reading_free(eg_reading *reading);

/* The spec read again, with `count` further settings; all that calls have done to it is done again. *next is
 * as eg_spec_read leaves it. */
eg_status eg_spec_read_again(const eg_spec *spec, const char *const *settings, size_t count,
                             eg_diagnostics *diagnostics, eg_spec **next);

/* The spec read again as it is, for another purpose. */
eg_status eg_spec_read_for(const eg_spec *spec, eg_purpose purpose, eg_diagnostics *diagnostics,
                           eg_spec **next);

/* Does the edit concern what the text has made? Else it is made here and now. */
bool eg_edit_is_of_text(const eg_spec *spec, const eg_edit *edit);
/* Carries such an edit out: as a setting. */
eg_status eg_spec_set_again(eg_spec *spec, const eg_edit *edit, eg_diagnostics *diagnostics);
/* Remembers an edit that was made here and now. 0, -1 out of memory. */
int eg_reading_keep(eg_reading *reading, const eg_edit *edit);

/* Makes an edit on the spec as it stands (spec_calls.c). */
eg_status eg_spec_edit(eg_spec *spec, const eg_edit *edit, eg_diagnostics *diagnostics);

#endif
