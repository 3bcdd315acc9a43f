s/^stock.*/stock,400/
