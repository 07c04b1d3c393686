goto l
local a
local b
::l::
print(a)
