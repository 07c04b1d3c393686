-- Blocks with a statement or a comment, and semicolons behind statements.

local function branches(a, f)
  if a then
    -- nothing to do
  elseif f() then --[[ nor here ]]
  else -- nor here
  end
  if a then f() elseif f() then f() else f() end
end

local function blocks(f)
  do f() end
  do --[[ a place for more ]] end
  do local function g() end end
end

local function loops(f)
  while f() do end
  repeat until f()
  for i = 1, 3 do end
  for k in f() do end
end

local function functions() end
local callback = function() end

local function semicolons(f)
  f(); f();
  local x = 1;
  ::label::;
  do break_ = 1; end;
  if x then f(); end;
  goto label;
end;

local function calls(f)
  local g = f
  ;(g or f)()
  return g;
end
