-- Operators both sides of which are the same.

local limit = {low = 1, high = 2}

local function comparisons(first, last, t, i)
  assert(first and first >= first) -- want "^both sides of `>=` are `first`$"
  --                        ^^^^^
  if t[i] < t[i] then return t.x.y > t.x.y end -- want "^both sides of `<` are `t\\[i\\]`$" "^both sides of `>` are `t\\.x\\.y`$"
  --        ^^^^                     ^^^^^
  while limit.low <= limit.low do i = i + 1 end -- want "^both sides of `<=` are `limit\\.low`$"
  --                 ^^^^^^^^^
  if #first == #first or #t ~= (#t) then return i end -- want "both sides of `==` are `#first`" "both sides of `~=` are `\\(#t\\)`"
  --           ^^^^^^          ^^^^
  return first == first == last, first .. i == first .. i -- want "both sides of `==` are `first`" "`first \\.\\. i`"
  --              ^^^^^                        ^^^^^^^^^^
end

local function arithmetic(a, b, i)
  local x = (a.x - a.x + 1) * (b.x - a.x) -- want "both sides of `-` are `a\\.x`"
  --               ^^^
  local y = a[i + 1] / (a[i+1]) + i // i -- want "`/` are `\\(a\\[i\\+1\\]\\)`" "`//` are `i`"
  --                   ^^^^^^^^        ^
  local z = (i & i) | (x % x) -- want "`&` are `i`" "`%` are `x`"
  --             ^         ^
  z = x | x, z ~ z, -x - -x -- want "`|` are `x`" "`~` are `z`" "`-` are `-x`"
  --      ^      ^       ^^
  return y, z, a.name_of_the_first.value_of_the_second_one - a.name_of_the_first.value_of_the_second_one -- want "^both sides of `-` are the same$"
  --                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
end

-- Fields and globals: of other variables duplicate-condition knows it.
local function choices(t, i, f)
  local a = t.x and t.x or f -- want "^both sides of `and` are `t\\.x`$" hint
  --                ^^^
  local b = t[i] or t[i] -- want "^both sides of `or` are `t\\[i\\]`$"
  --                ^^^^
  if t.kind == limit.low or
    t.kind == limit.low then -- want "^both sides of `or` are `t\\.kind == limit\\.low`$"
  --^^^^^^^^^^^^^^^^^^^
    return a, b
  end
  if t.ready and not f or not f or not t.x or not t.x then f() end -- want "both sides of `or` are `not t\\.x`"
  --                                          ^^^^^^^
  if t.n == 0 and t.n == 0 and t.m == 0 then f((t and t.x) and t.x) end -- want "`and` are `t\\.n == 0`" "`and` are `t\\.x`" hint
  --              ^^^^^^^^                                     ^^^
  return setting or setting, function() return t.y and t.y end -- want "`or` are `setting`" "`and` are `t\\.y`" hint
  --                ^^^^^^^                            ^^^
end

return {comparisons, arithmetic, choices}
