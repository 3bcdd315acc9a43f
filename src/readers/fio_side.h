/* fio_side.h - one side of a job in fio's JSON: rates, latencies, percentiles, buckets.
 */
#ifndef READERS_FIO_SIDE_H
#define READERS_FIO_SIDE_H

#include "doc/json_stream.h"
#include "readers/fio.h"

struct side_reader {
    struct json_stream *s;
    struct harvest *h;
    struct arena *scratch;
};

/* What stands behind a key: false after an error in the document. */
bool side_read(struct side_reader *r, struct fio_side *side);
/* A number that is null, no number or out of range is not given. */
bool side_value(struct side_reader *r, struct fio_value *v);
/* x = the number / parts; 0 where it is not given. */
bool side_double(struct side_reader *r, double *x, double parts);
/* Into an object; other values are passed over, and *inside is false. */
bool side_enter(struct side_reader *r, bool *inside);
/* The token's text, cut to size. */
void side_text(const struct json_stream *s, char *to, size_t size);

#endif
