/* fit - a scaling curve through measurements: chosen, fitted, or refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"
#include "commands/fit_call.h"
#include "measure/measurement.h"
#include "report/fit_plot.h"
#include "writers/plot_cairo.h"

static struct {
    struct fit_wants wants;
    const char *model, *weights, *level, *extrapolate, *bootstrap, *family, *chart;
    struct option_list at, solve, given;
    unsigned long long draws, seed, threads;
    bool robust, compare, json, csv;
} o;

static struct option_table options(void)
{
    static const struct option_row rows[] = {
        { "x", 'x', OPTION_TEXT, "PARAM", "what the curve runs over", &o.wants.x, 0,
          0 },
        { "y", 'y', OPTION_TEXT, "METRIC", "what is fitted", &o.wants.y, 0, 0 },
        { "by", 0, OPTION_TEXT, "PARAM", "a curve for each of its values", &o.wants.by,
          0, 0 },
        { "where", 0, OPTION_LIST, "K=V", "only points with this parameter",
          &o.wants.where, 0, 0 },
        { "statistic", 0, OPTION_TEXT, "NAME",
          "mean, p99, ...; the mean where there is one", &o.wants.statistic, 0, 0 },
        { "model", 0, OPTION_TEXT, "LAW", "fit this law instead of choosing one",
          &o.model, 0, 0 },
        { "family", 0, OPTION_TEXT, "KIND",
          "choose among laws of: rate, latency, price", &o.family, 0, 0 },
        { "given", 0, OPTION_LIST, "NAME=NUMBER", "hold a parameter of --model",
          &o.given, 0, 0 },
        { "weights", 0, OPTION_TEXT, "KIND",
          "relative (default), equal, repeats, or log (default of prices)", &o.weights,
          0, 0 },
        { "robust", 0, OPTION_FLAG, NULL, "Huber's loss: far points count less",
          &o.robust, 0, 0 },
        { "at", 0, OPTION_LIST, "X", "the value there, with its interval", &o.at, 0,
          0 },
        { "solve", 0, OPTION_LIST, "Y", "where the curve takes this value", &o.solve, 0,
          0 },
        { "extrapolate", 0, OPTION_TEXT, "SHARE",
          "answer so far beyond the measured range: 0.2 or 20%", &o.extrapolate, 0, 0 },
        { "level", 0, OPTION_TEXT, "SHARE", "of intervals (0.95)", &o.level, 0, 0 },
        { "bootstrap", 0, OPTION_TEXT, "KIND",
          "intervals by residual, pairs or parametric draws instead of profiles",
          &o.bootstrap, 0, 0 },
        { "draws", 0, OPTION_COUNT, "N", "of the bootstrap (2000)", &o.draws, 100,
          10000000 },
        { "seed", 0, OPTION_COUNT, "N", "of the bootstrap (1)", &o.seed, 0,
          ~0ULL >> 1 },
        { "threads", 0, OPTION_COUNT, "N", "of the bootstrap (one a processor)",
          &o.threads, 1, 64 },
        { "compare", 0, OPTION_FLAG, NULL, "list every law that was tried", &o.compare,
          0, 0 },
        { "chart", 0, OPTION_TEXT, "FILE",
          "draw FILE.svg, .pdf or .png and its residuals beside it", &o.chart, 0, 0 },
        { "json", 0, OPTION_FLAG, NULL, "an object a curve, one a line", &o.json, 0,
          0 },
        { "csv", 0, OPTION_FLAG, NULL, "a line a parameter", &o.csv, 0, 0 },
    };
    return (struct option_table){ rows, sizeof rows / sizeof *rows };
}

static const struct where line = { .file = "command line" };

static bool one_of(struct command_call *c, const char *option, const char *word,
                   const char *const *names, size_t count, size_t *out)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], word) == 0) {
            *out = i;
            return true;
        }
    const char *near = nearest(word, names, count);
    return diag_error(c->dg, line, "--%s %s is not known; %s%s", option, word,
                      near ? "did you mean " : "--help lists what is",
                      near ? near : "");
}

/* A number with or without a unit, in base units. */
static bool number(struct command_call *c, const char *option, const char *text,
                   double *out)
{
    struct parameter p = parameter_of(c->arena, option, text);
    *out = p.number;
    if (p.kind == PARAMETER_NUMBER)
        return true;
    return diag_error(c->dg, line, "--%s %s is no number", option, text);
}

static bool numbers(struct command_call *c, const char *option,
                    const struct option_list *l, const double **out)
{
    double *v = ARENA_ARRAY(c->arena, l->count, double);
    for (size_t i = 0; i < l->count; i++)
        if (!number(c, option, l->items[i], &v[i]))
            return false;
    *out = v;
    return true;
}

static bool set_given(struct command_call *c, struct fit_request *r)
{
    if (o.given.count == 0)
        return true;
    if (r->model == NULL)
        return diag_error(c->dg, line, "--given belongs to one law; add --model");
    double *v = ARENA_ARRAY(c->arena, CURVE_MOST_PARAMS, double);
    const char *names[CURVE_MOST_PARAMS];
    for (unsigned k = 0; k < CURVE_MOST_PARAMS; k++)
        v[k] = NAN;
    for (unsigned k = 0; k < r->model->param_count; k++)
        names[k] = r->model->params[k].name;
    for (size_t i = 0; i < o.given.count; i++) {
        const char *item = o.given.items[i], *equals = strchr(item, '=');
        size_t k;
        if (equals == NULL)
            return diag_error(c->dg, line, "--given %s has no value; write NAME=NUMBER",
                              item);
        const char *name = arena_strndup(c->arena, item, (size_t)(equals - item));
        if (!one_of(c, "given", name, names, r->model->param_count, &k) ||
            !number(c, "given", equals + 1, &v[k]))
            return false;
    }
    r->given = v;
    return true;
}

static bool set_words(struct command_call *c, struct fit_request *r)
{
    const char *weights[WEIGHTS_KINDS];
    static const char *const boots[] = { "none", "residual", "pairs", "parametric" };
    static const char *const families[] = { "rate", "latency", "price" };
    const char *laws[64];
    size_t i = 0, n = curve_names(laws, 64);
    if (o.model) {
        r->model = curve_find(o.model);
        if (r->model == NULL)
            return one_of(c, "model", o.model, laws, n, &i);
    }
    for (size_t k = 0; k < WEIGHTS_KINDS; k++)
        weights[k] = fit_weights_name((enum fit_weights)k);
    if (o.weights) {
        if (!one_of(c, "weights", o.weights, weights, WEIGHTS_KINDS, &i))
            return false;
        r->weights = (enum fit_weights)i;
    }
    if (o.bootstrap) {
        if (!one_of(c, "bootstrap", o.bootstrap, boots, 4, &i))
            return false;
        r->bootstrap = (enum boot_kind)i;
    }
    if (o.family) {
        if (!one_of(c, "family", o.family, families, 3, &i))
            return false;
        r->families = 1u << i;
    }
    return (!o.level || number(c, "level", o.level, &r->level)) &&
           (!o.extrapolate ||
            number(c, "extrapolate", o.extrapolate, &r->extrapolate)) &&
           numbers(c, "at", &o.at, &r->at) &&
           numbers(c, "solve", &o.solve, &r->solve) && set_given(c, r);
}

static const char *numbered(struct arena *a, const char *path, const char *add,
                            size_t series)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    if (dot == NULL || (slash && dot < slash))
        dot = path + strlen(path);
    const char *which = series > 0 ? arena_printf(a, "-%zu", series) : "";
    return arena_printf(a, "%.*s%s%s%s", (int)(dot - path), path, which, add, dot);
}

static bool draw(struct command_call *c, const struct fit_request *r,
                 const struct fit_result *f, size_t series)
{
    struct plot curve = fit_plot_curve(c->arena, r, f);
    struct plot rest = fit_plot_residuals(c->arena, r, f);
    return plot_write(&curve, numbered(c->arena, o.chart, "", series), NULL, c->dg) &&
           plot_write(&rest, numbered(c->arena, o.chart, "-residuals", series), NULL,
                      c->dg);
}

static bool one_series(struct command_call *c, struct fit_request *r,
                       const struct fit_input *in, size_t i)
{
    struct fit_result f;
    r->series = in->series[i].name;
    r->points = in->series[i].points;
    r->point_count = in->series[i].count;
    if (!fit_run(r, c->arena, &f, c->dg))
        return false;
    if (o.json)
        fit_show_json(c->arena, r, &f);
    else if (o.csv)
        fit_show_csv(c->arena, &f);
    else {
        if (i > 0)
            putchar('\n');
        fit_show(r, &f, o.compare);
    }
    return o.chart == NULL || draw(c, r, &f, in->count > 1 ? i + 1 : 0);
}

static int run(struct command_call *c, const struct option_list *words)
{
    struct fit_request r = { .seed = o.seed ? o.seed : 1,
                             .draws = o.draws,
                             .threads = (unsigned)o.threads,
                             .robust = o.robust,
                             .at_count = o.at.count,
                             .solve_count = o.solve.count };
    struct fit_input in;
    if (words->count == 0) {
        diag_error(c->dg, line, "no file given; --help shows how");
        return EXIT_INPUT;
    }
    o.wants.paths = words;
    o.wants.path = words->items[0];
    if (o.wants.x == NULL || o.wants.y == NULL) {
        diag_error(c->dg, line,
                   "--x and --y are needed: what the curve runs over, and what "
                   "is fitted");
        return EXIT_INPUT;
    }
    if (!command_one_form(c, o.json + o.csv, "--json and --csv") || !set_words(c, &r) ||
        !fit_read(c, &o.wants, &in))
        return EXIT_INPUT;
    r.x_name = o.wants.x;
    r.y_name = o.wants.y;
    r.x_unit = in.x_unit;
    r.y_unit = in.y_unit;
    if (r.families == 0)
        r.families = in.families;
    if (o.csv)
        fit_show_csv_head();
    for (size_t i = 0; i < in.count; i++)
        if (!one_series(c, &r, &in, i))
            return EXIT_INPUT;
    return EXIT_ANSWER;
}

const struct command command_fit = {
    .name = "fit",
    .summary = "fit scaling curves to measurements",
    .usage = "RUNS...|FILE.csv --x PARAM --y METRIC [OPTION]...",
    .examples = "  priceperf fit runs.db --x threads --y throughput --by table_size\n"
                "  priceperf fit scaling.csv --x users --y tps --at 48 --solve 2000\n",
    .options = options,
    .run = run,
};
