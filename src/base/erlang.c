#include "base/erlang.h"

#include <math.h>

/* By its recurrence in the inverse, 1/B(c) = 1 + c/a * 1/B(c-1) (Jagerman 1974), which
 * neither over- nor underflows where B does not. */
double erlang_b(double servers, double load)
{
    double inverse = 1;
    if (!(servers >= 0 && servers <= 1e6) || servers != floor(servers) || !(load >= 0))
        return NAN;
    if (load == 0)
        return servers == 0 ? 1 : 0;
    for (double c = 1; c <= servers && isfinite(inverse); c++)
        inverse = 1 + c / load * inverse;
    return 1 / inverse;
}
