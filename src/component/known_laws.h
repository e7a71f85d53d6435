/* Elements without a component: laws that are known by their constants alone. */
#ifndef EG_COMPONENT_KNOWN_LAWS_H
#define EG_COMPONENT_KNOWN_LAWS_H

#include "component/class.h"
#include "elastogap/law.h"

/* The functions of the element, and its coefficients k[EG_ELEMENT_COEFFICIENTS]. */
const eg_element_ops *eg_elasto_gap_element(const eg_elasto_gap *law, double *k);
const eg_element_ops *eg_spring_damper_element(const eg_spring_damper *law, double *k);

#endif
