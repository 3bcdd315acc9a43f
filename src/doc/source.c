#include "doc/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/utf8.h"

struct source source_of(const char *path, const char *bytes, size_t length)
{
    return (struct source){ .path = path, .bytes = bytes, .length = length };
}

const char *source_beside(struct arena *a, const char *file, const char *name)
{
    const char *slash = strrchr(file, '/');
    if (slash == NULL || name[0] == '/')
        return arena_strdup(a, name);
    return arena_printf(a, "%.*s/%s", (int)(slash - file), file, name);
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
    char *bytes = arena_bytes(a, size + 1);
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

static bool check_regular(int fd, struct source *src, struct where at, struct diag *dg)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return diag_world(dg, at, "cannot read '%s': %s", src->path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return diag_error(dg, at, "'%s' is %s; name a regular file", src->path,
                          kind_words(st.st_mode));
    src->length = (size_t)st.st_size;
    return true;
}

/* `src->length` bytes of the file that is open. */
static bool read_bytes(struct arena *a, int fd, struct source *src, struct where at,
                       struct diag *dg)
{
    return read_all(a, fd, src->length, src) ||
           diag_world(dg, at, "cannot read '%s': %s", src->path, strerror(errno));
}

static struct where blamed(const struct source *src, struct where at)
{
    return at.file != NULL ? at : (struct where){ .file = src->path };
}

/* O_NONBLOCK: a FIFO without a writer must not hold us up.  -1 after an error. */
static int open_regular(struct source *src, struct where at, struct diag *dg)
{
    int fd = open(src->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR)) {
        diag_error(dg, at, "there is no file '%s'", src->path);
        return -1;
    }
    if (fd < 0) {
        diag_error(dg, at, "cannot open '%s': %s", src->path, strerror(errno));
        return -1;
    }
    if (check_regular(fd, src, at, dg))
        return fd;
    close(fd);
    return -1;
}

bool source_read(struct arena *a, struct source *src, struct where at, struct diag *dg)
{
    at = blamed(src, at);
    int fd = open_regular(src, at, dg);
    if (fd < 0)
        return false;
    size_t limit = src->limit != 0 ? src->limit : SOURCE_MOST;
    bool ok = src->length <= limit ? read_bytes(a, fd, src, at, dg)
                                   : diag_error(dg, at,
                                                "'%s' has %zu bytes; at most %zu are "
                                                "read here",
                                                src->path, src->length, limit);
    close(fd);
    return ok;
}

bool source_head(struct arena *a, struct source *src, struct where at, struct diag *dg)
{
    at = blamed(src, at);
    int fd = open_regular(src, at, dg);
    if (fd < 0)
        return false;
    if (src->length > src->limit)
        src->length = src->limit;
    bool ok = read_bytes(a, fd, src, at, dg);
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

static bool utf16(const struct source *src)
{
    const char *b = src->bytes;
    return src->length >= 2 &&
           (memcmp(b, "\xff\xfe", 2) == 0 || memcmp(b, "\xfe\xff", 2) == 0);
}

bool source_forbids(uint32_t c)
{
    return (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef) ||
           (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || (c >= 0x7f && c < 0xa0);
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
        uint32_t c;
        n = utf8_next(src->bytes + i, src->length - i, &c);
        if (n == 0)
            return diag_error(dg, source_at(src, i),
                              "byte 0x%02x is not UTF-8; save the file as UTF-8",
                              (unsigned char)src->bytes[i]);
        if (c == 0)
            return diag_error(dg, source_at(src, i),
                              "a NUL byte; this is not a text file");
        if (source_forbids(c))
            return diag_error(dg, source_at(src, i),
                              "control character U+%04X; take it out", (unsigned)c);
    }
    return true;
}
