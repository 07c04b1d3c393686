#!/usr/bin/lua
local y, x = 1, 2 print(y) -- want "`x` is never used" unused-local
--       ^