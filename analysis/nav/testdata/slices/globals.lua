-- backward 11:7
limit = 10 --*
unused = 20
function clamp(n) --*
  if n > limit then --*
    return limit --*
  end --*
  return n --*
end --*
local n = clamp(30) --*
print(n) --*
print(unused)
