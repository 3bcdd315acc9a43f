/* service.h - an item with components: what a cloud sells, priced in one line.
 *
 *     items:
 *       aws/gp3:
 *         label: EBS gp3
 *         components:
 *           capacity: {unit: GB, price: 0.08 USD/GB/month}
 *           iops: {unit: IOPS, free: 3000 IOPS, price: 0.005 USD/IOPS/month}
 *         defaults: {iops: 3000 IOPS}          what a line need not say
 *       aws/io2:
 *         components:
 *           iops:
 *             unit: IOPS
 *             tiers: [{up_to: 32000 IOPS, price: 0.065 USD/IOPS/month}, ...]
 *       aws/m5.xlarge:
 *         components:
 *           on_demand: {meter: instances * use, price: 0.192 USD/instance/h}
 *           upfront: {meter: instances, price: 517 USD/instance, term: 1 year}
 *           hourly: {meter: instances, price: 0.057 USD/instance/h}
 *         readings: {on_demand: {count: [on_demand]}, partial: {count: [upfront,
 * hourly]}}
 *
 * A component is a licence metric whose chain is short: what is counted (`meter`, else
 * its own name), an allowance (`free`), one price or graduated tiers (`per: machine`
 * where each machine has its own), and the term for which an amount is paid at once.
 * `chain:` says any other.  All components count unless there are readings.
 */
#ifndef PRICES_SERVICE_H
#define PRICES_SERVICE_H

#include "prices/model.h"

struct doc_entry;

/* Whether a row of items is one, and the licence that it is. */
bool service_said(const struct doc_node *row);
bool service_read(struct arena *a, const struct model *m, const struct doc_entry *e,
                  struct licence *out, struct diag *dg);

#endif
