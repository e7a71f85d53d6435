#include "fit/write.h"

#include "base/json.h"
#include "base/names.h"
#include "base/number.h"

#include <math.h>

/* ---------------------------------------------------------------- JSON */

static void put_estimate(eg_json *j, const eg_fit_estimate *e)
{
    eg_json_opening(j, NULL, "{");
    eg_json_text(j, "name", e->name);
    eg_json_text(j, "unit", e->unit);
    eg_json_number(j, "value", e->value);
    eg_json_number(j, "start", e->start);
    eg_json_number(j, "deviation", e->deviation);
    eg_json_number(j, "low", e->low);
    eg_json_number(j, "high", e->high);
    eg_json_number(j, "profile_low", e->profile_low);
    eg_json_number(j, "profile_high", e->profile_high);
    eg_json_truth(j, "is_at_bound", e->is_at_bound);
    eg_json_truth(j, "is_told", e->is_told);
    eg_json_closing(j, "}");
}

static void put_series(eg_json *j, const eg_fit_series *s)
{
    eg_json_opening(j, NULL, "{");
    eg_json_text(j, "file", s->file);
    eg_json_text(j, "column", s->column);
    eg_json_text(j, "expression", s->expression);
    eg_json_text(j, "unit", s->unit);
    eg_json_number(j, "samples", (double)s->count);
    eg_json_number(j, "missing", (double)s->missing);
    eg_json_number(j, "outliers", (double)s->outliers);
    eg_json_number(j, "noise", s->noise);
    eg_json_number(j, "autocorrelation", s->autocorrelation);
    eg_json_number(j, "autocorrelation_chance", s->autocorrelation_chance);
    eg_json_number(j, "normal_chance", s->skew_chance);
    eg_json_closing(j, "}");
}

eg_status eg_fit_write_json(const eg_fit *fit, const char *path, eg_diagnostics *d)
{
    eg_status status;
    eg_file *f = eg_file_create(path, d, &status);
    if (!f)
        return status;
    eg_json j = {.file = f};
    const size_t n = fit->estimate_count;
    eg_file_text(f, "{");
    eg_json_text(&j, "model", fit->model);
    eg_json_number(&j, "samples", (double)fit->samples);
    eg_json_number(&j, "level", fit->level);
    eg_json_number(&j, "sum", fit->sum);
    eg_json_text(&j, "way", fit->way);
    eg_json_truth(&j, "has_settled", fit->has_settled);
    eg_json_opening(&j, "estimates", "[");
    for (size_t i = 0; i < n; i++)
        put_estimate(&j, &fit->estimates[i]);
    eg_json_closing(&j, "]");
    eg_json_opening(&j, "correlation", "[");
    for (size_t i = 0; i < n; i++) {
        eg_json_opening(&j, NULL, "[");
        for (size_t k = 0; k < n; k++)
            eg_json_number(&j, NULL, fit->correlation[i * n + k]);
        eg_json_closing(&j, "]");
    }
    eg_json_closing(&j, "]");
    eg_json_opening(&j, "series", "[");
    for (size_t i = 0; i < fit->series_count; i++)
        put_series(&j, &fit->series[i]);
    eg_json_closing(&j, "]");
    eg_json_opening(&j, "open", "[");
    for (size_t i = 0; i < fit->open_count; i++) {
        eg_json_opening(&j, NULL, "{");
        eg_json_text(&j, "words", fit->open[i].words);
        eg_json_opening(&j, "direction", "[");
        for (size_t k = 0; k < n; k++)
            eg_json_number(&j, NULL, fit->open[i].direction[k]);
        eg_json_closing(&j, "]");
        eg_json_closing(&j, "}");
    }
    eg_json_closing(&j, "]");
    eg_file_text(f, "\n}\n");
    return eg_file_commit(f, d);
}

static void put_value(eg_json *j, const eg_optimum_value *v)
{
    eg_json_opening(j, NULL, "{");
    eg_json_text(j, "name", v->name);
    eg_json_text(j, "unit", v->unit);
    eg_json_number(j, "value", v->value);
    eg_json_number(j, "start", v->start);
    eg_json_truth(j, "is_at_bound", v->is_at_bound);
    eg_json_closing(j, "}");
}

eg_status eg_optimum_write_json(const eg_optimum *best, const char *path, eg_diagnostics *d)
{
    eg_status status;
    eg_file *f = eg_file_create(path, d, &status);
    if (!f)
        return status;
    eg_json j = {.file = f};
    eg_file_text(f, "{");
    eg_json_text(&j, "model", best->model);
    eg_json_text(&j, "objective", best->text);
    eg_json_number(&j, "value", best->value);
    eg_json_number(&j, "begin", best->begin);
    eg_json_truth(&j, "is_within", best->is_within);
    eg_json_truth(&j, "has_settled", best->has_settled);
    eg_json_number(&j, "kink", best->kink);
    eg_json_number(&j, "equal", (double)best->equal);
    eg_json_number(&j, "steps", best->steps);
    eg_json_opening(&j, "values", "[");
    for (size_t i = 0; i < best->value_count; i++)
        put_value(&j, &best->values[i]);
    eg_json_closing(&j, "]");
    eg_json_opening(&j, "limits", "[");
    for (size_t i = 0; i < best->limit_count; i++) {
        eg_json_opening(&j, NULL, "{");
        eg_json_text(&j, "text", best->limits[i].text);
        eg_json_number(&j, "value", best->limits[i].value);
        eg_json_number(&j, "price", best->limits[i].price);
        eg_json_truth(&j, "is_active", best->limits[i].is_active);
        eg_json_closing(&j, "}");
    }
    eg_json_closing(&j, "]");
    eg_file_text(f, "\n}\n");
    return eg_file_commit(f, d);
}

/* ---------------------------------------------------------------- by the ending */

eg_status eg_fit_write(const eg_fit *fit, const char *path, eg_diagnostics *d)
{
    if (eg_path_ends(path, ".html"))
        return eg_fit_write_page(fit, path, d);
    if (eg_path_ends(path, ".json"))
        return eg_fit_write_json(fit, path, d);
    if (eg_path_ends(path, ".csv"))
        return eg_fit_write_residuals(fit, path, d);
    eg_report(d, EG_ERROR, EG_NOWHERE, "a fit cannot be written as %s", path);
    eg_remedy(d, "a page ends in .html, numbers in .json, samples in .csv");
    return EG_ERROR_USAGE;
}

/* ---------------------------------------------------------------- residuals */

static void put_number(eg_file *f, double value)
{
    char text[EG_NUMBER_SIZE];
    eg_file_text(f, ",");
    eg_file_put(f, text, eg_number_write(value, text));
}

eg_status eg_fit_write_residuals(const eg_fit *fit, const char *path, eg_diagnostics *d)
{
    eg_status status;
    eg_file *f = eg_file_create(path, d, &status);
    if (!f)
        return status;
    eg_file_text(f, "\"file\",\"column\",\"time\",\"measured\",\"model\",\"pull\"\n");
    for (size_t i = 0; i < fit->series_count; i++) {
        const eg_fit_series *s = &fit->series[i];
        for (size_t k = 0; k < s->count; k++) {
            eg_file_quoted(f, s->file);
            eg_file_text(f, ",");
            eg_file_quoted(f, s->column);
            put_number(f, s->time[k]);
            put_number(f, s->value[k]);
            put_number(f, s->model[k]);
            put_number(f, s->pull[k]);
            eg_file_text(f, "\n");
        }
    }
    return eg_file_commit(f, d);
}
