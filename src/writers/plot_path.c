#include "writers/plot_scene.h"

#include <math.h>

#include "base/arena.h"

struct plot_spot *scene_path(const struct plot_scene *s,
                             const struct plot_series *series, size_t *count)
{
    size_t n = 0;
    struct plot_spot *path =
        ARENA_ARRAY(s->arena, 2 * series->count + 1, struct plot_spot);
    bool band = series->kind == PLOT_BAND, stairs = series->kind == PLOT_STAIRCASE;
    for (size_t i = 0; i < series->count; i++) {
        const struct plot_point *p = &series->points[i];
        if (series->kind != PLOT_LINE && !stairs && !band)
            break;
        double x = scene_x(s, p->x);
        /* A band is pointed at off its middle, where its line is. */
        double y = scene_y(s, band ? p->low + 0.8 * (p->high - p->low) : p->y);
        if (stairs && n > 0 && !isnan(path[n - 1].y))
            path[n] = (struct plot_spot){ x, path[n - 1].y }, n++;
        path[n++] = (struct plot_spot){ x, y };
    }
    *count = n;
    return path;
}

/* One side of Liang and Barsky's clipping: keeps what satisfies t * p <= q. */
static bool clip_side(double p, double q, double *from, double *to)
{
    if (p == 0)
        return q >= 0;
    double t = q / p;
    if (p < 0)
        *from = fmax(*from, t);
    else
        *to = fmin(*to, t);
    return *from <= *to;
}

bool scene_clip(const struct plot_box *area, struct plot_spot *a, struct plot_spot *b)
{
    double dx = b->x - a->x, dy = b->y - a->y, from = 0, to = 1;
    if (!clip_side(-dx, a->x - area->x, &from, &to) ||
        !clip_side(dx, area->x + area->width - a->x, &from, &to) ||
        !clip_side(-dy, a->y - area->y, &from, &to) ||
        !clip_side(dy, area->y + area->height - a->y, &from, &to))
        return false;
    struct plot_spot start = *a;
    *a = (struct plot_spot){ start.x + from * dx, start.y + from * dy };
    *b = (struct plot_spot){ start.x + to * dx, start.y + to * dy };
    return true;
}

static double clamp(double v, double low, double high)
{
    return isnan(v) ? low : fmin(fmax(v, low), high);
}

/* Bars of several series stand beside each other; stacked ones and tornados do not. */
static void slot_of(const struct plot *plot, size_t series, double *offset,
                    double *width)
{
    size_t beside = 0, before = 0;
    for (size_t i = 0; i < plot->series_count; i++)
        if (plot->series[i].kind == PLOT_BARS) {
            beside++;
            before += i < series;
        }
    bool alone = plot->series[series].kind != PLOT_BARS || beside == 0;
    size_t parts = alone ? 1 : beside;
    double whole = 0.68;
    *width = whole / (double)parts;
    *offset = -whole / 2 + *width * (double)(alone ? 0 : before);
    if (parts > 1)
        *width *= 0.9;
}

struct plot_box scene_bar(const struct plot_scene *s, size_t series, size_t point,
                          double from, double to)
{
    const struct plot_series *of = &s->plot->series[series];
    const struct plot_point *p = &of->points[point];
    double a1, a2;
    if (of->kind == PLOT_HISTOGRAM) {
        a1 = p->low;
        a2 = p->high;
    } else {
        double offset, width;
        slot_of(s->plot, series, &offset, &width);
        a1 = p->x + offset;
        a2 = a1 + width;
    }
    double right = s->area.x + s->area.width, bottom = s->area.y + s->area.height;
    bool sideways = plot_is_sideways(s->plot);
    double x1 = sideways ? scene_x(s, from) : scene_x(s, a1);
    double x2 = sideways ? scene_x(s, to) : scene_x(s, a2);
    double y1 = sideways ? scene_y(s, a1) : scene_y(s, from);
    double y2 = sideways ? scene_y(s, a2) : scene_y(s, to);
    double x_low = s->area.x + (isinf(from) || isinf(to) ? s->room_left : 0);
    double x_high = right - (isinf(from) || isinf(to) ? s->room_right : 0);
    x1 = clamp(x1, x_low, x_high);
    x2 = clamp(x2, x_low, x_high);
    y1 = isnan(y1) ? bottom : clamp(y1, s->area.y, bottom);
    y2 = isnan(y2) ? bottom : clamp(y2, s->area.y, bottom);
    return (struct plot_box){ fmin(x1, x2), fmin(y1, y2), fabs(x2 - x1),
                              fabs(y2 - y1) };
}
