/* One set of runs appended to another: what was read by several threads becomes one,
 * as if it had been read in that order by one. */
#include "measure/runs.h"

#include "base/arena.h"

static const struct metric *metric_in(struct runs *to, const struct metric *m)
{
    const struct metric *known = runs_metric(to, m->name);
    if (known != NULL)
        return known;
    return runs_declare(to, m->name, m->dim, m->direction);
}

static const struct unit *unit_in(struct arena *a, const struct unit *u)
{
    if (u == NULL)
        return NULL;
    struct unit *own = ARENA_NEW(a, struct unit);
    *own = *u;
    own->text = arena_strdup(a, u->text);
    return own;
}

/* Settings and units follow each other in long equal stretches. */
struct last {
    const struct setting *setting, *setting_in, *state, *state_in;
    const struct unit *unit, *unit_in;
    const char *note, *note_in;
};

static const struct setting *setting_in(struct runs *to, const struct setting *s)
{
    return s != NULL ? runs_setting(to, s->items, s->count) : NULL;
}

static void keep_last(struct runs *to, const struct measurement *m, struct last *last)
{
    if (m->setting != last->setting) {
        last->setting = m->setting;
        last->setting_in = setting_in(to, m->setting);
    }
    if (m->state != last->state) {
        last->state = m->state;
        last->state_in = setting_in(to, m->state);
    }
    if (m->written != last->unit) {
        last->unit = m->written;
        last->unit_in = unit_in(to->arena, m->written);
    }
    if (m->note != last->note) {
        last->note = m->note;
        last->note_in = m->note != NULL ? arena_strdup(to->arena, m->note) : NULL;
    }
}

void runs_append(struct runs *to, const struct runs *from)
{
    struct run_file **files =
        ARENA_ARRAY(to->arena, from->file_count, struct run_file *);
    struct last last = { 0 };
    for (size_t i = 0; i < from->file_count; i++)
        files[i] = runs_file_known(to, from->files[i]);
    for (size_t i = 0; i < from->count; i++) {
        struct measurement m = from->items[i];
        keep_last(to, &m, &last);
        size_t f = 0;
        while (f < from->file_count && from->files[f] != m.file)
            f++;
        m.file = files[f];
        m.at.file = m.file->path;
        m.metric = metric_in(to, m.metric);
        m.setting = last.setting_in;
        m.state = last.state_in;
        m.written = last.unit_in;
        m.note = last.note_in;
        runs_add(to, m);
    }
}
