#include "prices/minor.h"

#include "prices/price_sheet.h"

node_id money_minor(struct graph *g, node_id amount, struct where at, struct diag *dg)
{
    const struct node *n = graph_node(g, amount);
    if (n == NULL || !dim_is_money(n->unit.dim))
        return amount;
    int more = 2 - currency_places(n->unit.dim.currency[0]);
    if (more == 0)
        return graph_op1(g, "cent", amount, at, dg);
    long long tens = 1;
    for (int i = 0; i < (more > 0 ? more : -more); i++)
        tens *= 10;
    node_id scale = graph_const(g, value_of_exact(exact_int(tens)), UNIT_ONE, at);
    const char *in = more > 0 ? "div" : "mul", *back = more > 0 ? "mul" : "div";
    node_id cents =
        graph_op1(g, "cent", graph_op2(g, in, amount, scale, at, dg), at, dg);
    return graph_op2(g, back, cents, scale, at, dg);
}
