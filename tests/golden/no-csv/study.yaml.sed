s/file: sizes.csv/file: sices.csv/
