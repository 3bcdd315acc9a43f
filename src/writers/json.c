#include "writers/json.h"

#include <string.h>

#include "base/arena.h"
#include "base/output.h"
#include "doc/json.h"

void json_begin_results(struct json_out *out)
{
    json_object(out);
    json_pair_string(out, OUTPUT_MARK_KEY, OUTPUT_MARK " " PRICEPERF_VERSION);
}

bool json_write(struct json_out *out, const char *path, struct diag *dg)
{
    const char *text = json_text(out);
    return output_replace(out->text.arena, path, text, strlen(text), dg);
}

bool json_write_tree(struct arena *a, const struct doc_node *tree, const char *path,
                     struct diag *dg)
{
    struct json_out out = json_on(a);
    json_tree(&out, tree);
    return json_write(&out, path, dg);
}
