/* chart.h - charts as plain data, built from a decision.
 *
 * To add one, write report/chart_<name>.c that defines `chart_<name>` and add its row
 * in charts.c; a section may show it, and the report's charts/ folder holds it as PDF,
 * SVG and PNG.
 */
#ifndef REPORT_CHART_H
#define REPORT_CHART_H

#include "report/build.h"
#include "report/plot.h"

struct chart {
    const char *name, *summary;
    /* NULL where the study has nothing to draw. */
    const struct plot *(*build)(const struct maker *m);
};

const struct chart *chart_find(const char *name);
const struct chart *chart_at(size_t i); /* NULL beyond the last */

#endif
