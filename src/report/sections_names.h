/* sections_names.h - the table of sections for those who need only names. */
#ifndef REPORT_SECTIONS_NAMES_H
#define REPORT_SECTIONS_NAMES_H

#include <stddef.h>

struct section;

size_t section_names_count(void);
const char *section_name(size_t i);
const struct section *section_numbered(size_t i);

#endif
