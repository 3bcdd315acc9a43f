s/    ceiling: .*/    expect: {rw: randwrite}/
