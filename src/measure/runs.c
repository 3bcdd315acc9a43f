#include "measure/runs.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "doc/json.h"
#include "measure/hash_index.h"

struct runs_index {
    struct setting **settings;
    size_t setting_count, setting_capacity;
    const char **texts;
    size_t text_count, text_capacity;
    struct buf line; /* room for the text of one setting */
    struct hash_index by_setting, by_file, by_kind, by_text;
};

struct runs *runs_new(struct arena *a)
{
    struct runs *r = ARENA_NEW(a, struct runs);
    r->arena = a;
    r->index = ARENA_NEW(a, struct runs_index);
    r->index->line = buf_on(a);
    return r;
}

struct wanted_text {
    const struct runs *runs;
    const char *text;
};

static bool same_text(const void *wanted, size_t item)
{
    const struct wanted_text *w = wanted;
    return strcmp(w->runs->index->texts[item], w->text) == 0;
}

const char *runs_text(struct runs *r, const char *text)
{
    struct runs_index *ix = r->index;
    struct wanted_text wanted = { r, text };
    uint64_t hash = hash_text(HASH_START, text);
    size_t i = hash_index_get(&ix->by_text, hash, same_text, &wanted);
    if (i != SIZE_MAX)
        return ix->texts[i];
    hash_index_put(r->arena, &ix->by_text, hash, ix->text_count);
    return ARENA_EXTEND(r->arena, ix->texts, ix->text_count, ix->text_capacity) =
               arena_strdup(r->arena, text);
}

struct wanted_file {
    const struct runs *runs;
    const char *path, *format, *sha256;
};

static bool same_file(const void *wanted, size_t item)
{
    const struct wanted_file *w = wanted;
    const struct run_file *f = w->runs->files[item];
    return strcmp(f->path, w->path) == 0 && strcmp(f->format, w->format) == 0 &&
           strcmp(f->sha256, w->sha256) == 0;
}

static const char *copy(struct arena *a, const char *text)
{
    return text != NULL ? arena_strdup(a, text) : NULL;
}

struct run_file *runs_file_known(struct runs *r, const struct run_file *file)
{
    struct wanted_file wanted = { r, file->path, file->format, file->sha256 };
    uint64_t hash = hash_text(hash_text(HASH_START, file->path), file->sha256);
    size_t i = hash_index_get(&r->index->by_file, hash, same_file, &wanted);
    if (i != SIZE_MAX)
        return r->files[i];
    struct run_file *f = ARENA_NEW(r->arena, struct run_file);
    *f = *file;
    f->path = arena_strdup(r->arena, file->path);
    f->format = arena_strdup(r->arena, file->format);
    f->tool = copy(r->arena, file->tool);
    f->version = copy(r->arena, file->version);
    f->time = copy(r->arena, file->time);
    f->measurements = 0;
    hash_index_put(r->arena, &r->index->by_file, hash, r->file_count);
    ARENA_PUSH(r->arena, r->files, r->file_count, r->file_capacity) = f;
    return f;
}

struct run_file *runs_file(struct runs *r, const char *path, const char *format,
                           const char *bytes, size_t length)
{
    struct run_file file = { .path = path, .format = format, .bytes = length };
    sha256_of(bytes, length, file.sha256);
    return runs_file_known(r, &file);
}

static int by_key(const void *a, const void *b)
{
    const struct parameter *x = a, *y = b;
    return strcmp(x->key, y->key);
}

static const char *canonical(struct runs *r, const struct parameter *items,
                             size_t count)
{
    struct json_out out = { .text = r->index->line };
    out.text.length = 0;
    json_line(&out);
    json_object(&out);
    for (size_t i = 0; i < count; i++) {
        json_key(&out, items[i].key);
        if (items[i].kind == PARAMETER_NUMBER)
            json_number(&out, items[i].number);
        else if (items[i].kind == PARAMETER_BOOL)
            json_bool(&out, strcmp(items[i].text, "yes") == 0);
        else
            json_string(&out, items[i].text);
    }
    json_end(&out);
    r->index->line = out.text;
    return arena_strndup(r->arena, out.text.text, out.text.length);
}

struct wanted_setting {
    const struct runs *runs;
    const struct parameter *items;
    size_t count;
};

static bool same_setting(const void *wanted, size_t item)
{
    const struct wanted_setting *w = wanted;
    const struct setting *s = w->runs->index->settings[item];
    if (s->count != w->count)
        return false;
    for (size_t i = 0; i < s->count; i++)
        if (!parameter_equal(&s->items[i], &w->items[i]))
            return false;
    return true;
}

static struct parameter copied(struct runs *r, struct parameter p)
{
    p.key = runs_text(r, p.key);
    p.text = runs_text(r, p.text);
    return p;
}

static uint64_t hash_number(uint64_t hash, double x)
{
    x += 0.0; /* one zero */
    return hash_bytes(hash, &x, sizeof x);
}

static uint64_t hash_parameters(const struct parameter *items, size_t count)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < count; i++) {
        hash = hash_text(hash, items[i].key);
        if (items[i].kind == PARAMETER_NUMBER)
            hash = hash_number(hash, items[i].number);
        else
            hash = hash_text(hash, items[i].text);
    }
    return hash;
}

static const struct setting *add_setting(struct runs *r, const struct parameter *items,
                                         size_t count, uint64_t hash)
{
    struct parameter *own = ARENA_ARRAY(r->arena, count, struct parameter);
    for (size_t k = 0; k < count; k++)
        own[k] = copied(r, items[k]);
    struct setting *s = ARENA_NEW(r->arena, struct setting);
    *s = (struct setting){ own, count, canonical(r, own, count) };
    hash_index_put(r->arena, &r->index->by_setting, hash, r->index->setting_count);
    ARENA_PUSH(r->arena, r->index->settings, r->index->setting_count,
               r->index->setting_capacity) = s;
    return s;
}

const struct setting *runs_setting(struct runs *r, const struct parameter *items,
                                   size_t count)
{
    enum { FEW = 32 };
    struct parameter few[FEW], *sorted = few;
    if (count > FEW)
        sorted = ARENA_ARRAY(r->arena, count, struct parameter);
    if (count > 0)
        memcpy(sorted, items, count * sizeof *items);
    qsort(sorted, count, sizeof *sorted, by_key);
    struct wanted_setting wanted = { r, sorted, count };
    uint64_t hash = hash_parameters(sorted, count);
    size_t i = hash_index_get(&r->index->by_setting, hash, same_setting, &wanted);
    return i != SIZE_MAX ? r->index->settings[i] : add_setting(r, sorted, count, hash);
}

size_t runs_settings(const struct runs *r)
{
    return r->index->setting_count;
}

const struct metric *runs_metric(const struct runs *r, const char *name)
{
    const struct metric *m = metric_find(name);
    for (size_t i = 0; i < r->declared_count && m == NULL; i++)
        if (strcmp(r->declared[i]->name, name) == 0)
            m = r->declared[i];
    return m;
}

const char **runs_metric_names(const struct runs *r, size_t *count)
{
    size_t n = 0, known = 0;
    while (metric_at(known) != NULL)
        known++;
    const char **names = ARENA_ARRAY(r->arena, known + r->declared_count, const char *);
    for (; n < known; n++)
        names[n] = metric_at(n)->name;
    for (size_t i = 0; i < r->declared_count; i++)
        names[n++] = r->declared[i]->name;
    *count = n;
    return names;
}

const struct metric *runs_declare(struct runs *r, const char *name, struct dim dim,
                                  enum direction direction)
{
    const struct metric *known = runs_metric(r, name);
    if (known != NULL)
        return dim_equal(known->dim, dim) && known->direction == direction ? known
                                                                           : NULL;
    struct metric *m = ARENA_NEW(r->arena, struct metric);
    *m = (struct metric){ .name = arena_strdup(r->arena, name),
                          .summary = "declared by the study",
                          .dim = dim,
                          .direction = direction,
                          .may_be_negative = true };
    ARENA_PUSH(r->arena, r->declared, r->declared_count, r->declared_capacity) = m;
    return m;
}

struct wanted_kind {
    const struct runs *runs;
    const struct measurement *m;
};

static bool same_kind(const void *wanted, size_t item)
{
    const struct wanted_kind *w = wanted;
    const struct measurement *m = &w->runs->items[item];
    return m->metric == w->m->metric && m->setting == w->m->setting &&
           strcmp(m->system, w->m->system) == 0 &&
           strcmp(m->statistic, w->m->statistic) == 0;
}

/* Texts of neighbours are the same more often than not. */
static const char *kept_text(struct runs *r, const char *text, const char *known)
{
    return known != NULL && strcmp(text, known) == 0 ? known : runs_text(r, text);
}

size_t runs_add(struct runs *r, struct measurement m)
{
    struct wanted_kind wanted = { r, &m };
    uint64_t hash = hash_text(hash_text(HASH_START, m.system), m.statistic);
    hash = hash_text(hash_text(hash, m.metric->name), m.setting->canonical);
    size_t before = hash_index_get(&r->index->by_kind, hash, same_kind, &wanted);
    size_t id = r->count, like = before != SIZE_MAX ? before : id - 1;
    const struct measurement *other = id > 0 ? &r->items[like] : NULL;
    m.repeat = before != SIZE_MAX ? other->repeat + 1 : 0;
    m.system = kept_text(r, m.system, other != NULL ? other->system : NULL);
    m.statistic = kept_text(r, m.statistic, other != NULL ? other->statistic : NULL);
    if (before != SIZE_MAX)
        hash_index_replace(&r->index->by_kind, hash, before, id);
    else
        hash_index_put(r->arena, &r->index->by_kind, hash, id);
    ARENA_EXTEND(r->arena, r->items, r->count, r->capacity) = m;
    for (size_t i = r->file_count; i-- > 0;)
        if (r->files[i] == m.file) {
            r->files[i]->measurements++;
            break;
        }
    return id;
}
