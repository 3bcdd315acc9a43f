/* list - what there is: formats, metrics, curves, primitives, ops, checks, sections,
 * charts. */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"
#include "base/unit.h"
#include "commands/command.h"
#include "curves/curve.h"
#include "decisions/rules.h"
#include "measure/metric.h"
#include "prices/primitive.h"
#include "quantities/op.h"
#include "readers/reader.h"
#include "report/chart.h"
#include "report/section.h"

static struct option_table options(void)
{
    return (struct option_table){ NULL, 0 };
}

static void row(const char *name, const char *summary)
{
    printf("  %-20s %s\n", name, summary);
}

static void list_formats(struct arena *a)
{
    (void)a;
    for (size_t i = 0; reader_at(i) != NULL; i++)
        row(reader_at(i)->name, reader_at(i)->summary);
}

static void list_metrics(struct arena *a)
{
    for (size_t i = 0; metric_at(i) != NULL; i++) {
        const struct metric *m = metric_at(i);
        printf("  %-20s %-5s %-7s %s\n", m->name, metric_unit(a, m),
               direction_names[m->direction], m->summary);
    }
}

static void list_curves(struct arena *a)
{
    (void)a;
    for (size_t i = 0; curve_at(i) != NULL; i++)
        row(curve_at(i)->name, curve_at(i)->formula);
}

static void list_primitives(struct arena *a)
{
    (void)a;
    for (size_t i = 0; primitive_at(i) != NULL; i++)
        row(primitive_at(i)->name, primitive_at(i)->summary);
}

static void list_ops(struct arena *a)
{
    (void)a;
    for (size_t i = 0; op_at(i) != NULL; i++)
        row(op_at(i)->name, op_at(i)->words);
}

static void list_sections(struct arena *a)
{
    (void)a;
    for (size_t i = 0; section_at(i) != NULL; i++)
        row(section_at(i)->name, section_at(i)->title);
}

static void list_charts(struct arena *a)
{
    (void)a;
    for (size_t i = 0; chart_at(i) != NULL; i++)
        row(chart_at(i)->name, chart_at(i)->summary);
}

static void list_checks(struct arena *a)
{
    (void)a;
    for (size_t i = 0; i < rule_check_count(); i++)
        row(rule_check_at(i)->name, rule_check_at(i)->summary);
}

static const struct {
    const char *name, *words;
    void (*print)(struct arena *a);
} lists[] = {
    { "formats", "raw formats that are read", list_formats },
    { "metrics", "metric, unit, which direction is better", list_metrics },
    { "curves", "scaling laws and their formulas", list_curves },
    { "primitives", "steps of a licence rule", list_primitives },
    { "ops", "operations of formulas", list_ops },
    { "checks", "what rules may demand of a price sheet", list_checks },
    { "sections", "parts of a report, as templates name them", list_sections },
    { "charts", "charts of a report", list_charts },
};
enum { LISTS = sizeof lists / sizeof *lists };

static bool print_one(struct command_call *call, const char *name)
{
    const char *names[LISTS];
    for (size_t i = 0; i < LISTS; i++) {
        names[i] = lists[i].name;
        if (strcmp(lists[i].name, name) != 0)
            continue;
        printf("%s: %s\n", name, lists[i].words);
        lists[i].print(call->arena);
        return true;
    }
    const char *near = nearest(name, names, LISTS);
    struct where at = { .file = name };
    return near != NULL
               ? diag_error(call->dg, at, "no such list; did you mean '%s'?", near)
               : diag_error(call->dg, at,
                            "no such list; without a name all are "
                            "printed");
}

static int run(struct command_call *call, const struct option_list *words)
{
    bool ok = true;
    for (size_t i = 0; i < words->count; i++)
        ok = print_one(call, words->items[i]) && ok;
    for (size_t i = 0; words->count == 0 && i < LISTS; i++)
        print_one(call, lists[i].name);
    return ok ? EXIT_ANSWER : EXIT_INPUT;
}

const struct command command_list = {
    .name = "list",
    .summary = "what there is: formats, metrics, curves, primitives, ops, checks, "
               "sections, charts",
    .usage = "[formats|metrics|curves|primitives|ops|checks|sections|charts]...",
    .examples = "  priceperf list metrics\n",
    .options = options,
    .run = run,
};
