#include "writers/plot_cairo.h"

#include <string.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"
#include "base/output.h"
#include "writers/font.h"
#include "writers/plot_scene.h"
#include "writers/png.h"
#include "writers/svg_text.h"

static const double MARGIN = 6, PIXELS = 2;
static const char *const extensions[] = { "pdf", "svg", "png" };
enum { PIXELS_PER_METRE = 5669 }; /* 144 dpi */
enum { FORMATS = sizeof extensions / sizeof extensions[0] };

static cairo_status_t keep(void *closure, const unsigned char *bytes, unsigned size)
{
    buf_add_n(closure, (const char *)bytes, size);
    return CAIRO_STATUS_SUCCESS;
}

static void white_ground(cairo_t *cr)
{
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
}

static void describe_pdf(cairo_surface_t *surface, const struct plot *plot,
                         const char *date, struct arena *a)
{
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE,
                                   ink_plain(a, plot->title));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT,
                                   ink_plain(a, plot->alt));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                   ink_pdf_date(a, date));
}

struct picture {
    const struct plot *plot;
    const struct plot_scene *scene;
    const char *extension, *date;
};

static cairo_surface_t *surface_for(const struct picture *p, double w, double h,
                                    struct buf *out)
{
    if (strcmp(p->extension, "png") == 0)
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(w * PIXELS + 0.5),
                                          (int)(h * PIXELS + 0.5));
    if (strcmp(p->extension, "svg") == 0)
        return cairo_svg_surface_create_for_stream(keep, out, w, h);
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(keep, out, w, h);
    describe_pdf(surface, p->plot, p->date, out->arena);
    return surface;
}

/* The picture's bytes in `out`; cairo's own words on failure, else NULL. */
static const char *render(struct ink *ink, const struct picture *p, struct buf *out)
{
    double w = p->scene->width + 2 * MARGIN, h = p->scene->height + 2 * MARGIN;
    bool png = strcmp(p->extension, "png") == 0;
    cairo_surface_t *surface = surface_for(p, w, h, out);
    ink->cr = cairo_create(surface);
    if (png) {
        white_ground(ink->cr);
        cairo_scale(ink->cr, PIXELS, PIXELS);
    }
    plot_scene_draw(ink, p->scene, MARGIN, MARGIN);
    cairo_show_page(ink->cr);
    cairo_status_t status = cairo_status(ink->cr);
    if (png && status == CAIRO_STATUS_SUCCESS)
        status = png_encode(surface, PIXELS_PER_METRE, out) ? status
                                                            : CAIRO_STATUS_NO_MEMORY;
    cairo_destroy(ink->cr);
    ink->cr = NULL;
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ? NULL : cairo_status_to_string(status);
}

static const char *extension_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < FORMATS; i++)
        if (strcmp(dot + 1, extensions[i]) == 0)
            return extensions[i];
    return NULL;
}

static bool write_scene(struct ink *ink, struct picture p, const char *path,
                        struct diag *dg)
{
    struct buf out = buf_on(dg->arena);
    const char *wrong = render(ink, &p, &out);
    if (wrong != NULL)
        return diag_world(dg, (struct where){ 0 }, "cannot draw '%s': %s", path, wrong);
    if (strcmp(p.extension, "svg") == 0)
        svg_settle(&out, ink_plain(dg->arena, p.plot->title),
                   ink_plain(dg->arena, p.plot->alt));
    return output_replace(dg->arena, path, out.text, out.length, dg);
}

static void warn(const struct ink *ink, const struct plot_scene *scene, struct diag *dg)
{
    const char *name = scene->plot->title ? scene->plot->title : "";
    if (scene->left_out > 0)
        diag_warn(dg, (struct where){ 0 },
                  "the chart '%s' has no room for %zu of its labels", name,
                  scene->left_out);
    if (ink->unknown > 0)
        diag_warn(dg, (struct where){ 0 },
                  "characters of the chart '%s' have no glyph in the fonts and show as "
                  "boxes, first in '%s'",
                  name, ink->unknown_in);
}

bool plot_write(const struct plot *plot, const char *path, const char *date,
                struct diag *dg)
{
    struct font_set fonts;
    struct picture p = { plot, NULL, extension_of(path), date };
    if (p.extension == NULL)
        return diag_error(dg, (struct where){ 0 },
                          "'%s' does not end in .pdf, .svg or .png; name one of them",
                          path);
    if (!font_open(&fonts, dg))
        return false;
    struct ink ink = { .arena = dg->arena, .fonts = &fonts };
    struct plot_scene scene = plot_scene_make(&ink, plot, 0);
    p.scene = &scene;
    bool good = write_scene(&ink, p, path, dg);
    warn(&ink, &scene, dg);
    ink_close(&ink);
    font_close(&fonts);
    return good;
}

bool plot_write_all(const struct plot *const *plots, size_t count, const char *folder,
                    const char *date, struct diag *dg)
{
    struct font_set fonts;
    if (!font_open(&fonts, dg))
        return false;
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        struct ink ink = { .arena = dg->arena, .fonts = &fonts };
        struct plot_scene scene = plot_scene_make(&ink, plots[i], 0);
        for (size_t k = 0; k < FORMATS && good; k++) {
            struct picture p = { plots[i], &scene, extensions[k], date };
            const char *path = arena_printf(dg->arena, "%s/%s.%s", folder,
                                            plots[i]->name, extensions[k]);
            good = write_scene(&ink, p, path, dg);
        }
        warn(&ink, &scene, dg);
        ink_close(&ink);
    }
    font_close(&fonts);
    return good;
}
