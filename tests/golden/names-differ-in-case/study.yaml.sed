s|^  kept: .*|&\
  Data: kept * 2|
