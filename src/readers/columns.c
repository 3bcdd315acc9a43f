/* CSV, TSV and JSON lines whose columns a study names.
 *
 *     - file: tables.csv
 *       system: "{table}"
 *       parameters: {suite: "{suite}", block_size: "{block_kb} KiB"}
 *       missing: [n/a]
 *       expect: {suite: TPC-C}                       (stated.h)
 *       ceiling: {drives: 14, each: 150 IOPS}
 *       measurements:
 *         - {metric: size, parameters: {compressed: no}, value: original_mb, unit: MB}
 *         - {metric: bandwidth, value: rate, unit: {either: [MB/s, MiB/s]}}
 *
 * In JSON lines a column is a key, one inside another is "latency.p99".
 *
 * Every row gives one measurement for each entry of `measurements`, unless its cell is
 * empty or one of the words of `missing`; `required: yes` makes that an error.  Where
 * the file leaves its unit open, `either` gives a measurement for each of them: they
 * differ in the parameter `unit` and carry the flag of that name.
 */
#include "readers/reader.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "doc/csv.h"
#include "doc/schema.h"
#include "readers/jsonlines.h"
#include "readers/stated.h"
#include "readers/template.h"

struct named_template {
    const char *key;
    struct where at; /* of the key */
    struct template text;
};

struct templates {
    struct named_template *items;
    size_t count, capacity;
};

/* One entry of `measurements`. */
struct row_rule {
    const struct metric *metric;
    const char *statistic;
    size_t column;
    const struct unit *units; /* one; more where the file leaves it open */
    size_t unit_count;
    struct templates parameters;
    bool required;
};

struct rules {
    struct template system;
    struct row_rule *items;
    size_t count;
    const char *const *missing;
    size_t missing_count;
    struct stated stated;
};

/* What all steps share. */
struct job {
    const struct raw *raw;
    struct runs *runs;
    struct csv csv;
    const struct run_file *file;
    const struct setting *expected; /* the last that was as expected */
    struct diag *dg;
};

enum {
    FILE_KEY,
    FORMAT,
    SEPARATOR,
    SYSTEM,
    PARAMETERS,
    MISSING,
    EXPECT,
    CEILING,
    MEASUREMENTS,
    KEYS
};
static const struct doc_field block_fields[] = {
    [FILE_KEY] = { "file", DOC_WANT_TEXT, DOC_REQUIRED },
    [FORMAT] = { "format", DOC_WANT_TEXT, DOC_OPTIONAL },
    [SEPARATOR] = { "separator", DOC_WANT_TEXT, DOC_OPTIONAL },
    [SYSTEM] = { "system", DOC_WANT_TEXT, DOC_REQUIRED },
    [PARAMETERS] = { "parameters", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [MISSING] = { "missing", DOC_WANT_ANY, DOC_OPTIONAL },
    [EXPECT] = { "expect", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [CEILING] = { "ceiling", DOC_WANT_ANY, DOC_OPTIONAL },
    [MEASUREMENTS] = { "measurements", DOC_WANT_SEQUENCE, DOC_REQUIRED },
};
static const struct doc_schema block_schema =
    DOC_SCHEMA("an entry of 'runs'", block_fields);

enum { METRIC, STATISTIC, VALUE, UNIT, DIRECTION, OWN, REQUIRED, RULE_KEYS };
static const struct doc_field rule_fields[] = {
    [METRIC] = { "metric", DOC_WANT_TEXT, DOC_REQUIRED },
    [STATISTIC] = { "statistic", DOC_WANT_TEXT, DOC_OPTIONAL },
    [VALUE] = { "value", DOC_WANT_TEXT, DOC_REQUIRED },
    [UNIT] = { "unit", DOC_WANT_ANY, DOC_REQUIRED },
    [DIRECTION] = { "direction", DOC_WANT_TEXT, DOC_OPTIONAL },
    [OWN] = { "parameters", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [REQUIRED] = { "required", DOC_WANT_SCALAR, DOC_OPTIONAL },
};
static const struct doc_schema rule_schema = DOC_SCHEMA("a measurement", rule_fields);

static bool read_templates(struct job *j, const struct doc_node *node,
                           struct templates *out)
{
    bool ok = true;
    for (size_t i = 0; node != NULL && i < node->count; i++) {
        const struct doc_entry *e = &node->entries[i];
        struct named_template t = { .key = e->key, .at = e->key_at };
        for (size_t k = 0; k < out->count; k++)
            if (strcmp(out->items[k].key, e->key) == 0) {
                ok = diag_error(j->dg, e->key_at,
                                "parameter '%s' is given twice; leave one out", e->key);
                diag_note(j->dg, out->items[k].at, "first given here");
            }
        if (!template_read(j->runs->arena, e->value, &j->csv, &t.text, j->dg))
            ok = false;
        ARENA_PUSH(j->runs->arena, out->items, out->count, out->capacity) = t;
    }
    return ok;
}

static bool declare_metric(struct job *j, const struct doc_node *name,
                           const struct doc_node *direction, struct row_rule *rule)
{
    size_t d, n;
    const char *id;
    rule->metric = runs_metric(j->runs, name->text);
    if (rule->metric == NULL && direction == NULL) {
        const char **names = runs_metric_names(j->runs, &n);
        doc_unknown(name, "metric", names, n, j->dg);
        diag_note(j->dg, name->at,
                  "a metric of your own needs its 'direction' beside "
                  "it: higher, lower or none is better");
        return false;
    }
    if (direction == NULL)
        return true;
    if (!doc_get_choice(direction, direction_names, 3, &d, j->dg) ||
        !doc_get_id(name, &id, j->dg))
        return false;
    if (rule->metric == NULL)
        rule->metric = runs_declare(j->runs, id, rule->units[0].dim, (enum direction)d);
    if (rule->metric->direction != (enum direction)d)
        return diag_error(j->dg, direction->at,
                          "of the metric '%s', %s is better; leave 'direction' out", id,
                          direction_names[rule->metric->direction]);
    return true;
}

/* `unit: MB`, or `unit: {either: [MB, MiB]}`. */
static bool read_units(struct job *j, const struct doc_node *node,
                       struct row_rule *rule)
{
    enum { LEAST = 2, MOST = 4 };
    const struct doc_node *list = doc_get(node, "either");
    struct unit *units = ARENA_ARRAY(j->runs->arena, MOST, struct unit);
    rule->units = units;
    rule->unit_count = 1;
    if (node->kind == DOC_SCALAR)
        return doc_get_unit(j->runs->arena, node, &units[0], j->dg);
    if (!doc_is(list, DOC_SEQUENCE) || node->count > 1 || list->count < LEAST ||
        list->count > MOST)
        return diag_error(j->dg, node->at,
                          "write a unit, or what it may be where the file does not "
                          "tell, as in {either: [MB/s, MiB/s]}");
    rule->unit_count = list->count;
    for (size_t i = 0; i < list->count; i++) {
        const struct doc_node *one = doc_at(list, i);
        if (!doc_expect(one, "a unit", DOC_WANT_TEXT, j->dg) ||
            !doc_get_unit(j->runs->arena, one, &units[i], j->dg))
            return false;
        if (!dim_equal(units[i].dim, units[0].dim))
            return diag_error(j->dg, one->at, "'%s' and '%s' do not measure the same",
                              one->text, units[0].text);
    }
    return true;
}

static bool read_metric(struct job *j, const struct doc_node *const *v,
                        struct row_rule *rule)
{
    struct arena *a = j->runs->arena;
    if (!read_units(j, v[UNIT], rule) ||
        !declare_metric(j, v[METRIC], v[DIRECTION], rule))
        return false;
    if (!dim_equal(rule->units[0].dim, rule->metric->dim))
        return diag_error(j->dg, v[UNIT]->at,
                          "unit '%s' does not fit the metric '%s', whose values are in "
                          "%s",
                          rule->units[0].text, rule->metric->name,
                          metric_unit(a, rule->metric));
    return true;
}

static bool read_rule(struct job *j, const struct doc_node *node,
                      const struct templates *shared, struct row_rule *rule)
{
    const struct doc_node *v[RULE_KEYS];
    if (!doc_bind(&rule_schema, node, v, j->dg))
        return false;
    bool ok = read_metric(j, v, rule);
    rule->statistic = v[STATISTIC] != NULL ? v[STATISTIC]->text : "mean";
    if (!statistic_known(rule->statistic))
        ok = diag_error(j->dg, v[STATISTIC]->at,
                        "unknown statistic '%s'; write mean, stddev, min, max, median, "
                        "count, or a percentile such as p99",
                        rule->statistic);
    ok = csv_column(&j->csv, v[VALUE]->text, doc_inside(v[VALUE], 0), &rule->column,
                    j->dg) &&
         ok;
    if (v[REQUIRED] != NULL)
        ok = doc_get_bool(v[REQUIRED], &rule->required, j->dg) && ok;
    for (size_t i = 0; i < shared->count; i++)
        ARENA_PUSH(j->runs->arena, rule->parameters.items, rule->parameters.count,
                   rule->parameters.capacity) = shared->items[i];
    return read_templates(j, v[OWN], &rule->parameters) && ok;
}

static bool read_rules(struct job *j, const struct doc_node *const *v,
                       struct rules *out)
{
    struct arena *a = j->runs->arena;
    struct templates shared = { 0 };
    bool ok = template_read(a, v[SYSTEM], &j->csv, &out->system, j->dg);
    ok = read_templates(j, v[PARAMETERS], &shared) && ok;
    if (v[EXPECT] != NULL || v[CEILING] != NULL)
        ok = stated_read_limits(a, v[EXPECT], v[CEILING], &out->stated, j->dg) && ok;
    if (v[MISSING] != NULL)
        ok = doc_get_texts(a, v[MISSING], &out->missing, &out->missing_count, j->dg) &&
             ok;
    out->count = v[MEASUREMENTS]->count;
    out->items = ARENA_ARRAY(a, out->count, struct row_rule);
    for (size_t i = 0; i < out->count; i++)
        ok = read_rule(j, doc_at(v[MEASUREMENTS], i), &shared, &out->items[i]) && ok;
    return ok;
}

static bool is_missing(const struct rules *rules, const struct doc_node *cell)
{
    for (size_t i = 0; i < rules->missing_count; i++)
        if (strcmp(cell->text, rules->missing[i]) == 0)
            return true;
    return cell->length == 0;
}

static bool read_setting(struct job *j, const struct row_rule *rule,
                         const struct doc_node *row, const struct unit *unit,
                         const struct setting **out)
{
    struct arena *a = j->runs->arena;
    struct parameter *items =
        ARENA_ARRAY(a, rule->parameters.count + 1, struct parameter);
    size_t n = 0;
    for (size_t i = 0; i < rule->parameters.count; i++) {
        const struct named_template *t = &rule->parameters.items[i];
        const char *text;
        if (!template_fill(a, &t->text, row, &text, j->dg))
            return false;
        if (*text != '\0')
            items[n++] = parameter_of(a, t->key, text);
    }
    if (rule->unit_count > 1)
        items[n++] = parameter_of(a, "unit", unit->text);
    *out = runs_setting(j->runs, items, n);
    return true;
}

static bool read_value(struct job *j, const struct metric *metric,
                       const struct doc_node *cell, struct measurement *m)
{
    struct doc_number n;
    const struct unit *unit = m->written;
    if (!doc_get_number(cell, &n, j->dg))
        return false;
    if (n.x < 0 && !metric->may_be_negative)
        return diag_error(j->dg, cell->at, "%s '%s' is negative", metric->name,
                          cell->text);
    m->is_exact = n.is_exact && exact_mul(n.exact, unit->scale, &m->exact);
    m->value = m->is_exact ? exact_double(m->exact) : n.x * unit->factor;
    m->resolution = pow(10, -n.places) * unit->factor;
    return isfinite(m->value) ||
           diag_error(j->dg, cell->at, "'%s %s' is too large a value", cell->text,
                      unit->text);
}

static bool is_expected(struct job *j, const struct rules *rules,
                        const struct setting *setting, const struct doc_node *row)
{
    if (setting == j->expected)
        return true;
    j->expected = setting;
    if (stated_expect(j->runs->arena, &rules->stated, setting, row->at, j->dg))
        return true;
    diag_note(j->dg, row->at, "in this row");
    return false;
}

/* What the cell says when its unit is `unit`. */
static bool add_measurement(struct job *j, const struct rules *rules,
                            const struct row_rule *rule, const struct doc_node *row,
                            const struct unit *unit)
{
    struct arena *a = j->runs->arena;
    const struct doc_node *cell = doc_at(row, rule->column);
    struct measurement m = { .file = j->file,
                             .at = cell->at,
                             .metric = rule->metric,
                             .statistic = rule->statistic,
                             .written = unit };
    if (!read_value(j, rule->metric, cell, &m) ||
        !read_setting(j, rule, row, unit, &m.setting) ||
        !template_fill(a, &rules->system, row, &m.system, j->dg) ||
        !is_expected(j, rules, m.setting, row))
        return false;
    if (*m.system == '\0')
        return diag_error(j->dg, row->at,
                          "the name of the system is missing in this "
                          "row");
    if (rule->unit_count > 1) {
        m.flags |= UINT32_C(1) << FLAG_UNIT;
        m.note = arena_printf(a, "the file does not tell its unit: read as %s here",
                              unit->text);
    }
    stated_judge(a, &rules->stated, &m);
    runs_add(j->runs, m);
    return true;
}

static bool add_cell(struct job *j, const struct rules *rules,
                     const struct row_rule *rule, const struct doc_node *row)
{
    const struct doc_node *cell = doc_at(row, rule->column);
    bool ok = true;
    if (is_missing(rules, cell) && rule->required)
        return diag_error(j->dg, cell->at, "the value of '%s' is missing here",
                          doc_at(j->csv.names, rule->column)->text);
    for (size_t i = 0; ok && !is_missing(rules, cell) && i < rule->unit_count; i++)
        ok = add_measurement(j, rules, rule, row, &rule->units[i]);
    return ok;
}

static bool read_separator(const struct doc_node *node, char *out, struct diag *dg)
{
    static const char *const words[] = { "comma", "semicolon", "tab", ",", ";" };
    static const char characters[] = { ',', ';', '\t', ',', ';' };
    size_t i = 0;
    if (node != NULL && !doc_get_choice(node, words, 5, &i, dg))
        return false;
    *out = characters[i];
    return true;
}

static bool read_columns(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .raw = raw, .runs = runs, .dg = dg };
    const struct doc_node *v[KEYS];
    struct rules rules = { 0 };
    if (raw->block == NULL)
        return diag_error(dg, (struct where){ .file = raw->source.path },
                          "a study must name the columns of this file");
    if (!doc_bind(&block_schema, raw->block, v, dg) ||
        !read_separator(v[SEPARATOR], &j.csv.separator, dg))
        return false;
    bool ok = jsonlines_looks_like(&raw->source)
                  ? jsonlines_parse(runs->arena, &raw->source, &j.csv, dg)
                  : csv_parse(runs->arena, raw->source, &j.csv, dg);
    if (j.csv.names->count == 0 || !read_rules(&j, v, &rules))
        return false;
    j.file =
        runs_file(runs, raw->path, "columns", raw->source.bytes, raw->source.length);
    for (size_t i = 0; i < j.csv.rows->count && dg->errors < DIAG_MOST; i++)
        for (size_t k = 0; k < rules.count; k++)
            ok = add_cell(&j, &rules, &rules.items[k], doc_at(j.csv.rows, i)) && ok;
    return ok;
}

const struct reader reader_columns = {
    .name = "columns",
    .summary = "CSV, TSV or JSON lines whose columns a study names",
    .extensions = "csv tsv jsonl txt",
    .read = read_columns,
};
