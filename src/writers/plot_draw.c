#include "writers/plot_scene.h"

#include <math.h>

#include <cairo.h>

#include "writers/plot_style.h"

static const double LINE = 1.5, MARKER = 5.5;

static void set_grey(cairo_t *cr, double grey, double width)
{
    cairo_set_source_rgb(cr, grey, grey, grey);
    cairo_set_line_width(cr, width);
    cairo_set_dash(cr, NULL, 0, 0);
}

static void line(cairo_t *cr, double x1, double y1, double x2, double y2)
{
    cairo_move_to(cr, x1, y1);
    cairo_line_to(cr, x2, y2);
    cairo_stroke(cr);
}

static void clip_to_area(cairo_t *cr, const struct plot_scene *s, double room)
{
    cairo_rectangle(cr, s->area.x - room, s->area.y - room, s->area.width + 2 * room,
                    s->area.height + 2 * room);
    cairo_clip(cr);
}

/* ---- grid and axes ---- */

static void grid(cairo_t *cr, const struct plot_scene *s, const struct axis *axis,
                 bool vertical)
{
    const struct plot_box *a = &s->area;
    if (axis->of->name_count > 0)
        return;
    for (size_t i = 0; i < axis->count; i++) {
        bool major = axis->ticks[i].text != NULL;
        set_grey(cr, major ? 0.8 : 0.91, major ? 0.5 : 0.3);
        double at =
            vertical ? scene_x(s, axis->ticks[i].at) : scene_y(s, axis->ticks[i].at);
        if (vertical)
            line(cr, at, a->y, at, a->y + a->height);
        else
            line(cr, a->x, at, a->x + a->width, at);
    }
}

static void axes(cairo_t *cr, const struct plot_scene *s)
{
    const struct plot_box *a = &s->area;
    double bottom = a->y + a->height;
    set_grey(cr, 0.25, 0.7);
    line(cr, a->x, a->y, a->x, bottom);
    line(cr, a->x, bottom, a->x + a->width, bottom);
    for (size_t i = 0; i < s->x.count && s->plot->x.name_count == 0; i++) {
        double x = scene_x(s, s->x.ticks[i].at);
        line(cr, x, bottom, x, bottom + (s->x.ticks[i].text ? 2.6 : 1.3));
    }
    for (size_t i = 0; i < s->y.count && s->plot->y.name_count == 0; i++) {
        double y = scene_y(s, s->y.ticks[i].at);
        line(cr, a->x - (s->y.ticks[i].text ? 2.6 : 1.3), y, a->x, y);
    }
}

/* ---- series ---- */

static void band(cairo_t *cr, const struct plot_scene *s,
                 const struct plot_series *series)
{
    const struct plot_style *style = plot_style_at(scene_style(s->plot, series));
    size_t n = series->count;
    if (n == 0)
        return;
    cairo_new_path(cr);
    for (size_t i = 0; i < 2 * n; i++) {
        const struct plot_point *p = &series->points[i < n ? i : 2 * n - 1 - i];
        double y = scene_y(s, i < n ? p->high : p->low);
        /* Below zero on a log axis means down to the axis. */
        cairo_line_to(cr, scene_x(s, p->x), isnan(y) ? s->area.y + s->area.height : y);
    }
    cairo_close_path(cr);
    cairo_set_source_rgba(cr, style->rgb[0], style->rgb[1], style->rgb[2], 0.16);
    cairo_fill_preserve(cr);
    plot_style_line(cr, scene_style(s->plot, series), 0.5);
    cairo_stroke(cr);
}

/* Markers at even distances along the line, each style's at its own phase, so that
 * lines that run together still show both. */
static void path_markers(cairo_t *cr, const struct plot_scene *s, size_t style,
                         const struct plot_spot *path, size_t n)
{
    static const double EVERY = 84;
    double next = EVERY * (0.35 + 0.27 * (double)(style % PLOT_STYLES));
    while (next > EVERY)
        next -= EVERY;
    for (size_t i = 1; i < n; i++) {
        struct plot_spot a = path[i - 1], b = path[i];
        if (isnan(a.x + a.y + b.x + b.y) || !scene_clip(&s->area, &a, &b))
            continue;
        double length = hypot(b.x - a.x, b.y - a.y), at = next;
        for (; at <= length; at += EVERY)
            plot_style_marker(cr, style, a.x + (b.x - a.x) * at / length,
                              a.y + (b.y - a.y) * at / length, MARKER);
        next = at - length;
    }
}

static size_t line_count(const struct plot *plot)
{
    size_t n = 0;
    for (size_t i = 0; i < plot->series_count; i++)
        n +=
            plot->series[i].kind == PLOT_LINE || plot->series[i].kind == PLOT_STAIRCASE;
    return n;
}

static void path(cairo_t *cr, const struct plot_scene *s,
                 const struct plot_series *series)
{
    size_t n, style = scene_style(s->plot, series);
    const struct plot_spot *spots = scene_path(s, series, &n);
    cairo_save(cr);
    clip_to_area(cr, s, LINE / 2);
    plot_style_line(cr, style, LINE);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    bool pen_up = true;
    for (size_t i = 0; i < n; i++) {
        if (isnan(spots[i].x + spots[i].y)) {
            pen_up = true;
            continue;
        }
        if (pen_up)
            cairo_move_to(cr, spots[i].x, spots[i].y);
        else
            cairo_line_to(cr, spots[i].x, spots[i].y);
        pen_up = false;
    }
    cairo_stroke(cr);
    cairo_restore(cr);
    if (line_count(s->plot) > 1)
        path_markers(cr, s, style, spots, n);
}

static void error_bar(cairo_t *cr, const struct plot_scene *s, size_t style,
                      const struct plot_point *p)
{
    double x = scene_x(s, p->x), low = scene_y(s, p->low), high = scene_y(s, p->high);
    if (isnan(low))
        low = s->area.y + s->area.height;
    plot_style_line(cr, style, 0.9);
    cairo_set_dash(cr, NULL, 0, 0);
    line(cr, x, low, x, high);
    line(cr, x - 2.5, low, x + 2.5, low);
    line(cr, x - 2.5, high, x + 2.5, high);
}

static void points(cairo_t *cr, const struct plot_scene *s,
                   const struct plot_series *series)
{
    size_t style = scene_style(s->plot, series);
    cairo_save(cr);
    clip_to_area(cr, s, MARKER);
    for (size_t i = 0; i < series->count; i++) {
        const struct plot_point *p = &series->points[i];
        double x = scene_x(s, p->x), y = scene_y(s, p->y);
        if (isnan(x + y))
            continue;
        if (p->low < p->high)
            error_bar(cr, s, style, p);
        plot_style_marker(cr, style, x, y, MARKER);
    }
    cairo_restore(cr);
}

static void fill(cairo_t *cr, size_t style, const struct plot_box *b)
{
    if (b->width > 0 && b->height > 0)
        plot_style_fill(cr, style,
                        (const double[4]){ b->x, b->y, b->width, b->height });
}

/* Light, so that marks show on it. */
static void bin(cairo_t *cr, size_t style, const struct plot_box *b)
{
    const double *rgb = plot_style_at(style)->rgb;
    cairo_set_source_rgb(cr, 0.45 + 0.55 * rgb[0], 0.45 + 0.55 * rgb[1],
                         0.45 + 0.55 * rgb[2]);
    cairo_rectangle(cr, b->x, b->y, b->width, b->height);
    cairo_fill_preserve(cr);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_set_dash(cr, NULL, 0, 0);
    cairo_set_line_width(cr, fmin(0.5, b->width / 8));
    cairo_stroke(cr);
}

/* A bar that goes on beyond the range ends in an arrow. */
static void arrow(cairo_t *cr, const struct plot_box *b, bool to_right)
{
    double x = to_right ? b->x + b->width : b->x, step = to_right ? 6 : -6;
    set_grey(cr, 0, 1);
    cairo_move_to(cr, x, b->y - 1);
    cairo_line_to(cr, x + step, b->y + b->height / 2);
    cairo_line_to(cr, x, b->y + b->height + 1);
    cairo_close_path(cr);
    cairo_fill(cr);
}

static void tornado_row(cairo_t *cr, const struct plot_scene *s, size_t series,
                        size_t k)
{
    const struct plot_series *of = &s->plot->series[series];
    const struct plot_point *p = &of->points[k];
    double low = fmin(p->low, p->high), high = fmax(p->low, p->high);
    double part = fmin(fmax(s->plot->base, low), high);
    size_t style = scene_style(s->plot, of);
    struct plot_box below = scene_bar(s, series, k, low, part);
    struct plot_box above = scene_bar(s, series, k, part, high);
    fill(cr, style, &below);
    fill(cr, style + 1, &above);
    if (isinf(low))
        arrow(cr, &below, false);
    if (isinf(high))
        arrow(cr, &above, true);
}

static void bars(cairo_t *cr, const struct plot_scene *s, size_t series)
{
    const struct plot_series *of = &s->plot->series[series];
    size_t style = scene_style(s->plot, of);
    for (size_t k = 0; k < of->count; k++) {
        const struct plot_point *p = &of->points[k];
        if (of->kind == PLOT_TORNADO) {
            tornado_row(cr, s, series, k);
            continue;
        }
        if (isnan(p->y))
            continue;
        double from = of->kind == PLOT_STACKED
                          ? plot_stack_base(s->plot, series, p->x, p->y < 0)
                      : of->kind == PLOT_BARS ? s->plot->base
                                              : 0;
        double to = of->kind == PLOT_STACKED ? from + p->y : p->y;
        struct plot_box b = scene_bar(s, series, k, from, to);
        if (of->kind == PLOT_HISTOGRAM)
            bin(cr, style, &b);
        else
            fill(cr, style, &b);
        if (p->low < p->high && of->kind == PLOT_BARS && !plot_is_sideways(s->plot)) {
            struct plot_point middle = *p;
            double place = (b.x + b.width / 2 - s->area.x) / s->area.width;
            middle.x = s->x.low + place * (s->x.high - s->x.low);
            error_bar(cr, s, 2, &middle);
        }
    }
}

static void base_line(cairo_t *cr, const struct plot_scene *s)
{
    set_grey(cr, 0, 0.9);
    if (plot_is_sideways(s->plot)) {
        double x = scene_x(s, s->plot->base);
        if (x >= s->area.x && x <= s->area.x + s->area.width)
            line(cr, x, s->area.y - 5, x, s->area.y + s->area.height);
    } else if (s->plot->x.name_count > 0) {
        double y = scene_y(s, s->plot->base);
        if (y >= s->area.y && y <= s->area.y + s->area.height)
            line(cr, s->area.x, y, s->area.x + s->area.width, y);
    }
}

static void draw_series(cairo_t *cr, const struct plot_scene *s, bool below)
{
    for (size_t i = 0; i < s->plot->series_count; i++) {
        const struct plot_series *series = &s->plot->series[i];
        bool line_like = series->kind == PLOT_LINE || series->kind == PLOT_STAIRCASE ||
                         series->kind == PLOT_POINTS;
        if (line_like == below)
            continue;
        if (series->kind == PLOT_BAND) {
            cairo_save(cr);
            clip_to_area(cr, s, 0);
            band(cr, s, series);
            cairo_restore(cr);
        } else if (series->kind == PLOT_POINTS) {
            points(cr, s, series);
        } else if (line_like) {
            path(cr, s, series);
        } else {
            bars(cr, s, i);
        }
    }
}

/* ---- marks ---- */

static void draw_span(cairo_t *cr, const struct plot_scene *s,
                      const struct plot_mark *m)
{
    double from = fmax(scene_x(s, m->x), s->area.x);
    double to = fmin(scene_x(s, m->x2), s->area.x + s->area.width);
    if (!(from < to))
        return;
    cairo_set_source_rgb(cr, 0.93, 0.93, 0.93);
    cairo_rectangle(cr, from, s->area.y, to - from, s->area.height);
    cairo_fill(cr);
}

static void draw_span_edge(cairo_t *cr, const struct plot_scene *s, double x)
{
    static const double dashes[] = { 4, 2 };
    if (!(x >= s->area.x && x <= s->area.x + s->area.width))
        return;
    set_grey(cr, 0.3, 0.6);
    cairo_set_dash(cr, dashes, 2, 0);
    line(cr, x, s->area.y, x, s->area.y + s->area.height);
}

static void draw_point_mark(cairo_t *cr, const struct plot_scene *s,
                            const struct plot_mark *m)
{
    double x = scene_x(s, m->x), y = scene_y(s, m->y);
    double bottom = s->area.y + s->area.height;
    if (isnan(x + y) || x < s->area.x - 1 || x > s->area.x + s->area.width + 1)
        return;
    static const double drop[] = { 2, 2 };
    set_grey(cr, 0, 0.8);
    cairo_set_dash(cr, drop, 2, 0);
    line(cr, x, y, x, bottom);
    cairo_set_dash(cr, NULL, 0, 0);
    cairo_arc(cr, x, y, 3.6, 0, 2 * M_PI);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_fill_preserve(cr);
    set_grey(cr, 0, 1.3);
    cairo_stroke(cr);
}

static void draw_mark(cairo_t *cr, const struct plot_scene *s,
                      const struct plot_mark *m)
{
    static const double dots[] = { 0.8, 2.2 }, dashes[] = { 5, 3 };
    double x = scene_x(s, m->x), y = scene_y(s, m->y);
    double right = s->area.x + s->area.width, bottom = s->area.y + s->area.height;
    if (m->kind == PLOT_MARK_POINT) {
        draw_point_mark(cr, s, m);
    } else if (m->kind == PLOT_MARK_SPAN) {
        draw_span_edge(cr, s, x);
        draw_span_edge(cr, s, scene_x(s, m->x2));
    } else if (m->kind == PLOT_MARK_LEVEL) {
        set_grey(cr, 0.2, 0.8);
        cairo_set_dash(cr, dashes, 2, 0);
        if (y >= s->area.y && y <= bottom)
            line(cr, s->area.x, y, right, y);
    } else if (x >= s->area.x - 0.5 && x <= right + 0.5) {
        set_grey(cr, 0, m->kind == PLOT_MARK_AT ? 1.1 : 0.9);
        if (m->kind == PLOT_MARK_AT)
            cairo_set_dash(cr, dots, 2, 0);
        line(cr, x, s->area.y - 5, x, bottom);
    }
    cairo_set_dash(cr, NULL, 0, 0);
}

/* ---- labels ---- */

/* The spot of a box nearest to what it names. */
static struct plot_spot nearest_spot(const struct plot_box *b, struct plot_spot from)
{
    return (struct plot_spot){ fmin(fmax(from.x, b->x - 1), b->x + b->width + 1),
                               fmin(fmax(from.y, b->y + 1), b->y + b->height - 1) };
}

static void draw_leader(cairo_t *cr, const struct plot_scene *s,
                        const struct plot_label *l)
{
    struct plot_spot to = nearest_spot(&l->box, l->from);
    if (l->box.x > s->area.x + s->area.width) /* at a line's end: to its middle */
        to.y = l->box.y + l->box.height / 2;
    set_grey(cr, 0.4, 0.5);
    line(cr, l->from.x, l->from.y, to.x, to.y);
}

static void draw_labels(struct ink *ink, const struct plot_scene *s)
{
    for (size_t i = 0; i < s->label_count; i++)
        if (s->labels[i].leader)
            draw_leader(ink->cr, s, &s->labels[i]);
    for (size_t i = 0; i < s->label_count; i++) {
        const struct plot_label *l = &s->labels[i];
        if (l->halo) {
            cairo_set_source_rgba(ink->cr, 1, 1, 1, 0.85);
            cairo_rectangle(ink->cr, l->box.x - 1, l->box.y, l->box.width + 2,
                            l->box.height);
            cairo_fill(ink->cr);
        }
        /* Its own width as the wrap keeps the alignment inside the box. */
        ink_text(ink, l->text, &l->style,
                 (struct ink_place){ l->box.x, l->box.y,
                                     l->wrap > 0 ? l->box.width + 0.05 : 0 });
    }
}

static void draw_key(cairo_t *cr, const struct plot_key *k)
{
    double y = k->box.y + k->box.height / 2;
    if (k->series->kind == PLOT_POINTS) {
        plot_style_marker(cr, k->style, k->box.x + k->box.width / 2, y, MARKER);
        return;
    }
    if (k->series->kind == PLOT_LINE || k->series->kind == PLOT_STAIRCASE) {
        plot_style_line(cr, k->style, LINE);
        line(cr, k->box.x, y, k->box.x + k->box.width, y);
        return;
    }
    struct plot_box b = { k->box.x, y - 4, k->box.width, 8 };
    fill(cr, k->style, &b);
}

void plot_scene_draw(struct ink *ink, const struct plot_scene *s, double x, double y)
{
    cairo_t *cr = ink->cr;
    if (cr == NULL)
        return;
    cairo_save(cr);
    cairo_translate(cr, x, y);
    for (size_t i = 0; i < s->plot->mark_count; i++)
        if (s->plot->marks[i].kind == PLOT_MARK_SPAN)
            draw_span(cr, s, &s->plot->marks[i]);
    grid(cr, s, &s->x, true);
    grid(cr, s, &s->y, false);
    draw_series(cr, s, true);
    axes(cr, s);
    base_line(cr, s);
    draw_series(cr, s, false);
    for (size_t i = 0; i < s->plot->mark_count; i++)
        draw_mark(cr, s, &s->plot->marks[i]);
    for (size_t i = 0; i < s->key_count; i++)
        draw_key(cr, &s->keys[i]);
    draw_labels(ink, s);
    cairo_restore(cr);
}
