/* lzbench: its CSV, its text table, and that table as Markdown.
 *
 * MB are 10^6 bytes.  lzbench's ratio is compressed over original in percent; ours is
 * original over compressed, from the bytes where the file tells both.
 */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { COLUMNS = 24 };

struct job {
    struct harvest h;
    const char *names[COLUMNS]; /* of a CSV */
    size_t count;
    bool original, ratio_first; /* columns of a table */
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "Compressor name,"))
        return (struct probe){ 90, "has the header of lzbench's CSV" };
    if (text_contains(head, length, "Compressor name") &&
        text_contains(head, length, "MB/s"))
        return (struct probe){ 85, "has the header of lzbench's table" };
    return (struct probe){ 0, "no column 'Compressor name'" };
}

/* "zstd 1.5.6 -19": codec, version, level. */
static void set_codec(struct harvest *h, const char *p, size_t length)
{
    struct arena *a = h->runs->arena;
    while (length > 0 && p[length - 1] == ' ')
        length--;
    const char *name = arena_strndup(a, p, length);
    size_t codec = strcspn(name, " ");
    harvest_word(h, "codec", arena_strndup(a, name, codec));
    const char *rest = name + codec + strspn(name + codec, " ");
    size_t version = *rest == '-' ? 0 : strcspn(rest, " ");
    harvest_word(h, "codec_version", arena_strndup(a, rest, version));
    rest += version + strspn(rest + version, " ");
    bool number = *rest == '-' && strspn(rest + 1, "-0123456789") == strlen(rest + 1);
    harvest_set(h, "level", number ? rest + 1 : rest);
}

struct sizes {
    struct figure original, compressed, percent;
};

static void put_sizes(struct harvest *h, const struct sizes *s)
{
    harvest_own(h, "compressed", "no");
    harvest_put(h, &s->original, "size", "mean", "B");
    harvest_own(h, "compressed", "yes");
    harvest_put(h, &s->compressed, "size", "mean", "B");
    harvest_own(h, "compressed", NULL);
    double ratio = 0;
    if (s->original.x > 0 && s->compressed.x > 0)
        ratio = s->original.x / s->compressed.x;
    else if (s->percent.x > 0 && !s->percent.cut)
        ratio = 100 / s->percent.x;
    struct figure f = harvest_figure(ratio, s->percent.at);
    if (ratio > 0 && s->percent.given)
        harvest_put(h, &f, "ratio", "mean", "");
}

static void put_speed(struct harvest *h, const struct line *l, const char *p,
                      const char *op)
{
    struct figure f;
    harvest_own(h, "op", op);
    if (!text_figure(l, p, &f, NULL))
        harvest_no_number(h, l, p);
    else if (f.x > 0) /* not decompressed is missing */
        harvest_put(h, &f, "bandwidth", "mean", "MB/s");
    harvest_own(h, "op", NULL);
}

static void put_time(struct harvest *h, const struct line *l, const char *p,
                     const char *op)
{
    struct figure f;
    harvest_own(h, "op", op);
    if (!text_figure(l, p, &f, NULL))
        harvest_no_number(h, l, p);
    else if (f.x > 0)
        harvest_put(h, &f, "elapsed", "mean", "us");
    harvest_own(h, "op", NULL);
}

/* At most so many cells: the last, a path, may hold commas. */
static size_t split(char *copy, const char **cells, size_t most)
{
    size_t n = 0;
    for (char *p = copy; n < most; p++) {
        cells[n++] = p;
        if (n == most)
            break;
        p += strcspn(p, ",");
        if (*p == '\0')
            break;
        *p = '\0';
    }
    return n;
}

static void csv_cell(struct job *j, const struct line *row, const char *name,
                     const char *cell, struct sizes *s)
{
    struct harvest *h = &j->h;
    struct figure *f = strcmp(name, "Original size") == 0     ? &s->original
                       : strcmp(name, "Compressed size") == 0 ? &s->compressed
                       : strcmp(name, "Ratio") == 0           ? &s->percent
                                                              : NULL;
    if (f != NULL && !text_figure(row, cell, f, NULL))
        harvest_no_number(h, row, cell);
    else if (strcmp(name, "Compression speed") == 0)
        put_speed(h, row, cell, "compress");
    else if (strcmp(name, "Decompression speed") == 0)
        put_speed(h, row, cell, "decompress");
    else if (strncmp(name, "Compression time", 16) == 0)
        put_time(h, row, cell, "compress");
    else if (strncmp(name, "Decompression time", 18) == 0)
        put_time(h, row, cell, "decompress");
    else if (strcmp(name, "Filename") == 0)
        harvest_word(h, "file", cell);
    else if (strcmp(name, "Compressor name") == 0)
        set_codec(h, cell, strlen(cell));
}

static void csv_row(struct job *j, const struct line *l)
{
    char *copy = arena_strdup(j->h.runs->arena, l->text);
    const char *cells[COLUMNS];
    struct line row = *l;
    struct sizes s = { 0 };
    bool header = strncmp(l->text, "Compressor name,", 16) == 0;
    size_t n = split(copy, cells, header || j->count == 0 ? COLUMNS : j->count);
    row.text = copy;
    if (header) {
        memcpy(j->names, cells, sizeof cells);
        j->count = n;
        return;
    }
    if (*text_blanks(l->text) == '\0')
        return;
    if (n != j->count) {
        if (!l->cut)
            j->h.ok =
                diag_error(j->h.dg, l->at,
                           "this row has %zu cells, its header %zu names", n, j->count);
        return;
    }
    harvest_forget(&j->h);
    for (size_t i = 0; i < n; i++)
        csv_cell(j, &row, j->names[i], cells[i], &s);
    put_sizes(&j->h, &s);
    harvest_commit(&j->h);
}

static void table_header(struct job *j, const char *text)
{
    const char *head = strstr(text, "Compressor name ");
    if (head == NULL)
        return;
    const char *ratio = strstr(head, "Ratio");
    const char *speed = strstr(head + 8, "Compress");
    j->original = strstr(head, "Orig. size") != NULL;
    j->ratio_first = ratio != NULL && speed != NULL && ratio < speed;
}

/* Back over one word. */
static const char *word_before(const char *start, const char *p)
{
    while (p > start && p[-1] == ' ')
        p--;
    while (p > start && p[-1] != ' ')
        p--;
    return p;
}

/* "zstd 1.5.6 -1   500 MB/s  1500 MB/s   73421914  34.64 silesia.tar", where bars and
 * stars of Markdown have become blanks. */
static void table_row(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    char *copy = arena_strdup(h->runs->arena, l->text);
    for (char *p = copy; *p != '\0'; p++)
        *p = *p == '|' || *p == '*' || *p == '\t' ? ' ' : *p;
    struct line row = *l;
    row.text = copy;
    const char *first = strstr(copy, " MB/s");
    const char *second = first != NULL ? strstr(first + 5, " MB/s") : NULL, *after;
    /* What could not be decompressed, or came out as something else. */
    const char *failed = first != NULL ? strstr(first, " ERROR") : NULL;
    if (second == NULL && failed == NULL)
        return;
    struct sizes s = { 0 };
    const char *speed = word_before(copy, first), *name = text_blanks(copy);
    const char *end = speed;
    if (j->ratio_first) {
        end = word_before(copy, speed);
        text_figure(&row, end, &s.percent, NULL);
    }
    if (end <= name)
        return;
    harvest_forget(h);
    set_codec(h, name, (size_t)(end - name));
    put_speed(h, &row, speed, "compress");
    if (failed != NULL)
        harvest_flag(h, FLAG_ERRORS);
    else
        put_speed(h, &row, word_before(copy, second), "decompress");
    after = failed != NULL ? failed + 6 : second + 5;
    if ((!j->original || text_figure(&row, after, &s.original, &after)) &&
        text_figure(&row, after, &s.compressed, &after) &&
        text_figure(&row, after, &s.percent, &after)) {
        after = text_blanks(after);
        size_t length = strlen(after);
        while (length > 0 && after[length - 1] == ' ')
            length--;
        harvest_word(h, "file", arena_strndup(h->runs->arena, after, length));
    }
    put_sizes(h, &s);
    harvest_commit(h);
}

static bool read_lzbench(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "lzbench", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l) && dg->errors < DIAG_MOST) {
        const char *p = strstr(l.text, "lzbench ");
        if (p != NULL && strcspn(p + 8, "0123456789") == 0 && j.count == 0)
            harvest_tool(&j.h, arena_printf(runs->arena, "lzbench %.*s",
                                            (int)strcspn(p + 8, " `,"), p + 8));
        table_header(&j, l.text);
        if (j.count > 0 || strncmp(l.text, "Compressor name,", 16) == 0)
            csv_row(&j, &l);
        else
            table_row(&j, &l);
    }
    return harvest_end(&j.h, "the table has no row");
}

const struct reader reader_lzbench = {
    .name = "lzbench",
    .summary = "lzbench's CSV, text and Markdown",
    .extensions = "csv txt md",
    .probe = probe,
    .read = read_lzbench,
};
