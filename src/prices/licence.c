#include "prices/licence.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/demand.h"
#include "prices/licence_parts.h"
#include "prices/pedigree.h"
#include "quantities/expr.h"
#include "quantities/op.h"

node_id licence_number(const struct licence_job *j, long long n)
{
    return graph_const(j->g, value_of_exact(exact_int(n)), UNIT_ONE, j->use->at);
}

static bool walk_chain(const struct licence_job *j, struct chain *c,
                       const struct licence_metric *m)
{
    chain_start(c);
    for (size_t i = 0; i < c->machine_count; i++)
        if (!chain_demand_count(c, "hosts", c->machines[i].count))
            return false;
    if (!chain_demand_count(c, "hosts", j->use->hosts) ||
        !chain_demand_count(c, "owned", c->owned))
        return false;
    for (size_t i = 0; i < m->chain->count; i++)
        if (!chain_build_step(c, doc_at(m->chain, i)))
            return false;
    if (c->amount == NO_NODE)
        return diag_error(j->dg, m->chain->at,
                          "this chain ends without a price; add "
                          "{price: ...}");
    return true;
}

/* What is owned is of all hosts, and the chain is of one. */
static node_id owned_of_a_host(const struct licence_job *j, size_t m)
{
    const struct licence_use *u = j->use;
    node_id owned = u->owned != NULL ? u->owned[m] : NO_NODE;
    if (owned == NO_NODE || u->hosts == NO_NODE)
        return owned;
    node_id hosts =
        graph_op2(j->g, "max", u->hosts, licence_number(j, 1), u->at, j->dg);
    return graph_op2(j->g, "div", owned, hosts, u->at, j->dg);
}

/* What is owned and not needed. */
static node_id surplus(const struct licence_job *j, const struct chain *c)
{
    struct where at = j->use->at;
    if (c->owned == NO_NODE)
        return NO_NODE;
    return graph_op2(j->g, "max",
                     graph_op2(j->g, "sub", c->owned, c->required, at, j->dg),
                     licence_number(j, 0), at, j->dg);
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
        { "owned", c->owned },     { "surplus", surplus(j, c) },
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
            m->node = licence_number(j, yes);
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

static struct chain chain_of(const struct licence_job *j, size_t m)
{
    const struct licence_use *u = j->use;
    struct chain c = { .g = j->g, .dg = j->dg, .meters = u->meters, .line_at = u->at };
    c.meter_count = u->meter_count;
    c.defaults = j->defaults;
    c.default_count = j->default_count;
    c.units = j->licence->meters;
    c.machines = u->machines;
    c.machine_count = u->machine_count;
    c.evidence = u->evidence;
    c.evidence_count = u->evidence_count;
    c.rights = u->rights;
    c.right_count = u->right_count;
    c.owned = owned_of_a_host(j, m);
    c.trial = u->trial;
    c.product = j->licence->label;
    c.metric = j->licence->metrics[m].name;
    c.pedigree = j->licence->pedigree;
    return c;
}

/* The steps of a later year, behind those of the purchase. */
static void add_steps_of(struct chain *c, const struct chain *later)
{
    struct arena *a = graph_arena(c->g);
    for (size_t i = 0; i < later->step_count; i++) {
        struct chain_step step = later->steps[i];
        step.words = arena_printf(a, "after year %u: %s", later->level, step.words);
        ARENA_PUSH(a, c->steps, c->step_count, c->step_capacity) = step;
    }
    for (size_t i = 0; i < later->check_count; i++)
        ARENA_PUSH(a, c->checks, c->check_count, c->check_capacity) = later->checks[i];
}

/* The chain once more for each later year, where it counts otherwise then. */
static bool pay_by_levels(struct licence_job *j, size_t m, struct chain *c,
                          struct licence_count *out)
{
    unsigned years = j->use->years;
    struct chain_level *levels =
        ARENA_ARRAY(graph_arena(j->g), years + 1, struct chain_level);
    levels[0] = (struct chain_level){ c->amount, c->support };
    for (unsigned k = 1; k <= years; k++) {
        struct chain later = chain_of(j, m);
        later.level = k;
        later.assumption = c->assumption;
        if (!walk_chain(j, &later, out->metric))
            return false;
        levels[k] = (struct chain_level){ later.amount, later.support };
        if (k < years || c->in_arrears)
            add_steps_of(c, &later);
    }
    return licence_level_payments(j, c, levels, out);
}

static bool walk_and_pay(struct licence_job *j, size_t m, struct chain *c,
                         struct licence_count *out)
{
    out->metric = &j->licence->metrics[m];
    return walk_chain(j, c, out->metric) &&
           (c->by_level ? pay_by_levels(j, m, c, out) : licence_payments(j, c, out));
}

/* Both ends of what leans on evidence and rights: all of it shown, none of it. */
static bool build_assumed(struct licence_job *j, size_t m, enum assumption how,
                          struct licence_assumed *out)
{
    struct chain c = chain_of(j, m);
    struct licence_count count = { 0 };
    c.assumption = how;
    if (!walk_and_pay(j, m, &c, &count))
        return false;
    out->required = c.required;
    out->amount = count.amount;
    out->cost = licence_cost(j, &count);
    return out->cost != NO_NODE;
}

static bool build_chain(struct licence_job *j, size_t m, struct licence_count *out)
{
    struct chain c = chain_of(j, m);
    if (!walk_and_pay(j, m, &c, out))
        return false;
    out->leans = c.leans && !j->use->trial;
    if (out->leans && (!build_assumed(j, m, AS_PROVED, &out->proved) ||
                       !build_assumed(j, m, AS_UNPROVED, &out->unproved)))
        return false;
    name_figures(j, &c, out);
    out->required = c.required;
    out->bought = c.parts[0].quantity == c.required ? NO_NODE : c.parts[0].quantity;
    out->owned = c.owned == NO_NODE ? NO_NODE : j->use->owned[m];
    out->price = c.price;
    out->net = c.amount;
    out->pedigree = c.pedigree;
    out->price_at = c.price_at;
    out->steps = c.steps;
    out->step_count = c.step_count;
    out->demands = c.demands;
    out->demand_count = c.demand_count;
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
        k->counted = k->required = k->bought = k->amount = licence_number(j, 0);
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
    return graph_if(j->g, k->counted, node, licence_number(j, 0), at, j->dg);
}

/* What is no bare number is shown in the metric's unit: GB, IOPS, GB/day. */
static void show_in_unit(const struct licence_job *j, const struct licence_count *k,
                         node_id id)
{
    const struct node *n = graph_node(j->g, id);
    const char *text = k->metric->unit, *why;
    struct unit unit;
    size_t wrong;
    if (n != NULL && !dim_is_none(n->unit.dim) &&
        unit_parse(graph_arena(j->g), text, strlen(text), &unit, &why, &wrong))
        graph_show_as(j->g, id, unit);
}

static bool read_metric(const struct licence_job *j, struct licence_count *k)
{
    struct arena *a = graph_arena(j->g);
    k->required = as_read(j, k, k->required);
    k->bought = k->bought == NO_NODE ? k->required : as_read(j, k, k->bought);
    k->amount = as_read(j, k, k->amount);
    show_in_unit(j, k, k->required);
    show_in_unit(j, k, k->bought);
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
        if (k->varies || t == 1)
            graph_label(
                j->g, k->by_year[t],
                arena_printf(a, "%s by %s, as read, %s", j->licence->label,
                             k->metric->name,
                             k->varies ? arena_printf(a, "year %u", t) : "each year"));
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
                                   licence_number(j, 1), check.at, j->dg);
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
        if (out->varies && n > 1)
            graph_label(j->g, out->by_year[t],
                        arena_printf(a, "%s, year %u", j->licence->label, t));
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
    out->by_host = use->hosts != NO_NODE;
    out->decided_by = use->decided_by;
    out->why = use->why;
    out->choice = use->reading == NULL ? use->choice : NO_NODE;
    if ((use->reading == NULL && !licence_map_choices(&j)) || !read_defaults(&j))
        return false;
    j.counts = ARENA_ARRAY(a, n, struct licence_count);
    j.checks = ARENA_ARRAY(a, n, const struct chain_check *);
    j.check_counts = ARENA_ARRAY(a, n, size_t);
    node_id *amounts = ARENA_ARRAY(a, n, node_id);
    for (size_t i = 0; i < n; i++)
        if (!build_or_leave(&j, i))
            return false;
    /* the cheapest is found among all before any is counted as read */
    for (size_t i = 0; i < n; i++)
        if (!j.counts[i].absent)
            j.counts[i].counted = licence_counted(&j, i);
    if (!licence_reads(&j))
        return false;
    unsigned there = 0;
    for (size_t i = 0; i < n; i++) {
        if (j.counts[i].absent)
            continue;
        if (!read_metric(&j, &j.counts[i]))
            return false;
        amounts[there++] = j.counts[i].amount;
    }
    out->counts = j.counts;
    out->amount = graph_op(g, "sum", amounts, there, use->at, dg);
    out->net = together(&j, "net");
    out->quantity = together(&j, "quantity");
    out->required = together(&j, "required");
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
           : strcmp(name, "required") == 0 ? r->required
                                           : NO_NODE;
}

const struct reading *licence_reading(const struct licence_result *r, double ordinal)
{
    if (r->choice == NO_NODE)
        return r->reading;
    return r->by_choice[(size_t)ordinal];
}
