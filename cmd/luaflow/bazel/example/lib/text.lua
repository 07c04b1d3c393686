local made = require "lib.made"
local M = {}
function M.upper(s) return s:upper() end
function M.lower(s) return s:lower() end
function M.answer() return made.answer end
return M
