#include "report/facts_parts.h"

static const struct fact_field head[] = {
    { "study", "study", TEXT, NULL },
    { "title", "title", TEXT, NULL },
    { "horizon_years", "horizon", NUMBER, "years" },
    { "document.date", "date", TEXT, NULL },
    { "document.reference", "reference", TEXT, NULL },
    { "document.version", "version", TEXT, NULL },
    { "document.status", "status", TEXT, NULL },
    { "document.prepared_by", "prepared by", TEXT, NULL },
    { "document.reviewed_by", "reviewed by", TEXT, NULL },
    { "document.approved_by", "approved by", TEXT, NULL },
    { "document.prices_as_of", "prices as of", TEXT, NULL },
};
static const struct fact_field costs[] = {
    { "cost_total", "total cost", NUMBER, FACTS_MONEY },
    { "cost_nominal", "nominal cost", NUMBER | DETAIL, FACTS_MONEY },
    { "cost_by_year.0", "purchase", NUMBER | DETAIL, FACTS_MONEY },
    { "capex", "capex", NUMBER | DETAIL, FACTS_MONEY },
    { "opex", "opex", NUMBER | DETAIL, FACTS_MONEY },
    { "equivalent_annual_cost", "equivalent annual cost", NUMBER | DETAIL,
      FACTS_MONEY },
    { "cost_by_year", "year", NUMBERS | DETAIL, FACTS_MONEY },
};
static const struct fact_field titles[] = { { "title", "title", TEXT, NULL } };
static const struct fact_field feasible[] = { { "feasible", "feasible", TEXT, NULL } };
static const struct fact_field must_haves[] = {
    { "status", "status", TEXT, NULL },
    { "evidence", "evidence", TEXT | DETAIL, NULL },
};
static const struct fact_field price_performance[] = {
    { "value", "price per performance", NUMBER, "@unit" },
};
static const struct fact_field returns[] = {
    { "net_present_value", "net present value", NUMBER, FACTS_MONEY },
    { "rates_of_return", "rate of return", NUMBERS, NULL },
    { "payback", "payback", NUMBER, "years" },
    { "discounted_payback", "discounted payback", NUMBER, "years" },
};
static const struct fact_field rankings[] = {
    { "order", "order", TEXTS, NULL },
    { "tie", "tie", TEXT, NULL },
};
static const struct fact_field break_even[] = {
    { "variable", "variable", TEXT, NULL },
    { "alternatives", "between", TEXTS, NULL },
    { "roots", "root", NUMBERS, "@unit" },
    { "range", "end of its range", NUMBERS, "@unit" },
    { "cheaper_below", "cheaper below", TEXT, NULL },
    { "cheaper_above", "cheaper above", TEXT, NULL },
    { "at.value", "value", NUMBER | DETAIL, "@unit" },
    { "at.cheaper", "cheaper there", TEXT, NULL },
    { "at.difference", "by", NUMBER | DETAIL, FACTS_MONEY },
    { "beyond", "root beyond its range", NUMBERS | DETAIL, "@unit" },
    { "note", "in words", TEXT | DETAIL, NULL },
};
static const struct fact_field crossings[] = {
    { "x", "at", NUMBER | DETAIL, "@unit" },
    { "to", "to", NUMBER | DETAIL, "@unit" },
};
static const struct fact_field sizing[] = {
    { "count", "count", NUMBER, NULL },
    { "binding", "binding", TEXT, NULL },
};
static const struct fact_field licences[] = {
    { "required", "required", NUMBER, NULL },
    { "owned", "owned", NUMBER, NULL },
    { "shortfall", "shortfall", NUMBER | DETAIL, NULL },
    { "cost_of_shortfall", "cost of shortfall", NUMBER | DETAIL, FACTS_MONEY },
    { "reading", "reading", TEXT, NULL },
};
static const struct fact_field chain[] = { { "value", "value", NUMBER | DETAIL,
                                             NULL } };
static const struct fact_field sensitivity[] = {
    { "root_low", "root with its low end", NUMBER | DETAIL, NULL },
    { "root_high", "root with its high end", NUMBER | DETAIL, NULL },
    { "low", "low end", NUMBER, "@unit" },
    { "high", "high end", NUMBER, "@unit" },
    { "varied", "varied", TEXT, NULL },
};
static const struct fact_field risk[] = {
    { "alternatives", "between", TEXTS, NULL },
    { "probability_cheaper", "probability that the second is cheaper", NUMBER, NULL },
    { "break_even.p5", "break-even, 5 %", NUMBER, NULL },
    { "break_even.p50", "break-even, 50 %", NUMBER, NULL },
    { "break_even.p95", "break-even, 95 %", NUMBER, NULL },
    { "break_even.share_none", "share without a break-even", NUMBER, NULL },
    { "difference.p5", "difference, 5 %", NUMBER | DETAIL, FACTS_MONEY },
    { "difference.p50", "difference, 50 %", NUMBER | DETAIL, FACTS_MONEY },
    { "difference.p95", "difference, 95 %", NUMBER | DETAIL, FACTS_MONEY },
    { "draws", "draws", NUMBER, NULL },
    { "seed", "seed", NUMBER, NULL },
};
static const struct fact_field claims[] = {
    { "verdict", "verdict", TEXT, NULL },
    { "stated", "stated", TEXT, NULL },
    { "recomputed", "recomputed", TEXT, NULL },
    { "why", "why", TEXT | DETAIL, NULL },
};
static const struct fact_field findings[] = { { "text", "finding", TEXT, NULL } };
static const struct fact_field inputs[] = {
    { "value", "value", NUMBER, "@unit" },
    { "choice", "choice", TEXT, NULL },
    { "source", "source", TEXT, NULL },
    { "as_of", "as of", TEXT, NULL },
    { "confidence", "confidence", TEXT, NULL },
    { "owner", "owner", TEXT, NULL },
    { "help", "help", TEXT, NULL },
    { "spread_source", "source of its spread", TEXT, NULL },
};
static const struct fact_field files[] = {
    { "sha256", "checksum", TEXT, NULL },
    { "measurements", "measurements", NUMBER, NULL },
};
static const struct fact_field line_prices[] = {
    { "unit_price", "unit price", NUMBER, "@price_unit" },
    { "source", "source", TEXT, NULL },
    { "as_of", "as of", TEXT, NULL },
    { "confidence", "confidence", TEXT, NULL },
};
static const struct fact_field lines[] = {
    { "quantity", "quantity", NUMBER, "@quantity_unit" },
    { "extended", "amount", NUMBER, FACTS_MONEY },
    { "description", "description", TEXT, NULL },
    { "part", "part", TEXT, NULL },
};
static const struct fact_field overrides[] = {
    { "value", "value", NUMBER, "@unit" },
    { "choice", "choice", TEXT, NULL },
    { "by", "follows", TEXT, NULL },
};

#define FIELDS(f) (f), sizeof(f) / sizeof *(f)
static const struct fact_part parts[] = {
    { "alternatives", NULL, FACTS_COSTS, { "id" }, { NULL }, FIELDS(costs) },
    { "alternatives",
      "price_performance",
      FACTS_COSTS,
      { "id" },
      { "metric" },
      FIELDS(price_performance) },
    { "alternatives", NULL, FACTS_MUST_HAVES, { "id" }, { NULL }, FIELDS(feasible) },
    { "alternatives",
      "must_haves",
      FACTS_MUST_HAVES,
      { "id" },
      { "id" },
      FIELDS(must_haves) },
    { "alternatives", NULL, FACTS_DOCUMENT, { "id" }, { NULL }, FIELDS(titles) },
    { "returns", NULL, FACTS_COSTS, { "alternatives" }, { NULL }, FIELDS(returns) },
    { "rankings", NULL, FACTS_RANKING, { NULL }, { NULL }, FIELDS(rankings) },
    { "break_even", NULL, FACTS_BREAK_EVEN, { "id" }, { NULL }, FIELDS(break_even) },
    { "break_even",
      "crossings",
      FACTS_BREAK_EVEN,
      { "id" },
      { "kind" },
      FIELDS(crossings) },
    { "sizing",
      NULL,
      FACTS_SIZING,
      { "alternative", "workload", "item" },
      { NULL },
      FIELDS(sizing) },
    { "licences",
      NULL,
      FACTS_LICENCES,
      { "alternative", "product", "metric" },
      { NULL },
      FIELDS(licences) },
    { "licences",
      "chain",
      FACTS_LICENCES,
      { "alternative", "product", "metric" },
      { "step" },
      FIELDS(chain) },
    { "sensitivity",
      NULL,
      FACTS_RISK,
      { "of", "input" },
      { NULL },
      FIELDS(sensitivity) },
    { "risk", NULL, FACTS_RISK, { "id" }, { NULL }, FIELDS(risk) },
    { "claims", NULL, FACTS_CLAIMS, { "id" }, { NULL }, FIELDS(claims) },
    { "findings", NULL, FACTS_CLAIMS, { "id" }, { NULL }, FIELDS(findings) },
    { "inputs", NULL, FACTS_INPUTS, { "name" }, { NULL }, FIELDS(inputs) },
    { "files", NULL, FACTS_FILES, { "path" }, { NULL }, FIELDS(files) },
    { "bill",
      NULL,
      FACTS_PRICES,
      { "alternative", "line" },
      { NULL },
      FIELDS(line_prices) },
    { "bill", NULL, FACTS_LINES, { "alternative", "line" }, { NULL }, FIELDS(lines) },
    { "scenarios",
      "overrides",
      FACTS_SCENARIOS,
      { NULL },
      { "input" },
      FIELDS(overrides) },
    { "scenarios", NULL, FACTS_SCENARIOS, { NULL }, { NULL }, FIELDS(titles) },
};

static const struct fact_part whole = { "document", NULL,     FACTS_DOCUMENT,
                                        { NULL },   { NULL }, FIELDS(head) };

const struct fact_part *fact_head(void)
{
    return &whole;
}

const struct fact_part *fact_part_at(size_t i)
{
    return i < sizeof parts / sizeof *parts ? &parts[i] : NULL;
}
