-- What leads to a finding, and what it leads to.

local function read(path, quick, lines)
  local file = io.open(path)
  if quick then
    lines = 1
  end
  if lines then
    print(lines)
    if lines > 10 then return nil end
    return file:read(lines)
    --     ^
--| nil-index
--|   line 4 "io.open(path)": it gives nil if it fails
--|   line 8 "lines": `lines` is true
--|   line 10 "lines > 10": `lines > 10` is false
--|   line 11 "file": `file` may be nil here: `io.open` at line 4 gives nil if it fails, and nothing has tested that
  end
  file = assert(file)
  return file:read("a")
end

local function name(x, fallback)
  local n = x.name
  --        ^
--| nil-index
--|   line 24 "x": `x` is indexed here, and tested for nil at line 31
--|   line 30 "fallback": `fallback` is true
--|   line 31 "x == nil": tested here
  if fallback then
    if x == nil then return fallback end
  end
  return n
end

local function size(x, deep)
  if not x then
    return 0
  elseif deep == 2 then
    return 1, 2
  end
end
local least, most, sum = size(read, 1)
--                 ^
--| lost-result
--|   line 36 "function size(x, deep)": this function returns no more
--|   line 38 "return 0": it returns one value here
--|   line 40 "return 1, 2": it returns 2 values here
--|   line 42 "end": it ends here and returns nothing
--|   line 43 "sum": `sum` gets no value: `size` returns 2
print(size({}, 2), least, most, sum)

local function store(key, text)
  if key == "" then return nil, "no key" end
  read(key, text)
  return true
end
if not store("a", "") then print("a") end
local ok, why = store("b", "")
if not ok then print(why) end
store("c", "")
-- ^
--| ignored-error
--|   line 54 "return nil, \"no key\"": it is returned here
--|   line 58 "store(\"a\", \"\")": this call looks at it
--|   line 59 "store(\"b\", \"\")": this call looks at it
--|   line 61 "store": the error of `store` is ignored: 2 of 2 other calls look at it

local function show(text, loud)
  if loud == nil then
    --  ^
    print(text:upper())
  end
  print(text)
end
show("a", true)
show("b")
show("c", false, ok)
--               ^
--| lost-argument
--|   line 69 "function show(text, loud)": it has 2 parameters
--|   line 78 "ok": argument 3 is lost: `show` takes 2
local function shout(text, loud)
  if loud then
  -- ^
--| constant-parameter
--|   line 94 "shout(\"a\", false)": called here
--|   line 95 "shout(\"b\", false)": called here
--|   line 84 "loud": `loud` is false at every call: this condition is always false
    print(text:upper())
  end
  print(text, loud)
end
shout("a", false)
shout("b", false)
print(string.format("%d", 1, ok))
--                           ^
--| lost-argument
--|   line 96 "\"%d\"": the format is this
--|   line 96 "ok": argument 3 is lost: the format asks for 1
local function part(a, from)
  --                   ^
--| lost-argument
--|   line 109 "part(ok)": called here
--|   line 110 "part(why)": called here
--|   line 101 "from": no call gives `from` a value
  return a:sub(from + 1)
end
part(ok)
print(part(why))

local function turn(a, b)
  if b > a then
    a = b
    b = a
  --^
--| no-effect-assignment
--|   line 114 "a = b": copied here
--|   line 115 "b": `b` has the value of `a` already
  end
  if a < a then
    --   ^
--| same-operands
--|   line 121 "a": the same here
--|   line 121 "a": both sides of `<` are `a`
    print(a, b)
  end
  for _ = 1, 3 do end
  -- ^
--| useless-loop
--|   line 128 "1, 3": it only counts
--|   line 128 "for _ = 1, 3 do": this loop does nothing
  if ok then print(b) else print(b) end
  --                    ^
--| same-branches
--|   line 133 "if ok then": this branch does the same
--|   line 133 "else": the `else` branch does the same as the one at line 133
  local unit = "cm"
  --    ^
--| dead-store
--|   line 138 "unit": value assigned to `unit` is never read: overwritten at line 144
--|   line 144 "unit": overwritten here, if `b > 1` is true
--|   line 144 "unit": overwritten here, if `b > 1` is false
  if b > 1 then unit = "m" else unit = "km" end
  return unit
end

local function width(box, strict)
  local size = 0
  if box.wide then size = false end
  if strict then
    return size.x
    --     ^
--| certain-error
--|   line 149 "0": it gets the value here
--|   line 150 "box.wide": `box.wide` is true
--|   line 150 "size = false": it gets the value here
--|   line 151 "strict": `strict` is true
--|   line 152 "size": indexing `size` raises an error: it is false or a number here, from line 149 and line 150
  end
  local sums = { total = size }
  if box.deep then
    for i = 1, #box do sums.total = sums.total + i end
  end
  return sums.totals
  --         ^
--| undefined-field
--|   line 161 "{ total = size }": the table is made here
--|   line 165 "sums.totals": nothing sets field `totals` of this table, and the table never leaves this file
end
local unit = nil
local function scale(box)
  if box then return unit(box) end
  --                 ^
--| certain-error
--|   line 171 "nil": it gets the value here
--|   line 173 "unit": calling `unit` raises an error: it is nil here, from line 171
  if not box then return "no box" + box.x end
  --                                ^
--| certain-error
--|   line 173 "box": tested here
--|   line 173 "box": `box` is false
--|   line 178 "box": `box` is false
--|   line 178 "box": indexing `box` raises an error: it is nil or false here, as tested at line 173
end

return { width, scale, read, name, size, show, turn }
