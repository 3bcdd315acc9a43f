#include "commands/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "decisions/decide.h"
#include "doc/json.h"

enum { AT_A_TIME = 8192 }; /* points that are held before they are printed */

struct sweep_table {
    struct command_call *call;
    const struct sweep_call *sweep;
    struct sweep_axis axes[MOST_AXES];
    size_t axis_count, points, scenario;
    bool years; /* an axis counts them; it is no axis of the lattice */
    struct sweep_columns columns;
    struct lattice *lattice;
};

struct row {
    size_t digits[MOST_AXES]; /* [axis]: which of its values */
    size_t year;
    const double *x; /* [target] */
    size_t best;
    bool tie;
};

static bool read_axes(struct sweep_table *t)
{
    const struct option_list *texts = t->sweep->texts;
    if (texts->count > MOST_AXES)
        return diag_error(t->call->dg, (struct where){ "--sweep", MOST_AXES + 1, 1 },
                          "at most %d sweeps go into one table", MOST_AXES);
    t->points = 1;
    for (size_t i = 0; i < texts->count; i++) {
        struct where at = { "--sweep", (unsigned)i + 1, 1 };
        struct sweep_axis *axis = &t->axes[i];
        if (!sweep_axis_read(t->sweep->study, texts->items[i], at, axis))
            return false;
        for (const struct sweep_axis *other = t->axes; other < axis; other++)
            if (strcmp(other->name, axis->name) == 0)
                return diag_error(t->call->dg, at, "'%s' is swept twice", axis->name);
        t->years = t->years || axis->input == NO_NODE;
        if (axis->count > MOST_POINTS / t->points)
            return diag_error(t->call->dg, at, "more than %d points in all",
                              MOST_POINTS);
        t->points *= axis->count;
    }
    t->axis_count = texts->count;
    return true;
}

static bool read_table(struct sweep_table *t)
{
    const struct sweep_call *w = t->sweep;
    struct study *s = w->study;
    t->scenario = w->scenario != NULL ? study_scenario(s, w->scenario) : s->chosen;
    if (t->scenario == s->scenario_count)
        return diag_error(t->call->dg, (struct where){ "--scenario", 1, 1 },
                          "unknown scenario '%s'", w->scenario);
    return read_axes(t) && sweep_columns_make(w, t->years, &t->columns);
}

static bool start(struct sweep_table *t)
{
    struct study *s = t->sweep->study;
    struct lattice_axis *axes =
        ARENA_ARRAY(s->arena, t->axis_count, struct lattice_axis);
    struct lattice_query q = { .graph = s->graph, .axes = axes };
    q.scenario = &s->scenarios[t->scenario];
    for (size_t i = 0; i < t->axis_count; i++)
        if (t->axes[i].input != NO_NODE)
            axes[q.axis_count++] =
                (struct lattice_axis){ t->axes[i].input, t->axes[i].values,
                                       t->axes[i].count };
    q.targets = t->columns.targets;
    q.target_count = t->columns.target_count;
    t->lattice = lattice_make(s->arena, &q, s->dg);
    return t->lattice != NULL;
}

/* The row of a point of the table, and the point of the lattice that it needs. */
static size_t unfold(const struct sweep_table *t, size_t point, struct row *row)
{
    size_t at = 0;
    for (size_t i = t->axis_count; i-- > 0;) {
        row->digits[i] = point % t->axes[i].count;
        point /= t->axes[i].count;
    }
    row->year = 0;
    for (size_t i = 0; i < t->axis_count; i++) {
        if (t->axes[i].input == NO_NODE)
            row->year = (size_t)t->axes[i].values[row->digits[i]].x;
        else
            at = at * t->axes[i].count + row->digits[i];
    }
    return at;
}

/* NaN where the alternative is no answer at this point. */
static double cell(const struct sweep_column *c, const struct row *row)
{
    if (c->allowed != 0 && row->x[c->allowed - 1] == 0)
        return NAN;
    return row->x[c->target + (c->by_year ? row->year : 0)] / c->factor;
}

/* Among the costs, in the order of the study. */
static void compare(const struct sweep_table *t, struct row *row)
{
    size_t alternative = 0;
    double best = NAN;
    row->best = t->sweep->study->alternative_count;
    row->tie = false;
    for (size_t i = 0; i < t->columns.count; i++) {
        const struct sweep_column *c = &t->columns.columns[i];
        if (c->kind != SWEEP_COST)
            continue;
        double x = cell(c, row);
        bool same = fabs(x - best) <= TIE * fmax(fabs(x), fabs(best));
        if (same)
            row->tie = true;
        if (!same && !(x >= best) && !isnan(x)) {
            best = x;
            row->best = alternative;
            row->tie = false;
        }
        alternative++;
    }
}

/* ---- printing ---- */

static const char *binding(const struct sweep_table *t, const struct sweep_column *c,
                           const struct row *row)
{
    return sweep_binding(&t->columns, t->call->arena, c->line, row->x);
}

static const char *choice(const struct sweep_table *t, size_t axis,
                          const struct row *row)
{
    const struct sweep_axis *a = &t->axes[axis];
    const struct node *n = graph_node(t->sweep->study->graph, a->input);
    if (n == NULL || n->as.input->choices == NULL)
        return NULL;
    return n->as.input->choices[(size_t)a->values[row->digits[axis]].x];
}

static double axis_value(const struct sweep_table *t, size_t axis,
                         const struct row *row)
{
    const struct sweep_axis *a = &t->axes[axis];
    const struct node *n = graph_node(t->sweep->study->graph, a->input);
    return a->values[row->digits[axis]].x / (n != NULL ? n->unit.factor : 1);
}

static const char *axis_unit(const struct sweep_table *t, size_t axis)
{
    const struct node *n = graph_node(t->sweep->study->graph, t->axes[axis].input);
    return n != NULL ? n->unit.text : "";
}

/* The cheapest alternative; "" where two cost the same, "none" where none is allowed.
 */
static const char *cheapest(const struct sweep_table *t, const struct row *row)
{
    const struct study *s = t->sweep->study;
    if (row->tie)
        return "";
    return row->best < s->alternative_count ? s->alternatives[row->best].id : "none";
}

static void put_csv(const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, stdout);
        return;
    }
    putchar('"');
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '"')
            putchar('"');
        putchar(*p);
    }
    putchar('"');
}

static void csv_head(const struct sweep_table *t)
{
    struct arena *a = t->call->arena;
    for (size_t i = 0; i < t->axis_count; i++) {
        const char *unit = axis_unit(t, i);
        put_csv(arena_printf(a, "%s%s%s", t->axes[i].name, unit[0] != '\0' ? "_" : "",
                             unit));
        putchar(',');
    }
    for (size_t i = 0; i < t->columns.count; i++) {
        const struct sweep_column *c = &t->columns.columns[i];
        put_csv(
            arena_printf(a, "%s%s%s", c->key, c->unit[0] != '\0' ? "_" : "", c->unit));
        putchar(',');
    }
    puts("cheaper");
}

static void put_number(double x)
{
    char number[JSON_NUMBER_SIZE];
    fputs(isnan(x) ? "" : json_number_text(x, number), stdout);
}

static void csv_row(const struct sweep_table *t, const struct row *row)
{
    for (size_t i = 0; i < t->axis_count; i++) {
        const char *word = choice(t, i, row);
        if (word != NULL)
            put_csv(word);
        else
            put_number(axis_value(t, i, row));
        putchar(',');
    }
    for (size_t i = 0; i < t->columns.count; i++) {
        const struct sweep_column *c = &t->columns.columns[i];
        if (c->kind == SWEEP_BINDING)
            put_csv(binding(t, c, row));
        else
            put_number(cell(c, row));
        putchar(',');
    }
    puts(cheapest(t, row));
}

enum { NARROW = 12, MONEY = 16, WORDS = 44 };

static int width_of(const char *key, const char *unit, int least)
{
    int n = (int)(strlen(key) + strlen(unit)) + (unit[0] != '\0');
    return n > least ? n : least;
}

static int column_width(const struct sweep_column *c)
{
    bool money = c->kind == SWEEP_COST || c->kind == SWEEP_MONEY;
    return c->kind == SWEEP_BINDING ? -width_of(c->key, c->unit, WORDS)
                                    : width_of(c->key, c->unit, money ? MONEY : NARROW);
}

static void text_head(const struct sweep_table *t)
{
    struct arena *a = t->call->arena;
    for (size_t i = 0; i < t->axis_count; i++) {
        const char *unit = axis_unit(t, i);
        printf("%*s  ", width_of(t->axes[i].name, unit, NARROW),
               arena_printf(a, "%s%s%s", t->axes[i].name, unit[0] != '\0' ? " " : "",
                            unit));
    }
    for (size_t i = 0; i < t->columns.count; i++) {
        const struct sweep_column *c = &t->columns.columns[i];
        printf(
            "%*s  ", column_width(c),
            arena_printf(a, "%s%s%s", c->key, c->unit[0] != '\0' ? " " : "", c->unit));
    }
    puts("cheaper");
}

static void text_row(const struct sweep_table *t, const struct row *row)
{
    struct arena *a = t->call->arena;
    for (size_t i = 0; i < t->axis_count; i++) {
        const char *word = choice(t, i, row);
        printf("%*s  ", width_of(t->axes[i].name, axis_unit(t, i), NARROW),
               word != NULL ? word : format_number(a, axis_value(t, i, row), 4));
    }
    for (size_t i = 0; i < t->columns.count; i++) {
        const struct sweep_column *c = &t->columns.columns[i];
        bool money = c->kind == SWEEP_COST || c->kind == SWEEP_MONEY;
        const char *text = c->kind == SWEEP_BINDING ? binding(t, c, row)
                           : c->allowed != 0 && row->x[c->allowed - 1] == 0
                               ? "not allowed"
                           : money ? format_money(a, cell(c, row), c->unit)
                                   : format_number(a, cell(c, row), 6);
        printf("%*s  ", column_width(c), text);
    }
    puts(cheapest(t, row));
}

static void json_row(struct json_out *j, const struct sweep_table *t,
                     const struct row *row)
{
    json_line(j);
    json_object(j);
    for (size_t i = 0; i < t->axis_count; i++) {
        const char *word = choice(t, i, row);
        if (word != NULL)
            json_pair_string(j, t->axes[i].name, word);
        else
            json_pair_number(j, t->axes[i].name, axis_value(t, i, row));
    }
    for (size_t i = 0; i < t->columns.count; i++) {
        const struct sweep_column *c = &t->columns.columns[i];
        if (c->kind == SWEEP_BINDING)
            json_pair_string(j, c->key, binding(t, c, row));
        else
            json_pair_number(j, c->key, cell(c, row));
    }
    json_pair_string(j, "cheaper", row->tie ? NULL : cheapest(t, row));
    json_end(j);
}

/* The lattice's points are walked a stretch at a time; years turn over the same ones.
 */
static void print_rows(struct sweep_table *t, struct json_out *j)
{
    size_t n = t->columns.target_count, points = lattice_points(t->lattice);
    size_t held = points < AT_A_TIME ? points : AT_A_TIME, first = points;
    double *x = ARENA_ARRAY(t->call->arena, held * n, double);
    for (size_t i = 0; i < t->points; i++) {
        struct row row;
        size_t at = unfold(t, i, &row);
        if (at < first || at >= first + held || first == points) {
            size_t left = points - at;
            first = at;
            lattice_walk(t->lattice, at, left < held ? left : held, x);
        }
        row.x = x + (at - first) * n;
        compare(t, &row);
        if (t->sweep->as_json)
            json_row(j, t, &row);
        else if (t->sweep->as_csv)
            csv_row(t, &row);
        else
            text_row(t, &row);
    }
}

bool sweep_print(struct command_call *call, const struct sweep_call *sweep)
{
    struct sweep_table t = { .call = call, .sweep = sweep };
    struct json_out j = json_on(call->arena);
    if (!read_table(&t) || !start(&t))
        return false;
    json_array(&j);
    if (sweep->as_csv && !sweep->as_json)
        csv_head(&t);
    else if (!sweep->as_json)
        text_head(&t);
    print_rows(&t, &j);
    json_end(&j);
    if (sweep->as_json)
        fputs(json_text(&j), stdout);
    return true;
}
