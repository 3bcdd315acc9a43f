$a\
---\
more: 1
