s/^stock,400/stock,-400/
