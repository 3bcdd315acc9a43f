/* A raw file is opened in one place, because Windows' tools and PowerShell's `>` write
 * UTF-16, which no reader should have to know. */
#include "readers/reader.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "doc/feed.h"

static bool is_utf16(const struct source *src)
{
    return src->length >= 2 && (memcmp(src->bytes, "\xff\xfe", 2) == 0 ||
                                memcmp(src->bytes, "\xfe\xff", 2) == 0);
}

static void add_utf8(struct buf *out, uint32_t c)
{
    if (c < 0x80) {
        buf_char(out, (char)c);
        return;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint32_t first[] = { 0, 0xc0, 0xe0, 0xf0 };
    buf_char(out, (char)(first[more] | c >> 6 * more));
    while (more-- > 0)
        buf_char(out, (char)(0x80 | (c >> 6 * more & 0x3f)));
}

static uint32_t unit_at(const unsigned char *p, bool big)
{
    return big ? (uint32_t)p[0] << 8 | p[1] : (uint32_t)p[1] << 8 | p[0];
}

/* Behind its mark, as UTF-8; false, with the place, at half a character. */
static bool decode(struct arena *a, struct source *src, struct diag *dg)
{
    const unsigned char *p = (const unsigned char *)src->bytes, *end = p + src->length;
    struct buf out = buf_on(a);
    bool big = *p == 0xfe;
    for (p += 2; end - p >= 2; p += 2) {
        uint32_t c = unit_at(p, big);
        uint32_t low = end - p >= 4 ? unit_at(p + 2, big) : 0;
        bool pair = c >= 0xd800 && c < 0xdc00 && low >= 0xdc00 && low < 0xe000;
        if (c >= 0xd800 && c < 0xe000 && !pair)
            break;
        c = pair ? 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00) : c;
        p += pair ? 2 : 0;
        add_utf8(&out, c);
    }
    struct source got = source_of(src->path, buf_text(&out), out.length);
    if (p < end)
        return diag_error(dg, source_at(&got, got.length),
                          "half a character of UTF-16; was the file cut?");
    src->bytes = got.bytes;
    src->length = got.length;
    return true;
}

bool reader_open(struct arena *a, struct raw *raw, struct where at, struct diag *dg)
{
    raw->source.limit = FEED_WINDOW;
    if (!source_head(a, &raw->source, at, dg))
        return false;
    if (!is_utf16(&raw->source))
        return true;
    raw->source.limit = RAW_BYTES;
    if (!source_read(a, &raw->source, at, dg))
        return false;
    raw->size = raw->source.length;
    if (raw->sha256 == NULL) {
        char *sum = arena_alloc(a, SHA256_TEXT);
        sha256_of(raw->source.bytes, raw->source.length, sum);
        raw->sha256 = sum;
    }
    raw->whole = true;
    return decode(a, &raw->source, dg);
}
