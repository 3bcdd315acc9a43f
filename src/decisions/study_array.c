/* study_array.c - the shelves and controllers around drives, and the figures of the
 * line that need them. */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_hardware_parts.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "prices/pedigree.h"

static const struct item *find(struct study *s, const struct doc_node *id)
{
    const struct item *item = study_item(s, id->text);
    const char **names = NULL;
    size_t count = 0, capacity = 0;
    if (item != NULL)
        return item;
    for (size_t m = 0; m < s->model_count; m++)
        for (size_t i = 0; i < s->models[m].item_count; i++)
            ARENA_PUSH(s->arena, names, count, capacity) = s->models[m].items[i].id;
    if (count > 0)
        doc_unknown(id, "item", names, count, s->dg);
    else
        diag_error(s->dg, id->at,
                   "no price model of this study has items; name one "
                   "under models, or list it under items");
    return NULL;
}

/* A line of its own for what stands around the drives. */
static bool add_line(struct study *s, const struct doc_node *node, const char *role,
                     const struct line *drives, node_id shelves,
                     const char *alternative, struct line *out)
{
    const struct item *item = find(s, node);
    struct sizing *z = ARENA_NEW(s->arena, struct sizing);
    struct hardware *h = ARENA_NEW(s->arena, struct hardware);
    struct scope scope = study_scope(s);
    const struct sizing *d = drives->sizing;
    *out = (struct line){ .kind = LINE_ITEM, .at = node->at };
    if (item == NULL || !hardware_read(s->graph, item, &scope, h, s->dg))
        return false;
    if (item->price == NULL)
        return diag_error(s->dg, node->at, "'%s' has no price; add price: to it",
                          item->id);
    *z = (struct sizing){ .hardware = h, .role = role, .workload = d->workload };
    z->job = d->job;
    z->when = d->when;
    node_id installed = hardware_installed(s, d, node->at);
    bool ok = *role == 's'
                  ? array_shelves(&d->job, h, installed, &z->size)
                  : array_controllers(&d->job, h, installed, shelves, &z->size);
    if (!ok || !hardware_sold(s, z, node->at))
        return false;
    out->label = item->label;
    out->part = item->part;
    out->pedigree = item->pedigree;
    out->sizing = z;
    out->quantity = z->sold;
    out->price = price_node(s->graph, item->price, s->dg);
    if (out->price == NO_NODE || !study_amount(s, alternative, node->at, out))
        return false;
    study_check_price(s, item->label, &out->pedigree, item->at);
    return true;
}

/* `most` of an item is a limit that no purchase lifts. */
static void add_check(struct study *s, struct line *l)
{
    const struct sizing *z = l->sizing;
    const struct hardware *h = z->hardware;
    if (h->most == NO_NODE)
        return;
    struct chain_check *c = ARENA_NEW(s->arena, struct chain_check);
    c->truth = hardware_op(s, "le", z->count, h->most, l->at);
    c->at = l->at;
    const struct doc_node *most = doc_get(h->item->row, "most");
    c->words = arena_printf(s->arena, "%s: at most %s in a system", h->item->label,
                            most->text);
    l->checks = c;
    l->check_count = 1;
}

static void push(struct study *s, struct sizing *z, struct line_figure f)
{
    struct line_figure *all =
        ARENA_ARRAY(s->arena, z->figure_count + 1, struct line_figure);
    if (f.node == NO_NODE)
        return;
    if (z->figure_count > 0)
        memcpy(all, z->figures, z->figure_count * sizeof *all);
    all[z->figure_count++] = f;
    z->figures = all;
}

/* What one drive costs for what it gives. */
static void price_figures(struct study *s, const struct line *l, struct sizing *z)
{
    const struct hardware *h = z->hardware;
    node_id price = l->price;
    if (h->pack != NO_NODE)
        price = hardware_op(s, "div", price, h->pack, l->at);
    if (h->capacity != NO_NODE)
        push(s, z,
             (struct line_figure){ "per_capacity",
                                   hardware_op(s, "div", price, h->capacity, l->at),
                                   false });
    if (h->iops.read != NO_NODE)
        push(s, z,
             (struct line_figure){ "per_iops",
                                   hardware_op(s, "div", price, h->iops.read, l->at),
                                   false });
}

/* Power and rack units of all that stands there; NO_NODE where nothing is said. */
static node_id together(struct study *s, const struct line *lines, size_t n,
                        node_id (*of)(struct study *, const struct line *))
{
    node_id sum = NO_NODE;
    for (size_t i = 0; i < n; i++) {
        node_id one = of(s, &lines[i]);
        if (one != NO_NODE)
            sum = sum == NO_NODE ? one : hardware_op(s, "add", sum, one, lines->at);
    }
    return sum;
}

static node_id power(struct study *s, const struct line *l)
{
    const struct hardware *h = l->sizing->hardware;
    node_id each = h->active;
    if (each == NO_NODE)
        return NO_NODE;
    if (h->idle != h->active && s->site != NULL && s->site->active != NO_NODE) {
        node_id more = hardware_op(s, "sub", h->active, h->idle, l->at);
        each = hardware_op(s, "add", h->idle,
                           hardware_op(s, "mul", more, s->site->active, l->at), l->at);
    }
    return hardware_op(s, "mul", hardware_installed(s, l->sizing, l->at), each, l->at);
}

static node_id rack(struct study *s, const struct line *l)
{
    const struct hardware *h = l->sizing->hardware;
    return h->rack == NO_NODE ? NO_NODE
                              : hardware_op(s, "mul", l->sizing->sold, h->rack, l->at);
}

static node_id shown(struct study *s, node_id id, const char *unit, const char *words)
{
    struct unit u;
    const char *why;
    size_t wrong;
    if (id == NO_NODE)
        return id;
    id = graph_alias(s->graph, id, graph_node(s->graph, id)->at, s->dg);
    if (unit_parse(s->arena, unit, strlen(unit), &u, &why, &wrong))
        graph_show_as(s->graph, id, u);
    graph_label(s->graph, id, words);
    return id;
}

bool study_hardware_lines(struct study *s, const struct hardware_keys *k,
                          const char *alternative, struct line *lines, size_t *count)
{
    struct sizing *z = ARENA_NEW(s->arena, struct sizing);
    *z = *lines[0].sizing;
    lines[0].sizing = z;
    const char *label = lines[0].label;
    node_id shelves = NO_NODE;
    if (k->shelf != NULL) {
        if (!add_line(s, k->shelf, "shelves", &lines[0], NO_NODE, alternative,
                      &lines[*count]))
            return false;
        shelves = lines[*count].sizing->count;
        push(s, z, (struct line_figure){ "shelves", shelves, false });
        (*count)++;
    }
    if (k->controller != NULL) {
        if (!add_line(s, k->controller, "controllers", &lines[0], shelves, alternative,
                      &lines[*count]))
            return false;
        push(s, z,
             (struct line_figure){ "controllers", lines[*count].sizing->count, false });
        (*count)++;
    }
    for (size_t i = 0; i < *count; i++)
        add_check(s, &lines[i]);
    price_figures(s, &lines[0], z);
    push(s, z,
         (struct line_figure){
             "power",
             shown(s, together(s, lines, *count, power), "W",
                   arena_printf(s->arena, "power of %s, with what stands around it",
                                label)),
             true });
    push(s, z,
         (struct line_figure){
             "rack",
             shown(s, together(s, lines, *count, rack), "U",
                   arena_printf(s->arena,
                                "rack units of %s, with what stands around it", label)),
             true });
    return study_upkeep_lines(s, k, alternative, lines, count);
}
