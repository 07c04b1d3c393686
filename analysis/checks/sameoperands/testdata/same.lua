-- Operators both sides of which are the same.

local limit = {low = 1, high = 2}

local function comparisons(first, last, t, i)
  assert(first and first >= first) -- want "^both sides of `>=` are `first`$" related=6
  --                        ^^^^^
  if t[i] < t[i] then return t.x.y > t.x.y end -- want "^both sides of `<` are `t\\[i\\]`$" related=8 "^both sides of `>` are `t\\.x\\.y`$" related=8
  --        ^^^^                     ^^^^^
  while limit.low <= limit.low do i = i + 1 end -- want "^both sides of `<=` are `limit\\.low`$" related=10
  --                 ^^^^^^^^^
  if #first == #first or #t ~= (#t) then return i end -- want "both sides of `==` are `#first`" related=12 "both sides of `~=` are `\\(#t\\)`" related=12
  --           ^^^^^^          ^^^^
  return first == first == last, first .. i == first .. i -- want "both sides of `==` are `first`" related=14 "`first \\.\\. i`" related=14
  --              ^^^^^                        ^^^^^^^^^^
end

local function arithmetic(a, b, i)
  local x = (a.x - a.x + 1) * (b.x - a.x) -- want "both sides of `-` are `a\\.x`" related=19
  --               ^^^
  local y = a[i + 1] / (a[i+1]) + i // i -- want "`/` are `\\(a\\[i\\+1\\]\\)`" related=21 "`//` are `i`" related=21
  --                   ^^^^^^^^        ^
  local z = (i & i) | (x % x) -- want "`&` are `i`" related=23 "`%` are `x`" related=23
  --             ^         ^
  z = x | x, z ~ z, -x - -x -- want "`|` are `x`" related=25 "`~` are `z`" related=25 "`-` are `-x`" related=25
  --      ^      ^       ^^
  return y, z, a.name_of_the_first.value_of_the_second_one - a.name_of_the_first.value_of_the_second_one -- want "^both sides of `-` are the same$" related=27
  --                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
end

-- Fields and globals: of other variables duplicate-condition knows it.
local function choices(t, i, f)
  local a = t.x and t.x or f -- want "^both sides of `and` are `t\\.x`$" hint related=33
  --                ^^^
  local b = t[i] or t[i] -- want "^both sides of `or` are `t\\[i\\]`$" related=35
  --                ^^^^
  if t.kind == limit.low or
    t.kind == limit.low then -- want "^both sides of `or` are `t\\.kind == limit\\.low`$" related=37
  --^^^^^^^^^^^^^^^^^^^
    return a, b
  end
  if t.ready and not f or not f or not t.x or not t.x then f() end -- want "both sides of `or` are `not t\\.x`" related=42
  --                                          ^^^^^^^
  if t.n == 0 and t.n == 0 and t.m == 0 then f((t and t.x) and t.x) end -- want "`and` are `t\\.n == 0`" related=44 "`and` are `t\\.x`" hint related=44
  --              ^^^^^^^^                                     ^^^
  return setting or setting, function() return t.y and t.y end -- want "`or` are `setting`" related=46 "`and` are `t\\.y`" hint related=46
  --                ^^^^^^^                            ^^^
end

return {comparisons, arithmetic, choices}
