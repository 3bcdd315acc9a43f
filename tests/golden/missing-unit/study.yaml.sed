s/value: 10 TB/value: 10/
