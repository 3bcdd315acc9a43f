/* What `priceperf diff` compares, opened by its kind. */
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/output.h"
#include "base/share.h"
#include "commands/diff_call.h"
#include "decisions/decide.h"
#include "doc/json.h"
#include "doc/schema.h"
#include "doc/source.h"
#include "doc/yaml.h"
#include "prices/model.h"

static bool open_results(struct edition *e)
{
    const struct doc_node *root =
        json_read(e->arena, e->path, (struct where){ 0 }, e->dg);
    return root != NULL && edition_of_results(e, root);
}

static bool open_study(struct edition *e)
{
    struct study *s = ARENA_NEW(e->arena, struct study);
    struct decision *d = ARENA_NEW(e->arena, struct decision);
    struct decide_options how = { 0 };
    return study_read(e->arena, e->path, s, e->dg) && decide(s, &how, d) &&
           edition_of_decision(e, d);
}

static bool open_model(struct edition *e, const struct doc_node *root)
{
    struct model m;
    if (!model_bind(e->arena, root, e->path, &m, e->dg))
        return false;
    edition_of_model(e, &m);
    return !e->full;
}

static bool open_yaml(struct edition *e)
{
    const struct doc_node *root =
        yaml_read(e->arena, e->path, (struct where){ 0 }, e->dg);
    if (root == NULL || !doc_expect(root, "the file", DOC_WANT_MAPPING, e->dg))
        return false;
    if (doc_get(root, "priceperf") != NULL && doc_get(root, "study") != NULL)
        return open_study(e);
    if (doc_get(root, "priceperf") != NULL && doc_get(root, "prices") != NULL)
        return open_model(e, root);
    return diag_error(e->dg, root->at,
                      "neither a study nor a price model; diff takes two studies, two "
                      "reports (results.json or its folder), one of each, or two price "
                      "models");
}

static bool is_json(struct edition *e, bool *yes)
{
    struct source head = { .path = e->path, .limit = 4096 };
    if (!source_head(e->arena, &head, (struct where){ 0 }, e->dg))
        return false;
    const char *p = head.bytes;
    if (head.length >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        p += 3;
    p += strspn(p, " \t\r\n");
    *yes = *p == '{' || *p == '[';
    return true;
}

bool diff_open(struct command_call *call, const char *path, struct edition *out)
{
    struct diag *own = ARENA_NEW(call->arena, struct diag);
    struct stat st;
    bool json = false;
    *own = diag_on(call->arena);
    *out = (struct edition){ .arena = call->arena, .dg = own, .path = path };
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        out->path = path_join(call->arena, path, OUTPUT_MARK_FILE);
    bool ok = is_json(out, &json) && (json ? open_results(out) : open_yaml(out));
    if (!ok)
        diag_append(call->dg, own, false);
    return ok;
}
