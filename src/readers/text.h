/* text.h - the lines of a text file, and the numbers in them, with their places.
 *
 * Lines end with LF, CR LF or CR; a CR alone (a progress display) parts lines without
 * counting one, so that line numbers are those of an editor.  A BOM is skipped, and so
 * is what captures put before a line: "> ", "[host] out: ", a time as of a pod's log.
 *
 * A file that was cut short may end inside a number.  Nothing tells, so a number that
 * runs up to the end of a file whose last line is not ended is marked `cut`, and
 * harvest.h flags the value as partial.
 */
#ifndef READERS_TEXT_H
#define READERS_TEXT_H

#include "base/buf.h"
#include "base/exact.h"
#include "doc/source.h"

struct line {
    const char *text; /* NUL-terminated, without its end; valid until the next line */
    size_t length;
    struct where at; /* of text[0] */
    bool cut;        /* the file ends behind it, without a line end */
};

struct text {
    const char *next, *end, *line_start;
    const char *path;
    unsigned number; /* of the line that `next` is in */
    struct buf copy;
};

/* False, with an error, where the bytes are UTF-16 or hold a NUL. */
bool text_open(struct text *t, struct arena *a, const struct source *src,
               struct diag *dg);
bool text_line(struct text *t, struct line *out);

/* Behind the first `label` in `text`, and behind blanks and one of ':' and '=' that
 * follow it; NULL where it is not there. */
const char *text_after(const char *text, const char *label);
/* The same where the line begins with it, blanks aside. */
const char *text_begins(const char *text, const char *label);
const char *text_blanks(const char *p); /* behind blanks and tabs */
/* Anywhere in the first `length` bytes, which need not be terminated. */
bool text_contains(const char *bytes, size_t length, const char *word);
/* Splits at blanks into at most `most` words, each terminated; how many. */
size_t text_words(char *text, char **words, size_t most);

struct figure {
    double x;
    struct exact exact; /* where is_exact */
    bool is_exact;
    int places; /* decimal places written */
    bool cut;
    bool given; /* false in a figure that was not read */
    struct where at;
};

/* The number that begins at `p`, in the line, behind blanks.  *after (may be NULL) is
 * behind it.  Taken: "12", "-1.5e3", ".7"; nothing else begins a number, so "nan",
 * "N/A" and "+++++" do not.  A decimal comma, and a number beyond the doubles, are
 * none either. */
bool text_figure(const struct line *l, const char *p, struct figure *out,
                 const char **after);
/* The same with thousands grouped by commas: "56,890.1". */
bool text_grouped(struct arena *a, const struct line *l, const char *p,
                  struct figure *out, const char **after);
/* 2 in "0.25", -3 in "1e3". */
int text_places(const char *number, size_t length);

#endif
