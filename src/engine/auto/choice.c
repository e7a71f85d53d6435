/* What the engine `auto` has chosen, and why. */
#include "engine/auto/parts.h"

/* By the engines that made steps: those of exact in pieces, of erk, of irk or ida, of exact. */
static const char *reason_for(const eg_auto *e)
{
    const bool is_implicit = e->used_irk || e->used_ida;
    if (e->made_no_progress)
        return "the last one, since those before it made no progress";
    if (e->has_powers && e->in_pieces && !e->used_erk && !is_implicit)
        return "the model falls into pieces, and has laws of a power";
    if (e->in_pieces && !e->has_powers)
        return e->used_erk || is_implicit ? "the model is linear between events, but stiff"
                                          : "the model is linear between events, and falls into pieces";
    if (e->stiff)
        return "the model is explicit but stiff";
    if (e->is_slower)
        return "the model is explicit, and steps of irk go so much further that they cost less";
    if (e->given_up)
        return "explicit steps failed";
    if (e->left_exact > 0)
        return "some unknowns are algebraic, and the model is stiff";
    if (e->used_exact)
        return e->used_erk ? "erk where nothing is algebraic, else exact: the model is linear between events"
                           : "some unknowns are algebraic, and the model is linear between events";
    if (!is_implicit)
        return "the model is explicit and not stiff";
    if (!e->used_algebraic)
        return "the model is explicit, and steps of irk, tried, go no further than they cost more";
    if (e->left_irk > 0)
        return "some unknowns are algebraic, and irk has failed where they are singular";
    return e->used_erk ? "erk where nothing is algebraic" : "some unknowns are algebraic";
}

const char *eg_auto_choice(const eg_engine *engine, const char **reason)
{
    static const char *const names[] = {"auto",
                                        "exact",
                                        "erk",
                                        "exact and erk",
                                        "irk",
                                        "exact and irk",
                                        "erk and irk",
                                        "exact, erk and irk",
                                        "ida",
                                        "exact and ida",
                                        "erk and ida",
                                        "exact, erk and ida",
                                        "irk and ida",
                                        "exact, irk and ida",
                                        "erk, irk and ida",
                                        "exact, erk, irk and ida"};
    const eg_auto *e = (const eg_auto *)engine;
    bool in_pieces = e->in_pieces_counters.steps > 0;
    bool exact = e->used_exact || (in_pieces && !e->has_powers);
    bool erk = (e->used_erk && !e->given_up) || (in_pieces && e->has_powers);
    *reason = exact || erk || e->used_erk || e->used_irk || e->used_ida ? reason_for(e) : "no step was made";
    return names[(exact ? 1 : 0) + (erk ? 2 : 0) + (e->used_irk ? 4 : 0) + (e->used_ida ? 8 : 0)];
}
