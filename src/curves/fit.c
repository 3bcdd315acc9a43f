#include "curves/fit.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"
#include "curves/fit_part.h"
#include "curves/robust.h"

#define POOR 0.25 /* relative error of points left out at which a law is no help */

static bool check_request(const struct fit_request *r, struct diag *dg)
{
    struct where at = { 0 };
    if (r->level != 0 && !(r->level > 0 && r->level < 1))
        return diag_error(dg, at, "a level of %g is no share; write 0.95", r->level);
    if (!(r->extrapolate >= 0) || r->extrapolate > 100)
        return diag_error(dg, at,
                          "extrapolation by %g is no share; write 0.2 for a fifth",
                          r->extrapolate);
    if (r->robust && (r->bootstrap == BOOT_RESIDUAL || r->bootstrap == BOOT_PARAMETRIC))
        return diag_error(dg, at,
                          "a robust fit is bootstrapped by pairs only; write "
                          "pairs");
    if (r->given && r->model == NULL)
        return diag_error(dg, at, "a given parameter belongs to one model; name it");
    return true;
}

/* The leader was found on thinned points where there are very many. */
static bool fit_whole(struct fit_job *j, struct law_fit *f)
{
    const struct curve_data *d = &j->out->points.data;
    j->w = law_work_new(j->a, d->n);
    if (d->n > POINTS_WHOLE) {
        if (!law_refit(j->w, d, false, f))
            return false;
        law_errors(j->w, d, f);
    }
    if (!j->r->robust)
        return true;
    double *weight = ARENA_ARRAY(j->a, d->n, double);
    double *scratch = ARENA_ARRAY(j->a, d->n, double);
    if (law_robust(j->w, d, weight, scratch, f)) {
        j->out->points.data.weight = weight;
        flag(j->a, &j->out->flags, "robust", FLAG_NO_POINT,
             "Huber's loss: far points count less; criteria are those of the ordinary "
             "fit");
    } else {
        flag(j->a, &j->out->flags, "not_robust", FLAG_NO_POINT,
             "the robust fit did not settle: these are ordinary least squares");
    }
    return true;
}

static void flag_choice(struct fit_job *j, const struct candidate *leader)
{
    const struct choice *c = &j->out->choice;
    if (c->ties < 2)
        return;
    struct buf names = buf_on(j->a);
    for (size_t i = 0; i < c->count; i++)
        if (c->all[i].tied && &c->all[i] != leader)
            buf_printf(&names, "%s%s", names.length ? ", " : "", c->all[i].curve->name);
    flag(j->a, &j->out->flags, "tie", FLAG_NO_POINT,
         "%s cannot be told from %s on these points (AICc within %g)",
         leader->curve->name, buf_text(&names), CHOOSE_TIE);
}

/* The gap between neighbouring sizes over which the value changes by the largest
 * factor, and two sizes in it. */
static const char *where_to_measure(struct fit_job *j)
{
    const struct points *p = &j->out->points;
    double most = -1, from = 0, to = 0, last = p->low;
    for (size_t i = 1; i < p->data.n; i++) {
        double x = p->data.x[i];
        if (x == last)
            continue;
        double a = fit_between(p, last), b = fit_between(p, x);
        double change = a > 0 && b > 0 ? fabs(log(b / a)) : fabs(b - a) / p->norm;
        if (change > most) {
            most = change;
            from = last;
            to = x;
        }
        last = x;
    }
    double third = from > 0 ? cbrt(to / from) : 0;
    double one = from > 0 ? from * third : from + (to - from) / 3;
    double two = from > 0 ? one * third : to - (to - from) / 3;
    return arena_printf(
        j->a,
        "it changes most between %s and %s, so that two or three more runs "
        "there, say at %s and %s, would decide",
        fit_exact_x(j, from), fit_exact_x(j, to),
        format_number(j->a, one / j->r->x_unit.factor, 2),
        format_number(j->a, two / j->r->x_unit.factor, 2));
}

static void flag_no_law(struct fit_job *j)
{
    const struct points *p = &j->out->points;
    flag(
        j->a, &j->out->flags, "no_law", FLAG_NO_POINT,
        "%zu points at %zu sizes carry no law: values between them are straight lines, "
        "nothing is said outside %s to %s; %s",
        p->data.n, p->distinct, fit_exact_x(j, p->low), fit_exact_x(j, p->high),
        where_to_measure(j));
    bool falls = fit_between(p, p->high) < 0.95 * fit_between(p, p->low);
    if (falls && p->distinct <= 3)
        flag(j->a, &j->out->flags, "hypothesis", FLAG_NO_POINT,
             "a memory that is too small (cache_cliff) would pass through all of them: "
             "a "
             "hypothesis, not a fit");
}

/* No law: say what was wrong, and what more runs would decide. */
static void refuse(struct fit_job *j)
{
    const struct points *p = &j->out->points;
    if (p->distinct < 2)
        flag(j->a, &j->out->flags, "one_size", FLAG_NO_POINT,
             "all measurements are at %s: nothing can be said about other sizes",
             fit_exact_x(j, p->low));
    else if (j->r->model)
        flag(j->a, &j->out->flags, "refused", FLAG_NO_POINT, "%s is refused: %s",
             j->r->model->name,
             j->out->choice.all[0].why ? j->out->choice.all[0].why
                                       : "no minimum was found");
    else
        flag_no_law(j);
    fit_interpolate(j);
}

static void take(struct fit_job *j, const struct candidate *leader,
                 const struct law_fit *f)
{
    struct fit_result *out = j->out;
    out->model = leader->curve;
    out->fit = *f;
    out->aicc = leader->aicc;
    out->bic = leader->bic;
    out->loo = leader->loo;
    out->misfit = lack_of_fit(&out->points, f);
    if (isnan(out->loo))
        out->loo = choose_loo(j->a, j->w, &out->points, f);
    flag_choice(j, leader);
    bool relative = out->points.weights == WEIGHTS_RELATIVE || out->points.data.log;
    if (relative && out->loo > POOR)
        flag(j->a, &out->flags, "poor", FLAG_NO_POINT,
             "%s misses a point left out by %s: better use the measurements themselves",
             j->r->model ? "the law" : "even the best law",
             out->points.data.log
                 ? arena_printf(j->a, "a factor of %.3g", exp(out->loo))
                 : arena_printf(j->a, "%.2g %%", 100 * out->loo));
    diagnose(j->a, &out->points, f, &out->flags);
    fit_intervals(j);
}

/* Prices fall by factors over the years. */
static enum fit_weights weights_of(const struct fit_request *r)
{
    bool log = r->weights == WEIGHTS_AUTO && r->families == CURVE_PRICE;
    for (size_t i = 0; log && i < r->point_count; i++)
        log = r->points[i].y > 0;
    return log ? WEIGHTS_LOG : r->weights;
}

bool fit_run(const struct fit_request *r, struct arena *a, struct fit_result *out,
             struct diag *dg)
{
    *out = (struct fit_result){ .series = r->series ? r->series : "",
                                .aicc = NAN,
                                .bic = NAN,
                                .loo = NAN,
                                .misfit = NAN,
                                .level = r->level > 0 ? r->level : 0.95 };
    struct fit_job j = { .r = r, .a = a, .out = out };
    if (!check_request(r, dg) ||
        !points_make(a, r->points, r->point_count, weights_of(r), &out->points, dg))
        return false;
    double room = r->extrapolate * (out->points.high - out->points.low);
    out->answer_low = out->points.low - room;
    out->answer_high = out->points.high + room;
    struct choose_request c = { .points = &out->points,
                                .families = r->families ? r->families : CURVE_RATE,
                                .only = r->model,
                                .given = r->given };
    choose(a, &c, &out->choice);
    const struct candidate *leader =
        out->points.distinct < 2 ? NULL : out->choice.leader;
    struct law_fit f;
    if (leader)
        f = leader->fit;
    if (leader && fit_whole(&j, &f))
        take(&j, leader, &f);
    else
        refuse(&j);
    fit_words(&j);
    return true;
}

double fit_rate_at_latency(const double *rate, const double *latency, size_t n,
                           double bound)
{
    double best = NAN;
    for (size_t i = 0; i < n; i++) {
        if (latency[i] <= bound) {
            best = fmax(rate[i], isnan(best) ? rate[i] : best);
            continue;
        }
        if (i == 0)
            return NAN;
        double share = (bound - latency[i - 1]) / (latency[i] - latency[i - 1]);
        return fmax(best, rate[i - 1] + share * (rate[i] - rate[i - 1]));
    }
    return best;
}
