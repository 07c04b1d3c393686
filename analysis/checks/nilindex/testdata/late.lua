-- Tests that come after what they are for.

local function name(x)
  local n = x.name -- want "^`x` is indexed here, and tested for nil at line 6$" warning related=6
  --        ^
  if x == nil then return "" end
  return n
end

local function size(list, most)
  if #list > most then -- want "^`list` is asked for its length here, and tested for nil at line 16$" related=16
   -- ^^^^
  elseif not list then
    return 0
  end
  if not list then return 0 end
  return #list
end

local function call(f, x)
  local y = f(x) -- want "^`f` is called here, and tested for nil at line 26$" related=26
  --        ^
  if x or f ~= nil then
    return y
  end
  if f ~= nil then
    return y
  else
    error("no function")
  end
end

local function store(t, k)
  t.x = k -- want "^`t` is indexed here, and tested for nil at line 37$" related=37
--^
  print("stored")
  if not t or not t.y or k == nil then
    error("nothing to store in")
  end
  print(t.y)
end

local function nodes(list)
  local node = list.first
  while true do
    print(node.value) -- want "^`node` is indexed here, and tested for nil at line 48$" related=48
    --    ^^^^
    if not node then break end
    node = node.next
  end
end

local function method(s)
  local first = s:sub(1, 1) -- want "^`s` is indexed here, and tested for nil at line 56$" related=56
  --            ^
  if (not s) or first == "" then return nil end
  return first
end

local function computed(x, y)
  local n = x + 1 -- want "^`x` is computed with here, and tested for nil at line 63$" related=63
  --        ^
  if x == nil then return end
  if y < 5 then print("few") end -- want "^`y` is compared here, and tested for nil at line 66$" related=66
  -- ^
  if not y then error("no y") end
  return n
end

local function joined(name, size)
  print("name: " .. name) -- want "^`name` is concatenated here, and tested for nil at line 73$" related=73
  --                ^^^^
  if not name then return end
  local less = -size -- want "^`size` is computed with here, and tested for nil at line 76$" related=76
  --            ^^^^
  if size == nil then return end
  return less
end
return { name, size, call, store, nodes, method, computed, joined }
