/* Sentences that a reviewer understands, and answers without a law. */
#include <math.h>

#include "base/arena.h"
#include "base/format.h"
#include "curves/fit_part.h"

enum { ASKED_DIGITS = 12 };

static const char *with_name(struct arena *a, const char *number, const char *unit,
                             const char *name)
{
    bool bare = unit == NULL || *unit == '\0' || (unit[0] == '1' && unit[1] == '\0');
    return bare && name && *name ? arena_printf(a, "%s %s", number, name) : number;
}

/* Three digits of what differs: years are 2016.1, not 2020. */
static int x_digits(const struct fit_job *j)
{
    const struct points *p = &j->out->points;
    double lead = fmax(fabs(p->low), fabs(p->high)) / (p->high - p->low);
    return lead > 1 && lead < 1e9 ? DIGITS + (int)log10(lead) : DIGITS;
}

const char *fit_x(struct fit_job *j, double x)
{
    const char *number = format_quantity(j->a, x, j->r->x_unit, x_digits(j));
    return with_name(j->a, number, j->r->x_unit.text, j->r->x_name);
}

const char *fit_y(struct fit_job *j, double y)
{
    return format_quantity(j->a, y, j->r->y_unit, DIGITS);
}

/* What was asked for or measured is repeated with all its digits. */
const char *fit_exact_x(struct fit_job *j, double x)
{
    const char *number = format_quantity(j->a, x, j->r->x_unit, ASKED_DIGITS);
    return with_name(j->a, number, j->r->x_unit.text, j->r->x_name);
}

const char *fit_asked(struct fit_job *j, double y)
{
    return format_quantity(j->a, y, j->r->y_unit, ASKED_DIGITS);
}

static void say(struct fit_job *j, size_t *room, const char *sentence)
{
    ARENA_PUSH(j->a, j->out->sentences, j->out->sentence_count, *room) = sentence;
}

/* "(29 to 49)", "(from 29 on)", "" */
static const char *between(struct fit_job *j, double low, double high)
{
    const struct unit u = j->r->x_unit;
    int digits = x_digits(j);
    if (isfinite(low) && isfinite(high))
        return arena_printf(j->a, " (%s to %s)", format_quantity(j->a, low, u, digits),
                            format_quantity(j->a, high, u, digits));
    if (isfinite(low))
        return arena_printf(j->a, " (from %s on)",
                            format_quantity(j->a, low, u, digits));
    if (isfinite(high))
        return arena_printf(j->a, " (up to %s)",
                            format_quantity(j->a, high, u, digits));
    return "";
}

static const char *y_name(const struct fit_job *j)
{
    return j->r->y_name && *j->r->y_name ? j->r->y_name : "the value";
}

static void say_shape(struct fit_job *j, size_t *room)
{
    const struct fit_result *f = j->out;
    double v;
    if (f->model == NULL) {
        say(j, room, arena_printf(j->a, "No law is named for %s.", y_name(j)));
        return;
    }
    const char *met = "";
    if (isfinite(f->loo) && f->points.data.log)
        met = arena_printf(j->a, "; it meets a point left out within a factor of %.3g",
                           exp(f->loo));
    else if (isfinite(f->loo) && f->points.weights == WEIGHTS_RELATIVE)
        met = arena_printf(j->a, "; it meets a point left out within %.2g %%",
                           100 * f->loo);
    say(j, room,
        arena_printf(j->a, "%s follows %s: %s%s.", y_name(j), f->model->title,
                     f->model->use, met));
    if (f->can_peak && f->peak.proved)
        say(j, room,
            arena_printf(j->a, "%s peaks at %s%s with %s.", y_name(j),
                         fit_x(j, f->peak.x), between(j, f->peak.low, f->peak.high),
                         fit_y(j, f->peak.y)));
    if (f->knee.found)
        say(j, room,
            arena_printf(j->a, "The knee is at %s%s.", fit_x(j, f->knee.x),
                         between(j, f->knee.low, f->knee.high)));
    if (f->model->edge.at && f->model->edge.at(f->fit.p, &v))
        say(j, room, arena_printf(j->a, "It saturates at %s.", fit_x(j, v)));
}

/* The band of the curve, then that of one more measurement: never mixed up. */
static void say_value(struct fit_job *j, size_t *room, const struct fit_value *v)
{
    const char *sure = "", *next = "";
    if (isfinite(v->low) && isfinite(v->high))
        sure = arena_printf(j->a, " (%s to %s)", fit_y(j, v->low), fit_y(j, v->high));
    if (isfinite(v->predict_low) && isfinite(v->predict_high))
        next = arena_printf(j->a, "; one more measurement would be %s to %s",
                            fit_y(j, v->predict_low), fit_y(j, v->predict_high));
    say(j, room,
        arena_printf(j->a, "At %s %s is %s%s%s.", fit_exact_x(j, v->x), y_name(j),
                     fit_y(j, v->y), sure, next));
}

static void say_answers(struct fit_job *j, size_t *room)
{
    const struct fit_result *f = j->out;
    for (size_t i = 0; i < f->value_count; i++) {
        const struct fit_value *v = &f->values[i];
        if (v->refused)
            say(j, room,
                arena_printf(j->a, "No value at %s: %s.", fit_exact_x(j, v->x),
                             v->refused));
        else
            say_value(j, room, v);
    }
    for (size_t i = 0; i < f->solution_count; i++) {
        const struct fit_solution *s = &f->solutions[i];
        if (s->refused)
            say(j, room, arena_printf(j->a, "%s.", s->refused));
        else
            say(j, room,
                arena_printf(j->a, "%s takes %s%s%s.", fit_asked(j, s->y),
                             fit_x(j, s->x[0]), between(j, s->low, s->high),
                             s->count > 1
                                 ? arena_printf(j->a, ", and again %s beyond the peak",
                                                fit_x(j, s->x[1]))
                                 : ""));
    }
}

void fit_words(struct fit_job *j)
{
    size_t room = 0;
    say_shape(j, &room);
    say_answers(j, &room);
    say(j, &room,
        arena_printf(j->a, "Beyond %s the measurements say nothing.",
                     fit_exact_x(j, j->out->points.high)));
    for (size_t i = 0; i < j->out->flags.count; i++)
        say(j, &room, j->out->flags.items[i].words);
}

double fit_between(const struct points *p, double x)
{
    const struct curve_data *d = &p->data;
    double left_x = NAN, left_y = NAN;
    for (size_t i = 0, k; i < d->n; i = k) {
        double mean = 0;
        for (k = i; k < d->n && d->x[k] == d->x[i]; k++)
            mean += d->y[k];
        mean /= (double)(k - i);
        if (d->x[i] == x)
            return mean;
        if (d->x[i] > x)
            return left_y + (mean - left_y) * (x - left_x) / (d->x[i] - left_x);
        left_x = d->x[i];
        left_y = mean;
    }
    return NAN;
}

/* Where the straight lines between the means pass through y. */
static void cross(struct fit_job *j, struct fit_solution *s)
{
    const struct curve_data *d = &j->out->points.data;
    double before = NAN, last = NAN;
    for (size_t i = 0; i < d->n; i++) {
        if (d->x[i] == last)
            continue;
        double mean = fit_between(&j->out->points, d->x[i]);
        bool passes = (before < s->y && mean >= s->y) ||
                      (before > s->y && mean <= s->y) || (i == 0 && mean == s->y);
        if (passes && s->count < 4)
            s->x[s->count++] =
                i == 0 ? d->x[i]
                       : last + (d->x[i] - last) * (s->y - before) / (mean - before);
        before = mean;
        last = d->x[i];
    }
    if (s->count == 0)
        s->refused =
            arena_printf(j->a, "%s lies outside what was measured", fit_asked(j, s->y));
}

void fit_interpolate(struct fit_job *j)
{
    struct fit_result *out = j->out;
    out->model = NULL;
    out->answer_low = out->points.low;
    out->answer_high = out->points.high;
    out->interval_method = "none";
    out->value_count = j->r->at_count;
    out->values = ARENA_ARRAY(j->a, out->value_count, struct fit_value);
    for (size_t i = 0; i < out->value_count; i++) {
        double x = j->r->at[i];
        out->values[i] = (struct fit_value){
            x, fit_outside(j, x), fit_between(&out->points, x), NAN, NAN, NAN, NAN
        };
    }
    out->solution_count = j->r->solve_count;
    out->solutions = ARENA_ARRAY(j->a, out->solution_count, struct fit_solution);
    for (size_t i = 0; i < out->solution_count; i++) {
        out->solutions[i] =
            (struct fit_solution){ .y = j->r->solve[i], .low = NAN, .high = NAN };
        cross(j, &out->solutions[i]);
    }
}
