s/^  kept: .*/&\
  odd: data + packer/
