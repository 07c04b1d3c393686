goto l
local a
::l return
