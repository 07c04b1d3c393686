-- grow.lua SHAPE N: a Lua function of about N statements, or N functions, to see how
-- cost grows with size. A hundred locals are in play, and which of them a statement
-- uses looks random but is the same in every run. Nothing is known of what they begin
-- with: a local that begins as nil makes the start of the function dead code, which
-- costs less than the rest, and weighs the more the smaller the function is.
--
--   ifs        definitions that survive, each under an if without else
--   loop       one loop around N statements whose values flow round it
--   nests      one loop nest after the other, each thirty deep
--   mixed      branches and loops of all kinds, up to six deep
--   functions  one function of one line after the other, which share the locals

local shape, size = arg[1], math.tointeger(tonumber(arg[2]))

local state = 7

-- pick returns an integer from 1 to limit, by a linear congruential generator.
local function pick(limit)
  state = (state * 22695477 + 1) & 0x7fffffff
  return (state >> 12) % limit + 1
end

-- put writes a line in which each ? stands for some local, and % for a number.
local function put(depth, line)
  line = line:gsub("[?%%]", function(mark)
    return mark == "?" and "r" .. pick(100) or tostring(pick(9999))
  end)
  io.write(("  "):rep(depth), line, "\n")
end

local shapes = {}

function shapes.ifs()
  for _ = 1, size // 2 do put(1, "if ? then ? = ? + % end") end
end

function shapes.loop()
  put(1, "while p do")
  for i = 1, size do
    if i % 10 == 0 then
      put(2, "if ? then q(?) elseif ? then break end")
    else
      put(2, "? = ? * % + ?")
    end
  end
  put(1, "end")
end

function shapes.nests()
  for _ = 1, size // 60 do
    for depth = 1, 30 do
      put(depth, "while ? do")
      put(depth + 1, "? = ? + %")
    end
    for depth = 30, 1, -1 do put(depth, "end") end
  end
end

function shapes.mixed()
  local heads = { "if ? < ? then", "while ? > % do", "for _ = %, ? do", "repeat" }
  local open = {}
  for _ = 1, size do
    local choice = pick(12)
    if choice <= #heads and #open < 6 then
      put(#open + 1, heads[choice])
      open[#open + 1] = choice == 4 and "until ?" or "end"
    elseif choice <= 7 and #open > 0 then
      put(#open, table.remove(open))
    else
      put(#open + 1, "? = ? - ? * ?")
    end
  end
  while #open > 0 do put(#open, table.remove(open)) end
end

function shapes.functions()
  for i = 1, size do put(1, "function f" .. i .. "(a) ? = ? + a return ? end") end
end

local names = {}
for i = 1, 100 do names[i] = "r" .. i end
put(0, "local function grown(p, q, s, ...)")
put(1, "local " .. table.concat(names, ", ") .. " = p, q, s, ...")
shapes[shape]()
put(1, "return " .. table.concat(names, ", ", 1, 100))
put(0, "end")
put(0, "return grown")
