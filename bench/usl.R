# Residual bootstrap of the USL fit of bench/usl.c with nls: Rscript bench/usl.R DRAWS REPEATS
args <- as.integer(commandArgs(TRUE))
x <- c(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
y <- c(1012.3, 1935.1, 2790.8, 3655.9, 5211.4, 6480.7, 8611.2, 9874.5, 11532.6, 11693.4,
       11188.1, 10235.2)
refit <- function(y, start)
    nls(y ~ a * x / (1 + s * (x - 1) + k * x * (x - 1)), start = start, weights = 1 / y^2)
f <- refit(y, list(a = 1000, s = 0.03, k = 0.001))
best <- as.list(coef(f))
line <- as.numeric(fitted(f))
rest <- (y - line) / y
rest <- (rest - mean(rest)) * sqrt(12 / 9)
set.seed(1)
for (r in seq_len(args[2])) {
    t <- system.time(for (i in seq_len(args[1])) refit(line + sample(rest, 12, TRUE) * y, best))
    cat(sprintf("%.6f s\n", t[["elapsed"]]))
}
