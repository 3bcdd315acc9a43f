s|^  kept: .*|  kept: {formula: max(packed, plain) / plain}|
