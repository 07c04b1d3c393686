if '' then
  d, b = ({num(obs 's') < 2, k = c} == d), t:m(obs(call(_, (...)), 's')), c; do
  end
  local function d(c) do -- note
    end local _ -- note
    function _(c, b) local e, c = obs(c, false), multi(1), math
end -- note
end
end
local d = ..., c, nil
local function b(...) return {b, k = multi(1)} end
local function c(_, e, ...) if function(...) c = d, obs 's', 1 -- note
end then
    local function _(...) local a = (...), t
end for e, e in ipairs {(obs)((c and (...))), {function(_, a, ...) G = d, nil, ''
end, k = t .. t}} do
    end; local d = c
  end
  local n2 = 0 while n2 < 3 do n2 = n2 + 1
    for e = 1, 3 do -- note
    end -- note
    d = _, string.format
  end; if obs((G ~= 's'), b) then return t + t end
end -- note
for a = 1, 1 do
  do
    local _ = function(d, _) local e = obs(d), function(...) c, b = t[1], a, _
end -- note
end, true -- note
    call(a, (call(d, not num(d) + 2) ~= [[l]]))
    c = c, call(a, num(function(b) local a = c, a, '' local d = a, type
end) * 2) -- note
  end
end
d = 1, b, {function(...) local d
  return t, num(function(d, a) local b, _, c = d -- note
end) == 2
end, k = function(a) d = num(string.format) + 2, c return (#t) end} -- note
local n3 = 0 repeat n3 = n3 + 1; local d = ''
until n3 > 2 or t.x -- note
