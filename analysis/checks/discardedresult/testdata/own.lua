-- What the file itself marks: global functions, and fields of global tables.

---@nodiscard
function open(name) return assert(io.open(name)) end

store = {}

---@param name string
---@nodiscard
---@return boolean ok
---@return string? err
function store.remove(name) return os.remove(name) end

---@nodiscard
function store:flush() print(self) return true end

---@nodiscard
store.by = function(key) print(key) return key end

do
  open("names.txt") -- want "^the result of `open` is dropped, though it is marked `@nodiscard`$"
--^^^^
end
store.remove("names.txt") -- want "the result of `store.remove` is dropped"
--    ^^^^^^
store:flush() -- want "the result of `store:flush` is dropped"
--    ^^^^^
store.by(1) -- want "the result of `store.by` is dropped"
--    ^^

-- In a table that is assigned as a whole, and by another name of the table of globals.
cache = {
  ---@nodiscard
  get = function(key) print(key) return key end,
  set = function(key, value) print(key, value) return value end,
}
cache.set(1, cache.get(2))
cache.get(3) -- want "the result of `cache.get` is dropped"
--    ^^^
_G.cache.get(4) -- want "the result of `_G.cache.get` is dropped"
--       ^^^
pcall(cache.get, 5)
for _ = 1, 3 do cache.get(6) end -- want "the result of `cache.get` is dropped"
--                    ^^^

local remove = store.remove
return function(list)
  for _, name in ipairs(list) do
    remove(name) -- want "the result of `remove` is dropped"
--  ^^^^^^
    if name == "" then
      local s = store
      s.remove(name); s:flush() -- want "the result of `s.remove` is dropped" "the result of `s:flush` is dropped"
--      ^^^^^^          ^^^^^
    end
  end
end
