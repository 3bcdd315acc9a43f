/price_per_iops/d
/iops_per_dollar/d
