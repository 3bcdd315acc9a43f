/* pgbench's log files: of each transaction (--log) or of intervals
 * (--aggregate-interval); times are microseconds.
 *
 * A log is that of one thread, perhaps of a sample of its transactions, and no line
 * says that it is complete: every value is flagged as partial.  The rate of a sampled
 * log is not the rate of the run, so none is taken from a transaction log.
 */
#include "readers/harvest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* A seventh column is the lag behind a rate or, without a rate, the tries of 15 and
 * later; nothing tells which, so one that never passes TRIES is not taken for a lag. */
enum { COLUMNS = 17, EPOCH = 1000000000, TRIES = 100 };

struct row {
    struct figure cell[COLUMNS];
    const char *word; /* instead of the time; NULL: none */
    size_t count;
};

/* Instead of the time of a transaction; the last two with --failures-detailed. */
static const char *word_at(const char *p)
{
    static const char *const words[] = { "skipped", "failed", "serialization",
                                         "deadlock" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]);
        if (strncmp(p, words[i], n) == 0 && p[n] == ' ')
            return words[i];
    }
    return NULL;
}

/* Whole numbers apart by blanks; one word may stand in the third place. */
static bool read_row(const struct line *l, struct row *row)
{
    const char *p = l->text;
    *row = (struct row){ 0 };
    while (*text_blanks(p) != '\0') {
        if (row->count == COLUMNS)
            return false;
        p = text_blanks(p);
        const char *word = row->count == 2 ? word_at(p) : NULL;
        if (word != NULL) {
            row->word = word;
            p += strlen(word);
        } else if (!text_figure(l, p, &row->cell[row->count], &p) ||
                   row->cell[row->count].places > 0) {
            return false;
        }
        row->count++;
    }
    return row->count >= 6;
}

static bool is_aggregate(const struct row *r)
{
    return r->cell[0].x >= EPOCH && r->word == NULL && r->cell[4].x <= r->cell[5].x &&
           r->cell[1].x * r->cell[5].x >= r->cell[2].x;
}

static bool is_transaction(const struct row *r)
{
    return r->cell[0].x >= 0 && r->cell[0].x < 1e6 && r->cell[4].x >= EPOCH &&
           r->cell[5].x >= 0 && r->cell[5].x < 1e6 && r->count <= 8;
}

/* The first line, whole. */
static struct probe probe(const char *head, size_t length)
{
    char copy[256];
    size_t n = length > 0 ? strcspn(head, "\r\n") : 0;
    if (length == 0 || head[0] < '0' || head[0] > '9' || n >= sizeof copy || n > length)
        return (struct probe){ 0, "the first line is no row of whole numbers" };
    memcpy(copy, head, n);
    copy[n] = '\0';
    struct line l = { .text = copy, .length = n };
    struct row row;
    if (!read_row(&l, &row))
        return (struct probe){ 0, "the first line is no row of whole numbers" };
    if (is_aggregate(&row))
        return (struct probe){ 70, "rows of intervals" };
    if (is_transaction(&row))
        return (struct probe){ 70, "rows of transactions" };
    return (struct probe){ 0, "the numbers of the first line are no log of pgbench" };
}

struct sums {
    double *times; /* of transactions, microseconds */
    size_t count, capacity;
    double n, sum, squares, least, most, skipped, failed; /* of intervals or all */
    double lag_n, lag_sum, lag_least, lag_most;
    double first_start, last_start, last_n, first_n;
    size_t rows;
    struct where at;
    bool aggregate;
};

static void add_transaction(struct arena *a, struct sums *s, const struct row *r)
{
    double t = r->cell[2].x;
    bool skipped = r->word != NULL && strcmp(r->word, "skipped") == 0;
    s->skipped += skipped;
    s->failed += r->word != NULL && !skipped;
    if (r->word != NULL)
        return;
    ARENA_PUSH(a, s->times, s->count, s->capacity) = t;
    s->n++;
    s->sum += t;
    s->least = s->n == 1 || t < s->least ? t : s->least;
    s->most = t > s->most ? t : s->most;
    if (r->count == 6)
        return;
    double lag = r->cell[6].x;
    s->lag_n++;
    s->lag_sum += lag;
    s->lag_least = s->lag_n == 1 || lag < s->lag_least ? lag : s->lag_least;
    s->lag_most = lag > s->lag_most ? lag : s->lag_most;
}

static void add_interval(struct sums *s, const struct row *r)
{
    const struct figure *c = r->cell;
    double n = c[1].x;
    if (s->rows == 0)
        s->first_start = c[0].x, s->first_n = n;
    s->last_start = c[0].x;
    s->last_n = n;
    s->least = n > 0 && (s->n == 0 || c[4].x < s->least) ? c[4].x : s->least;
    s->most = c[5].x > s->most ? c[5].x : s->most;
    s->n += n;
    s->sum += c[2].x;
    s->squares += c[3].x;
    if (r->count < 10)
        return;
    s->lag_least =
        n > 0 && (s->lag_n == 0 || c[8].x < s->lag_least) ? c[8].x : s->lag_least;
    s->lag_n += n;
    s->lag_sum += c[6].x;
    s->lag_most = c[9].x > s->lag_most ? c[9].x : s->lag_most;
    s->skipped += r->count > 10 ? c[10].x : 0;
    s->failed += r->count == 15 ? c[13].x + c[14].x : 0;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void put(struct harvest *h, const struct sums *s, double x, const char *metric,
                const char *statistic)
{
    struct figure f = harvest_figure(x, s->at);
    bool is_time = strcmp(metric, "latency") == 0;
    harvest_put(h, &f, metric, statistic, is_time ? "us" : "");
}

static void put_percentiles(struct harvest *h, struct sums *s)
{
    static const struct {
        double share;
        const char *name;
    } ranks[] = {
        { 0.5, "median" }, { 0.95, "p95" }, { 0.99, "p99" }, { 0.999, "p99.9" }
    };
    qsort(s->times, s->count, sizeof *s->times, ascending);
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        /* The nearest rank; share * count may lie a hair above a whole number. */
        double rank = ceil(ranks[i].share * (double)s->count - 1e-9);
        put(h, s, s->times[rank > 1 ? (size_t)rank - 1 : 0], "latency", ranks[i].name);
    }
}

static void put_rate(struct harvest *h, const struct sums *s)
{
    double seconds = s->last_start - s->first_start;
    if (s->rows < 3 || seconds <= 0)
        return;
    /* All intervals are as long as one; the first and the last are cut by the run. */
    double each = seconds / (double)(s->rows - 1);
    double n = s->n - s->first_n - s->last_n;
    struct figure f = harvest_figure(n / (each * (double)(s->rows - 2)), s->at);
    harvest_put(h, &f, "throughput", "mean", "1/s");
}

static double deviation(const struct sums *s)
{
    double mean = s->sum / s->n, squares = 0;
    for (size_t i = 0; i < s->count; i++)
        squares += (s->times[i] - mean) * (s->times[i] - mean);
    if (s->aggregate)
        squares = s->squares - s->sum * mean;
    return sqrt(squares > 0 ? squares / s->n : 0);
}

static void put_all(struct harvest *h, struct sums *s)
{
    h->samples = s->n;
    if (s->n > 0) {
        put(h, s, s->sum / s->n, "latency", "mean");
        put(h, s, deviation(s), "latency", "stddev");
        put(h, s, s->least, "latency", "min");
        put(h, s, s->most, "latency", "max");
        put(h, s, s->n, "count", "count");
    }
    if (s->count > 0)
        put_percentiles(h, s);
    if (s->aggregate)
        put_rate(h, s);
    if (s->skipped > 0) {
        harvest_own(h, "op", "skipped");
        put(h, s, s->skipped, "count", "count");
    }
    if (s->lag_most > (s->aggregate ? 0 : TRIES)) {
        harvest_own(h, "op", "schedule_lag");
        put(h, s, s->lag_sum / s->lag_n, "latency", "mean");
        put(h, s, s->lag_least, "latency", "min");
        put(h, s, s->lag_most, "latency", "max");
        harvest_set(h, "rate_limited", "yes");
    }
    if (s->failed > 0)
        harvest_flag(h, FLAG_ERRORS);
}

static bool read_log(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "pgbench-log", runs, dg);
    struct sums s = { .at = { raw->source.path, 1, 1 } };
    struct text t;
    struct line l;
    struct row row;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l) && dg->errors < DIAG_MOST) {
        if (l.cut || *text_blanks(l.text) == '\0')
            continue;
        bool known = read_row(&l, &row);
        s.aggregate = known && s.rows == 0 ? is_aggregate(&row) : s.aggregate;
        if (known && s.aggregate && is_aggregate(&row))
            add_interval(&s, &row);
        else if (known && !s.aggregate && is_transaction(&row))
            add_transaction(runs->arena, &s, &row);
        else
            h.ok = diag_error(dg, l.at, "this is no row of a pgbench log");
        s.rows++;
    }
    harvest_flag(&h, FLAG_PARTIAL);
    put_all(&h, &s);
    return harvest_end(&h, "the log has no complete row");
}

const struct reader reader_pgbench_log = {
    .name = "pgbench-log",
    .summary = "pgbench's --log and --aggregate-interval files",
    .extensions = "log",
    .probe = probe,
    .read = read_log,
};
