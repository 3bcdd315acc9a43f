#include "writers/plot_scene.h"

#include <math.h>

static void widen(double *low, double *high, double v)
{
    if (!isfinite(v))
        return;
    *low = fmin(*low, v);
    *high = fmax(*high, v);
}

static bool is_bars(enum plot_kind kind)
{
    return kind == PLOT_BARS || kind == PLOT_STACKED || kind == PLOT_TORNADO;
}

bool plot_is_sideways(const struct plot *plot)
{
    return plot->y.name_count > 0;
}

double plot_stack_base(const struct plot *plot, size_t series, double category,
                       bool negative)
{
    double sum = plot->base;
    for (size_t i = 0; i < series; i++) {
        const struct plot_series *s = &plot->series[i];
        for (size_t k = 0; s->kind == PLOT_STACKED && k < s->count; k++)
            if (s->points[k].x == category && (s->points[k].y < 0) == negative &&
                isfinite(s->points[k].y))
                sum += s->points[k].y;
    }
    return sum;
}

/* Values of bars lie on the axis without names. */
static void bar_extent(const struct plot *plot, size_t series, struct plot_extent *e)
{
    const struct plot_series *s = &plot->series[series];
    bool sideways = plot_is_sideways(plot);
    double *low = sideways ? &e->x_low : &e->y_low;
    double *high = sideways ? &e->x_high : &e->y_high;
    widen(low, high, plot->base);
    for (size_t k = 0; k < s->count; k++) {
        const struct plot_point *p = &s->points[k];
        if (s->kind == PLOT_TORNADO) {
            widen(low, high, p->low);
            widen(low, high, p->high);
        } else {
            double base = s->kind == PLOT_STACKED
                              ? plot_stack_base(plot, series, p->x, p->y < 0)
                              : 0;
            widen(low, high, base + p->y);
            if (s->kind == PLOT_BARS && p->low < p->high) {
                widen(low, high, p->low);
                widen(low, high, p->high);
            }
        }
    }
}

static void point_extent(const struct plot_series *s, struct plot_extent *e)
{
    for (size_t k = 0; k < s->count; k++) {
        const struct plot_point *p = &s->points[k];
        bool interval = p->low < p->high;
        if (s->kind == PLOT_HISTOGRAM) {
            widen(&e->x_low, &e->x_high, p->low);
            widen(&e->x_low, &e->x_high, p->high);
            widen(&e->y_low, &e->y_high, 0);
            widen(&e->y_low, &e->y_high, p->y);
            continue;
        }
        widen(&e->x_low, &e->x_high, p->x);
        if (s->kind != PLOT_BAND)
            widen(&e->y_low, &e->y_high, p->y);
        if (s->kind == PLOT_BAND || (s->kind == PLOT_POINTS && interval)) {
            widen(&e->y_low, &e->y_high, p->low);
            widen(&e->y_low, &e->y_high, p->high);
        }
    }
}

static void mark_extent(const struct plot_mark *m, struct plot_extent *e)
{
    if (m->kind != PLOT_MARK_LEVEL)
        widen(&e->x_low, &e->x_high, m->x);
    if (m->kind == PLOT_MARK_SPAN)
        widen(&e->x_low, &e->x_high, m->x2);
    if (m->kind == PLOT_MARK_POINT || m->kind == PLOT_MARK_LEVEL)
        widen(&e->y_low, &e->y_high, m->y);
}

/* On a log axis only what is above zero has a place. */
static void only_positive(const struct plot *plot, struct plot_extent *e)
{
    double smallest_x = INFINITY, smallest_y = INFINITY;
    for (size_t i = 0; i < plot->series_count; i++)
        for (size_t k = 0; k < plot->series[i].count; k++) {
            const struct plot_point *p = &plot->series[i].points[k];
            if (p->x > 0)
                smallest_x = fmin(smallest_x, p->x);
            if (p->low > 0)
                smallest_y = fmin(smallest_y, p->low);
            if (p->y > 0)
                smallest_y = fmin(smallest_y, p->y);
        }
    if (plot->x.scale != PLOT_LINEAR && e->x_low <= 0)
        e->x_low = smallest_x;
    if (plot->y.scale != PLOT_LINEAR && e->y_low <= 0)
        e->y_low = smallest_y;
}

struct plot_extent plot_extent_of(const struct plot *plot)
{
    struct plot_extent e = { INFINITY, -INFINITY, INFINITY, -INFINITY };
    for (size_t i = 0; i < plot->series_count; i++)
        if (is_bars(plot->series[i].kind))
            bar_extent(plot, i, &e);
        else
            point_extent(&plot->series[i], &e);
    for (size_t i = 0; i < plot->mark_count; i++)
        mark_extent(&plot->marks[i], &e);
    only_positive(plot, &e);
    return e;
}
