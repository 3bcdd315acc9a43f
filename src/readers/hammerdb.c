/* HammerDB's log: TPROC-C with its result in either order, TPROC-H, the log of a web
 * service or a job as JSON text, and time profiles (hammerdb_profile.c).
 *
 * NOPM, new orders a minute, is what can be compared; TPM is what the database itself
 * counts and means another thing in each.
 */
#include "readers/harvest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "readers/hammerdb.h"

struct job {
    struct harvest h;
    struct hammerdb_profile profile;
    bool failed; /* a virtual user, since the sequence started */
    bool result;
};

static struct probe probe(const char *head, size_t length)
{
    static const char *const signs[] = { "TEST RESULT : System achieved",
                                         "HammerDB CLI",
                                         "Active Virtual Users configured",
                                         "Vuser 1:RUNNING",
                                         "Hammerdb Time Profile Report",
                                         ">>>>> PROC: ",
                                         " query set(s) in " };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (text_contains(head, length, signs[i]))
            return (struct probe){ 85, "has a line of HammerDB's virtual users" };
    if (text_contains(head, length, "|neword|") ||
        text_contains(head, length, "|NEWORD|"))
        return (struct probe){ 60, "has a time profile of new orders" };
    return (struct probe){ 0, "no line of HammerDB's virtual users" };
}

static void close_run(struct job *j)
{
    if (j->failed)
        harvest_flag(&j->h, FLAG_ERRORS);
    harvest_commit(&j->h);
    j->h.duration = 0;
    j->h.flags = 0;
    j->failed = j->result = false;
}

/* A setting of the dictionary, by the end of its name: mysql_count_ware. */
static void setting(struct job *j, const char *name, size_t length, const char *value)
{
    static const struct {
        const char *end, *key;
    } known[] = { { "count_ware", "scale" },
                  { "scale_fact", "scale" },
                  { "num_vu", "clients_asked" },
                  { "num_tpch_threads", "threads" },
                  { "rampup", "ramp_up" },
                  { "duration", NULL },
                  { "driver", "driver" },
                  { "allwarehouse", "all_warehouses" },
                  { "keyandthink", "key_and_think" },
                  { "storage_engine", "storage_engine" } };
    size_t n = strcspn(value, " \t\"");
    if (n == 0)
        return;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t end = strlen(known[i].end);
        if (length < end || strncmp(name + length - end, known[i].end, end) != 0 ||
            (length > end && name[length - end - 1] != '_'))
            continue;
        char *text = arena_strndup(j->h.runs->arena, value, n);
        for (char *p = text; *p != '\0'; p++)
            *p = (char)tolower((unsigned char)*p);
        if (known[i].key == NULL)
            j->h.duration = 60 * strtod(text, NULL);
        else if (strcmp(known[i].key, "ramp_up") == 0)
            harvest_state(&j->h, "ramp_time",
                          arena_printf(j->h.runs->arena, "%s min", text));
        else
            harvest_set(&j->h, known[i].key, text);
        return;
    }
}

/* "Changed tpcc:mysql_num_vu from 1 to 4 for MySQL", "Value 5 for tpcc:pg_rampup is the
 * same", " pg_duration         = 5". */
static void setting_line(struct job *j, const struct line *l)
{
    const char *p = text_begins(l->text, "Changed "), *value = NULL;
    if (p != NULL && (value = strstr(p, " to ")) != NULL) {
        value += 4;
    } else if ((p = text_begins(l->text, "Value ")) != NULL &&
               strstr(p, " for ") != NULL) {
        value = p;
        p = strstr(p, " for ") + 5;
    } else {
        p = text_blanks(l->text);
        value = strstr(p, " = ");
        value = value != NULL ? value + 3 : NULL;
    }
    if (value == NULL)
        return;
    size_t n = strcspn(p, " \t");
    const char *colon = memchr(p, ':', n);
    const char *name = colon != NULL ? colon + 1 : p;
    setting(j, name, n - (size_t)(name - p), text_blanks(value));
}

static bool is_word(const char *p, const char *word)
{
    size_t n = strlen(word);
    return strncmp(p, word, n) == 0 && !isalnum((unsigned char)p[n]);
}

/* "8153 NOPM from 24772 MySQL TPM", "60501 SQL Server TPM at 13207 NOPM". */
static void result_line(struct job *j, const struct line *l, const char *p)
{
    struct harvest *h = &j->h;
    struct figure f;
    const char *end;
    close_run(j);
    while (text_figure(l, p, &f, &end)) {
        const char *q = text_blanks(end), *name = q;
        while (*q != '\0' && !is_word(q, "NOPM") && !is_word(q, "TPM"))
            q++;
        if (*q == '\0')
            break;
        bool nopm = *q == 'N';
        if (!nopm && q > name)
            harvest_word(h, "database",
                         arena_strndup(h->runs->arena, name, (size_t)(q - name) - 1));
        harvest_own(h, "op", nopm ? "new order" : "database transaction");
        if (nopm || f.x > 0)
            harvest_put(h, &f, "throughput", "mean", "1/min");
        harvest_own(h, "op", NULL);
        q += nopm ? 4 : 3;
        q = text_blanks(q);
        p = is_word(q, "from") ? q + 4 : is_word(q, "at") ? q + 2 : q;
    }
    harvest_set(h, "test", "TPROC-C");
    j->result = true;
}

/* "Vuser 1:query 14 completed in 0.795 seconds" */
static bool query_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *p = strstr(l->text, ":query "), *in = strstr(l->text, " completed in ");
    struct figure f;
    const char *after;
    if (p != NULL && in != NULL) {
        harvest_own(h, "op",
                    arena_printf(h->runs->arena, "query %.*s", (int)strcspn(p + 7, " "),
                                 p + 7));
        p = in + 14;
    } else if ((p = strstr(l->text, "Completed ")) != NULL &&
               (in = strstr(p, " query set(s) in ")) != NULL) {
        harvest_own(h, "op", "query set");
        p = in + 17;
    } else if ((p = strstr(l->text, "Geometric mean of query times")) != NULL &&
               (in = strstr(p, " is ")) != NULL) {
        harvest_own(h, "op", "geometric mean of queries");
        if (text_figure(l, in + 4, &f, NULL))
            harvest_put(h, &f, "elapsed", "mean", "s");
        return harvest_own(h, "op", NULL), true;
    } else {
        return false;
    }
    if (!text_figure(l, p, &f, &after) || strncmp(after, " seconds", 8) != 0) {
        if (!l->cut)
            harvest_no_number(h, l, p);
        return harvest_own(h, "op", NULL), true;
    }
    const char *user = strstr(l->text, "Vuser ");
    if (user != NULL)
        harvest_own(
            h, "vuser",
            arena_strndup(h->runs->arena, user + 6, strspn(user + 6, "0123456789")));
    harvest_set(h, "test", "TPROC-H");
    harvest_put(h, &f, "elapsed", "mean", "s");
    harvest_own(h, "vuser", NULL);
    return harvest_own(h, "op", NULL), true;
}

static void read_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *p = text_begins(l->text, "HammerDB CLI v");
    if (p != NULL)
        harvest_tool(h, arena_printf(h->runs->arena, "HammerDB %s", p));
    if (text_begins(l->text, "SEQUENCE STARTED") != NULL ||
        text_begins(l->text, "TEST SEQUENCE STARTED") != NULL)
        close_run(j);
    if ((p = text_begins(l->text, "Database set to")) != NULL)
        harvest_word(h, "database", p);
    p = strstr(l->text, " Active Virtual Users configured");
    if (p != NULL) {
        const char *start = p;
        while (start > l->text && isdigit((unsigned char)start[-1]))
            start--;
        harvest_set(h, "clients",
                    arena_strndup(h->runs->arena, start, (size_t)(p - start)));
    }
    p = text_after(l->text, "TEST RESULT : System achieved");
    if (p != NULL)
        result_line(j, l, p);
    else if (strstr(l->text, ":FINISHED FAILED") != NULL)
        j->failed = true;
    else if (!query_line(j, l) && !hammerdb_profile_line(&j->profile, h, l))
        setting_line(j, l);
}

static bool read_hammerdb(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "hammerdb", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l))
        read_line(&j, &l);
    close_run(&j);
    return harvest_end(&j.h, "no result of a test; was it stopped?");
}

const struct reader reader_hammerdb = {
    .name = "hammerdb",
    .summary = "HammerDB's log, TPROC-C and TPROC-H, and its time profiles",
    .extensions = "log txt json",
    .probe = probe,
    .read = read_hammerdb,
};
