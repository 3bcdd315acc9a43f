#include "prices/array.h"

#include "base/arena.h"

static node_id op(const struct array_job *j, const char *name, node_id a, node_id b)
{
    return graph_op2(j->g, name, a, b, j->need->at, j->dg);
}

static node_id number(const struct array_job *j, unsigned n)
{
    return graph_const(j->g, value_of_exact(exact_int(n)), UNIT_ONE, j->need->at);
}

static node_id up(const struct array_job *j, node_id a)
{
    return graph_op1(j->g, "ceil", a, j->need->at, j->dg);
}

/* a + b, where either may be nothing. */
static node_id plus(const struct array_job *j, node_id a, node_id b)
{
    return a == NO_NODE ? b : b == NO_NODE ? a : op(j, "add", a, b);
}

static node_id scaled(const struct array_job *j, node_id a, unsigned n)
{
    return n == 1 ? a : op(j, "mul", a, number(j, n));
}

static bool add(const struct array_job *j, struct array_size *s, const char *name,
                node_id count)
{
    if (count == NO_NODE)
        return false;
    graph_label(j->g, count, arena_printf(graph_arena(j->g), "count by %s", name));
    s->limits[s->limit_count++] = (struct array_limit){ name, count };
    return true;
}

static bool lacks(const struct array_job *j, const struct hardware *h, const char *what,
                  const char *example)
{
    return diag_error(j->dg, j->need->at,
                      "%s is asked for and '%s' does not say it; add %s to the item",
                      what, h->item->id, example);
}

static bool finish(const struct array_job *j, struct array_size *s)
{
    node_id counts[ARRAY_LIMITS];
    s->count = NO_NODE;
    for (size_t i = 0; i < s->limit_count; i++)
        counts[i] = s->limits[i].count;
    if (s->limit_count == 0)
        return true;
    s->count =
        graph_op(j->g, "max", counts, (unsigned)s->limit_count, j->need->at, j->dg);
    return s->count != NO_NODE;
}

static bool by_capacity(const struct array_job *j, const struct hardware *h,
                        struct array_size *s)
{
    const struct array_need *n = j->need;
    if (n->capacity == NO_NODE && n->raw == NO_NODE)
        return true;
    if (h->capacity == NO_NODE)
        return lacks(j, h, "capacity", "capacity: 300 GB");
    if (n->raw != NO_NODE)
        return add(j, s, "capacity",
                   raid_whole(j->g, j->layout, up(j, op(j, "div", n->raw, h->capacity)),
                              n->at, j->dg));
    node_id each =
        n->fill == NO_NODE ? h->capacity : op(j, "mul", h->capacity, n->fill);
    return add(j, s, "capacity",
               raid_of_data(j->g, j->layout, up(j, op(j, "div", n->capacity, each)),
                            n->at, j->dg));
}

/* Share of one drive's time that the accesses take: how many drives are busy. */
static node_id busy(const struct array_job *j, const struct hardware_rate *r)
{
    const struct array_need *n = j->need;
    node_id sum = NO_NODE;
    if (n->reads != NO_NODE)
        sum = op(j, "div", n->reads, r->read);
    if (n->writes == NO_NODE)
        return sum;
    unsigned reads = raid_reads(j->layout), writes = raid_writes(j->layout);
    if (n->penalty != NO_NODE)
        return plus(j, sum,
                    op(j, "div", op(j, "mul", n->writes, n->penalty), r->write));
    sum = plus(j, sum, op(j, "div", scaled(j, n->writes, writes), r->write));
    return reads == 0
               ? sum
               : plus(j, sum, op(j, "div", scaled(j, n->writes, reads), r->read));
}

static node_id used(const struct array_job *j, node_id busy)
{
    return j->need->use == NO_NODE ? busy : op(j, "div", busy, j->need->use);
}

/* Reads or writes are asked for that the item does not speak of; a write with parity
 * reads too. */
static bool lacks_rate(const struct array_job *j, const struct hardware_rate *r,
                       node_id reads, node_id writes)
{
    bool parity = raid_reads(j->layout) > 0 && j->need->penalty == NO_NODE;
    bool read = reads != NO_NODE || (writes != NO_NODE && parity);
    return (read && r->read == NO_NODE) || (writes != NO_NODE && r->write == NO_NODE);
}

static bool by_iops(const struct array_job *j, const struct hardware *h,
                    struct array_size *s)
{
    if (j->need->reads == NO_NODE && j->need->writes == NO_NODE)
        return true;
    const struct array_need *n = j->need;
    if (lacks_rate(j, &h->iops, n->reads, n->writes))
        return lacks(j, h, "a rate of accesses", "iops: {read: 180, write: 160}");
    node_id drives = up(j, used(j, busy(j, &h->iops)));
    return add(j, s, "iops", raid_whole(j->g, j->layout, drives, n->at, j->dg));
}

static node_id stream(const struct array_job *j, const struct hardware_rate *r,
                      unsigned copies)
{
    const struct array_need *n = j->need;
    node_id sum = NO_NODE;
    if (n->read_bytes != NO_NODE)
        sum = op(j, "div", n->read_bytes, r->read);
    if (n->write_bytes != NO_NODE)
        sum = plus(j, sum, op(j, "div", scaled(j, n->write_bytes, copies), r->write));
    return used(j, sum);
}

static bool by_bandwidth(const struct array_job *j, const struct hardware *h,
                         struct array_size *s)
{
    if (j->need->read_bytes == NO_NODE && j->need->write_bytes == NO_NODE)
        return true;
    if (lacks_rate(j, &h->bandwidth, j->need->read_bytes, j->need->write_bytes))
        return lacks(j, h, "a bandwidth",
                     "bandwidth: {read: 200 MB/s, write: 180 MB/s}");
    node_id n = up(j, stream(j, &h->bandwidth, j->layout->copies));
    return add(j, s, "bandwidth",
               j->layout->parity > 0
                   ? raid_of_data(j->g, j->layout, n, j->need->at, j->dg)
                   : raid_whole(j->g, j->layout, n, j->need->at, j->dg));
}

node_id array_wear(const struct array_job *j)
{
    node_id writes = number(j, raid_writes(j->layout));
    if (j->need->penalty != NO_NODE)
        writes = op(j, "min", writes, j->need->penalty);
    return op(j, "mul", j->need->written, writes);
}

static bool by_endurance(const struct array_job *j, const struct hardware *h,
                         struct array_size *s)
{
    const struct array_need *n = j->need;
    if (n->written == NO_NODE || n->time == NO_NODE || h->endurance == NO_NODE)
        return true;
    node_id all = op(j, "mul", array_wear(j), n->time);
    node_id count = up(j, op(j, "div", all, h->endurance));
    return add(j, s, "endurance", raid_whole(j->g, j->layout, count, n->at, j->dg));
}

bool array_drives(const struct array_job *j, const struct hardware *drive,
                  struct array_size *out)
{
    *out = (struct array_size){ 0 };
    if (!by_capacity(j, drive, out) || !by_iops(j, drive, out) ||
        !by_bandwidth(j, drive, out) || !by_endurance(j, drive, out))
        return false;
    if (out->limit_count > 0 && j->layout->least > 1 &&
        !add(j, out, "layout", number(j, j->layout->least)))
        return false;
    return finish(j, out);
}

/* How many of `h` take `n` things, `each` of them one. */
static bool by_room(const struct array_job *j, const char *name, node_id n,
                    node_id each, struct array_size *s)
{
    if (n == NO_NODE || each == NO_NODE)
        return true;
    return add(j, s, name, up(j, op(j, "div", n, each)));
}

static bool by_least(const struct array_job *j, const struct hardware *h,
                     struct array_size *s)
{
    if (h->least == NO_NODE)
        return true;
    return add(j, s, "least", graph_alias(j->g, h->least, j->need->at, j->dg));
}

bool array_shelves(const struct array_job *j, const struct hardware *shelf,
                   node_id drives, struct array_size *out)
{
    *out = (struct array_size){ 0 };
    if (shelf->drives == NO_NODE)
        return lacks(j, shelf, "how many drives a shelf takes", "drives: 24");
    return by_room(j, "drives", drives, shelf->drives, out) &&
           by_least(j, shelf, out) && finish(j, out);
}

bool array_controllers(const struct array_job *j, const struct hardware *controller,
                       node_id drives, node_id shelves, struct array_size *out)
{
    const struct raid plain = { .copies = 1, .data = 1, .least = 1 };
    const struct array_need *n = j->need;
    struct array_need host = *n;
    host.penalty = NO_NODE;
    const struct array_job at_host = { j->g, j->dg, &plain, &host };
    const struct hardware_rate *rate = &controller->iops,
                               *bytes = &controller->bandwidth;
    *out = (struct array_size){ 0 };
    bool ok = by_room(j, "drives", drives, controller->drives, out) &&
              by_room(j, "shelves", shelves, controller->shelves, out);
    if (ok && (rate->read != NO_NODE || rate->write != NO_NODE) &&
        (n->reads != NO_NODE || n->writes != NO_NODE)) {
        if (lacks_rate(&at_host, rate, n->reads, n->writes))
            return lacks(j, controller, "a rate", "iops: 50000");
        ok = add(j, out, "iops", up(j, used(j, busy(&at_host, rate))));
    }
    if (ok && (bytes->read != NO_NODE || bytes->write != NO_NODE) &&
        (n->read_bytes != NO_NODE || n->write_bytes != NO_NODE)) {
        if (lacks_rate(&at_host, bytes, n->read_bytes, n->write_bytes))
            return lacks(j, controller, "a bandwidth", "bandwidth: 2 GB/s");
        ok = add(j, out, "bandwidth", up(j, stream(&at_host, bytes, 1)));
    }
    if (!ok || !by_least(j, controller, out))
        return false;
    if (out->limit_count == 0)
        return diag_error(j->dg, n->at,
                          "'%s' limits nothing of what it must carry; add drives:, "
                          "shelves:, iops:, bandwidth: or least: to it",
                          controller->item->id);
    return finish(j, out);
}
