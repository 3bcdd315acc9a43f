/* Parameters, peak, values and solutions with their intervals. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "curves/fit_part.h"
#include "curves/profile.h"

/* Profiles of a law with a kink cost a search for each value. */
enum { KINK_FEW = 100 };

/* Targets in one list, so that one bootstrap serves all. */
struct asked {
    struct target *targets;
    struct interval *found;
    size_t count, room;
};

static struct target *ask(struct fit_job *j, struct asked *q, enum target_kind kind,
                          double at)
{
    struct fit_result *out = j->out;
    struct target t = { kind, 0, at, out->answer_low, out->answer_high };
    ARENA_PUSH(j->a, q->targets, q->count, q->room) = t;
    return &q->targets[q->count - 1];
}

static struct asked ask_all(struct fit_job *j)
{
    struct asked q = { 0 };
    for (unsigned k = 0; k < j->out->model->param_count; k++)
        ask(j, &q, TARGET_PARAM, 0)->param = k;
    ask(j, &q, TARGET_PEAK_X, 0);
    ask(j, &q, TARGET_KNEE, 0);
    for (size_t i = 0; i < j->r->at_count; i++)
        ask(j, &q, TARGET_VALUE, j->r->at[i]);
    for (size_t i = 0; i < j->r->solve_count; i++)
        ask(j, &q, TARGET_X, j->r->solve[i]);
    q.found = ARENA_ARRAY(j->a, q.count, struct interval);
    return q;
}

static bool by_bootstrap(struct fit_job *j, struct asked *q)
{
    struct fit_result *out = j->out;
    struct boot_request r = { j->r->bootstrap, j->r->draws ? j->r->draws : 2000,
                              j->r->seed,      j->r->threads,
                              q->targets,      q->count };
    struct boot b;
    bool biased = false;
    static const char *const kinds[] = { "", "residual", "pairs", "parametric" };
    if (r.kind == BOOT_NONE || !boot_run(j->a, &out->points, &out->fit, &r, &b))
        return false;
    out->interval_method =
        arena_printf(j->a, "bootstrap (%s, %zu draws), BCa", kinds[r.kind], r.draws);
    for (size_t i = 0; i < q->count; i++) {
        double value = target_value(&out->fit, &q->targets[i]);
        q->found[i] = boot_bca(&b, i, out->level);
        if (value < q->found[i].low || value > q->found[i].high)
            q->found[i] = boot_percentile(&b, i, out->level);
        biased |= value < q->found[i].low || value > q->found[i].high;
    }
    if (biased)
        flag(j->a, &out->flags, "bootstrap_biased", FLAG_NO_POINT,
             "bootstrap fits do not gather around the estimate: their intervals miss "
             "it");
    if (b.good[0] < r.draws)
        flag(j->a, &out->flags, "bootstrap_failures", FLAG_NO_POINT,
             "%zu of %zu bootstrap fits failed and are left out", r.draws - b.good[0],
             r.draws);
    return true;
}

static void by_profile(struct fit_job *j, struct asked *q)
{
    struct fit_result *out = j->out;
    bool few = out->points.data.n <= (out->model->kink ? KINK_FEW : POINTS_WHOLE);
    out->interval_method = few ? "profile" : "delta";
    for (size_t i = 0; i < q->count; i++) {
        const struct target *t = &q->targets[i];
        struct interval *v = &q->found[i];
        if (few &&
            profile_interval(j->w, &out->points.data, &out->fit, t, out->level, v)) {
            if (t->kind == TARGET_X && v->high_bound)
                v->high = INFINITY;
            if (t->kind == TARGET_X && v->low_bound)
                v->low = -INFINITY;
            continue;
        }
        bool given = t->kind == TARGET_PARAM && out->fit.hold[t->param] != LAW_FREE;
        *v = given ? (struct interval){ .low = NAN, .high = NAN }
                   : target_delta(&out->fit, t, out->level);
    }
}

static void set_parameters(struct fit_job *j, const struct asked *q)
{
    const struct law_fit *f = &j->out->fit;
    for (unsigned k = 0; k < f->curve->param_count; k++)
        j->out->parameters[k] = (struct fit_parameter){
            .name = f->curve->params[k].name,
            .meaning = f->curve->params[k].meaning,
            .value = f->p[k],
            .stderr_ = law_stderr(f, k),
            .low = q->found[k].low,
            .high = q->found[k].high,
            .hold = f->hold[k],
        };
}

static void set_peak(struct fit_job *j, const struct interval *i)
{
    struct fit_result *out = j->out;
    double x, last = out->points.high;
    out->can_peak = out->model->peak.at != NULL;
    if (!out->can_peak)
        return;
    bool has = out->model->peak.at(out->fit.p, &x);
    out->peak = (struct fit_peak){ .x = has ? x : INFINITY,
                                   .y = has ? out->model->value(out->fit.p, x) : NAN,
                                   .low = i->low,
                                   .high = i->high };
    bool closed = has && isfinite(i->high);
    out->peak.reported = has && x <= 2 * last;
    out->peak.proved = closed && out->peak.reported;
    if (!closed)
        flag(j->a, &out->flags, "peak_not_proved", FLAG_NO_POINT,
             "no peak is proved; there is none below %s%s",
             fit_x(j, fmin(i->low, 2 * last)),
             out->peak.reported
                 ? arena_printf(j->a, ", the best estimate is %s", fit_x(j, x))
                 : "");
    else if (x > 2 * last)
        flag(
            j->a, &out->flags, "peak_beyond", FLAG_NO_POINT,
            "the curve's peak at %s lies beyond twice the largest measured size: it is "
            "not reported",
            fit_x(j, x));
}

/* A bracketed knee has no interval but the measured sizes beside it. */
static void set_knee(struct fit_job *j, const struct asked *q, const struct interval *i)
{
    struct fit_result *out = j->out;
    struct fit_knee *k = &out->knee;
    const struct curve_data *d = &out->points.data;
    if (out->model->knee.at == NULL || !out->model->knee.at(out->fit.p, &k->x))
        return;
    k->found = true;
    k->bracketed = out->fit.knee_on_point;
    if (curve_free_knee(out->model))
        i = &q->found[out->model->kink->held];
    k->low = k->bracketed ? out->points.low : i->low;
    k->high = k->bracketed ? out->points.high : i->high;
    for (size_t n = 0; k->bracketed && n < d->n; n++) {
        if (d->x[n] < k->x)
            k->low = d->x[n];
        if (d->x[n] > k->x && k->high > d->x[n])
            k->high = d->x[n];
    }
}

/* Size of one error at x in the unit of y: what a weight of 1 stands for. */
static double error_scale(const struct fit_result *f, double x, double y)
{
    const struct curve_data *d = &f->points.data;
    if (f->points.weights == WEIGHTS_EQUAL)
        return 1;
    if (f->points.weights == WEIGHTS_RELATIVE || f->points.weights == WEIGHTS_LOG)
        return fabs(y);
    size_t i = 0;
    while (i + 1 < d->n && d->x[i + 1] <= x)
        i++;
    size_t k = i + 1 < d->n && x > d->x[i] ? i + 1 : i;
    double share = k == i ? 0 : (x - d->x[i]) / (d->x[k] - d->x[i]);
    return (1 - share) / d->weight[i] + share / d->weight[k];
}

static void predict(const struct fit_result *f, struct fit_value *v)
{
    struct target t = { .kind = TARGET_VALUE, .at = v->x };
    struct interval band = target_delta(&f->fit, &t, f->level);
    double half = (band.high - band.low) / 2, student = interval_t(f->level, f->fit.df);
    double one = student * sqrt(f->fit.rss / f->fit.df) * error_scale(f, v->x, v->y);
    double wide = hypot(half, one);
    bool log = f->points.weights == WEIGHTS_LOG; /* errors are factors there */
    v->predict_low = log ? v->y * exp(-wide / v->y) : v->y - wide;
    v->predict_high = log ? v->y * exp(wide / v->y) : v->y + wide;
}

const char *fit_outside(struct fit_job *j, double x)
{
    struct fit_result *out = j->out;
    if (x >= out->answer_low && x <= out->answer_high)
        return NULL;
    const char *end =
        fit_exact_x(j, x < out->answer_low ? out->points.low : out->points.high);
    return arena_printf(j->a, "%s is outside what was measured (%s at %s)",
                        fit_exact_x(j, x), x < out->answer_low ? "begins" : "ends",
                        end);
}

static void set_values(struct fit_job *j, const struct interval *found)
{
    struct fit_result *out = j->out;
    out->value_count = j->r->at_count;
    out->values = ARENA_ARRAY(j->a, out->value_count, struct fit_value);
    for (size_t i = 0; i < out->value_count; i++) {
        struct fit_value *v = &out->values[i];
        *v = (struct fit_value){ .x = j->r->at[i],
                                 .refused = fit_outside(j, j->r->at[i]) };
        v->y = out->model->value(out->fit.p, v->x);
        if (v->refused == NULL && !isfinite(v->y))
            v->refused = "the curve has no value there: it ends before";
        if (v->refused) {
            v->y = v->low = v->high = v->predict_low = v->predict_high = NAN;
            continue;
        }
        v->low = found[i].low;
        v->high = found[i].high;
        predict(out, v);
    }
}

static const char *never(struct fit_job *j, double y)
{
    const struct fit_result *out = j->out;
    double beyond[4], far = 1e3 * fmax(fabs(out->points.high), 1), top = NAN, at;
    if (target_roots(out->model, out->fit.p, y, -far, far, beyond, 4) > 0)
        return arena_printf(j->a, "%s is met at %s only, outside what was measured",
                            fit_asked(j, y), fit_x(j, beyond[0]));
    if (out->model->peak.at && out->model->peak.at(out->fit.p, &at))
        top = out->model->value(out->fit.p, at);
    else if (out->model->limit.at)
        out->model->limit.at(out->fit.p, &top);
    if (isfinite(top) && y > top)
        return arena_printf(j->a, "%s is never reached: the curve stays below %s",
                            fit_asked(j, y), fit_y(j, top));
    return arena_printf(j->a, "the curve never takes the value %s", fit_asked(j, y));
}

static void set_solutions(struct fit_job *j, const struct interval *found)
{
    struct fit_result *out = j->out;
    out->solution_count = j->r->solve_count;
    out->solutions = ARENA_ARRAY(j->a, out->solution_count, struct fit_solution);
    for (size_t i = 0; i < out->solution_count; i++) {
        struct fit_solution *s = &out->solutions[i];
        *s = (struct fit_solution){ .y = j->r->solve[i], .low = NAN, .high = NAN };
        s->count = target_roots(out->model, out->fit.p, s->y, out->answer_low,
                                out->answer_high, s->x, 4);
        if (s->count == 0) {
            s->refused = never(j, s->y);
            continue;
        }
        s->low = found[i].low;
        s->high = found[i].high;
    }
}

void fit_intervals(struct fit_job *j)
{
    struct asked q = ask_all(j);
    if (!by_bootstrap(j, &q))
        by_profile(j, &q);
    unsigned p = j->out->model->param_count;
    set_parameters(j, &q);
    set_peak(j, &q.found[p]);
    set_knee(j, &q, &q.found[p + 1]);
    set_values(j, q.found + p + 2);
    set_solutions(j, q.found + p + 2 + j->r->at_count);
}

struct fit_value fit_value_at(const struct fit_result *f, double x)
{
    struct fit_value v = { .x = x, .y = NAN, .low = NAN, .high = NAN };
    v.predict_low = v.predict_high = NAN;
    if (!(x >= f->answer_low) || !(x <= f->answer_high)) {
        v.refused = "outside what was measured";
        return v;
    }
    if (f->model == NULL) {
        v.y = fit_between(&f->points, x);
        return v;
    }
    struct target t = { .kind = TARGET_VALUE, .at = x };
    struct interval i = target_delta(&f->fit, &t, f->level);
    v.y = f->model->value(f->fit.p, x);
    bool log = f->points.weights == WEIGHTS_LOG;
    v.low = log ? v.y * exp((i.low - v.y) / v.y) : i.low;
    v.high = log ? v.y * exp((i.high - v.y) / v.y) : i.high;
    predict(f, &v);
    return v;
}
