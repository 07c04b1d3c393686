local m = require "a.b" --> (a.b) required read
print(m.f, m.g.h) --> (a.b).f read; (a.b).g read; (a.b).g.h read
m.f = 1 --> (a.b).f written
function m.g() end --> (a.b).g defined written, function of lines 4 to 4, as function m.g()
local ok, maybe = pcall(require, "c") --> (c) required read
if ok then maybe.f() end --> (c).f read
local again
if ok then again = maybe end
again.f() --> (c).f read
require("d").f(require "e") --> (d) required read; (d).f read; (e) required read
local load = require
local renamed = load("f") --> (f) required read
renamed:method() --> (f).method read
local joined = require("g." .. "h")
joined.x() --> (g.h).x read
Util = require "a.b" --> Util defined written; (a.b) required read
local f = m.f --> (a.b).f read
f.deep() --> (a.b).f.deep read
local M = { re = require "a.b", f = m.f, twice = m.f } --> (self).re defined written, is (a.b); (a.b) required read; (self).f defined written, is (a.b).f; (a.b).f read; (self).twice defined written; (a.b).f read
M.twice = nil --> (self).twice written
M.re.x() --> (self).re read; (a.b).x read
M.f.x() --> (self).f read; (self).f.x read
return M
