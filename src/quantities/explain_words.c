#include "quantities/explain_words.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "quantities/op.h"

/* More than anybody writes, fewer than a binary fraction shows. */
enum { WHOLE_DIGITS = 12 };

const char *wording_name(const struct wording *w, node_id id)
{
    const struct node *n = graph_node(w->plan->graph, id);
    return n->name != NULL ? n->name : n->label;
}

static const char *shown(const struct wording *w, double x, struct unit unit,
                         int digits)
{
    return format_quantity(w->arena, x, unit, digits);
}

static bool is_truth(const struct node *n)
{
    static const char *const logic[] = { "and", "or", "not" };
    if (n->kind == NODE_CHECK || (n->kind == NODE_OP && n->op->rule == RULE_COMPARE))
        return true;
    for (size_t i = 0; i < 3 && n->kind == NODE_OP; i++)
        if (n->op == op_find(logic[i]))
            return true;
    return false;
}

const char *wording_value(const struct wording *w, node_id id)
{
    const struct node *n = graph_node(w->plan->graph, id);
    double x = w->values[w->plan->alias[id]].x;
    if (isnan(x))
        return "none";
    if (is_truth(n))
        return x != 0 ? "yes" : "no";
    if (n->kind == NODE_INPUT && x >= 0 && x < (double)n->as.input->choice_count &&
        x == floor(x))
        return n->as.input->choices[(size_t)x];
    return shown(w, x, n->unit, w->digits);
}

/* How strongly the words of a node hold together; what is written out inside stronger
 * words is bracketed. */
static int op_strength(const struct op *op)
{
    static const struct {
        const char *op;
        int strength;
    } signs[] = { { "add", 3 }, { "sub", 3 }, { "mul", 4 }, { "div", 4 },
                  { "neg", 4 }, { "pow", 5 }, { "lt", 2 },  { "le", 2 },
                  { "gt", 2 },  { "ge", 2 },  { "eq", 2 },  { "ne", 2 } };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (op == op_find(signs[i].op))
            return signs[i].strength;
    return 1;
}

static const char *argument(const struct wording *w, node_id user, unsigned i)
{
    const struct node *n = graph_node(w->plan->graph, user);
    node_id id = n->args[i];
    if (wording_name(w, id) != NULL)
        return wording_name(w, id);
    const char *text = wording_of(w, id);
    const struct node *part = graph_node(w->plan->graph, id);
    if (part->kind != NODE_OP)
        return text;
    int own = op_strength(n->op), inner = op_strength(part->op);
    bool last_of_chain = i == 1 && own == inner && own >= 3;
    if (n->arg_count > 2 || (own == 1 && n->arg_count == 2))
        return text; /* in a list or a sentence */
    return inner < own || last_of_chain || own == 1
               ? arena_printf(w->arena, "(%s)", text)
               : text;
}

/* "%1 + %2", "the sum of %*" */
static const char *op_words(const struct wording *w, node_id id)
{
    const struct node *n = graph_node(w->plan->graph, id);
    if (n->arg_count == 1 && strstr(n->op->words, "%*") != NULL)
        return argument(w, id, 0); /* the sum of one is that one */
    struct buf b = buf_on(w->arena);
    for (const char *p = n->op->words; *p != '\0'; p++) {
        if (*p != '%') {
            buf_char(&b, *p);
            continue;
        }
        p++;
        for (unsigned i = 0; *p == '*' && i < n->arg_count; i++) {
            const char *joint = i == 0 ? "" : i + 1 == n->arg_count ? " and " : ", ";
            buf_printf(&b, "%s%s", joint, argument(w, id, i));
        }
        if (*p >= '1' && *p <= '9' && (unsigned)(*p - '1') < n->arg_count)
            buf_add(&b, argument(w, id, (unsigned)(*p - '1')));
    }
    return buf_text(&b);
}

static const char *name_or_words(const struct wording *w, node_id id)
{
    const char *name = wording_name(w, id);
    return name != NULL ? name : wording_of(w, id);
}

static const char *solve_words(const struct wording *w, const struct solve *s)
{
    const struct unit unit = graph_node(w->plan->graph, s->variable)->unit;
    return arena_printf(w->arena, "the %s from %s to %s at which %s is %s",
                        name_or_words(w, s->variable),
                        shown(w, s->lo.x, unit, w->digits),
                        shown(w, s->hi.x, unit, w->digits), name_or_words(w, s->target),
                        s->aim == SOLVE_LEAST ? "least" : "zero");
}

static const char *input_words(const struct wording *w, node_id id)
{
    const char *scenario = w->plan->scenario->id;
    if (w->plan->alias[id] != id)
        return arena_printf(w->arena, "%s, in scenario '%s'",
                            name_or_words(w, w->plan->alias[id]), scenario);
    if (w->plan->fixed[id] != NULL)
        return arena_printf(w->arena, "set in scenario '%s'", scenario);
    const struct pedigree *p = &graph_node(w->plan->graph, id)->as.input->pedigree;
    return p->source != NULL ? arena_printf(w->arena, "input: %s", p->source) : "input";
}

const char *wording_of(const struct wording *w, node_id id)
{
    const struct node *n = graph_node(w->plan->graph, id);
    switch (n->kind) {
    case NODE_CONST:
        return shown(w, n->as.constant.x, n->unit, WHOLE_DIGITS);
    case NODE_INPUT:
        return input_words(w, id);
    case NODE_MEASURED:
        return arena_printf(w->arena, "%s of %zu measurement%s", n->as.measured->take,
                            n->as.measured->count,
                            n->as.measured->count == 1 ? "" : "s");
    case NODE_TABLE:
        return "a table";
    case NODE_OP:
        return op_words(w, id);
    case NODE_CHECK:
        return name_or_words(w, n->args[0]);
    case NODE_SOLVE:
        return solve_words(w, n->as.solve);
    }
    return "";
}

/* ---- what was binding ---- */

static double value_of(const struct wording *w, node_id id)
{
    return w->values[w->plan->alias[id]].x;
}

static void note(struct buf *out, const char *text)
{
    if (out->length > 0)
        buf_add(out, "; ");
    buf_add(out, text);
}

static void extreme_binding(const struct wording *w, node_id id, struct buf *out)
{
    const struct node *n = graph_node(w->plan->graph, id);
    const char *which = n->op == op_find("min") ? "least" : "greatest";
    for (unsigned i = 0; i < n->arg_count; i++) {
        if (value_of(w, n->args[i]) != value_of(w, id))
            continue;
        note(out, arena_printf(w->arena, "the %s is %s", which,
                               name_or_words(w, n->args[i])));
        return;
    }
}

static void branch_binding(const struct wording *w, node_id id, struct buf *out)
{
    const struct node *n = graph_node(w->plan->graph, id);
    double truth = value_of(w, n->args[0]);
    if (isnan(truth))
        return;
    note(out, arena_printf(w->arena, "%s: %s", truth != 0 ? "holds" : "does not hold",
                           name_or_words(w, n->args[0])));
}

static void table_binding(const struct wording *w, node_id id, struct buf *out)
{
    const struct node *n = graph_node(w->plan->graph, id);
    const struct table *t = graph_node(w->plan->graph, n->args[0])->as.table;
    double x = value_of(w, n->args[1]);
    if (isnan(x))
        return;
    size_t row = table_row(t, x);
    const char *from = shown(w, t->x[row].x, t->x_unit, WHOLE_DIGITS);
    const char *y = shown(w, t->y[row].x, n->unit, WHOLE_DIGITS);
    const char *side = row == 0 && x < t->x[0].x ? "below the row" : "in the row";
    if (n->op == op_find("line") && row + 1 == t->count && t->count > 1)
        side = "beyond the row";
    note(out, arena_printf(w->arena, "%s of %s: %s", side, from, y));
}

void wording_binding(const struct wording *w, node_id id, struct buf *out)
{
    const struct node *n = graph_node(w->plan->graph, id);
    if (n->kind == NODE_INPUT)
        return;
    for (unsigned i = 0; i < n->arg_count; i++)
        if (wording_name(w, n->args[i]) == NULL)
            wording_binding(w, n->args[i], out);
    if (n->kind != NODE_OP)
        return;
    if (n->op->rule == RULE_LOOKUP)
        table_binding(w, id, out);
    else if (n->op->rule == RULE_IF)
        branch_binding(w, id, out);
    else if (n->arg_count > 1 && (n->op == op_find("min") || n->op == op_find("max")))
        extreme_binding(w, id, out);
}
