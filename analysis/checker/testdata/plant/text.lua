-- Words of a text: how often, how long, and in columns.
local function words(text)
  return coroutine.wrap(function()
    for line in text:gmatch "[^\n]*" do
      for word in line:gmatch "%a+" do
        coroutine.yield(word:lower())
      end
    end
  end)
end

local function histogram(text)
  local seen, total = {}, 0
  for word in words(text) do
    seen[word] = (seen[word] or 0) + 1
    total = total + 1
  end
  local list = {}
  for word, n in pairs(seen) do
    list[#list + 1] = { word = word, n = n }
  end
  table.sort(list, function(a, b)
    if a.n ~= b.n then
      return a.n > b.n
    end
    return a.word < b.word
  end)
  return list, total
end

local function wrap(text, width)
  local lines, line = {}, ""
  for word in words(text) do
    if #line + #word + 1 > width then
      lines[#lines + 1] = line
      line = word
    elseif line == "" then
      line = word
    else
      line = line .. " " .. word
    end
  end
  if line ~= "" then
    lines[#lines + 1] = line
  end
  return lines
end

local function columns(list, n)
  local rows, widths = {}, {}
  for i, item in ipairs(list) do
    local row, column = (i - 1) // n + 1, (i - 1) % n + 1
    rows[row] = rows[row] or {}
    rows[row][column] = item.word
    widths[column] = math.max(widths[column] or 0, #item.word)
  end
  for _, row in ipairs(rows) do
    for column, word in ipairs(row) do
      row[column] = word .. (" "):rep(widths[column] - #word)
    end
    print((table.concat(row, "  "):gsub("%s+$", "")))
  end
end

local text = [[
the cat sat on the mat
and the dog sat on the cat]]

local list, total = histogram(text)
print(total, list[1].word, list[1].n)
columns(list, 3)
for i, line in ipairs(wrap(text, 20)) do
  print(i, line)
end
