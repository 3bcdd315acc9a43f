s/either: \[MB\/s, MiB\/s\]/either: [MB\/s, s]/
