/* zstd -b, and lz4 -b, which prints the same.
 *
 * MB are 10^6 bytes; the ratio is original over compressed.  On a terminal the line is
 * written anew while the figures settle, and in a file all of it stays: the last whole
 * text of a line counts.  Redirected, 1.5 writes the level behind it, alone.
 */
#include "readers/harvest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct job {
    struct harvest h;
    unsigned line; /* that what waits stands on */
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, " -> ") && text_contains(head, length, "MB/s") &&
        text_contains(head, length, "#"))
        return (struct probe){ 55, "has a level's '#', '->' and MB/s" };
    return (struct probe){ 0, "no line with '#', '->' and MB/s" };
}

static void flush(struct job *j)
{
    harvest_commit(&j->h);
    harvest_forget(&j->h);
}

/* The digits (and a minus) before the first '#'. */
static const char *level_of(const char *text, const char **behind)
{
    const char *hash = strchr(text, '#'), *p = hash;
    if (hash == NULL)
        return NULL;
    while (p > text && isdigit((unsigned char)p[-1]))
        p--;
    if (p == hash)
        return NULL;
    *behind = hash + 1;
    return p > text && p[-1] == '-' ? p - 1 : p;
}

/* "(2.884), 542.9 MB/s ,1446.7 MB/s": ratio and two speeds, all of them. */
struct result {
    struct figure original, compressed, ratio, speed[2];
};

/* A comma stands before a speed, not inside it, whatever follows. */
static bool read_result(const struct line *l, const char *arrow, struct result *r)
{
    const char *p = arrow;
    while (p > l->text && p[-1] == ' ')
        p--;
    while (p > l->text && isdigit((unsigned char)p[-1]))
        p--;
    if (!text_figure(l, p, &r->original, NULL) ||
        !text_figure(l, arrow + 2, &r->compressed, &p))
        return false;
    p = text_blanks(p);
    if (*p++ != '(')
        return false;
    if (!text_figure(l, *p == 'x' ? p + 1 : p, &r->ratio, &p) || *p++ != ')')
        return false;
    for (size_t i = 0; i < 2; i++) {
        p += strspn(p, " ,");
        if (!text_figure(l, p, &r->speed[i], &p) ||
            strncmp(text_blanks(p), "MB/s", 4) != 0)
            return false;
        p = text_blanks(p) + 4;
    }
    return true;
}

static void put_result(struct job *j, const struct line *l, const char *arrow)
{
    struct harvest *h = &j->h;
    struct result r;
    if (!read_result(l, arrow, &r) || r.speed[0].x <= 0)
        return;
    harvest_discard(h);
    harvest_own(h, "op", "compress");
    harvest_put(h, &r.speed[0], "bandwidth", "mean", "MB/s");
    harvest_own(h, "op", "decompress");
    if (r.speed[1].x > 0)
        harvest_put(h, &r.speed[1], "bandwidth", "mean", "MB/s");
    harvest_own(h, "op", NULL);
    harvest_own(h, "compressed", "no");
    harvest_put(h, &r.original, "size", "mean", "B");
    harvest_own(h, "compressed", "yes");
    harvest_put(h, &r.compressed, "size", "mean", "B");
    harvest_own(h, "compressed", NULL);
    harvest_put(h, &r.ratio, "ratio", "mean", "");
}

/* The file's name stands between the level, or a spinner's bar, and the colon. */
static void set_file(struct job *j, const char *start, const char *arrow)
{
    const char *colon = arrow;
    while (colon > start && *colon != ':')
        colon--;
    start += strspn(start, " |/-\\");
    size_t n = colon > start ? (size_t)(colon - start) : 0;
    while (n > 0 && start[n - 1] == ' ')
        n--;
    harvest_word(&j->h, "file", arena_strndup(j->h.runs->arena, start, n));
}

static void read_piece(struct job *j, const struct line *l)
{
    if (l->at.line != j->line)
        flush(j);
    j->line = l->at.line;
    const char *behind = l->text, *level = level_of(l->text, &behind);
    const char *arrow = strstr(behind, "->");
    if (level != NULL)
        harvest_setf(&j->h, "level", "%.*s", (int)(behind - 1 - level), level);
    if (arrow == NULL)
        return;
    harvest_set(&j->h, "codec", "zstd");
    set_file(j, behind, arrow);
    put_result(j, l, arrow);
}

static bool read_zstd(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "zstd", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l))
        read_piece(&j, &l);
    flush(&j);
    return harvest_end(&j.h, "no level has both of its speeds");
}

const struct reader reader_zstd = {
    .name = "zstd",
    .summary = "zstd -b",
    .extensions = "txt log",
    .probe = probe,
    .read = read_zstd,
};
