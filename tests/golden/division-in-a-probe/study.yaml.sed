s/range: \[1 TB, 1 PB\]/range: [0 TB, 1 PB]/
s/quantity: 1, price: packer/quantity: 1 TB \/ data, price: packer/
/^measured:/,/^$/b
/break_even/a\  - {sensitivity: [data], of: size}
