#include "commands/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "base/nearest.h"
#include "doc/json.h"
#include "quantities/roots.h"

struct axis {
    node_id input;
    double from, to;
    size_t points;
    bool logarithmic;
};

struct sweep_table {
    struct command_call *call;
    const struct sweep_call *sweep;
    struct axis axes[MOST_SWEEPS];
    size_t axis_count, scenario;
};

static bool read_end(struct sweep_table *t, const char *text, struct where at,
                     node_id input, double *out)
{
    struct override o;
    if (!study_override(t->sweep->study, input, text, at, &o))
        return false;
    if (o.by != NO_NODE)
        return diag_error(t->call->dg, at,
                          "an end of a sweep is a number with its unit");
    *out = o.value.x;
    return true;
}

static bool read_count(struct sweep_table *t, const char *text, struct where at,
                       size_t *out)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    *out = n;
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || n < 2 || n > MOST_POINTS)
        return diag_error(t->call->dg, at,
                          "'%s' is not a number of points from 2 to %d", text,
                          MOST_POINTS);
    return true;
}

/* "A:B:N[:log]" in place. */
static bool read_parts(struct sweep_table *t, char *text, struct where at,
                       struct axis *axis)
{
    char *part[4] = { text, NULL, NULL, NULL };
    size_t n = 1;
    for (char *p = text; *p != '\0' && n < 4; p++)
        if (*p == ':') {
            *p = '\0';
            part[n++] = p + 1;
        }
    if (n < 3)
        return diag_error(t->call->dg, at,
                          "a sweep has three parts; write for example "
                          "database_size=1 TB:1 PB:13:log");
    axis->logarithmic = n == 4 && strcmp(part[3], "log") == 0;
    if (n == 4 && !axis->logarithmic)
        return diag_error(t->call->dg, at,
                          "'%s' is no kind of sweep; write log or nothing", part[3]);
    if (!read_end(t, part[0], at, axis->input, &axis->from) ||
        !read_end(t, part[1], at, axis->input, &axis->to) ||
        !read_count(t, part[2], at, &axis->points))
        return false;
    if (axis->logarithmic && !(axis->from > 0 && axis->to > 0))
        return diag_error(t->call->dg, at, "a logarithmic sweep begins above 0");
    return true;
}

static bool read_axis(struct sweep_table *t, const char *text, struct where at,
                      struct axis *axis)
{
    struct study *s = t->sweep->study;
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text)
        return diag_error(t->call->dg, at,
                          "'%s' sweeps nothing; write NAME=A:B:N[:log]", text);
    const char *name = arena_strndup(s->arena, text, (size_t)(equals - text));
    const struct study_name *n = study_find(s, name);
    if (n == NULL || n->kind != NAME_INPUT) {
        const char **names = ARENA_ARRAY(s->arena, s->name_count, const char *);
        size_t count = 0;
        for (size_t i = 0; i < s->name_count; i++)
            if (s->names[i].kind == NAME_INPUT)
                names[count++] = s->names[i].name;
        const char *near = nearest(name, names, count);
        return near != NULL
                   ? diag_error(t->call->dg, at,
                                "unknown input '%s'; did you mean '%s'?", name, near)
                   : diag_error(t->call->dg, at, "unknown input '%s'", name);
    }
    for (const struct axis *other = t->axes; other < axis; other++)
        if (other->input == n->node)
            return diag_error(t->call->dg, at, "'%s' is swept twice", name);
    axis->input = n->node;
    at.column += (unsigned)(equals + 1 - text);
    return read_parts(t, arena_strdup(s->arena, equals + 1), at, axis);
}

static double at_point(const struct axis *a, size_t i)
{
    double t = (double)i / (double)(a->points - 1);
    if (i == a->points - 1)
        return a->to;
    return a->logarithmic ? a->from * pow(a->to / a->from, t)
                          : a->from + t * (a->to - a->from);
}

static bool read_table(struct sweep_table *t)
{
    const struct sweep_call *w = t->sweep;
    const struct study *s = w->study;
    t->scenario = w->scenario != NULL ? study_scenario(s, w->scenario) : s->chosen;
    if (t->scenario == s->scenario_count)
        return diag_error(t->call->dg, (struct where){ "--scenario", 1, 1 },
                          "unknown scenario '%s'", w->scenario);
    if (w->texts->count > MOST_SWEEPS)
        return diag_error(t->call->dg, (struct where){ "--sweep", 3, 1 },
                          "at most two sweeps go into one table");
    for (size_t i = 0; i < w->texts->count; i++)
        if (!read_axis(t, w->texts->items[i],
                       (struct where){ "--sweep", (unsigned)i + 1, 1 }, &t->axes[i]))
            return false;
    t->axis_count = w->texts->count;
    return true;
}

/* ---- rows ---- */

struct row {
    double inputs[MOST_SWEEPS]; /* base units */
    double *costs;              /* [alternative] */
    size_t best;
    bool tie;
};

struct walk {
    const struct sweep_table *table;
    struct plan plan;
    struct value *values;
    bool *hold;
};

static bool start(const struct sweep_table *t, struct walk *w)
{
    struct study *s = t->sweep->study;
    node_id targets[64];
    size_t n = 0, nodes = graph_count(s->graph) + 1;
    struct override *o = ARENA_ARRAY(
        s->arena, s->scenarios[t->scenario].count + MOST_SWEEPS, struct override);
    struct scenario_case *c = ARENA_NEW(s->arena, struct scenario_case);
    *c = s->scenarios[t->scenario];
    if (c->count > 0)
        memcpy(o, c->overrides, c->count * sizeof *o);
    c->overrides = o;
    for (size_t i = 0; i < t->axis_count; i++)
        o[c->count++] = (struct override){ .input = t->axes[i].input };
    for (size_t i = 0; i < s->alternative_count && n < 64; i++)
        targets[n++] = s->alternatives[i].cost;
    w->table = t;
    w->values = ARENA_ARRAY(s->arena, nodes, struct value);
    w->hold = ARENA_ARRAY(s->arena, nodes, bool);
    for (size_t i = 0; i < t->axis_count; i++)
        w->hold[t->axes[i].input] = true;
    return plan_make(s->graph, c, targets, n, &w->plan, s->dg);
}

static void compute(struct walk *w, struct row *row)
{
    const struct study *s = w->table->sweep->study;
    for (size_t i = 0; i < w->table->axis_count; i++) {
        struct exact e;
        double x = row->inputs[i];
        w->values[w->table->axes[i].input] =
            exact_from_double(x, &e) ? value_of_exact(e) : value_of_double(x);
    }
    plan_point(&w->plan, w->values, w->hold, NULL);
    row->best = 0;
    row->tie = false;
    for (size_t i = 0; i < s->alternative_count; i++) {
        double x = w->values[w->plan.alias[s->alternatives[i].cost]].x;
        double best = row->costs[row->best];
        row->costs[i] = x;
        if (i == 0)
            continue;
        bool same = fabs(x - best) <= TIE * fmax(fabs(x), fabs(best));
        if (same)
            row->tie = true;
        else if (x < best) {
            row->best = i;
            row->tie = false;
        }
    }
}

static double shown(const struct study *s, node_id id, double base)
{
    return base / graph_node(s->graph, id)->unit.factor;
}

static void print_head(const struct sweep_table *t)
{
    const struct study *s = t->sweep->study;
    const char *sep = t->sweep->as_csv ? "," : "  ";
    for (size_t i = 0; i < t->axis_count; i++) {
        const struct node *n = graph_node(s->graph, t->axes[i].input);
        const char *joint = t->sweep->as_csv ? "_" : " ";
        if (n->unit.text[0] == '\0')
            joint = "";
        printf(t->sweep->as_csv ? "%s%s%s%s" : "%14s%s%s%s", n->name, joint,
               n->unit.text, sep);
    }
    for (size_t i = 0; i < s->alternative_count; i++)
        printf(t->sweep->as_csv ? "%s_%s%s" : "%20s %s%s", s->alternatives[i].id,
               s->currency, sep);
    puts("cheaper");
}

static void print_row(const struct sweep_table *t, const struct row *row)
{
    const struct study *s = t->sweep->study;
    char number[JSON_NUMBER_SIZE];
    for (size_t i = 0; i < t->axis_count; i++) {
        const struct node *n = graph_node(s->graph, t->axes[i].input);
        double x = shown(s, t->axes[i].input, row->inputs[i]);
        int pad = (int)strlen(n->unit.text) + 15;
        if (t->sweep->as_csv)
            printf("%s,", json_number_text(x, number));
        else
            printf("%*s  ", pad, format_number(s->arena, x, 4));
    }
    for (size_t i = 0; i < s->alternative_count; i++) {
        if (t->sweep->as_csv)
            printf("%s,", json_number_text(row->costs[i], number));
        else
            printf("%24s  ", format_money(s->arena, row->costs[i], s->currency));
    }
    puts(row->tie ? "" : s->alternatives[row->best].id);
}

static void json_row(struct json_out *j, const struct sweep_table *t,
                     const struct row *row)
{
    const struct study *s = t->sweep->study;
    json_line(j);
    json_object(j);
    for (size_t i = 0; i < t->axis_count; i++) {
        json_key(j, graph_node(s->graph, t->axes[i].input)->name);
        json_number(j, shown(s, t->axes[i].input, row->inputs[i]));
    }
    for (size_t i = 0; i < s->alternative_count; i++) {
        json_key(j, s->alternatives[i].id);
        json_number(j, row->costs[i]);
    }
    json_pair_string(j, "cheaper", row->tie ? NULL : s->alternatives[row->best].id);
    json_end(j);
}

bool sweep_print(struct command_call *call, const struct sweep_call *sweep)
{
    struct sweep_table t = { .call = call, .sweep = sweep };
    struct walk w = { 0 };
    struct row row = { 0 };
    struct json_out j = json_on(call->arena);
    if (!read_table(&t) || !start(&t, &w))
        return false;
    size_t second = t.axis_count > 1 ? t.axes[1].points : 1;
    if (t.axes[0].points * second > MOST_POINTS)
        return diag_error(call->dg, (struct where){ "--sweep", 2, 1 },
                          "more than %d points in all", MOST_POINTS);
    row.costs = ARENA_ARRAY(call->arena, sweep->study->alternative_count, double);
    json_array(&j);
    if (!sweep->as_json)
        print_head(&t);
    for (size_t i = 0; i < t.axes[0].points; i++)
        for (size_t k = 0; k < second; k++) {
            row.inputs[0] = at_point(&t.axes[0], i);
            row.inputs[1] = t.axis_count > 1 ? at_point(&t.axes[1], k) : 0;
            compute(&w, &row);
            if (sweep->as_json)
                json_row(&j, &t, &row);
            else
                print_row(&t, &row);
        }
    json_end(&j);
    if (sweep->as_json)
        fputs(json_text(&j), stdout);
    return true;
}
