/* study_lines.c - alternatives: lines of purchase, their cost by year, must-haves. */
#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"
#include "decisions/study_finance.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "prices/pedigree.h"
#include "quantities/op.h"

enum { A_TITLE, A_LIFE, A_LINES, A_MUST, A_KEYS };
static const struct doc_field alternative_fields[] = {
    [A_TITLE] = { "title", DOC_WANT_TEXT, DOC_OPTIONAL },
    [A_LIFE] = { "life", DOC_WANT_TEXT, DOC_OPTIONAL },
    [A_LINES] = { "lines", DOC_WANT_SEQUENCE, DOC_REQUIRED },
    [A_MUST] = { "must_haves", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
};
static const struct doc_schema alternative_schema =
    DOC_SCHEMA("an alternative", alternative_fields);

enum {
    L_ID,
    L_ITEM,
    L_LICENCE,
    L_LABEL,
    L_PART,
    L_QUANTITY,
    L_PRICE,
    L_HOSTS,
    L_READING,
    L_SUPPORT,
    L_SOURCE,
    L_AS_OF,
    L_CONFIDENCE,
    L_KEYS,
};
static const struct doc_field line_fields[] = {
    [L_ID] = { "id", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_ITEM] = { "item", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_LICENCE] = { "licence", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_LABEL] = { "label", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_PART] = { "part", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_QUANTITY] = { "quantity", DOC_WANT_ANY, DOC_REQUIRED },
    [L_PRICE] = { "price", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_HOSTS] = { "hosts", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_READING] = { "reading", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_SUPPORT] = { "support", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_CONFIDENCE] = { "confidence", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema line_schema = DOC_SCHEMA("a line", line_fields);

enum { M_ID, M_THAT, M_WORDS, M_EVIDENCE, M_KEYS };
static const struct doc_field must_fields[] = {
    [M_ID] = { "id", DOC_WANT_TEXT, DOC_REQUIRED },
    [M_THAT] = { "that", DOC_WANT_TEXT, DOC_REQUIRED },
    [M_WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
    [M_EVIDENCE] = { "evidence", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema must_schema = DOC_SCHEMA("a must-have", must_fields);

static const struct licence *find_licence(struct study *s, const struct doc_node *id)
{
    const char **names = NULL;
    size_t count = 0, capacity = 0;
    for (size_t m = 0; m < s->model_count; m++)
        for (size_t i = 0; i < s->models[m].licence_count; i++) {
            const struct licence *l = &s->models[m].licences[i];
            if (strcmp(l->id, id->text) == 0)
                return l;
            ARENA_PUSH(s->arena, names, count, capacity) = l->id;
        }
    if (count == 0)
        diag_error(s->dg, id->at,
                   "no price model of this study has licences; name one under "
                   "models");
    else
        doc_unknown(id, "licence", names, count, s->dg);
    return NULL;
}

static const struct item *find_item(const struct study *s, const char *id)
{
    for (size_t m = 0; m < s->model_count; m++)
        for (size_t i = 0; i < s->models[m].item_count; i++)
            if (strcmp(s->models[m].items[i].id, id) == 0)
                return &s->models[m].items[i];
    return NULL;
}

static bool check_money(struct study *s, node_id amount, struct where at)
{
    const struct node *n = graph_node(s->graph, amount);
    if (n == NULL)
        return false;
    if (dim_equal(n->unit.dim, s->money.dim) || dim_is_none(n->unit.dim)) {
        if (dim_is_money(n->unit.dim))
            return graph_show_as(s->graph, amount, s->money);
    }
    return diag_error(
        s->dg, at,
        "quantity times price is in %s and not in %s; check the units of both",
        dim_text(s->arena, n->unit.dim), s->currency);
}

/* An item priced by an input: the bill of materials shows the input's own source. */
static void pedigree_of_price(struct study *s, node_id price, struct pedigree *out)
{
    const struct node *n = graph_node(s->graph, price);
    if (n == NULL || n->kind != NODE_INPUT)
        return;
    const struct pedigree *p = &n->as.input->pedigree;
    out->source = out->source != NULL ? out->source : p->source;
    out->as_of = out->as_of != NULL ? out->as_of : p->as_of;
    out->confidence = out->confidence != NULL ? out->confidence : p->confidence;
    out->owner = p->owner;
}

/* Where a price stands: that of an input at the input, once however many lines use it.
 */
static struct where place_of_price(const struct study *s, const struct line *line)
{
    const struct node *n = graph_node(s->graph, line->price);
    return n->kind == NODE_INPUT ? n->at : line->at;
}

static bool item_price(struct study *s, const struct doc_node *const *v,
                       struct line *out)
{
    const struct item *item = find_item(s, v[L_ITEM]->text);
    if (v[L_PRICE] == NULL && item == NULL)
        return diag_error(
            s->dg, v[L_ITEM]->at,
            "no price for '%s', and no price model has it; add price: to the "
            "line",
            v[L_ITEM]->text);
    if (item != NULL) {
        out->label = item->label;
        out->pedigree = item->pedigree;
    }
    out->price = v[L_PRICE] != NULL ? study_formula(s, v[L_PRICE])
                                    : price_node(s->graph, item->price, s->dg);
    pedigree_of_price(s, out->price, &out->pedigree);
    return out->price != NO_NODE;
}

static bool build_item(struct study *s, const struct doc_node *const *v,
                       const char *alternative, struct line *out)
{
    struct pedigree_keys keys = { v[L_SOURCE], v[L_AS_OF], v[L_CONFIDENCE], NULL,
                                  NULL };
    const struct doc_node *q = v[L_QUANTITY];
    out->kind = LINE_ITEM;
    out->label = v[L_ITEM]->text;
    if (!doc_expect(q, "the quantity of an item", DOC_WANT_TEXT, s->dg) ||
        !item_price(s, v, out) || !pedigree_read(&keys, &out->pedigree, s->dg))
        return false;
    out->quantity = study_formula(s, q);
    out->amount = graph_op2(s->graph, "mul", out->quantity, out->price, q->at, s->dg);
    if (!check_money(s, out->amount, q->at))
        return false;
    graph_label(s->graph, out->amount,
                arena_printf(s->arena, "%s of %s", out->label, alternative));
    study_check_price(s, out->label, &out->pedigree, place_of_price(s, out));
    return true;
}

static bool read_meters(struct study *s, const struct doc_node *node,
                        struct licence_use *use)
{
    if (!doc_expect(node, "the quantity of a licence", DOC_WANT_MAPPING, s->dg))
        return false;
    struct meter *meters = ARENA_ARRAY(s->arena, node->count, struct meter);
    for (size_t i = 0; i < node->count; i++) {
        const struct doc_entry *e = &node->entries[i];
        if (!doc_expect(e->value, "what is counted", DOC_WANT_TEXT, s->dg))
            return false;
        meters[i] = (struct meter){ .name = e->key, .at = e->value->at };
        meters[i].node = study_formula_like(s, e->value, UNIT_ONE, "what is counted");
        if (meters[i].node == NO_NODE)
            return false;
    }
    use->meters = meters;
    use->meter_count = node->count;
    return true;
}

/* A reading's own word, or an input that chooses. */
static bool read_reading(struct study *s, const struct doc_node *node,
                         const struct licence *l, struct licence_use *use)
{
    if (node == NULL) {
        use->reading = &l->readings[0];
        if (l->reading_count > 1)
            diag_warn(
                s->dg, use->at,
                "%s can be read in %zu ways and the line chooses none; '%s' is taken",
                l->label, l->reading_count, use->reading->name);
        return true;
    }
    use->reading_at = node->at;
    for (size_t i = 0; i < l->reading_count; i++)
        if (strcmp(l->readings[i].name, node->text) == 0) {
            use->reading = &l->readings[i];
            return true;
        }
    const struct study_name *n = study_find(s, node->text);
    if (n != NULL && n->kind == NAME_INPUT) {
        use->choice = n->node;
        return true;
    }
    const char **names = ARENA_ARRAY(s->arena, l->reading_count, const char *);
    for (size_t i = 0; i < l->reading_count; i++)
        names[i] = l->readings[i].name;
    return doc_unknown(node, "reading", names, l->reading_count, s->dg);
}

static bool build_licence(struct study *s, const struct doc_node *const *v,
                          const char *alternative, struct line *out)
{
    const struct licence *l = find_licence(s, v[L_LICENCE]);
    struct licence_use use = { .at = out->at };
    struct licence_result *result = ARENA_NEW(s->arena, struct licence_result);
    out->kind = LINE_LICENCE;
    if (l == NULL || !read_meters(s, v[L_QUANTITY], &use) ||
        !read_reading(s, v[L_READING], l, &use))
        return false;
    out->label = l->label;
    if (v[L_HOSTS] != NULL) {
        use.hosts = study_formula_like(s, v[L_HOSTS], UNIT_ONE, "licensed hosts");
        if (use.hosts == NO_NODE)
            return false;
    }
    if (!licence_build(s->graph, l, &use, result, s->dg))
        return false;
    out->licence = result;
    out->amount = result->amount;
    if (!check_money(s, out->amount, out->at))
        return false;
    graph_label(s->graph, out->amount,
                arena_printf(s->arena, "%s of %s", out->label, alternative));
    for (size_t i = 0; i < l->metric_count; i++)
        study_check_price(
            s, arena_printf(s->arena, "%s by %s", l->label, l->metrics[i].name),
            &result->counts[i].pedigree, result->counts[i].price_at);
    return true;
}

/* Support is a share of the net amount a year, paid at each year's end. */
static bool build_support(struct study *s, const struct doc_node *node,
                          struct line *out)
{
    struct unit year;
    const char *why;
    size_t wrong;
    if (node == NULL)
        return true;
    out->support = study_formula(s, node);
    const struct node *n = graph_node(s->graph, out->support);
    if (n == NULL || !unit_parse(s->arena, "year", 4, &year, &why, &wrong))
        return false;
    if (!dim_equal(n->unit.dim, (struct dim){ .time = -1 }))
        return diag_error(s->dg, node->at,
                          "support is a share of the price per time; write "
                          "for example 22 %%/year");
    node_id one_year =
        graph_const(s->graph, value_of_exact(year.scale), year, node->at);
    node_id share = graph_op2(s->graph, "mul", out->support, one_year, node->at, s->dg);
    out->yearly = graph_op2(s->graph, "mul", out->amount, share, node->at, s->dg);
    graph_label(s->graph, out->yearly,
                arena_printf(s->arena, "support of %s, each year", out->label));
    return out->yearly != NO_NODE;
}

/* `id: option` names the amount "compressed.option". */
static bool name_line(struct study *s, const struct doc_node *id,
                      const struct alternative *alt, const struct line *line)
{
    const char *name;
    if (id == NULL)
        return true;
    if (!doc_get_id(id, &name, s->dg))
        return false;
    return graph_name(s->graph, line->amount,
                      arena_printf(s->arena, "%s.%s", alt->id, name)) ||
           diag_error(s->dg, id->at, "a second line '%s' in this alternative", name);
}

static bool read_line(struct study *s, const struct doc_node *node,
                      const struct alternative *alt, struct line *out)
{
    const struct doc_node *v[L_KEYS];
    *out = (struct line){ .at = node->at };
    if (!doc_bind(&line_schema, node, v, s->dg))
        return false;
    if ((v[L_ITEM] == NULL) == (v[L_LICENCE] == NULL))
        return diag_error(s->dg, node->at,
                          "a line buys an item or a licence; write one of "
                          "the two keys");
    if (!(v[L_ITEM] != NULL ? build_item(s, v, alt->title, out)
                            : build_licence(s, v, alt->title, out)) ||
        !name_line(s, v[L_ID], alt, out))
        return false;
    out->label = study_text(v[L_LABEL], out->label);
    out->part = study_text(v[L_PART], NULL);
    return build_support(s, v[L_SUPPORT], out);
}

static node_id zero_money(struct study *s, struct where at)
{
    return graph_const(s->graph, value_of_exact(exact_int(0)), s->money, at);
}

/* The sum of one amount of every line; money 0 where no line has it. */
static node_id total(struct study *s, const struct alternative *alt, bool yearly)
{
    node_id *parts = ARENA_ARRAY(s->arena, alt->line_count + 1, node_id);
    unsigned n = 0;
    for (size_t i = 0; i < alt->line_count; i++) {
        node_id part = yearly ? alt->lines[i].yearly : alt->lines[i].amount;
        if (part != NO_NODE)
            parts[n++] = part;
    }
    if (n == 0)
        return zero_money(s, alt->at);
    return graph_op(s->graph, "sum", parts, n, alt->at, s->dg);
}

static void name_total(struct study *s, const struct alternative *alt, node_id *id,
                       const char *suffix, const char *words)
{
    struct graph *g = s->graph;
    if (graph_node(g, *id)->name != NULL || graph_node(g, *id)->label != NULL)
        *id = graph_alias(g, *id, alt->at, s->dg);
    graph_show_as(g, *id, s->money);
    graph_name(g, *id, arena_printf(s->arena, "%s.%s", alt->id, suffix));
    graph_label(g, *id, arena_printf(s->arena, "%s of %s", words, alt->title));
}

static bool build_totals(struct study *s, struct alternative *alt,
                         const struct doc_node *life)
{
    struct graph *g = s->graph;
    unsigned years = s->horizon;
    node_id *by_year = ARENA_ARRAY(s->arena, years + 1, node_id);
    node_id *present = ARENA_ARRAY(s->arena, years + 1, node_id);
    bool recurring = s->finance != NULL;
    for (size_t i = 0; i < alt->line_count; i++)
        recurring = recurring || alt->lines[i].yearly != NO_NODE;
    alt->purchase = total(s, alt, false);
    alt->yearly = total(s, alt, true);
    name_total(s, alt, &alt->purchase, "purchase", "purchase");
    name_total(s, alt, &alt->yearly, "yearly", "recurring cost of a year");
    for (unsigned t = 0; t <= years; t++)
        by_year[t] = t == 0 ? alt->purchase : alt->yearly;
    if (!study_finance_flows(s, alt, by_year, life))
        return false;
    for (unsigned t = 0; t <= years; t++) {
        present[t] =
            t == 0 ? by_year[0]
                   : graph_op2(g, "mul", by_year[t],
                               study_discount_factor(s, t, alt->at), alt->at, s->dg);
        if (t > 0)
            graph_label(g, present[t],
                        arena_printf(s->arena, "present value of year %u of %s", t,
                                     alt->title));
    }
    unsigned n = recurring ? years + 1 : 1;
    alt->by_year = by_year;
    alt->nominal = graph_op(g, "sum", by_year, n, alt->at, s->dg);
    alt->cost = graph_op(g, "sum", present, n, alt->at, s->dg);
    if (alt->nominal == NO_NODE || alt->cost == NO_NODE)
        return false;
    name_total(s, alt, &alt->nominal, "cost_nominal", "total cost, undiscounted,");
    name_total(s, alt, &alt->cost, "cost", "total cost, present value,");
    return true;
}

static bool read_must(struct study *s, const struct doc_node *node,
                      struct must_have *out)
{
    const struct doc_node *v[M_KEYS];
    if (!doc_bind(&must_schema, node, v, s->dg) ||
        !doc_get_id(v[M_ID], &out->id, s->dg))
        return false;
    out->words = study_text(v[M_WORDS], v[M_THAT]->text);
    out->evidence = study_text(v[M_EVIDENCE], "");
    out->state = strcmp(v[M_THAT]->text, "unknown") == 0 ? MUST_UNKNOWN : MUST_KNOWN;
    if (out->state == MUST_UNKNOWN)
        return true;
    struct check c = { CHECK_MUST_HAVE, out->words, out->id };
    out->truth = graph_check(s->graph, &c,
                             study_formula_like(s, v[M_THAT], UNIT_ONE, "a must-have"),
                             v[M_THAT]->at);
    return out->truth != NO_NODE;
}

static bool read_alternative(struct study *s, const struct doc_entry *e,
                             struct alternative *alt)
{
    const struct doc_node *v[A_KEYS];
    if (!doc_is_id(e->key))
        return diag_error(s->dg, e->key_at,
                          "'%s' cannot name an alternative; write a "
                          "letter, then letters, digits, '-' and '_'",
                          e->key);
    if (!doc_bind(&alternative_schema, e->value, v, s->dg))
        return false;
    *alt = (struct alternative){ .id = e->key, .at = e->key_at };
    alt->title = study_text(v[A_TITLE], e->key);
    size_t lines = v[A_LINES]->count, musts = v[A_MUST] != NULL ? v[A_MUST]->count : 0;
    if (lines == 0 || lines > MOST_ARGS)
        return diag_error(s->dg, v[A_LINES]->at,
                          "an alternative has from 1 to %d lines and "
                          "this has %zu",
                          MOST_ARGS, lines);
    struct line *line = ARENA_ARRAY(s->arena, lines, struct line);
    struct must_have *must = ARENA_ARRAY(s->arena, musts, struct must_have);
    bool ok = true;
    for (size_t i = 0; i < lines; i++)
        ok = read_line(s, doc_at(v[A_LINES], i), alt, &line[i]) && ok;
    for (size_t i = 0; i < musts; i++)
        ok = read_must(s, doc_at(v[A_MUST], i), &must[i]) && ok;
    alt->lines = line;
    alt->line_count = lines;
    alt->must_haves = must;
    alt->must_have_count = musts;
    return ok && build_totals(s, alt, v[A_LIFE]);
}

bool study_read_alternatives(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    s->alternatives = ARENA_ARRAY(s->arena, node->count, struct alternative);
    s->alternative_count = node->count;
    if (node->count == 0)
        return diag_error(s->dg, node->at,
                          "a study without alternatives decides nothing; "
                          "write at least one");
    for (size_t i = 0; i < node->count; i++)
        ok = read_alternative(s, &node->entries[i], &s->alternatives[i]) && ok;
    return ok;
}
