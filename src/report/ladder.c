#include "report/ladder.h"

#include <math.h>

#include "base/arena.h"
#include "quantities/op.h"
#include "report/grid.h"

enum {
    RANGE_FROM = 2, /* rows above the grid */
    RANGE_TO,
    SIDE, /* 1: the first alternative is the cheaper one, -1 the second, 0 neither */
    LOW,
    HIGH,
    GRID = 9,
    BLOCK_COLUMNS = SWEEP_POINTS + LADDER_STEPS,
    FIRST_COLUMN = 3,
};

struct ladder {
    struct book *b;
    const struct break_even_question *q;
    struct sheet *s;
    struct grid grid;
    int *sides;   /* [grid column] */
    double *lows; /* [grid column], base units; of ladder steps */
    double *highs;
    size_t *first;    /* [block]: the sweep's point before the change, or none */
    size_t *scenario; /* [block] */
    size_t blocks;
};

static int side_at(struct ladder *l, size_t scenario, double x)
{
    struct book *b = l->b;
    struct scenario_case c = decide_with(b->s, scenario, l->q->variable, x);
    double p = plan_value(b->g, &c, b->s->alternatives[l->q->a].cost, NULL).x;
    double q = plan_value(b->g, &c, b->s->alternatives[l->q->b].cost, NULL).x;
    if (nearly_equal(p, q))
        return 0;
    return p < q ? 1 : -1;
}

static bool logarithmic(const struct ladder *l)
{
    return l->q->lo.x > 0 && l->q->hi.x / l->q->lo.x > 30;
}

static double sweep_point(const struct ladder *l, size_t i)
{
    double t = (double)i / (SWEEP_POINTS - 1);
    if (!logarithmic(l))
        return l->q->lo.x + (l->q->hi.x - l->q->lo.x) * t;
    return l->q->lo.x * pow(l->q->hi.x / l->q->lo.x, t);
}

static const char *at(const struct ladder *l, uint32_t row, size_t column)
{
    return cell_address(l->b->a, row, (uint16_t)(FIRST_COLUMN + column), true);
}

static const char *row_of_sweep(const struct ladder *l, uint32_t row, size_t block,
                                size_t last)
{
    size_t c = block * BLOCK_COLUMNS;
    return arena_printf(l->b->a, "%s:%s", at(l, row, c), at(l, row, c + last));
}

static const char *sweep_formula(const struct ladder *l, size_t i)
{
    const char *lo = cell_address(l->b->a, RANGE_FROM, 1, true);
    const char *hi = cell_address(l->b->a, RANGE_TO, 1, true);
    if (logarithmic(l))
        return arena_printf(l->b->a, "%s*(%s/%s)^(%zu/%d)", lo, hi, lo, i,
                            SWEEP_POINTS - 1);
    return arena_printf(l->b->a, "%s+(%s-%s)*%zu/%d", lo, hi, lo, i, SWEEP_POINTS - 1);
}

/* Plays the ladder through, as the sheet will. */
static void play(struct ladder *l, size_t block)
{
    size_t c = block * BLOCK_COLUMNS, sc = l->scenario[block];
    l->first[block] = SWEEP_POINTS;
    for (size_t i = 0; i < SWEEP_POINTS; i++)
        l->sides[c + i] = side_at(l, sc, sweep_point(l, i));
    for (size_t i = SWEEP_POINTS - 1; i-- > 0;)
        if (l->sides[c + i] != l->sides[c + i + 1])
            l->first[block] = i;
    bool none = l->first[block] == SWEEP_POINTS;
    double low = none ? l->q->lo.x : sweep_point(l, l->first[block]);
    double high = none ? l->q->hi.x : sweep_point(l, l->first[block] + 1);
    int from = l->sides[c + (none ? 0 : l->first[block])];
    for (size_t k = c + SWEEP_POINTS; k < c + BLOCK_COLUMNS; k++) {
        double x = (low + high) / 2;
        l->lows[k] = low;
        l->highs[k] = high;
        l->sides[k] = side_at(l, sc, x);
        *(l->sides[k] == from ? &low : &high) = x;
    }
}

static void set_columns(struct ladder *l, size_t block)
{
    struct book *b = l->b;
    const char *id = b->s->scenarios[l->scenario[block]].id;
    for (size_t i = 0; i < BLOCK_COLUMNS; i++) {
        size_t k = block * BLOCK_COLUMNS + i;
        struct grid_column *c = &l->grid.columns[k];
        bool sweep = i < SWEEP_POINTS;
        c->title = sweep ? arena_printf(b->a, "%s, point %zu", id, i + 1)
                         : arena_printf(b->a, "%s, step %zu", id, i - SWEEP_POINTS + 1);
        c->scenario = (int)l->scenario[block];
        c->move_count = 1;
        c->moves[0].input = l->q->variable;
        c->moves[0].value = sweep ? sweep_point(l, i) : (l->lows[k] + l->highs[k]) / 2;
        c->moves[0].formula =
            sweep ? sweep_formula(l, i)
                  : arena_printf(b->a, "(%s+%s)/2", at(l, LOW, k), at(l, HIGH, k));
    }
}

static double in_unit_of(const struct ladder *l, double base)
{
    return book_shown(l->b, l->q->variable, base);
}

static void put_sides(struct ladder *l, size_t column)
{
    struct book *b = l->b;
    const char *p = grid_cell(b, &l->grid, b->s->alternatives[l->q->a].cost, column);
    const char *q = grid_cell(b, &l->grid, b->s->alternatives[l->q->b].cost, column);
    put_formula(b, l->s, SIDE, (uint16_t)(FIRST_COLUMN + column),
                arena_printf(b->a, "IF(%s<%s,1,IF(%s>%s,-1,0))", p, q, p, q),
                l->sides[column]);
}

/* Where the sweep changes side first: a number of its points, 0 for nowhere. */
static const char *change_cell(const struct ladder *l, size_t block)
{
    return at(l, HIGH + 1, block * BLOCK_COLUMNS + SWEEP_POINTS);
}

static void put_changes(struct ladder *l, size_t block)
{
    struct book *b = l->b;
    size_t c = block * BLOCK_COLUMNS;
    for (size_t i = 0; i + 1 < SWEEP_POINTS; i++)
        put_formula(b, l->s, HIGH + 1, (uint16_t)(FIRST_COLUMN + c + i),
                    arena_printf(b->a, "IF(%s<>%s,1,0)", at(l, SIDE, c + i),
                                 at(l, SIDE, c + i + 1)),
                    l->sides[c + i] != l->sides[c + i + 1]);
    bool none = l->first[block] == SWEEP_POINTS;
    put_formula(b, l->s, HIGH + 1, (uint16_t)(FIRST_COLUMN + c + SWEEP_POINTS),
                arena_printf(b->a, "IFERROR(MATCH(1,%s,0),0)",
                             row_of_sweep(l, HIGH + 1, block, SWEEP_POINTS - 2)),
                none ? 0 : (double)l->first[block] + 1);
}

static void put_steps(struct ladder *l, size_t block)
{
    struct book *b = l->b;
    size_t c = block * BLOCK_COLUMNS, start = c + SWEEP_POINTS;
    uint32_t x = l->grid.row_of[l->q->variable];
    const char *change = change_cell(l, block);
    const char *from =
        arena_printf(b->a, "INDEX(%s,1,MAX(1,%s))",
                     row_of_sweep(l, SIDE, block, SWEEP_POINTS - 1), change);
    const char *xs = row_of_sweep(l, x, block, SWEEP_POINTS - 1);
    for (size_t k = start; k < c + BLOCK_COLUMNS; k++) {
        uint16_t column = (uint16_t)(FIRST_COLUMN + k);
        const char *low, *high;
        if (k == start) {
            low = arena_printf(b->a, "INDEX(%s,1,MAX(1,%s))", xs, change);
            high = arena_printf(b->a, "INDEX(%s,1,IF(%s=0,%d,%s+1))", xs, change,
                                SWEEP_POINTS, change);
        } else {
            low = arena_printf(b->a, "IF(%s=%s,%s,%s)", at(l, SIDE, k - 1), from,
                               at(l, x, k - 1), at(l, LOW, k - 1));
            high = arena_printf(b->a, "IF(%s=%s,%s,%s)", at(l, SIDE, k - 1), from,
                                at(l, HIGH, k - 1), at(l, x, k - 1));
        }
        put_formula(b, l->s, LOW, column, low, in_unit_of(l, l->lows[k]));
        put_formula(b, l->s, HIGH, column, high, in_unit_of(l, l->highs[k]));
    }
}

/* The last step's upper end: the new side holds there. */
static void put_root(struct ladder *l, size_t block, struct ladder_root *root)
{
    struct book *b = l->b;
    size_t last = (block + 1) * BLOCK_COLUMNS - 1;
    bool none = l->first[block] == SWEEP_POINTS;
    uint16_t column = (uint16_t)(FIRST_COLUMN + block * BLOCK_COLUMNS + SWEEP_POINTS);
    struct cell *c = put_formula(b, l->s, RANGE_FROM, column,
                                 arena_printf(b->a, "IF(%s=0,\"none\",%s)",
                                              change_cell(l, block), at(l, HIGH, last)),
                                 in_unit_of(l, l->highs[last]));
    put_text(
        b, l->s, RANGE_FROM, (uint16_t)(column - 1),
        arena_printf(b->a, "break-even, %s", b->s->scenarios[l->scenario[block]].id),
        LOOK_LABEL);
    c->style.look = LOOK_RESULT;
    if (none)
        c->text = "none";
    root->value = none ? NAN : c->number;
    root->cell = cell_on_sheet(b->a, l->s->name, RANGE_FROM, column);
}

static void put_head(struct ladder *l)
{
    struct book *b = l->b;
    static const char *const words[] = {
        [SIDE] = "cheaper: 1 the first, -1 the second, 0 neither",
        [LOW] = "ladder: from",
        [HIGH] = "ladder: to",
        [HIGH + 1] = "sweep: the side changes behind this point; then the first such",
    };
    const char *unit = graph_node(b->g, l->q->variable)->unit.text;
    double *widths = ARENA_ARRAY(b->a, 3 + l->grid.count, double);
    for (size_t i = 0; i < 3 + l->grid.count; i++)
        widths[i] = i == 0 ? 30 : i == 1 ? 44 : i == 2 ? 10 : 14;
    sheet_widths(b, l->s, widths, 3 + l->grid.count);
    sheet_title(
        b, l->s, l->s->name,
        "A sweep brackets the first change of side, a ladder of bisections closes "
        "in on it. A change and back again between two points is not seen here.");
    for (uint32_t i = RANGE_FROM; i <= RANGE_TO; i++) {
        put_text(b, l->s, i, 0, i == RANGE_FROM ? "searched from" : "to", LOOK_LABEL);
        put_number(b, l->s, i, 1,
                   in_unit_of(l, i == RANGE_FROM ? l->q->lo.x : l->q->hi.x),
                   LOOK_INPUT);
        put_text(b, l->s, i, 2, unit, LOOK_PLAIN);
    }
    for (uint32_t i = SIDE; i <= HIGH + 1; i++)
        put_text(b, l->s, i, 1, words[i], LOOK_LABEL);
    l->s->freeze_column = FIRST_COLUMN;
}

static size_t choose(struct ladder *l, size_t question)
{
    size_t n = 0;
    l->scenario = ARENA_ARRAY(l->b->a, l->b->s->scenario_count, size_t);
    for (size_t i = 0; i < l->b->s->scenario_count; i++) {
        const struct roots *r = &l->b->d->break_evens[question][i].roots;
        if (!r->affine && r->complete)
            l->scenario[n++] = i;
    }
    return n;
}

void ladder_add(struct book *b, size_t question, struct ladder_root *roots)
{
    struct ladder l = { .b = b, .q = &b->s->break_evens[question] };
    l.blocks = choose(&l, question);
    if (l.blocks == 0)
        return;
    size_t n = l.blocks * BLOCK_COLUMNS;
    node_id *targets = ARENA_ARRAY(b->a, 2, node_id);
    l.sides = ARENA_ARRAY(b->a, n, int);
    l.lows = ARENA_ARRAY(b->a, n, double);
    l.highs = ARENA_ARRAY(b->a, n, double);
    l.first = ARENA_ARRAY(b->a, l.blocks, size_t);
    l.s = book_sheet(b, arena_printf(b->a, "Ladder %zu", question + 1), NULL);
    targets[0] = b->s->alternatives[l.q->a].cost;
    targets[1] = b->s->alternatives[l.q->b].cost;
    l.grid = (struct grid){ .sheet = l.s, .row = GRID, .column = FIRST_COLUMN };
    l.grid.columns = ARENA_ARRAY(b->a, n, struct grid_column);
    l.grid.count = n;
    l.grid.targets = targets;
    l.grid.target_count = 2;
    put_head(&l);
    for (size_t i = 0; i < l.blocks; i++) {
        play(&l, i);
        set_columns(&l, i);
    }
    grid_add(b, &l.grid);
    for (size_t k = 0; k < n; k++)
        put_sides(&l, k);
    for (size_t i = 0; i < l.blocks; i++) {
        put_changes(&l, i);
        put_steps(&l, i);
        put_root(&l, i, &roots[l.scenario[i]]);
    }
}
