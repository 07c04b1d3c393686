-- Functions in fields that may be others, that wait to be replaced, or that do something.

local M = {}

function M.replaced(a) return a, 1 end
if ... then M.replaced = print end
M.replaced(1)

function M.hook(event) return true end
M.hook("start")

function M.stub() end
M.stub()

function M.set(a) M.last = a return a, 1 end
M.set(1)

function M.check(a) return a + 1 end
M.check(...)

function M:describe() return self, 1 end
function M:run() self:describe() end

local N = {}
function N.f(a) return a, 1 end
N[...] = print
N.f(1)

print(M.replaced(1), N)
return { M, N }
