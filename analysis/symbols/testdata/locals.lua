-- Counts.
local count, limit <const> = 0, 10 --> count:2 defined written, captured by inner functions, said: Counts.; limit:2 defined written, constant, said: Counts.
local later --> later:3 defined, captured by inner functions
local function step(by, ...) --> step:4 defined written, function of lines 4 to 7, as function step(by, ...); by:4 defined written, parameter, in step:4
  count = count + by --> count:2 written; count:2 read; by:4 read
  return function(by) later = by; return count end, ... --> by:6 defined written, parameter; later:3 written; by:6 read; count:2 read
end
for i = 1, limit do step(i) end --> i:8 defined written; limit:2 read; step:4 read; i:8 read
for key, value in pairs({}) do print(key, value) end --> key:9 defined written; value:9 defined written; key:9 read; value:9 read
local f = function() return f end --> f:10 defined written, function of lines 10 to 10, as function f()
function M:method() return self end --> self:11 defined written, self; self:11 read
function M.field(self) local inner = self; return inner end --> self:12 defined written, parameter, in M.field; inner:12 defined written, in M.field; self:12 read; inner:12 read
do local count = count; count = 1 end --> count:13 defined written; count:2 read; count:13 written
local required = require "x" --> required:14 defined written, is (x)
return step, f, required, later --> step:4 read; f:10 read; required:14 read; later:3 read
