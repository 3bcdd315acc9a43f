/* sweep_axis.c - the values that an input takes in a sweep. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"
#include "commands/sweep.h"

static bool read_value(struct study *s, node_id input, const char *text,
                       struct where at, struct value *out)
{
    struct override o;
    if (!study_override(s, input, text, at, &o))
        return false;
    if (o.by != NO_NODE)
        return diag_error(s->dg, at, "a value of a sweep is a number with its unit");
    *out = o.value;
    return true;
}

static bool read_year(struct study *s, const char *text, struct where at,
                      struct value *out)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || n < 1 || n > s->horizon)
        return diag_error(s->dg, at,
                          "'%s' is no year from 1 to %u, the study's horizon", text,
                          s->horizon);
    *out = value_of_exact(exact_int((long long)n));
    return true;
}

static bool read_end(struct study *s, const struct sweep_axis *axis, const char *text,
                     struct where at, struct value *out)
{
    return axis->input != NO_NODE ? read_value(s, axis->input, text, at, out)
                                  : read_year(s, text, at, out);
}

static bool read_count(struct study *s, const char *text, struct where at, size_t *out)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    *out = n;
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || n < 2 || n > MOST_POINTS)
        return diag_error(s->dg, at, "'%s' is not a number of points from 2 to %d",
                          text, MOST_POINTS);
    return true;
}

struct range {
    struct value from, to;
    size_t points;
    bool logarithmic;
};

/* To the last digit where both ends are and the steps are even. */
static struct value at_point(const struct range *r, size_t i)
{
    double t = (double)i / (double)(r->points - 1);
    struct exact e, width, share;
    if (i == r->points - 1)
        return r->to;
    if (r->logarithmic)
        return value_of_double(r->from.x * pow(r->to.x / r->from.x, t));
    if (r->from.is_exact && r->to.is_exact &&
        exact_sub(r->to.exact, r->from.exact, &width) &&
        exact_ratio((int128)i, (int128)(r->points - 1), &share) &&
        exact_mul(width, share, &e) && exact_add(r->from.exact, e, &e))
        return value_of_exact(e);
    return value_of_double(r->from.x + t * (r->to.x - r->from.x));
}

static bool keep_years_whole(struct study *s, const struct sweep_axis *axis,
                             struct where at)
{
    for (size_t i = 0; axis->input == NO_NODE && i < axis->count; i++)
        if (axis->values[i].x != floor(axis->values[i].x))
            return diag_error(s->dg, at,
                              "%zu points do not fall on whole years; write for "
                              "example years=1:%u:%u",
                              axis->count, s->horizon, s->horizon);
    return true;
}

/* "A:B:N[:log]" in place. */
static bool read_range(struct study *s, char *text, struct where at,
                       struct sweep_axis *axis)
{
    char *part[4] = { text, NULL, NULL, NULL };
    size_t n = 1;
    struct range r;
    for (char *p = text; *p != '\0' && n < 4; p++)
        if (*p == ':') {
            *p = '\0';
            part[n++] = p + 1;
        }
    if (n < 3)
        return diag_error(s->dg, at,
                          "a sweep has three parts, or values with commas; write for "
                          "example database_size=1 TB:1 PB:13:log or cores=8,16,24");
    r.logarithmic = n == 4 && strcmp(part[3], "log") == 0;
    if (n == 4 && !r.logarithmic)
        return diag_error(s->dg, at, "'%s' is no kind of sweep; write log or nothing",
                          part[3]);
    if (!read_end(s, axis, part[0], at, &r.from) ||
        !read_end(s, axis, part[1], at, &r.to) ||
        !read_count(s, part[2], at, &r.points))
        return false;
    if (r.logarithmic && !(r.from.x > 0 && r.to.x > 0))
        return diag_error(s->dg, at, "a logarithmic sweep begins above 0");
    struct value *values = ARENA_ARRAY(s->arena, r.points, struct value);
    for (size_t i = 0; i < r.points; i++)
        values[i] = at_point(&r, i);
    axis->values = values;
    axis->count = r.points;
    return keep_years_whole(s, axis, at);
}

/* "a,b,c" in place. */
static bool read_list(struct study *s, char *text, struct where at,
                      struct sweep_axis *axis)
{
    struct value *values = NULL;
    size_t capacity = 0;
    for (char *word = text; word != NULL;) {
        struct where here = at;
        char *comma = strchr(word, ',');
        here.column += (unsigned)(word - text);
        if (comma != NULL)
            *comma = '\0';
        struct value *v = &ARENA_PUSH(s->arena, values, axis->count, capacity);
        if (!read_end(s, axis, word, here, v))
            return false;
        word = comma != NULL ? comma + 1 : NULL;
    }
    axis->values = values;
    return true;
}

static bool take_choices(struct study *s, struct sweep_axis *axis)
{
    size_t n = graph_node(s->graph, axis->input)->as.input->choice_count;
    struct value *values = ARENA_ARRAY(s->arena, n, struct value);
    for (size_t i = 0; i < n; i++)
        values[i] = value_of_exact(exact_int((long long)i));
    axis->values = values;
    axis->count = n;
    return true;
}

static bool unknown(struct study *s, const char *name, struct where at)
{
    const char **names = ARENA_ARRAY(s->arena, s->name_count, const char *);
    size_t count = 0;
    for (size_t i = 0; i < s->name_count; i++)
        if (s->names[i].kind == NAME_INPUT)
            names[count++] = s->names[i].name;
    const char *near = nearest(name, names, count);
    return near != NULL
               ? diag_error(s->dg, at, "unknown input '%s'; did you mean '%s'?", name,
                            near)
               : diag_error(s->dg, at, "unknown input '%s'", name);
}

bool sweep_axis_read(struct study *s, const char *text, struct where at,
                     struct sweep_axis *out)
{
    const char *equals = strchr(text, '=');
    size_t length = equals != NULL ? (size_t)(equals - text) : strlen(text);
    const char *name = arena_strndup(s->arena, text, length);
    const struct study_name *n = study_find(s, name);
    bool input = n != NULL && n->kind == NAME_INPUT;
    *out = (struct sweep_axis){ .name = name, .input = input ? n->node : NO_NODE };
    if (length == 0)
        return diag_error(s->dg, at, "'%s' sweeps nothing; write NAME=A:B:N[:log]",
                          text);
    if (!input && (n != NULL || strcmp(name, "years") != 0))
        return unknown(s, name, at);
    bool choices = input && graph_node(s->graph, n->node)->as.input->choices != NULL;
    if (equals == NULL)
        return choices
                   ? take_choices(s, out)
                   : diag_error(s->dg, at,
                                "'%s' sweeps nothing; write NAME=A:B:N[:log]", text);
    at.column += (unsigned)length + 1;
    char *rest = arena_strdup(s->arena, equals + 1);
    if (choices || strchr(rest, ',') != NULL)
        return read_list(s, rest, at, out);
    return read_range(s, rest, at, out);
}
