-- A calculator by precedence climbing, with a tracer that nobody switches on.
local TRACE, DEPTH = false, 0
local operators = {
  ["+"] = { 1, function(a, b) return a + b end },
  ["-"] = { 1, function(a, b) return a - b end },
  ["*"] = { 2, function(a, b) return a * b end },
  ["/"] = { 2, function(a, b) return a / b end },
  ["^"] = { 3, function(a, b) return a ^ b end, true },
}

local function trace(...) if TRACE then print(...) end end
local function dump(tokens) for i, t in ipairs(tokens) do dump(t) end end

local function tokenize(text)
  local tokens, pos, start = {}, 1, 1
  local line = 1
  while pos <= #text do
    local s, e, number = text:find("^(%d+%.?%d*)", pos)
    local _, blank = text:find("^%s+", pos)
    if s then
      tokens[#tokens + 1] = tonumber(number)
      pos = e + 1
    elseif blank then
      pos = blank + 1
      line = line + 1
    else
      tokens[#tokens + 1] = text:sub(pos, pos)
      start = pos; pos = pos + 1
    end
  end
  return tokens
end

local parse

local function atom(state)
  local token = state.tokens[state.at]
  state.at = state.at + 1
  if token == "(" then
    local value, closed = parse(state, 1), state.tokens[state.at]
    if closed ~= ")" then error("missing )", 0) end
    state.at = state.at + 1
    return value
  elseif token == "-" then
    local value = nil
    value = -atom(state)
    return value
  end
  local number = token
  if type(number) ~= "number" then
    error("unexpected " .. tostring(token), 0)
    number = 0
  end
  return number
end

function parse(state, least)
  local left = atom(state)
  local depth = least + 1
  while true do
    local op = operators[state.tokens[state.at]]
    if not op or op[1] < least then break end
    state.at = state.at + 1
    local right = parse(state, op[3] and op[1] or op[1] + 1)
    local was = left
    left = op[2](left, right)
    depth = (trace or print)("step", left)
    ;(trace)(was)
  end
  return left
end

for i, text in ipairs { "1 + 2 * 3", "(1 + 2) * 3", "2 ^ 3 ^ 2", "10 / 4 - -1", "2 * (3", "* 2" } do
  local state = { tokens = tokenize(text), at = 1 }
  local ok, value = pcall(parse, state, 1)
  local label = ok and "value" or "error"
  label = i .. ": " .. text
  print(label, value)
end
