#include "writers/plot_scene.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

const struct ink_style SCENE_TITLE = { .size = 9.5, .bold = true };
const struct ink_style SCENE_AXIS = { .size = 7.6 };
const struct ink_style SCENE_TICK = { .size = 7.4, .grey = 0.15 };
const struct ink_style SCENE_NAME = { .size = 7.6, .bold = true };
const struct ink_style SCENE_NOTE = { .size = 7, .grey = 0.3 };

static const double MM = 72 / 25.4;
static const double GAP = 4; /* between things that stand side by side */
static const double DROP =
    6; /* from the area to the x axis labels, off the y axis ones */

static double own_width(const struct plot *plot)
{
    return (plot->width_mm > 0 ? plot->width_mm : 170) * MM;
}

static size_t bar_rows(const struct plot *plot)
{
    size_t per_row = 0;
    for (size_t i = 0; i < plot->series_count; i++)
        per_row += plot->series[i].kind == PLOT_BARS;
    return plot->y.name_count * (per_row > 1 ? per_row : 1);
}

static bool has_tornado(const struct plot *plot)
{
    for (size_t i = 0; i < plot->series_count; i++)
        if (plot->series[i].kind == PLOT_TORNADO)
            return true;
    return false;
}

/* Would names below upright bars break inside words or grow into towers? */
static bool names_are_wide(struct ink *ink, const struct plot *plot, double width)
{
    double slot = (width - 50) / (double)plot->x.name_count - GAP;
    for (size_t i = 0; i < plot->x.name_count; i++) {
        const char *name = plot->x.names[i] ? plot->x.names[i] : "";
        if (ink_longest_word(ink, name, &SCENE_TICK) > slot ||
            ink_measure(ink, name, &SCENE_TICK, slot).lines > 3)
            return true;
    }
    return false;
}

/* Bars lie where their names would not fit below them; tornados always do. */
static const struct plot *turned(struct ink *ink, const struct plot *plot, double width)
{
    if (plot->x.name_count == 0 || plot->mark_count > 0 ||
        !(has_tornado(plot) || names_are_wide(ink, plot, width)))
        return plot;
    struct plot *lying = ARENA_NEW(ink->arena, struct plot);
    *lying = *plot;
    lying->x = plot->y;
    lying->y = plot->x;
    lying->height_mm = 0;
    return lying;
}

/* A picture narrower than it wants gets lower, but not as flat as the width alone
 * would make it. */
static double height_for(const struct plot *plot, double width)
{
    bool sideways = plot_is_sideways(plot);
    double natural = sideways ? 32 + 8.0 * (double)bar_rows(plot) : 95;
    double own = own_width(plot);
    double h = (plot->height_mm > 0 ? plot->height_mm : fmin(natural, 230)) * MM;
    return sideways || width >= own ? h : fmax(h * width / own, fmin(h, width * 0.86));
}

size_t scene_style(const struct plot *plot, const struct plot_series *series)
{
    return series->style > 0 ? series->style - 1 : (size_t)(series - plot->series);
}

double scene_x(const struct plot_scene *s, double v)
{
    return s->area.x + s->area.width * axis_place(&s->x, v);
}

/* Categories run downwards, values upwards. */
double scene_y(const struct plot_scene *s, double v)
{
    double place = axis_place(&s->y, v);
    if (plot_is_sideways(s->plot))
        return s->area.y + s->area.height * place;
    return s->area.y + s->area.height * (1 - place);
}

struct plot_label *scene_add_label(struct plot_scene *s, const char *text,
                                   const struct ink_style *style)
{
    struct plot_label *l =
        &ARENA_PUSH(s->arena, s->labels, s->label_count, s->label_capacity);
    *l = (struct plot_label){ .text = text, .style = *style };
    return l;
}

static struct plot_box measured(struct ink *ink, const char *text,
                                const struct ink_style *style, double wrap)
{
    if (text == NULL || text[0] == '\0')
        return (struct plot_box){ 0 };
    struct ink_size size = ink_measure(ink, text, style, wrap);
    return (struct plot_box){ 0, 0, size.width, size.height };
}

/* A label across the picture at y; returns the height it took. */
static double add_across(struct ink *ink, struct plot_scene *s, const char *text,
                         const struct ink_style *style, double y)
{
    if (text == NULL || text[0] == '\0')
        return 0;
    struct plot_label *l = scene_add_label(s, text, style);
    l->wrap = s->width;
    l->box = measured(ink, text, style, l->wrap);
    l->box.y = y;
    return l->box.height;
}

/* ---- ticks ---- */

static double widest_tick(struct ink *ink, const struct axis *axis, double wrap)
{
    double widest = 0;
    for (size_t i = 0; i < axis->count; i++)
        if (axis->ticks[i].text)
            widest = fmax(
                widest, ink_measure(ink, axis->ticks[i].text, &SCENE_TICK, wrap).width);
    return widest;
}

static bool x_ticks_fit(struct ink *ink, const struct axis *axis, double width)
{
    double end = -INFINITY;
    for (size_t i = 0; i < axis->count; i++) {
        if (axis->ticks[i].text == NULL)
            continue;
        double w = ink_measure(ink, axis->ticks[i].text, &SCENE_TICK, 0).width;
        double x = width * axis_place(axis, axis->ticks[i].at);
        if (x - w / 2 < end + 7)
            return false;
        end = x + w / 2;
    }
    return true;
}

static void make_axes(struct ink *ink, struct plot_scene *s,
                      const struct plot_extent *e)
{
    size_t most = (size_t)fmax(2, s->area.height / 17);
    s->y = axis_make(s->arena, &s->plot->y, e->y_low, e->y_high, most);
    for (most = 12; most >= 2; most--) {
        s->x = axis_make(s->arena, &s->plot->x, e->x_low, e->x_high, most);
        if (s->plot->x.name_count > 0 || x_ticks_fit(ink, &s->x, s->area.width))
            break;
    }
}

/* Labels at a tornado's ends stand outside its bars: the axis makes room for them. */
static void make_room_at_ends(struct ink *ink, struct plot_scene *s,
                              struct plot_extent *e)
{
    double left = 0, right = 0;
    bool sideways = plot_is_sideways(s->plot);
    for (size_t i = 0; i < s->plot->series_count && sideways; i++)
        for (size_t k = 0; k < s->plot->series[i].count; k++) {
            const struct plot_point *p = &s->plot->series[i].points[k];
            const char *end = p->high_label ? p->high_label : p->label;
            if (p->low_label)
                left = fmax(left, ink_measure(ink, p->low_label, &SCENE_TICK, 0).width);
            if (end)
                right = fmax(right, ink_measure(ink, end, &SCENE_TICK, 0).width);
        }
    if (!(e->x_low < e->x_high) || left + right == 0 || s->area.width < 50)
        return;
    s->room_left = left > 0 ? left + 12 : 0;
    s->room_right = right > 0 ? right + 12 : 0;
    left = fmin(s->room_left / s->area.width, 0.3);
    right = fmin(s->room_right / s->area.width, 0.3);
    double share = 1 / (1 - left - right);
    if (s->plot->x.scale == PLOT_LINEAR) {
        double span = (e->x_high - e->x_low) * share;
        e->x_low -= span * left;
        e->x_high += span * right;
    } else {
        double span = log(e->x_high / e->x_low) * share;
        e->x_low *= exp(-span * left);
        e->x_high *= exp(span * right);
    }
}

/* The same for upright bars, whose labels stand above and below them. */
static void make_room_above(struct plot_scene *s, struct plot_extent *e)
{
    bool labels = false;
    for (size_t i = 0; i < s->plot->series_count; i++)
        for (size_t k = 0; k < s->plot->series[i].count; k++)
            labels = labels || s->plot->series[i].points[k].label != NULL;
    if (!labels || s->plot->x.name_count == 0 || s->plot->y.scale != PLOT_LINEAR)
        return;
    double room = (e->y_high - e->y_low) * fmin(14 / s->area.height, 0.3);
    e->y_high += room;
    if (e->y_low < 0)
        e->y_low -= room;
}

static void add_y_ticks(struct ink *ink, struct plot_scene *s, double wrap)
{
    for (size_t i = 0; i < s->y.count; i++) {
        const struct axis_tick *t = &s->y.ticks[i];
        if (t->text == NULL || t->text[0] == '\0')
            continue;
        struct plot_label *l = scene_add_label(s, t->text, &SCENE_TICK);
        l->wrap = wrap;
        l->style.align = wrap > 0 ? INK_RIGHT : INK_LEFT;
        l->box = measured(ink, t->text, &l->style, wrap);
        l->box.x = s->area.x - GAP - l->box.width;
        l->box.y = scene_y(s, t->at) - l->box.height / 2;
    }
}

/* Returns the height the labels took. */
static double add_x_ticks(struct ink *ink, struct plot_scene *s)
{
    double height = 0;
    double slot = s->plot->x.name_count > 0
                      ? s->area.width / (double)s->plot->x.name_count - GAP
                      : 0;
    for (size_t i = 0; i < s->x.count; i++) {
        const struct axis_tick *t = &s->x.ticks[i];
        if (t->text == NULL || t->text[0] == '\0')
            continue;
        struct plot_label *l = scene_add_label(s, t->text, &SCENE_TICK);
        l->wrap = slot;
        l->style.align = slot > 0 ? INK_CENTRE : INK_LEFT;
        l->box = measured(ink, t->text, &l->style, slot);
        l->box.x = scene_x(s, t->at) - l->box.width / 2;
        l->box.y = s->area.y + s->area.height + DROP;
        height = fmax(height, l->box.height);
    }
    return height;
}

/* ---- legend ---- */

/* Lines name themselves at their ends; a style that is named there needs no entry. */
static bool in_legend(const struct plot_scene *scene, size_t i)
{
    const struct plot_series *s = &scene->plot->series[i];
    if (s->unnamed || s->name == NULL || s->name[0] == '\0' ||
        scene_has_end_label(scene, s))
        return false;
    return true;
}

static const char *legend_text(const struct plot_scene *s, size_t i)
{
    const struct plot_series *series = &s->plot->series[i];
    if (series->count > 0)
        return series->name;
    return arena_printf(s->arena, "%s (no data)", series->name);
}

static const double SAMPLE = 18, LEGEND_ROW = 13, LEGEND_GAP = 14;

/* The width of a column of the legend: 0 where all entries fit on one line. */
static double legend_column(struct ink *ink, const struct plot_scene *s)
{
    double widest = 0, sum = 0;
    for (size_t i = 0; i < s->plot->series_count; i++) {
        if (!in_legend(s, i))
            continue;
        double width = ink_measure(ink, legend_text(s, i), &SCENE_AXIS, 0).width;
        widest = fmax(widest, SAMPLE + GAP + width + LEGEND_GAP);
        sum += SAMPLE + GAP + width + LEGEND_GAP;
    }
    return sum - LEGEND_GAP <= s->width ? 0 : widest;
}

static double add_legend(struct ink *ink, struct plot_scene *s, double y)
{
    double x = 0, top = y, column = legend_column(ink, s), row = 0;
    double wrap = s->width - SAMPLE - GAP;
    for (size_t i = 0; i < s->plot->series_count; i++) {
        if (!in_legend(s, i))
            continue;
        const struct plot_series *series = &s->plot->series[i];
        const char *name = legend_text(s, i);
        struct plot_box box = measured(ink, name, &SCENE_AXIS, wrap);
        if (x > 0 && x + SAMPLE + GAP + box.width > s->width) {
            x = 0;
            y += row;
            row = 0;
        }
        ARENA_PUSH(s->arena, s->keys, s->key_count, s->key_capacity) =
            (struct plot_key){ series,
                               scene_style(s->plot, series),
                               { x, y + 1, SAMPLE, box.height - 2 } };
        box.x = x + SAMPLE + GAP;
        box.y = y;
        struct plot_label *l = scene_add_label(s, name, &SCENE_AXIS);
        l->wrap = wrap;
        l->box = box;
        row = fmax(row, fmax(LEGEND_ROW, box.height + 2));
        x += column > 0 ? column : SAMPLE + GAP + box.width + LEGEND_GAP;
    }
    return row > 0 ? y + row + 2 - top : 0;
}

/* ---- the whole ---- */

static double left_margin(struct ink *ink, struct plot_scene *s, double *wrap)
{
    *wrap = 0;
    double width = widest_tick(ink, &s->y, 0);
    if (plot_is_sideways(s->plot) && width > s->width * 0.3) {
        *wrap = s->width * 0.3;
        width = widest_tick(ink, &s->y, *wrap);
    }
    return width + GAP + 1;
}

/* Half of the last label stands beyond the area. */
static double right_margin(struct ink *ink, struct plot_scene *s)
{
    double last = 0;
    for (size_t i = 0; i < s->x.count && s->plot->x.name_count == 0; i++)
        if (s->x.ticks[i].text)
            last = ink_measure(ink, s->x.ticks[i].text, &SCENE_TICK, 0).width;
    return fmax(last / 2 + 1, scene_end_room(ink, s).width);
}

static double notes_height(struct ink *ink, const struct plot_scene *s)
{
    double height = 0;
    for (size_t i = 0; i < s->plot->note_count; i++)
        height += measured(ink, s->plot->notes[i], &SCENE_NOTE, s->width).height + 1;
    return height > 0 ? height + GAP : 0;
}

static void add_notes(struct ink *ink, struct plot_scene *s)
{
    double y = s->height - notes_height(ink, s) + GAP;
    for (size_t i = 0; i < s->plot->note_count; i++)
        y += add_across(ink, s, s->plot->notes[i], &SCENE_NOTE, y) + 1;
}

/* Titles, legend and top labels; returns where the area begins. */
static double add_head(struct ink *ink, struct plot_scene *s)
{
    double y = add_across(ink, s, s->plot->title, &SCENE_TITLE, 0);
    y += y > 0 ? GAP + 1 : 0;
    y += add_legend(ink, s, y);
    const char *title = axis_title(s->arena, &s->y);
    double took = add_across(ink, s, title, &SCENE_AXIS, y);
    y += took > 0 ? took + GAP + 2 : GAP;
    double strip = scene_top_labels(ink, s, 0, false);
    if (strip > 0)
        scene_top_labels(ink, s, y + strip, true);
    return y + strip + (strip > 0 ? 5 : 0);
}

static void add_x_title(struct ink *ink, struct plot_scene *s, double y)
{
    const char *text = axis_title(s->arena, &s->x);
    if (text[0] == '\0')
        return;
    struct plot_label *l = scene_add_label(s, text, &SCENE_AXIS);
    l->wrap = s->width;
    l->box = measured(ink, text, &SCENE_AXIS, l->wrap);
    double middle = s->area.x + s->area.width / 2 - l->box.width / 2;
    l->box.x = fmax(0, fmin(middle, s->width - l->box.width));
    l->box.y = y;
    if (l->box.height > 1.5 * SCENE_AXIS.size * 1.3)
        l->box.x = 0;
}

/* One round of layout; the area of the round before says what fits. */
static void lay_out(struct ink *ink, struct plot_scene *s)
{
    s->label_count = s->key_count = 0;
    struct plot_extent extent = plot_extent_of(s->plot);
    make_room_at_ends(ink, s, &extent);
    make_room_above(s, &extent);
    make_axes(ink, s, &extent);
    double wrap, left = left_margin(ink, s, &wrap);
    double top = add_head(ink, s);
    s->area.x = left;
    s->area.width = fmax(20, s->width - left - right_margin(ink, s));
    s->area.y = top;
    add_y_ticks(ink, s, wrap);
    double ticks = add_x_ticks(ink, s);
    double title =
        measured(ink, axis_title(s->arena, &s->x), &SCENE_AXIS, s->width).height;
    double below = DROP + ticks + 2 + title + notes_height(ink, s);
    s->area.height = fmax(20, s->height - top - below);
    s->overfull = s->area.height - (s->height - top - below);
}

/* What an area needs to be read; a picture with too much around it becomes higher. */
static double least_height(const struct plot_scene *s)
{
    double rows = (double)s->plot->y.name_count;
    return fmax(60, rows * 12);
}

static double x_tick_height(struct ink *ink, const struct plot_scene *s)
{
    double height = 0, slots = (double)s->plot->x.name_count;
    double wrap = slots > 0 ? s->area.width / slots - GAP : 0;
    for (size_t i = 0; i < s->x.count; i++)
        if (s->x.ticks[i].text)
            height = fmax(height,
                          measured(ink, s->x.ticks[i].text, &SCENE_TICK, wrap).height);
    return height;
}

static void lay_out_rounds(struct ink *ink, struct plot_scene *s)
{
    for (int round = 0; round < 4; round++)
        lay_out(ink, s);
}

struct plot_scene plot_scene_make(struct ink *ink, const struct plot *plot,
                                  double width)
{
    struct plot_scene s = { .arena = ink->arena };
    s.width = width > 0 ? width : own_width(plot);
    s.plot = turned(ink, plot, s.width);
    s.height = height_for(s.plot, s.width);
    s.area = (struct plot_box){ 50, 30, s.width - 100, fmax(20, s.height - 80) };
    lay_out_rounds(ink, &s);
    s.ends_in_legend = scene_end_room(ink, &s).height > s.area.height;
    if (s.ends_in_legend)
        lay_out_rounds(ink, &s);
    for (int grow = 0; grow < 3 && s.area.height < least_height(&s); grow++) {
        s.height += least_height(&s) - s.area.height + s.overfull;
        lay_out_rounds(ink, &s);
    }
    double ticks = x_tick_height(ink, &s);
    add_x_title(ink, &s, s.area.y + s.area.height + DROP + ticks + 2);
    add_notes(ink, &s);
    scene_place_labels(ink, &s);
    return s;
}
