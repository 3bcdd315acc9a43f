/* fio writes a log for each process; what they did together is the sum of their rates
 * in each interval, and its mean the sum of their means where they ran side by side. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "measure/runs.h"
#include "readers/fio_log.h"

/* A mean rate of one process of NAME_bw.N.log. */
static bool is_part(const struct measurement *m)
{
    return strcmp(m->file->format, "fio-log") == 0 &&
           strcmp(m->statistic, "mean") == 0 &&
           (strcmp(m->metric->name, "iops") == 0 ||
            strcmp(m->metric->name, "bandwidth") == 0) &&
           setting_find(m->setting, "process") != NULL;
}

/* Length of "folder/NAME_bw" in "folder/NAME_bw.12.log". */
static size_t stem(const char *path)
{
    size_t n = strlen(path) - strlen(".log");
    while (n > 0 && path[n - 1] >= '0' && path[n - 1] <= '9')
        n--;
    return n;
}

static bool same_but_process(const struct setting *a, const struct setting *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->items[i].key, "process") != 0 &&
            !parameter_equal(&a->items[i], &b->items[i]))
            return false;
    return true;
}

static bool together(const struct measurement *a, const struct measurement *b)
{
    size_t n = stem(a->file->path);
    return a->metric == b->metric && n == stem(b->file->path) &&
           strncmp(a->file->path, b->file->path, n) == 0 &&
           strcmp(a->system, b->system) == 0 &&
           same_but_process(a->setting, b->setting);
}

static const struct setting *sum_setting(struct runs *runs, const struct setting *s,
                                         size_t processes)
{
    struct parameter *items = ARENA_ARRAY(runs->arena, s->count, struct parameter);
    for (size_t i = 0; i < s->count; i++) {
        items[i] = s->items[i];
        if (strcmp(items[i].key, "process") == 0)
            items[i] = parameter_of(runs->arena, "processes",
                                    arena_printf(runs->arena, "%zu", processes));
    }
    return runs_setting(runs, items, s->count);
}

/* The parts that belong to items[first], summed; 1 where it stands alone. */
static size_t add_up(const struct runs *runs, size_t first, size_t end, bool *taken,
                     struct measurement *sum)
{
    size_t processes = 1;
    *sum = runs->items[first];
    for (size_t i = first + 1; i < end; i++) {
        const struct measurement *m = &runs->items[i];
        if (taken[i] || !is_part(m) || !together(m, &runs->items[first]))
            continue;
        taken[i] = true;
        processes++;
        sum->value += m->value;
        sum->flags |= m->flags;
        /* One interval more or less is how they ended. */
        if (m->samples > sum->samples + 1 || m->samples < sum->samples - 1)
            sum->flags |= UINT32_C(1) << FLAG_PARTIAL;
    }
    sum->is_exact = false;
    return processes;
}

void fio_logs_add_up(struct runs *runs, size_t first)
{
    size_t end = runs->count;
    bool *taken = ARENA_ARRAY(runs->arena, end, bool);
    for (size_t i = first; i < end; i++) {
        struct measurement sum;
        if (taken[i] || !is_part(&runs->items[i]))
            continue;
        size_t processes = add_up(runs, i, end, taken, &sum);
        if (processes == 1)
            continue;
        sum.setting = sum_setting(runs, sum.setting, processes);
        runs_add(runs, sum);
    }
}
