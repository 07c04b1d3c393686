-- Runs pairs of programs, and compares what can be observed of them. A pair in the
-- file named first is its name, the program before and the program after, each
-- behind a line with its length in bytes. What is not behaviour is not shown: the
-- text of error messages, and what tells tables or functions apart.

local function run(source)
  local log, budget = {}, 40
  local env = {}

  local function show(v)
    local kind = type(v)
    if kind == "table" or kind == "function" then
      return kind
    end
    return tostring(v)
  end

  local function note(...)
    local words = {}
    for i = 1, select("#", ...) do
      words[i] = show((select(i, ...)))
    end
    log[#log + 1] = table.concat(words, " ")
    if #log > 20000 then
      error "too much"
    end
  end

  local function noted(word)
    return function(...)
      note(word, select("#", ...), ...)
      return ...
    end
  end

  local t = setmetatable({}, {
    __index = function(_, key) note("index", key) return key == "m" and noted "method" or 7 end,
    __newindex = function(_, key, value) note("newindex", key, value) end,
    __add = noted "add", __concat = noted "concat", __unm = noted "unm", __len = noted "len",
    __lt = noted "lt", __eq = noted "eq", __le = noted "le",
  })
  local given = {
    t = t,
    obs = noted "obs",
    multi = function(...) note("multi", ...) return 1, 2, 3 end,
    num = function(v) note("num", v) return type(v) == "number" and v - v % 1 or 3 end,
    call = function(f, ...)
      budget = budget - 1
      if type(f) == "function" and budget > 0 then
        return f(...)
      end
      note("no call")
    end,
  }
  for _, name in ipairs {
    "error", "ipairs", "math", "pairs", "pcall", "select", "setmetatable", "string",
    "table", "tonumber", "tostring", "type",
  } do
    given[name] = _G[name]
  end
  given.print = noted "print"
  for name, v in pairs(given) do
    env[name] = v
  end
  setmetatable(env, {
    __index = function(_, name) note("global", name) end,
    __newindex = function(e, name, v) note("new global", name, v) rawset(e, name, v) end,
  })

  local f, message = load(source, "=program", "t", env)
  if not f then
    return message
  end
  local function finish(ok, ...)
    note(ok and "returns" or "fails", ok and select("#", ...), ok and ...)
  end
  finish(pcall(f, 11, 12))
  return table.concat(log, "\n")
end

local file = assert(io.open((...), "rb"))
local function part()
  local n = file:read "*n"
  if not n then
    return nil
  end
  file:read(1)
  return n == 0 and "" or file:read(n)
end

for name in part do
  local before, after = part(), part()
  local a, b = run(before), run(after)
  if a ~= b then
    print("DIFFERENT " .. name)
    print("before:\n" .. a)
    print("after:\n" .. b)
  end
end
