s/^  packer: .*/&\n  way: {value: x, choices: []}/
