/* study_curve_nodes.c - a fitted curve as nodes of the graph. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "decisions/study_curve_part.h"
#include "decisions/study_parts.h"

const char *curve_text(const struct study_curve *c)
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
        /* NOLINTNEXTLINE(bugprone-*,cert-*): the same bits are meant */
        int bits = memcmp(d->fit.fit.p, c->fit.fit.p, sizeof c->fit.fit.p);
        bool same = d->fit.model == c->fit.model &&
                    d->fit.points.data.n == c->fit.points.data.n &&
                    strcmp(d->metric, c->metric) == 0 &&
                    strcmp(d->over, c->over) == 0 && bits == 0;
        if (!same)
            continue;
        memcpy(c->coefficients, d->coefficients, sizeof c->coefficients);
        c->shared = true;
        return true;
    }
    return false;
}

/* Does any question of the study draw? */
static bool asks_risk(const struct study *s)
{
    const struct doc_node *questions = doc_get(s->root, "questions");
    for (size_t i = 0; questions && i < questions->count; i++)
        if (doc_get(doc_at(questions, i), "risk") != NULL)
            return true;
    return false;
}

/* The lower triangle L of the fitted coefficients' covariance L L', zero where held. */
static void triangle(const struct law_fit *f, double l[][CURVE_MOST_PARAMS])
{
    unsigned n = f->curve->param_count;
    double scale = f->df > 0 ? f->rss / f->df : 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j <= i; j++) {
            double sum = scale * f->inverse[i * CURVE_MOST_PARAMS + j];
            for (unsigned k = 0; k < j; k++)
                sum -= l[i][k] * l[j][k];
            l[i][j] = i == j ? sqrt(fmax(sum, 0)) : l[j][j] > 0 ? sum / l[j][j] : 0;
        }
}

/* Coefficients err together.  Where draws are asked, each becomes its input plus a
 * combination of independent standard normal inputs NAME_error_1, ... that are 0
 * outside of draws, so that a draw has their covariance. */
static bool let_err(struct study *s, struct study_curve *c)
{
    double l[CURVE_MOST_PARAMS][CURVE_MOST_PARAMS] = { { 0 } };
    const struct law_fit *f = &c->fit.fit;
    unsigned n = c->fit.model->param_count;
    if (f->status != NLS_CONVERGED || !asks_risk(s))
        return true;
    triangle(f, l);
    for (unsigned j = 0; j < n; j++) {
        if (!(l[j][j] > 0))
            continue;
        const char *name = arena_printf(s->arena, "%s_error_%u", c->name, j + 1);
        struct study_name *declared = study_declare(s, NAME_INPUT, name, c->at);
        if (declared == NULL)
            return false;
        struct input in = {
            .value = value_of_double(0),
            .distribution = { SHAPE_NORMAL, { 0, 1 }, "covariance of the fitted curve" }
        };
        in.pedigree.source = "fitted";
        in.pedigree.help = arena_printf(
            s->arena, "error %u of curve %s in standard deviations; drawn, otherwise 0",
            j + 1, c->name);
        declared->help = in.pedigree.help;
        node_id z = declared->node = graph_input(s->graph, name, &in, UNIT_ONE, c->at);
        for (unsigned k = j; k < n; k++) {
            if (l[k][j] == 0)
                continue;
            struct unit u = unit_of(s, c, &c->fit.model->params[k]);
            node_id by = graph_const(s->graph, value_of_double(l[k][j]), u, c->at);
            node_id part = graph_op2(s->graph, "mul", by, z, c->at, s->dg);
            c->coefficients[k] =
                graph_op2(s->graph, "add", c->coefficients[k], part, c->at, s->dg);
        }
    }
    return true;
}

bool curve_declare_coefficients(struct study *s, struct study_curve *c)
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
    return f->model == NULL || let_err(s, c);
}

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
        names.x = bare(s, c, c->x, "div");
    struct scope scope = { .resolve = resolve, .known = known, .context = &names };
    node_id id = expr_build(s->graph, curve_text(c), c->at, &scope, s->dg);
    bool gives_x = inverse || c->take == TAKE_PEAK || c->take == TAKE_KNEE;
    return id != NO_NODE && gives_x ? bare(s, c, id, "mul") : id;
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
