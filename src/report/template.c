#include "report/template.h"

#include "base/arena.h"
#include "base/share.h"
#include "doc/schema.h"
#include "doc/yaml.h"
#include "report/sections_names.h"

enum { VERSION, TEMPLATE, PAPER, SECTIONS, KEYS };
static const struct doc_field fields[] = {
    [VERSION] = { "priceperf", DOC_WANT_TEXT, DOC_REQUIRED },
    [TEMPLATE] = { "template", DOC_WANT_TEXT, DOC_REQUIRED },
    [PAPER] = { "paper", DOC_WANT_TEXT, DOC_OPTIONAL },
    [SECTIONS] = { "sections", DOC_WANT_SEQUENCE, DOC_REQUIRED },
};
static const struct doc_schema schema = DOC_SCHEMA("a template", fields);

static bool read_sections(struct arena *a, const struct doc_node *node,
                          struct layout *out, struct diag *dg)
{
    size_t known = section_names_count(), k;
    const char **names = ARENA_ARRAY(a, known, const char *);
    const struct section **sections =
        ARENA_ARRAY(a, node->count, const struct section *);
    for (size_t i = 0; i < known; i++)
        names[i] = section_name(i);
    for (size_t i = 0; i < node->count; i++) {
        if (!doc_get_choice(doc_at(node, i), names, known, &k, dg))
            return false;
        sections[i] = section_numbered(k);
    }
    out->sections = sections;
    out->count = node->count;
    return true;
}

bool layout_read(struct arena *a, const char *folder, const char *name,
                 struct layout *out, struct diag *dg)
{
    static const char *const papers[] = { "A4", "letter" };
    const char *file = arena_printf(a, "%s.yaml", name);
    const char *path = share_find(a, folder, "templates", file);
    const struct doc_node *v[KEYS];
    long long version;
    size_t paper = 0;
    if (path == NULL)
        return diag_error(dg, (struct where){ .file = file },
                          "no such report template beside the study nor among the "
                          "installed ones");
    const struct doc_node *root = yaml_read(a, path, (struct where){ 0 }, dg);
    if (root == NULL || !doc_bind(&schema, root, v, dg) ||
        !doc_get_int(v[VERSION], 1, 1, &version, dg) ||
        (v[PAPER] != NULL && !doc_get_choice(v[PAPER], papers, 2, &paper, dg)))
        return false;
    out->letter = paper == 1;
    return read_sections(a, v[SECTIONS], out, dg);
}
