/* What a job was asked to do: the options that a measurement keeps. */
#include "readers/fio.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/scan.h"

static const struct {
    const char *name;
    enum fio_option option;
} names[] = {
    { "rw", OPT_RW },
    { "readwrite", OPT_RW },
    { "bs", OPT_BS },
    { "blocksize", OPT_BS },
    { "bsrange", OPT_BSRANGE },
    { "blocksize_range", OPT_BSRANGE },
    { "bssplit", OPT_BSSPLIT },
    { "iodepth", OPT_IODEPTH },
    { "numjobs", OPT_NUMJOBS },
    { "ioengine", OPT_ENGINE },
    { "rwmixread", OPT_MIXREAD },
    { "rwmixwrite", OPT_MIXWRITE },
    { "direct", OPT_DIRECT },
    { "buffered", OPT_BUFFERED },
    { "runtime", OPT_RUNTIME },
    { "ramp_time", OPT_RAMP },
    { "time_based", OPT_TIME_BASED },
    { "size", OPT_SIZE },
    { "rate", OPT_RATE },
    { "rate_iops", OPT_RATE_IOPS },
    { "fsync", OPT_FSYNC },
    { "fdatasync", OPT_FDATASYNC },
    { "sync", OPT_SYNC },
    { "kb_base", OPT_KB_BASE },
};

/* A list of files is parted by colons; "\:" is a colon in a name. */
static unsigned count_files(const char *text, size_t length)
{
    unsigned n = 1;
    for (size_t i = 1; i < length; i++)
        n += text[i] == ':' && text[i - 1] != '\\';
    return n;
}

void fio_option(struct fio_options *o, const char *name, size_t name_length,
                const char *text, size_t length)
{
    if (name_length == 8 && memcmp(name, "filename", 8) == 0)
        o->files += count_files(text, length);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i].name) != name_length ||
            memcmp(names[i].name, name, name_length) != 0)
            continue;
        char *to = o->text[names[i].option];
        size_t n = length < sizeof o->text[0] ? length : sizeof o->text[0] - 1;
        memcpy(to, text, n);
        to[n] = '\0';
        o->given |= UINT32_C(1) << names[i].option;
    }
}

double fio_size(const char *text, bool base_1000)
{
    static const char letters[] = "kmgtp";
    double x;
    size_t n = scan_double(text, strlen(text), &x);
    const char *p = text + n;
    if (n == 0 || x < 0)
        return 0;
    if (*p == '\0')
        return x;
    const char *letter = strchr(letters, *p | 0x20);
    if (letter == NULL)
        return 0;
    bool binary = p[1] == 'i' || p[1] == 'I';
    const char *rest = p + 1 + binary;
    rest += *rest == 'b' || *rest == 'B';
    if (*rest != '\0')
        return 0;
    /* With kb_base=1024, the default, KiB is 1000 and K 1024: fio's manual, "kb_base".
     */
    double base = base_1000 == binary ? 1024 : 1000;
    for (long power = letter - letters; power >= 0; power--)
        x *= base;
    return x;
}

double fio_seconds(const char *text)
{
    static const struct {
        const char *suffix;
        double seconds;
    } suffixes[] = { { "", 1 },      { "s", 1 },       { "m", 60 },    { "h", 3600 },
                     { "d", 86400 }, { "ms", 1e-3 },   { "us", 1e-6 }, { "msec", 1e-3 },
                     { "sec", 1 },   { "usec", 1e-6 }, { "min", 60 } };
    double x;
    size_t n = scan_double(text, strlen(text), &x);
    for (size_t i = 0; n > 0 && i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcasecmp(text + n, suffixes[i].suffix) == 0)
            return x * suffixes[i].seconds;
    return 0;
}

/* "4k,8k,16k" is of reads, writes and trims; a part left out repeats the one before. */
double fio_block_size(const struct fio_options *o, enum fio_op op)
{
    if (o->given >> OPT_BSRANGE & 1 || o->given >> OPT_BSSPLIT & 1)
        return 0;
    if (!(o->given >> OPT_BS & 1))
        return o->known ? 4096 : 0;
    bool base_1000 = strcmp(o->text[OPT_KB_BASE], "1000") == 0;
    char part[sizeof o->text[0]];
    const char *p = o->text[OPT_BS];
    if (op == FIO_MIXED && strchr(p, ',') != NULL)
        return 0;
    double size = 0;
    for (unsigned i = 0; i <= (unsigned)op && i < 3; i++) {
        size_t n = strcspn(p, ",");
        memcpy(part, p, n);
        part[n] = '\0';
        size = n > 0 ? fio_size(part, base_1000) : size;
        if (p[n] == '\0')
            break;
        p += n + 1;
    }
    return size;
}
