/* What Position and Speed share, of MSL and of Dyad, in translation and in rotation: a reference signal that
 * is followed exactly or through a filter. Their parameters begin in the order of the enumeration below.
 *
 * Dyad chooses by an enumeration, ReferenceType, whose case Filtered carries f_crit; here f_crit stands
 * beside it as a parameter. */
#ifndef EG_COMPONENT_SOURCE_REFERENCE_H
#define EG_COMPONENT_SOURCE_REFERENCE_H

#include "component/twins.h"

/* EXACT is MSL's Boolean and the index of Dyad's literal alike. */
enum { EG_REFERENCE_EXACT, EG_REFERENCE_F_CRIT, EG_REFERENCE_W_CRIT, EG_REFERENCE_OWN };

static inline bool eg_reference_is_exact(const double *p)
{
    return p[EG_REFERENCE_EXACT] != 0.0;
}

/* The hooks `complete` and `check` (class.h). */
void eg_reference_complete(double *p, const bool *given);
const char *eg_reference_check(const double *p, const bool *given, bool *is_error);

/* Dyad's literals, ended by NULL. */
extern const char *const eg_reference_types[];

/* x is the name of the motion, "s" for Position: it follows x_ref. */
#define EG_REFERENCE_PARAMETER_EXACT(x)                                                                      \
    {                                                                                                        \
        .name = "exact", .type = EG_BOOLEAN, .is_structural = true,                                          \
        .doc = "true: " x " follows " x "_ref exactly; false: through a filter"                              \
    }
#define EG_REFERENCE_PARAMETER_TYPE(x)                                                                       \
    {                                                                                                        \
        .name = "ref_type", .type = EG_ENUMERATION, .type_name = EG_DYAD("Sources.ReferenceType"),           \
        .literals = eg_reference_types, .is_structural = true,                                               \
        .doc = "Exact: " x " follows " x "_ref exactly; Filtered: through a filter"                          \
    }
#define EG_REFERENCE_PARAMETERS_FILTER(x)                                                                    \
    {.name = "f_crit",                                                                                       \
     EG_SI_FREQUENCY,                                                                                        \
     .value = 50.0,                                                                                          \
     EG_AT_LEAST(0.0),                                                                                       \
     .doc = "Critical frequency of the filter; above those that matter in " x "_ref"},                       \
    {                                                                                                        \
        .name = "w_crit", EG_SI_ANGULAR_FREQUENCY, .value_text = "2*pi*f_crit", .is_protected = true,        \
        .doc = "Critical angular frequency of the filter"                                                    \
    }

/* Dyad's choice in equations. */
#define EG_REFERENCE_DYAD_EXACT "ref_type == TranslationalComponents.Sources.ReferenceType.Exact"
#define EG_REFERENCE_DYAD_FILTERED "ref_type <> TranslationalComponents.Sources.ReferenceType.Exact"
#define EG_REFERENCE_DYAD_TEXT                                                                               \
    "\n\nIn Dyad f_crit belongs to the case Filtered of ref_type; here it is a parameter of the "            \
    "component. The support is always there: connect it to a Fixed for a motion relative to the ground."

#endif
