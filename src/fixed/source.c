/* Seventeen digits bring every double back. An empty table is one zero, since C has no empty arrays. */
#include "fixed/source.h"

static void begin(FILE *f, const char *type, const char *name)
{
    fprintf(f, "static const %s %s[] = {\n", type, name);
}

static void end(FILE *f, int count)
{
    fputs(count == 0 ? "    {0}};\n" : "};\n", f);
}

static void doubles(FILE *f, const char *name, const double *x, int count)
{
    fprintf(f, "static const double %s[] = {", name);
    for (int i = 0; i < count; i++)
        fprintf(f, "%s%.17g", i == 0 ? "" : i % 4 ? ", " : ",\n    ", x[i]);
    fputs(count == 0 ? "0};\n" : "};\n", f);
}

static void integers(FILE *f, const char *name, const int *x, int count)
{
    fprintf(f, "static const int %s[] = {", name);
    for (int i = 0; i < count; i++)
        fprintf(f, "%s%d", i == 0 ? "" : i % 16 ? ", " : ",\n    ", x[i]);
    fputs(count == 0 ? "0};\n" : "};\n", f);
}

static void items(FILE *f, const eg_fixed_plan *p)
{
    begin(f, "eg_fixed_item", "items");
    for (int i = 0; i < p->items; i++) {
        const eg_fixed_item *k = &p->item[i];
        fprintf(f, "    {{%d, %d}, {%.17g, %.17g}, %d, %.17g},\n", k->body[0], k->body[1], k->factor[0],
                k->factor[1], k->motion, k->start);
    }
    end(f, p->items);
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
        fprintf(f, "    {%d, %d, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %d, speeds%d, forces%d},\n",
                k->item, k->normal, k->scale, k->coulomb, k->viscous, k->stribeck, k->decay, k->hold,
                k->points, i, i);
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

static void plan_itself(FILE *f, const eg_fixed_plan *p, const char *name)
{
    fprintf(f,
            "extern const eg_fixed_plan %s;\n"
            "const eg_fixed_plan %s = {\n"
            "    %.17g, %d, %d, mass, speed, %d, %d, %d, %d, %d, %d, %d, %d, items, springs, contacts,\n"
            "    frictions, stops, loads, input, outputs, place, first, row, coupling};\n",
            name, name, p->step, p->iterations, p->bodies, p->items, p->springs, p->contacts, p->frictions,
            p->stops, p->loads, p->inputs, p->outputs);
}

void eg_fixed_write_source(FILE *f, const eg_fixed_plan *p, const char *name, const char *const *input_names,
                           const char *const *output_names)
{
    fprintf(f, "/* %s: a plan for steps of %.17g s. Compile it with fixed_step.c of elastogap.\n", name,
            p->step);
    for (int i = 0; i < p->inputs; i++)
        fprintf(f, " * input  %d: %s\n", i, input_names[i]);
    for (int i = 0; i < p->outputs; i++)
        fprintf(f, " * output %d: %s\n", i, output_names[i]);
    fputs(" */\n#include \"elastogap/fixed.h\"\n\n", f);
    doubles(f, "mass", p->mass, p->bodies);
    doubles(f, "speed", p->speed, p->bodies);
    doubles(f, "input", p->input, p->inputs);
    items(f, p);
    springs(f, p);
    contacts(f, p);
    frictions(f, p);
    others(f, p);
    integers(f, "place", p->place, p->bodies);
    integers(f, "first", p->first, p->bodies);
    integers(f, "row", p->row, p->first[p->bodies - 1]);
    integers(f, "coupling", p->coupling, p->items);
    plan_itself(f, p, name);
}
