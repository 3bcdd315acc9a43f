#include "writers/svg_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

/* Names in the order of their first use. */
struct names {
    struct arena *arena;
    const char **items;
    size_t count, capacity;
};

static size_t number_of(struct names *names, const char *name, size_t length)
{
    for (size_t i = 0; i < names->count; i++)
        if (strlen(names->items[i]) == length &&
            memcmp(names->items[i], name, length) == 0)
            return i;
    ARENA_PUSH(names->arena, names->items, names->count, names->capacity) =
        arena_strndup(names->arena, name, length);
    return names->count - 1;
}

/* Letters and then digits, up to the end of the name: "surface12", "clip3".  The
 * letters' length, 0 where it is not such a name ("glyph0-1" is stable already). */
static size_t counted_name(const char *s, size_t *length)
{
    size_t letters = 0, n;
    while (isalpha((unsigned char)s[letters]))
        letters++;
    for (n = letters; isdigit((unsigned char)s[n]);)
        n++;
    *length = n;
    bool ends = s[n] == '"' || s[n] == ')' || s[n] == '\'';
    return letters > 0 && n > letters && ends ? letters : 0;
}

static void escaped(struct buf *out, const char *text)
{
    for (; *text; text++)
        if (*text == '<' || *text == '&' || *text == '>')
            buf_add(out, *text == '<' ? "&lt;" : *text == '&' ? "&amp;" : "&gt;");
        else
            buf_char(out, *text);
}

static void element(struct buf *out, const char *name, const char *text)
{
    if (text == NULL || text[0] == '\0')
        return;
    buf_printf(out, "<%s>", name);
    escaped(out, text);
    buf_printf(out, "</%s>\n", name);
}

void svg_settle(struct buf *svg, const char *title, const char *description)
{
    struct names names = { .arena = svg->arena };
    struct buf out = buf_on(svg->arena);
    bool described = false;
    for (const char *s = buf_text(svg); *s;) {
        size_t skip = strncmp(s, "id=\"", 4) == 0 ? 4 : *s == '#';
        size_t length = 0, letters = skip ? counted_name(s + skip, &length) : 0;
        if (letters > 0) {
            buf_add_n(&out, s, skip + letters);
            buf_printf(&out, "%zu", number_of(&names, s + skip, length));
            s += skip + length;
            continue;
        }
        buf_char(&out, *s);
        if (!described && out.length > 5 && *s == '>' && strstr(out.text, "<svg")) {
            buf_char(&out, '\n');
            element(&out, "title", title);
            element(&out, "desc", description);
            described = true;
        }
        s++;
    }
    *svg = out;
}
