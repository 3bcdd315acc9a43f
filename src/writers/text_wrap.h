/* text_wrap.h - text measured and wrapped in columns of a terminal. */
#ifndef WRITERS_TEXT_WRAP_H
#define WRITERS_TEXT_WRAP_H

#include <stddef.h>
#include <stdio.h>

struct arena;

struct text_lines {
    const char **items;
    size_t count, capacity;
};

/* Columns `text` takes: 2 for wide characters, 0 for combining ones. */
size_t text_width(const char *text);
size_t text_longest_word(const char *text);
/* At most `width` (at least 1) columns a line, between words, inside one that is
 * wider; "\n" breaks.  At least one line. */
struct text_lines text_wrap(struct arena *a, const char *text, size_t width);
/* `text` without the control characters of report/document.h, tabs as blanks and
 * invalid UTF-8 replaced; NULL gives "". */
const char *text_plain(struct arena *a, const char *text);

void text_pad(FILE *to, size_t columns);
void text_repeat(FILE *to, const char *what, size_t times);

/* Wrapped; the first line after the text `first`, the others indented as wide. */
struct text_place {
    const char *first;
    size_t width; /* of the whole line */
};
void text_put(FILE *to, struct arena *a, const char *text, struct text_place place);

#endif
