goto x
local a
::x:: ::y:: ;
local b
goto y