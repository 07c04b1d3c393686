-- Tabs, and characters of more than one byte in front of a name.

	local _a = "😀" local b = _a -- want "`b` is never used" unused-local
--                       ^
--                 ~~~~~~~~~~~~
local t = {["é"] = 1} for k, v in pairs(t) do print(v) end -- want "`k` is never used" unused-loop-variable
--                         ^
