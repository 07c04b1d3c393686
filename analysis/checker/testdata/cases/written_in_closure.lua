-- Written in a callback, and read nowhere.

local status -- want "`status` is never read, only assigned at line 6" never-read 231 related=6
--    ^^^^^^
on("status", function(s)
  status = s
end)
