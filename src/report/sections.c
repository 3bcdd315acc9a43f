/* sections.c - every section of a report, in the order of `priceperf list`. */
#include "report/section.h"

#include <string.h>

#include "report/sections_names.h"

#define SECTIONS(X) \
    X(summary) \
    X(alternatives) \
    X(finance) \
    X(break_even) \
    X(sensitivity) \
    X(risk) \
    X(findings) \
    X(measurements) \
    X(curves) \
    X(sizing) \
    X(bill) \
    X(rules) \
    X(licences) \
    X(assumptions) \
    X(claims) \
    X(sources)

#define DECLARE(name) extern const struct section section_##name;
#define ENTRY(name)   &section_##name,
SECTIONS(DECLARE)
static const struct section *const sections[] = { SECTIONS(ENTRY) };

const struct section *section_at(size_t i)
{
    return i < sizeof sections / sizeof *sections ? sections[i] : NULL;
}

const struct section *section_find(const char *name)
{
    for (size_t i = 0; section_at(i) != NULL; i++)
        if (strcmp(sections[i]->name, name) == 0)
            return sections[i];
    return NULL;
}

size_t section_names_count(void)
{
    return sizeof sections / sizeof *sections;
}

const char *section_name(size_t i)
{
    return sections[i]->name;
}

const struct section *section_numbered(size_t i)
{
    return section_at(i);
}
