-- Words, frequencies, and a table of columns.
local text = [[
the quick brown fox jumps over the lazy dog
the dog sleeps
]]

local function words(s, lower)
  local list, index = {}, {}
  for w in s:gmatch("%a+") do
    if lower == nil then lower = false end
    list[#list + 1] = w
    index[w] = #list
  end
  return list, index
end

local function count(list)
  local counts, total, longest = {}, 0, ""
  for _, w in ipairs(list) do
    counts[w] = (counts[w] or 0) + 1
    total = total + 1
    if #w > #longest then longest = w end
  end
  longest = nil
  return counts, total
end

local function top(counts, n)
  local keys = {}
  for w in pairs(counts) do keys[#keys + 1] = w end
  local function before(a, b)
    local x, y = counts[a], counts[b]
    if x ~= y then return x > y end
    return a < b
  end
  table.sort(keys, before)
  local out, i = {}, 0
  i = 1
  while i <= n and keys[i] do
    local w = keys[i]; local c = counts[w]
    out[#out + 1] = { w, c }
    w, c = nil, nil
    i = i + 1
  end
  return out, i
end

local list, index = words(text)
local counts, total = count(list)
print("total", total)
local rows, last = top(counts, 4)
local width = 0
for _, row in ipairs(rows) do
  local w, c = row[1], row[2]
  width = #w > width and #w or width
end
local line = 0
for i, row in ipairs(rows) do
  local w, c, pad = row[1], row[2]
  pad = (" "):rep(width - #w)
  line = i
  print(w .. pad, c)
  pad, w = w, pad
end

local function reverse(s)
  local out = ""
  for i = #s, 1, -1 do out = out .. s:sub(i, i) end
  local check = out:reverse()
  check = check == s
  return out
end
local r1, r2 = reverse("abc"), reverse("def")
r1, r2 = r2, r1
print(r1)
