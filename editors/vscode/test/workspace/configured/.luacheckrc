-- A program: the variable is there only if it was run.
local codes = {}
codes[1] = "3" .. "11"
ignore = codes
