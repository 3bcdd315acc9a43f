#include "writers/widths.h"

#include <math.h>

/* d/dw of mass / w^3 is the same for all columns at the optimum, so that w is the
 * fourth root of mass times a common factor, within its bounds. */
static double width_at(const struct width_want *want, double factor)
{
    double w = sqrt(sqrt(want->mass)) * factor;
    return fmax(want->least, fmin(want->natural, w));
}

static void keep_narrow_ones(struct width_want *wants, size_t count, double room)
{
    double share = room / (double)count, sum = 0;
    for (size_t c = 0; c < count; c++)
        sum += wants[c].natural <= share ? wants[c].natural : wants[c].least;
    for (size_t c = 0; c < count && sum <= room; c++)
        if (wants[c].natural <= share)
            wants[c].least = wants[c].natural;
}

void widths_share(struct width_want *wants, size_t count, double room, double *widths)
{
    keep_narrow_ones(wants, count, room);
    double low = 0, high = 1;
    for (int i = 0; i < 200; i++) {
        double middle = i < 60 ? high : (low + high) / 2, sum = 0;
        for (size_t c = 0; c < count; c++)
            sum += width_at(&wants[c], middle);
        if (i < 60 && sum < room)
            high *= 2; /* first find a factor that is too large */
        else if (i < 60)
            i = 59;
        else if (sum > room)
            high = middle;
        else
            low = middle;
    }
    for (size_t c = 0; c < count; c++)
        widths[c] = width_at(&wants[c], low);
}
