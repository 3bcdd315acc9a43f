#include "readers/harvest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"

/* Raw files of one system lie in one folder more often than not; a file's own name
 * would make each step of a sweep a system. */
static const char *folder_of(struct arena *a, const struct raw *raw)
{
    const char *slash = strrchr(raw->path, '/'), *start = raw->path;
    if (slash == NULL || slash == raw->path)
        return "unnamed";
    for (const char *p = raw->path; p < slash; p++)
        if (*p == '/')
            start = p + 1;
    return arena_strndup(a, start, (size_t)(slash - start));
}

static struct run_file *file_of(const struct raw *raw, const char *format,
                                struct runs *runs)
{
    if (raw->feed == NULL && raw->sha256 == NULL)
        return runs_file(runs, raw->path, format, raw->source.bytes,
                         raw->source.length);
    struct run_file file = { .path = raw->path, .format = format, .bytes = raw->size };
    if (raw->sha256 != NULL)
        memcpy(file.sha256, raw->sha256, strnlen(raw->sha256, SHA256_TEXT - 1));
    return runs_file_known(runs, &file);
}

struct harvest harvest_on(const struct raw *raw, const char *format, struct runs *runs,
                          struct diag *dg)
{
    const struct doc_node *given = doc_get(raw->block, "system");
    bool named = doc_is(given, DOC_SCALAR) && given->length > 0;
    struct stated stated;
    bool ok = stated_read(runs->arena, raw->block, &stated, dg);
    /* What is not read whole is not held either. */
    size_t bytes = raw->feed == NULL ? raw->size : SIZE_MAX / 2;
    return (struct harvest){ .runs = runs,
                             .stated = stated,
                             .dg = dg,
                             .file = file_of(raw, format, runs),
                             .system = raw->system != NULL ? raw->system
                                       : named             ? given->text
                                               : folder_of(runs->arena, raw),
                             .system_given = named || raw->system != NULL,
                             .most = HARVEST_FILE + bytes / 8,
                             .most_settings =
                                 runs_settings(runs) + HARVEST_SETTINGS + bytes / 64,
                             .ok = ok };
}

/* Memory until the run is over. */
static struct arena *scratch(struct harvest *h)
{
    if (h->scratch == NULL)
        h->scratch = arena_new();
    return h->scratch;
}

static void put_parameter(struct harvest *h, struct parameter p, bool empty)
{
    size_t i = 0;
    while (i < h->count && strcmp(h->items[i].key, p.key) != 0)
        i++;
    if (empty && i < h->count) {
        memmove(&h->items[i], &h->items[i + 1], (h->count - i - 1) * sizeof *h->items);
        h->count--;
    } else if (!empty && i < h->count) {
        h->items[i] = p;
    } else if (!empty) {
        ARENA_PUSH(h->runs->arena, h->items, h->count, h->capacity) = p;
    }
}

void harvest_set(struct harvest *h, const char *key, const char *text)
{
    bool empty = text == NULL || *text == '\0';
    struct arena *a = h->runs->arena;
    put_parameter(h, parameter_of(a, key, empty ? "" : runs_text(h->runs, text)),
                  empty);
}

void harvest_setf(struct harvest *h, const char *key, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    const char *text = runs_text(h->runs, arena_vprintf(scratch(h), fmt, args));
    put_parameter(h, parameter_of(h->runs->arena, key, text), false);
    va_end(args);
}

void harvest_word(struct harvest *h, const char *key, const char *text)
{
    bool empty = text == NULL || *text == '\0';
    struct parameter p = { .key = key, .kind = PARAMETER_TEXT };
    p.text = empty ? "" : runs_text(h->runs, text);
    put_parameter(h, p, empty);
}

void harvest_forget(struct harvest *h)
{
    h->count = h->own_count = h->state_count = 0;
    h->own_copy = NULL;
    h->flags = 0;
    h->duration = h->samples = 0;
}

void harvest_own(struct harvest *h, const char *key, const char *text)
{
    h->own_copy = NULL;
    struct arena *a = h->runs->arena;
    size_t i = 0;
    while (i < h->own_count && strcmp(h->own[i].key, key) != 0)
        i++;
    if (text == NULL && i < h->own_count)
        h->own[i] = h->own[--h->own_count];
    else if (text != NULL && i < HARVEST_OWN) {
        h->own[i] = parameter_of(a, key, runs_text(h->runs, text));
        h->own_count = i == h->own_count ? i + 1 : h->own_count;
    }
}

void harvest_system(struct harvest *h, const char *name)
{
    if (!h->system_given && name != NULL && *name != '\0')
        h->system = runs_text(h->runs, name);
}

void harvest_tool(struct harvest *h, const char *tool)
{
    if (h->file->tool == NULL)
        h->file->tool = arena_strdup(h->runs->arena, tool);
}

void harvest_flag(struct harvest *h, enum flag flag)
{
    h->flags |= UINT32_C(1) << flag;
}

void harvest_state(struct harvest *h, const char *key, const char *text)
{
    struct arena *a = h->runs->arena;
    size_t i = 0;
    if (text == NULL || *text == '\0')
        return;
    while (i < h->state_count && strcmp(h->state[i].key, key) != 0)
        i++;
    struct parameter p = parameter_of(a, key, runs_text(h->runs, text));
    if (i < h->state_count)
        h->state[i] = p;
    else
        ARENA_PUSH(a, h->state, h->state_count, h->state_capacity) = p;
}

static const struct unit *unit_of(struct harvest *h, const char *text)
{
    size_t i = 0, at;
    const char *why;
    for (; i < HARVEST_UNITS && h->units[i] != NULL; i++)
        if (strcmp(h->units[i]->text, text) == 0)
            return h->units[i];
    struct unit *unit = ARENA_NEW(h->runs->arena, struct unit);
    *unit = UNIT_ONE;
    if (*text != '\0' &&
        !unit_parse(h->runs->arena, text, strlen(text), unit, &why, &at))
        return NULL;
    if (i < HARVEST_UNITS)
        h->units[i] = unit;
    return unit;
}

static const struct parameter *own_copy(struct harvest *h)
{
    if (h->own_copy == NULL && h->own_count > 0) {
        struct parameter *copy =
            ARENA_ARRAY(scratch(h), h->own_count, struct parameter);
        memcpy(copy, h->own, h->own_count * sizeof *copy);
        h->own_copy = copy;
    }
    return h->own_copy;
}

/* Said once a file. */
static void refuse(struct harvest *h, struct where at, size_t most, const char *what)
{
    if (!h->full)
        h->ok = diag_error(h->dg, at,
                           "more than %zu %s; this is no result, and what follows is "
                           "left out",
                           most, what);
    h->full = true;
}

/* Whether one more value is kept. */
static bool has_room(struct harvest *h, const struct figure *f)
{
    if (h->waiting_count == HARVEST_RUN)
        refuse(h, f->at, HARVEST_RUN, "values in one run");
    else if (h->added + h->waiting_count >= h->most)
        refuse(h, f->at, h->most, "values in a file of this size");
    else if (runs_settings(h->runs) >= h->most_settings)
        refuse(h, f->at, h->most_settings, "runs in a file of this size");
    else
        return true;
    return false;
}

void harvest_put(struct harvest *h, const struct figure *f, const char *metric,
                 const char *statistic, const char *unit)
{
    const struct unit *u = unit_of(h, unit);
    const struct metric *known = runs_metric(h->runs, metric);
    if (!f->given || u == NULL || known == NULL || statistic == NULL)
        return;
    struct measurement m = { .file = h->file,
                             .at = f->at,
                             .system = h->system,
                             .metric = known,
                             .statistic = statistic,
                             .written = u };
    m.is_exact = f->is_exact && exact_mul(f->exact, u->scale, &m.exact);
    m.value = m.is_exact ? exact_double(m.exact) : f->x * u->factor;
    m.resolution = f->is_exact ? pow(10, -f->places) * u->factor : 0;
    /* Tools count in 64 bits, and what went below nothing there is written as this. */
    if (!isfinite(m.value) || fabs(f->x) >= 0x1p63) {
        h->ok = diag_error(h->dg, f->at,
                           "%s is 2^63 or more here, which no tool counts; the file is "
                           "damaged",
                           metric);
        return;
    }
    m.flags = f->cut ? UINT32_C(1) << FLAG_PARTIAL : 0;
    if (m.value < 0 && !known->may_be_negative) {
        h->ok = diag_error(h->dg, f->at, "%s is negative here; the file is damaged",
                           metric);
        return;
    }
    if (!has_room(h, f))
        return;
    ARENA_EXTEND(h->runs->arena, h->waiting, h->waiting_count, h->waiting_capacity) =
        (struct waiting){ m, own_copy(h), h->own_count };
}

struct measurement *harvest_last(struct harvest *h)
{
    return h->waiting_count > 0 ? &h->waiting[h->waiting_count - 1].m : NULL;
}

bool harvest_no_number(struct harvest *h, const struct line *l, const char *p)
{
    p = text_blanks(p);
    struct where at = l->at;
    at.column += (unsigned)(p - l->text);
    int n = (int)strcspn(p, " \t|;");
    size_t whole = strspn(p, "+-0123456789");
    h->ok = false;
    if (whole > 0 && p[whole] == ',')
        return diag_error(h->dg, at,
                          "'%.*s' has a comma in it; run the tool under LC_ALL=C, so "
                          "that it writes a point",
                          n, p);
    if (n == 0)
        return diag_error(h->dg, at, "a number is missing here");
    return diag_error(h->dg, at, "'%.*s' is not a finite number", n > 40 ? 40 : n, p);
}

const char *harvest_read(struct harvest *h, const struct line *l, const char *p,
                         const char *metric, const char *statistic, const char *unit)
{
    struct figure f;
    const char *after;
    if (!text_figure(l, p, &f, &after)) {
        /* The end of a file that was cut short is no error of the number. */
        if (!l->cut || *text_blanks(p) != '\0')
            harvest_no_number(h, l, p);
        return NULL;
    }
    harvest_put(h, &f, metric, statistic, unit);
    return after;
}

void harvest_node(struct harvest *h, const struct doc_node *node, const char *metric,
                  const char *statistic, const char *unit)
{
    struct doc_number n;
    if (node == NULL || doc_is_null(node))
        return;
    if (!doc_get_number(node, &n, h->dg)) {
        h->ok = false;
        return;
    }
    struct figure f = { n.x,   n.exact, n.is_exact,         n.places,
                        false, true,    doc_inside(node, 0) };
    harvest_put(h, &f, metric, statistic, unit);
}

struct figure harvest_figure(double x, struct where at)
{
    struct figure f = { .x = x, .at = at, .given = isfinite(x) };
    /* A whole number (a count, a longest time) keeps its digits in another unit. */
    f.is_exact = fabs(x) < 1e15 && x == floor(x) && exact_from_double(x, &f.exact);
    return f;
}

/* The run's parameters and the value's own; the latter win. */
static const struct setting *setting_of(struct harvest *h, const struct waiting *w)
{
    if (h->all_capacity < h->count + w->own_count + h->stated.count) {
        h->all_capacity = 2 * (h->count + w->own_count + h->stated.count);
        h->all = ARENA_ARRAY(h->runs->arena, h->all_capacity, struct parameter);
    }
    struct parameter *all = h->all;
    size_t n = 0;
    for (size_t i = 0; i < w->own_count; i++)
        all[n++] = w->own[i];
    for (size_t i = 0; i < h->count; i++) {
        bool own = false;
        for (size_t k = 0; k < w->own_count; k++)
            own = own || strcmp(w->own[k].key, h->items[i].key) == 0;
        if (!own)
            all[n++] = h->items[i];
    }
    size_t told = n;
    for (size_t i = 0; i < h->stated.count; i++) {
        bool known = false;
        for (size_t k = 0; k < told; k++)
            known = known || strcmp(all[k].key, h->stated.parameters[i].key) == 0;
        if (!known)
            all[n++] = h->stated.parameters[i];
    }
    return runs_setting(h->runs, all, n);
}

/* Said once a file, at the first run that is another. */
static void check_expected(struct harvest *h, const struct setting *setting)
{
    struct where file = { .file = h->file->path };
    if (stated_expect(h->runs->arena, &h->stated, setting, file, h->dg))
        return;
    h->ok = false;
    h->stated.expect = NULL;
}

static bool same_own(const struct waiting *a, const struct waiting *b)
{
    if (a->own_count != b->own_count)
        return false;
    if (a->own == b->own)
        return true;
    for (size_t i = 0; i < a->own_count; i++)
        if (!parameter_equal(&a->own[i], &b->own[i]))
            return false;
    return true;
}

void harvest_commit(struct harvest *h)
{
    const struct setting *setting = NULL, *state = NULL;
    if (h->state_count > 0 && h->waiting_count > 0)
        state = runs_setting(h->runs, h->state, h->state_count);
    for (size_t i = 0; i < h->waiting_count; i++) {
        struct waiting *w = &h->waiting[i];
        if (setting == NULL || !same_own(w, w - 1)) {
            setting = setting_of(h, w);
            check_expected(h, setting);
        }
        stated_judge(h->runs->arena, &h->stated, &w->m);
        w->m.setting = setting;
        w->m.state = state;
        w->m.flags |= h->flags;
        w->m.duration = w->m.duration > 0 ? w->m.duration : h->duration;
        w->m.samples = w->m.samples > 0 ? w->m.samples : h->samples;
        runs_add(h->runs, w->m);
        h->added++;
    }
    harvest_discard(h);
}

void harvest_discard(struct harvest *h)
{
    h->waiting_count = 0;
    h->own_count = 0;
    h->own_copy = NULL;
    if (h->scratch != NULL)
        arena_empty(h->scratch);
}

bool harvest_end(struct harvest *h, const char *what)
{
    harvest_commit(h);
    arena_free(h->scratch);
    h->scratch = NULL;
    if (h->added == 0 && h->ok)
        diag_warn(h->dg, (struct where){ .file = h->file->path }, "no result: %s",
                  what);
    return h->ok;
}

const char *harvest_percentile(struct arena *a, const char *digits)
{
    size_t whole = strspn(digits, "0123456789"), n = whole;
    if (whole == 0)
        return NULL;
    if (digits[n] == '.')
        n += 1 + strspn(digits + n + 1, "0123456789");
    if (n > whole)
        while (digits[n - 1] == '0' || digits[n - 1] == '.')
            if (digits[--n] == '.')
                break;
    double x = strtod(digits, NULL);
    if (x == 50)
        return "median";
    if (x <= 0)
        return "min";
    if (x >= 100)
        return x > 100 ? NULL : "p100";
    while (*digits == '0' && whole > 1) {
        digits++;
        whole--;
        n--;
    }
    const char *name = arena_printf(a, "p%.*s", (int)n, digits);
    return statistic_known(name) ? name : NULL;
}
