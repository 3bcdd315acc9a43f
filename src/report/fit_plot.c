#include "report/fit_plot.h"

#include <math.h>

#include "base/arena.h"

enum { STEPS = 200 };

static struct plot_axis axis_of(struct arena *a, const char *name, struct unit u)
{
    const char *unit = u.text && u.text[0] == '1' && u.text[1] == '\0' ? "" : u.text;
    (void)a;
    return (struct plot_axis){ .title = name, .unit = unit };
}

/* Doubling sizes crowd at the left of a straight scale. */
static enum plot_scale scale_of(const struct fit_result *f)
{
    const struct curve_data *d = &f->points.data;
    bool wide = f->points.low > 0 && f->points.high > 30 * f->points.low;
    return wide && d->x[d->n / 2] < f->points.low + (f->points.high - f->points.low) / 6
               ? PLOT_LOG2
               : PLOT_LINEAR;
}

static struct plot_point *points_of(struct arena *a, const struct fit_request *r,
                                    const struct fit_result *f)
{
    const struct curve_data *d = &f->points.data;
    struct plot_point *p = ARENA_ARRAY(a, d->n, struct plot_point);
    double s = f->model && f->fit.df > 0 ? sqrt(f->fit.rss / f->fit.df) : 0;
    for (size_t i = 0; i < d->n; i++) {
        double y = d->y[i] / r->y_unit.factor;
        double error = s / d->weight[i] / r->y_unit.factor;
        p[i] = (struct plot_point){
            d->x[i] / r->x_unit.factor, y, y - error, y + error, NULL, NULL, NULL
        };
    }
    return p;
}

/* Line, confidence and prediction band on one grid. */
static void curve_of(struct arena *a, const struct fit_request *r,
                     const struct fit_result *f, enum plot_scale scale,
                     struct plot_series *to)
{
    struct plot_point *line = ARENA_ARRAY(a, STEPS + 1, struct plot_point);
    struct plot_point *sure = ARENA_ARRAY(a, STEPS + 1, struct plot_point);
    struct plot_point *next = ARENA_ARRAY(a, STEPS + 1, struct plot_point);
    double low = f->points.low, high = f->answer_high;
    for (int i = 0; i <= STEPS; i++) {
        double t = (double)i / STEPS;
        double x =
            scale == PLOT_LINEAR ? low + t * (high - low) : low * pow(high / low, t);
        struct fit_value v = fit_value_at(f, fmin(x, high));
        double fx = r->x_unit.factor, fy = r->y_unit.factor;
        line[i] = (struct plot_point){ .x = x / fx, .y = v.y / fy };
        sure[i] =
            (struct plot_point){ .x = x / fx, .low = v.low / fy, .high = v.high / fy };
        next[i] = (struct plot_point){ .x = x / fx,
                                       .low = v.predict_low / fy,
                                       .high = v.predict_high / fy };
    }
    to[0] = (struct plot_series){
        PLOT_BAND, arena_printf(a, "%g %% of measurements", 100 * f->level),
        next,      STEPS + 1,
        1,         false
    };
    to[1] = (struct plot_series){
        PLOT_BAND, arena_printf(a, "%g %% of the curve", 100 * f->level),
        sure,      STEPS + 1,
        1,         false
    };
    to[2] =
        (struct plot_series){ PLOT_LINE, f->model ? f->model->title : "straight lines",
                              line,      STEPS + 1,
                              1,         false };
}

static size_t marks_of(struct arena *a, const struct fit_request *r,
                       const struct fit_result *f, struct plot_mark *m)
{
    size_t n = 0;
    if (f->can_peak && f->peak.reported && f->peak.x <= f->answer_high)
        m[n++] = (struct plot_mark){ PLOT_MARK_POINT, f->peak.x / r->x_unit.factor,
                                     f->peak.y / r->y_unit.factor, 0,
                                     f->peak.proved ? "peak" : "peak, not proved" };
    if (f->can_peak && f->peak.proved)
        m[n++] =
            (struct plot_mark){ PLOT_MARK_SPAN, f->peak.low / r->x_unit.factor, 0,
                                fmin(f->peak.high, f->answer_high) / r->x_unit.factor,
                                arena_printf(a, "peak, %g %%", 100 * f->level) };
    double x = f->knee.x;
    if (f->knee.found && x >= f->points.low && x <= f->answer_high)
        m[n++] = (struct plot_mark){ PLOT_MARK_POINT, x / r->x_unit.factor,
                                     f->model->value(f->fit.p, x) / r->y_unit.factor, 0,
                                     "knee" };
    return n;
}

struct plot fit_plot_curve(struct arena *a, const struct fit_request *r,
                           const struct fit_result *f)
{
    enum plot_scale scale = scale_of(f);
    struct plot_series *s = ARENA_ARRAY(a, 4, struct plot_series);
    struct plot_mark *m = ARENA_ARRAY(a, 4, struct plot_mark);
    size_t bands = f->model ? 0 : 2; /* straight lines have none */
    curve_of(a, r, f, scale, s);
    s[3] = (struct plot_series){ PLOT_POINTS,      "measured", points_of(a, r, f),
                                 f->points.data.n, 2,          false };
    struct plot p = { .name = "fit",
                      .title = arena_printf(a, "%s over %s", r->y_name, r->x_name),
                      .alt = f->sentence_count ? f->sentences[0] : "",
                      .x = axis_of(a, r->x_name, r->x_unit),
                      .y = axis_of(a, r->y_name, r->y_unit),
                      .series = s + bands,
                      .series_count = 4 - bands,
                      .marks = m,
                      .mark_count = marks_of(a, r, f, m) };
    p.x.scale = scale;
    p.y.from_zero = true;
    const char **note = ARENA_ARRAY(a, 1, const char *);
    note[0] = arena_printf(
        a, "bands: %g %%; weights: %s; nothing is measured beyond the points",
        100 * f->level, fit_weights_name(f->points.weights));
    p.notes = note;
    p.note_count = f->model ? 1 : 0;
    return p;
}

struct plot fit_plot_residuals(struct arena *a, const struct fit_request *r,
                               const struct fit_result *f)
{
    const struct curve_data *d = &f->points.data;
    struct plot_point *p = ARENA_ARRAY(a, d->n, struct plot_point);
    struct plot_series *s = ARENA_ARRAY(a, 1, struct plot_series);
    struct plot_mark *zero = ARENA_ARRAY(a, 1, struct plot_mark);
    enum fit_weights w = f->points.weights;
    for (size_t i = 0; i < d->n; i++) {
        double e = d->y[i] - fit_value_at(f, d->x[i]).y;
        double shown = w == WEIGHTS_RELATIVE || w == WEIGHTS_LOG
                           ? 100 * e / fabs(d->y[i])
                       : w == WEIGHTS_EQUAL ? e / r->y_unit.factor
                                            : e * d->weight[i];
        p[i] = (struct plot_point){
            .x = d->x[i] / r->x_unit.factor, .y = shown, .low = shown, .high = shown
        };
    }
    s[0] = (struct plot_series){ PLOT_POINTS, "residual", p, d->n, 2, true };
    zero[0] = (struct plot_mark){ PLOT_MARK_LEVEL, 0, 0, 0, "" };
    struct plot out = { .name = "fit-residuals",
                        .title = "What the curve leaves: measured less curve",
                        .alt = "Residuals over the size",
                        .x = axis_of(a, r->x_name, r->x_unit),
                        .series = s,
                        .series_count = 1,
                        .marks = zero,
                        .mark_count = 1,
                        .height_mm = 55 };
    out.x.scale = scale_of(f);
    out.y = axis_of(a, "residual", r->y_unit);
    if (w != WEIGHTS_EQUAL)
        out.y.unit = w == WEIGHTS_REPEATS ? "" : "%";
    return out;
}
