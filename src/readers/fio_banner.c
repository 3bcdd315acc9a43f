#include "readers/fio_banner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"

double fio_text_bytes(const char *unit, bool old)
{
    static const char letters[] = "kmgtp";
    const char *letter = *unit != '\0' ? strchr(letters, *unit | 0x20) : NULL;
    if (letter == NULL)
        return *unit == 'B' ? 1 : strncmp(unit, "bit", 3) == 0 ? 1.0 / 8 : 0;
    double factor = 1;
    for (long i = letter - letters; i >= 0; i--)
        factor *= old || unit[1] == 'i' ? 1024 : 1000;
    return strncmp(unit + 1 + (unit[1] == 'i'), "bit", 3) == 0 ? factor / 8 : factor;
}

void fio_take_name(char to[FIO_JOB], const char *from, size_t n)
{
    if (n > FIO_JOB - 1)
        n = FIO_JOB - 1;
    memcpy(to, from, n);
    to[n] = '\0';
}

static void take_option(struct fio_options *o, const char *line, const char *key,
                        const char *name)
{
    const char *p = strstr(line, key);
    if (p != NULL)
        fio_option(o, name, strlen(name), p + strlen(key),
                   strcspn(p + strlen(key), ", "));
}

/* "(R) 4096B-4096B, (W) 4096B-4096B, ..." and "4K-4K/4K-4K/4K-4K". */
static void take_block_size(struct fio_options *o, const char *line)
{
    const char *p = strstr(line, "bs="), *end = strstr(line, ", ioengine=");
    double size = 0;
    bool differ = false;
    if (p == NULL || end == NULL || end < p)
        return;
    for (const char *q = p + 3; q < end; q++) {
        double x;
        size_t n = q[-1] == '=' || strchr(" -/", q[-1]) != NULL
                       ? scan_double(q, (size_t)(end - q), &x)
                       : 0;
        if (n == 0 || *q == '-')
            continue;
        q += n;
        double factor = fio_text_bytes(q, true);
        x *= factor > 0 ? factor : 1;
        differ = differ || (size > 0 && x != size);
        size = x;
    }
    char text[40];
    int n = snprintf(text, sizeof text, "%.0f", size);
    if (differ)
        fio_option(o, "bsrange", 7, p + 3, (size_t)(end - p - 3));
    else if (size > 0)
        fio_option(o, "bs", 2, text, (size_t)n);
}

struct fio_banner fio_banner_read(const char *line, const char *rest)
{
    struct fio_banner b = { .group = strtol(rest + 5, NULL, 10) };
    fio_take_name(b.name, line, (size_t)(rest - line));
    take_option(&b.options, rest, "rw=", "rw");
    take_option(&b.options, rest, "ioengine=", "ioengine");
    take_option(&b.options, rest, "iodepth=", "iodepth");
    take_block_size(&b.options, rest);
    return b;
}
