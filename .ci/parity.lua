-- parity.lua [--list] [--bytes] FOLDER LUACHECK LUAFLOW: compares what the two tools print
-- about the files in FOLDER; .ci/parity tells more.
--
-- Findings are the same if file, line, column and code are; what is left, if file, line
-- and code are. Each that only luacheck has is given the first of the classes below that
-- it belongs to, by its words, by the text of the file, and by what luaflow says there.
--
-- With --bytes only findings are the same whose lines are, and what only luaflow has is
-- given a class too. Then the lines without findings are compared: those of a file, which
-- says how many there are in it, if none of its findings differ.

local option = {}
while arg[1]:find("^%-%-") do option[table.remove(arg, 1)] = true end
local list, bytes = option["--list"], option["--bytes"]
local folder, theirs, ourFile = arg[1], arg[2], arg[3]

-- read is the findings of a file, in its order, and its other lines.
local function read(name)
   local all, others = {}, {}
   for line in io.lines(name) do
      local file, at, from, code, message = line:match("^%s*(.-):(%d+):(%d+)%-%d+: %(([%w-]+)%) (.*)$")
      if file then
         code = code:match("^[EW](%d+)$") or code
         table.insert(all, {
            file = file, line = tonumber(at), column = tonumber(from), code = code, message = message,
            name = message:match("['`](.-)['`]") or "", shared = bytes or code:find("^[235]%d%d$"), text = line,
         })
      else
         table.insert(others, line)
      end
   end
   return all, others
end

local texts = {}

-- text is the lines of a file.
local function text(file)
   if not texts[file] then
      texts = {[file] = {}} -- the findings come file by file
      local f = io.open(folder .. "/" .. file, "rb")
      local all = f and f:read("a") or ""
      for line in (all .. "\n"):gmatch("(.-)\r?\n") do
         table.insert(texts[file], line)
      end
      if f then f:close() end
   end
   return texts[file]
end

local byFile = {} -- what luaflow says, whatever the code
local deadCode = {} -- files with unreachable code
local broken = {} -- files that luaflow cannot parse

local function isWord(s, name, init)
   local plain = name:gsub("%p", "%%%0")
   return s:find("%f[%w_]" .. plain .. "%f[^%w_]", init)
end

-- code is a line without its comment, as far as one can see.
local function code(line) return (line:gsub("%-%-.*", "")) end

-- isRead: the name of a finding stands in code further down.
local function isRead(f)
   local lines = text(f.file)
   for i = f.line + 1, #lines do
      if isWord(code(lines[i]), f.name) then return true end
   end
   return isWord(code(lines[f.line]), f.name, f.column + #f.name) ~= nil
end

-- saidElsewhere: luaflow names the variable of a finding in one of other codes, not far
-- above it or anywhere below.
local function saidElsewhere(f, codes)
   for _, g in ipairs(byFile[f.file] or {}) do
      if codes[g.code] and g.message:find("`" .. f.name .. "`", 1, true) and g.line >= f.line - 40 then
         return true
      end
   end
   return false
end

-- isSwitchedOff: a condition that is constant by its text stands above a finding.
local function isSwitchedOff(f)
   local lines = text(f.file)
   for i = f.line, math.max(1, f.line - 40), -1 do
      local line = code(lines[i])
      if isWord(line, "false") and line:find("if%s*%(*%s*false") or line:find("while%s+false") or line:find("until%s+false") or line:find("if%s*%(*%s*true%s") then
         return true
      end
   end
   return false
end

-- near: luaflow says a code in the lines up to that of a finding.
local function near(f, code, distance)
   for _, g in ipairs(byFile[f.file] or {}) do
      if g.code == code and g.line <= f.line and g.line >= f.line - distance then return true end
   end
   return false
end

-- readsField: a field of the table of a finding is called, indexed or asked.
local function readsField(f)
   for i = f.line + 1, #text(f.file) do
      local line = code(text(f.file)[i])
      local _, last = isWord(line, f.name)
      local rest = last and line:sub(last + 1):gsub("^%b[]", "."):gsub("^%.[%w_]*", ".")
      if rest and (rest:find("^%.[%.%[%(]") or rest:find("^%.%s*then")) then return true end
   end
   return false
end

-- isCaptured: the variable of a finding stands in a function below its declaration.
local function isCaptured(f)
   local lines = text(f.file)
   local from = f.line
   while from > 1 and not (isWord(code(lines[from]), f.name) and isWord(code(lines[from]), "local")) do
      from = from - 1
   end
   local inside = false
   for i = from + 1, #lines do
      inside = inside or isWord(code(lines[i]), "function")
      if inside and isWord(code(lines[i]), f.name) then return true end
   end
   return false
end

-- setsEnvironment: the variable that globals are fields of is declared in the file.
local function setsEnvironment(f)
   for _, line in ipairs(text(f.file)) do
      line = code(line)
      if isWord(line, "_ENV") and (isWord(line, "local") or isWord(line, "function")) then return true end
   end
   return false
end

local function set(s)
   local t = {}
   for word in s:gmatch("%S+") do t[word] = true end
   return t
end

-- value is the text of what a one-line assignment gives to the variable of a finding.
local function value(f)
   local line = code(text(f.file)[f.line])
   local start = 1
   for at in line:gmatch("();") do
      if at < f.column then start = at + 1 end
   end
   local left, right = line:sub(start):match("^(.-[^=~<>])=([^=].*)$")
   if not left then return "" end
   local at = select(2, left:sub(1, f.column - start):gsub(",", ""))
   right = right:gsub("%b()", "()")
   for item in (right .. ","):gmatch("%s*(.-)%s*[,;]") do
      if at == 0 then return item end
      at = at - 1
   end
   return ""
end

-- isRepeated: an assignment names its variable twice.
local function isRepeated(f)
   local left = code(text(f.file)[f.line]):match("^(.-)=")
   if not left or f.code ~= "311" then return false end
   local _, last = isWord(left, f.name)
   return last and isWord(left, f.name, last + 1)
end

-- endsNever: a loop below a finding ends with `until false`.
local function endsNever(f)
   local lines = text(f.file)
   for i = f.line, #lines do
      if lines[i]:find("until%s*%(?%s*false") then return true end
   end
   return false
end

local unset = set "nil false 0 \"\" '' {} [[]]"
local variable = set "211 212 213 221 231 232 233 241 311 312 313 321 331 341"
local dead = set "dead-cycle unused-local never-read write-only-table 211 221 231 241 311 321 331 self-assignment"

-- The classes of parity.md, in the order in which they are tried.
local classes = {
   {"marked-use", function(f) return f.code == "214" end},
   {"environment", function(f) return f.name == "_ENV" or f.code:find("^11") and setsEnvironment(f) end},
   {"underscore", function(f) return variable[f.code] and f.name:find("^_") end},
   {"self", function(f) return variable[f.code] and f.name == "self" end},
   {"to-be-closed", function(f) return variable[f.code] and text(f.file)[f.line]:find("<%s*close%s*>", f.column) end},
   {"comparison-of-order", function(f) return f.code == "581" and not f.message:find("[~=]= y'") or f.code == "581" and f.message:find("[<>]= y'") end},
   {"boolean-operand", function(f) return f.code == "582" and text(f.file)[f.line]:find("[~=]=%s*%(*%f[%w]%a+") end},
   {"loop-without-end", function(f) return bytes and f.code == "311" and endsNever(f) end},
   {"commented-block", function(f)
      if f.code ~= "541" and f.code ~= "542" then return false end
      local lines = text(f.file)
      for i = f.line, #lines do
         if lines[i]:find("--", i == f.line and f.column or 1, true) then return true end
         if i > f.line and not lines[i]:find("then") and lines[i]:find("%S") then return false end
      end
   end},
   {"nil-for-all", function(f) return f.code == "532" and code(text(f.file)[f.line]):find("=%s*nil") end},
   {"another-place", function(f) return f.code == "542" and near(f, "542", 5) end},
   {"double-negation", function(f) return f.code == "581" and code(text(f.file)[f.line]):find("not%s+not") end},
   {"defensive-initialiser", function(f)
      if f.code ~= "311" or not isWord(code(text(f.file)[f.line]), "local") then return false end
      local given = value(f):gsub("[%s;]", "")
      return unset[given] or given == "" -- or nothing is left for it
   end},
   {"let-go", function(f) return f.code == "311" and value(f):find("^nil") end},
   {"another-code", function(f) return variable[f.code] and saidElsewhere(f, dead) end},
   {"switched-off", function(f) return f.code == "511" and isSwitchedOff(f) end},
   {"variable-of-several-values", function(f) return f.code == "331" end},
   {"field-is-read", function(f) return f.code == "241" and readsField(f) end},
   {"repeated-target", isRepeated},
   {"captured", function(f) return f.code == "311" and isCaptured(f) end},
   {"asked-whether-nil", function(f)
      local line = code(text(f.file)[f.line])
      return f.code == "321" and (isWord(line, f.name .. " or") or isWord(line, "not " .. f.name) or isWord(line, "if " .. f.name))
   end},
   {"read-in-unreachable-code", function(f) return variable[f.code] and deadCode[f.file] and isRead(f) end},
   {"argument-of-its-setter", function(f)
      return f.code == "321" and code(text(f.file)[f.line]):find("%f[%w_]" .. f.name .. "%f[^%w_].*=.*[%(,]%s*" .. f.name)
   end},
   {"syntax-error", function(f) return broken[f.file] or bytes and f.code == "011" end},
}

-- The classes of bytes.md of what only luaflow prints.
local ours = {
   {"syntax-error", function(f) return f.code == "011" or text(f.file)[1]:find("^#[^!]") end},
   {"environment", function(f) return f.name == "_ENV" end},
   {"never-returns", function(f) return f.code == "511" end},
   {"comparison-anywhere", function(f) return f.code == "582" or f.code == "581" end},
   {"table-in-view", function(f) return f.code == "241" or f.code == "331" end},
   {"repeated-target", isRepeated},
   {"value-in-view", function(f) return f.code:find("^31[123]$") end},
   {"constructor-in-view", function(f) return f.code == "314" end},
}

local function class(f, among)
   for _, c in ipairs(among) do
      if c[2](f) then return c[1] end
   end
   return "unexplained"
end

-- Pair off.
local luacheck, theirLines = read(theirs)
local luaflow, ourLines = read(ourFile)
for _, f in ipairs(luaflow) do
   byFile[f.file] = byFile[f.file] or {}
   table.insert(byFile[f.file], f)
   if f.code == "011" then broken[f.file] = true end
   if f.code == "511" or f.code == "constant-condition" or f.message:find("^`not` negates") then deadCode[f.file] = true end
end
for _, f in ipairs(luacheck) do
   if f.code == "511" then deadCode[f.file] = true end
end
local keys = {
   function(f) return ("%s:%d:%s:%d"):format(f.file, f.line, f.code, f.column) end,
   function(f) return ("%s:%d:%s"):format(f.file, f.line, f.code) end,
}
if bytes then keys = {function(f) return f.text end} end
for _, key in ipairs(keys) do
   local waiting = {}
   for _, f in ipairs(luaflow) do
      if f.shared and not f.same then
         local k = key(f)
         waiting[k] = waiting[k] or {}
         table.insert(waiting[k], f)
      end
   end
   for _, f in ipairs(luacheck) do
      local k = f.shared and not f.same and key(f)
      local g = k and waiting[k] and table.remove(waiting[k], 1)
      if g then f.same, g.same = true, true end
   end
end

-- Count and print.
local counts, byClass = {}, {}
local function count(t, key, column)
   t[key] = t[key] or {0, 0, 0}
   t[key][column] = t[key][column] + 1
end
local function say(side, f, why)
   if list then print(("%s %s:%d:%d: (%s) %s%s"):format(side, f.file, f.line, f.column, f.code, f.message, why)) end
end
for _, f in ipairs(luacheck) do
   if f.shared then
      count(counts, f.code, f.same and 1 or 2)
      if not f.same then
         f.class = class(f, classes)
         local key = f.code .. " " .. f.class
         byClass[key] = (byClass[key] or 0) + 1
         say("luacheck", f, " [" .. f.class .. "]")
      end
   end
end
local differs, byOurClass = {}, {}
for _, f in ipairs(luacheck) do
   if not f.same then differs[f.file] = true end
end
for _, f in ipairs(luaflow) do
   if f.shared and not f.same then
      count(counts, f.code, 3)
      differs[f.file] = true
      f.class = bytes and class(f, ours)
      if bytes then
         local key = f.code .. " " .. f.class
         byOurClass[key] = (byOurClass[key] or 0) + 1
      end
      say("luaflow", f, bytes and " [" .. f.class .. "]" or "")
   end
end
local function sorted(t)
   local keys = {}
   for k in pairs(t) do table.insert(keys, k) end
   table.sort(keys)
   return ipairs(keys)
end
print(("%-6s %8s %14s %13s"):format("code", "same", "only luacheck", "only luaflow"))
for _, k in sorted(counts) do
   print(("%-6s %8d %14d %13d"):format(k, table.unpack(counts[k])))
end
local unexplained = 0
local function show(title, t)
   print("\n" .. title .. ":")
   for _, k in sorted(t) do
      print(("%8d  %s"):format(t[k], k))
      if k:find("unexplained") then unexplained = unexplained + t[k] end
   end
end
show("only luacheck", byClass)

-- The order of what is the same, and the lines of files without a difference.
if bytes then
   show("only luaflow", byOurClass)
   local function same(findings, lines)
      local all = {}
      for _, f in ipairs(findings) do
         if f.same then table.insert(all, f.text) end
      end
      for _, line in ipairs(lines) do
         local file = line:match("^Checking (.-) +%S+ ?%a*$") or line:match("^Checking (.-) +%d+ warnings? / ")
         if not line:find("^Total: ") and not (file and differs[file]) and line ~= "" then table.insert(all, line) end
      end
      return all
   end
   local one, other = same(luacheck, theirLines), same(luaflow, ourLines)
   local wrong = #one ~= #other and 1 or 0
   for i = 1, math.min(#one, #other) do
      if one[i] ~= other[i] then
         wrong = wrong + 1
         print("luacheck: " .. one[i] .. "\nluaflow:  " .. other[i])
      end
   end
   local files = 0
   for _ in pairs(differs) do files = files + 1 end
   print(("\n%d lines are the same, %d of the others stand elsewhere; the findings of %d files differ"):format(#one - wrong, wrong, files))
   unexplained = unexplained + wrong
end
if unexplained > 0 then
   print(unexplained .. " are not explained")
   os.exit(1)
end
