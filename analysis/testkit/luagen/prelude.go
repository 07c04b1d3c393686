package luagen

// prelude is what programs call:
//
//	emit     prints its arguments, and returns them; what differs between runs or
//	         machines, or only names variables, is not shown
//	tick     true a limited number of times
//	keep     keeps a closure under a number, and run calls it
//	yield    yields if that is possible
//	finalize calls a function when the collector runs next; it makes the object for
//	         that on a stack of its own, of which nothing stays
//	M, M2    have all metamethods, which run closures that were kept
const prelude = `collectgarbage "stop"
%[1]sfuel, depth, kept = 150, 0, {}
%[2]stick() fuel = fuel - 1 return fuel > 0 end
%[2]sshow(v)
  local t = type(v)
  if t == "string" then
    return (v:gsub("^[%%w_./%%-]-:%%d+: ", ""):gsub(" %%b()$", ""):gsub("^bad argument.*", "bad argument"))
  end
  return v ~= v and "nan" or (t == "table" or t == "function" or t == "thread") and t or tostring(v)
end
%[2]semit(...)
  local n = select("#", ...)
  for i = 1, n do io.write(show((select(i, ...))), i < n and " " or "\n") end
  return ...
end
%[2]skeep(i, f) kept[i] = f end
%[2]srun(i)
  if depth > 2 or not tick() or not kept[i] then return end
  depth = depth + 1
  local ok, v = pcall(kept[i], i)
  depth = depth - 1
  return ok and v
end
%[2]syield(v) if coroutine.isyieldable() then return coroutine.yield(v) end return v end
%[2]sfinalize(f)
  coroutine.wrap(function() setmetatable({}, { __gc = function() if tick() then pcall(f) end end }) end)()
end
%[1]sM, M2 = nil, nil
do
  local meta = {}
  for i, name in ipairs { "add", "index", "newindex", "lt", "le", "concat", "unm", "len", "call", "eq", "band", "idiv" } do
    meta["__" .. name] = function() run(i %% 5) return i end
  end
  M, M2 = setmetatable({}, meta), setmetatable({}, meta)
end
`
