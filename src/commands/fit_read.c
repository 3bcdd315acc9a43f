/* Points of `priceperf fit` out of a table, a run store or a raw file. */
#include <string.h>

#include "base/arena.h"
#include "commands/fit_call.h"
#include "doc/csv.h"
#include "doc/schema.h"
#include "measure/select.h"
#include "readers/ingest.h"

static bool ends_in(const char *path, const char *end)
{
    size_t n = strlen(path), m = strlen(end);
    return n >= m && strcmp(path + n - m, end) == 0;
}

static unsigned family_of(struct dim d)
{
    struct dim time = { .time = 1 };
    return dim_equal(d, time) ? CURVE_LATENCY
           : dim_is_money(d)  ? CURVE_PRICE
           : d.money[0] != 0  ? CURVE_PRICE
                              : CURVE_RATE;
}

/* The unit behind a number, as in "8 KiB"; the base unit where there is none. */
static struct unit written_unit(struct command_call *c, const struct parameter *p)
{
    struct unit u;
    const char *why, *text = p->text ? p->text : "";
    size_t at, number = strspn(text, "0123456789.eE+- ");
    if (text[number] &&
        unit_parse(c->arena, text + number, strlen(text + number), &u, &why, &at) &&
        dim_equal(u.dim, p->dim))
        return u;
    return unit_base(c->arena, p->dim);
}

/* One curve has one unit on each axis. */
static bool same_unit(struct command_call *c, struct unit *have, bool first,
                      const struct parameter *p, struct where at)
{
    if (first) {
        *have = written_unit(c, p);
        return true;
    }
    if (dim_equal(have->dim, p->dim))
        return true;
    return diag_error(
        c->dg, at, "%s is in %s here and in %s before; one curve has one unit", p->key,
        dim_text(c->arena, p->dim), dim_text(c->arena, have->dim));
}

static bool add_point(struct command_call *c, struct fit_input *in, const char *name,
                      const struct fit_point *p)
{
    struct fit_series *s = NULL;
    for (size_t i = 0; i < in->count && s == NULL; i++)
        if (strcmp(in->series[i].name, name) == 0)
            s = &in->series[i];
    if (s == NULL) {
        struct fit_series new = { .name = arena_strdup(c->arena, name) };
        ARENA_PUSH(c->arena, in->series, in->count, in->room) = new;
        s = &in->series[in->count - 1];
    }
    ARENA_PUSH(c->arena, s->points, s->count, s->room) = *p;
    return true;
}

static bool take_pair(struct command_call *c, const struct fit_wants *w,
                      struct fit_input *in, const struct parameter *x,
                      const struct parameter *y)
{
    bool first = !in->have_units;
    struct where at = { w->path, 0, 0 };
    if (!same_unit(c, &in->x_unit, first, x, at) ||
        !same_unit(c, &in->y_unit, first, y, at))
        return false;
    if (first)
        in->families = family_of(y->dim);
    in->have_units = true;
    return true;
}

static bool cell_number(struct command_call *c, const struct doc_node *cell,
                        const char *key, struct parameter *out)
{
    *out = parameter_of(c->arena, key, cell->text);
    if (out->kind == PARAMETER_NUMBER)
        return true;
    return diag_error(c->dg, cell->at,
                      "%s is '%s' here; a number is needed, with or "
                      "without a unit",
                      key, cell->text);
}

struct columns {
    size_t x, y, by;
    size_t *where;
};

static bool find_columns(struct command_call *c, const struct fit_wants *w,
                         const struct csv *csv, struct columns *out)
{
    struct where at = { .file = "command line" };
    bool ok = csv_column(csv, w->x, at, &out->x, c->dg);
    ok = csv_column(csv, w->y, at, &out->y, c->dg) && ok;
    if (w->by)
        ok = csv_column(csv, w->by, at, &out->by, c->dg) && ok;
    out->where = ARENA_ARRAY(c->arena, w->where.count, size_t);
    for (size_t i = 0; i < w->where.count; i++) {
        const char *equals = strchr(w->where.items[i], '=');
        if (equals == NULL)
            return diag_error(c->dg, at, "--where %s names no value; write KEY=VALUE",
                              w->where.items[i]);
        const char *key = arena_strndup(c->arena, w->where.items[i],
                                        (size_t)(equals - w->where.items[i]));
        ok = csv_column(csv, key, at, &out->where[i], c->dg) && ok;
    }
    return ok;
}

static bool row_is_meant(const struct fit_wants *w, const struct columns *k,
                         const struct doc_node *row)
{
    for (size_t i = 0; i < w->where.count; i++)
        if (strcmp(strchr(w->where.items[i], '=') + 1,
                   row->entries[k->where[i]].value->text) != 0)
            return false;
    return true;
}

static bool read_row(struct command_call *c, const struct fit_wants *w,
                     const struct columns *k, const struct doc_node *row,
                     struct fit_input *in)
{
    const struct doc_node *x = row->entries[k->x].value, *y = row->entries[k->y].value;
    struct parameter px, py;
    if (!row_is_meant(w, k, row))
        return true;
    if (x->length == 0 || y->length == 0) {
        diag_warn(c->dg, row->at, "%s is empty; the row is left out",
                  x->length == 0 ? w->x : w->y);
        return true;
    }
    if (!cell_number(c, x, w->x, &px) || !cell_number(c, y, w->y, &py))
        return false;
    bool first = !in->have_units;
    if (!same_unit(c, &in->x_unit, first, &px, x->at) ||
        !same_unit(c, &in->y_unit, first, &py, y->at))
        return false;
    if (first)
        in->families = family_of(py.dim);
    in->have_units = true;
    struct fit_point p = { px.number, py.number, 0, y->at };
    const char *name = w->by ? row->entries[k->by].value->text : "";
    return add_point(c, in, name, &p);
}

static bool read_table(struct command_call *c, const struct fit_wants *w,
                       struct fit_input *in)
{
    struct csv csv = { .separator = ends_in(w->path, ".tsv") ? '\t' : ',' };
    struct columns k = { 0 };
    if (!csv_read(c->arena, w->path, (struct where){ 0 }, &csv, c->dg) ||
        !find_columns(c, w, &csv, &k))
        return false;
    bool ok = true;
    for (size_t i = 0; i < csv.rows->count; i++)
        ok = read_row(c, w, &k, doc_at(csv.rows, i), in) && ok;
    return ok;
}

/* ---- measurements ---- */

static bool load_runs(struct command_call *c, const struct fit_wants *w,
                      struct runs *runs)
{
    struct ingest in = { 0 };
    for (size_t i = 0; i < w->paths->count; i++)
        ingest_add(c->arena, &in, w->paths->items[i], c->dg);
    ingest_run(&in, runs, NULL, c->dg);
    return !diag_failed(c->dg);
}

static bool select_runs(struct command_call *c, const struct fit_wants *w,
                        const struct runs *runs, struct id_list *ids)
{
    struct where at = { .file = "command line" };
    struct selection s = { .metric = runs_metric(runs, w->y), .at = at };
    struct parameter *where =
        ARENA_ARRAY(c->arena, w->where.count + 1, struct parameter);
    size_t names;
    if (s.metric == NULL) {
        const char **known = runs_metric_names(runs, &names);
        const struct doc_node word = { .text = w->y, .length = strlen(w->y), .at = at };
        doc_unknown(&word, "metric", known, names, c->dg);
        return false;
    }
    for (size_t i = 0; i < w->where.count; i++) {
        const char *item = w->where.items[i], *equals = strchr(item, '=');
        if (equals == NULL)
            return diag_error(c->dg, at, "--where %s names no value; write KEY=VALUE",
                              item);
        where[s.where_count++] = parameter_of(
            c->arena, arena_strndup(c->arena, item, (size_t)(equals - item)),
            equals + 1);
    }
    s.where = where;
    s.statistic = w->statistic;
    return runs_select(runs, &s, ids, c->dg);
}

/* Without --statistic: the mean where there is one, else the first met. */
static const char *statistic_of(const struct fit_wants *w, const struct runs *runs,
                                const struct id_list *ids)
{
    const char *first = runs->items[ids->ids[0]].statistic;
    for (size_t i = 0; w->statistic == NULL && i < ids->count; i++)
        if (strcmp(runs->items[ids->ids[i]].statistic, "mean") == 0)
            return "mean";
    return w->statistic ? w->statistic : first;
}

/* Parameters that differ within a system besides x make two curves look like one; each
 * is named once. */
static void warn_mixed(struct command_call *c, const struct fit_wants *w,
                       const struct measurement *a, const struct measurement *b,
                       struct option_list *named)
{
    for (size_t i = 0; i < b->setting->count; i++) {
        const struct parameter *p = &b->setting->items[i];
        const struct parameter *q = setting_find(a->setting, p->key);
        bool told = strcmp(p->key, w->x) == 0 ||
                    (w->by && strcmp(p->key, w->by) == 0) ||
                    (q && parameter_equal(p, q));
        for (size_t k = 0; k < named->count; k++)
            told |= strcmp(named->items[k], p->key) == 0;
        if (told)
            continue;
        ARENA_PUSH(c->arena, named->items, named->count, named->capacity) = p->key;
        diag_warn(c->dg, b->at,
                  "%s differs among the points; part them with --by %s or "
                  "--where '%s=%s'",
                  p->key, p->key, p->key, p->text);
    }
}

static bool take_measurement(struct command_call *c, const struct fit_wants *w,
                             const struct measurement *m, struct fit_input *in)
{
    const struct parameter *x = setting_find(m->setting, w->x);
    const struct parameter *by = w->by ? setting_find(m->setting, w->by) : NULL;
    if (x == NULL || x->kind != PARAMETER_NUMBER || (w->by && by == NULL))
        return true; /* counted below: none at all is an error */
    const struct parameter y = { .key = w->y, .dim = m->metric->dim };
    if (!take_pair(c, w, in, x, &y))
        return false;
    struct fit_point p = { x->number, m->value, 0, m->at };
    const char *name =
        by ? arena_printf(c->arena, "%s, %s %s", m->system, by->key, by->text)
           : m->system;
    return add_point(c, in, name, &p);
}

static bool read_measurements(struct command_call *c, const struct fit_wants *w,
                              struct fit_input *in)
{
    struct runs *runs = runs_new(c->arena);
    struct id_list ids;
    if (!load_runs(c, w, runs) || !select_runs(c, w, runs, &ids))
        return false;
    const char *statistic = statistic_of(w, runs, &ids);
    const struct measurement *first = NULL;
    struct option_list named = { 0 };
    for (size_t i = 0; i < ids.count; i++) {
        const struct measurement *m = &runs->items[ids.ids[i]];
        if (strcmp(m->statistic, statistic) != 0)
            continue;
        if (!take_measurement(c, w, m, in))
            return false;
        if (first && strcmp(first->system, m->system) == 0)
            warn_mixed(c, w, first, m, &named);
        else
            first = m;
    }
    if (in->count > 0)
        return true;
    return diag_error(
        c->dg, (struct where){ .file = "command line" },
        "no %s (%s) has a number as parameter '%s'%s%s; `priceperf runs` lists "
        "what there is",
        w->y, statistic, w->x, w->by ? " and a parameter " : "", w->by ? w->by : "");
}

bool fit_read(struct command_call *c, const struct fit_wants *w, struct fit_input *out)
{
    *out = (struct fit_input){ .x_unit = UNIT_ONE, .y_unit = UNIT_ONE };
    bool table = ends_in(w->path, ".csv") || ends_in(w->path, ".tsv");
    if (!table)
        return read_measurements(c, w, out);
    if (w->paths->count > 1)
        return diag_error(c->dg, (struct where){ .file = w->paths->items[1] },
                          "one table at a time; --by parts its rows into curves");
    if (!read_table(c, w, out))
        return false;
    if (out->count > 0)
        return true;
    return diag_error(c->dg, (struct where){ .file = w->path },
                      "no row has both %s and %s; name other columns", w->x, w->y);
}
