/* study_licences.c - licence lines: what is counted, how it is read, what is owned. */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_order.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "quantities/op.h"

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

/* `quantity: 500 GB` of a service with one component is of that component. */
static const struct doc_node *quantity_of(struct study *s, const struct licence *l,
                                          const struct doc_node *node)
{
    if (node == NULL || node->kind != DOC_SCALAR || !l->service || l->metric_count != 1)
        return node;
    struct doc_entry *e = ARENA_NEW(s->arena, struct doc_entry);
    struct doc_node *out = ARENA_NEW(s->arena, struct doc_node);
    *e = (struct doc_entry){ l->metrics[0].name, node->at, node };
    *out = (struct doc_node){ .kind = DOC_MAPPING, .at = node->at, .text = "" };
    out->entries = e;
    out->count = 1;
    return out;
}

/* Where a service counts a rate in IOPS, 3000 is 3000 IOPS. */
static void as_rate(struct study *s, const struct licence *l, struct meter *m)
{
    const struct doc_node *text = l->service ? doc_get(l->meters, m->name) : NULL;
    const struct node *n = graph_node(s->graph, m->node);
    struct unit unit;
    if (text == NULL || n == NULL || !dim_is_none(n->unit.dim) ||
        !doc_get_unit(s->arena, text, &unit, s->dg) ||
        !dim_equal(unit.dim, (struct dim){ .time = -1 }))
        return;
    node_id one = graph_const(s->graph, value_of_exact(unit.scale), unit, m->at);
    m->node = graph_op2(s->graph, "mul", m->node, one, m->at, s->dg);
}

const struct licence *study_service(const struct study *s, const char *id)
{
    for (size_t m = 0; m < s->model_count; m++)
        for (size_t i = 0; i < s->models[m].licence_count; i++) {
            const struct licence *l = &s->models[m].licences[i];
            if (l->service && strcmp(l->id, id) == 0)
                return l;
        }
    return NULL;
}

/* What the line says, and `ordered`: the day of the prices unless the line says it. */
static bool read_meters(struct study *s, const struct licence *l,
                        const struct doc_node *node, struct licence_use *use)
{
    const struct meter *given;
    size_t n;
    node = quantity_of(s, l, node);
    if (node != NULL &&
        !doc_expect(node, "the quantity of a licence", DOC_WANT_MAPPING, s->dg))
        return false;
    if (!study_read_meters(s, node, &given, &n))
        return false;
    struct meter *meters = ARENA_ARRAY(s->arena, n + 1, struct meter);
    bool ordered = false;
    for (size_t i = 0; i < n; i++) {
        meters[i] = given[i];
        as_rate(s, l, &meters[i]);
        ordered = ordered || strcmp(given[i].name, "ordered") == 0;
    }
    use->meters = meters;
    use->meter_count = n;
    if (ordered)
        return true;
    meters[n] = (struct meter){ .name = "ordered", .at = use->at };
    meters[n].node = graph_const(
        s->graph, value_of_exact(exact_int(date_first_day(s->prices_as_of))), UNIT_ONE,
        use->at);
    use->meter_count++;
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

enum { E_LICENCE, E_METRIC, E_OWNED, E_SUPPORT, E_EXPIRES, E_CONTRACT, E_KEYS };
static const struct doc_field entitlement_fields[] = {
    [E_LICENCE] = { "licence", DOC_WANT_TEXT, DOC_REQUIRED },
    [E_METRIC] = { "metric", DOC_WANT_TEXT, DOC_REQUIRED },
    [E_OWNED] = { "owned", DOC_WANT_TEXT, DOC_REQUIRED },
    [E_SUPPORT] = { "support", DOC_WANT_TEXT, DOC_OPTIONAL },
    [E_EXPIRES] = { "expires", DOC_WANT_TEXT, DOC_OPTIONAL },
    [E_CONTRACT] = { "contract", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema entitlement_schema =
    DOC_SCHEMA("an entitlement", entitlement_fields);

static bool read_entitlement(struct study *s, const struct doc_node *node,
                             struct entitlement *out)
{
    const struct doc_node *v[E_KEYS];
    struct date expires;
    if (!doc_bind(&entitlement_schema, node, v, s->dg))
        return false;
    const struct licence *l = find_licence(s, v[E_LICENCE]);
    *out = (struct entitlement){ .licence = l, .at = node->at };
    if (l == NULL)
        return false;
    const char **names = ARENA_ARRAY(s->arena, l->metric_count, const char *);
    for (size_t i = 0; i < l->metric_count; i++)
        names[i] = l->metrics[i].name;
    size_t metric;
    if (!doc_get_choice(v[E_METRIC], names, l->metric_count, &metric, s->dg))
        return false;
    out->metric = metric;
    out->contract = study_text(v[E_CONTRACT], "");
    out->support = study_text(v[E_SUPPORT], "");
    out->owned = study_formula_like(s, v[E_OWNED], UNIT_ONE, "what is owned");
    const struct node *n = graph_node(s->graph, out->owned);
    if (n != NULL && n->kind == NODE_OP && strcmp(n->op->name, "neg") == 0)
        return diag_error(s->dg, v[E_OWNED]->at,
                          "less than nothing cannot be owned; write 0 or more");
    if (out->owned == NO_NODE || v[E_EXPIRES] == NULL)
        return out->owned != NO_NODE;
    if (!doc_get_date(v[E_EXPIRES], &expires, s->dg))
        return false;
    out->expired = date_last_day(expires) < date_first_day(s->prices_as_of);
    if (out->expired)
        diag_warn(
            s->dg, v[E_EXPIRES]->at,
            "the entitlement to %s expired before prices_as_of and counts nothing",
            l->label);
    return true;
}

bool study_read_entitlements(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    size_t n = node != NULL ? node->count : 0;
    struct entitlement *all = ARENA_ARRAY(s->arena, n, struct entitlement);
    for (size_t i = 0; i < n; i++)
        ok = read_entitlement(s, doc_at(node, i), &all[i]) && ok;
    s->entitlements = all;
    s->entitlement_count = n;
    return ok;
}

/* What the lines above leave of it: each has used what it required and did not buy. */
static node_id left_by_others(struct study *s, const struct licence *l, size_t metric,
                              const struct alternative *alt, node_id owned,
                              struct where at)
{
    node_id zero = graph_const(s->graph, value_of_exact(exact_int(0)), UNIT_ONE, at);
    for (size_t i = 0; i < alt->line_count; i++) {
        const struct licence_result *r = alt->lines[i].licence;
        if (r == NULL || r->licence != l || r->counts[metric].absent)
            continue;
        const struct licence_count *c = &r->counts[metric];
        node_id used = graph_op2(s->graph, "sub", c->required, c->bought, at, s->dg);
        used = graph_op2(s->graph, "max", used, zero, at, s->dg);
        owned = graph_op2(s->graph, "sub", owned, used, at, s->dg);
    }
    return owned;
}

/* [metric] what is owned of a licence; NULL: nothing. */
static const node_id *owned_of(struct study *s, const struct licence *l,
                               const struct alternative *alt, struct where at)
{
    node_id *owned = NULL;
    for (size_t i = 0; i < s->entitlement_count; i++) {
        const struct entitlement *e = &s->entitlements[i];
        if (e->licence != l || e->expired)
            continue;
        if (owned == NULL)
            owned = ARENA_ARRAY(s->arena, l->metric_count, node_id);
        node_id *sum = &owned[e->metric];
        *sum = *sum == NO_NODE ? e->owned
                               : graph_op2(s->graph, "add", *sum, e->owned, at, s->dg);
    }
    for (size_t m = 0; owned != NULL && m < l->metric_count; m++)
        if (owned[m] != NO_NODE)
            owned[m] = left_by_others(s, l, m, alt, owned[m], at);
    return owned;
}

bool study_build_licence(struct study *s, const struct licence_keys *k,
                         const struct alternative *alt, struct line *out)
{
    const struct licence *l = find_licence(s, k->licence);
    struct licence_use use = { .at = out->at, .years = s->horizon };
    struct decided decided;
    struct licence_result *result = ARENA_NEW(s->arena, struct licence_result);
    out->kind = LINE_LICENCE;
    if (l == NULL || !read_meters(s, l, k->quantity, &use) ||
        !study_pick_machines(s, k->machines, &use) ||
        !study_read_decided(s, k->reading, l->id, &decided) ||
        !read_reading(s, decided.reading, l, &use))
        return false;
    use.decided_by = decided.by;
    use.why = decided.why;
    use.evidence = s->evidence;
    use.evidence_count = s->evidence_count;
    use.rights = s->rights;
    use.right_count = s->right_count;
    out->label = l->label;
    use.owned = owned_of(s, l, alt, out->at);
    if (k->hosts != NULL) {
        use.hosts = study_formula_like(s, k->hosts, UNIT_ONE, "licensed hosts");
        if (use.hosts == NO_NODE)
            return false;
    }
    if (k->when != NULL && (use.when = study_when(s, k->when)) == NO_NODE)
        return false;
    if (!licence_build(s->graph, l, &use, result, s->dg))
        return false;
    out->licence = result;
    out->checks = result->checks;
    out->check_count = result->check_count;
    out->amount = result->amount;
    if (!study_check_money(s, out->amount, out->at))
        return false;
    graph_label(s->graph, out->amount,
                arena_printf(s->arena, "%s of %s", out->label, alt->title));
    if (result->by_year != NULL) {
        out->yearly = result->by_year[1];
        out->by_year = result->varies ? result->by_year : NULL;
        graph_label(
            s->graph, out->yearly,
            arena_printf(s->arena, "recurring cost of %s, each year", out->label));
    }
    for (size_t i = 0; i < l->metric_count; i++)
        if (!result->counts[i].absent &&
            (use.reading == NULL || use.reading->counts[i]))
            study_check_price(
                s, arena_printf(s->arena, "%s by %s", l->label, l->metrics[i].name),
                &result->counts[i].pedigree, result->counts[i].price_at);
    return true;
}

/* "alternative.line.figure", "alternative.line.metric.figure", "alternative.year_2". */
node_id study_figure(const struct study *s, const char *name)
{
    char words[4][64];
    size_t n = 0;
    for (const char *p = name; n < 4; n++) {
        size_t length = strcspn(p, ".");
        if (length == 0 || length >= sizeof words[0])
            return NO_NODE;
        memcpy(words[n], p, length);
        words[n][length] = '\0';
        p += length;
        if (*p == '\0') {
            n++;
            break;
        }
        p++;
    }
    size_t a = n >= 2 ? study_alternative(s, words[0]) : s->alternative_count;
    if (a >= s->alternative_count)
        return NO_NODE;
    const struct alternative *alt = &s->alternatives[a];
    if (n == 2 && alt->by_year != NULL && strncmp(words[1], "year_", 5) == 0) {
        struct exact year;
        const char *digits = words[1] + 5;
        bool number = exact_parse(digits, strlen(digits), &year, NULL) &&
                      year.den == 1 && year.num >= 0 && year.num <= s->horizon;
        return number ? alt->by_year[(size_t)year.num] : NO_NODE;
    }
    if (n == 3 && alt->order != NULL && strcmp(words[1], "sheet") == 0)
        return study_order_figure(alt->order, words[2]);
    for (size_t i = 0; n > 2 && i < alt->line_count; i++) {
        const struct line *l = &alt->lines[i];
        if (l->id == NULL || strcmp(l->id, words[1]) != 0)
            continue;
        if (l->licence != NULL)
            return licence_figure(l->licence, n == 4 ? words[2] : NULL, words[n - 1]);
        if (n == 3 && strcmp(words[2], "yearly") == 0)
            return l->yearly;
        for (size_t k = 0; n == 3 && l->sizing != NULL && k < l->sizing->figure_count;
             k++)
            if (strcmp(l->sizing->figures[k].name, words[2]) == 0)
                return l->sizing->figures[k].node;
    }
    return NO_NODE;
}
