#include "decisions/study_hardware.h"

#include <string.h>

#include "base/arena.h"
#include "decisions/study_hardware_parts.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

static const struct dim NUMBER = { 0 };

const struct item *study_item(const struct study *s, const char *id)
{
    for (size_t m = 0; m < s->model_count; m++)
        for (size_t i = 0; i < s->models[m].item_count; i++)
            if (strcmp(s->models[m].items[i].id, id) == 0)
                return &s->models[m].items[i];
    return NULL;
}

node_id hardware_op(struct study *s, const char *name, node_id a, node_id b,
                    struct where at)
{
    return graph_op2(s->graph, name, a, b, at, s->dg);
}

node_id hardware_number(struct study *s, unsigned n, struct where at)
{
    return graph_const(s->graph, value_of_exact(exact_int(n)), UNIT_ONE, at);
}

static void figure(struct work *w, const char *name, node_id node, bool shown)
{
    if (node == NO_NODE)
        return;
    struct line_figure f = { name, node, shown };
    ARENA_PUSH(w->s->arena, w->figures, w->figure_count, w->figure_capacity) = f;
}

bool study_is_hardware(const struct item *item, const struct hardware_keys *k)
{
    return k->need != NULL || k->layout != NULL || k->spares != NULL ||
           k->spare_every != NULL || k->shelf != NULL || k->controller != NULL ||
           k->penalty != NULL || k->reduction != NULL || k->replace != NULL ||
           (item != NULL && hardware_said(item));
}

static bool read_replace(struct study *s, const struct doc_node *node, bool *out)
{
    *out = false;
    return node == NULL || doc_get_bool(node, out, s->dg);
}

static bool count_drives(struct work *w)
{
    struct array_size *size = &w->sizing->size;
    bool replace;
    if (w->k->need != NULL && w->k->quantity != NULL)
        return diag_error(w->s->dg, w->k->quantity->at,
                          "a line says how many (quantity:) or what for (for:), not "
                          "both");
    if (!read_replace(w->s, w->k->replace, &replace))
        return false;
    if (w->k->need == NULL) {
        if (w->k->quantity == NULL)
            return diag_error(w->s->dg, w->line->at,
                              "a line of an item without quantity: or for:; write how "
                              "many, or what for");
        size->count = work_formula(w, w->k->quantity, NUMBER, "the quantity", "24");
        return size->count != NO_NODE;
    }
    struct array_need need = w->need;
    if (replace)
        need.time = NO_NODE;
    struct array_job job = w->job;
    job.need = &need;
    if (!array_drives(&job, &w->drive, size))
        return false;
    if (size->count == NO_NODE)
        return diag_error(w->s->dg, w->k->need->at,
                          "nothing here needs a drive; write a capacity:, iops: or "
                          "bandwidth:");
    return true;
}

/* A fixed number, and one for each so many that are started. */
static bool count_spares(struct work *w)
{
    const struct doc_node *some = w->k->spares, *every = w->k->spare_every;
    node_id a = NO_NODE, b = NO_NODE;
    if (some != NULL && (a = work_formula(w, some, NUMBER, "spares", "2")) == NO_NODE)
        return false;
    if (every != NULL) {
        b = work_formula(w, every, NUMBER, "spare_every", "30");
        if (b == NO_NODE)
            return false;
        b = graph_op1(w->s->graph, "ceil", work_op(w, "div", w->sizing->size.count, b),
                      every->at, w->s->dg);
    }
    w->sizing->spares = a == NO_NODE ? b : b == NO_NODE ? a : work_op(w, "add", a, b);
    return true;
}

static struct unit counted(const struct study *s, const char *text)
{
    struct unit u = UNIT_ONE;
    u.text = arena_strdup(s->arena, text);
    return u;
}

bool hardware_sold(struct study *s, struct sizing *z, struct where at)
{
    const struct hardware *h = z->hardware;
    if (z->when != NO_NODE)
        z->size.count = hardware_op(s, "mul", z->size.count, z->when, at);
    if (z->when != NO_NODE && z->spares != NO_NODE)
        z->spares = hardware_op(s, "mul", z->spares, z->when, at);
    z->count = z->size.count;
    if (z->spares != NO_NODE)
        z->count = hardware_op(s, "add", z->count, z->spares, at);
    z->sold = z->count;
    if (h->pack != NO_NODE)
        z->sold = graph_op1(s->graph, "ceil",
                            hardware_op(s, "div", z->count, h->pack, at), at, s->dg);
    if (z->sold == NO_NODE)
        return false;
    const struct node *n = graph_node(s->graph, z->sold);
    if (n->kind == NODE_CONST || n->kind == NODE_INPUT || n->name != NULL) {
        struct unit own = n->unit;
        z->sold = graph_alias(s->graph, z->sold, at, s->dg);
        if (*own.text != '\0')
            return graph_show_as(s->graph, z->sold, own);
    }
    graph_show_as(s->graph, z->sold,
                  counted(s, h->pack != NO_NODE ? "packs" : z->role));
    graph_label(s->graph, z->sold,
                arena_printf(s->arena, "%s bought, %s", h->item->label,
                             h->pack != NO_NODE ? "in packs" : z->role));
    return true;
}

/* All that is bought stands there. */
node_id hardware_installed(struct study *s, const struct sizing *z, struct where at)
{
    return z->hardware->pack == NO_NODE
               ? z->sold
               : hardware_op(s, "mul", z->sold, z->hardware->pack, at);
}

static void capacity_figures(struct work *w)
{
    const struct sizing *z = w->sizing;
    if (w->drive.capacity == NO_NODE)
        return;
    node_id raw = work_op(w, "mul", z->size.count, w->drive.capacity);
    node_id data =
        raid_data(w->s->graph, &w->layout, z->size.count, w->line->at, w->s->dg);
    node_id usable = work_op(w, "mul", data, w->drive.capacity);
    if (w->need.fill != NO_NODE)
        usable = work_op(w, "mul", usable, w->need.fill);
    struct unit shown = graph_node(w->s->graph, w->drive.capacity)->unit;
    struct unit tera;
    const char *why;
    size_t wrong;
    if (unit_parse(w->s->arena, "TB", 2, &tera, &why, &wrong))
        shown = tera;
    graph_show_as(w->s->graph, raw, shown);
    figure(w, "raw", raw, true);
    usable = graph_alias(w->s->graph, usable, w->line->at, w->s->dg);
    graph_show_as(w->s->graph, usable, shown);
    figure(w, "usable", usable, true);
    if (z->ratio != NO_NODE) {
        node_id effective = work_op(w, "mul", usable, z->ratio);
        graph_show_as(w->s->graph, effective, shown);
        figure(w, "effective", effective, true);
    }
}

/* Share of the endurance that a year takes. */
static void wear_figure(struct work *w)
{
    if (w->need.written == NO_NODE || w->drive.endurance == NO_NODE)
        return;
    node_id some =
        work_op(w, "max", w->sizing->size.count, hardware_number(w->s, 1, w->line->at));
    node_id all = work_op(w, "mul", w->drive.endurance, some);
    node_id wear = work_op(w, "div", array_wear(&w->job), all);
    struct unit shown;
    const char *why;
    size_t wrong;
    if (unit_parse(w->s->arena, "%/year", 6, &shown, &why, &wrong))
        graph_show_as(w->s->graph, wear, shown);
    graph_label(
        w->s->graph, wear,
        arena_printf(w->s->arena, "endurance of %s used", w->drive.item->label));
    figure(w, "wear", wear, true);
}

static void count_figures(struct work *w)
{
    const struct sizing *z = w->sizing;
    for (size_t i = 0; i < z->size.limit_count; i++)
        figure(w, arena_printf(w->s->arena, "by_%s", z->size.limits[i].name),
               z->size.limits[i].count, false);
    figure(w, z->role, z->count, false);
    figure(w, "spares", z->spares, false);
    figure(w, "sold", z->sold, false);
    capacity_figures(w);
    wear_figure(w);
}

bool study_size(struct study *s, const struct item *item, const struct hardware_keys *k,
                struct line *out)
{
    struct sizing *z = ARENA_NEW(s->arena, struct sizing);
    struct work *w = ARENA_NEW(s->arena, struct work);
    struct scope scope = study_scope(s);
    *w = (struct work){ .s = s, .k = k, .line = out, .sizing = z };
    *z = (struct sizing){ .hardware = &w->drive, .workload = study_text(k->id, NULL) };
    w->need.at = out->at;
    w->job = (struct array_job){ s->graph, s->dg, &w->layout, &w->need };
    if (!hardware_read(s->graph, item, &scope, &w->drive, s->dg) ||
        !raid_read(k->layout, &w->layout, s->dg) || !study_read_reduction(w) ||
        !study_read_need(w) || !count_drives(w) || !count_spares(w))
        return false;
    z->layout = k->layout != NULL ? w->layout.words : NULL;
    z->role = k->need != NULL || w->drive.capacity != NO_NODE ? "drives" : "units";
    if (z->workload == NULL)
        z->workload = item->id;
    if (k->when != NULL && (z->when = study_when(s, k->when)) == NO_NODE)
        return false;
    if (!hardware_sold(s, z, out->at))
        return false;
    count_figures(w);
    z->figures = w->figures;
    z->figure_count = w->figure_count;
    z->job = w->job;
    out->quantity = z->sold;
    out->sizing = z;
    return true;
}
