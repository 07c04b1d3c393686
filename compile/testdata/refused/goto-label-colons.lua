goto l
local a
::l:: ::