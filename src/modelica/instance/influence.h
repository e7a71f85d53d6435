/* What the values of parameters reach: values of other parameters, users' equations, or something that
 * decides the structure: a size, a condition, a start value, a parameter of a component that is not tunable.
 * Whoever evaluates expressions says for what (eg_ask_for); all values that are asked for meanwhile reach
 * that. */
#ifndef EG_MODELICA_INSTANCE_INFLUENCE_H
#define EG_MODELICA_INSTANCE_INFLUENCE_H

#include "modelica/instance/node.h"

struct eg_spec;

/* For what decides the structure. So it is where nobody says something else. */
#define EG_FOR_STRUCTURE ((eg_asker){.holds = true})
/* For equations: their numbers may change. */
#define EG_FOR_NOTHING ((eg_asker){.holds = false})
/* For being written down, or for a formula that names what is asked for. */
#define EG_FOR_KEEPING ((eg_asker){.keeps = true})

/* For what decides how a value is computed. In flat text that value's expression tells what becomes of it. */
static inline eg_asker eg_for_choice(const eg_reader *r)
{
    return r->is_for_text && r->asker.owner ? r->asker : EG_FOR_STRUCTURE;
}

/* From now on values are asked for this; answers for what they were before. */
static inline eg_asker eg_ask_for(eg_reader *r, eg_asker asker)
{
    eg_asker before = r->asker;
    r->asker = asker;
    return before;
}

/* A value is asked for: of a node (part NULL), of `part`, the eg_parameter of a native component, or one that
 * elements of arrays share. */
void eg_note_influence(eg_reader *r, const void *owner, const void *part);
/* A parameter has gone into the spec as its last declared value. False: memory is out. */
bool eg_note_declared(eg_reader *r, const eg_node *node);
/* At the end: tells the spec which declared values are tunable, which parameters of components are not
 * because of what they reach, and how people read variables (r->legends). False: memory is out. */
bool eg_settle_influence(eg_reader *r, struct eg_spec *spec);

#endif
