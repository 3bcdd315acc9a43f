#include "readers/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

bool text_open(struct text *t, struct arena *a, const struct source *src,
               struct diag *dg)
{
    const char *bytes = src->bytes;
    size_t length = src->length;
    if (length >= 2 &&
        (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0))
        return diag_error(dg, source_at(src, 0),
                          "the file is UTF-16; save it as UTF-8");
    const char *nul = length > 0 ? memchr(bytes, '\0', length) : NULL;
    if (nul != NULL)
        return diag_error(dg, source_at(src, (size_t)(nul - bytes)),
                          "a NUL byte; this is not a text file");
    bool bom = length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0;
    *t = (struct text){ .next = bytes + (bom ? 3 : 0),
                        .end = bytes + length,
                        .line_start = bytes,
                        .path = src->path,
                        .number = 1,
                        .copy = buf_on(a) };
    return true;
}

/* "2024-05-06T07:08:09.123Z " */
static size_t stamp_length(const char *p)
{
    static const char form[] = "dddd-dd-ddTdd:dd:dd";
    size_t n = sizeof form - 1;
    for (size_t i = 0; i < n; i++)
        if (form[i] == 'd' ? p[i] < '0' || p[i] > '9' : p[i] != form[i])
            return 0;
    n += strspn(p + n, ".0123456789");
    n += p[n] == 'Z';
    return p[n] == ' ' ? n + 1 : 0;
}

/* Bytes of what a capture put before the line. */
static size_t prefix_length(const char *text)
{
    const char *p = text;
    while (p[0] == '>' && p[1] == ' ')
        p += 2;
    const char *out = *p == '[' ? strstr(p, "] out: ") : NULL;
    if (out != NULL && out - p < 80)
        p = out + 7;
    p += stamp_length(p);
    return (size_t)(p - text);
}

bool text_line(struct text *t, struct line *out)
{
    if (t->next >= t->end)
        return false;
    const char *start = t->next, *p = start;
    while (p < t->end && *p != '\n' && *p != '\r')
        p++;
    t->copy.length = 0;
    buf_add_n(&t->copy, start, (size_t)(p - start));
    *out = (struct line){ .text = buf_text(&t->copy),
                          .length = (size_t)(p - start),
                          .at = { t->path, t->number,
                                  (unsigned)(start - t->line_start) + 1 },
                          .cut = p == t->end };
    size_t prefix = prefix_length(out->text);
    out->text += prefix;
    out->length -= prefix;
    out->at.column += (unsigned)prefix;
    if (p < t->end && *p == '\r' && p + 1 < t->end && p[1] == '\n')
        p++;
    if (p < t->end && *p == '\n') {
        t->number++;
        t->line_start = p + 1;
    }
    t->next = p < t->end ? p + 1 : p;
    return true;
}

const char *text_blanks(const char *p)
{
    return p + strspn(p, " \t");
}

static const char *behind_sign(const char *p)
{
    p = text_blanks(p);
    return *p == ':' || *p == '=' ? text_blanks(p + 1) : p;
}

const char *text_after(const char *text, const char *label)
{
    const char *p = strstr(text, label);
    return p != NULL ? behind_sign(p + strlen(label)) : NULL;
}

const char *text_begins(const char *text, const char *label)
{
    const char *p = text_blanks(text);
    size_t n = strlen(label);
    return strncmp(p, label, n) == 0 ? behind_sign(p + n) : NULL;
}

bool text_contains(const char *bytes, size_t length, const char *word)
{
    return memmem(bytes, length, word, strlen(word)) != NULL;
}

size_t text_words(char *text, char **words, size_t most)
{
    size_t n = 0;
    for (char *p = text; n < most;) {
        p += strspn(p, " \t");
        if (*p == '\0')
            break;
        words[n++] = p;
        p += strcspn(p, " \t");
        if (*p != '\0')
            *p++ = '\0';
    }
    return n;
}

static size_t digits(const char *p)
{
    return strspn(p, "0123456789");
}

/* Bytes of the number at `p`, 0 where there is none. */
static size_t number_length(const char *p)
{
    const char *start = p;
    p += *p == '-' || *p == '+';
    size_t whole = digits(p);
    p += whole;
    size_t part = *p == '.' ? digits(p + 1) : 0;
    if (whole + part == 0)
        return 0;
    if (part > 0 || (*p == '.' && whole > 0))
        p += 1 + part;
    if (*p == 'e' || *p == 'E') {
        size_t sign = p[1] == '-' || p[1] == '+';
        size_t n = digits(p + 1 + sign);
        p += n > 0 ? 1 + sign + n : 0;
    }
    return (size_t)(p - start);
}

int text_places(const char *number, size_t length)
{
    const char *point = memchr(number, '.', length);
    const char *e = memchr(number, 'e', length);
    if (e == NULL)
        e = memchr(number, 'E', length);
    size_t places = point != NULL ? digits(point + 1) : 0;
    long exponent = e != NULL ? strtol(e + 1, NULL, 10) : 0;
    if (exponent > 400 || exponent < -400)
        exponent = exponent > 0 ? 400 : -400;
    return (int)places - (int)exponent;
}

/* The value of a number of that length; false beyond the doubles. */
static bool value_of(const char *p, size_t length, struct figure *out)
{
    size_t used = 0;
    /* The program never leaves the C locale, so strtod() knows one decimal point. */
    out->x = strtod(p, NULL);
    out->is_exact = exact_parse(p, length, &out->exact, &used) && used == length;
    if (out->is_exact)
        out->x = exact_double(out->exact);
    out->places = text_places(p, length);
    out->given = isfinite(out->x);
    return out->given;
}

static void set_place(const struct line *l, const char *p, const char *end,
                      struct figure *out)
{
    out->at = l->at;
    out->at.column += (unsigned)(p - l->text);
    out->cut = l->cut && end >= l->text + l->length;
}

bool text_figure(const struct line *l, const char *p, struct figure *out,
                 const char **after)
{
    *out = (struct figure){ 0 };
    p = text_blanks(p);
    size_t n = number_length(p);
    bool comma = n > 0 && p[n] == ',' && digits(p + n + 1) > 0;
    if (n == 0 || comma || !value_of(p, n, out)) {
        *out = (struct figure){ 0 };
        return false;
    }
    set_place(l, p, p + n, out);
    if (after != NULL)
        *after = p + n;
    return true;
}

bool text_grouped(struct arena *a, const struct line *l, const char *p,
                  struct figure *out, const char **after)
{
    p = text_blanks(p);
    size_t first = digits(p), n = first;
    struct buf plain = buf_on(a);
    buf_add_n(&plain, p, first);
    while (first >= 1 && first <= 3 && p[n] == ',' && digits(p + n + 1) == 3) {
        buf_add_n(&plain, p + n + 1, 3);
        n += 4;
    }
    if (n == first)
        return text_figure(l, p, out, after);
    size_t rest = p[n] == '.' ? 1 + digits(p + n + 1) : 0;
    buf_add_n(&plain, p + n, rest);
    *out = (struct figure){ 0 };
    const char *text = buf_text(&plain);
    if (!value_of(text, strlen(text), out))
        return false;
    set_place(l, p, p + n + rest, out);
    if (after != NULL)
        *after = p + n + rest;
    return true;
}
