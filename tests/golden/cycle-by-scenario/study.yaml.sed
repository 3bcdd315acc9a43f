s/^  twice: .*/  twice: {data: grown}/
s/^  kept: .*/&\
  grown: data * 2/
