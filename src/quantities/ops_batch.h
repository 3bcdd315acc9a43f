/* ops_batch.h - every op over a block of draws; the rows in ops.c hold these.
 *
 * The same results as point() gives on doubles, bit for bit (tests/quantities holds
 * both equal), with two exceptions by design: `cent` is the identity in draws, and a
 * failure is NaN without words.
 */
#ifndef QUANTITIES_OPS_BATCH_H
#define QUANTITIES_OPS_BATCH_H

struct batch_call;
typedef void op_batch(const struct batch_call *call);

op_batch batch_add, batch_sub, batch_mul, batch_div, batch_pow, batch_neg;
op_batch batch_min, batch_max, batch_sum, batch_if;
op_batch batch_lt, batch_le, batch_gt, batch_ge, batch_eq, batch_ne;
op_batch batch_and, batch_or, batch_not;
op_batch batch_ceil, batch_floor, batch_round, batch_cent;
op_batch batch_exp, batch_ln, batch_sqrt, batch_erlang_b;
op_batch batch_step, batch_line;

#endif
