#include "report/results_basis.h"

#include "doc/json.h"
#include "measure/runs.h"

static void input(struct json_out *j, const struct study *s,
                  const struct study_name *name)
{
    const struct node *n = graph_node(s->graph, name->node);
    const struct input *in = n->as.input;
    json_object(j);
    json_pair_string(j, "name", n->name);
    json_pair_number(j, "value", in->value.x / n->unit.factor);
    json_pair_string(j, "unit", n->unit.text);
    if (in->choices != NULL)
        json_pair_string(j, "choice", in->choices[(size_t)in->value.x]);
    json_pair_string(j, "source", in->pedigree.source);
    json_pair_string(j, "as_of", in->pedigree.as_of);
    json_pair_string(j, "confidence", in->pedigree.confidence);
    json_pair_string(j, "owner", in->pedigree.owner);
    json_pair_string(j, "help", in->pedigree.help);
    if (in->distribution.shape != SHAPE_NONE)
        json_pair_string(j, "spread_source", in->distribution.source);
    json_end(j);
}

static void file(struct json_out *j, const char *path, const char *sha256,
                 const char *format, size_t measurements)
{
    json_line(j);
    json_object(j);
    json_pair_string(j, "path", path);
    json_pair_string(j, "sha256", sha256);
    json_pair_string(j, "format", format);
    json_key(j, "measurements");
    json_int(j, (long long)measurements);
    json_end(j);
}

void results_basis(struct json_out *j, const struct study *s)
{
    json_key(j, "inputs");
    json_array(j);
    for (size_t i = 0; i < s->name_count; i++)
        if (s->names[i].kind == NAME_INPUT)
            input(j, s, &s->names[i]);
    json_end(j);
    json_key(j, "files");
    json_array(j);
    for (size_t i = 0; i < s->runs->file_count; i++) {
        const struct run_file *f = s->runs->files[i];
        file(j, f->path, f->sha256, f->format, f->measurements);
    }
    for (size_t i = 0; i < s->file_count; i++)
        file(j, s->files[i].path, s->files[i].sha256, s->files[i].kind, 0);
    json_end(j);
    json_key(j, "warnings");
    json_array(j);
    for (size_t i = 0; i < s->dg->count; i++)
        if (s->dg->messages[i].level == DIAG_WARNING)
            json_string(j, s->dg->messages[i].text);
    json_end(j);
}
