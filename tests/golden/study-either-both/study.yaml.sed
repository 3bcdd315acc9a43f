s/where: {unit: MB\/s}, //
