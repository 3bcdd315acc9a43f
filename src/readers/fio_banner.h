/* fio_banner.h - what fio's normal output says of a job before it runs:
 *
 *     name: (g=0): rw=randread, bs=(R) 4096B-4096B, ..., ioengine=libaio, iodepth=16
 */
#ifndef READERS_FIO_BANNER_H
#define READERS_FIO_BANNER_H

#include "readers/fio.h"

struct fio_banner {
    char name[FIO_JOB];
    long group;
    struct fio_options options;
};

/* `rest` is the ": (g=" in the line. */
struct fio_banner fio_banner_read(const char *line, const char *rest);

/* The first n bytes, as many of them as there is room for. */
void fio_take_name(char to[FIO_JOB], const char *from, size_t n);

/* Bytes in a "MiB" or "kB" behind a number, or in the "Mibit" of unit_base=1; `old`:
 * 2.x, where all are binary.  0: neither. */
double fio_text_bytes(const char *unit, bool old);

#endif
