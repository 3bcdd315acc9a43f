/* doc_test.h - what the tests of doc/ and readers/ share: the first message of a diag,
 * as "line:column text", compared with what is wanted. */
#ifndef TESTS_DOC_TEST_H
#define TESTS_DOC_TEST_H

#include "check.h"

#include "base/arena.h"
#include "base/diag.h"

/* Message `i` as "line:column: text", or "none". */
static inline const char *message(const struct diag *dg, size_t i)
{
    if (i >= dg->count)
        return "none";
    const struct diag_message *m = &dg->messages[i];
    return arena_printf(dg->arena, "%u:%u: %s", m->at.line, m->at.column, m->text);
}

static inline void check_message(const struct diag *dg, size_t i, const char *want,
                                 const char *input)
{
    const char *got = message(dg, i);
    if (strcmp(got, want) != 0)
        fail_msg("\n input: %s\n   got: %s\n  want: %s", input, got, want);
}

#endif
