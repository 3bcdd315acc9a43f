s/    ceiling: .*/    expect: {drives: 14}/
s/parameters: {rw: randread}/parameters: {drives: "{drives}"}/
