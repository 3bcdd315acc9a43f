/* study_flows.c - what an alternative pays, as flows by year, with tax and residual. */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_flow_parts.h"
#include "decisions/study_parts.h"

static const char *const part_words[PARTS] = {
    [BOUGHT] = "purchases",
    [LEASED] = "lease payments",
    [RECURRING] = "recurring payments and expenses",
    [TAX] = "tax saved by costs and depreciation",
    [RESIDUAL] = "residual value",
    [DISPOSAL] = "tax on residual value less book value",
};

/* ---- tax and the end ---- */

/* Depreciation of year t, summed over the purchases that still have a share. */
static node_id written_off(struct flows *f, unsigned t)
{
    const struct finance_terms *block = f->s->finance;
    node_id sum = NO_NODE;
    for (unsigned b = 0; b < t; b++) {
        if (f->capital[b] == NO_NODE || t - b > block->depreciated)
            continue;
        flow_plus(f, &sum,
                  flow_op(f, "mul", f->capital[b],
                          finance_number(f->s, block->shares[t - b])));
    }
    flow_label(f, sum, "depreciation", t);
    return sum;
}

static node_id minus(struct flows *f, node_id amount)
{
    return graph_op1(f->s->graph, "neg", amount, f->s->finance->at, f->s->dg);
}

/* What a year's costs save in tax; returns what is never written off. */
static node_id add_tax(struct flows *f, node_id *written)
{
    node_id book = NO_NODE;
    for (unsigned t = 0; t <= f->years; t++)
        flow_plus(f, &book, f->capital[t]);
    for (unsigned t = 1; t <= f->years; t++) {
        node_id base = f->deductible[t];
        written[t] = written_off(f, t);
        flow_plus(f, &base, written[t]);
        if (written[t] != NO_NODE)
            book = flow_op(f, "sub", book, written[t]);
        if (base == NO_NODE)
            continue;
        node_id saved = minus(f, flow_op(f, "mul", f->s->finance->tax, base));
        struct when w = flow_at_year(f, t, true);
        flow_label(f, saved, "tax saved by the costs", t);
        flow_cash(f, TAX, saved, &w);
    }
    return book;
}

static void add_end(struct flows *f, node_id book)
{
    const struct finance_terms *block = f->s->finance;
    struct when w = flow_at_year(f, f->years, true);
    if (f->salvage != NO_NODE) {
        graph_label(f->s->graph, f->salvage,
                    arena_printf(f->s->arena, "residual value of %s", f->alt->title));
        flow_cash(f, RESIDUAL, minus(f, f->salvage), &w);
    }
    if (block->tax == NO_NODE || block->depreciated == 0)
        return;
    node_id gain = f->salvage;
    if (book != NO_NODE)
        gain = gain == NO_NODE ? minus(f, book) : flow_op(f, "sub", gain, book);
    if (gain != NO_NODE)
        flow_cash(f, DISPOSAL, flow_op(f, "mul", block->tax, gain), &w);
}

static void add_up(struct flows *f)
{
    for (unsigned t = 0; t <= f->years; t++) {
        for (int p = 0; p < PARTS; p++) {
            flow_plus(f, &f->flow[t], f->part[p][t]);
            flow_label(f, f->part[p][t], part_words[p], t);
        }
        f->present[t] = f->own[t];
        for (int k = 0; k < 2; k++) {
            node_id common = f->common[k][t];
            if (common != NO_NODE && t > 0)
                common = flow_op(f, "mul", common,
                                 study_discount_factor(f->s, t, f->alt->at));
            flow_plus(f, &f->present[t], common);
        }
        if (f->flow[t] == NO_NODE) /* as the end of years paid at their start */
            f->flow[t] = f->present[t] = flow_nothing(f);
        flow_label(f, f->flow[t], "flow", t);
        flow_label(f, f->present[t], "present value", t);
    }
}

static void run(struct flows *f, const node_id *by_year, node_id *written)
{
    node_id book = NO_NODE;
    flow_add_lines(f, by_year);
    if (f->s->finance->tax != NO_NODE)
        book = add_tax(f, written);
    add_end(f, book);
    add_up(f);
}

/* ---- what the alternative keeps ---- */

static node_id name(struct flows *f, node_id id, const char *suffix, const char *words)
{
    struct study *s = f->s;
    id = graph_alias(s->graph, id != NO_NODE ? id : flow_nothing(f), f->alt->at, s->dg);
    graph_show_as(s->graph, id, s->money);
    graph_name(s->graph, id, arena_printf(s->arena, "%s.%s", f->alt->id, suffix));
    graph_label(s->graph, id, arena_printf(s->arena, "%s of %s", words, f->alt->title));
    return id;
}

static node_id sum_of(struct flows *f, int first, int second)
{
    node_id sum = NO_NODE;
    for (unsigned t = 0; t <= f->years; t++) {
        flow_plus(f, &sum, f->part[first][t]);
        flow_plus(f, &sum, f->part[second][t]);
    }
    return sum;
}

static node_id equivalent(struct flows *f)
{
    node_id present = NO_NODE, factors = NO_NODE;
    for (unsigned t = 0; t <= f->years; t++) {
        flow_plus(f, &present, f->present[t]);
        if (t > 0)
            flow_plus(f, &factors, study_discount_factor(f->s, t, f->alt->at));
    }
    return name(f, flow_op(f, "div", present, factors), "equivalent_annual",
                arena_printf(f->s->arena,
                             "equivalent annual cost over a life of %u years,",
                             f->years));
}

static void keep(struct flows *f, struct alternative *alt, const node_id *written)
{
    struct study *s = f->s;
    size_t n = s->horizon + 1;
    struct cash_part *parts = ARENA_ARRAY(s->arena, PARTS + 1, struct cash_part);
    for (int p = 0; p < PARTS; p++) {
        bool any = false;
        for (unsigned t = 0; t < n; t++)
            any = any || f->part[p][t] != NO_NODE;
        if (any)
            parts[alt->part_count++] = (struct cash_part){ part_words[p], f->part[p] };
    }
    alt->parts = parts;
    alt->written_off = s->finance->depreciated > 0 ? written : NULL;
    alt->present = f->present;
    alt->fiscal = f->fiscal;
    alt->timed = f->timed;
    alt->timed_count = f->timed_count;
    alt->within_years = f->within;
    alt->leases = f->leases;
    alt->lease_count = f->lease_count;
    for (size_t i = 0; i < s->fiscal_count; i++) {
        node_id id = f->fiscal[i] != NO_NODE ? f->fiscal[i] : flow_nothing(f);
        f->fiscal[i] = graph_alias(s->graph, id, alt->at, s->dg);
        graph_label(s->graph, f->fiscal[i],
                    arena_printf(s->arena, "flow of fiscal year %s of %s",
                                 s->fiscal[i].label, alt->title));
    }
}

bool study_finance_flows(struct study *s, struct alternative *alt, node_id *by_year,
                         const struct doc_node *life_node)
{
    unsigned life = s->horizon;
    if (life_node != NULL && s->finance == NULL)
        return diag_error(s->dg, life_node->at,
                          "a life needs a finance block; add finance: to the study");
    if (s->finance == NULL)
        return true;
    if (life_node != NULL && !finance_read_years(s, life_node, &life))
        return false;
    struct flows *over = ARENA_NEW(s->arena, struct flows), *own = over;
    node_id *written = ARENA_ARRAY(s->arena, LONGEST_HORIZON + 1, node_id);
    node_id *other = ARENA_ARRAY(s->arena, LONGEST_HORIZON + 1, node_id);
    *over = (struct flows){
        .s = s, .alt = alt, .years = s->horizon, .life = life, .main = true
    };
    if (s->fiscal_count > 0)
        over->fiscal = ARENA_ARRAY(s->arena, s->fiscal_count, node_id);
    run(over, by_year, written);
    if (life != s->horizon) {
        own = ARENA_NEW(s->arena, struct flows);
        *own = (struct flows){ .s = s, .alt = alt, .years = life, .life = life };
        run(own, by_year, other);
    }
    if (diag_failed(s->dg))
        return false;
    alt->capex = name(over, sum_of(over, BOUGHT, RESIDUAL), "capex",
                      "purchases less residual value, before tax,");
    alt->opex = name(over, sum_of(over, LEASED, RECURRING), "opex",
                     "lease and recurring payments, before tax,");
    alt->tax = name(over, sum_of(over, TAX, DISPOSAL), "tax",
                    "tax, negative where costs save it,");
    alt->equivalent_annual = equivalent(own);
    keep(over, alt, written);
    memcpy(by_year, over->flow, (s->horizon + 1) * sizeof *by_year);
    return true;
}
