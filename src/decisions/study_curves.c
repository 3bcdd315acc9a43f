#include "decisions/study_curves.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "decisions/study_curve_part.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "measure/select.h"

enum {
    METRIC,
    STATISTIC,
    WHERE,
    OVER,
    AT,
    SOLVE,
    TAKE,
    MODEL,
    GIVEN,
    WEIGHTS,
    EXTRAPOLATE,
    UNIT,
    HELP,
    KEYS
};
static const struct doc_field fields[] = {
    [METRIC] = { "metric", DOC_WANT_TEXT, DOC_REQUIRED },
    [STATISTIC] = { "statistic", DOC_WANT_TEXT, DOC_OPTIONAL },
    [WHERE] = { "where", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [OVER] = { "over", DOC_WANT_TEXT, DOC_REQUIRED },
    [AT] = { "at", DOC_WANT_TEXT, DOC_OPTIONAL },
    [SOLVE] = { "solve", DOC_WANT_TEXT, DOC_OPTIONAL },
    [TAKE] = { "take", DOC_WANT_TEXT, DOC_OPTIONAL },
    [MODEL] = { "model", DOC_WANT_TEXT, DOC_OPTIONAL },
    [GIVEN] = { "given", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [WEIGHTS] = { "weights", DOC_WANT_TEXT, DOC_OPTIONAL },
    [EXTRAPOLATE] = { "extrapolate", DOC_WANT_TEXT, DOC_OPTIONAL },
    [UNIT] = { "unit", DOC_WANT_TEXT, DOC_OPTIONAL },
    [HELP] = { "help", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a curve", fields);

static bool read_point(struct study *s, const struct measurement *m,
                       struct study_curve *c, bool first, struct fit_point *out)
{
    const struct parameter *x = setting_find(m->setting, c->over);
    if (x == NULL || x->kind != PARAMETER_NUMBER)
        return diag_error(
            s->dg, c->at,
            "%s:%u has no number as parameter '%s'; narrow the curve with "
            "where",
            m->at.file, m->at.line, c->over);
    if (first) {
        c->x_unit = unit_base(s->arena, x->dim);
        c->y_unit = unit_base(s->arena, m->metric->dim);
    } else if (!dim_equal(c->x_unit.dim, x->dim)) {
        return diag_error(
            s->dg, c->at, "'%s' is in %s in one file and in %s in another", c->over,
            dim_text(s->arena, c->x_unit.dim), dim_text(s->arena, x->dim));
    }
    *out = (struct fit_point){ x->number, m->value, 0, m->at };
    return true;
}

static bool read_points(struct study *s, const struct doc_node *node,
                        struct study_curve *c, struct fit_request *r)
{
    struct selection selection;
    struct id_list ids;
    if (!selection_read(s->runs, node, &selection, s->dg) ||
        !runs_select(s->runs, &selection, &ids, s->dg))
        return false;
    struct fit_point *p = ARENA_ARRAY(s->arena, ids.count, struct fit_point);
    const struct measurement *first = &s->runs->items[ids.ids[0]];
    for (size_t i = 0; i < ids.count; i++) {
        const struct measurement *m = &s->runs->items[ids.ids[i]];
        if (strcmp(m->system, first->system) != 0)
            return diag_error(s->dg, c->at,
                              "'%s' and '%s' are two systems; one curve has one: add "
                              "where: {system: %s}",
                              first->system, m->system, first->system);
        if (strcmp(m->statistic, first->statistic) != 0)
            return diag_error(s->dg, c->at, "%s and %s are two statistics; say which",
                              first->statistic, m->statistic);
        if (!read_point(s, m, c, i == 0, &p[i]))
            return false;
    }
    struct dim time = { .time = 1 };
    r->points = p;
    r->point_count = ids.count;
    r->families = dim_equal(c->y_unit.dim, time) ? CURVE_LATENCY
                  : c->y_unit.dim.money[0] != 0  ? CURVE_PRICE
                                                 : CURVE_RATE;
    return true;
}

static bool read_given(struct study *s, const struct doc_node *node,
                       struct fit_request *r)
{
    double *given = ARENA_ARRAY(s->arena, CURVE_MOST_PARAMS, double);
    const char *names[CURVE_MOST_PARAMS];
    if (node == NULL)
        return true;
    if (r->model == NULL)
        return diag_error(s->dg, node->at,
                          "given parameters belong to one law; add model");
    for (unsigned k = 0; k < r->model->param_count; k++) {
        names[k] = r->model->params[k].name;
        given[k] = NAN;
    }
    for (size_t i = 0; i < node->count; i++) {
        const struct doc_entry *e = &node->entries[i];
        struct doc_node word = { .text = e->key, .at = e->key_at };
        struct doc_number number;
        size_t k;
        word.length = strlen(e->key);
        if (!doc_get_choice(&word, names, r->model->param_count, &k, s->dg) ||
            !doc_get_number(e->value, &number, s->dg))
            return false;
        given[k] = number.x;
    }
    r->given = given;
    return true;
}

static bool read_fit(struct study *s, const struct doc_node *const *v,
                     struct fit_request *r)
{
    const char *laws[64], *weights[WEIGHTS_KINDS];
    size_t i = 0, n = curve_names(laws, 64);
    if (v[MODEL] != NULL) {
        r->model = curve_find(v[MODEL]->text);
        if (r->model == NULL)
            return doc_unknown(v[MODEL], "model", laws, n, s->dg);
    }
    for (size_t k = 0; k < WEIGHTS_KINDS; k++)
        weights[k] = fit_weights_name((enum fit_weights)k);
    if (v[WEIGHTS] && !doc_get_choice(v[WEIGHTS], weights, WEIGHTS_KINDS, &i, s->dg))
        return false;
    r->weights = (enum fit_weights)i;
    struct value share;
    struct unit unit;
    if (v[EXTRAPOLATE]) {
        if (!study_literal(s, v[EXTRAPOLATE], &UNIT_ONE, &share, &unit))
            return false;
        r->extrapolate = share.x;
    }
    return read_given(s, v[GIVEN], r);
}

static bool read_take(struct study *s, const struct doc_node *const *v,
                      struct study_curve *c)
{
    static const char *const marks[] = { "peak", "knee", "limit" };
    size_t i;
    if ((v[AT] != NULL) + (v[SOLVE] != NULL) + (v[TAKE] != NULL) != 1)
        return diag_error(
            s->dg, c->at,
            "a curve is asked one thing: at: a size, solve: a value, or take: "
            "peak, knee or limit");
    c->argument = v[AT] ? v[AT] : v[SOLVE];
    c->take = v[AT] ? TAKE_VALUE : TAKE_INVERSE;
    if (c->argument)
        return true;
    if (!doc_get_choice(v[TAKE], marks, 3, &i, s->dg))
        return false;
    c->take = (enum curve_take)(TAKE_PEAK + i);
    return true;
}

static bool declare(struct study *s, const struct doc_node *const *v,
                    struct study_curve *c)
{
    if (c->fit.model && curve_text(c) == NULL)
        return diag_error(
            s->dg, c->at,
            c->take == TAKE_PEAK
                ? "no peak of '%s' is proved by these measurements (%s)"
                : "'%s' follows %s, which has no such thing in closed form",
            c->name, c->fit.model->title);
    if (c->fit.model == NULL && c->take != TAKE_VALUE)
        return diag_error(s->dg, c->at,
                          "no law can be named for '%s': only at can be asked",
                          c->name);
    if (!curve_declare_coefficients(s, c))
        return false;
    struct study_name *n = study_declare(s, NAME_QUANTITY, c->name, c->at);
    if (n == NULL)
        return false;
    n->curve = c;
    n->def = c->argument;
    n->formula =
        c->fit.model ? curve_text(c) : "straight lines between the measurements";
    n->help = study_text(v[HELP], c->fit.sentence_count ? c->fit.sentences[0] : NULL);
    n->unit_set = v[UNIT] != NULL;
    return v[UNIT] == NULL || doc_get_unit(s->arena, v[UNIT], &n->unit, s->dg);
}

static bool read_curve(struct study *s, const struct doc_entry *e)
{
    const struct doc_node *v[KEYS];
    if (!doc_bind(&schema, e->value, v, s->dg))
        return false;
    struct study_curve *c = ARENA_NEW(s->arena, struct study_curve);
    c->name = e->key;
    c->at = e->key_at;
    c->over = v[OVER]->text;
    c->metric = v[METRIC]->text;
    struct fit_request r = { .series = e->key, .x_name = c->over, .y_name = c->metric };
    if (!read_take(s, v, c) || !read_points(s, e->value, c, &r) || !read_fit(s, v, &r))
        return false;
    r.x_unit = c->x_unit;
    r.y_unit = c->y_unit;
    c->request = r;
    if (!fit_run(&r, s->arena, &c->fit, s->dg))
        return false;
    if (r.model && c->fit.model == NULL)
        return diag_error(s->dg, c->at, "%s", c->fit.flags.items[0].words);
    for (size_t i = 0; i < c->fit.flags.count; i++)
        diag_warn(s->dg, c->at, "curve %s: %s", c->name, c->fit.flags.items[i].words);
    if (!declare(s, v, c))
        return false;
    struct study_curve **last = &s->curves;
    while (*last != NULL)
        last = &(*last)->next;
    *last = c;
    return true;
}

bool study_read_curves(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    for (size_t i = 0; node != NULL && i < node->count; i++)
        ok = read_curve(s, &node->entries[i]) && ok;
    return ok;
}

bool study_curve_at(const struct study *s, size_t i, struct study_curve_view *out)
{
    const struct study_curve *c = s->curves;
    for (; c != NULL; c = c->next)
        if (!c->shared && i-- == 0)
            break;
    if (c == NULL)
        return false;
    *out = (struct study_curve_view){ c->name, &c->request, &c->fit };
    return true;
}
