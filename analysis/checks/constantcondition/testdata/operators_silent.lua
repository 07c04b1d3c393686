-- What may well be nil or false, what is meant so, and what a host may have made.

local function values(a, b, c)
  local x = a .. (b or c)
  local y = a == b or c
  local z = a < b or c
  local u = not a or b
  local v = a and a .. b or c
  local w = tonumber(a) or 0
  local s = string.match(a, b) or c
  local t = a and #b or 0
  local n = os.getenv(a) or ""
  local sum = a + b
  local k = sum or 0
  return x, y, z, u, v, w, s, t, n, k, a or b .. c, a or #b
end

local function words(a)
  if type(a) == "widget" or type(a) == "page" or type(a) == "tag" then a() end
  if type(a) == "cdata" or type(a) == "userdata" or type(a) == "thread" then a() end
  if a == "fuction" or tostring(a) == "fuction" then a() end
  local kind = a.kind
  if a.typed then kind = type(a) end
  return kind == "fuction"
end

local function own()
  local type = function(x) return x.kind end
  local tostring = function(x) return x.name end
  return type({}) == "fuction" or tostring({}) or 1
end

print(values, words, own)

-- Operands in parentheses that may be nil, and operators whose results are compared.
return function(a, b, c)
  local x = (a or b) .. (c or "")
  local y = (a and b) or c
  local z = (a == b) or (b < c) or not c
  local n = #a > 0 and #a or nil
  if a & 4 ~= 0 then x = y end
  if #a == 0 or a .. b == c then z = n end
  while a - b > 0 or #c > 10 do a = b end
  repeat a = a - 1 until a + b == c or -a > 3
  local first, last = a and a .. "" or nil, c and -c or nil
  x = first or last or x
  return x, y, z, n
end
