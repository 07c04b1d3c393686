const function f()
local f
end
