/* Equilibria as files. */
#include "base/json.h"
#include "base/names.h"
#include "base/number.h"
#include "elastogap/steady.h"
#include "linearize/linearize.h"
#include "result/formats.h"

#include <string.h>

static const char *const stability_names[] = {"stable", "neutral", "one-sided", "unstable", "unknown"};

static void put_range(eg_json *j, const eg_steady_range *r)
{
    eg_json_opening(j, NULL, "{");
    eg_json_text(j, "component", r->component);
    eg_json_text(j, "variable", r->variable);
    eg_json_text(j, "unit", r->unit);
    eg_json_number(j, "low", r->low);
    eg_json_number(j, "high", r->high);
    eg_json_closing(j, "}");
}

static void put_equilibrium(eg_json *j, const eg_equilibrium *e, size_t number)
{
    eg_json_opening(j, NULL, "{");
    eg_json_number(j, "number", (double)number);
    eg_json_text(j, "stability", stability_names[e->stability]);
    eg_json_text(j, "words", e->words);
    eg_json_number(j, "residual", e->residual);
    eg_json_number(j, "relative_residual", e->relative_residual);
    eg_json_text(j, "residual_of", e->residual_of);
    eg_json_opening(j, "contacts", "[");
    for (size_t i = 0; i < e->contact_count; i++) {
        eg_json_opening(j, NULL, "{");
        eg_json_text(j, "component", e->contacts[i].component);
        eg_json_text(j, "mode", e->contacts[i].mode);
        eg_json_member(j, "at_edge");
        eg_file_text(j->file, e->contacts[i].is_at_edge ? "true" : "false");
        eg_json_closing(j, "}");
    }
    eg_json_closing(j, "]");
    eg_json_opening(j, "floating", "[");
    for (size_t i = 0; i < e->floating_count; i++)
        eg_json_text(j, NULL, e->floating[i]);
    eg_json_closing(j, "]");
    eg_json_opening(j, "moving", "[");
    for (size_t i = 0; i < e->moving_count; i++) {
        eg_json_opening(j, NULL, "{");
        eg_json_text(j, "state", e->moving[i].state);
        eg_json_text(j, "unit", e->moving[i].unit);
        eg_json_number(j, "speed", e->moving[i].speed);
        eg_json_closing(j, "}");
    }
    eg_json_closing(j, "]");
    eg_json_opening(j, "ranges", "[");
    for (size_t i = 0; i < e->range_count; i++)
        put_range(j, &e->ranges[i]);
    eg_json_closing(j, "]");
    eg_json_opening(j, "linear", "{");
    eg_linear_put_json(j, e->linear);
    eg_json_closing(j, "}");
    eg_json_closing(j, "}");
}

static void put_json(eg_file *f, const eg_equilibria *all)
{
    eg_json j = {.file = f};
    eg_file_text(f, "{");
    eg_json_text(&j, "model", all->model);
    eg_json_number(&j, "time", all->time);
    eg_json_member(&j, "complete");
    eg_file_text(f, all->is_complete ? "true" : "false");
    eg_json_text(&j, "extent", all->extent);
    eg_json_opening(&j, "equilibria", "[");
    for (size_t i = 0; i < all->count; i++)
        put_equilibrium(&j, &all->items[i], i + 1);
    eg_json_closing(&j, "]");
    eg_file_text(f, "\n}\n");
}

/* ---------------------------------------------------------------- CSV */

static void put_value(eg_file *f, double value)
{
    char text[EG_NUMBER_SIZE];
    eg_file_put(f, text, eg_number_write(value, text));
}

/* The state of equilibrium e with this name; NULL: it is no state there. */
static const eg_linear_variable *state_named(const eg_equilibrium *e, const char *name)
{
    for (size_t k = 0; k < e->linear->state_count; k++)
        if (strcmp(e->linear->states[k].name, name) == 0)
            return &e->linear->states[k];
    return NULL;
}

/* Has an equilibrium before number i this state? */
static bool came_before(const eg_equilibria *all, size_t i, const char *name)
{
    for (size_t k = 0; k < i; k++)
        if (state_named(&all->items[k], name))
            return true;
    return false;
}

/* Columns are all states of all; those that one does not have are empty there. `of`: NULL for the head. */
static void put_states(eg_file *f, const eg_equilibria *all, const eg_equilibrium *of)
{
    for (size_t i = 0; i < all->count; i++)
        for (size_t k = 0; k < all->items[i].linear->state_count; k++) {
            const char *name = all->items[i].linear->states[k].name;
            if (came_before(all, i, name))
                continue;
            eg_file_text(f, ",");
            const eg_linear_variable *v = of ? state_named(of, name) : NULL;
            if (!of)
                eg_file_quoted(f, name);
            else if (v)
                put_value(f, v->value);
        }
}

static void put_csv(eg_file *f, const eg_equilibria *all)
{
    eg_file_text(f, "\"number\",\"stability\"");
    put_states(f, all, NULL);
    for (size_t k = 0; all->count > 0 && k < all->items[0].contact_count; k++) {
        eg_file_text(f, ",");
        eg_file_quoted(f, all->items[0].contacts[k].component);
    }
    eg_file_text(f, "\n");
    for (size_t i = 0; i < all->count; i++) {
        put_value(f, (double)(i + 1));
        eg_file_text(f, ",");
        eg_file_quoted(f, stability_names[all->items[i].stability]);
        put_states(f, all, &all->items[i]);
        for (size_t k = 0; k < all->items[i].contact_count; k++) {
            eg_file_text(f, ",");
            eg_file_quoted(f, all->items[i].contacts[k].mode);
        }
        eg_file_text(f, "\n");
    }
}

eg_status eg_equilibria_write(const eg_equilibria *all, const char *path, eg_diagnostics *diagnostics)
{
    eg_status status;
    const bool is_json = eg_path_ends(path, ".json");
    if (!is_json && !eg_path_ends(path, ".csv")) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE,
                  "equilibria are written as .json or .csv, but not as '%s'", path);
        eg_remedy(diagnostics, "write a name with one of these endings");
        return EG_ERROR_USAGE;
    }
    eg_file *file = eg_file_create(path, diagnostics, &status);
    if (!file)
        return status;
    if (is_json)
        put_json(file, all);
    else
        put_csv(file, all);
    return eg_file_commit(file, diagnostics);
}
