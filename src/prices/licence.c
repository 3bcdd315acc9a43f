#include "prices/licence.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/pedigree.h"
#include "quantities/expr.h"
#include "quantities/op.h"

struct licence_job {
    struct graph *g;
    const struct licence *licence;
    const struct licence_use *use;
    struct licence_result *out;
    struct diag *dg;
    struct licence_count *counts; /* [metric] */
    const struct chain_check **checks;
    size_t *check_counts;
    struct meter *defaults;
    size_t default_count;
};

static const struct reading *find_reading(const struct licence *l, const char *name)
{
    for (size_t i = 0; i < l->reading_count; i++)
        if (strcmp(l->readings[i].name, name) == 0)
            return &l->readings[i];
    return NULL;
}

static bool unknown_reading(const struct licence_job *j, const char *name)
{
    const struct licence *l = j->licence;
    const char **names = ARENA_ARRAY(j->dg->arena, l->reading_count, const char *);
    for (size_t i = 0; i < l->reading_count; i++)
        names[i] = l->readings[i].name;
    struct doc_node word = { .kind = DOC_SCALAR, .text = name, .length = strlen(name) };
    word.at = j->use->reading_at;
    return doc_unknown(&word, "reading", names, l->reading_count, j->dg);
}

static bool map_choices(const struct licence_job *j)
{
    const struct node *choice = graph_node(j->g, j->use->choice);
    if (choice->kind != NODE_INPUT || choice->as.input->choices == NULL)
        return diag_error(
            j->dg, j->use->reading_at,
            "a reading must be a word or an input with choices; write for "
            "example reading: %s",
            j->licence->readings[0].name);
    const struct input *in = choice->as.input;
    const struct reading **map =
        ARENA_ARRAY(graph_arena(j->g), in->choice_count, const struct reading *);
    for (size_t i = 0; i < in->choice_count; i++) {
        map[i] = find_reading(j->licence, in->choices[i]);
        if (map[i] == NULL)
            return unknown_reading(j, in->choices[i]);
    }
    j->out->by_choice = map;
    return true;
}

static node_id number(const struct licence_job *j, long long n)
{
    return graph_const(j->g, value_of_exact(exact_int(n)), UNIT_ONE, j->use->at);
}

/* The nominal cost of a metric over the horizon, out of reach where it is not valid. */
static node_id cost_of(const struct licence_job *j, const struct licence_count *k)
{
    struct graph *g = j->g;
    struct where at = j->use->at;
    node_id cost = k->amount;
    for (unsigned t = 1; k->by_year != NULL && t <= j->use->years; t++)
        cost = graph_op2(g, "add", cost, k->by_year[t], at, j->dg);
    node_id huge = graph_op2(
        g, "add", cost,
        graph_const(g, value_of_double(1e30),
                    unit_base(graph_arena(g), graph_node(g, cost)->unit.dim), at),
        at, j->dg);
    for (size_t i = 0; i < k->name_count; i++)
        if (strcmp(k->names[i].name, "valid") == 0)
            cost = graph_if(g, k->names[i].nodes[0], cost, huge, at, j->dg);
    return cost;
}

/* 0/1: metric m is the first of the reading's that costs least. */
static node_id is_cheapest(const struct licence_job *j, const struct reading *r,
                           size_t m)
{
    struct where at = j->use->at;
    node_id own = cost_of(j, &j->counts[m]), all = NO_NODE;
    for (size_t i = 0; i < j->licence->metric_count; i++) {
        if (!r->counts[i] || i == m)
            continue;
        node_id less = graph_op2(j->g, i < m ? "lt" : "le", own,
                                 cost_of(j, &j->counts[i]), at, j->dg);
        all = all == NO_NODE ? less : graph_op2(j->g, "and", all, less, at, j->dg);
    }
    return all == NO_NODE ? number(j, 1) : all;
}

static node_id counts_in(const struct licence_job *j, const struct reading *r, size_t m)
{
    if (r->cheapest && r->counts[m])
        return is_cheapest(j, r, m);
    return number(j, r->counts[m]);
}

/* 0/1: whether metric m counts. */
static node_id counted(const struct licence_job *j, size_t m)
{
    if (j->use->reading != NULL)
        return counts_in(j, j->use->reading, m);
    size_t n = graph_node(j->g, j->use->choice)->as.input->choice_count;
    node_id any = NO_NODE;
    for (size_t i = 0; i < n; i++) {
        const struct reading *r = j->out->by_choice[i];
        if (!r->counts[m])
            continue;
        node_id is = graph_op2(j->g, "eq", j->use->choice, number(j, (long long)i),
                               j->use->at, j->dg);
        if (r->cheapest)
            is = graph_op2(j->g, "and", is, is_cheapest(j, r, m), j->use->at, j->dg);
        any = any == NO_NODE ? is : graph_op2(j->g, "or", any, is, j->use->at, j->dg);
    }
    return any == NO_NODE ? number(j, 0) : any;
}

static bool walk_chain(const struct licence_job *j, struct chain *c,
                       const struct licence_metric *m)
{
    chain_start(c);
    for (size_t i = 0; i < m->chain->count; i++)
        if (!chain_build_step(c, doc_at(m->chain, i)))
            return false;
    if (c->amount == NO_NODE)
        return diag_error(j->dg, m->chain->at,
                          "this chain ends without a price; add "
                          "{price: ...}");
    return true;
}

static node_id a_year(const struct licence_job *j)
{
    struct unit year;
    const char *why;
    size_t wrong;
    if (!unit_parse(graph_arena(j->g), "year", 4, &year, &why, &wrong))
        return NO_NODE;
    return graph_const(j->g, value_of_exact(year.scale), year, j->use->at);
}

/* Support of year t grows from that of the year before, each to the cent. */
static bool build_support(const struct licence_job *j, const struct chain *c,
                          struct licence_count *out)
{
    struct graph *g = j->g;
    struct where at = j->use->at;
    node_id fee = graph_op2(g, "mul", c->support, a_year(j), at, j->dg);
    node_id growth = NO_NODE;
    if (c->uplift != NO_NODE) {
        growth = graph_op2(g, "add", number(j, 1), c->uplift, at, j->dg);
        fee = graph_op1(g, "cent", fee, at, j->dg);
    }
    out->varies = c->uplift != NO_NODE || c->support_from > 1;
    for (unsigned t = c->support_from; t <= j->use->years; t++) {
        if (growth != NO_NODE && t > c->support_from)
            fee = graph_op1(g, "cent", graph_op2(g, "mul", fee, growth, at, j->dg), at,
                            j->dg);
        node_id *year = &out->by_year[t];
        *year = *year == NO_NODE ? fee : graph_op2(g, "add", *year, fee, at, j->dg);
        if (*year == NO_NODE)
            return false;
    }
    return true;
}

/* What is paid at purchase and what each year, on one host and whatever the reading. */
static bool build_payments(const struct licence_job *j, const struct chain *c,
                           struct licence_count *out)
{
    struct arena *a = graph_arena(j->g);
    struct where at = j->use->at;
    bool recurring = graph_node(j->g, c->amount)->unit.dim.time == -1;
    out->amount = c->amount;
    if (!recurring && c->support == NO_NODE)
        return true;
    node_id *years = ARENA_ARRAY(a, j->use->years + 1, node_id);
    out->by_year = years;
    if (recurring) {
        node_id fee = graph_op2(j->g, "mul", c->amount, a_year(j), at, j->dg);
        if (fee == NO_NODE)
            return false;
        for (unsigned t = 1; t <= j->use->years; t++)
            years[t] = fee;
        out->amount = graph_const(j->g, value_of_exact(exact_int(0)),
                                  unit_base(a, graph_node(j->g, fee)->unit.dim), at);
    }
    if (c->support != NO_NODE && !build_support(j, c, out))
        return false;
    for (unsigned t = 1; t <= j->use->years; t++)
        if (years[t] == NO_NODE)
            years[t] =
                graph_const(j->g, value_of_exact(exact_int(0)),
                            unit_base(a, graph_node(j->g, out->amount)->unit.dim), at);
    return true;
}

/* The chain's own names, and what every licence has. */
static void name_figures(const struct licence_job *j, struct chain *c,
                         struct licence_count *out)
{
    node_id valid = NO_NODE;
    for (size_t i = 0; i < c->check_count; i++)
        valid = valid == NO_NODE ? c->checks[i].truth
                                 : graph_op2(j->g, "and", valid, c->checks[i].truth,
                                             j->use->at, j->dg);
    const struct {
        const char *name;
        node_id node;
    } own[] = {
        { "net", c->amount },      { "list", c->list },
        { "price", c->price },     { "quantity", c->parts[0].quantity },
        { "support", c->support }, { "required", c->required },
        { "valid", valid },        { "warned", c->warned },
    };
    size_t first = c->name_count;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        bool given = own[i].node == NO_NODE;
        for (size_t k = 0; k < first; k++)
            given = given || strcmp(c->names[k].name, own[i].name) == 0;
        if (!given)
            chain_figure(c, own[i].name, own[i].node);
    }
    out->names = c->names;
    out->name_count = c->name_count;
}

/* What the licence assumes where a line says nothing. */
static bool read_defaults(struct licence_job *j)
{
    const struct doc_node *node = j->licence->defaults;
    size_t n = node != NULL ? node->count : 0;
    j->defaults = ARENA_ARRAY(graph_arena(j->g), n, struct meter);
    j->default_count = n;
    for (size_t i = 0; i < n; i++) {
        const struct doc_entry *e = &node->entries[i];
        struct meter *m = &j->defaults[i];
        *m = (struct meter){ .name = e->key, .at = e->value->at };
        if (!doc_expect(e->value, "a default", DOC_WANT_TEXT, j->dg))
            return false;
        m->text = e->value->text;
        bool yes = strcmp(m->text, "yes") == 0;
        if (yes || strcmp(m->text, "no") == 0) {
            m->node = number(j, yes);
        } else if (*m->text >= '0' && *m->text <= '9') {
            struct scope scope = graph_scope(j->g);
            scope.node = e->value;
            m->node = expr_build(j->g, m->text, doc_inside(e->value, 0), &scope, j->dg);
            if (m->node == NO_NODE)
                return false;
        }
    }
    return true;
}

static bool build_chain(struct licence_job *j, size_t m, struct licence_count *out)
{
    const struct licence_use *u = j->use;
    struct chain c = { .g = j->g, .dg = j->dg, .meters = u->meters, .line_at = u->at };
    out->metric = &j->licence->metrics[m];
    c.meter_count = u->meter_count;
    c.defaults = j->defaults;
    c.default_count = j->default_count;
    c.machines = u->machines;
    c.machine_count = u->machine_count;
    c.owned = u->owned != NULL ? u->owned[m] : NO_NODE;
    c.trial = u->trial;
    c.product = j->licence->label;
    c.metric = out->metric->name;
    c.pedigree = j->licence->pedigree;
    if (!walk_chain(j, &c, out->metric) || !build_payments(j, &c, out))
        return false;
    name_figures(j, &c, out);
    out->required = c.required;
    out->bought = c.owned == NO_NODE ? NO_NODE : c.parts[0].quantity;
    out->owned = c.owned;
    out->price = c.price;
    out->net = c.amount;
    out->pedigree = c.pedigree;
    out->price_at = c.price_at;
    out->steps = c.steps;
    out->step_count = c.step_count;
    j->checks[m] = c.checks;
    j->check_counts[m] = c.check_count;
    return true;
}

/* Whether the reading in use, or one of its choices, can count a metric. */
static bool can_count(const struct licence_job *j, size_t m)
{
    if (j->use->reading != NULL)
        return j->use->reading->counts[m] || j->use->trial;
    size_t n = graph_node(j->g, j->use->choice)->as.input->choice_count;
    for (size_t i = 0; i < n; i++)
        if (j->out->by_choice[i]->counts[m])
            return true;
    return false;
}

/* What does not count is built all the same, to show what another reading would give;
 * unless the line lacks what it needs. */
static bool build_or_leave(struct licence_job *j, size_t m)
{
    struct licence_count *k = &j->counts[m];
    struct diag *dg = j->dg, quiet = diag_on(dg->arena);
    if (can_count(j, m))
        return build_chain(j, m, k);
    j->dg = &quiet;
    bool ok = build_chain(j, m, k);
    j->dg = dg;
    if (!ok) {
        *k = (struct licence_count){ .metric = k->metric, .absent = true };
        k->counted = k->required = k->bought = k->amount = number(j, 0);
    }
    return true;
}

/* Over all hosts, and nothing where the reading does not count the metric. */
static node_id as_read(const struct licence_job *j, const struct licence_count *k,
                       node_id node)
{
    struct where at = j->use->at;
    if (j->use->hosts != NO_NODE)
        node = graph_op2(j->g, "mul", node, j->use->hosts, at, j->dg);
    return graph_if(j->g, k->counted, node, number(j, 0), at, j->dg);
}

static bool read_metric(const struct licence_job *j, size_t m, struct licence_count *k)
{
    struct arena *a = graph_arena(j->g);
    k->counted = counted(j, m);
    k->required = as_read(j, k, k->required);
    k->bought = k->bought == NO_NODE ? k->required : as_read(j, k, k->bought);
    k->amount = as_read(j, k, k->amount);
    graph_label(j->g, k->counted,
                arena_printf(a, "%s counts by %s", j->licence->label, k->metric->name));
    graph_label(j->g, k->required,
                arena_printf(a, "%s required, %s", j->licence->label, k->metric->unit));
    graph_label(
        j->g, k->amount,
        arena_printf(a, "%s by %s, as read", j->licence->label, k->metric->name));
    for (unsigned t = 1; k->by_year != NULL && t <= j->use->years; t++) {
        k->by_year[t] =
            !k->varies && t > 1 ? k->by_year[1] : as_read(j, k, k->by_year[t]);
        if (k->by_year[t] == NO_NODE)
            return false;
    }
    return k->required != NO_NODE && k->bought != NO_NODE && k->amount != NO_NODE;
}

/* A rule of a metric that the reading does not count breaks nothing. */
static bool gather_checks(const struct licence_job *j, struct licence_result *out)
{
    struct chain_check *all = NULL;
    size_t n = 0, capacity = 0;
    for (size_t m = 0; m < j->licence->metric_count; m++)
        for (size_t i = 0; !j->counts[m].absent && i < j->check_counts[m]; i++) {
            struct chain_check check = j->checks[m][i];
            check.truth = graph_if(j->g, j->counts[m].counted, check.truth,
                                   number(j, 1), check.at, j->dg);
            if (check.truth == NO_NODE)
                return false;
            ARENA_PUSH(graph_arena(j->g), all, n, capacity) = check;
        }
    out->checks = all;
    out->check_count = n;
    return true;
}

/* Each year's sum over the metrics that have one. */
static bool gather_years(const struct licence_job *j, struct licence_result *out)
{
    struct arena *a = graph_arena(j->g);
    size_t metrics = j->licence->metric_count;
    node_id *parts = ARENA_ARRAY(a, metrics, node_id);
    for (unsigned t = 1; t <= j->use->years; t++) {
        unsigned n = 0;
        for (size_t m = 0; m < metrics; m++)
            if (!j->counts[m].absent && j->counts[m].by_year != NULL) {
                parts[n++] = j->counts[m].by_year[t];
                out->varies = out->varies || j->counts[m].varies;
            }
        if (n == 0)
            return true;
        if (out->by_year == NULL)
            out->by_year = ARENA_ARRAY(a, j->use->years + 1, node_id);
        out->by_year[t] = t > 1 && !out->varies ? out->by_year[1]
                          : n == 1              ? parts[0]
                                   : graph_op(j->g, "sum", parts, n, j->use->at, j->dg);
        if (out->by_year[t] == NO_NODE)
            return false;
    }
    return true;
}

static node_id figure_of(const struct licence_count *k, const char *name)
{
    for (size_t i = k->name_count; i-- > 0;)
        if (strcmp(k->names[i].name, name) == 0)
            return k->names[i].nodes[0];
    return NO_NODE;
}

/* The sum of a figure over the metrics that count; NO_NODE where units differ. */
static node_id together(const struct licence_job *j, const char *name)
{
    node_id parts[MOST_ARGS];
    unsigned n = 0;
    for (size_t m = 0; m < j->licence->metric_count && n < MOST_ARGS; m++) {
        const struct licence_count *k = &j->counts[m];
        node_id node = k->absent ? NO_NODE : figure_of(k, name);
        if (node == NO_NODE)
            continue;
        const struct node *first = n > 0 ? graph_node(j->g, parts[0]) : NULL;
        if (first != NULL &&
            !dim_equal(first->unit.dim, graph_node(j->g, node)->unit.dim))
            return NO_NODE;
        parts[n++] = as_read(j, k, node);
    }
    return n == 0 ? NO_NODE : graph_op(j->g, "sum", parts, n, j->use->at, j->dg);
}

bool licence_build(struct graph *g, const struct licence *l,
                   const struct licence_use *use, struct licence_result *out,
                   struct diag *dg)
{
    struct arena *a = graph_arena(g);
    size_t n = l->metric_count;
    struct licence_job j = { .g = g, .licence = l, .use = use, .out = out, .dg = dg };
    *out = (struct licence_result){ .licence = l, .reading = use->reading };
    out->choice = use->reading == NULL ? use->choice : NO_NODE;
    if ((use->reading == NULL && !map_choices(&j)) || !read_defaults(&j))
        return false;
    j.counts = ARENA_ARRAY(a, n, struct licence_count);
    j.checks = ARENA_ARRAY(a, n, const struct chain_check *);
    j.check_counts = ARENA_ARRAY(a, n, size_t);
    node_id *amounts = ARENA_ARRAY(a, n, node_id);
    for (size_t i = 0; i < n; i++)
        if (!build_or_leave(&j, i))
            return false;
    unsigned there = 0;
    for (size_t i = 0; i < n; i++) {
        if (j.counts[i].absent)
            continue;
        if (!read_metric(&j, i, &j.counts[i]))
            return false;
        amounts[there++] = j.counts[i].amount;
    }
    out->counts = j.counts;
    out->amount = graph_op(g, "sum", amounts, there, use->at, dg);
    out->net = together(&j, "net");
    out->quantity = together(&j, "quantity");
    return out->amount != NO_NODE && gather_checks(&j, out) && gather_years(&j, out);
}

node_id licence_figure(const struct licence_result *r, const char *metric,
                       const char *name)
{
    const struct licence *l = r->licence;
    size_t found = l->metric_count, counting = 0;
    for (size_t i = 0; i < l->metric_count; i++) {
        bool is = metric != NULL ? strcmp(l->metrics[i].name, metric) == 0
                                 : r->reading != NULL && r->reading->counts[i];
        if (!is)
            continue;
        found = i;
        counting++;
    }
    if (counting == 1)
        return figure_of(&r->counts[found], name);
    if (metric != NULL)
        return NO_NODE;
    return strcmp(name, "net") == 0        ? r->net
           : strcmp(name, "quantity") == 0 ? r->quantity
                                           : NO_NODE;
}

const struct reading *licence_reading(const struct licence_result *r, double ordinal)
{
    if (r->choice == NO_NODE)
        return r->reading;
    return r->by_choice[(size_t)ordinal];
}
