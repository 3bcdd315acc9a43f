/* The answer of `priceperf fit` as text, JSON and CSV. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "commands/fit_call.h"
#include "doc/json.h"

static const char *const holds[] = { "", "given", "at its lower bound",
                                     "at its upper bound" };

static const char *number(struct arena *a, double x)
{
    return isnan(x)   ? ""
           : isinf(x) ? (x > 0 ? "open" : "-open")
                      : format_number(a, x, 4);
}

/* Wrapped at 88 columns, indented by two. */
static void say(const char *text)
{
    size_t column = 2;
    fputs("  ", stdout);
    for (const char *word = text; *word;) {
        size_t n = strcspn(word, " ");
        if (column + n > 88) {
            fputs("\n    ", stdout);
            column = 4;
        }
        printf("%.*s", (int)n, word);
        column += n + 1;
        word += n;
        if (*word == ' ') {
            word++;
            putchar(' ');
        }
    }
    putchar('\n');
}

static void show_parameters(struct arena *a, const struct fit_result *f)
{
    printf("\n  %-12s %12s %12s %12s %12s\n", "", "value", "std. error",
           arena_printf(a, "%.3g %% from", 100 * f->level), "to");
    for (unsigned k = 0; k < f->model->param_count; k++) {
        const struct fit_parameter *p = &f->parameters[k];
        printf("  %-12s %12s %12s %12s %12s  %s\n", p->name, number(a, p->value),
               number(a, p->stderr_), number(a, p->low), number(a, p->high),
               holds[p->hold]);
    }
    printf("  intervals: %s; weights: %s; squares %s, AICc %s, BIC %s\n",
           f->interval_method, fit_weights_name(f->points.weights),
           number(a, f->fit.rss), isnan(f->aicc) ? "undefined" : number(a, f->aicc),
           number(a, f->bic));
}

static void show_choice(struct arena *a, const struct choice *c)
{
    printf("\n  %-16s %10s %10s %10s\n", "law", "AICc", "BIC", "left out");
    for (size_t i = 0; i < c->count; i++) {
        const struct candidate *k = &c->all[i];
        printf("  %-16s %10s %10s %10s  %s\n", k->curve->name, number(a, k->aicc),
               number(a, k->bic), number(a, k->loo),
               k == c->leader ? (c->ties > 1 ? "stands for the ties" : "chosen")
               : k->tied      ? "tie"
               : k->why       ? k->why
                              : "");
    }
}

void fit_show(const struct fit_request *r, const struct fit_result *f, bool compare)
{
    struct arena *a = arena_new();
    printf("%s%s%s over %s: %zu point%s at %zu size%s, %s to %s\n", f->series,
           *f->series ? ": " : "", r->y_name, r->x_name, f->points.data.n,
           f->points.data.n == 1 ? "" : "s", f->points.distinct,
           f->points.distinct == 1 ? "" : "s",
           format_quantity(a, f->points.low, r->x_unit, 4),
           format_quantity(a, f->points.high, r->x_unit, 4));
    if (f->model) {
        printf("  %s: %s\n", f->model->name, f->model->formula);
        show_parameters(a, f);
    }
    if (compare)
        show_choice(a, &f->choice);
    putchar('\n');
    for (size_t i = 0; i < f->sentence_count; i++)
        say(f->sentences[i]);
    arena_free(a);
}

static void pair(struct json_out *o, const char *key, double x)
{
    json_pair_number(o, key, x);
}

static void text(struct json_out *o, const char *key, const char *t)
{
    json_pair_string(o, key, t);
}

static void json_parameters(struct json_out *o, const struct fit_result *f)
{
    static const char *const words[] = { "free", "given", "lower", "upper" };
    json_key(o, "parameters");
    json_object(o);
    for (unsigned k = 0; f->model && k < f->model->param_count; k++) {
        const struct fit_parameter *p = &f->parameters[k];
        json_key(o, p->name);
        json_object(o);
        pair(o, "value", p->value);
        pair(o, "stderr", p->stderr_);
        pair(o, "low", p->low);
        pair(o, "high", p->high);
        if (p->hold != LAW_FREE)
            text(o, p->hold == LAW_GIVEN ? "held" : "bound", words[p->hold]);
        json_end(o);
    }
    json_end(o);
}

static void json_peak(struct json_out *o, const struct fit_result *f)
{
    json_key(o, "peak");
    if (!f->can_peak || !f->peak.reported) {
        json_null(o);
        return;
    }
    json_object(o);
    pair(o, "x", f->peak.x);
    pair(o, "y", f->peak.y);
    pair(o, "low", f->peak.low);
    pair(o, "high", f->peak.high);
    json_key(o, "proved");
    json_bool(o, f->peak.proved);
    json_end(o);
}

static void json_knee(struct json_out *o, const struct fit_result *f)
{
    if (!f->knee.found)
        return;
    json_key(o, "knee");
    json_object(o);
    pair(o, "x", f->knee.x);
    pair(o, "low", f->knee.low);
    pair(o, "high", f->knee.high);
    json_key(o, "bracketed");
    json_bool(o, f->knee.bracketed);
    json_end(o);
}

static void json_flags(struct json_out *o, const struct fit_request *r,
                       const struct fit_result *f)
{
    json_key(o, "flags");
    json_array(o);
    for (size_t i = 0; i < f->flags.count; i++)
        json_string(o, f->flags.items[i].id);
    json_end(o);
    json_key(o, "messages");
    json_array(o);
    for (size_t i = 0; i < f->flags.count; i++) {
        const struct fit_flag *g = &f->flags.items[i];
        json_object(o);
        text(o, "flag", g->id);
        text(o, "text", g->words);
        if (g->point != FLAG_NO_POINT && r->points[g->point].at.line > 0) {
            json_key(o, "line");
            json_int(o, r->points[g->point].at.line);
        }
        json_end(o);
    }
    json_end(o);
}

static void json_choice(struct json_out *o, const struct choice *c)
{
    json_key(o, "rejected");
    json_array(o);
    for (size_t i = 0; i < c->count; i++) {
        if (c->all[i].why == NULL)
            continue;
        json_object(o);
        text(o, "model", c->all[i].curve->name);
        text(o, "why", c->all[i].why);
        if (c->all[i].fitted) {
            pair(o, "aicc", c->all[i].aicc);
            pair(o, "bic", c->all[i].bic);
            pair(o, "loo", c->all[i].loo);
        }
        json_end(o);
    }
    json_end(o);
    json_key(o, "ties");
    json_array(o);
    for (size_t i = 0; i < c->count; i++)
        if (c->all[i].tied && &c->all[i] != c->leader)
            json_string(o, c->all[i].curve->name);
    json_end(o);
}

static void json_answers(struct json_out *o, const struct fit_result *f)
{
    json_key(o, "at");
    json_array(o);
    for (size_t i = 0; i < f->value_count; i++) {
        const struct fit_value *v = &f->values[i];
        json_object(o);
        pair(o, "x", v->x);
        pair(o, "y", v->y);
        pair(o, "low", v->low);
        pair(o, "high", v->high);
        pair(o, "predict_low", v->predict_low);
        pair(o, "predict_high", v->predict_high);
        text(o, "refused", v->refused);
        json_end(o);
    }
    json_end(o);
    json_key(o, "solve");
    json_array(o);
    for (size_t i = 0; i < f->solution_count; i++) {
        const struct fit_solution *s = &f->solutions[i];
        json_object(o);
        pair(o, "y", s->y);
        json_key(o, "x");
        json_array(o);
        for (size_t k = 0; k < s->count; k++)
            json_number(o, s->x[k]);
        json_end(o);
        pair(o, "low", s->low);
        pair(o, "high", s->high);
        text(o, "refused", s->refused);
        json_end(o);
    }
    json_end(o);
}

static void json_mark(struct json_out *o, const struct fit_result *f, const char *key,
                      const struct curve_mark *m)
{
    double v;
    if (f->model && m->at && m->at(f->fit.p, &v))
        pair(o, key, v);
}

void fit_show_json(struct arena *a, const struct fit_request *r,
                   const struct fit_result *f)
{
    struct json_out o = json_on(a);
    json_line(&o);
    json_object(&o);
    text(&o, "series", f->series);
    text(&o, "model", f->model ? f->model->name : NULL);
    json_parameters(&o, f);
    text(&o, "weights", fit_weights_name(f->points.weights));
    pair(&o, "rss", f->model ? f->fit.rss : NAN);
    pair(&o, "aicc", f->aicc);
    pair(&o, "bic", f->bic);
    pair(&o, "loo", f->loo);
    json_key(&o, "n");
    json_int(&o, (long long)f->points.data.n);
    json_key(&o, "range");
    json_array(&o);
    json_number(&o, f->points.low);
    json_number(&o, f->points.high);
    json_end(&o);
    json_peak(&o, f);
    json_flags(&o, r, f);
    json_choice(&o, &f->choice);
    pair(&o, "level", f->level);
    text(&o, "intervals", f->interval_method);
    pair(&o, "df", f->model ? f->fit.df : NAN);
    pair(&o, "lack_of_fit", f->misfit);
    if (f->model) {
        json_knee(&o, f);
        json_mark(&o, f, "limit", &f->model->limit);
        json_mark(&o, f, "edge", &f->model->edge);
        text(&o, "formula", f->model->formula);
    }
    json_answers(&o, f);
    json_key(&o, "sentences");
    json_array(&o);
    for (size_t i = 0; i < f->sentence_count; i++)
        json_string(&o, f->sentences[i]);
    json_end(&o);
    json_end(&o);
    fputs(json_text(&o), stdout);
}

void fit_show_csv_head(void)
{
    puts("series,model,parameter,value,stderr,low,high,hold");
}

static const char *quoted(struct arena *a, const char *t)
{
    if (t[strcspn(t, ",\"\n\r")] == '\0')
        return t;
    struct buf b = buf_on(a);
    buf_char(&b, '"');
    for (; *t; t++)
        buf_add(&b, *t == '"' ? "\"\"" : (const char[]){ *t, '\0' });
    buf_char(&b, '"');
    return buf_text(&b);
}

void fit_show_csv(struct arena *a, const struct fit_result *f)
{
    const char *series = quoted(a, f->series);
    if (f->model == NULL)
        printf("%s,,,,,,,\n", series);
    for (unsigned k = 0; f->model && k < f->model->param_count; k++) {
        const struct fit_parameter *p = &f->parameters[k];
        const double v[] = { p->value, p->stderr_, p->low, p->high };
        printf("%s,%s,%s", series, f->model->name, p->name);
        for (int i = 0; i < 4; i++)
            printf(",%s", isfinite(v[i]) ? format_exact(a, v[i]) : "");
        printf(",%s\n", holds[p->hold]);
    }
}
