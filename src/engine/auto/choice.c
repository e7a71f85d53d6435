/* What the engine `auto` has chosen, and why. */
#include "engine/auto/parts.h"

/* In plain words, by the engines that made steps. */
static const char *reason_for(const eg_auto *e)
{
    const bool is_implicit = e->used_irk || e->used_ida;
    if (e->made_no_progress)
        return "the engines tried before it got no further";
    if (e->has_powers && e->in_pieces && !e->used_erk && !is_implicit)
        return "bodies that do not touch move on their own, and forces of those that do follow a power law";
    if (e->in_pieces && !e->has_powers)
        return e->used_erk || is_implicit
                   ? "between events all forces are linear, but some act much faster than others (stiff)"
                   : "between events all forces are linear, so that the motion is known in "
                     "closed form, for each "
                     "group of bodies that touch by itself";
    if (e->stiff)
        return "some forces act much faster than the motion (stiff), so that short steps would "
               "be needed without it";
    if (e->is_slower)
        return "its steps go so much further than those of erk that they cost less";
    if (e->given_up)
        return "the steps of erk, tried first, failed";
    if (e->left_exact > 0)
        return "some unknowns have no derivative (algebraic), and some forces act much faster "
               "than others (stiff)";
    if (e->used_exact)
        return e->used_erk
                   ? "between events all forces are linear; erk where every unknown has a derivative"
                   : "between events all forces are linear, so that the motion is known in closed form";
    if (!is_implicit)
        return "every unknown has a derivative, and no force acts much faster than the motion (not stiff)";
    if (!e->used_algebraic)
        return "every unknown has a derivative; steps of irk, tried as well, cost more than "
               "they go further";
    if (e->left_irk > 0)
        return "some unknowns have no derivative (algebraic), and irk failed where they are not determined";
    return e->used_erk ? "some unknowns have no derivative (algebraic) at times; erk at others"
                       : "some unknowns have no derivative (algebraic): equations of the instant give them";
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
    bool any = exact || erk || e->used_erk || e->used_irk || e->used_ida;
    *reason = any ? reason_for(e) : "no step was made";
    return names[(exact ? 1 : 0) + (erk ? 2 : 0) + (e->used_irk ? 4 : 0) + (e->used_ida ? 8 : 0)];
}
