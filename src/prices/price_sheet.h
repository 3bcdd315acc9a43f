/* price_sheet.h - what a price sheet adds up to, as nodes.
 *
 * A sheet has rows in groups and two columns: what is paid for the goods, and what
 * their maintenance costs over the term.  Discounts come off in their order, then taxes
 * go on.  A discount is a share, or a sum of money; it applies to the list price of the
 * rows that it covers, or to what the earlier ones have left.  A sum of money comes off
 * its rows in proportion.  A tax applies to the net after all discounts, or to the
 * list.
 *
 * Everything is exact first.  What is printed is rounded half up, once, to `places`
 * decimals: rows, discounts, taxes and totals.  A subtotal is the sum of its printed
 * rows; `rounding` is what the printed total of a column lacks to the sum of what is
 * printed above it, at most half a unit for each amount rounded; so a reader who adds
 * up the paper gets the paper's total, and that is the exact one, rounded.
 */
#ifndef PRICES_PRICE_SHEET_H
#define PRICES_PRICE_SHEET_H

#include "quantities/graph.h"

/* Decimal places of a currency by ISO 4217: JPY 0, USD 2, KWD 3; 2 where unknown. */
int currency_places(const char *code);

enum amount_column { AMOUNT_PRICE, AMOUNT_MAINTENANCE, AMOUNT_COLUMNS };

/* Nodes below are money of the sheet unless a comment says otherwise; NO_NODE: there is
 * nothing in that column.  The first part of each struct is the caller's. */
struct sheet_row {
    const char *words;
    node_id list[AMOUNT_COLUMNS];
    size_t group; /* below group_count */
    /* built */
    node_id printed[AMOUNT_COLUMNS];
    node_id kept[AMOUNT_COLUMNS]; /* a number: net / list; NO_NODE: 1 */
    node_id off, net; /* of a discounted price: 1 - kept, list * kept printed */
    node_id paid[AMOUNT_COLUMNS]; /* a number: (net + taxes) / list; NO_NODE: 1 */
};

struct sheet_share { /* a discount or a tax */
    const char *words;
    node_id share;  /* a number; NO_NODE: `amount` comes off, in one column */
    node_id amount; /* discounts only */
    bool on_list;
    bool columns[AMOUNT_COLUMNS];
    const bool *covers; /* [row] */
    struct where at;
    /* built: what it takes off is below zero */
    node_id base[AMOUNT_COLUMNS], exact[AMOUNT_COLUMNS], printed[AMOUNT_COLUMNS];
};

struct price_sheet {
    struct unit money;
    int places; /* -9 to 9 */
    struct sheet_row *rows;
    size_t row_count, group_count;
    struct sheet_share *discounts, *taxes;
    size_t discount_count, tax_count;
    struct where at;
    /* built */
    node_id *subtotals[AMOUNT_COLUMNS];    /* [group], printed; NO_NODE: empty */
    node_id list[AMOUNT_COLUMNS];          /* sum of the printed rows */
    node_id exact[AMOUNT_COLUMNS];         /* with discounts and taxes */
    node_id printed_total[AMOUNT_COLUMNS]; /* the same, rounded */
    node_id rounding[AMOUNT_COLUMNS];
    node_id exact_whole, whole; /* both columns */
    node_id whole_rounding;     /* what `whole` has more than its printed columns */
};

/* False after an error. */
bool price_sheet_build(struct graph *g, struct price_sheet *s, struct diag *dg);

/* The sum of any number of nodes; NO_NODE of none. */
node_id price_sheet_sum(struct graph *g, const node_id *parts, size_t count,
                        struct where at, struct diag *dg);

#endif
