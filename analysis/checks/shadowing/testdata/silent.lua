-- Names that are taken again where nothing of the name can be seen.

do local a = 1 end
local a = 2

local function f(p) return p end
local function g(p) return p end

for i = 1, 2 do f(i) end
for i = 1, 2 do g(i) end

if a then local b = 1 f(b) else local b = 2 f(b) end

repeat local c = f() until c
local c = 3

local h = function() local h = 1 return h end -- the outer one is not there yet

local _, x = f()
local _, y = f(function(_) end)

function t:m()
  function self:n() return self end
end

local print = print -- a global is no variable of the text
