-- What the file itself marks as deprecated.

---@deprecated use `area`.
function size(width, height) return width * height end

---@deprecated
--- Obsolete name of |area|
---@param width number
function square(width) return width * width end

---@deprecated
function nameless() end

shape = {}

---@deprecated use shape.new
function shape.make(kind) return { kind = kind } end

---@deprecated
function shape:draw() return self end

---@deprecated the other one
shape.old = { edges = {} }

print(size(1, 2)) -- want "^`size` is deprecated: use `area`$"
--    ^^^^
print(square(3)) -- want "^`square` is deprecated: Obsolete name of .area.$"
--    ^^^^^^
do
  nameless() -- want "^`nameless` is deprecated$"
--^^^^^^^^
end

local made = shape.make("circle") -- want "`shape.make` is deprecated: use shape.new"
--           ^^^^^^^^^^
do
  shape:draw() -- want "`shape.draw` is deprecated"
--^^^^^^^^^^
end
local all = shape
print(all.make("line"), made) -- want "`shape.make` is deprecated"
--    ^^^^^^^^
print(shape.old.edges) -- want "`shape.old` is deprecated: the other one"
--    ^^^^^^^^^^^^^^^
print(_G.size) -- want "`size` is deprecated"
--    ^^^^^^^

-- In a table that is assigned as a whole.
legacy = {
  ---@deprecated use `modern`
  render = function(x) return x end,
  keep = function(x) return x end,
}
print(legacy.render(1), legacy.keep(2)) -- want "`legacy.render` is deprecated: use `modern`"
--    ^^^^^^^^^^^^^
print(legacy.keep(legacy.render)) -- want "`legacy.render` is deprecated"
--                ^^^^^^^^^^^^^
return function(list)
  for _, n in ipairs(list) do
    if n > 0 and list.size then
      print(size(n, n)) -- want "`size` is deprecated"
--          ^^^^
    end
  end
end
