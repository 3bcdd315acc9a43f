/* font.h - the fonts of our documents, whatever the machine is set up to prefer.
 *
 * DejaVu Sans, Sans Bold and Sans Mono, from a fontconfig of our own that knows
 * nothing else: HOME, locale and the system's substitutions do not change a byte.
 */
#ifndef WRITERS_FONT_H
#define WRITERS_FONT_H

#include <stdbool.h>
#include <stddef.h>

struct _PangoContext;
struct _PangoFontMap;
struct _FcConfig;
struct diag;

struct font_set {
    struct _FcConfig *config;
    struct _PangoFontMap *map;
    struct _PangoContext *context; /* no hinting, unrounded positions, 72 dpi */
};

extern const char FONT_SANS[]; /* family names as pango knows them */
extern const char FONT_MONO[];

/* Looks in the usual folders, then asks the system's fontconfig.  False with a world
 * error that names what to install; otherwise close it. */
bool font_open(struct font_set *set, struct diag *dg);
void font_close(struct font_set *set);

/* The same from a list of folders alone, ended by NULL. */
bool font_open_in(struct font_set *set, const char *const *folders, struct diag *dg);

#endif
