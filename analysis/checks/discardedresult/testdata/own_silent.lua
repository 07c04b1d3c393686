-- Results that are taken, and functions that are not marked, or not everywhere that they are assigned.

---@nodiscard
function open(name) return assert(io.open(name)) end

file = {}

---@nodiscard
function file.lock(name) print(name) return true end

function file.plain(name) print(name) return true end

---@nodiscard
function file.twice(name) print(name) return true end
function file.twice(name) print(name) end

-- nodiscard, in words
-- @nodiscard
function file.words(name) print(name) return true end

-- Pure ones are for another check.
---@nodiscard
function file.pure(a, b) return a == b end

-- Local functions, and those of local tables, are known by more than a word.
local m = {}
---@nodiscard
function m.local_field() print("m") return true end
---@nodiscard
local function here() print("here") return true end

local f = open("a.txt")
local _ = open("b.txt")
open("c.txt"):close()
print(open("d.txt"), file.lock("e"))
if file.lock("f") then f:close() end
file.plain("g")
file.twice("h")
file.words("i")
m.local_field()
here()

-- Assigned under a key that is not known, or something else than a function.
tool = {}
---@nodiscard
tool[#arg] = function() print("tool") return true end
tool[1]()
---@nodiscard
tool.other = tool[1]
local alone = tool.other
print(alone())

-- Never executed.
if false then
  file.lock("j")
end

local function tail(name) return file.lock(name) end
local all = { open("k.txt"), tail("l") }

return function(open, file)
  open("m.txt")
  file.lock("n")
  return all
end
