s/packed_up/packed_up/
s/\bdisk:/tb1:/
s/price: disk}/price: tb1}/
s/\bpacker: {/R1C1: {/
s/price: packer}/price: R1C1}/
