-- Calls that ask for more values than the functions return.

local function one(a) return a .. "" end
local function none(a) print(a) end
local function pair(a) return a .. "", 1 end

local a, b = one(1) -- want "`b` gets no value: `one` returns 1" related=3
--       ^
local c, _, d = one(2) -- want "`d` gets no value: `one` returns 1" related=3
--          ^
local e = none(3) -- want "`e` gets no value: `none` returns nothing" related=4
--    ^
a, b, c = 1, one(4) -- want "`c` gets no value: `one` returns 1" related=3
--    ^
local t = {}
t.x, t.y, t.z = pair(5) -- want "`t.z` gets no value: `pair` returns 2" related=5
--        ^^^

-- Where one value is wanted, the call is nil.
if none(6) then print(a) end -- want "`none` returns nothing: this is nil" related=4
-- ^^^^^^^
print(none(7), d, e) -- want "`none` returns nothing: this is nil" related=4
--    ^^^^^^^
local n = none(8) or 0 -- want "`none` returns nothing: this is nil" related=4
--        ^^^^^^^

-- Several functions, and one that hands on what another returns.
local several = os.time() > 0 and one or none
local f, g = several(9) -- want "`g` gets no value: what is called here returns at most 1" related=3,4
--       ^
local function same(x) return one(x) end
local h, i = same(10) -- want "`i` gets no value: `same` returns 1" related=31
--       ^
local function early(x)
  if x then return end
  print(x)
end
local j = early(11) -- want "`j` gets no value: `early` returns nothing" related=34
--    ^
local P = {}
function P.one(x) return x .. "" end
local k, l = P.one(12) -- want "`l` gets no value: `P.one` returns 1, unless other code has replaced it" hint related=41
--       ^
return { P, k, l, b, c, f, g, h, i, j, n, t }
