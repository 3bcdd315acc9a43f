#include "decisions/study_order.h"

#include <string.h>

#include "base/arena.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

enum { X_SHARE, X_ON, X_OF, X_GROUPS, X_SUPPLIERS, X_LINES, X_WORDS, X_BY, X_KEYS };
#define SHARE_FIELDS(NAME) \
    { \
        [X_SHARE] = { (NAME), DOC_WANT_TEXT, DOC_REQUIRED }, \
        [X_ON] = { "on", DOC_WANT_TEXT, DOC_OPTIONAL }, \
        [X_OF] = { "of", DOC_WANT_TEXT, DOC_OPTIONAL }, \
        [X_GROUPS] = { "groups", DOC_WANT_ANY, DOC_OPTIONAL }, \
        [X_SUPPLIERS] = { "suppliers", DOC_WANT_ANY, DOC_OPTIONAL }, \
        [X_LINES] = { "lines", DOC_WANT_ANY, DOC_OPTIONAL }, \
        [X_WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL }, \
        [X_BY] = { "by", DOC_WANT_TEXT, DOC_OPTIONAL }, \
    }
static const struct doc_field discount_fields[] = SHARE_FIELDS("discount");
static const struct doc_field tax_fields[] = SHARE_FIELDS("tax");
static const struct doc_schema share_schemas[] = {
    DOC_SCHEMA("a discount", discount_fields), DOC_SCHEMA("a tax", tax_fields)
};

struct maker {
    struct study *s;
    const struct alternative *alt;
    struct order *o;
    struct order_row *rows;
    struct sheet_group *groups;
    size_t group_count;
};

/* ---- rows ---- */

/* The most that there can be: what a licence line does not count has none. */
static size_t most_rows(const struct alternative *alt)
{
    size_t n = 0;
    for (size_t i = 0; i < alt->line_count; i++)
        n += alt->lines[i].licence != NULL
                 ? alt->lines[i].licence->licence->metric_count
                 : 1;
    return n;
}

static size_t group_of(struct maker *m, const char *id)
{
    size_t i = 0;
    if (id == NULL)
        id = "";
    while (i < m->group_count && strcmp(m->groups[i].id, id) != 0)
        i++;
    if (i == m->group_count)
        m->groups[m->group_count++] =
            (struct sheet_group){ id, *id != '\0' ? id : "Other" };
    return i;
}

/* What a row pays in a year; in year 0, maintenance that is paid with the purchase.
 * What a licence line pays for itself, beside its licence, is in its first row. */
static node_id row_pays(const struct order_row *r, unsigned year)
{
    const struct line *l = r->line;
    const node_id *years = r->count != NULL ? l->licence->by_year : NULL;
    if (years != NULL && (l->by_year == NULL || l->by_year == years))
        return year > 0 && r->count->by_year != NULL ? r->count->by_year[year]
                                                     : NO_NODE;
    if (!r->first)
        return NO_NODE;
    if (year == 0)
        return l->prepaid;
    return l->by_year != NULL ? l->by_year[year] : l->yearly;
}

/* What is paid over the term. */
static node_id term_of(struct maker *m, const struct order_row *r)
{
    struct study *s = m->s;
    node_id *parts = ARENA_ARRAY(s->arena, s->terms->term + 1, node_id);
    struct where at = r->line->at;
    bool same = true;
    size_t n = 0;
    for (unsigned t = 0; t <= s->terms->term; t++) {
        node_id part = row_pays(r, t);
        if (part == NO_NODE)
            continue;
        same = same && t > 0 && (n == 0 || part == parts[0]);
        parts[n++] = part;
    }
    if (n > 1 && same) {
        node_id years = graph_const(s->graph, value_of_exact(exact_int((long long)n)),
                                    UNIT_ONE, at);
        parts[0] = graph_op2(s->graph, "mul", parts[0], years, at, s->dg);
        n = 1;
    }
    node_id sum = price_sheet_sum(s->graph, parts, n, at, s->dg);
    graph_show_as(s->graph, sum, s->money);
    if (sum != NO_NODE && graph_node(s->graph, sum)->label == NULL)
        graph_label(s->graph, sum,
                    arena_printf(s->arena, "%s, over %u years", r->line->label,
                                 s->terms->term));
    return sum;
}

/* The day of a row that is bought: a line of which nothing is needed waits for no one.
 */
static node_id day_of(struct maker *m, const struct order_row *r)
{
    struct study *s = m->s;
    struct date d;
    const char *text = r->line->sale.available;
    if (text == NULL || !date_parse(text, strlen(text), &d))
        return NO_NODE;
    struct where at = r->line->at;
    node_id day = graph_const(s->graph, value_of_exact(exact_int(date_last_day(d))),
                              UNIT_ONE, at);
    node_id zero = graph_const(s->graph, value_of_exact(exact_int(0)), UNIT_ONE, at);
    node_id bought = graph_op2(s->graph, "gt", r->quantity, zero, at, s->dg);
    return graph_if(s->graph, bought, day, zero, at, s->dg);
}

static void add_row(struct maker *m, struct order_row r)
{
    size_t i = m->o->sheet.row_count++;
    struct sheet_row *row = &m->o->sheet.rows[i];
    const struct line *l = r.line;
    r.first = i == 0 || m->rows[i - 1].line != l;
    if (l->kind != LINE_YEARLY) {
        r.day = day_of(m, &r);
        m->o->undated += r.day == NO_NODE;
        m->o->sold++;
    }
    m->rows[i] = r;
    row->words = arena_printf(m->s->arena, "%s, printed", l->label);
    row->group = group_of(m, l->sale.group);
    row->list[AMOUNT_MAINTENANCE] = term_of(m, &r);
    if (r.count != NULL)
        row->list[AMOUNT_PRICE] = r.count->amount;
    else if (!l->by_time && l->kind != LINE_YEARLY)
        row->list[AMOUNT_PRICE] = l->amount;
}

static void add_rows(struct maker *m)
{
    for (size_t k = 0; k < m->alt->line_count; k++) {
        const struct line *l = &m->alt->lines[k];
        size_t metrics = l->licence != NULL ? l->licence->licence->metric_count : 0;
        if (l->licence == NULL)
            add_row(m, (struct order_row){
                           .line = l, .quantity = l->quantity, .price = l->price });
        for (size_t c = 0; c < metrics; c++) {
            const struct licence_count *count = &l->licence->counts[c];
            if (!count->absent)
                add_row(m, (struct order_row){ .line = l,
                                               .count = count,
                                               .quantity = count->bought,
                                               .price = count->price });
        }
    }
}

static void add_availability(struct maker *m)
{
    size_t n = m->o->sheet.row_count, count = 0;
    node_id latest = NO_NODE;
    for (size_t i = 0; i < n; i++) {
        node_id day = m->rows[i].day;
        if (day == NO_NODE)
            continue;
        latest = count++ == 0
                     ? day
                     : graph_op2(m->s->graph, "max", latest, day, m->alt->at, m->s->dg);
    }
    m->o->available = latest;
    graph_label(m->s->graph, latest,
                arena_printf(m->s->arena, "%s: day on which all of it is available",
                             m->alt->title));
}

/* ---- discounts and taxes ---- */

static bool any_of(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (word != NULL && strcmp(word, words[i]) == 0)
            return true;
    return false;
}

static const char *word_of(const struct line *l, int key)
{
    return key == X_GROUPS      ? l->sale.group
           : key == X_SUPPLIERS ? l->sale.supplier
                                : l->id;
}

/* One of groups, suppliers and lines: only rows with one of its words stay covered. */
static bool narrow(struct maker *m, const struct doc_node *node, int key, bool *covers,
                   const char **scope)
{
    static const char *const one[] = { "group", "supplier", "line" };
    struct study *s = m->s;
    const char *const *words;
    size_t count;
    if (node == NULL)
        return true;
    if (!doc_get_texts(s->arena, node, &words, &count, s->dg))
        return false;
    for (size_t w = 0; w < count; w++) {
        bool found = false;
        for (size_t i = 0; i < m->alt->line_count; i++)
            found =
                found ||
                any_of(words[w],
                       (const char *const[]){ word_of(&m->alt->lines[i], key) != NULL
                                                  ? word_of(&m->alt->lines[i], key)
                                                  : "" },
                       1);
        if (!found)
            return diag_error(
                s->dg, node->kind == DOC_SEQUENCE ? doc_at(node, w)->at : node->at,
                "no line of this alternative has %s '%s'",
                key == X_LINES ? "the id" : one[key - X_GROUPS], words[w]);
        *scope =
            arena_printf(s->arena, "%s%s%s %s", *scope, **scope != '\0' ? ", " : "",
                         one[key - X_GROUPS], words[w]);
    }
    for (size_t i = 0; i < m->o->sheet.row_count; i++)
        covers[i] = covers[i] && any_of(word_of(m->rows[i].line, key), words, count);
    return true;
}

/* A share from 0 to 1, or, of a discount, a sum of money. */
static bool read_share(struct maker *m, const struct doc_node *node, bool tax,
                       struct sheet_share *out)
{
    struct study *s = m->s;
    node_id id = study_formula(s, node);
    const struct node *n = graph_node(s->graph, id);
    if (n == NULL)
        return false;
    struct scenario_case base = { .id = "base" };
    double x = plan_value(s->graph, &base, id, s->dg).x;
    if (x < 0)
        return diag_error(s->dg, node->at, "%s below zero",
                          tax ? "a tax" : "a discount");
    if (dim_is_none(n->unit.dim)) {
        out->share = id;
        return x <= 1 ||
               diag_error(s->dg, node->at, "a %s of %g %%; write 100 %% at most",
                          tax ? "tax" : "discount", 100 * x);
    }
    out->amount = id;
    if (!tax && dim_equal(n->unit.dim, s->money.dim))
        return true;
    return diag_error(s->dg, node->at,
                      tax ? "a tax is a share; write for example 19 %%"
                          : "a discount is a share or money of the study; write for "
                            "example 14 %%");
}

static bool read_columns(struct maker *m, const struct doc_node *node, bool tax,
                         struct sheet_share *out)
{
    static const char *const words[] = { "price", "maintenance", "both" };
    size_t which = tax ? 2 : 0;
    if (node != NULL && !doc_get_choice(node, words, 3, &which, m->s->dg))
        return false;
    out->columns[AMOUNT_PRICE] = which != 1;
    out->columns[AMOUNT_MAINTENANCE] = which != 0;
    return out->share != NO_NODE || which != 2 ||
           diag_error(
               m->s->dg, node->at,
               "a sum of money comes off the price or the maintenance; write one "
               "discount for each");
}

static bool read_one(struct maker *m, const struct doc_node *node, bool tax,
                     struct sheet_share *out, struct order_share *words)
{
    static const char *const bases[] = { "net", "list" };
    struct study *s = m->s;
    const struct doc_node *v[X_KEYS];
    size_t base = 0, n = m->o->sheet.row_count;
    bool *covers = ARENA_ARRAY(s->arena, n, bool);
    if (!doc_bind(&share_schemas[tax], node, v, s->dg) ||
        (v[X_ON] != NULL && !doc_get_choice(v[X_ON], bases, 2, &base, s->dg)))
        return false;
    *out =
        (struct sheet_share){ .covers = covers, .on_list = base == 1, .at = node->at };
    *words = (struct order_share){ v[X_SHARE]->text, "", study_text(v[X_BY], NULL),
                                   v[X_WORDS] != NULL };
    for (size_t i = 0; i < n; i++)
        covers[i] = true;
    if (!read_share(m, v[X_SHARE], tax, out) || !read_columns(m, v[X_OF], tax, out))
        return false;
    for (int key = X_GROUPS; key <= X_LINES; key++)
        if (!narrow(m, v[key], key, covers, &words->scope))
            return false;
    out->words = v[X_WORDS] != NULL
                     ? v[X_WORDS]->text
                     : arena_printf(s->arena, "%s %s", tax ? "tax" : "discount",
                                    v[X_SHARE]->text);
    return true;
}

static bool read_shares(struct maker *m, const struct doc_node *node, bool tax)
{
    size_t n = node != NULL ? node->count : 0;
    struct sheet_share *shares = ARENA_ARRAY(m->s->arena, n, struct sheet_share);
    struct order_share *words = ARENA_ARRAY(m->s->arena, n, struct order_share);
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        ok = read_one(m, doc_at(node, i), tax, &shares[i], &words[i]) && ok;
    if (tax) {
        m->o->sheet.taxes = shares;
        m->o->sheet.tax_count = n;
        m->o->taxes = words;
    } else {
        m->o->sheet.discounts = shares;
        m->o->sheet.discount_count = n;
        m->o->discounts = words;
    }
    return ok;
}

/* ---- payments ---- */

static node_id paid(struct study *s, node_id amount, node_id kept, struct where at)
{
    if (amount == NO_NODE || kept == NO_NODE)
        return amount;
    return graph_op2(s->graph, "mul", amount, kept, at, s->dg);
}

/* NO_NODE where the line, or with NULL all lines, pay nothing that year. */
node_id study_order_line_payment(struct study *s, const struct alternative *alt,
                                 const struct line *line, unsigned year)
{
    const struct order *o = alt->order;
    size_t n = o->sheet.row_count, count = 0;
    node_id *parts = ARENA_ARRAY(s->arena, 2 * n + 1, node_id);
    for (size_t i = 0; i < n; i++) {
        const struct sheet_row *r = &o->sheet.rows[i];
        node_id part = row_pays(&o->rows[i], year);
        if (line != NULL && o->rows[i].line != line)
            continue;
        if (year == 0 && r->list[AMOUNT_PRICE] != NO_NODE)
            parts[count++] = paid(s, r->list[AMOUNT_PRICE], r->paid[AMOUNT_PRICE],
                                  o->rows[i].line->at);
        if (part != NO_NODE)
            parts[count++] =
                paid(s, part, r->paid[AMOUNT_MAINTENANCE], o->rows[i].line->at);
    }
    if (count == 0)
        return NO_NODE;
    if (count == 1)
        return graph_op1(s->graph, "sum", parts[0], alt->at, s->dg);
    return price_sheet_sum(s->graph, parts, count, alt->at, s->dg);
}

node_id study_order_payment(struct study *s, const struct alternative *alt,
                            unsigned year)
{
    node_id all = study_order_line_payment(s, alt, NULL, year);
    return all != NO_NODE
               ? all
               : graph_const(s->graph, value_of_exact(exact_int(0)), s->money, alt->at);
}

bool study_build_order(struct study *s, const struct order_keys *k,
                       struct alternative *alt)
{
    struct order *o = ARENA_NEW(s->arena, struct order);
    struct maker m = { .s = s, .alt = alt, .o = o };
    size_t n = most_rows(alt), groups = s->terms->group_count;
    alt->order = o;
    o->sheet = (struct price_sheet){ .money = s->money,
                                     .places = s->terms->places,
                                     .at = alt->at };
    o->sheet.rows = ARENA_ARRAY(s->arena, n, struct sheet_row);
    m.rows = ARENA_ARRAY(s->arena, n, struct order_row);
    m.groups = ARENA_ARRAY(s->arena, n + groups, struct sheet_group);
    for (; m.group_count < groups; m.group_count++)
        m.groups[m.group_count] = s->terms->groups[m.group_count];
    add_rows(&m);
    o->rows = m.rows;
    o->groups = m.groups;
    o->sheet.group_count = m.group_count;
    for (size_t i = 0; i < alt->line_count; i++)
        o->grouped = o->grouped || alt->lines[i].sale.group != NULL;
    add_availability(&m);
    if (!read_shares(&m, k->discounts, false) || !read_shares(&m, k->taxes, true) ||
        !price_sheet_build(s->graph, &o->sheet, s->dg))
        return false;
    if (k->quoted != NULL) {
        o->quoted = study_formula_like(s, k->quoted, s->money, "what was quoted");
        if (o->quoted == NO_NODE)
            return false;
    }
    return study_build_ratios(s, k->price_performance, o);
}
