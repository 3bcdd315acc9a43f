/* diff - what changed between two studies, two results or two price models. */
#include <stdio.h>
#include <string.h>

#include "commands/diff_call.h"
#include "writers/text.h"

static bool as_json, as_csv;

static const struct option_row rows[] = {
    { "json", 0, OPTION_FLAG, NULL, "every difference as JSON", &as_json, 0, 0 },
    { "csv", 0, OPTION_FLAG, NULL, "every difference as CSV", &as_csv, 0, 0 },
};

static struct option_table options(void)
{
    return (struct option_table){ rows, sizeof rows / sizeof *rows };
}

static bool is_prices(const struct edition *e)
{
    return strcmp(e->kind, "prices") == 0;
}

static bool open_both(struct command_call *call, const struct option_list *words,
                      struct edition *a, struct edition *b)
{
    struct where at = { .file = "command line" };
    if (words->count != 2)
        return diag_error(call->dg, at,
                          "diff takes two files, the older first; "
                          "--help shows how");
    if (as_json && as_csv)
        return diag_error(call->dg, at, "one of --json and --csv at a time");
    bool ok = diff_open(call, words->items[0], a);
    ok = diff_open(call, words->items[1], b) && ok;
    if (ok && is_prices(a) != is_prices(b))
        return diag_error(call->dg, (struct where){ .file = words->items[1] },
                          "a price model and a %s cannot be compared; give two of a "
                          "kind",
                          is_prices(a) ? b->kind : a->kind);
    return ok;
}

static int run(struct command_call *call, const struct option_list *words)
{
    struct edition a, b;
    struct changes changes;
    if (!open_both(call, words, &a, &b))
        return EXIT_INPUT;
    if (!changes_between(&a, &b, &changes)) {
        diag_append(call->dg, b.dg, false);
        return EXIT_INPUT;
    }
    if (as_json)
        diff_show_json(&changes);
    else if (as_csv)
        diff_show_csv(&changes);
    else
        text_write(changes_document(&changes), stdout);
    return changes.count > 0 ? EXIT_FOUND : EXIT_ANSWER;
}

const struct command command_diff = {
    .name = "diff",
    .summary = "what changed in price, quantity, decision; exit 1 when anything did",
    .usage = "A B   (studies, reports or their results.json; or two price models)",
    .examples =
        "  priceperf diff study-2024.yaml study-2025.yaml\n"
        "  priceperf diff out/issued study.yaml\n"
        "  priceperf diff out/a/results.json out/b/results.json --json\n"
        "  priceperf diff prices-2024.yaml prices-2025.yaml --csv > moved.csv\n",
    .options = options,
    .run = run,
};
