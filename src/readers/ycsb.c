/* YCSB's result: "[READ], AverageLatency(us), 202.7".
 *
 * The unit is part of a field's name and may differ from field to field.  Rows with a
 * number in second place are the buckets of a histogram; CLEANUP and garbage
 * collection are no work.  A run at a target rate without intended start times may
 * leave out what should have been waiting: coordinated omission.
 */
#include "readers/harvest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct job {
    struct harvest h;
    bool overall;
    bool nothing;        /* its rate is 0: the run failed */
    const char *section; /* whose operations were counted */
    double operations;
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "[OVERALL], "))
        return (struct probe){ 90, "has an [OVERALL] row" };
    if (text_contains(head, length, "YCSB Client ") ||
        text_contains(head, length, "site.ycsb.Client") ||
        text_contains(head, length, "com.yahoo.ycsb"))
        return (struct probe){ 60, "names YCSB's client" };
    if (text_contains(head, length, "], AverageLatency("))
        return (struct probe){ 60, "has latencies of YCSB" };
    return (struct probe){ 0, "no '[OVERALL], '" };
}

/* "-threads 16 -target 1000 -P workloads/workloada" */
static void command_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    char *words[64], *copy = arena_strdup(h->runs->arena, l->text);
    size_t n = text_words(copy, words, 64);
    for (size_t i = 0; i + 1 < n; i++) {
        const char *slash = strrchr(words[i + 1], '/');
        if (strncmp(words[i + 1], "threadcount=", 12) == 0)
            harvest_set(h, "threads", words[i + 1] + 12);
        else if (strcmp(words[i], "-threads") == 0)
            harvest_set(h, "threads", words[i + 1]);
        else if (strcmp(words[i], "-db") == 0)
            harvest_word(h, "database", words[i + 1]);
        else if (strcmp(words[i], "-P") == 0)
            harvest_word(h, "test", slash != NULL ? slash + 1 : words[i + 1]);
        else if (strcmp(words[i], "-target") == 0 && strtod(words[i + 1], NULL) > 0) {
            harvest_setf(h, "rate", "%s 1/s", words[i + 1]);
            harvest_flag(h, FLAG_OMISSION);
        }
    }
    if (strstr(l->text, "measurement.interval=intended") != NULL ||
        strstr(l->text, "measurement.interval=both") != NULL)
        h->flags &= ~(UINT32_C(1) << FLAG_OMISSION);
}

/* The unit in the brackets of "AverageLatency(us)"; NULL: none known. */
static const char *unit_in(const char *name)
{
    const char *p = strchr(name, '(');
    static const char *const units[] = { "us", "ms", "ns", "s" };
    for (size_t i = 0; p != NULL && i < 4; i++)
        if (strncmp(p + 1, units[i], strlen(units[i])) == 0 &&
            p[1 + strlen(units[i])] == ')')
            return units[i];
    return NULL;
}

static const char *statistic_of(struct arena *a, const char *name)
{
    if (strncmp(name, "AverageLatency", 14) == 0)
        return "mean";
    if (strncmp(name, "MinLatency", 10) == 0)
        return "min";
    if (strncmp(name, "MaxLatency", 10) == 0)
        return "max";
    if (isdigit((unsigned char)*name) && strstr(name, "PercentileLatency") != NULL)
        return harvest_percentile(a, name);
    return NULL;
}

static void overall(struct job *j, const struct line *l, const char *name,
                    const char *value)
{
    struct figure f;
    if (strncmp(name, "RunTime", 7) == 0 && unit_in(name) != NULL) {
        if (text_figure(l, value, &f, NULL) && !f.cut)
            j->h.duration = f.x / (strcmp(unit_in(name), "ms") == 0 ? 1e3 : 1);
        harvest_read(&j->h, l, value, "elapsed", "mean", unit_in(name));
    } else if (strncmp(name, "Throughput(ops/sec)", 19) == 0) {
        harvest_read(&j->h, l, value, "throughput", "mean", "1/s");
        j->overall = text_figure(l, value, &f, NULL) && !f.cut;
        j->nothing = j->overall && f.x == 0;
    }
}

/* "Return=OK, 2498425"; 0 is what OK was in the first versions. */
static void returned(struct job *j, const struct line *l, const char *name,
                     const char *value)
{
    const char *code = name + 7;
    struct figure f;
    if (strncmp(code, "OK", 2) == 0 || strncmp(code, "0,", 2) == 0 ||
        strncmp(code, "BATCHED_OK", 10) == 0 || !text_figure(l, value, &f, NULL) ||
        f.x == 0)
        return;
    harvest_flag(&j->h, FLAG_ERRORS);
    harvest_put(&j->h, &f, "errors", "count", "");
}

static void operation(struct job *j, const struct line *l, const char *name,
                      const char *value)
{
    struct harvest *h = &j->h;
    struct figure f;
    if (strncmp(name, "Operations", 10) == 0) {
        j->operations = text_figure(l, value, &f, NULL) ? f.x : 0;
        harvest_read(h, l, value, "count", "count", "");
        return;
    }
    if (strncmp(name, "Return=", 7) == 0) {
        returned(j, l, name, value);
        return;
    }
    const char *statistic = statistic_of(h->runs->arena, name);
    if (statistic == NULL || unit_in(name) == NULL || j->operations == 0)
        return; /* the mean of nothing is printed as NaN */
    harvest_read(h, l, value, "latency", statistic, unit_in(name));
    struct measurement *m = harvest_last(h);
    if (m != NULL)
        m->samples = j->operations;
}

static void read_line(struct job *j, const struct line *l)
{
    struct arena *a = j->h.runs->arena;
    const char *p = text_blanks(l->text), *end = strstr(p, "], ");
    const char *name = end != NULL ? text_blanks(end + 2) : NULL;
    const char *comma = name != NULL ? strchr(name, ',') : NULL;
    if (*p != '[' || comma == NULL) {
        if (strstr(l->text, "-db ") != NULL || strstr(l->text, "Command line:") != NULL)
            command_line(j, l);
        return;
    }
    char *section = arena_strndup(a, p + 1, (size_t)(end - p) - 1);
    for (char *c = section; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    const char *value = text_blanks(comma + 1);
    if (strcmp(section, "overall") == 0) {
        overall(j, l, name, value);
        return;
    }
    if (strcmp(section, "cleanup") == 0 || strncmp(section, "total_", 6) == 0)
        return;
    if (j->section == NULL || strcmp(j->section, section) != 0)
        j->operations = 0;
    j->section = section;
    bool failed = strstr(section, "-failed") != NULL;
    if (failed)
        harvest_flag(&j->h, FLAG_ERRORS);
    harvest_own(&j->h, "op", section);
    operation(j, l, name, value);
    harvest_own(&j->h, "op", NULL);
}

static void close_run(struct job *j)
{
    if (j->nothing)
        harvest_discard(&j->h);
    harvest_commit(&j->h);
    j->overall = j->nothing = false;
}

static bool read_ycsb(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "ycsb", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l)) {
        const char *p = text_begins(l.text, "YCSB Client ");
        if (p != NULL && *p != '\0')
            harvest_tool(&j.h, arena_printf(runs->arena, "YCSB %s", p));
        if (strstr(l.text, "[OVERALL], RunTime") != NULL && j.overall) {
            close_run(&j);
            harvest_forget(&j.h);
        }
        read_line(&j, &l);
    }
    if (!j.overall)
        harvest_flag(&j.h, FLAG_PARTIAL);
    close_run(&j);
    return harvest_end(&j.h, "no operation was done; did the run die?");
}

const struct reader reader_ycsb = {
    .name = "ycsb",
    .summary = "YCSB's text result",
    .extensions = "txt dat log",
    .probe = probe,
    .read = read_ycsb,
};
