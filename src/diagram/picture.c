/* Diagrams as PNG and PDF.
 *
 * librsvg draws the SVG by cairo. Both are loaded when the first such picture is written, since they bring
 * some thirty libraries that nothing else needs. Of their interfaces, which have been the same since
 * librsvg 2.46 and cairo 1.16, a few calls are used, which stand here: so building needs neither. */
#include "base/file.h"
#include "base/names.h"
#include "base/report.h"
#include "base/shared_library.h"
#include "diagram/raster.h"

#include <stdlib.h>
#include <string.h>

/* As librsvg/rsvg.h, cairo.h and glib.h declare them. */
typedef struct rsvg_rectangle {
    double x, y, width, height;
} rsvg_rectangle;
typedef struct g_error {
    uint32_t domain;
    int code;
    char *message;
} g_error;
typedef int (*cairo_write)(void *closure, const unsigned char *data, unsigned length);
enum { CAIRO_FORMAT_ARGB32 = 0, CAIRO_PDF_METADATA_CREATE_DATE = 5 };

typedef struct drawing_library {
    void *(*handle_new)(const uint8_t *data, size_t length, g_error **error);
    int (*handle_render)(void *handle, void *cr, const rsvg_rectangle *viewport, g_error **error);
    void (*object_unref)(void *object);
    void (*error_free)(g_error *error);
    void *(*image_create)(int format, int width, int height);
    unsigned char *(*image_data)(void *surface);
    int (*image_stride)(void *surface);
    void (*flush)(void *surface);
    int (*write_png)(void *surface, cairo_write write, void *closure);
    void *(*pdf_create)(cairo_write write, void *closure, double width, double height);
    void (*pdf_set_metadata)(void *surface, int which, const char *text);
    void *(*create)(void *surface);
    void (*destroy)(void *cr);
    int (*status)(void *surface);
    const char *(*status_text)(int status);
    void (*finish)(void *surface);
    void (*surface_destroy)(void *surface);
} drawing_library;

/* What librsvg stands on is found through it. */
static bool load(drawing_library *l)
{
    static const char *const names[] = {"librsvg-2.so.2", NULL};
    const eg_shared_function wanted[] = {{"rsvg_handle_new_from_data", &l->handle_new},
                                         {"rsvg_handle_render_document", &l->handle_render},
                                         {"g_object_unref", &l->object_unref},
                                         {"g_error_free", &l->error_free},
                                         {"cairo_image_surface_create", &l->image_create},
                                         {"cairo_image_surface_get_data", &l->image_data},
                                         {"cairo_image_surface_get_stride", &l->image_stride},
                                         {"cairo_surface_flush", &l->flush},
                                         {"cairo_surface_write_to_png_stream", &l->write_png},
                                         {"cairo_pdf_surface_create_for_stream", &l->pdf_create},
                                         {"cairo_pdf_surface_set_metadata", &l->pdf_set_metadata},
                                         {"cairo_create", &l->create},
                                         {"cairo_destroy", &l->destroy},
                                         {"cairo_surface_status", &l->status},
                                         {"cairo_status_to_string", &l->status_text},
                                         {"cairo_surface_finish", &l->finish},
                                         {"cairo_surface_destroy", &l->surface_destroy}};
    void *library = eg_shared_load(names, true, wanted, sizeof wanted / sizeof *wanted);
    eg_shared_unload(library); /* what was found stays */
    return library != NULL;
}

static int take(void *closure, const unsigned char *data, unsigned length)
{
    eg_file_put(closure, (const char *)data, length);
    return 0;
}

/* The SVG onto the surface; why not is *why, which is the caller's. */
static bool draw_on(const drawing_library *l, void *surface, const char *svg, size_t length,
                    rsvg_rectangle page, g_error **why)
{
    void *handle = l->handle_new((const uint8_t *)svg, length, why);
    if (!handle)
        return false;
    void *cr = l->create(surface);
    bool good = l->handle_render(handle, cr, &page, why) != 0;
    l->destroy(cr);
    l->object_unref(handle);
    return good;
}

static void report_drawing(const drawing_library *l, g_error *why, int status, eg_diagnostics *diagnostics)
{
    eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "cannot draw the diagram: %s",
              why ? why->message : l->status_text(status));
    eg_remedy(diagnostics, "write to a file that ends in .svg, which needs no drawing library");
    if (why)
        l->error_free(why);
}

/* PNG has two dots for a pixel, as long as cairo's images are large enough; PDF 72 points for 96 pixels. */
static eg_status draw_picture(const drawing_library *l, const eg_diagram *d, const char *svg, size_t length,
                              bool is_pdf, eg_file *file, eg_diagnostics *diagnostics)
{
    enum { MOST = 32767 };
    const double longest = d->width > d->height ? d->width : d->height;
    double scale = 2 * longest > MOST ? MOST / longest : 2;
    scale = is_pdf ? 0.75 : scale;
    const rsvg_rectangle page = {0, 0, scale * d->width, scale * d->height};
    g_error *why = NULL;
    void *surface =
        is_pdf ? l->pdf_create(take, file, page.width, page.height)
               : l->image_create(CAIRO_FORMAT_ARGB32, (int)(page.width + 0.5), (int)(page.height + 0.5));
    if (is_pdf)
        l->pdf_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, NULL); /* the same bytes always */
    bool good = l->status(surface) == 0 && draw_on(l, surface, svg, length, page, &why);
    int status = l->status(surface);
    if (good && status == 0 && !is_pdf)
        status = l->write_png(surface, take, file);
    l->finish(surface);
    status = status == 0 && is_pdf ? l->status(surface) : status;
    l->surface_destroy(surface);
    if (!good || status != 0)
        report_drawing(l, why, status, diagnostics);
    return good && status == 0 ? EG_OK : EG_ERROR_FILE;
}

static eg_status missing(const char *path, const char *what, eg_diagnostics *diagnostics)
{
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = path},
              "%s need the library librsvg, which is not installed", what);
    eg_remedy(diagnostics, "install it (Debian: sudo apt install librsvg2-2), or write .svg");
    return EG_ERROR_UNAVAILABLE;
}

eg_status eg_diagram_write(const eg_diagram *d, const char *path, eg_diagnostics *diagnostics)
{
    const bool is_png = eg_path_ends(path, ".png"), is_pdf = eg_path_ends(path, ".pdf");
    drawing_library library;
    eg_diagram shown = *d;
    char *svg = NULL;
    size_t length = 0;
    if (is_png || is_pdf) {
        shown.theme = d->theme == EG_DIAGRAM_AUTO ? EG_DIAGRAM_LIGHT : d->theme; /* no viewer to ask */
        if (!load(&library))
            return missing(path, "pictures .png and .pdf of diagrams", diagnostics);
    }
    eg_status status = eg_diagram_svg(&shown, &svg, &length);
    if (status != EG_OK) {
        eg_report_memory(diagnostics, "while drawing the diagram");
        return status;
    }
    eg_file *file = eg_file_create(path, diagnostics, &status);
    if (file && (is_png || is_pdf))
        status = draw_picture(&library, &shown, svg, length, is_pdf, file, diagnostics);
    else if (file)
        eg_file_put(file, svg, length);
    if (file && status == EG_OK)
        status = eg_file_commit(file, diagnostics);
    else
        eg_file_discard(file);
    free(svg);
    return status;
}

/* ---------------------------------------------------------------- frames */

struct eg_raster {
    drawing_library library;
    void *surface;
    rsvg_rectangle page;
};

eg_status eg_raster_create(int width, int height, const char *path, eg_diagnostics *diagnostics,
                           eg_raster **raster)
{
    *raster = NULL;
    eg_raster *r = calloc(1, sizeof *r);
    if (!r)
        return EG_ERROR_MEMORY;
    if (!load(&r->library)) {
        free(r);
        return missing(path, "moving pictures", diagnostics);
    }
    r->page = (rsvg_rectangle){0, 0, width, height};
    r->surface = r->library.image_create(CAIRO_FORMAT_ARGB32, width, height);
    if (r->library.status(r->surface) != 0) {
        eg_raster_free(r);
        return EG_ERROR_MEMORY;
    }
    *raster = r;
    return EG_OK;
}

eg_status eg_raster_draw(eg_raster *r, const char *svg, size_t length, eg_diagnostics *diagnostics)
{
    g_error *why = NULL;
    const bool good = draw_on(&r->library, r->surface, svg, length, r->page, &why);
    const int status = r->library.status(r->surface);
    if (!good || status != 0)
        report_drawing(&r->library, why, status, diagnostics);
    r->library.flush(r->surface);
    return good && status == 0 ? EG_OK : EG_ERROR_FILE;
}

const uint32_t *eg_raster_row(const eg_raster *r, int row)
{
    /* cairo aligns rows for its pixels */
    const void *pixels =
        r->library.image_data(r->surface) + (size_t)row * (size_t)r->library.image_stride(r->surface);
    return pixels;
}

void eg_raster_free(eg_raster *r)
{
    if (!r)
        return;
    r->library.surface_destroy(r->surface);
    free(r);
}
