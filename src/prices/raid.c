#include "prices/raid.h"

#include <string.h>

#include "doc/schema.h"

static const struct raid named[] = {
    { 1, 1, 0, 1, "none" },   { 1, 1, 0, 1, "raid0" }, { 2, 1, 0, 2, "raid1" },
    { 2, 1, 0, 4, "raid10" }, { 1, 0, 1, 3, "raid5" }, { 1, 0, 2, 4, "raid6" },
};

/* A number from 1 to 99 at *p, which moves behind it. */
static bool small(const char **p, unsigned *out)
{
    size_t n = strspn(*p, "0123456789");
    *out = 0;
    for (size_t i = 0; i < n && i < 3; i++)
        *out = *out * 10 + (unsigned)((*p)[i] - '0');
    *p += n;
    return n > 0 && n < 3 && *out > 0;
}

static bool read_groups(const char *text, struct raid *out)
{
    unsigned a, b;
    if (!small(&text, &a))
        return false;
    if (strcmp(text, " copies") == 0 || strcmp(text, " copy") == 0) {
        *out = (struct raid){ .copies = a, .data = 1, .least = a };
        return true;
    }
    if (*text++ != '+' || !small(&text, &b) || *text != '\0')
        return false;
    *out = (struct raid){ .copies = 1, .data = a, .parity = b, .least = a + b };
    return true;
}

bool raid_read(const struct doc_node *node, struct raid *out, struct diag *dg)
{
    *out = named[0];
    if (node == NULL)
        return true;
    if (!doc_expect(node, "a layout", DOC_WANT_TEXT, dg))
        return false;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcmp(named[i].words, node->text) == 0) {
            *out = named[i];
            return true;
        }
    if (!read_groups(node->text, out))
        return diag_error(dg, node->at,
                          "unknown layout '%s'; write none, raid0, raid1, raid10, "
                          "raid5, raid6, groups such as 7+1, or 3 copies",
                          node->text);
    out->words = node->text;
    return true;
}

unsigned raid_reads(const struct raid *l)
{
    return l->parity > 0 ? l->parity + 1 : 0;
}

unsigned raid_writes(const struct raid *l)
{
    return l->parity > 0 ? l->parity + 1 : l->copies;
}

static node_id number(struct graph *g, unsigned n, struct where at)
{
    return graph_const(g, value_of_exact(exact_int(n)), UNIT_ONE, at);
}

static node_id times(struct graph *g, node_id a, unsigned n, struct where at,
                     struct diag *dg)
{
    return n == 1 ? a : graph_op2(g, "mul", a, number(g, n, at), at, dg);
}

/* `node` in whole groups of `size`. */
static node_id groups(struct graph *g, node_id node, unsigned size, struct where at,
                      struct diag *dg)
{
    if (size == 1)
        return node;
    node = graph_op2(g, "div", node, number(g, size, at), at, dg);
    return graph_op1(g, "ceil", node, at, dg);
}

node_id raid_of_data(struct graph *g, const struct raid *l, node_id data,
                     struct where at, struct diag *dg)
{
    if (l->data > 0)
        return times(g, groups(g, data, l->data, at, dg),
                     l->copies * (l->data + l->parity), at, dg);
    node_id zero = number(g, 0, at);
    node_id all = graph_op2(g, "add", data, number(g, l->parity, at), at, dg);
    return graph_if(g, graph_op2(g, "gt", data, zero, at, dg), all, zero, at, dg);
}

node_id raid_whole(struct graph *g, const struct raid *l, node_id drives,
                   struct where at, struct diag *dg)
{
    unsigned size = l->data > 0 ? l->copies * (l->data + l->parity) : 1;
    return times(g, groups(g, drives, size, at, dg), size, at, dg);
}

node_id raid_data(struct graph *g, const struct raid *l, node_id drives,
                  struct where at, struct diag *dg)
{
    if (l->data == 0)
        return graph_op2(g, "sub", drives, number(g, l->parity, at), at, dg);
    unsigned all = l->copies * (l->data + l->parity);
    if (all == l->data)
        return drives;
    drives = graph_op2(g, "div", drives, number(g, all, at), at, dg);
    return times(g, drives, l->data, at, dg);
}
