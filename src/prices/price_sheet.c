#include "prices/price_sheet.h"

#include <string.h>

#include "base/arena.h"
#include "quantities/op.h"

/* ISO 4217:2015, table A.1, where the minor unit is not the hundredth. */
int currency_places(const char *code)
{
    static const char none[] =
        "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV "
        "XAF XOF XPF";
    static const char three[] = "BHD IQD JOD KWD LYD OMR TND";
    if (strlen(code) != 3 || strchr(code, ' ') != NULL)
        return 2;
    if (strstr(none, code) != NULL)
        return 0;
    return strstr(three, code) != NULL ? 3 : 2;
}

struct job {
    struct graph *g;
    struct price_sheet *s;
    struct diag *dg;
    bool failed;
};

static node_id op2(struct job *j, const char *op, node_id a, node_id b, struct where at)
{
    node_id id = graph_op2(j->g, op, a, b, at, j->dg);
    j->failed = j->failed || id == NO_NODE;
    return id;
}

static node_id number(struct job *j, int n, struct where at)
{
    return graph_const(j->g, value_of_exact(exact_int(n)), UNIT_ONE, at);
}

node_id price_sheet_sum(struct graph *g, const node_id *parts, size_t count,
                        struct where at, struct diag *dg)
{
    node_id level[MOST_ARGS];
    size_t n = 0;
    if (count <= 1)
        return count == 0 ? NO_NODE : parts[0];
    if (count <= MOST_ARGS)
        return graph_op(g, "sum", parts, (unsigned)count, at, dg);
    size_t each = (count + MOST_ARGS - 1) / MOST_ARGS;
    for (size_t i = 0; i < count; i += each) {
        size_t left = count - i;
        level[n] = price_sheet_sum(g, parts + i, left < each ? left : each, at, dg);
        if (level[n++] == NO_NODE)
            return NO_NODE;
    }
    return graph_op(g, "sum", level, (unsigned)n, at, dg);
}

static node_id sum(struct job *j, const node_id *parts, size_t count, struct where at)
{
    node_id id = price_sheet_sum(j->g, parts, count, at, j->dg);
    j->failed = j->failed || (id == NO_NODE && count > 0);
    return id;
}

static node_id round_money(struct job *j, node_id amount, struct where at)
{
    if (j->s->places == 2)
        return graph_op1(j->g, "cent", amount, at, j->dg);
    return graph_op2(j->g, "cent", amount, number(j, j->s->places, at), at, j->dg);
}

static node_id printed(struct job *j, node_id amount, struct where at)
{
    if (amount == NO_NODE)
        return NO_NODE;
    node_id id = round_money(j, amount, at);
    j->failed = j->failed || id == NO_NODE;
    graph_show_as(j->g, id, j->s->money);
    return id;
}

static void label(struct job *j, node_id id, const char *words, int column)
{
    static const char *const of[] = { "", ", maintenance" };
    if (id != NO_NODE && graph_node(j->g, id)->label == NULL)
        graph_label(j->g, id,
                    arena_printf(graph_arena(j->g), "%s%s", words, of[column]));
}

/* What the rows that a share covers come to: rows with the same factor together. */
static node_id base_of(struct job *j, const struct sheet_share *d, int c)
{
    size_t n = j->s->row_count, parts = 0;
    node_id *part = ARENA_ARRAY(graph_arena(j->g), n, node_id);
    node_id *alike = ARENA_ARRAY(graph_arena(j->g), n, node_id);
    bool *done = ARENA_ARRAY(graph_arena(j->g), n, bool);
    for (size_t i = 0; i < n; i++) {
        node_id factor = d->on_list ? NO_NODE : j->s->rows[i].kept[c];
        size_t count = 0;
        for (size_t k = i; k < n; k++) {
            const struct sheet_row *r = &j->s->rows[k];
            if (done[k] || !d->covers[k] || r->list[c] == NO_NODE ||
                (!d->on_list && r->kept[c] != factor))
                continue;
            alike[count++] = r->list[c];
            done[k] = true;
        }
        if (count == 0)
            continue;
        part[parts] = sum(j, alike, count, d->at);
        if (factor != NO_NODE)
            part[parts] = op2(j, "mul", part[parts], factor, d->at);
        parts++;
    }
    return sum(j, part, parts, d->at);
}

/* The share of its base that a sum of money is: nothing of nothing. */
static node_id share_of(struct job *j, const struct sheet_share *d, node_id base)
{
    if (d->share != NO_NODE)
        return d->share;
    node_id zero = number(j, 0, d->at);
    node_id none = op2(j, "eq", base, zero, d->at);
    node_id unit =
        graph_const(j->g, value_of_exact(j->s->money.scale), j->s->money, d->at);
    node_id safe = graph_if(j->g, none, unit, base, d->at, j->dg);
    return graph_if(j->g, none, zero, op2(j, "div", d->amount, safe, d->at), d->at,
                    j->dg);
}

/* What is left of each covered row; rows with the same factor keep a common one. */
static void lower(struct job *j, const struct sheet_share *d, int c, node_id share)
{
    size_t n = j->s->row_count;
    node_id *before = ARENA_ARRAY(graph_arena(j->g), n, node_id);
    for (size_t i = 0; i < n; i++)
        before[i] = j->s->rows[i].kept[c];
    node_id rest = op2(j, "sub", number(j, 1, d->at), share, d->at);
    for (size_t i = 0; i < n; i++) {
        struct sheet_row *r = &j->s->rows[i];
        size_t k = 0;
        if (!d->covers[i] || r->list[c] == NO_NODE)
            continue;
        while (k < i && !(d->covers[k] && j->s->rows[k].list[c] != NO_NODE &&
                          before[k] == before[i]))
            k++;
        r->kept[c] = k < i                  ? j->s->rows[k].kept[c]
                     : before[i] == NO_NODE ? rest
                     : d->on_list           ? op2(j, "sub", before[i], share, d->at)
                                            : op2(j, "mul", before[i], rest, d->at);
    }
}

static void build_discounts(struct job *j, int c)
{
    for (size_t i = 0; i < j->s->discount_count; i++) {
        struct sheet_share *d = &j->s->discounts[i];
        d->base[c] = d->columns[c] ? base_of(j, d, c) : NO_NODE;
        if (d->base[c] == NO_NODE)
            continue;
        label(j, d->base[c], arena_printf(graph_arena(j->g), "base of: %s", d->words),
              c);
        node_id off = d->amount;
        if (d->share != NO_NODE)
            off = op2(j, "mul", d->base[c], d->share, d->at);
        d->exact[c] = graph_op1(j->g, "neg", off, d->at, j->dg);
        graph_show_as(j->g, d->exact[c], j->s->money);
        label(j, d->exact[c], d->words, c);
        lower(j, d, c, share_of(j, d, d->base[c]));
        d->printed[c] = printed(j, d->exact[c], d->at);
    }
}

static void build_taxes(struct job *j, int c)
{
    for (size_t i = 0; i < j->s->tax_count; i++) {
        struct sheet_share *t = &j->s->taxes[i];
        t->base[c] = t->columns[c] ? base_of(j, t, c) : NO_NODE;
        if (t->base[c] == NO_NODE)
            continue;
        label(j, t->base[c], arena_printf(graph_arena(j->g), "base of: %s", t->words),
              c);
        t->exact[c] = op2(j, "mul", t->base[c], t->share, t->at);
        graph_show_as(j->g, t->exact[c], j->s->money);
        label(j, t->exact[c], t->words, c);
        t->printed[c] = printed(j, t->exact[c], t->at);
    }
}

/* What a discounted row costs on its own, beside its list price. */
static void build_nets(struct job *j)
{
    for (size_t i = 0; i < j->s->row_count; i++) {
        struct sheet_row *r = &j->s->rows[i];
        node_id kept = r->kept[AMOUNT_PRICE];
        if (kept == NO_NODE)
            continue;
        r->off = op2(j, "sub", number(j, 1, j->s->at), kept, j->s->at);
        r->net =
            printed(j, op2(j, "mul", r->list[AMOUNT_PRICE], kept, j->s->at), j->s->at);
    }
}

static void build_paid(struct job *j, int c)
{
    for (size_t i = 0; i < j->s->row_count; i++) {
        struct sheet_row *r = &j->s->rows[i];
        r->paid[c] = r->kept[c];
        for (size_t k = 0; k < j->s->tax_count; k++) {
            const struct sheet_share *t = &j->s->taxes[k];
            if (!t->columns[c] || !t->covers[i])
                continue;
            node_id one = number(j, 1, t->at), on = t->share;
            if (!t->on_list && r->kept[c] != NO_NODE)
                on = op2(j, "mul", r->kept[c], t->share, t->at);
            r->paid[c] =
                op2(j, "add", r->paid[c] == NO_NODE ? one : r->paid[c], on, t->at);
        }
    }
}

static void build_subtotals(struct job *j, int c)
{
    struct price_sheet *s = j->s;
    node_id *parts = ARENA_ARRAY(graph_arena(j->g), s->row_count, node_id);
    node_id *all = ARENA_ARRAY(graph_arena(j->g), s->group_count, node_id);
    size_t groups = 0;
    s->subtotals[c] = ARENA_ARRAY(graph_arena(j->g), s->group_count, node_id);
    for (size_t g = 0; g < s->group_count; g++) {
        size_t n = 0;
        for (size_t i = 0; i < s->row_count; i++)
            if (s->rows[i].group == g && s->rows[i].printed[c] != NO_NODE)
                parts[n++] = s->rows[i].printed[c];
        s->subtotals[c][g] = sum(j, parts, n, s->at);
        if (n > 0)
            all[groups++] = s->subtotals[c][g];
    }
    s->list[c] = sum(j, all, groups, s->at);
    label(j, s->list[c], "sum of the printed lines", c);
}

/* Of printed amounts: rounded again, or a spreadsheet's binary fractions show in it. */
static node_id difference(struct job *j, node_id a, node_id b)
{
    return printed(j, op2(j, "sub", a, b, j->s->at), j->s->at);
}

/* Exact: lists, discounts and taxes; printed: what stands on the paper. */
static void build_column(struct job *j, int c)
{
    struct price_sheet *s = j->s;
    size_t most = s->row_count + s->discount_count + s->tax_count, n = 0, p = 0;
    node_id *exact = ARENA_ARRAY(graph_arena(j->g), most, node_id);
    node_id *paper = ARENA_ARRAY(graph_arena(j->g), most + 1, node_id);
    for (size_t i = 0; i < s->row_count; i++) {
        s->rows[i].printed[c] = printed(j, s->rows[i].list[c], s->at);
        label(j, s->rows[i].printed[c], s->rows[i].words, c);
        if (s->rows[i].list[c] != NO_NODE)
            exact[n++] = s->rows[i].list[c];
    }
    build_subtotals(j, c);
    if (n == 0)
        return;
    build_discounts(j, c);
    build_taxes(j, c);
    if (c == AMOUNT_PRICE)
        build_nets(j);
    build_paid(j, c);
    paper[p++] = s->list[c];
    for (size_t i = 0; i < s->discount_count + s->tax_count; i++) {
        const struct sheet_share *x =
            i < s->discount_count ? &s->discounts[i] : &s->taxes[i - s->discount_count];
        if (x->exact[c] == NO_NODE)
            continue;
        exact[n++] = x->exact[c];
        paper[p++] = x->printed[c];
    }
    s->exact[c] = sum(j, exact, n, s->at);
    label(j, s->exact[c], "net with taxes, not rounded", c);
    s->printed_total[c] = printed(j, s->exact[c], s->at);
    label(j, s->printed_total[c], "net with taxes, rounded", c);
    s->rounding[c] = difference(j, s->printed_total[c], sum(j, paper, p, s->at));
    label(j, s->rounding[c], "rounding", c);
}

static void build_whole(struct job *j)
{
    struct price_sheet *s = j->s;
    node_id exact[AMOUNT_COLUMNS], paper[AMOUNT_COLUMNS];
    size_t n = 0;
    for (int c = 0; c < AMOUNT_COLUMNS; c++)
        if (s->exact[c] != NO_NODE) {
            exact[n] = s->exact[c];
            paper[n++] = s->printed_total[c];
        }
    s->exact_whole = sum(j, exact, n, s->at);
    s->whole = n == 1 ? paper[0] : printed(j, s->exact_whole, s->at);
    if (n == 1 || s->whole == NO_NODE)
        return;
    label(j, s->exact_whole, "price and maintenance, not rounded", 0);
    label(j, s->whole, "price and maintenance, rounded", 0);
    s->whole_rounding = difference(j, s->whole, sum(j, paper, n, s->at));
    label(j, s->whole_rounding, "rounding of price and maintenance", 0);
}

bool price_sheet_build(struct graph *g, struct price_sheet *s, struct diag *dg)
{
    struct job j = { g, s, dg, false };
    for (int c = 0; c < AMOUNT_COLUMNS; c++)
        build_column(&j, c);
    build_whole(&j);
    return !j.failed;
}
