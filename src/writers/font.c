#include "writers/font.h"

#include <string.h>
#include <unistd.h>

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

#include "base/arena.h"
#include "base/diag.h"

const char FONT_SANS[] = "DejaVu Sans";
const char FONT_MONO[] = "DejaVu Sans Mono";

static const struct {
    const char *file, *family;
    int weight;
} faces[] = {
    { "DejaVuSans.ttf", FONT_SANS, FC_WEIGHT_REGULAR },
    { "DejaVuSans-Bold.ttf", FONT_SANS, FC_WEIGHT_BOLD },
    { "DejaVuSansMono.ttf", FONT_MONO, FC_WEIGHT_REGULAR },
};
enum { FACES = sizeof faces / sizeof faces[0] };

/* Where distributions put them: Debian, Fedora (two ages), Arch, by hand. */
static const char *const usual[] = {
    "/usr/share/fonts/truetype/dejavu",
    "/usr/share/fonts/dejavu-sans-fonts",
    "/usr/share/fonts/dejavu",
    "/usr/share/fonts/TTF",
    "/usr/local/share/fonts/dejavu",
    PRICEPERF_PREFIX "/share/fonts/truetype/dejavu",
    NULL,
};

#ifdef __SANITIZE_ADDRESS__
/* Pango 1.50 keeps one reference to a fontconfig it was given: 4 KB an opening.  The
 * leak checker would end every test with it. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}
#endif

static bool in_folders(const char *const *folders, struct arena *a,
                       const char *paths[FACES])
{
    for (; *folders != NULL; folders++) {
        size_t found = 0;
        for (size_t i = 0; i < FACES; i++) {
            paths[i] = arena_printf(a, "%s/%s", *folders, faces[i].file);
            found += access(paths[i], R_OK) == 0;
        }
        if (found == FACES)
            return true;
    }
    return false;
}

static const char *from_system(FcConfig *system, size_t face, struct arena *a)
{
    FcPattern *want = FcPatternCreate();
    FcPatternAddString(want, FC_FAMILY, (const FcChar8 *)faces[face].family);
    FcPatternAddInteger(want, FC_WEIGHT, faces[face].weight);
    FcPatternAddInteger(want, FC_SLANT, FC_SLANT_ROMAN);
    FcConfigSubstitute(system, want, FcMatchPattern);
    FcDefaultSubstitute(want);
    FcResult result;
    FcPattern *match = FcFontMatch(system, want, &result);
    FcChar8 *file = NULL;
    const char *path = NULL;
    if (match && FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch) {
        const char *slash = strrchr((const char *)file, '/');
        if (slash && strcmp(slash + 1, faces[face].file) == 0)
            path = arena_strdup(a, (const char *)file);
    }
    if (match)
        FcPatternDestroy(match);
    FcPatternDestroy(want);
    return path;
}

static bool in_system(struct arena *a, const char *paths[FACES])
{
    FcConfig *system = FcInitLoadConfigAndFonts();
    if (system == NULL)
        return false;
    size_t found = 0;
    for (size_t i = 0; i < FACES; i++)
        found += (paths[i] = from_system(system, i, a)) != NULL;
    FcConfigDestroy(system);
    return found == FACES;
}

static void make_context(struct font_set *set)
{
    set->map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(set->map), set->config);
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(set->map), 72);
    set->context = pango_font_map_create_context(set->map);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(set->context, options);
    cairo_font_options_destroy(options);
    pango_cairo_context_set_resolution(set->context, 72);
    pango_context_set_round_glyph_positions(set->context, FALSE);
    pango_context_set_language(set->context, pango_language_from_string("en"));
    pango_context_set_base_dir(set->context, PANGO_DIRECTION_LTR);
}

static bool open_files(struct font_set *set, const char *const paths[FACES],
                       struct diag *dg)
{
    set->config = FcConfigCreate();
    for (size_t i = 0; i < FACES; i++) {
        if (FcConfigAppFontAddFile(set->config, (const FcChar8 *)paths[i]))
            continue;
        FcConfigDestroy(set->config);
        *set = (struct font_set){ 0 };
        return diag_world(dg, (struct where){ 0 },
                          "'%s' is not a font that can be read; reinstall the DejaVu "
                          "fonts (package fonts-dejavu-core)",
                          paths[i]);
    }
    make_context(set);
    return true;
}

static bool missing(struct diag *dg)
{
    return diag_world(dg, (struct where){ 0 },
                      "the fonts DejaVu Sans, Sans Bold and Sans Mono are not on this "
                      "system; install the package fonts-dejavu-core");
}

bool font_open_in(struct font_set *set, const char *const *folders, struct diag *dg)
{
    const char *paths[FACES];
    *set = (struct font_set){ 0 };
    if (!in_folders(folders, dg->arena, paths))
        return missing(dg);
    return open_files(set, paths, dg);
}

bool font_open(struct font_set *set, struct diag *dg)
{
    const char *paths[FACES];
    *set = (struct font_set){ 0 };
    if (!in_folders(usual, dg->arena, paths) && !in_system(dg->arena, paths))
        return missing(dg);
    return open_files(set, paths, dg);
}

void font_close(struct font_set *set)
{
    if (set->context)
        g_object_unref(set->context);
    if (set->map)
        g_object_unref(set->map);
    if (set->config)
        FcConfigDestroy(set->config);
    *set = (struct font_set){ 0 };
}
