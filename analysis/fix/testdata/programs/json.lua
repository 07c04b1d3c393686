-- A writer of JSON, with the leftovers of an earlier version.
local type, pairs, ipairs, tostring = type, pairs, ipairs, tostring
local format, rep, gsub = string.format, string.rep, string.gsub
local insert, concat, sort = table.insert, table.concat, table.sort
local floor = math.floor
local VERSION = "0.3"

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t" }

local function escape(c)
  local code = c:byte()
  code = format("\\u%04x", c:byte())
  return escapes[c] or code
end

local function quote(s)
  local result, count = gsub(s, '[%c"\\]', escape)
  return '"' .. result .. '"'
end

local function is_list(t)
  local n = 0
  local max = 0
  for k, v in pairs(t) do
    if type(k) ~= "number" then return false end
    n = n + 1
    max = k
  end
  return n == #t
end

local function indent(depth) return rep("  ", depth) end

local encode

local function encode_list(t, depth)
  local out = {}
  local first = true
  for i, v in ipairs(t) do
    insert(out, encode(v, depth + 1))
    first = false
  end
  return "[" .. concat(out, ", ") .. "]"
end

local function encode_object(t, depth)
  local keys = {}
  for k, v in pairs(t) do insert(keys, k) end
  sort(keys)
  local out = {}
  local size = 0
  for i, k in ipairs(keys) do
    local key = quote(tostring(k)); local value = nil
    value = encode(t[k], depth + 1)
    insert(out, key .. ": " .. value)
    size = #out
  end
  return "{" .. concat(out, ", ") .. "}"
end

function encode(v, depth)
  local kind = type(v)
  local text = ""
  if kind == "table" then
    text = is_list(v) and encode_list(v, depth) or encode_object(v, depth)
    return text
  elseif kind == "string" then
    return quote(v)
  elseif kind == "number" then
    if v == floor(v) then text = format("%d", v) else text = format("%.14g", v) end
    return text
    -- goto done
  end
  do return tostring(v) end
  text = "unreachable"
  return text
end

local function encode_all(...)
  for i = 1, select("#", ...) do
    local ok, text, extra = pcall(encode, (select(i, ...)), 0)
    print(i, ok, ok and text)
    ok, text = nil, nil
  end
end

local ok = encode_all(1, 2.5, "a\tb\"c\"", { 1, { 2, "x" }, true }, { b = 1, a = { c = false } }, nil)
ok = encode_all({}, { {} }, { n = { m = {} } })
