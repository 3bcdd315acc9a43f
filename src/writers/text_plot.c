#include "writers/text.h"

#include <stdbool.h>

#include "base/arena.h"
#include "report/plot.h"
#include "writers/plot_axis.h"
#include "writers/text_wrap.h"

enum { WIDTH = 88, DIGITS = 4 };

static const char *on_axis(struct arena *a, const struct plot_axis *axis, double v)
{
    if (axis->name_count > 0 && v >= 0 && v < (double)axis->name_count)
        return text_plain(a, axis->names[(size_t)v]);
    return axis_value(a, v, axis->unit, DIGITS);
}

static const char *span_on(struct arena *a, const struct plot_axis *axis, double low,
                           double high)
{
    return arena_printf(a, "%s to %s", on_axis(a, axis, low), on_axis(a, axis, high));
}

static void put(FILE *to, struct arena *a, const char *text)
{
    struct text_place place = { "    ", WIDTH };
    text_put(to, a, text, place);
}

static void put_axis(FILE *to, struct arena *a, const char *which,
                     const struct plot_axis *axis)
{
    struct axis made = axis_make(a, axis, 1, 10, 5);
    const char *title = axis_title(a, &made);
    if (title[0] && axis->name_count == 0)
        put(to, a, arena_printf(a, "%s: %s", which, title));
}

/* Every bar is a line; of a line its ends; of points and bins how many. */
static void put_bars(FILE *to, struct arena *a, const struct plot *plot,
                     const struct plot_series *s)
{
    bool sideways = plot->y.name_count > 0;
    const struct plot_axis *names = sideways ? &plot->y : &plot->x;
    const struct plot_axis *values = sideways ? &plot->x : &plot->y;
    for (size_t i = 0; i < s->count; i++) {
        const struct plot_point *p = &s->points[i];
        const char *value = on_axis(a, values, p->y);
        if (s->kind == PLOT_TORNADO)
            value = arena_printf(a, "%s (%s) to %s (%s)", on_axis(a, values, p->low),
                                 p->low_label ? p->low_label : "low",
                                 on_axis(a, values, p->high),
                                 p->high_label ? p->high_label : "high");
        const char *name =
            s->name && s->name[0] ? arena_printf(a, ", %s", s->name) : "";
        put(to, a, arena_printf(a, "%s%s: %s", on_axis(a, names, p->x), name, value));
    }
}

static void put_ends(FILE *to, struct arena *a, const struct plot *plot,
                     const struct plot_series *s)
{
    const struct plot_point *first = &s->points[0], *last = &s->points[s->count - 1];
    const char *name = s->name && s->name[0] ? s->name : "values";
    if (s->kind == PLOT_HISTOGRAM)
        put(to, a,
            arena_printf(a, "%s: %zu bins from %s", name, s->count,
                         span_on(a, &plot->x, first->low, last->high)));
    else if (s->kind == PLOT_BAND)
        put(to, a,
            arena_printf(a, "%s: %s at %s, %s at %s", name,
                         span_on(a, &plot->y, first->low, first->high),
                         on_axis(a, &plot->x, first->x),
                         span_on(a, &plot->y, last->low, last->high),
                         on_axis(a, &plot->x, last->x)));
    else if (s->count == 1)
        put(to, a,
            arena_printf(a, "%s: %s at %s", name, on_axis(a, &plot->y, first->y),
                         on_axis(a, &plot->x, first->x)));
    else
        put(to, a,
            arena_printf(a, "%s: %zu points, %s at %s, %s at %s", name, s->count,
                         on_axis(a, &plot->y, first->y), on_axis(a, &plot->x, first->x),
                         on_axis(a, &plot->y, last->y), on_axis(a, &plot->x, last->x)));
}

static void put_mark(FILE *to, struct arena *a, const struct plot *plot,
                     const struct plot_mark *m)
{
    const char *where = on_axis(a, &plot->x, m->x);
    if (m->kind == PLOT_MARK_POINT)
        where = arena_printf(a, "%s, %s", where, on_axis(a, &plot->y, m->y));
    else if (m->kind == PLOT_MARK_LEVEL)
        where = on_axis(a, &plot->y, m->y);
    else if (m->kind == PLOT_MARK_SPAN)
        where = span_on(a, &plot->x, m->x, m->x2);
    put(to, a, arena_printf(a, "* %s (%s)", m->label ? m->label : "mark", where));
}

void text_plot(const struct plot *plot, FILE *to)
{
    struct arena *a = arena_new();
    struct text_place place = { "Chart: ", WIDTH };
    text_put(to, a, plot->title, place);
    if (plot->alt && plot->alt[0])
        put(to, a, plot->alt);
    put_axis(to, a, "across", &plot->x);
    put_axis(to, a, "up", &plot->y);
    for (size_t i = 0; i < plot->series_count; i++) {
        const struct plot_series *s = &plot->series[i];
        if (s->kind == PLOT_BARS || s->kind == PLOT_STACKED || s->kind == PLOT_TORNADO)
            put_bars(to, a, plot, s);
        else if (s->count > 0)
            put_ends(to, a, plot, s);
        else
            put(to, a, arena_printf(a, "%s: no data", s->name ? s->name : "values"));
    }
    if (plot->base_label && plot->base_label[0])
        put(to, a, arena_printf(a, "* %s", plot->base_label));
    for (size_t i = 0; i < plot->mark_count; i++)
        put_mark(to, a, plot, &plot->marks[i]);
    for (size_t i = 0; i < plot->note_count; i++)
        put(to, a, plot->notes[i]);
    arena_free(a);
}
