-- draw.lua sample FOUND FOLDER CODE SEED NUMBER: prints findings of a code, drawn at random
-- draw.lua rates LINES FOUND…: prints how many of each code there are in a thousand lines
-- draw.lua judged FOLDER FOUND… -- TSV…: prints what has been judged right and is gone
--
-- FOUND is what luaflow prints in the checkstyle format; .ci/draw tells more.

local entities = {amp = "&", lt = "<", gt = ">", quot = '"', ["#34"] = '"', ["#39"] = "'", ["#xA"] = "\n", ["#x9"] = "\t"}

local function unescape(s) return (s:gsub("&(#?%w+);", entities)) end

-- read is the findings of a file in their order.
local function read(name)
   local all, file = {}, nil
   for line in io.lines(name) do
      file = line:match('<file name="(.-)"') or file
      local at, column, severity, message, code =
         line:match('<error line="(%d+)" column="(%d+)" severity="(%w+)" message="(.-)" source="luaflow%.(.-)"')
      if at then
         table.insert(all, {
            file = unescape(file), line = tonumber(at), column = tonumber(column),
            severity = severity == "info" and "hint" or severity, message = unescape(message), code = code,
         })
      end
   end
   return all
end

-- hash is FNV-1a of 64 bits, its bits mixed in the end, for near places to differ in all.
local function hash(s)
   local h = 0xcbf29ce484222325
   for i = 1, #s do
      h = (h ~ s:byte(i)) * 0x100000001b3
   end
   h = (h ~ (h >> 33)) * 0xff51afd7ed558ccd
   return h ~ (h >> 33)
end

-- sample is the findings of a code with the lowest hashes. Those beyond two of a file
-- come last: a file that makes the same slip in each line would fill it.
local function sample(all, code, seed, number)
   local some = {}
   for _, f in ipairs(all) do
      if f.code == code then
         f.rank = hash(table.concat({seed, code, f.file, f.line, f.column}, "\0"))
         table.insert(some, f)
      end
   end
   table.sort(some, function(a, b) return math.ult(a.rank, b.rank) end)
   local drawn, rest, of = {}, {}, {}
   for _, f in ipairs(some) do
      of[f.file] = (of[f.file] or 0) + 1
      table.insert(of[f.file] <= 2 and drawn or rest, f)
   end
   table.move(rest, 1, #rest, #drawn + 1, drawn)
   return table.move(drawn, 1, math.min(number, #drawn), 1, {}), #drawn
end

-- text is the lines of a file.
local function text(name)
   local lines = {}
   for line in io.lines(name) do
      table.insert(lines, (line:gsub("\r$", "")))
   end
   return lines
end

local before, after, far, most = 6, 10, 150, 8

-- mentions is the lines further away that hold a name, the next ones first.
local function mentions(lines, name, at)
   local word = "%f[%w_]" .. name:gsub("%p", "%%%0") .. "%f[^%w_]"
   local found = {}
   for i = math.max(1, at - far), math.min(#lines, at + far) do
      if (i < at - before or i > at + after) and lines[i]:find(word) then
         table.insert(found, i)
      end
   end
   table.sort(found, function(a, b) return math.abs(a - at) < math.abs(b - at) end)
   found = table.move(found, 1, math.min(most, #found), 1, {})
   table.sort(found)
   return found
end

local function show(f, folder, i)
   print(("%d %s:%d:%d: %s: %s"):format(i, f.file, f.line, f.column, f.severity, f.message))
   local lines = text(folder .. "/" .. f.file)
   local function line(n) print(("%s%5d %s"):format(n == f.line and ">" or " ", n, lines[n]:sub(1, 160))) end
   for n = math.max(1, f.line - before), math.min(#lines, f.line + after) do
      line(n)
   end
   local name = f.message:match("`([%w_]+)`")
   for _, n in ipairs(name and mentions(lines, name, f.line) or {}) do
      io.write("  ..")
      line(n)
   end
   print()
end

-- rates prints a row for each code, by its number of warnings and of hints; the files
-- after the first one hold what is off by default, and syntax errors again.
local function rates(lines, files)
   local codes, count = {}, {}
   local sum = {hint = 0, warning = 0}
   for i, name in ipairs(files) do
      for _, f in ipairs(read(name)) do
         if not count[f.code] then
            count[f.code] = {hint = 0, warning = 0, from = i}
            table.insert(codes, f.code)
         end
         local c = count[f.code]
         if c.from == i then
            local severity = f.severity == "hint" and "hint" or "warning"
            c[severity] = c[severity] + 1
            sum[severity] = sum[severity] + (i == 1 and 1 or 0)
         end
      end
   end
   table.sort(codes)
   print("| code | warnings | in 1,000 lines | hints | in 1,000 lines |\n|---|---:|---:|---:|---:|")
   local function row(name, c)
      print(("| %s | %d | %.3f | %d | %.3f |"):format(name, c.warning, c.warning * 1000 / lines, c.hint, c.hint * 1000 / lines))
   end
   for _, code in ipairs(codes) do
      row(("`%s`%s"):format(code, count[code].from > 1 and " (off)" or ""), count[code])
   end
   row("all that are on", sum)
   print(lines .. " lines")
end

-- gone prints the lines of a read.tsv that are not false and that no finding stands for,
-- as far as the folder has the file.
local function gone(folder, tsv, found)
   local check = tsv:match("([^/]*)/read%.tsv$")
   for row in io.lines(tsv) do
      local file, line, verdict, reason = row:match("^%d+\t(.-)\t(%d+)\t(%l+)\t(.*)$")
      local f = file and io.open(folder .. "/" .. file)
      if f then
         f:close()
         if verdict ~= "false" and not found[check .. "/" .. file .. ":" .. line] then
            print(("%s:%s: %s finds it no longer: %s"):format(file, line, check, reason))
         end
      end
   end
end

-- judged does so for each read.tsv after the --.
local function judged(folder, names)
   local found, verdicts = {}, false
   for _, name in ipairs(names) do
      if name == "--" then
         verdicts = true
      elseif verdicts then
         gone(folder, name, found)
      else
         for _, f in ipairs(read(name)) do
            found[f.code:gsub("-", "") .. "/" .. f.file .. ":" .. f.line] = true
         end
      end
   end
end

if arg[1] == "rates" then
   rates(tonumber(arg[2]), table.move(arg, 3, #arg, 1, {}))
elseif arg[1] == "judged" then
   judged(arg[2], table.move(arg, 3, #arg, 1, {}))
else
   local some, all = sample(read(arg[2]), arg[4], arg[5], tonumber(arg[6]))
   print(("%d of %d findings of %s, seed %s\n"):format(#some, all, arg[4], arg[5]))
   for i, f in ipairs(some) do
      show(f, arg[3], i)
   end
end
