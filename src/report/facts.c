#include "report/facts.h"

#include "base/arena.h"

void edition_add(struct edition *e, struct fact f)
{
    if (f.text == NULL || e->full)
        return;
    if (e->count == MOST_FACTS) {
        e->full = true;
        diag_error(e->dg, (struct where){ .file = e->path },
                   "more than %d figures; compare parts of it", MOST_FACTS);
        return;
    }
    e->carries[f.group] = true;
    ARENA_PUSH(e->arena, e->facts, e->count, e->capacity) = f;
}
