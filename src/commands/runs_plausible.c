/* --ceiling and --expect of `ingest` and `runs`. */
#include <string.h>

#include "base/arena.h"
#include "commands/runs_call.h"
#include "readers/stated.h"

static bool read_ceiling(struct command_call *call, const char *text, double *out)
{
    struct where at = { .file = "--ceiling" };
    const char *times = strchr(text, '*');
    struct parameter drives = { .kind = PARAMETER_NUMBER, .number = 1 };
    if (times != NULL) {
        size_t n = (size_t)(times - text);
        while (n > 0 && text[n - 1] == ' ')
            n--;
        drives =
            parameter_of(call->arena, "drives", arena_strndup(call->arena, text, n));
        text = times + 1 + strspn(times + 1, " ");
    }
    struct parameter each = parameter_of(call->arena, "each", text);
    if (drives.kind != PARAMETER_NUMBER || !dim_is_none(drives.dim) ||
        each.kind != PARAMETER_NUMBER ||
        !dim_equal(each.dim, (struct dim){ .time = -1 }) ||
        !(drives.number * each.number > 0))
        return diag_error(
            call->dg, at,
            "a ceiling is a rate of operations above 0; write for example "
            "'2100 IOPS' or '14 * 150 IOPS'");
    *out = drives.number * each.number;
    return true;
}

static bool expect_one(struct command_call *call, const struct runs *runs,
                       const char *item)
{
    const char *equals = strchr(item, '=');
    const struct run_file *told = NULL;
    bool ok = true;
    if (equals == NULL || equals == item || equals[1] == '\0')
        return diag_error(call->dg, (struct where){ .file = "--expect" },
                          "'%s' names no value; write KEY=VALUE", item);
    const char *key = arena_strndup(call->arena, item, (size_t)(equals - item));
    struct parameter want = parameter_of(call->arena, key, equals + 1);
    for (size_t i = 0; i < runs->count; i++) {
        const struct measurement *m = &runs->items[i];
        const struct parameter *got = setting_find(m->setting, key);
        struct where at = { m->file->path, m->at.line, 0 };
        if (m->file == told || (got != NULL && parameter_equal(got, &want)))
            continue;
        told = m->file;
        if (got == NULL)
            ok = diag_error(call->dg, at, "'%s' is expected, and the file tells no %s",
                            item, key);
        else
            ok = diag_error(call->dg, at,
                            "'%s' is expected, and it is %s here; is this the right "
                            "file?",
                            item, got->text);
    }
    return ok;
}

bool runs_plausible(struct command_call *call, struct runs *runs, const char *ceiling,
                    const struct option_list *expect)
{
    struct stated stated = { .ceiling = 0 };
    bool ok = ceiling == NULL || read_ceiling(call, ceiling, &stated.ceiling);
    for (size_t i = 0; i < expect->count; i++)
        ok = expect_one(call, runs, expect->items[i]) && ok;
    for (size_t i = 0; ok && i < runs->count; i++)
        stated_judge(runs->arena, &stated, &runs->items[i]);
    return ok;
}
