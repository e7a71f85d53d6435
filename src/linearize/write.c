/* A linearization as a file. */
#include "linearize/linearize.h"

#include "base/json.h"
#include "base/number.h"
#include "result/formats.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_number(eg_file *f, double value)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(value, text);
    eg_file_text(f, text);
}

/* ---------------------------------------------------------------- JSON */

static void put_variables(eg_json *j, const char *name, const eg_linear_variable *v, size_t count,
                          bool has_rates)
{
    eg_json_opening(j, name, "[");
    for (size_t i = 0; i < count; i++) {
        eg_json_opening(j, NULL, "{");
        eg_json_text(j, "name", v[i].name);
        eg_json_text(j, "unit", v[i].unit);
        eg_json_number(j, "value", v[i].value);
        if (has_rates)
            eg_json_number(j, "rate", v[i].rate);
        eg_json_closing(j, "}");
    }
    eg_json_closing(j, "]");
}

/* A row a line. */
static void put_json_matrix(eg_json *j, const char *name, const double *a, size_t rows, size_t columns)
{
    eg_json_opening(j, name, "[");
    for (size_t i = 0; i < rows; i++) {
        eg_json_member(j, NULL);
        eg_file_text(j->file, "[");
        for (size_t k = 0; k < columns; k++) {
            eg_file_text(j->file, k > 0 ? ", " : "");
            eg_json_value(j, a[i * columns + k]);
        }
        eg_file_text(j->file, "]");
    }
    eg_json_closing(j, "]");
}

static void put_spectrum(eg_json *j, const eg_linearization *l)
{
    if (!l->eigenvalues)
        return;
    eg_json_opening(j, "eigenvalues", "[");
    for (size_t i = 0; i < l->state_count; i++) {
        const eg_linear_eigenvalue *e = &l->eigenvalues[i];
        const double *shape = l->shapes + 2 * i * l->state_count;
        eg_json_opening(j, NULL, "{");
        eg_json_number(j, "real", e->real);
        eg_json_number(j, "imaginary", e->imaginary);
        eg_json_number(j, "frequency_Hz", e->frequency);
        eg_json_number(j, "damping_ratio", e->damping);
        for (int part = 0; part < 2; part++) {
            eg_json_member(j, part ? "shape_imaginary" : "shape_real");
            eg_file_text(j->file, "[");
            for (size_t k = 0; k < l->state_count; k++) {
                eg_file_text(j->file, k > 0 ? ", " : "");
                eg_json_value(j, shape[2 * k + (size_t)part]);
            }
            eg_file_text(j->file, "]");
        }
        eg_json_closing(j, "}");
    }
    eg_json_closing(j, "]");
}

void eg_linear_put_json(eg_json *j, const eg_linearization *l)
{
    eg_json_text(j, "model", l->model);
    eg_json_number(j, "time", l->time);
    put_variables(j, "states", l->states, l->state_count, true);
    put_variables(j, "inputs", l->inputs, l->input_count, false);
    put_variables(j, "outputs", l->outputs, l->output_count, false);
    put_json_matrix(j, "A", l->A, l->state_count, l->state_count);
    put_json_matrix(j, "B", l->B, l->state_count, l->input_count);
    put_json_matrix(j, "C", l->C, l->output_count, l->state_count);
    put_json_matrix(j, "D", l->D, l->output_count, l->input_count);
    eg_json_opening(j, "modes", "[");
    for (size_t i = 0; i < l->contact_count; i++) {
        eg_json_opening(j, NULL, "{");
        eg_json_text(j, "component", l->contacts[i].component);
        eg_json_text(j, "mode", l->contacts[i].mode);
        eg_json_closing(j, "}");
    }
    eg_json_closing(j, "]");
    eg_json_opening(j, "left_out", "[");
    for (size_t i = 0; i < l->omission_count; i++) {
        eg_json_opening(j, NULL, "{");
        eg_json_text(j, "name", l->omissions[i].name);
        eg_json_text(j, "reason", l->omissions[i].reason);
        eg_json_closing(j, "}");
    }
    eg_json_closing(j, "]");
    put_spectrum(j, l);
    eg_json_opening(j, "kinks", "[");
    for (size_t i = 0; i < l->kink_count; i++) {
        eg_json_opening(j, NULL, "{");
        eg_json_text(j, "component", l->kinks[i].component);
        eg_json_text(j, "event", l->kinks[i].event);
        eg_json_number(j, "share", l->kinks[i].share);
        if (l->kinks[i].beyond) {
            eg_json_opening(j, "beyond", "{");
            eg_linear_put_json(j, l->kinks[i].beyond);
            eg_json_closing(j, "}");
        }
        eg_json_closing(j, "}");
    }
    eg_json_closing(j, "]");
}

static void put_json(eg_file *f, const eg_linearization *l)
{
    eg_json j = {.file = f};
    eg_file_text(f, "{");
    eg_linear_put_json(&j, l);
    eg_file_text(f, "\n}\n");
}

/* ---------------------------------------------------------------- CSV */

static void put_csv_row(eg_file *f, const char *before, const char *name, const char *after,
                        const double *left, size_t left_count, const double *right, size_t right_count)
{
    char *text = malloc(strlen(before) + strlen(name) + strlen(after) + 1);
    if (text)
        eg_file_quoted(f, strcat(strcat(strcpy(text, before), name), after));
    else
        eg_file_fail(f, ENOMEM);
    free(text);
    for (size_t k = 0; k < left_count + right_count; k++) {
        eg_file_text(f, ",");
        put_number(f, k < left_count ? left[k] : right[k - left_count]);
    }
    eg_file_text(f, "\n");
}

/* [A, B; C, D], with the names of columns above and those of rows before. */
static void put_csv(eg_file *f, const eg_linearization *l)
{
    eg_file_quoted(f, "");
    for (size_t k = 0; k < l->state_count + l->input_count; k++) {
        eg_file_text(f, ",");
        eg_file_quoted(f, k < l->state_count ? l->states[k].name : l->inputs[k - l->state_count].name);
    }
    eg_file_text(f, "\n");
    for (size_t i = 0; i < l->state_count; i++)
        put_csv_row(f, "der(", l->states[i].name, ")", l->A + i * l->state_count, l->state_count,
                    l->B + i * l->input_count, l->input_count);
    for (size_t i = 0; i < l->output_count; i++)
        put_csv_row(f, "", l->outputs[i].name, "", l->C + i * l->state_count, l->state_count,
                    l->D + i * l->input_count, l->input_count);
}

/* ---------------------------------------------------------------- Modelica */

/* A text as a Modelica string, or in a comment's quotes. */
static void put_quoted(eg_file *f, const char *text)
{
    eg_file_text(f, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            eg_file_text(f, "\\");
        eg_file_put(f, text, 1);
    }
    eg_file_text(f, "\"");
}

static void put_identifier(eg_file *f, const char *model, size_t number)
{
    const char *dot = strrchr(model, '.'), *last = dot && !strchr(model, '\'') ? dot + 1 : model;
    char text[24];
    for (const char *c = last; *c; c++) {
        const bool is_plain =
            (*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z');
        eg_file_put(f, is_plain ? c : "_", 1);
    }
    eg_file_text(f, "_linear");
    snprintf(text, sizeof text, "_beyond%zu", number);
    eg_file_text(f, number > 0 ? text : "");
}

/* A parameter with its matrix, if it has entries. */
static void put_matrix(eg_file *f, const char *name, const double *a, size_t rows, size_t columns)
{
    char text[80];
    if (rows == 0 || columns == 0)
        return;
    snprintf(text, sizeof text, "  parameter Real %s[%zu, %zu] = [", name, rows, columns);
    eg_file_text(f, text);
    for (size_t i = 0; i < rows * columns; i++) {
        if (i > 0)
            eg_file_text(f, i % columns == 0 ? ";\n    " : ", ");
        put_number(f, a[i]);
    }
    eg_file_text(f, "];\n");
}

static void put_vector(eg_file *f, const char *name, const eg_linear_variable *v, size_t count, bool of_rates)
{
    char text[80];
    snprintf(text, sizeof text, "  parameter Real %s[%zu] = {", name, count);
    eg_file_text(f, count > 0 ? text : "");
    for (size_t i = 0; i < count; i++) {
        eg_file_text(f, i > 0 ? ", " : "");
        put_number(f, of_rates ? v[i].rate : v[i].value);
    }
    eg_file_text(f, count > 0 ? "};\n" : "");
}

static void put_legend(eg_file *f, char letter, const eg_linear_variable *v, size_t count)
{
    char text[40];
    for (size_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, "  // %c[%zu] = ", letter, i + 1);
        eg_file_text(f, text);
        eg_file_text(f, v[i].name);
        eg_file_text(f, *v[i].unit ? " [" : "");
        eg_file_text(f, v[i].unit);
        eg_file_text(f, *v[i].unit ? "]\n" : "\n");
    }
}

static void put_declaration(eg_file *f, const char *before, size_t count, const char *after)
{
    char text[120];
    snprintf(text, sizeof text, "  %s[%zu]%s;\n", before, count, after);
    eg_file_text(f, count > 0 ? text : "");
}

static void put_model(eg_file *f, const eg_linearization *l, size_t number)
{
    const size_t states = l->state_count, inputs = l->input_count, outputs = l->output_count;
    char text[80];
    eg_file_text(f, "model ");
    put_identifier(f, l->model, number);
    eg_file_text(f, " ");
    char at[EG_NUMBER_SIZE];
    eg_number_write(l->time, at);
    char *comment = malloc(strlen(l->model) + 80);
    if (comment) {
        sprintf(comment, "%s about its point at %s s", l->model, at);
        put_quoted(f, comment);
        free(comment);
    } else {
        eg_file_fail(f, ENOMEM);
    }
    eg_file_text(f, "\n");
    put_legend(f, 'x', l->states, states);
    put_legend(f, 'u', l->inputs, inputs);
    put_legend(f, 'y', l->outputs, outputs);
    put_matrix(f, "A", l->A, states, states);
    put_matrix(f, "B", l->B, states, inputs);
    put_matrix(f, "C", l->C, outputs, states);
    put_matrix(f, "D", l->D, outputs, inputs);
    put_vector(f, "x0", l->states, states, false);
    put_vector(f, "der_x0", l->states, states, true);
    put_vector(f, "u0", l->inputs, inputs, false);
    put_vector(f, "y0", l->outputs, outputs, false);
    put_declaration(f, "input Real u", inputs, "(start = u0)");
    put_declaration(f, "output Real y", outputs, "");
    put_declaration(f, "Real x", states, "(start = x0, each fixed = true)");
    eg_file_text(f, "equation\n");
    if (states > 0) {
        eg_file_text(f, "  der(x) = der_x0 + A*(x - x0)");
        eg_file_text(f, inputs > 0 ? " + B*(u - u0);\n" : ";\n");
    }
    if (outputs > 0) {
        eg_file_text(f, "  y = y0");
        eg_file_text(f, states > 0 ? " + C*(x - x0)" : "");
        eg_file_text(f, inputs > 0 ? " + D*(u - u0);\n" : ";\n");
    }
    eg_file_text(f, "  annotation(experiment(StartTime = ");
    eg_file_text(f, at);
    eg_file_text(f, ", StopTime = ");
    eg_number_write(l->time + 1, text);
    eg_file_text(f, text);
    eg_file_text(f, "));\nend ");
    put_identifier(f, l->model, number);
    eg_file_text(f, ";\n");
}

/* The model at the point comes last: that is the one which is taken where none is named. */
static void put_modelica(eg_file *f, const eg_linearization *l)
{
    for (size_t i = 0; i < l->kink_count; i++)
        if (l->kinks[i].beyond)
            put_model(f, l->kinks[i].beyond, i + 1);
    put_model(f, l, 0);
}

/* ---------------------------------------------------------------- MAT */

/* A matrix by columns. */
static bool put_mat_matrix(eg_file *f, const char *name, const double *a, size_t rows, size_t columns)
{
    double *turned = calloc(rows * columns + 1, sizeof *turned);
    for (size_t i = 0; i < rows && turned; i++)
        for (size_t k = 0; k < columns; k++)
            turned[k * rows + i] = a[i * columns + k];
    if (turned)
        eg_mat_put(f, name, EG_MAT_DOUBLES, turned, rows, columns);
    free(turned);
    return turned != NULL;
}

/* A text a row, padded with blanks: MATLAB's matrices of letters. */
static bool put_texts(eg_file *f, const char *name, const char *const *texts, size_t count)
{
    size_t width = 1;
    for (size_t i = 0; i < count; i++)
        width = strlen(texts[i]) > width ? strlen(texts[i]) : width;
    char *letters = malloc(width * count + 1);
    for (size_t i = 0; i < count && letters; i++)
        for (size_t k = 0; k < width; k++)
            letters[k * count + i] = k < strlen(texts[i]) ? texts[i][k] : ' ';
    if (letters)
        eg_mat_put(f, name, EG_MAT_LETTERS, letters, count, width);
    free(letters);
    return letters != NULL;
}

/* States, then inputs, then outputs. */
static bool put_all_names(eg_file *f, const eg_linearization *l)
{
    const size_t count = l->state_count + l->input_count + l->output_count;
    const char **names = calloc(2 * count + 1, sizeof *names);
    if (!names)
        return false;
    for (size_t i = 0; i < count; i++) {
        const eg_linear_variable *v = i < l->state_count ? &l->states[i] : &l->inputs[i - l->state_count];
        if (i >= l->state_count + l->input_count)
            v = &l->outputs[i - l->state_count - l->input_count];
        names[i] = v->name;
        names[count + i] = v->unit;
    }
    const bool good = put_texts(f, "xuyName", names, count) && put_texts(f, "xuyUnit", names + count, count);
    free(names);
    return good;
}

static bool put_values(eg_file *f, const char *name, const eg_linear_variable *v, size_t count, bool of_rates)
{
    double *values = calloc(count + 1, sizeof *values);
    for (size_t i = 0; i < count && values; i++)
        values[i] = of_rates ? v[i].rate : v[i].value;
    if (values)
        eg_mat_put(f, name, EG_MAT_DOUBLES, values, count, 1);
    free(values);
    return values != NULL;
}

/* Dymola's [A, B; C, D]. */
static bool put_whole(eg_file *f, const eg_linearization *l)
{
    const size_t n = l->state_count, rows = n + l->output_count, columns = n + l->input_count;
    double *whole = calloc(rows * columns + 1, sizeof *whole);
    for (size_t i = 0; i < rows && whole; i++)
        for (size_t k = 0; k < columns; k++) {
            const double *left = i < n ? l->A + i * n : l->C + (i - n) * n;
            const double *right = i < n ? l->B + i * l->input_count : l->D + (i - n) * l->input_count;
            whole[i * columns + k] = k < n ? left[k] : right[k - n];
        }
    const bool good = whole && put_mat_matrix(f, "ABCD", whole, rows, columns);
    free(whole);
    return good;
}

static bool put_poles(eg_file *f, const eg_linearization *l)
{
    double *poles = calloc(2 * l->state_count + 1, sizeof *poles);
    for (size_t i = 0; i < l->state_count && poles && l->eigenvalues; i++) {
        poles[2 * i] = l->eigenvalues[i].real;
        poles[2 * i + 1] = l->eigenvalues[i].imaginary;
    }
    const bool good = poles && (!l->eigenvalues || put_mat_matrix(f, "poles", poles, l->state_count, 2));
    free(poles);
    return good;
}

static bool put_mat(eg_file *f, const eg_linearization *l)
{
    const size_t n = l->state_count;
    const double order = (double)n;
    eg_mat_put(f, "nx", EG_MAT_DOUBLES, &order, 1, 1);
    eg_mat_put(f, "time", EG_MAT_DOUBLES, &l->time, 1, 1);
    return put_whole(f, l) && put_all_names(f, l) && put_mat_matrix(f, "A", l->A, n, n) &&
           put_mat_matrix(f, "B", l->B, n, l->input_count) &&
           put_mat_matrix(f, "C", l->C, l->output_count, n) &&
           put_mat_matrix(f, "D", l->D, l->output_count, l->input_count) &&
           put_values(f, "x0", l->states, n, false) && put_values(f, "der_x0", l->states, n, true) &&
           put_values(f, "u0", l->inputs, l->input_count, false) &&
           put_values(f, "y0", l->outputs, l->output_count, false) && put_poles(f, l);
}

/* ---------------------------------------------------------------- */

static bool is_known(const char *path)
{
    return eg_path_ends(path, ".json") || eg_path_ends(path, ".csv") || eg_path_ends(path, ".mo") ||
           eg_path_ends(path, ".mat");
}

eg_status eg_linearization_write(const eg_linearization *l, const char *path, eg_diagnostics *diagnostics)
{
    eg_status status;
    bool has_memory = true;
    if (!is_known(path)) {
        eg_report(diagnostics, EG_ERROR, (eg_place){.file = path},
                  "the name of a linear model's file ends in .json, .csv, .mo or .mat");
        eg_remedy(diagnostics, "write a name with one of these endings");
        return EG_ERROR_USAGE;
    }
    eg_file *f = eg_file_create(path, diagnostics, &status);
    if (!f)
        return status;
    if (eg_path_ends(path, ".json"))
        put_json(f, l);
    else if (eg_path_ends(path, ".csv"))
        put_csv(f, l);
    else if (eg_path_ends(path, ".mo"))
        put_modelica(f, l);
    else
        has_memory = put_mat(f, l);
    if (has_memory)
        return eg_file_commit(f, diagnostics);
    eg_file_discard(f);
    return EG_ERROR_MEMORY;
}
