#include "decisions/study_curves.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "curves/fit.h"
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

enum curve_take { TAKE_VALUE, TAKE_INVERSE, TAKE_PEAK, TAKE_KNEE, TAKE_LIMIT };

struct study_curve {
    const char *name, *over, *metric;
    struct where at;
    enum curve_take take;
    const struct doc_node *argument; /* of at or solve; NULL for a mark */
    struct fit_result fit;
    struct unit x_unit, y_unit;
    node_id coefficients[CURVE_MOST_PARAMS];
    node_id x; /* what was asked for; NO_NODE until built, or for a mark */
    struct study_curve *next;
};

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

/* The text of what is asked, NULL where this law has none. */
static const char *text_of(const struct study_curve *c)
{
    const struct curve *law = c->fit.model;
    switch (c->take) {
    case TAKE_VALUE:
        return law->formula;
    case TAKE_INVERSE:
        return law->inverse;
    case TAKE_PEAK:
        return c->fit.peak.proved ? law->peak.text : NULL;
    case TAKE_KNEE:
        return law->knee.text;
    case TAKE_LIMIT:
        return law->limit.text;
    }
    return NULL;
}

static struct unit unit_of(struct study *s, const struct study_curve *c,
                           const struct curve_param *p)
{
    struct dim y, x, both;
    const struct dim none = { 0 };
    if (!dim_pow(c->y_unit.dim, p->unit_y, &y) ||
        !dim_pow(c->fit.model->bare_x ? none : c->x_unit.dim, p->unit_x, &x) ||
        !dim_mul(y, x, &both))
        return UNIT_ONE;
    return unit_base(s->arena, both);
}

/* Another question to a curve that is there already: its coefficients serve. */
static bool share_coefficients(const struct study *s, struct study_curve *c)
{
    for (const struct study_curve *d = s->curves; d != NULL; d = d->next) {
        bool same = d->fit.model == c->fit.model &&
                    d->fit.points.data.n == c->fit.points.data.n &&
                    strcmp(d->metric, c->metric) == 0 &&
                    strcmp(d->over, c->over) == 0 &&
                    memcmp(d->fit.fit.p, c->fit.fit.p, sizeof c->fit.fit.p) == 0;
        if (!same)
            continue;
        memcpy(c->coefficients, d->coefficients, sizeof c->coefficients);
        return true;
    }
    return false;
}

static bool declare_coefficients(struct study *s, struct study_curve *c)
{
    const struct fit_result *f = &c->fit;
    if (f->model && share_coefficients(s, c))
        return true;
    for (unsigned k = 0; f->model && k < f->model->param_count; k++) {
        const struct fit_parameter *p = &f->parameters[k];
        const char *name = arena_printf(s->arena, "%s_%s", c->name, p->name);
        struct study_name *n = study_declare(s, NAME_INPUT, name, c->at);
        if (n == NULL)
            return false;
        struct input in = { .value = value_of_double(p->value) };
        in.pedigree.source = arena_printf(s->arena, "fitted to %zu measurements of %s",
                                          f->points.data.n, c->metric);
        in.pedigree.help =
            arena_printf(s->arena, "%s, %s: %s", c->name, f->model->title, p->meaning);
        if (isfinite(p->low) && isfinite(p->high) && p->low <= p->value &&
            p->value <= p->high) {
            in.ranged = true;
            in.lo = value_of_double(p->low);
            in.hi = value_of_double(p->high);
        }
        n->help = in.pedigree.help;
        n->node = c->coefficients[k] = graph_input(
            s->graph, name, &in, unit_of(s, c, &f->model->params[k]), c->at);
    }
    return true;
}

static bool declare(struct study *s, const struct doc_node *const *v,
                    struct study_curve *c)
{
    if (c->fit.model && text_of(c) == NULL)
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
    if (!declare_coefficients(s, c))
        return false;
    struct study_name *n = study_declare(s, NAME_QUANTITY, c->name, c->at);
    if (n == NULL)
        return false;
    n->curve = c;
    n->def = c->argument;
    n->formula = c->fit.model ? text_of(c) : "straight lines between the measurements";
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
    if (!fit_run(&r, s->arena, &c->fit, s->dg))
        return false;
    if (r.model && c->fit.model == NULL)
        return diag_error(s->dg, c->at, "%s", c->fit.flags.items[0].words);
    for (size_t i = 0; i < c->fit.flags.count; i++)
        diag_warn(s->dg, c->at, "curve %s: %s", c->name, c->fit.flags.items[i].words);
    if (!declare(s, v, c))
        return false;
    c->next = s->curves;
    s->curves = c;
    return true;
}

bool study_read_curves(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    for (size_t i = 0; node != NULL && i < node->count; i++)
        ok = read_curve(s, &node->entries[i]) && ok;
    return ok;
}

/* ---- nodes ---- */

struct names {
    const struct study_curve *c;
    node_id x; /* the law's x or y */
    bool inverse;
};

static node_id resolve(void *context, const char *name, struct where at,
                       struct diag *dg)
{
    const struct names *n = context;
    (void)at, (void)dg;
    if (strcmp(name, n->inverse ? "y" : "x") == 0)
        return n->x;
    for (unsigned k = 0; k < n->c->fit.model->param_count; k++)
        if (strcmp(name, n->c->fit.model->params[k].name) == 0)
            return n->c->coefficients[k];
    return NO_NODE;
}

static bool known(void *context, const char *name)
{
    return resolve(context, name, (struct where){ 0 }, NULL) != NO_NODE;
}

static node_id lines_at(struct study *s, const struct study_curve *c, node_id x)
{
    const struct curve_data *d = &c->fit.points.data;
    struct value *xs = ARENA_ARRAY(s->arena, d->n, struct value);
    struct value *ys = ARENA_ARRAY(s->arena, d->n, struct value);
    struct table t = { .x = xs, .y = ys, .x_unit = c->x_unit };
    for (size_t i = 0; i < d->n; i++)
        if (t.count == 0 || d->x[i] > xs[t.count - 1].x) {
            xs[t.count] = value_of_double(d->x[i]);
            ys[t.count++] = value_of_double(fit_value_at(&c->fit, d->x[i]).y);
        }
    node_id table = graph_table(s->graph, &t, c->y_unit, c->at);
    return graph_op2(s->graph, "line", table, x, c->at, s->dg);
}

/* A law over bare numbers counts x in base units. */
static node_id bare(struct study *s, const struct study_curve *c, node_id x,
                    const char *op)
{
    if (!c->fit.model->bare_x || dim_is_none(c->x_unit.dim))
        return x;
    node_id one = graph_const(s->graph, value_of_exact(exact_int(1)), c->x_unit, c->at);
    return graph_op2(s->graph, op, x, one, c->at, s->dg);
}

node_id study_build_curve(struct study *s, struct study_curve *c)
{
    bool inverse = c->take == TAKE_INVERSE;
    if (c->argument != NULL)
        c->x = study_formula_like(s, c->argument, inverse ? c->y_unit : c->x_unit,
                                  inverse ? "the value" : "the size");
    if (c->argument != NULL && c->x == NO_NODE)
        return NO_NODE;
    if (c->fit.model == NULL)
        return lines_at(s, c, c->x);
    struct names names = { c, c->x, inverse };
    if (c->take == TAKE_VALUE)
        names.x = bare(s, c, c->x, "/");
    struct scope scope = { .resolve = resolve, .known = known, .context = &names };
    node_id id = expr_build(s->graph, text_of(c), c->at, &scope, s->dg);
    bool gives_x = inverse || c->take == TAKE_PEAK || c->take == TAKE_KNEE;
    return id != NO_NODE && gives_x ? bare(s, c, id, "*") : id;
}

static bool check_curve(struct study *s, const struct study_curve *c,
                        const struct scenario_case *scenario)
{
    const struct study_name *n = study_find(s, c->name);
    bool asks_x = c->take == TAKE_VALUE;
    node_id id = asks_x ? c->x : n->node;
    if (c->argument == NULL || id == NO_NODE)
        return true;
    double x = plan_value(s->graph, scenario, id, NULL).x;
    if (x >= c->fit.answer_low && x <= c->fit.answer_high)
        return true;
    const char *words =
        isnan(x) ? "no value" : format_quantity(s->arena, x, c->x_unit, DIGITS);
    return diag_error(
        s->dg, c->at,
        "in scenario %s this curve %s %s %s; %s was measured from %s to %s "
        "(extrapolate: 20 %% would allow a fifth more)",
        scenario->id, asks_x ? "is asked at" : "gives", words, c->over, c->metric,
        format_quantity(s->arena, c->fit.points.low, c->x_unit, DIGITS),
        format_quantity(s->arena, c->fit.points.high, c->x_unit, DIGITS));
}

bool study_check_curves(struct study *s)
{
    bool ok = true;
    for (const struct study_curve *c = s->curves; c != NULL; c = c->next)
        for (size_t i = 0; i < s->scenario_count; i++)
            ok = check_curve(s, c, &s->scenarios[i]) && ok;
    return ok;
}
