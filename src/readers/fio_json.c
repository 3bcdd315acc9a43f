/* fio's JSON and JSON+: documents with any text around them.
 *
 * Several documents are either snapshots of one run (--status-interval), of which the
 * last counts, or repeats: a snapshot was written while less time had passed than its
 * run took.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "doc/feed.h"
#include "readers/fio_side.h"

/* The two documents that are compared take turns. */
struct document {
    struct fio_run run;
    struct arena *arena;
    bool there, cut;
    double time; /* when it was written, in seconds; 0: not told */
    char tool[48];
};

struct job_reader {
    struct json_stream s;
    struct harvest *h;
    struct side_reader in; /* of what stands inside a job */
    struct fio_job *job, *all_clients;
    struct fio_options global;
    struct document documents[2], *now;
    bool has_all_clients, interrupted, warned;
    unsigned members, devices; /* of disk_util */
};

static bool read_options(struct job_reader *r, struct fio_options *o)
{
    bool inside;
    if (!side_enter(&r->in, &inside))
        return false;
    o->known = inside;
    while (inside) {
        char name[24];
        enum json_event e = json_next(&r->s);
        if (e != JSON_KEY)
            return e == JSON_CLOSE;
        size_t length = r->s.length < sizeof name ? r->s.length : 0;
        memcpy(name, r->s.text, length);
        e = json_next(&r->s);
        if (e == JSON_STRING || e == JSON_NUMBER)
            fio_option(o, name, length, r->s.text, r->s.length);
        else if (!json_skip(&r->s, e))
            return false;
    }
    return true;
}

/* A job's own options win over those of all jobs. */
static void inherit(struct fio_options *o, const struct fio_options *global)
{
    for (size_t i = 0; i < OPT_COUNT; i++)
        if (!(o->given >> i & 1) && global->given >> i & 1)
            memcpy(o->text[i], global->text[i], sizeof o->text[i]);
    o->given |= global->given;
    o->known = o->known || global->known;
    o->files = o->files > 0 ? o->files : global->files;
}

static bool read_text(struct job_reader *r, char *to, size_t size)
{
    enum json_event e = json_next(&r->s);
    if (e != JSON_STRING)
        return json_skip(&r->s, e);
    side_text(&r->s, to, size);
    return true;
}

static bool read_job_key(struct job_reader *r, struct fio_job *job)
{
    struct json_stream *s = &r->s;
    double x = 0;
    if (json_is(s, "read"))
        return side_read(&r->in, &job->sides[FIO_READ]);
    if (json_is(s, "write"))
        return side_read(&r->in, &job->sides[FIO_WRITE]);
    if (json_is(s, "trim"))
        return side_read(&r->in, &job->sides[FIO_TRIM]);
    if (json_is(s, "sync"))
        return side_read(&r->in, &job->sides[FIO_SYNC]);
    if (json_is(s, "mixed"))
        return side_read(&r->in, &job->sides[FIO_MIXED]);
    if (json_is(s, "jobname"))
        return read_text(r, job->name, sizeof job->name);
    if (json_is(s, "hostname"))
        return read_text(r, job->host, sizeof job->host);
    if (json_is(s, "job options"))
        return read_options(r, &job->options);
    if (json_is(s, "groupid")) {
        bool ok = side_double(&r->in, &x, 1);
        job->group = (long)fmin(x, 1e9);
        return ok;
    }
    /* total_err: of operations, where continue_on_error let the job go on. */
    if (json_is(s, "error") || json_is(s, "total_err")) {
        bool ok = side_double(&r->in, &x, 1);
        job->error = x > 0 ? (long)fmin(x, 1e9) : job->error;
        return ok;
    }
    if (json_is(s, "eta")) {
        bool ok = side_double(&r->in, &x, 1);
        job->never_ran = x >= 2147483647;
        return ok;
    }
    return json_skip(s, JSON_KEY);
}

static bool read_job(struct job_reader *r, bool clients)
{
    struct fio_job *job = r->job;
    fio_job_clear(job);
    memset(&job->options, 0, sizeof job->options);
    job->line = r->s.line;
    for (;;) {
        enum json_event e = json_next(&r->s);
        if (e == JSON_CLOSE)
            break;
        if (e != JSON_KEY || !read_job_key(r, job))
            return false;
    }
    inherit(&job->options, &r->global);
    /* The sum of the others, never one more; it stands alone where they are missing. */
    if (clients && strcmp(job->name, "All clients") == 0) {
        r->job = r->all_clients;
        r->all_clients = job;
        r->has_all_clients = true;
        return true;
    }
    return fio_run_add(&r->now->run, job, r->h);
}

static bool read_jobs(struct job_reader *r, bool clients)
{
    enum json_event e = json_next(&r->s);
    if (e != JSON_ARRAY)
        return json_skip(&r->s, e);
    r->now->run.clients = clients;
    for (;;) {
        e = json_next(&r->s);
        if (e == JSON_CLOSE)
            return true;
        if (e != JSON_OBJECT ? !json_skip(&r->s, e) : !read_job(r, clients))
            return false;
    }
}

/* A RAID or a volume is listed before the disks it lies on. */
static bool read_disks(struct job_reader *r)
{
    unsigned inside = r->s.depth;
    enum json_event e = json_next(&r->s);
    if (e != JSON_ARRAY)
        return json_skip(&r->s, e);
    while (r->s.depth > inside) {
        char name[16] = "";
        e = json_next(&r->s);
        if (e <= JSON_ERROR)
            return false;
        if (e != JSON_KEY || r->s.depth != inside + 2 || !json_is(&r->s, "name"))
            continue;
        if (!read_text(r, name, sizeof name))
            return false;
        bool made_up = strncmp(name, "md", 2) == 0 || strncmp(name, "dm-", 3) == 0;
        r->devices += made_up;
        r->members += !made_up && name[0] != '\0';
    }
    return true;
}

static bool read_key(struct job_reader *r)
{
    struct json_stream *s = &r->s;
    struct document *d = r->now;
    if (json_is(s, "fio version"))
        return read_text(r, d->tool, sizeof d->tool);
    if (json_is(s, "timestamp_ms"))
        return side_double(&r->in, &d->time, 1000);
    if (json_is(s, "timestamp") && d->time == 0)
        return side_double(&r->in, &d->time, 1);
    if (json_is(s, "global options")) {
        memset(&r->global, 0, sizeof r->global);
        return read_options(r, &r->global);
    }
    if (json_is(s, "jobs") || json_is(s, "client_stats"))
        return read_jobs(r, json_is(s, "client_stats"));
    if (json_is(s, "disk_util"))
        return read_disks(r);
    return json_skip(s, JSON_KEY);
}

static void finish_run(struct job_reader *r)
{
    struct fio_run *run = &r->now->run;
    if (r->has_all_clients && run->count == 0)
        fio_run_add(run, r->all_clients, r->h);
    run->drives = run->clients ? 0 : r->members;
    fio_run_settle(run);
    if (r->interrupted)
        run->flags |= UINT32_C(1) << FLAG_INTERRUPTED;
    if (r->now->cut)
        run->flags |= UINT32_C(1) << FLAG_PARTIAL;
}

/* Behind its brace.  False where it has an error; what was complete until then is kept.
 */
static bool read_document(struct job_reader *r)
{
    struct document *d = r->now;
    arena_empty(d->arena);
    d->run = (struct fio_run){ .arena = d->arena };
    d->there = true;
    d->cut = false;
    d->time = 0;
    d->tool[0] = '\0';
    memset(&r->global, 0, sizeof r->global);
    r->has_all_clients = false;
    r->members = r->devices = 0;
    bool ok = true;
    while (ok) {
        enum json_event e = json_next(&r->s);
        if (e == JSON_CLOSE)
            break;
        ok = e == JSON_KEY && read_key(r);
    }
    d->cut = !ok;
    finish_run(r);
    return ok;
}

static void emit(struct job_reader *r, struct document *d)
{
    if (!d->there)
        return;
    if (d->tool[0] != '\0')
        harvest_tool(r->h, d->tool);
    fio_run_emit(&d->run, r->h);
    d->there = false;
}

/* Whether `later` is the same run as `earlier`, further on. */
static bool goes_on(const struct document *earlier, const struct document *later)
{
    enum fio_growth growth = fio_run_growth(&earlier->run, &later->run, false);
    double second = fio_run_seconds(&later->run);
    double between = later->time - earlier->time;
    bool timed = earlier->time > 0 && later->time > 0;
    if (growth == FIO_FELL || growth == FIO_WENT_ON)
        return growth == FIO_WENT_ON;
    if (growth == FIO_STOOD)
        return timed && between > 0 && between < second;
    /* A repeat begins when the earlier run is over, so that all its time lies between;
     * the stamps may be whole seconds. */
    if (timed && between >= second && between >= 2)
        return false;
    return second > fio_run_seconds(&earlier->run);
}

static void note_line(void *context, const char *line, size_t length, struct where at)
{
    static const char stopped[] = "terminating on signal";
    struct job_reader *r = context;
    struct harvest *h = r->h;
    if (memchr(line, '\0', length) != NULL)
        h->ok = diag_error(h->dg, at, "a NUL byte; this is no text file");
    else if (memmem(line, length, stopped, sizeof stopped - 1) != NULL)
        r->interrupted = true;
    else if (length > 4 && memcmp(line, "fio:", 4) == 0 && !r->warned) {
        diag_warn(h->dg, at, "fio said: %.*s", length < 200 ? (int)length : 200, line);
        r->warned = true;
    }
}

/* What to do with the document before, now that `now` is read.  True where it stays the
 * last one: `now` was cut short and may have been the same run, further on. */
static bool settle_before(struct job_reader *r, struct document *before)
{
    bool same = fio_run_begins(&before->run, &r->now->run);
    if (before->there && r->now->cut && same) {
        before->run.flags |= UINT32_C(1) << FLAG_CUMULATIVE;
        return true;
    }
    if (before->there && !goes_on(before, r->now))
        emit(r, before);
    return false;
}

static void take_document(struct job_reader *r, struct document **before)
{
    bool ok = read_document(r);
    r->h->ok = r->h->ok && ok;
    if (settle_before(r, *before))
        return;
    struct document *next = *before;
    *before = r->now;
    r->now = next;
}

/* The line about a signal stands before the document or, on stderr, behind it.  Some
 * collect documents into a list. */
static void read_documents(struct job_reader *r)
{
    struct document *before = &r->documents[1];
    r->now = &r->documents[0];
    while (json_seek(&r->s, note_line, r)) {
        enum json_event e = json_next(&r->s);
        if (e == JSON_ARRAY)
            while ((e = json_next(&r->s)) == JSON_OBJECT)
                take_document(r, &before);
        else if (e == JSON_OBJECT)
            take_document(r, &before);
        if (e > JSON_ERROR && e != JSON_OBJECT && e != JSON_CLOSE)
            r->h->ok = diag_error(r->h->dg, json_at(&r->s),
                                  "a value stands where a document of fio should");
    }
    if (r->interrupted && before->there)
        before->run.flags |= UINT32_C(1) << FLAG_INTERRUPTED;
    emit(r, before);
}

static bool read_fio_json(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "fio-json", runs, dg);
    struct feed whole =
        feed_of(raw->source.path, raw->source.bytes, raw->source.length);
    struct arena *scratch = arena_new();
    struct job_reader r = { .h = &h };
    r.s = json_stream_on(raw->feed != NULL ? raw->feed : &whole, scratch, dg);
    r.in = (struct side_reader){ &r.s, &h, scratch };
    r.job = ARENA_NEW(scratch, struct fio_job);
    r.all_clients = ARENA_NEW(scratch, struct fio_job);
    for (size_t i = 0; i < 2; i++)
        r.documents[i].arena = arena_new();
    size_t errors = dg->errors;
    read_documents(&r);
    h.ok = h.ok && dg->errors == errors;
    for (size_t i = 0; i < 2; i++)
        arena_free(r.documents[i].arena);
    arena_free(scratch);
    return harvest_end(&h, "no job in it did any I/O");
}

static bool holds(const char *head, size_t length, const char *word)
{
    return memmem(head, length, word, strlen(word)) != NULL;
}

static struct probe probe_fio_json(const char *head, size_t length)
{
    if (holds(head, length, "\"fio version\""))
        return (struct probe){ PROBE_SURE, "it has the key \"fio version\"" };
    if (holds(head, length, "\"client_stats\"") || holds(head, length, "\"jobname\""))
        return (struct probe){ 70, "it has a key of fio's" };
    return (struct probe){ 0, "the key \"fio version\" is missing" };
}

const struct reader reader_fio_json = {
    .name = "fio-json",
    .summary = "fio --output-format=json or json+, with any text around it",
    .extensions = "json txt log out",
    .streams = true,
    .probe = probe_fio_json,
    .read = read_fio_json,
};
