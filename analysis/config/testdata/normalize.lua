-- Prints what luacheck makes of the .luacheckrc in the current folder for the files
-- that are its arguments, in the form of describe in oracle_test.go.
local config = require "luacheck.config"
local options = require "luacheck.options"
local filter = require "luacheck.filter"
local globbing = require "luacheck.globbing"
local fs = require "luacheck.fs"

local function fail(message)
   print("refused: " .. message)
   os.exit(0)
end

local loaded, err = config.load_config(nil, false)
if not loaded then fail(err) end
local stack, stack_err = config.stack_configs({loaded})
if not stack then fail(stack_err) end
local stds, top = stack:get_stds(), stack:get_top_options()

local function sorted_keys(t)
   local keys = {}
   for k in pairs(t) do keys[#keys + 1] = k end
   table.sort(keys)
   return keys
end

local function globals(def, path, read_only)
   for _, name in ipairs(sorted_keys(def.fields or {})) do
      local field = def.fields[name]
      local here = read_only
      if field.read_only ~= nil then here = field.read_only end
      print("  " .. path .. name .. (here and "" or " writable") .. (field.other_fields and " open" or "")
         .. ((field.other_fields or next(field.fields or {})) and not field.deep_read_only and " mixed" or ""))
      globals(field, path .. name .. ".", here)
   end
end

local codes = {
   "113", "211", "212", "213", "221", "231", "232", "233", "241", "311", "312", "313", "314", "321", "331", "341",
   "411", "412", "413", "421", "422", "423", "431", "432", "433", "511", "512", "521", "531", "532", "541", "542",
   "551", "571", "581", "582", "611", "612", "613", "614", "621",
}
local names = {"", "x", "_unused", "self", "ctx", "foo_bar", "Foo", "x1", "..."}

local function passing(opts)
   local warnings = {}
   for _, code in ipairs(codes) do
      for _, name in ipairs(names) do
         if code ~= "113" or name ~= "" then
            warnings[#warnings + 1] = {
               code = code, name = name ~= "" and (code == "113" and "no such " or "") .. name or nil,
               line = 1, column = #warnings + 1,
            }
         end
      end
   end
   warnings[#warnings + 1] = {code = "211", name = "x", secondary = true, line = 1, column = 9001}
   warnings[#warnings + 1] = {code = "212", name = "self", self = true, line = 1, column = 9002}
   local report = {warnings = warnings, inline_options = {}, line_lengths = {0}, line_endings = {}}
   local words = {}
   for _, w in ipairs(filter.filter({report}, {opts}, stds)[1]) do
      local kind = w.secondary and "secondary " or w.self and "self " or ""
      words[#words + 1] = kind .. w.code .. "/" .. (w.name or "")
   end
   return words
end

local function matches_any(globs, path)
   for _, glob in ipairs(globs) do
      if globbing.match(glob, path) then return true end
   end
   return false
end

for _, file in ipairs(arg) do
   local opts = stack:get_options(file)
   local normal = options.normalize(opts, stds)
   print("file " .. file)
   local path = fs.normalize(fs.join(fs.get_current_dir(), file))
   print("checked " .. tostring(not matches_any(top.exclude_files, path)
      and (#top.include_files == 0 or matches_any(top.include_files, path))))
   for _, name in ipairs({"self", "unused_secondaries", "module", "allow_defined", "allow_defined_top"}) do
      print(name .. " " .. tostring(normal[name]))
   end
   for _, name in ipairs({"code", "string", "comment"}) do
      local limit = normal["max_" .. name .. "_line_length"]
      print("max_" .. name .. "_line_length " .. tostring(limit or -1))
   end
   print("max_cyclomatic_complexity " .. tostring(normal.max_cyclomatic_complexity or -1))
   local operators = normal.operators or {}
   table.sort(operators)
   print("operators " .. table.concat(operators, " "))
   print("passing " .. table.concat(passing({unpack(opts)}), " "))
   print("globals")
   globals(normal.std, "", true)
end
for _, name in ipairs({"quiet", "color", "codes", "ranges"}) do
   print(name .. " " .. tostring(top[name]))
end
