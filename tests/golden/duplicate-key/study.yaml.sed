s/^horizon:.*/&\
horizon: 4 years/
