/* charts.c - every chart, in the order in which charts/ is listed. */
#include "report/chart.h"

#include <string.h>

#define CHARTS(X) \
    X(cost) \
    X(scenarios) \
    X(tornado) \
    X(risk)

#define DECLARE(name) extern const struct chart chart_##name;
#define ENTRY(name)   &chart_##name,
CHARTS(DECLARE)
static const struct chart *const charts[] = { CHARTS(ENTRY) };

const struct chart *chart_at(size_t i)
{
    return i < sizeof charts / sizeof *charts ? charts[i] : NULL;
}

const struct chart *chart_find(const char *name)
{
    for (size_t i = 0; chart_at(i) != NULL; i++)
        if (strcmp(charts[i]->name, name) == 0)
            return charts[i];
    return NULL;
}
