/* buf.h - text that grows, in an arena.
 *
 * Start with buf_on(arena); buf_text() is always a terminated string that stays
 * valid, but may be outdated, after the next append.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>

struct arena;

struct buf {
    struct arena *arena;
    char *text;
    size_t length, capacity;
};

struct buf buf_on(struct arena *arena);
void buf_add(struct buf *b, const char *text);
void buf_add_n(struct buf *b, const char *text, size_t length);
void buf_char(struct buf *b, char c);
void buf_printf(struct buf *b, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
const char *buf_text(struct buf *b);

#endif
