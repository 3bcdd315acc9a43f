s/^  kept: .*/  kept: wanted * 0.5\
  wanted: kept + 0.1/
