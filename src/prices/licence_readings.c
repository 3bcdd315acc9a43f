/* licence_readings.c - which metrics of a licence count. */
#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/licence_parts.h"

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

bool licence_map_choices(const struct licence_job *j)
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

node_id licence_cost(const struct licence_job *j, const struct licence_count *k)
{
    node_id cost = k->amount;
    for (unsigned t = 1; k->by_year != NULL && t <= j->use->years; t++)
        cost = graph_op2(j->g, "add", cost, k->by_year[t], j->use->at, j->dg);
    return cost;
}

/* The nominal cost of a metric over the horizon, out of reach where it is not valid. */
static node_id cost_of(const struct licence_job *j, const struct licence_count *k)
{
    struct graph *g = j->g;
    struct where at = j->use->at;
    node_id cost = licence_cost(j, k);
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

static node_id cost_of_way(const struct licence_job *j, const bool *way)
{
    node_id sum = NO_NODE;
    for (size_t m = 0; m < j->licence->metric_count; m++) {
        if (!way[m])
            continue;
        node_id cost = cost_of(j, &j->counts[m]);
        sum = sum == NO_NODE ? cost
                             : graph_op2(j->g, "add", sum, cost, j->use->at, j->dg);
    }
    return sum;
}

/* 0/1: this way is the first of the reading's that costs least. */
static node_id way_is_cheapest(const struct licence_job *j, const struct reading *r,
                               size_t way)
{
    struct where at = j->use->at;
    node_id own = cost_of_way(j, r->ways[way]), all = NO_NODE;
    for (size_t i = 0; i < r->way_count; i++) {
        if (i == way)
            continue;
        node_id less = graph_op2(j->g, i < way ? "lt" : "le", own,
                                 cost_of_way(j, r->ways[i]), at, j->dg);
        all = all == NO_NODE ? less : graph_op2(j->g, "and", all, less, at, j->dg);
    }
    return all == NO_NODE ? licence_number(j, 1) : all;
}

/* 0/1: metric m counts in the way that costs least. */
static node_id is_cheapest(const struct licence_job *j, const struct reading *r,
                           size_t m)
{
    node_id any = NO_NODE;
    for (size_t i = 0; i < r->way_count; i++) {
        if (!r->ways[i][m])
            continue;
        node_id is = way_is_cheapest(j, r, i);
        any = any == NO_NODE ? is : graph_op2(j->g, "or", any, is, j->use->at, j->dg);
    }
    return any == NO_NODE ? licence_number(j, 0) : any;
}

static node_id counts_in(const struct licence_job *j, const struct reading *r, size_t m)
{
    if (r->cheapest && r->counts[m])
        return is_cheapest(j, r, m);
    return licence_number(j, r->counts[m]);
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
        node_id is = graph_op2(j->g, "eq", j->use->choice,
                               licence_number(j, (long long)i), j->use->at, j->dg);
        if (r->cheapest)
            is = graph_op2(j->g, "and", is, is_cheapest(j, r, m), j->use->at, j->dg);
        any = any == NO_NODE ? is : graph_op2(j->g, "or", any, is, j->use->at, j->dg);
    }
    return any == NO_NODE ? licence_number(j, 0) : any;
}

node_id licence_counted(const struct licence_job *j, size_t m)
{
    node_id is = counted(j, m);
    return j->use->when == NO_NODE
               ? is
               : graph_op2(j->g, "and", is, j->use->when, j->use->at, j->dg);
}

/* What metric m adds to a reading's result: all of its hosts, where it counts. */
static node_id part_of(const struct licence_job *j, const struct reading *r, size_t m,
                       node_id value)
{
    struct where at = j->use->at;
    if (j->use->hosts != NO_NODE)
        value = graph_op2(j->g, "mul", value, j->use->hosts, at, j->dg);
    if (r->cheapest)
        value = graph_if(j->g, is_cheapest(j, r, m), value, licence_number(j, 0), at,
                         j->dg);
    return value;
}

static node_id plus(const struct licence_job *j, node_id sum, node_id more)
{
    return sum == NO_NODE ? more : graph_op2(j->g, "add", sum, more, j->use->at, j->dg);
}

static void label(const struct licence_job *j, const struct reading *r, node_id id,
                  const char *what)
{
    const struct node *n = graph_node(j->g, id);
    if (n == NULL || n->label != NULL || n->name != NULL || n->kind != NODE_OP)
        return;
    graph_label(j->g, id,
                arena_printf(graph_arena(j->g), "%s of %s if read as %s", what,
                             j->licence->label, r->name));
}

static bool read_one(const struct licence_job *j, const struct reading *r,
                     struct licence_read *out)
{
    for (size_t m = 0; m < j->licence->metric_count; m++)
        if (r->counts[m] && j->counts[m].absent)
            return true;
    for (size_t m = 0; m < j->licence->metric_count; m++) {
        const struct licence_count *k = &j->counts[m];
        if (!r->counts[m])
            continue;
        out->required = plus(j, out->required, part_of(j, r, m, k->required));
        out->amount = plus(j, out->amount, part_of(j, r, m, k->amount));
        out->cost = plus(j, out->cost, part_of(j, r, m, licence_cost(j, k)));
    }
    label(j, r, out->required, "licences");
    label(j, r, out->amount, "purchase");
    label(j, r, out->cost, "cost over the horizon");
    return out->cost != NO_NODE;
}

bool licence_reads(const struct licence_job *j)
{
    size_t n = j->licence->reading_count;
    struct licence_read *reads = ARENA_ARRAY(graph_arena(j->g), n, struct licence_read);
    j->out->reads = reads;
    for (size_t i = 0; n > 1 && i < n; i++)
        if (!read_one(j, &j->licence->readings[i], &reads[i]))
            return false;
    return true;
}
