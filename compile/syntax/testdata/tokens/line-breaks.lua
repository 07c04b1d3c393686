a
b
c"x\
y\
z" [[
lm
n]] --[[]] -- sd "open"