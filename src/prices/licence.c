#include "prices/licence.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/pedigree.h"

struct licence_job {
    struct graph *g;
    const struct licence *licence;
    const struct licence_use *use;
    struct licence_result *out;
    struct diag *dg;
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

/* 0/1: whether metric m counts. */
static node_id counted(const struct licence_job *j, size_t m)
{
    if (j->use->reading != NULL)
        return number(j, j->use->reading->counts[m]);
    size_t n = graph_node(j->g, j->use->choice)->as.input->choice_count;
    node_id any = NO_NODE;
    for (size_t i = 0; i < n; i++) {
        if (!j->out->by_choice[i]->counts[m])
            continue;
        node_id is = graph_op2(j->g, "eq", j->use->choice, number(j, (long long)i),
                               j->use->at, j->dg);
        any = any == NO_NODE ? is : graph_op2(j->g, "or", any, is, j->use->at, j->dg);
    }
    return any == NO_NODE ? number(j, 0) : any;
}

static bool walk_chain(const struct licence_job *j, struct chain *c,
                       const struct licence_metric *m)
{
    for (size_t i = 0; i < m->chain->count; i++)
        if (!chain_build_step(c, doc_at(m->chain, i)))
            return false;
    if (c->amount == NO_NODE)
        return diag_error(j->dg, m->chain->at,
                          "this chain ends without a price; add "
                          "{price: ...}");
    return true;
}

static bool build_metric(const struct licence_job *j, size_t m,
                         struct licence_count *out)
{
    const struct licence_use *u = j->use;
    struct chain c = { .g = j->g, .dg = j->dg, .meters = u->meters, .line_at = u->at };
    struct arena *a = graph_arena(j->g);
    out->metric = &j->licence->metrics[m];
    c.meter_count = u->meter_count;
    c.product = j->licence->label;
    c.metric = out->metric->name;
    c.pedigree = j->licence->pedigree;
    if (!walk_chain(j, &c, out->metric))
        return false;
    node_id over_hosts = c.quantity, amount = c.amount;
    if (u->hosts != NO_NODE) {
        over_hosts = graph_op2(j->g, "mul", c.quantity, u->hosts, u->at, j->dg);
        amount = graph_op2(j->g, "mul", c.amount, u->hosts, u->at, j->dg);
    }
    out->counted = counted(j, m);
    out->required =
        graph_if(j->g, out->counted, over_hosts, number(j, 0), u->at, j->dg);
    out->amount = graph_if(j->g, out->counted, amount, number(j, 0), u->at, j->dg);
    graph_label(j->g, out->counted,
                arena_printf(a, "%s counts by %s", c.product, c.metric));
    graph_label(j->g, out->required,
                arena_printf(a, "%s required, %s", c.product, out->metric->unit));
    graph_label(j->g, out->amount,
                arena_printf(a, "%s by %s, as read", c.product, c.metric));
    out->price = c.price;
    out->pedigree = c.pedigree;
    out->price_at = c.price_at;
    out->steps = c.steps;
    out->step_count = c.step_count;
    return out->required != NO_NODE && out->amount != NO_NODE;
}

bool licence_build(struct graph *g, const struct licence *l,
                   const struct licence_use *use, struct licence_result *out,
                   struct diag *dg)
{
    struct licence_job j = { g, l, use, out, dg };
    struct arena *a = graph_arena(g);
    *out = (struct licence_result){ .licence = l, .reading = use->reading };
    out->choice = use->reading == NULL ? use->choice : NO_NODE;
    if (use->reading == NULL && !map_choices(&j))
        return false;
    struct licence_count *counts =
        ARENA_ARRAY(a, l->metric_count, struct licence_count);
    node_id *amounts = ARENA_ARRAY(a, l->metric_count, node_id);
    for (size_t i = 0; i < l->metric_count; i++) {
        if (!build_metric(&j, i, &counts[i]))
            return false;
        amounts[i] = counts[i].amount;
    }
    out->counts = counts;
    out->amount = graph_op(g, "sum", amounts, (unsigned)l->metric_count, use->at, dg);
    return out->amount != NO_NODE;
}

const struct reading *licence_reading(const struct licence_result *r, double ordinal)
{
    if (r->choice == NO_NODE)
        return r->reading;
    return r->by_choice[(size_t)ordinal];
}

static node_id trial_input(struct graph *g, const char *name)
{
    struct input in = { .value = value_of_exact(exact_int(1)) };
    return graph_input(g, name, &in, UNIT_ONE, (struct where){ 0 });
}

/* Every meter that a chain names, as an input of its own. */
static size_t trial_meters(struct graph *g, const struct doc_node *chain,
                           struct meter *meters, size_t most)
{
    size_t n = 0;
    for (size_t i = 0; i < chain->count; i++) {
        const struct doc_node *step = doc_at(chain, i);
        static const char *const keys[] = { "meter", "per" };
        for (size_t k = 0; k < 2 && n < most; k++) {
            const char *name = doc_text(doc_get(step, keys[k]));
            if (name == NULL)
                continue;
            node_id id = graph_find(g, name);
            meters[n].name = name;
            meters[n++].node = id != NO_NODE ? id : trial_input(g, name);
        }
    }
    return n;
}

bool model_try(struct arena *a, const struct model *m, struct diag *dg)
{
    bool ok = true;
    struct graph *g = graph_new(a);
    for (size_t i = 0; i < m->item_count; i++)
        ok = price_node(g, m->items[i].price, dg) != NO_NODE && ok;
    for (size_t i = 0; i < m->licence_count; i++) {
        const struct licence *l = &m->licences[i];
        struct meter meters[64];
        struct licence_use use = { .meters = meters, .at = l->at };
        struct licence_result result;
        for (size_t k = 0; k < l->metric_count; k++)
            use.meter_count += trial_meters(
                g, l->metrics[k].chain, meters + use.meter_count, 64 - use.meter_count);
        use.reading = &l->readings[0];
        ok = licence_build(g, l, &use, &result, dg) && ok;
    }
    return ok;
}
