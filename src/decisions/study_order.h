/* study_order.h - the price sheet of each alternative: what a reader adds up.
 *
 *     price_sheet:
 *       term: 3 years                       of maintenance; the horizon where not said
 *       decimals: 0                         of printed money; the currency's
 *       groups: {server: Server hardware, software: Server software}
 *       suppliers:
 *         1: {name: Sponsor, quote: Q-17 of 2012-01-09}
 *       maintenance: {hours: 24 x 7, response: 4 hours}
 *       statements: {country: USA, street_price: yes}       what rules ask for
 *       rules: tpc                                                      (rules.h)
 *
 * of a line: `group`, `supplier`, `available: 2012-03-01`,
 * `service_spares: 2` (of its quantity, in place of service on site) and `maintenance`,
 * which is money per time (paid each year), money (the whole term's, paid with the
 * purchase), a share per time of the line's price, or the word `included` or `none`. Of
 * an alternative:
 *
 *     discounts:
 *       - {discount: 14 %, on: list, suppliers: 1, words: volume discount, by: Sponsor}
 *       - {discount: 5000 USD, groups: [server], of: price}
 *     taxes:
 *       - {tax: 19 %, on: net, of: both}
 *     price_performance:
 *       - {performance: queries_per_hour, unit: QphDS@3000GB, per: 1, round: up,
 *          decimals: 2, performance_round: down, performance_decimals: 1,
 *          published: 39.92 USD}
 *     quoted: 1197000 USD                   what a customer is asked for the same
 *
 * Discounts are done in their order, on what is left (`net`, the default) or the list,
 * of the price column (the default), the maintenance column or both; then the taxes.
 * What they leave is what the alternative pays: `<alternative>.purchase`, `.yearly` and
 * `.cost` follow from it, exactly.  The sheet prints it (prices/price_sheet.h), and
 * `<alternative>.sheet.FIGURE` names its printed figures: list, price, maintenance,
 * total, rounding, subtotal_GROUP, discount_1, tax_1, price_performance_1,
 * performance_1, available (a day).
 */
#ifndef DECISIONS_STUDY_ORDER_H
#define DECISIONS_STUDY_ORDER_H

#include "decisions/study.h"
#include "prices/price_performance.h"
#include "prices/price_sheet.h"

struct sheet_group {
    const char *id, *title;
};

struct supplier {
    const char *id, *name, *quote; /* quote: NULL where none is named */
    struct where at;
};

/* What the study declares; `holds` only where it is a yes or a no. */
struct statement {
    const char *id, *text;
    bool is_truth, holds;
    struct where at;
};

struct sheet_terms {
    unsigned term; /* years */
    int places;
    const struct sheet_group *groups;
    size_t group_count;
    const struct supplier *suppliers;
    size_t supplier_count;
    const char *hours; /* of maintenance; NULL: not said */
    double response;   /* seconds; NaN: not said */
    const struct statement *statements;
    size_t statement_count;
    const char *rules; /* NULL: none */
    struct where at, rules_at;
};

/* A line, or one metric of a licence line. */
struct order_row {
    const struct line *line;
    const struct licence_count *count; /* NULL: an item */
    bool first;                        /* of its line */
    node_id quantity, price;           /* price NO_NODE: tiers */
    node_id day;                       /* of availability; NO_NODE: not said */
};

struct order_share {   /* beside its sheet_share */
    const char *text;  /* "14 %" */
    const char *scope; /* "supplier 1", "" for all lines */
    const char *by;    /* who gave it; NULL */
    bool stated;       /* the study has words for it */
};

struct order_ratio {
    const char *unit;                         /* of performance, for readers */
    node_id performance, performance_printed; /* numbers, in that unit */
    struct exact per;
    enum ratio_rounding rounding;
    int places;
    node_id exact, printed; /* numbers: money per `per` units */
    node_id published;      /* money; NO_NODE */
    bool performance_rounded;
    enum ratio_rounding performance_rounding;
    int performance_places;
    struct where at;
};

struct order {
    struct price_sheet sheet;
    const struct order_row *rows; /* [sheet.row_count] */
    const struct sheet_group *groups;
    bool grouped; /* the groups have words */
    const struct order_share *discounts, *taxes;
    const struct order_ratio *ratios;
    size_t ratio_count;
    node_id available; /* the latest day of what is bought; NO_NODE: no line says */
    size_t undated;    /* rows that do not say */
    size_t sold;       /* rows that are bought, and do not only cost by year */
    node_id quoted;    /* NO_NODE: not said */
};

bool study_read_terms(struct study *s, const struct doc_node *node);
/* Other rules than the study names; before it is decided. */
void study_set_rules(struct study *s, const char *name, struct where at);

struct sale_keys {
    const struct doc_node *group, *supplier, *maintenance, *available, *spares;
};
/* Into line->sale, and what its maintenance pays; the rest of the line is read. */
bool study_read_sale(struct study *s, const struct sale_keys *k, struct line *line);

struct order_keys {
    const struct doc_node *discounts, *taxes, *price_performance, *quoted;
};
/* Into alt->order; the lines are read. */
bool study_build_order(struct study *s, const struct order_keys *k,
                       struct alternative *alt);
/* Price/performance, of a sheet that is built. */
bool study_build_ratios(struct study *s, const struct doc_node *node, struct order *o);

/* What the alternative pays in a year, 0 being the purchase, after discounts and taxes.
 */
node_id study_order_payment(struct study *s, const struct alternative *alt,
                            unsigned year);

/* The same of one line; NO_NODE where it pays nothing that year. */
node_id study_order_line_payment(struct study *s, const struct alternative *alt,
                                 const struct line *line, unsigned year);

/* "total", "subtotal_server", ...; NO_NODE where there is none. */
node_id study_order_figure(const struct order *o, const char *name);

/* Every node that a reader of the sheet may ask the value of. */
void study_order_nodes(const struct order *o, void (*each)(void *context, node_id id),
                       void *context);

#endif
