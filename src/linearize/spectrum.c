/* Eigenvalues and mode shapes by LAPACK's dgeev, and the frequency response.
 *
 * For the response the matrix is scaled and brought to Hessenberg form once, by an orthogonal Q; then
 * (j omega - H) x = Q'B is solved at each frequency in n^2 steps (Laub (1981), IEEE Trans. Autom. Control 26,
 * 407-408). */
#include "linearize/lapack.h"
#include "linearize/linearize.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- eigenvalues */

static const double PI = 3.14159265358979323846;

typedef struct pair {
    double real, imaginary;
    size_t column; /* of its vector */
} pair;

static int by_size(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    const double left = hypot(x->real, x->imaginary), right = hypot(y->real, y->imaginary);
    if (left != right)
        return left < right ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

/* Scales the vector so that its largest entry is 1. */
static void normalize(double *shape, size_t n)
{
    double complex largest = 0;
    for (size_t k = 0; k < n; k++) {
        const double complex z = shape[2 * k] + shape[2 * k + 1] * I;
        largest = cabs(z) > cabs(largest) * (1 + 1e-12) ? z : largest;
    }
    for (size_t k = 0; k < n && largest != 0; k++) {
        const double complex z = (shape[2 * k] + shape[2 * k + 1] * I) / largest;
        shape[2 * k] = creal(z);
        shape[2 * k + 1] = cimag(z);
    }
}

/* dgeev stores of a pair real and imaginary part in two columns, the one with imaginary > 0 first. */
static void take(eg_linearization *l, size_t i, const pair *of, const double *vr)
{
    const size_t n = l->state_count, first = of->imaginary < 0 ? of->column - 1 : of->column;
    const double size = hypot(of->real, of->imaginary);
    l->eigenvalues[i] = (eg_linear_eigenvalue){of->real, of->imaginary, size / (2 * PI),
                                               size > 0 ? 0.0 - of->real / size : 0};
    for (size_t k = 0; k < n; k++) {
        double imaginary = of->imaginary == 0 ? 0 : vr[(first + 1) * n + k];
        l->shapes[2 * (i * n + k)] = vr[first * n + k];
        l->shapes[2 * (i * n + k) + 1] = of->imaginary < 0 ? -imaginary : imaginary;
    }
    normalize(l->shapes + 2 * i * n, n);
}

static eg_status decompose(const eg_lapack *lapack, eg_linearized *out)
{
    eg_linearization *l = &out->l;
    const int n = (int)l->state_count, one = 1, most = 8 * n + 8;
    const size_t square = l->state_count * l->state_count;
    double *a = calloc(2 * square + 2 * (size_t)n + (size_t)most, sizeof *a);
    pair *pairs = calloc((size_t)n + 1, sizeof *pairs);
    int info = 0;
    if (a && pairs) {
        double *vr = a + square, *wr = vr + square, *wi = wr + n, *work = wi + n;
        for (size_t i = 0; i < l->state_count; i++)
            for (size_t k = 0; k < l->state_count; k++)
                a[k * l->state_count + i] = l->A[i * l->state_count + k];
        lapack->dgeev("N", "V", &n, a, &n, wr, wi, NULL, &one, vr, &n, work, &most, &info, 1, 1);
        for (int i = 0; i < n; i++)
            pairs[i] = (pair){wr[i], wi[i], (size_t)i};
        qsort(pairs, (size_t)n, sizeof *pairs, by_size);
        for (int i = 0; i < n && info == 0; i++)
            take(l, (size_t)i, &pairs[i], vr);
    }
    const bool has_memory = a && pairs;
    free(a);
    free(pairs);
    if (!has_memory)
        return EG_ERROR_MEMORY;
    return info == 0 ? EG_OK : EG_ERROR_SIMULATION;
}

eg_status eg_linear_find_spectrum(eg_linearized *out)
{
    eg_linearization *l = &out->l;
    const size_t n = l->state_count;
    eg_lapack lapack;
    if (n > 0 && eg_lapack_load(&lapack) != EG_OK)
        return EG_ERROR_UNAVAILABLE;
    l->eigenvalues = eg_arena_array(out->arena, n + 1, sizeof *l->eigenvalues);
    l->shapes = eg_arena_array(out->arena, 2 * n * n + 1, sizeof *l->shapes);
    if (n == 0)
        return l->eigenvalues && l->shapes ? EG_OK : EG_ERROR_MEMORY;
    eg_status status = l->eigenvalues && l->shapes ? decompose(&lapack, out) : EG_ERROR_MEMORY;
    if (status != EG_OK) {
        l->eigenvalues = NULL;
        l->shapes = NULL;
    }
    eg_lapack_unload(&lapack);
    return status;
}

/* ---------------------------------------------------------------- the frequency response */

typedef struct reduced {
    int n;
    size_t inputs, outputs;
    double *h; /* (n x n) by columns, upper Hessenberg */
    double *b; /* (n x inputs) by columns */
    double *c; /* (n x outputs) by columns: C' */
    double *tau, *work;
    double complex *m, *x; /* (n x n) by rows; (n) */
    int room;
} reduced;

static int reduce(const eg_lapack *lapack, const eg_linearization *l, reduced *r)
{
    const int n = r->n, inputs = (int)r->inputs, outputs = (int)r->outputs;
    int low = 1, high = n, info = 0;
    double *scale = r->work;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            r->h[k * n + i] = l->A[i * n + k];
        for (int k = 0; k < inputs; k++)
            r->b[k * n + i] = l->B[i * inputs + k];
        for (int k = 0; k < outputs; k++)
            r->c[k * n + i] = l->C[k * n + i];
    }
    lapack->dgebal("S", &n, r->h, &n, &low, &high, scale, &info, 1);
    for (int i = 0; i < n && info == 0; i++) {
        for (int k = 0; k < inputs; k++)
            r->b[k * n + i] /= scale[i];
        for (int k = 0; k < outputs; k++)
            r->c[k * n + i] *= scale[i];
    }
    if (info == 0)
        lapack->dgehrd(&n, &low, &high, r->h, &n, r->tau, r->work, &r->room, &info);
    if (info == 0)
        lapack->dormhr("L", "T", &n, &inputs, &low, &high, r->h, &n, r->tau, r->b, &n, r->work, &r->room,
                       &info, 1, 1);
    if (info == 0)
        lapack->dormhr("L", "T", &n, &outputs, &low, &high, r->h, &n, r->tau, r->c, &n, r->work, &r->room,
                       &info, 1, 1);
    return info;
}

/* Solves (j omega - H) x = b of one column: elimination with the larger of the two rows there are. */
static void solve(reduced *r, double omega, const double *b)
{
    const int n = r->n;
    double complex *m = r->m, *x = r->x;
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int k = i > 0 ? i - 1 : 0; k < n; k++)
            m[i * n + k] = (i == k ? omega * I : 0) - r->h[k * n + i];
    }
    for (int k = 0; k + 1 < n; k++) {
        double complex *upper = m + k * n, *lower = upper + n;
        if (cabs(lower[k]) > cabs(upper[k])) {
            for (int j = k; j < n; j++) {
                const double complex swap = upper[j];
                upper[j] = lower[j];
                lower[j] = swap;
            }
            const double complex swap = x[k];
            x[k] = x[k + 1];
            x[k + 1] = swap;
        }
        const double complex factor = lower[k] == 0 ? 0 : lower[k] / upper[k];
        for (int j = k; j < n && factor != 0; j++)
            lower[j] -= factor * upper[j];
        x[k + 1] -= factor * x[k];
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            x[k] -= m[k * n + j] * x[j];
        x[k] = m[k * n + k] == 0 ? (double complex)NAN : x[k] / m[k * n + k];
    }
}

static void respond(reduced *r, const eg_linearization *l, double omega, double *response)
{
    for (size_t k = 0; k < r->inputs; k++) {
        if (r->n > 0)
            solve(r, omega, r->b + k * (size_t)r->n);
        for (size_t i = 0; i < r->outputs; i++) {
            double complex sum = l->D[i * r->inputs + k];
            for (int j = 0; j < r->n; j++)
                if (r->c[i * (size_t)r->n + (size_t)j] != 0)
                    sum += r->c[i * (size_t)r->n + (size_t)j] * r->x[j];
            response[2 * (i * r->inputs + k)] = creal(sum);
            response[2 * (i * r->inputs + k) + 1] = cimag(sum);
        }
    }
}

static bool make_room(reduced *r)
{
    const size_t n = (size_t)r->n, most = r->inputs > r->outputs ? r->inputs : r->outputs;
    r->room = (int)(64 * (n > most ? n : most) + 64);
    r->h = calloc(n * (n + r->inputs + r->outputs + 1) + (size_t)r->room + 1, sizeof *r->h);
    r->m = calloc(n * (n + 1) + 1, sizeof *r->m);
    if (!r->h || !r->m)
        return false;
    r->b = r->h + n * n;
    r->c = r->b + n * r->inputs;
    r->tau = r->c + n * r->outputs;
    r->work = r->tau + n;
    r->x = r->m + n * n;
    return true;
}

eg_status eg_linearization_response(const eg_linearization *l, const double *omega, size_t count,
                                    eg_diagnostics *diagnostics, double *response)
{
    reduced r = {.n = (int)l->state_count, .inputs = l->input_count, .outputs = l->output_count};
    eg_lapack lapack = {0};
    if (r.inputs == 0 || r.outputs == 0)
        return EG_OK;
    if (r.n > 0 && eg_lapack_load(&lapack) != EG_OK) {
        eg_lapack_missing(diagnostics, EG_ERROR, "frequency responses need");
        return EG_ERROR_UNAVAILABLE;
    }
    eg_status status = make_room(&r) ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK && r.n > 0 && reduce(&lapack, l, &r) != 0)
        status = EG_ERROR_MEMORY;
    for (size_t w = 0; w < count && status == EG_OK; w++)
        respond(&r, l, omega[w], response + 2 * w * r.outputs * r.inputs);
    free(r.h);
    free(r.m);
    eg_lapack_unload(&lapack);
    return status;
}
