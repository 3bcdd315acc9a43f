/* template.h - a report layout: paper, and sections in their order. */
#ifndef REPORT_TEMPLATE_H
#define REPORT_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct diag;
struct section;

struct layout {
    bool letter;
    const struct section *const *sections;
    size_t count;
};

/* `name` without ".yaml"; `folder` is the study's. */
bool layout_read(struct arena *a, const char *folder, const char *name,
                 struct layout *out, struct diag *dg);

#endif
