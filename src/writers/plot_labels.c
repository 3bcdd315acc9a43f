#include "writers/plot_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "writers/plot_style.h"

static bool overlap(const struct plot_box *a, const struct plot_box *b, double air)
{
    return a->x < b->x + b->width + air && b->x < a->x + a->width + air &&
           a->y < b->y + b->height + air && b->y < a->y + a->height + air;
}

static bool has_text(const char *text)
{
    return text != NULL && text[0] != '\0';
}

/* ---- at the ends of lines ---- */

bool scene_has_end_label(const struct plot_scene *scene, const struct plot_series *s)
{
    return !scene->ends_in_legend &&
           (s->kind == PLOT_LINE || s->kind == PLOT_STAIRCASE ||
            s->kind == PLOT_BAND) &&
           !s->unnamed && has_text(s->name) && s->count > 0;
}

/* A label wraps at about a fifth of the picture, but not inside a word. */
static double end_wrap(struct ink *ink, const char *name, double width)
{
    double word = ink_longest_word(ink, name, &SCENE_NAME);
    return fmax(width * 0.22, fmin(word + 1, width * 0.4));
}

struct plot_box scene_end_room(struct ink *ink, const struct plot_scene *s)
{
    struct plot_box room = { 0, 0, 0, 0 };
    for (size_t i = 0; i < s->plot->series_count; i++)
        if (scene_has_end_label(s, &s->plot->series[i])) {
            const char *name = s->plot->series[i].name;
            double wrap = end_wrap(ink, name, s->width);
            struct ink_size size = ink_measure(ink, name, &SCENE_NAME, wrap);
            room.width = fmax(room.width, size.width + 14);
            room.height += size.height + 1.5;
        }
    return room;
}

/* Where a line leaves the area for the last time. */
static bool visible_end(const struct plot_scene *s, const struct plot_series *series,
                        struct plot_spot *end)
{
    size_t n;
    const struct plot_spot *path = scene_path(s, series, &n);
    for (size_t i = n; i-- > 1;) {
        struct plot_spot a = path[i - 1], b = path[i];
        if (isnan(a.x + a.y + b.x + b.y) || !scene_clip(&s->area, &a, &b))
            continue;
        *end = b;
        return true;
    }
    return false;
}

struct end_label {
    size_t label;
    double wanted, height; /* of its middle */
    double y;
};

static int by_wanted(const void *a, const void *b)
{
    const struct end_label *p = a, *q = b;
    if (p->wanted != q->wanted)
        return p->wanted < q->wanted ? -1 : 1;
    return p->label < q->label ? -1 : 1;
}

/* Moves middles apart as little as possible: downwards where they touch, then up
 * again from the lower bound. */
static void spread(struct end_label *ends, size_t n, double top, double bottom)
{
    double at = top;
    for (size_t i = 0; i < n; i++) {
        ends[i].y = fmax(ends[i].wanted, at + ends[i].height / 2);
        at = ends[i].y + ends[i].height / 2 + 1.5;
    }
    at = bottom;
    for (size_t i = n; i-- > 0;) {
        ends[i].y = fmin(ends[i].y, at - ends[i].height / 2);
        at = ends[i].y - ends[i].height / 2 - 1.5;
    }
}

/* Text in a hue needs to be dark enough to read. */
static void darken(struct ink_style *style, size_t hue)
{
    for (size_t i = 0; i < 3; i++)
        style->colour[i] = plot_style_at(hue)->rgb[i] * 0.62;
}

static void place_ends(struct ink *ink, struct plot_scene *s)
{
    struct end_label *ends =
        ARENA_ARRAY(s->arena, s->plot->series_count, struct end_label);
    size_t n = 0;
    for (size_t i = 0; i < s->plot->series_count; i++) {
        const struct plot_series *series = &s->plot->series[i];
        struct plot_spot end;
        if (!scene_has_end_label(s, series) || !visible_end(s, series, &end))
            continue;
        struct plot_label *l = scene_add_label(s, series->name, &SCENE_NAME);
        darken(&l->style, scene_style(s->plot, series));
        l->wrap = end_wrap(ink, series->name, s->width);
        struct ink_size size = ink_measure(ink, l->text, &l->style, l->wrap);
        l->box = (struct plot_box){ s->area.x + s->area.width + 11, 0, size.width,
                                    size.height };
        l->from = end;
        l->leader = true;
        ends[n++] = (struct end_label){ s->label_count - 1, end.y, size.height, 0 };
    }
    qsort(ends, n, sizeof ends[0], by_wanted);
    spread(ends, n, s->area.y, s->area.y + s->area.height);
    for (size_t i = 0; i < n; i++)
        s->labels[ends[i].label].box.y = ends[i].y - ends[i].height / 2;
}

/* ---- inside the area ---- */

/* Lines a label would better not lie on. */
struct crowd {
    struct plot_spot *from, *to;
    size_t count, capacity, to_count, to_capacity;
};

static void add_stretch(struct plot_scene *s, struct crowd *c, struct plot_spot a,
                        struct plot_spot b)
{
    if (isnan(a.x + a.y + b.x + b.y))
        return;
    ARENA_PUSH(s->arena, c->from, c->count, c->capacity) = a;
    ARENA_PUSH(s->arena, c->to, c->to_count, c->to_capacity) = b;
}

static struct crowd crowd_of(struct plot_scene *s)
{
    struct crowd c = { 0 };
    double top = s->area.y, bottom = s->area.y + s->area.height;
    for (size_t i = 0; i < s->plot->series_count; i++) {
        const struct plot_series *series = &s->plot->series[i];
        size_t n = 0;
        const struct plot_spot *path = scene_path(s, series, &n);
        for (size_t k = 1; k < n; k++)
            add_stretch(s, &c, path[k - 1], path[k]);
        for (size_t k = 0; k < series->count && series->kind == PLOT_POINTS; k++) {
            const struct plot_point *p = &series->points[k];
            double x = scene_x(s, p->x), y = scene_y(s, p->y);
            double low = p->low < p->high ? scene_y(s, p->low) : y + 2;
            double high = p->low < p->high ? scene_y(s, p->high) : y - 2;
            add_stretch(s, &c, (struct plot_spot){ x, low },
                        (struct plot_spot){ x, high });
        }
    }
    for (size_t i = 0; i < s->plot->mark_count; i++) {
        const struct plot_mark *m = &s->plot->marks[i];
        double x = scene_x(s, m->x);
        if (m->kind == PLOT_MARK_LEVEL)
            add_stretch(
                s, &c, (struct plot_spot){ s->area.x, scene_y(s, m->y) },
                (struct plot_spot){ s->area.x + s->area.width, scene_y(s, m->y) });
        else
            add_stretch(s, &c,
                        (struct plot_spot){
                            x, m->kind == PLOT_MARK_POINT ? scene_y(s, m->y) : top },
                        (struct plot_spot){ x, bottom });
    }
    return c;
}

/* What a place costs: lines crossed and distance; infinite where it is taken. */
static double cost_of(const struct plot_scene *s, const struct crowd *c,
                      const struct plot_box *box, struct plot_spot anchor)
{
    const struct plot_box *a = &s->area;
    if (box->x < a->x + 1 || box->x + box->width > a->x + a->width - 1 ||
        box->y < a->y + 1 || box->y + box->height > a->y + a->height - 1)
        return INFINITY;
    for (size_t i = 0; i < s->label_count; i++)
        if (overlap(box, &s->labels[i].box, 2))
            return INFINITY;
    double cost =
        hypot(box->x + box->width / 2 - anchor.x, box->y + box->height / 2 - anchor.y);
    for (size_t i = 0; i < c->count; i++) {
        struct plot_spot p = c->from[i], q = c->to[i];
        if (scene_clip(box, &p, &q))
            cost += 60;
    }
    for (size_t i = 0; i < s->plot->mark_count; i++) { /* never over a ring */
        const struct plot_mark *m = &s->plot->marks[i];
        struct plot_box ring = { scene_x(s, m->x) - 4, scene_y(s, m->y) - 4, 8, 8 };
        if (m->kind == PLOT_MARK_POINT && overlap(box, &ring, 0))
            cost += 500;
    }
    return cost;
}

/* Around the anchor in widening rings, then over the whole area. */
static bool best_place(const struct plot_scene *s, const struct crowd *c,
                       struct plot_spot anchor, struct plot_box *box)
{
    static const double reach[] = { 6, 12, 20, 32, 48, 70 };
    static const double sides[8][2] = { { 1, -1 }, { -1, -1 }, { 1, 1 },  { -1, 1 },
                                        { 1, 0 },  { -1, 0 },  { 0, -1 }, { 0, 1 } };
    struct plot_box best = *box;
    double least = INFINITY;
    for (size_t r = 0; r < 6; r++)
        for (size_t k = 0; k < 8; k++) {
            struct plot_box b = *box;
            b.x = anchor.x + sides[k][0] * (reach[r] + b.width / 2) - b.width / 2;
            b.y =
                anchor.y + sides[k][1] * (reach[r] * 0.6 + b.height / 2) - b.height / 2;
            double cost = cost_of(s, c, &b, anchor);
            if (cost < least - 1e-6) {
                least = cost;
                best = b;
            }
        }
    for (double y = s->area.y + 2; isinf(least) && y < s->area.y + s->area.height;
         y += 6)
        for (double x = s->area.x + 2; x < s->area.x + s->area.width; x += 8) {
            struct plot_box b = { x, y, box->width, box->height };
            double cost = cost_of(s, c, &b, anchor);
            if (cost < least - 1e-6) {
                least = cost;
                best = b;
            }
        }
    *box = best;
    return isfinite(least);
}

static void place_inside(struct ink *ink, struct plot_scene *s, const struct crowd *c,
                         const char *text, struct plot_spot anchor)
{
    if (!has_text(text) || isnan(anchor.x + anchor.y))
        return;
    double wrap = fmax(s->area.width * 0.4, 90);
    struct ink_size size = ink_measure(ink, text, &SCENE_AXIS, wrap);
    struct plot_box box = { 0, 0, size.width, size.height };
    if (!best_place(s, c, anchor, &box)) {
        s->left_out++;
        return;
    }
    struct plot_label *l = scene_add_label(s, text, &SCENE_AXIS);
    l->wrap = wrap;
    l->box = box;
    l->halo = true;
    l->from = anchor;
    double dx = fmax(fmax(box.x - anchor.x, anchor.x - box.x - box.width), 0);
    double dy = fmax(fmax(box.y - anchor.y, anchor.y - box.y - box.height), 0);
    l->leader = hypot(dx, dy) > 12;
}

static void place_marks(struct ink *ink, struct plot_scene *s, const struct crowd *c)
{
    for (size_t i = 0; i < s->plot->mark_count; i++) {
        const struct plot_mark *m = &s->plot->marks[i];
        struct plot_spot at = { scene_x(s, m->x), scene_y(s, m->y) };
        if (m->kind == PLOT_MARK_LEVEL)
            at.x = s->area.x + s->area.width * 0.12;
        if (m->kind == PLOT_MARK_POINT || m->kind == PLOT_MARK_LEVEL)
            place_inside(ink, s, c, m->label, at);
    }
}

static bool is_free(const struct plot_scene *s, const struct plot_box *box)
{
    if (box->x < 0 || box->x + box->width > s->width || box->y < s->area.y - 1 ||
        box->y + box->height > s->area.y + s->area.height + 1)
        return false;
    for (size_t i = 0; i < s->label_count; i++)
        if (overlap(box, &s->labels[i].box, 0.5))
            return false;
    return true;
}

/* `before`: at the low end; `arrow`: the bar goes on and ends in one. */
struct bar_end {
    bool before, arrow;
};

/* Beside the end of a bar: to the right or above, left or below at its low end. */
static void place_at_bar(struct ink *ink, struct plot_scene *s, const char *text,
                         const struct plot_box *bar, struct bar_end end)
{
    bool before = end.before;
    if (!has_text(text))
        return;
    bool sideways = plot_is_sideways(s->plot);
    struct ink_size size = ink_measure(ink, text, &SCENE_TICK, 0);
    struct plot_box box = { 0, 0, size.width, size.height };
    double air = end.arrow ? 9 : 3;
    if (sideways) {
        box.x = before ? bar->x - air - size.width : bar->x + bar->width + air;
        box.y = bar->y + bar->height / 2 - size.height / 2;
    } else {
        box.x = bar->x + bar->width / 2 - size.width / 2;
        box.y = before ? bar->y + bar->height + 2 : bar->y - 2 - size.height;
    }
    /* Labels of bars close together stand one above the other. */
    for (int step = 0; step < 4 && !is_free(s, &box); step++)
        box.y += sideways ? 0 : before ? size.height : -size.height;
    if (!is_free(s, &box)) { /* inside the bar's end */
        box.x = before ? bar->x + 3 : bar->x + bar->width - 3 - size.width;
        box.y = bar->y + bar->height / 2 - size.height / 2;
        if (!sideways) {
            box.x = bar->x + bar->width / 2 - size.width / 2;
            box.y = before ? bar->y + bar->height - 2 - size.height : bar->y + 2;
        }
    }
    if (!is_free(s, &box)) {
        s->left_out++;
        return;
    }
    struct plot_label *l = scene_add_label(s, text, &SCENE_TICK);
    l->box = box;
    l->halo = true;
}

static void place_bars(struct ink *ink, struct plot_scene *s, size_t series)
{
    const struct plot_series *of = &s->plot->series[series];
    for (size_t k = 0; k < of->count; k++) {
        const struct plot_point *p = &of->points[k];
        double from = s->plot->base, to = p->y;
        if (of->kind == PLOT_TORNADO) {
            from = fmin(p->low, p->high);
            to = fmax(p->low, p->high);
        } else if (of->kind == PLOT_STACKED) {
            from = plot_stack_base(s->plot, series, p->x, p->y < 0);
            to = from + p->y;
        }
        if (isnan(from) || isnan(to))
            continue;
        if (of->kind == PLOT_BARS && p->low < p->high) /* beyond the error bar */
            to = to < from ? fmin(to, p->low) : fmax(to, p->high);
        struct plot_box bar = scene_bar(s, series, k, from, to);
        if (of->kind == PLOT_TORNADO) {
            bool swapped = p->low > p->high;
            place_at_bar(ink, s, swapped ? p->high_label : p->low_label, &bar,
                         (struct bar_end){ true, isinf(from) });
            place_at_bar(ink, s, swapped ? p->low_label : p->high_label, &bar,
                         (struct bar_end){ false, isinf(to) });
        } else {
            place_at_bar(ink, s, p->label, &bar, (struct bar_end){ to < from, false });
        }
    }
}

void scene_place_labels(struct ink *ink, struct plot_scene *s)
{
    struct crowd crowd = crowd_of(s);
    place_ends(ink, s);
    for (size_t i = 0; i < s->plot->series_count; i++) {
        enum plot_kind kind = s->plot->series[i].kind;
        if (kind == PLOT_BARS || kind == PLOT_STACKED || kind == PLOT_TORNADO)
            place_bars(ink, s, i);
    }
    place_marks(ink, s, &crowd);
    for (size_t i = 0; i < s->plot->series_count; i++) {
        const struct plot_series *series = &s->plot->series[i];
        for (size_t k = 0; k < series->count; k++) {
            const struct plot_point *p = &series->points[k];
            if (series->kind == PLOT_POINTS || series->kind == PLOT_LINE)
                place_inside(ink, s, &crowd, p->label,
                             (struct plot_spot){ scene_x(s, p->x), scene_y(s, p->y) });
        }
    }
}
