s/    ceiling: .*/    expect: {queue_depth: 4}/
