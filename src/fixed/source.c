/* Seventeen digits bring every double back. An empty table is one zero, since C has no empty arrays. */
#include "fixed/source.h"

#include <math.h>

static void begin(FILE *f, const char *type, const char *name)
{
    fprintf(f, "static const %s %s[] = {\n", type, name);
}

static void end(FILE *f, int count)
{
    fputs(count == 0 ? "    {0}};\n" : "};\n", f);
}

/* Of what begins with an array: one of it, of which all is written. */
static void end_nested(FILE *f, int count, const char *none)
{
    if (count == 0)
        fprintf(f, "    %s};\n", none);
    else
        fputs("};\n", f);
}

/* Before item i of those that stand so many to a line. */
static const char *separator(int i, int a_line)
{
    if (i == 0)
        return "";
    return i % a_line != 0 ? ", " : ",\n    ";
}

static void doubles(FILE *f, const char *name, const double *x, int count)
{
    fprintf(f, "static const double %s[] = {", name);
    for (int i = 0; i < count; i++)
        fprintf(f, "%s%.17g", separator(i, 4), x[i]);
    fputs(count == 0 ? "0};\n" : "};\n", f);
}

static void integers(FILE *f, const char *name, const int *x, int count)
{
    fprintf(f, "static const int %s[] = {", name);
    for (int i = 0; i < count; i++)
        fprintf(f, "%s%d", separator(i, 16), x[i]);
    fputs(count == 0 ? "0};\n" : "};\n", f);
}

static void items(FILE *f, const eg_fixed_plan *p)
{
    begin(f, "eg_fixed_item", "items");
    for (int i = 0; i < p->items; i++) {
        const eg_fixed_item *k = &p->item[i];
        fprintf(f, "    {{%d, %d}, {%.17g, %.17g}, {%d, %d}, %.17g},\n", k->body[0], k->body[1], k->factor[0],
                k->factor[1], k->motion[0], k->motion[1], k->start);
    }
    end_nested(f, p->items, "{{0, 0}, {0, 0}, {-1, -1}, 0}");
}

static void springs(FILE *f, const eg_fixed_plan *p)
{
    begin(f, "eg_fixed_spring", "springs");
    for (int i = 0; i < p->springs; i++) {
        const eg_spring_damper *k = &p->spring[i].law;
        fprintf(f, "    {%d, {%.17g, %.17g, %.17g}},\n", p->spring[i].item, k->c, k->d, k->s_rel0);
    }
    end(f, p->springs);
}

static void contacts(FILE *f, const eg_fixed_plan *p)
{
    begin(f, "eg_fixed_contact", "contacts");
    for (int i = 0; i < p->contacts; i++) {
        const eg_fixed_contact *k = &p->contact[i];
        const eg_elasto_gap *g = &k->law.gap;
        fprintf(f,
                "    {%d, %.17g, %.17g, %.17g, %.17g,\n"
                "     {(eg_contact_law)%d, {%.17g, %.17g, %.17g, %.17g, %.17g, %.17g}, %.17g, %.17g}},\n",
                k->item, k->sign, k->v_min, k->v_impact, k->v0, (int)k->law.law, g->c, g->d, g->s_rel0,
                g->s_ref, g->f_ref, g->n, k->law.D, k->law.transition);
    }
    end(f, p->contacts);
}

static void frictions(FILE *f, const eg_fixed_plan *p)
{
    char name[40];
    for (int i = 0; i < p->frictions; i++) {
        snprintf(name, sizeof name, "speeds%d", i);
        doubles(f, name, p->friction[i].speed, p->friction[i].points);
        snprintf(name, sizeof name, "forces%d", i);
        doubles(f, name, p->friction[i].force, p->friction[i].points);
    }
    begin(f, "eg_fixed_friction", "frictions");
    for (int i = 0; i < p->frictions; i++) {
        const eg_fixed_friction *k = &p->friction[i];
        fprintf(f,
                "    {%d, %d, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %d, speeds%d, forces%d,\n"
                "     %d, %.17g},\n",
                k->item, k->normal, k->scale, k->coulomb, k->viscous, k->stribeck, k->decay, k->hold,
                k->points, i, i, k->one_way, k->idle);
    }
    end(f, p->frictions);
}

static void others(FILE *f, const eg_fixed_plan *p)
{
    begin(f, "eg_fixed_stop", "stops");
    for (int i = 0; i < p->stops; i++)
        fprintf(f, "    {%d, %.17g, %.17g},\n", p->stop[i].item, p->stop[i].sign, p->stop[i].limit);
    end(f, p->stops);
    begin(f, "eg_fixed_load", "loads");
    for (int i = 0; i < p->loads; i++)
        fprintf(f, "    {%d, %d, %.17g},\n", p->load[i].body, p->load[i].input, p->load[i].coefficient);
    end(f, p->loads);
    begin(f, "eg_fixed_output", "outputs");
    for (int i = 0; i < p->outputs; i++)
        fprintf(f, "    {(eg_fixed_quantity)%d, %d, %.17g, %.17g},\n", (int)p->output[i].quantity,
                p->output[i].index, p->output[i].factor, p->output[i].offset);
    end(f, p->outputs);
}

static void heat(FILE *f, const eg_fixed_plan *p)
{
    const eg_fixed_heat *h = p->heat;
    begin(f, "eg_fixed_heat_node", "heat_nodes");
    for (int i = 0; i < h->nodes; i++)
        fprintf(f, "    {%.17g, %.17g, %d, %d},\n", h->node[i].capacity, h->node[i].start, h->node[i].is_held,
                h->node[i].input);
    end(f, h->nodes);
    begin(f, "eg_fixed_conductor", "conductors");
    for (int i = 0; i < h->conductors; i++) {
        const eg_fixed_conductor *c = &h->conductor[i];
        fprintf(f, "    {{%d, %d}, %d, (eg_fixed_heat_law)%d, %.17g},\n", c->node[0], c->node[1], c->input,
                (int)c->law, c->G);
    }
    end_nested(f, h->conductors, "{{0, 0}, -1, (eg_fixed_heat_law)0, 0}");
    begin(f, "eg_fixed_heater", "heaters");
    for (int i = 0; i < h->heaters; i++) {
        const eg_fixed_heater *k = &h->heater[i];
        fprintf(f, "    {%d, %d, %.17g, %.17g, %.17g},\n", k->node, k->input, k->coefficient, k->T_ref,
                k->alpha);
    }
    end(f, h->heaters);
    integers(f, "taker", h->taker, p->items);
    integers(f, "heat_place", h->place, h->nodes + 1);
    integers(f, "heat_first", h->first, h->nodes + 1);
    integers(f, "heat_row", h->row, h->first[h->nodes]);
    integers(f, "heat_coupling", h->coupling, h->conductors);
    fprintf(f,
            "static const eg_fixed_heat heat = {\n"
            "    %d, %d, %d, %d, heat_nodes, conductors, heaters, taker, heat_place, heat_first, heat_row,\n"
            "    heat_coupling};\n",
            h->nodes, h->conductors, h->heaters, h->is_linear);
}

/* Numbers of equations may be infinite, or none. */
static void number(FILE *f, double x)
{
    if (isnan(x))
        fputs("NAN", f);
    else if (isinf(x))
        fputs(x > 0 ? "HUGE_VAL" : "-HUGE_VAL", f);
    else
        fprintf(f, "%.17g", x);
}

static void operations(FILE *f, const eg_fixed_program *q)
{
    begin(f, "eg_fixed_operation", "operations");
    for (int i = 0; i < q->operations; i++) {
        const eg_fixed_operation *x = &q->operation[i];
        fprintf(f, "    {%d, %d, %d, %d, ", x->op, x->a, x->b, x->c);
        number(f, x->number);
        fputs("},\n", f);
    }
    end(f, q->operations);
    begin(f, "eg_fixed_source", "sources");
    for (int i = 0; i < q->sources; i++)
        fprintf(f, "    {%d, %d},\n", q->source[i].kind, q->source[i].index);
    end(f, q->sources);
    begin(f, "eg_fixed_unknown", "unknowns");
    for (int i = 0; i < q->unknowns; i++) {
        const eg_fixed_unknown *k = &q->unknown[i];
        fprintf(f, "    {%d, %d, %.17g, %d, %d},\n", k->row, k->is_state, k->start, k->first, k->count);
    }
    end(f, q->unknowns);
    integers(f, "followers", q->follower, q->followers);
    integers(f, "results", q->result, q->results);
    integers(f, "claims", q->claim, q->claims);
    doubles(f, "discretes", q->discrete, q->discretes);
}

static void events(FILE *f, const eg_fixed_program *q)
{
    begin(f, "eg_fixed_before", "befores");
    for (int i = 0; i < q->befores; i++)
        fprintf(f, "    {%d, %d, %.17g},\n", q->before[i].operation, q->before[i].is_discrete,
                q->before[i].start);
    end(f, q->befores);
    begin(f, "eg_fixed_clause", "clauses");
    for (int i = 0; i < q->clauses; i++)
        fprintf(f, "    {%d, %d, %d, %d},\n", q->clause[i].condition, q->clause[i].is_true,
                q->clause[i].other, q->clause[i].above);
    end(f, q->clauses);
    begin(f, "eg_fixed_action", "actions");
    for (int i = 0; i < q->actions; i++) {
        const eg_fixed_action *a = &q->action[i];
        fprintf(f, "    {%d, %d, %d, %d, %.17g},\n", a->kind, a->clause, a->target, a->value, a->factor);
    }
    end(f, q->actions);
    begin(f, "eg_fixed_law", "program_laws");
    for (int i = 0; i < q->laws; i++)
        fprintf(f, "    {%d, %d, %d, %d},\n", q->law[i].item, q->law[i].first, q->law[i].count,
                q->law[i].force);
    end(f, q->laws);
    begin(f, "eg_fixed_sample", "samples");
    for (int i = 0; i < q->samples; i++)
        fprintf(f, "    {%.17g, %.17g, %.17g},\n", q->sample[i].first, q->sample[i].interval,
                q->sample[i].next);
    end(f, q->samples);
}

static void program(FILE *f, const eg_fixed_program *q)
{
    operations(f, q);
    events(f, q);
    fprintf(f,
            "static const eg_fixed_program program = {\n"
            "    %.17g, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, operations, sources,\n"
            "    unknowns, followers,\n"
            "    results, discretes, befores, clauses, actions, samples, claims, program_laws};\n",
            q->start, q->operations, q->sources, q->unknowns, q->followers, q->results, q->discretes,
            q->befores, q->clauses, q->actions, q->samples, q->claims, q->laws, q->straight,
            q->results_follow);
}

static void plan_itself(FILE *f, const eg_fixed_plan *p, const char *name)
{
    fprintf(f,
            "extern const eg_fixed_plan %s;\n"
            "const eg_fixed_plan %s = {\n"
            "    %.17g, %d, %d, mass, speed, %d, %d, %d, %d, %d, %d, %d, %d, items, springs, contacts,\n"
            "    frictions, stops, loads, input, outputs, place, first, row, coupling, %s, 0, 0, %s};\n",
            name, name, p->step, p->iterations, p->bodies, p->items, p->springs, p->contacts, p->frictions,
            p->stops, p->loads, p->inputs, p->outputs, p->heat ? "&heat" : "0",
            p->program ? "&program" : "0");
}

void eg_fixed_write_source(FILE *f, const eg_fixed_plan *p, const char *name, const char *const *input_names,
                           const char *const *output_names)
{
    fprintf(f, "/* %s: a plan for steps of %.17g s. Compile it with what stands in fixed/run of elastogap.\n",
            name, p->step);
    for (int i = 0; i < p->inputs; i++)
        fprintf(f, " * input  %d: %s\n", i, input_names[i]);
    for (int i = 0; i < p->outputs; i++)
        fprintf(f, " * output %d: %s\n", i, output_names[i]);
    fputs(" */\n#include \"elastogap/fixed.h\"\n\n", f);
    doubles(f, "mass", p->mass, p->bodies);
    doubles(f, "speed", p->speed, p->bodies);
    doubles(f, "input", p->input, p->inputs + (p->program ? p->program->results : 0));
    items(f, p);
    springs(f, p);
    contacts(f, p);
    frictions(f, p);
    others(f, p);
    integers(f, "place", p->place, p->bodies);
    integers(f, "first", p->first, p->bodies);
    integers(f, "row", p->row, p->first[p->bodies - 1]);
    integers(f, "coupling", p->coupling, p->items);
    if (p->heat)
        heat(f, p);
    if (p->program)
        program(f, p->program);
    plan_itself(f, p, name);
}
