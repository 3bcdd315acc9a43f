s/^prices: rules/price: rules/
