#include "writers/text_wrap.h"

#include <stdbool.h>
#include <string.h>

#include <glib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "report/document.h"

static size_t char_width(const char *s)
{
    gunichar c = g_utf8_get_char(s);
    return g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
}

size_t text_width(const char *text)
{
    size_t width = 0;
    for (const char *s = text; *s; s = g_utf8_next_char(s))
        width += char_width(s);
    return width;
}

static size_t width_of(const char *s, size_t bytes)
{
    size_t width = 0;
    for (const char *end = s + bytes; s < end; s = g_utf8_next_char(s))
        width += char_width(s);
    return width;
}

size_t text_longest_word(const char *text)
{
    size_t most = 0;
    for (const char *s = text; *s;) {
        size_t n = strcspn(s, " \n");
        size_t width = width_of(s, n);
        most = width > most ? width : most;
        s += n + (s[n] != '\0');
    }
    return most;
}

/* Bytes of the line that begins at `s`, and of what follows it up to the next. */
static size_t line_end(const char *s, size_t width, size_t *next)
{
    size_t used = 0, at = 0, fit = 0;
    for (;;) {
        size_t word = strcspn(s + at, " \n"), columns = width_of(s + at, word);
        if (used + columns > width)
            break;
        used += columns;
        at += word;
        fit = at;
        if (s[at] != ' ')
            break;
        used++;
        at++;
    }
    if (fit == 0 && s[0] != '\0' && s[0] != '\n' && s[0] != ' ') {
        size_t columns = 0; /* a word that is wider than the line */
        while (s[fit] && s[fit] != ' ' &&
               (fit == 0 || columns + char_width(s + fit) <= width)) {
            columns += char_width(s + fit);
            fit = (size_t)(g_utf8_next_char(s + fit) - s);
        }
    }
    *next = fit;
    while (s[*next] == ' ')
        (*next)++;
    if (s[*next] == '\n')
        (*next)++;
    return fit;
}

/* Unbreakable blanks have done their work once the lines are chosen. */
static const char *plain_blanks(struct arena *a, const char *line, size_t length)
{
    struct buf b = buf_on(a);
    for (const char *s = line, *end = line + length; s < end;) {
        bool wide = strncmp(s, "\xc2\xa0", 2) == 0;
        bool thin = strncmp(s, "\xe2\x80\xaf", 3) == 0;
        buf_char(&b, wide || thin ? ' ' : *s);
        s += wide ? 2 : thin ? 3 : 1;
    }
    return buf_text(&b);
}

struct text_lines text_wrap(struct arena *a, const char *text, size_t width)
{
    struct text_lines lines = { 0 };
    do {
        size_t next;
        size_t n = line_end(text, width > 0 ? width : 1, &next);
        ARENA_PUSH(a, lines.items, lines.count, lines.capacity) =
            plain_blanks(a, text, n);
        text += next;
    } while (*text);
    return lines;
}

const char *text_plain(struct arena *a, const char *text)
{
    struct buf b = buf_on(a);
    char *valid = g_utf8_make_valid(text ? text : "", -1);
    for (const char *s = valid; *s; s++) {
        if (*s == TEXT_GOTO[0]) {
            const char *to = strchr(s, TEXT_TO[0]);
            s = to ? to : s;
        } else if ((unsigned char)*s >= ' ' || *s == '\n') {
            buf_char(&b, *s);
        } else if (*s == '\t') {
            buf_char(&b, ' ');
        }
    }
    g_free(valid);
    return buf_text(&b);
}

void text_repeat(FILE *to, const char *what, size_t times)
{
    for (size_t i = 0; i < times; i++)
        fputs(what, to);
}

void text_pad(FILE *to, size_t columns)
{
    text_repeat(to, " ", columns);
}

void text_put(FILE *to, struct arena *a, const char *text, struct text_place place)
{
    size_t indent = text_width(place.first);
    size_t width = place.width > indent + 8 ? place.width - indent : 8;
    struct text_lines lines = text_wrap(a, text_plain(a, text), width);
    for (size_t i = 0; i < lines.count; i++) {
        if (i == 0)
            fputs(place.first, to);
        else if (lines.items[i][0])
            text_pad(to, indent);
        fprintf(to, "%s\n", lines.items[i]);
    }
}
