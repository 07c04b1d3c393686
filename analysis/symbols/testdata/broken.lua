local M = {}
M.a = 1 --> {}.a defined written
function M.b( --> {}.b defined written, function of lines 3 to 5, as function M.b(M, c, require)
M.c = require "x"
return M
