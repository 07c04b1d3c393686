-- Arguments that no function which can be called there takes, and formats that ask for less.

local function sign(id, key)
  return id .. key
end

local function none()
  sign("a", "b")
  print("none")
end

local request = sign("id", "key", "/path") -- want "argument 3 is lost: `sign` takes 2" related=3
--                                ^^^^^^^
request = sign("id", "key", 1, request) -- want "arguments 3 to 4 are lost: `sign` takes 2" related=3
--                          ^^^^^^^^^^
none(request) -- want "argument 1 is lost: `none` takes none" related=7
--   ^^^^^^^

-- One declared first and assigned later, which is called before that in the text.
local later
local function early() return later(1, 2) end -- want "argument 2 is lost: `later` takes 1" related=24
--                                     ^
local once = early()
later = function(a) return a or early() end

-- Several, of which each loses it.
local function both(a) return a, once end
local chosen = os.time() > 0 and sign or both
chosen(1, 2, 3) -- want "argument 3 is lost: no function that is called here takes more than 2" related=3,27
--           ^

-- By pcall.
print(pcall(sign, 1, 2, 3)) -- want "argument 3 is lost: `sign` takes 2" related=3
--                      ^

-- Methods of a table that stays in the file, with the object and without.
local M = {}
function M.add(a, b) return a + b end
function M.twice(a) return M.add(a, a, a) end -- want "argument 3 is lost: `M.add` takes 2" related=38
--                                     ^
function M:name(a) print(self, a) end
local C = { f = function(self, a) return self, a end }
local c = C.f({}, 1, 2) -- want "argument 3 is lost: `C.f` takes 2" related=42
--                   ^
print(M.twice(2), later, c)

-- Formats.
print(string.format("%s of %d%%", "a", 1, 2)) -- want "argument 4 is lost: the format asks for 2" related=48
--                                        ^
print(("%5.2f"):format(1, request)) -- want "argument 2 is lost: the format asks for 1" related=50
--                        ^^^^^^^
local plain = "nothing"
print(string.format(plain, request)) -- want "argument 2 is lost: the format asks for none" related=53
--                         ^^^^^^^

-- Functions in fields of tables that others can get at.
local P = {}
function P.add(a, b) return a + b end
function P.twice(a) return P.add(a, a, a) end -- want "argument 3 is lost: `P.add` takes 2, unless other code has replaced it" hint related=58
--                                     ^
-- Methods that a method calls on its object.
function P:char(c) self.text = self.text .. c end
function P:line(c)
  self:char(self, c) -- want "argument 2 is lost: `self:char` takes 1, unless `self` is of another class" hint related=62
  --              ^
  self:char(c)
end

return P
