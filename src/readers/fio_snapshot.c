/* Whether two reports of the same jobs are two states of one run or two runs. */
#include "readers/fio.h"

#include <math.h>
#include <string.h>

static bool same_group(const struct fio_group *a, const struct fio_group *b)
{
    return a->id == b->id && a->all.jobs == b->all.jobs &&
           strcmp(a->all.name, b->all.name) == 0;
}

/* The groups of `a` are the first ones of `b`. */
static bool begins_with(const struct fio_run *b, const struct fio_run *a)
{
    if (a->count > b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!same_group(a->groups[i], b->groups[i]))
            return false;
    return true;
}

bool fio_run_same(const struct fio_run *a, const struct fio_run *b)
{
    return a->count == b->count && begins_with(b, a);
}

bool fio_run_begins(const struct fio_run *whole, const struct fio_run *part)
{
    if (part->count > whole->count)
        return false;
    for (size_t i = 0; i < part->count; i++) {
        const struct fio_group *w = whole->groups[i], *p = part->groups[i];
        bool last = i + 1 == part->count;
        if (!(last ? w->id == p->id && p->all.jobs <= w->all.jobs : same_group(w, p)))
            return false;
    }
    return true;
}

double fio_run_seconds(const struct fio_run *run)
{
    double most = 0;
    for (size_t i = 0; i < run->count; i++)
        most = fmax(most, run->groups[i]->seconds);
    return most;
}

static bool side_stands(const struct fio_side *a, const struct fio_side *b)
{
    bool same = a->ios == b->ios && a->bytes == b->bytes && a->seconds == b->seconds;
    for (size_t i = 0; i < FIO_STAGES; i++)
        same = same && a->stages[i].mean.x == b->stages[i].mean.x &&
               a->stages[i].stddev.x == b->stages[i].stddev.x;
    return same;
}

static double group_work(const struct fio_group *g)
{
    double sum = 0;
    for (size_t i = 0; i < FIO_OPS; i++)
        sum += g->sides[i].ios + g->sides[i].bytes;
    return sum;
}

static enum fio_growth group_growth(const struct fio_group *a,
                                    const struct fio_group *b)
{
    double first = group_work(a), second = group_work(b);
    bool stands = first > 0;
    if (second < first || b->seconds < a->seconds)
        return FIO_FELL;
    for (size_t i = 0; i < FIO_OPS; i++)
        stands = stands && side_stands(&a->sides[i], &b->sides[i]);
    if (first <= 0 && second > 0 && a->failed == 0)
        return FIO_WENT_ON;
    return stands ? FIO_STOOD : FIO_GREW;
}

enum fio_growth fio_run_growth(const struct fio_run *a, const struct fio_run *b,
                               bool begun)
{
    if (begun ? !begins_with(b, a) || a->count == 0 : !fio_run_same(a, b))
        return FIO_FELL;
    bool stood = false, grew = false, began = a->count < b->count;
    for (size_t i = 0; i < a->count; i++) {
        enum fio_growth one = group_growth(a->groups[i], b->groups[i]);
        if (one == FIO_FELL)
            return one;
        stood = stood || one == FIO_STOOD;
        grew = grew || one == FIO_GREW;
        began = began || one == FIO_WENT_ON;
    }
    return began || (stood && grew) ? FIO_WENT_ON : stood ? FIO_STOOD : FIO_GREW;
}
