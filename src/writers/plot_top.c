#include "writers/plot_scene.h"

#include <math.h>
#include <stdint.h>

#include "base/arena.h"

static bool has_text(const char *text)
{
    return text != NULL && text[0] != '\0';
}

struct top_label {
    const char *text;
    double at, low, high; /* where it points; how far its middle may move */
    struct plot_box box;
    size_t row; /* counted from the bottom */
};

static size_t add_top(const struct plot_scene *s, const struct plot_mark *m,
                      struct top_label *out, size_t n)
{
    double right = s->area.x + s->area.width;
    double x = scene_x(s, m->x), end = x;
    if (m->kind == PLOT_MARK_SPAN) {
        x = fmax(x, s->area.x);
        end = fmin(scene_x(s, m->x2), right);
    }
    if (x > end || x < s->area.x - 0.5 || x > right + 0.5)
        return n;
    out[n] = (struct top_label){
        .text = m->label, .at = (x + end) / 2, .low = x, .high = end
    };
    return n + 1;
}

/* Single places first: spans can give way. */
static size_t top_labels(const struct plot_scene *s, struct top_label *out)
{
    size_t n = 0;
    const struct plot *plot = s->plot;
    const struct plot_mark base = { .x = plot->base, .label = plot->base_label };
    if (plot_is_sideways(plot) && has_text(plot->base_label))
        n = add_top(s, &base, out, n);
    for (int spans = 0; spans < 2; spans++)
        for (size_t i = 0; i < plot->mark_count; i++) {
            const struct plot_mark *m = &plot->marks[i];
            bool top = m->kind != PLOT_MARK_POINT && m->kind != PLOT_MARK_LEVEL;
            if (top && has_text(m->label) && (m->kind == PLOT_MARK_SPAN) == spans)
                n = add_top(s, m, out, n);
        }
    return n;
}

/* Neither on another label nor across another's leader. */
static bool row_is_free(const struct top_label *tops, size_t i)
{
    const struct top_label *t = &tops[i];
    for (size_t k = 0; k < i; k++) {
        const struct top_label *o = &tops[k];
        double air = o->row == t->row ? 8 : 2;
        bool beside = t->box.x >= o->box.x + o->box.width + air ||
                      o->box.x >= t->box.x + t->box.width + air;
        if (o->row == t->row && !beside)
            return false;
        if (o->row < t->row && t->at > o->box.x - air &&
            t->at < o->box.x + o->box.width + air)
            return false;
        if (o->row > t->row && o->at > t->box.x - air &&
            o->at < t->box.x + t->box.width + air)
            return false;
    }
    return true;
}

/* The lowest row and the first of the shifts at which label `i` is free of those
 * before it; false where it crosses something wherever it is. */
static bool settle_top(const struct plot_scene *s, struct top_label *tops, size_t i,
                       const double shifts[9])
{
    struct top_label *t = &tops[i];
    double w = t->box.width, reach = fmax(w / 2 - 3, (t->high - t->low) / 2);
    size_t highest = 0;
    for (size_t k = 0; k < i; k++)
        highest = tops[k].row + 1 > highest ? tops[k].row + 1 : highest;
    for (t->row = 0; t->row <= highest; t->row++)
        for (size_t k = 0; k < 9; k++) {
            double x = t->at + shifts[k] * reach - w / 2;
            t->box.x = fmax(0, fmin(x, s->width - w));
            if (row_is_free(tops, i))
                return true;
        }
    t->row = highest;
    t->box.x = fmax(0, fmin(t->at - w / 2, s->width - w));
    return false;
}

static void reverse(struct top_label *tops, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        struct top_label t = tops[i];
        tops[i] = tops[n - 1 - i];
        tops[n - 1 - i] = t;
    }
}

/* Centred, or all to one side of their lines; in either order: what needs the fewest
 * rows and crosses nothing, the first of equals. */
static void settle_tops(const struct plot_scene *s, struct top_label *tops, size_t n)
{
    static const double shifts[3][9] = {
        { 0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1, -1 },
        { 1, 0.75, 0.5, 0.25, 0, -0.25, -0.5, -0.75, -1 },
        { -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1 },
    };
    size_t least = SIZE_MAX, best = 0;
    for (size_t attempt = 0; attempt < 7; attempt++) {
        size_t way = attempt < 6 ? attempt : best, cost = 0;
        if (way % 2 == 1)
            reverse(tops, n);
        for (size_t i = 0; i < n; i++) {
            bool free = settle_top(s, tops, i, shifts[way / 2]);
            cost += tops[i].row + (free ? 0 : 100);
        }
        if (way % 2 == 1)
            reverse(tops, n);
        if (cost < least) {
            least = cost;
            best = way;
        }
    }
}

double scene_top_labels(struct ink *ink, struct plot_scene *s, double bottom, bool add)
{
    struct top_label *tops =
        ARENA_ARRAY(s->arena, s->plot->mark_count + 1, struct top_label);
    size_t n = top_labels(s, tops), row_count = 0;
    double row_height = 0, wrap = fmax(s->width * 0.36, 110);
    for (size_t i = 0; i < n; i++) {
        struct ink_size size = ink_measure(ink, tops[i].text, &SCENE_TICK, wrap);
        tops[i].box.width = size.width;
        tops[i].box.height = size.height;
        row_height = fmax(row_height, size.height + 1);
    }
    settle_tops(s, tops, n);
    for (size_t i = 0; i < n; i++)
        row_count = tops[i].row + 1 > row_count ? tops[i].row + 1 : row_count;
    for (size_t i = 0; i < n && add; i++) {
        struct plot_label *l = scene_add_label(s, tops[i].text, &SCENE_TICK);
        l->wrap = wrap;
        l->style.align = INK_CENTRE;
        l->box = tops[i].box;
        l->box.y = bottom - row_height * (double)tops[i].row - l->box.height - 1;
        l->leader = tops[i].row > 0;
        l->from = (struct plot_spot){ tops[i].at, bottom + 5 };
    }
    return row_height * (double)row_count;
}
