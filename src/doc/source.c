#include "doc/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

struct source source_of(const char *path, const char *bytes, size_t length)
{
    return (struct source){ .path = path, .bytes = bytes, .length = length };
}

static const char *kind_words(mode_t mode)
{
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISFIFO(mode))
        return "a pipe";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

static bool read_all(struct arena *a, int fd, size_t size, struct source *src)
{
    char *bytes = arena_alloc(a, size + 1);
    size_t n = 0;
    while (n < size) {
        ssize_t got = read(fd, bytes + n, size - n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return false;
        if (got == 0)
            break;
        n += (size_t)got;
    }
    bytes[n] = '\0';
    src->bytes = bytes;
    src->length = n;
    return true;
}

static bool read_open(struct arena *a, int fd, struct source *src, struct where at,
                      struct diag *dg)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return diag_world(dg, at, "cannot read '%s': %s", src->path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return diag_error(dg, at, "'%s' is %s; name a regular file", src->path,
                          kind_words(st.st_mode));
    size_t limit = src->limit != 0 ? src->limit : SOURCE_MOST;
    if ((unsigned long long)st.st_size > limit)
        return diag_error(dg, at, "'%s' has %lld bytes; at most %zu are read here",
                          src->path, (long long)st.st_size, limit);
    if (!read_all(a, fd, (size_t)st.st_size, src))
        return diag_world(dg, at, "cannot read '%s': %s", src->path, strerror(errno));
    return true;
}

bool source_read(struct arena *a, struct source *src, struct where at, struct diag *dg)
{
    if (at.file == NULL)
        at = (struct where){ .file = src->path };
    /* O_NONBLOCK: a FIFO without a writer must not hold us up. */
    int fd = open(src->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return diag_error(dg, at, "there is no file '%s'", src->path);
    if (fd < 0)
        return diag_error(dg, at, "cannot open '%s': %s", src->path, strerror(errno));
    bool ok = read_open(a, fd, src, at, dg);
    close(fd);
    return ok;
}

struct where source_at(const struct source *src, size_t offset)
{
    struct where at = { src->path, 1, 1 };
    for (size_t i = 0; i < offset && i < src->length; i++) {
        char c = src->bytes[i];
        if (c == '\n' || (c == '\r' && src->bytes[i + 1] != '\n')) {
            at.line++;
            at.column = 1;
        } else {
            at.column++;
        }
    }
    return at;
}

static bool continues(const unsigned char *p, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return false;
    return true;
}

size_t utf8_size(const char *text, size_t length)
{
    const unsigned char *p = (const unsigned char *)text;
    if (length == 0)
        return 0;
    if (p[0] < 0x80)
        return 1;
    size_t n = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || n > length || !continues(p, n))
        return 0;
    /* Overlong forms, surrogates, and what lies beyond U+10FFFF. */
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
        (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
        return 0;
    return n;
}

static bool utf16(const struct source *src)
{
    const char *b = src->bytes;
    return src->length >= 2 &&
           (memcmp(b, "\xff\xfe", 2) == 0 || memcmp(b, "\xfe\xff", 2) == 0);
}

static bool is_control(const char *text, size_t size)
{
    unsigned char c = (unsigned char)text[0];
    if (size == 2)
        return c == 0xc2 && (unsigned char)text[1] < 0xa0;
    return size == 1 &&
           ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f);
}

bool source_text(struct source *src, struct diag *dg)
{
    if (utf16(src))
        return diag_error(dg, source_at(src, 0),
                          "the file is UTF-16; save it as UTF-8");
    if (src->length >= 3 && memcmp(src->bytes, "\xef\xbb\xbf", 3) == 0) {
        src->bytes += 3;
        src->length -= 3;
    }
    for (size_t i = 0, n; i < src->length; i += n) {
        n = utf8_size(src->bytes + i, src->length - i);
        unsigned c = (unsigned char)src->bytes[i];
        if (n == 0)
            return diag_error(dg, source_at(src, i),
                              "byte 0x%02x is not UTF-8; save the file as UTF-8", c);
        if (c == 0)
            return diag_error(dg, source_at(src, i),
                              "a NUL byte; this is not a text file");
        if (is_control(src->bytes + i, n))
            return diag_error(dg, source_at(src, i),
                              "control character U+%04X; take it out",
                              n == 2 ? (unsigned char)src->bytes[i + 1] : c);
    }
    return true;
}
