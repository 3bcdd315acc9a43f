#include "prices/hardware.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"

static const struct dim NUMBER = { 0 };
static const struct dim BYTES = { .bytes = 1 };
static const struct dim RATE = { .time = -1 };
static const struct dim BYTE_RATE = { .bytes = 1, .time = -1 };
static const struct dim WATTS = { .watts = 1 };
static const struct dim TIME = { .time = 1 };

struct job {
    struct graph *g;
    const struct scope *scope;
    struct diag *dg;
};

bool hardware_said(const struct item *item)
{
    static const char *const keys[] = { "pack",      "capacity",    "iops",
                                        "bandwidth", "power",       "rack",
                                        "drives",    "shelves",     "least",
                                        "most",      "warranty",    "lifetime",
                                        "endurance", "maintenance", "residual" };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (doc_get(item->row, keys[i]) != NULL)
            return true;
    return false;
}

node_id hardware_formula(struct graph *g, const struct doc_node *text,
                         const struct scope *scope, const struct hardware_want *want,
                         struct diag *dg)
{
    if (text == NULL || !doc_expect(text, want->what, DOC_WANT_TEXT, dg))
        return NO_NODE;
    struct scope inside = *scope;
    inside.node = text;
    inside.from = 0;
    node_id id = expr_build(g, text->text, doc_inside(text, 0), &inside, dg);
    const struct node *n = graph_node(g, id);
    if (n == NULL || dim_equal(n->unit.dim, want->dim))
        return id;
    if (n->kind == NODE_CONST && n->as.constant.x == 0 && dim_is_none(n->unit.dim))
        return graph_const(g, n->as.constant, unit_base(graph_arena(g), want->dim),
                           text->at);
    diag_error(dg, text->at, "%s is in %s here; write for example %s", want->what,
               dim_is_none(n->unit.dim) ? "no unit"
                                        : dim_text(graph_arena(g), n->unit.dim),
               want->example);
    return NO_NODE;
}

static node_id formula(const struct job *j, const struct doc_node *text, struct dim dim,
                       const char *what, const char *example)
{
    struct hardware_want want = { dim, what, example };
    return hardware_formula(j->g, text, j->scope, &want, j->dg);
}

node_id hardware_iops(struct graph *g, const struct doc_node *text,
                      const struct scope *scope, struct diag *dg)
{
    if (text == NULL || !doc_expect(text, "a rate", DOC_WANT_TEXT, dg))
        return NO_NODE;
    struct scope inside = *scope;
    inside.node = text;
    inside.from = 0;
    node_id id = expr_build(g, text->text, doc_inside(text, 0), &inside, dg);
    const struct node *n = graph_node(g, id);
    if (n == NULL || dim_equal(n->unit.dim, RATE))
        return id;
    if (!dim_is_none(n->unit.dim)) {
        diag_error(dg, text->at,
                   "a rate of accesses is in %s here; write for example "
                   "4000 IOPS",
                   dim_text(graph_arena(g), n->unit.dim));
        return NO_NODE;
    }
    struct unit one;
    const char *why;
    size_t wrong;
    if (!unit_parse(graph_arena(g), "IOPS", 4, &one, &why, &wrong))
        return NO_NODE;
    if (n->kind == NODE_CONST)
        return graph_const(g, n->as.constant, one, text->at);
    return graph_op2(g, "mul", id,
                     graph_const(g, value_of_exact(exact_int(1)), one, text->at),
                     text->at, dg);
}

/* A spec of nothing would divide by zero. */
static bool positive(const struct job *j, node_id id, const struct doc_node *at,
                     const char *what)
{
    const struct node *n = graph_node(j->g, id);
    return n == NULL || n->kind != NODE_CONST || n->as.constant.x > 0 ||
           diag_error(j->dg, at->at, "%s must be above 0", what);
}

enum { R_READ, R_WRITE, R_RATE, R_READ_PCT, R_BLOCK, R_KEYS };
static const struct doc_field rate_fields[] = {
    [R_READ] = { "read", DOC_WANT_TEXT, DOC_OPTIONAL },
    [R_WRITE] = { "write", DOC_WANT_TEXT, DOC_OPTIONAL },
    [R_RATE] = { "rate", DOC_WANT_TEXT, DOC_OPTIONAL },
    [R_READ_PCT] = { "read_pct", DOC_WANT_TEXT, DOC_OPTIONAL },
    [R_BLOCK] = { "block", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema rate_schema = DOC_SCHEMA("a rate", rate_fields);

static node_id one_rate(const struct job *j, const struct doc_node *text, bool bytes)
{
    node_id id = bytes ? formula(j, text, BYTE_RATE, "a bandwidth", "200 MB/s")
                       : hardware_iops(j->g, text, j->scope, j->dg);
    return id != NO_NODE && positive(j, id, text, "a rate") ? id : NO_NODE;
}

static bool read_rate(const struct job *j, const struct doc_node *node, bool bytes,
                      struct hardware_rate *out)
{
    const struct doc_node *v[R_KEYS];
    if (node == NULL)
        return true;
    if (node->kind == DOC_SCALAR) {
        out->read = out->write = one_rate(j, node, bytes);
        return out->read != NO_NODE;
    }
    if (!doc_bind(&rate_schema, node, v, j->dg))
        return false;
    if ((v[R_RATE] != NULL) == (v[R_READ] != NULL || v[R_WRITE] != NULL))
        return diag_error(j->dg, node->at,
                          "a rate says read: and write:, or rate: at a read_pct:");
    if (v[R_RATE] != NULL) {
        out->read = out->write = one_rate(j, v[R_RATE], bytes);
        out->read_pct = formula(j, v[R_READ_PCT], NUMBER, "a share of reads", "70 %");
    } else {
        out->read = one_rate(j, v[R_READ], bytes);
        out->write = one_rate(j, v[R_WRITE], bytes);
    }
    out->block = formula(j, v[R_BLOCK], BYTES, "a block size", "4 KiB");
    return (out->read != NO_NODE || v[R_READ] == NULL) &&
           (out->write != NO_NODE || v[R_WRITE] == NULL);
}

enum { P_IDLE, P_ACTIVE, P_KEYS };
static const struct doc_field power_fields[] = {
    [P_IDLE] = { "idle", DOC_WANT_TEXT, DOC_OPTIONAL },
    [P_ACTIVE] = { "active", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema power_schema = DOC_SCHEMA("the power", power_fields);

static bool read_power(const struct job *j, const struct doc_node *node,
                       struct hardware *out)
{
    const struct doc_node *v[P_KEYS] = { [P_ACTIVE] = node };
    if (node == NULL)
        return true;
    if (node->kind != DOC_SCALAR && !doc_bind(&power_schema, node, v, j->dg))
        return false;
    out->active = formula(j, v[P_ACTIVE], WATTS, "a power", "9 W");
    out->idle = v[P_IDLE] != NULL ? formula(j, v[P_IDLE], WATTS, "a power", "5 W")
                                  : out->active;
    return out->active != NO_NODE && out->idle != NO_NODE;
}

/* A literal number of years. */
static bool read_years(const struct job *j, const struct doc_node *node,
                       const char *what, double *out)
{
    if (node == NULL)
        return true;
    node_id id = formula(j, node, TIME, what, "3 years");
    const struct node *n = graph_node(j->g, id);
    if (n == NULL)
        return false;
    *out = n->kind == NODE_CONST ? n->as.constant.x / 31536000 : 0;
    return *out > 0 || diag_error(j->dg, node->at,
                                  "%s is a number above 0 with its "
                                  "unit; write for example 3 years",
                                  what);
}

enum { E_DWPD, E_YEARS, E_KEYS };
static const struct doc_field endurance_fields[] = {
    [E_DWPD] = { "dwpd", DOC_WANT_TEXT, DOC_REQUIRED },
    [E_YEARS] = { "years", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema endurance_schema =
    DOC_SCHEMA("the endurance", endurance_fields);

/* Bytes until worn out; drive writes a day for some years are so many capacities. */
static bool read_endurance(const struct job *j, const struct doc_node *node,
                           struct hardware *out)
{
    const struct doc_node *v[E_KEYS];
    double years = 0;
    if (node == NULL)
        return true;
    if (node->kind == DOC_SCALAR) {
        out->endurance = formula(j, node, BYTES, "the endurance", "1380 TB");
        return out->endurance != NO_NODE &&
               positive(j, out->endurance, node, "the endurance");
    }
    if (!doc_bind(&endurance_schema, node, v, j->dg))
        return false;
    if (out->capacity == NO_NODE)
        return diag_error(j->dg, node->at,
                          "drive writes a day without a capacity; add capacity:");
    node_id dwpd = formula(j, v[E_DWPD], NUMBER, "dwpd", "3"), days;
    if (dwpd == NO_NODE || !positive(j, dwpd, v[E_DWPD], "dwpd") ||
        !read_years(j, v[E_YEARS], "years", &years))
        return false;
    node_id time = formula(j, v[E_YEARS], TIME, "years", "5 years");
    struct unit day;
    const char *why;
    size_t wrong;
    if (!unit_parse(graph_arena(j->g), "day", 3, &day, &why, &wrong))
        return false;
    days = graph_op2(j->g, "div", time,
                     graph_const(j->g, value_of_exact(day.scale), day, node->at),
                     node->at, j->dg);
    out->endurance =
        graph_op2(j->g, "mul", graph_op2(j->g, "mul", dwpd, days, node->at, j->dg),
                  out->capacity, node->at, j->dg);
    return out->endurance != NO_NODE;
}

const struct doc_node *hardware_by_year(const struct doc_node *list, unsigned t)
{
    if (list == NULL || list->kind != DOC_SEQUENCE)
        return list;
    return doc_at(list, t <= list->count ? t - 1 : list->count - 1);
}

static bool check_list(const struct job *j, const struct doc_node *node,
                       const char *what)
{
    if (node == NULL || node->kind == DOC_SCALAR)
        return true;
    if (node->kind != DOC_SEQUENCE || node->count == 0)
        return diag_error(
            j->dg, node->at,
            "%s is one figure or a list by year, as in [0 %%, 0 %%, 15 %%]", what);
    for (size_t i = 0; i < node->count; i++)
        if (!doc_expect(doc_at(node, i), what, DOC_WANT_TEXT, j->dg))
            return false;
    return true;
}

static bool read_counts(const struct job *j, const struct doc_node *row,
                        struct hardware *out)
{
    const struct {
        const char *key;
        node_id *node;
        struct dim dim;
        const char *example;
    } counts[] = {
        { "pack", &out->pack, NUMBER, "12" },
        { "drives", &out->drives, NUMBER, "24" },
        { "shelves", &out->shelves, NUMBER, "4" },
        { "least", &out->least, NUMBER, "2" },
        { "most", &out->most, NUMBER, "8" },
        { "rack", &out->rack, NUMBER, "2 U" },
        { "capacity", &out->capacity, BYTES, "300 GB" },
    };
    bool ok = true;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const struct doc_node *node = doc_get(row, counts[i].key);
        if (node == NULL)
            continue;
        *counts[i].node =
            formula(j, node, counts[i].dim, counts[i].key, counts[i].example);
        ok = *counts[i].node != NO_NODE &&
             positive(j, *counts[i].node, node, counts[i].key) && ok;
    }
    return ok;
}

bool hardware_read(struct graph *g, const struct item *item, const struct scope *scope,
                   struct hardware *out, struct diag *dg)
{
    const struct job j = { g, scope, dg };
    const struct doc_node *row = item->row;
    double warranty = 0;
    *out = (struct hardware){ .item = item };
    out->maintenance = doc_get(row, "maintenance");
    out->residual = doc_get(row, "residual");
    bool ok = read_counts(&j, row, out);
    ok = read_rate(&j, doc_get(row, "iops"), false, &out->iops) && ok;
    ok = read_rate(&j, doc_get(row, "bandwidth"), true, &out->bandwidth) && ok;
    ok = read_power(&j, doc_get(row, "power"), out) && ok;
    ok = read_years(&j, doc_get(row, "warranty"), "a warranty", &warranty) && ok;
    ok = read_years(&j, doc_get(row, "lifetime"), "a lifetime", &out->lifetime) && ok;
    ok = ok && read_endurance(&j, doc_get(row, "endurance"), out);
    ok = check_list(&j, out->maintenance, "maintenance") && ok;
    ok = check_list(&j, out->residual, "a residual value") && ok;
    out->warranty = (unsigned)(warranty + 0.999);
    if (out->warranty > 0 && out->maintenance != NULL &&
        out->maintenance->kind == DOC_SEQUENCE)
        return diag_error(dg, out->maintenance->at,
                          "maintenance by year beside a warranty; write 0 %% for the "
                          "years of the warranty and leave warranty: out");
    return ok;
}
