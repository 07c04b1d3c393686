-- The .luacheckrc of a project runs unless the project is not trusted.

local kit = require("kit")
local luaflow = require("luaflow")

local rc = { "std = 'lua51'" }
local source = { "local unused = 1", "return undefined_here" }
local found, without = { "2:8-21 warning undefined-global", "1:7-12 warning unused-local" }, { "1:7-12 warning unused-local" }

local function project(name)
  local dir = vim.fn.tempname() .. name
  vim.fn.mkdir(dir .. "/.git", "p")
  vim.fn.writefile(rc, dir .. "/.luacheckrc")
  return dir
end

local function expect(dir, want)
  local buf = kit.open_in(dir, "a.lua", source)
  kit.wait("a first list of findings", function()
    return #kit.diagnostics(buf) >= #want
  end)
  local got = kit.diagnostics(buf)
  table.sort(got)
  table.sort(want)
  kit.equal(got, want, dir)
end

expect(project("default"), found)

luaflow.config.trusted = false
expect(project("none"), without)

local mine, theirs = project("mine"), project("theirs")
luaflow.config.trusted = { mine }
expect(mine, found)
expect(theirs, without)
kit.equal(luaflow.is_trusted(mine .. "-not"), false, "a folder with a longer name")
kit.equal(luaflow.is_trusted(nil), false, "no project")

local asked
luaflow.config.trusted = function(root)
  asked = root
  return nil
end
local last = project("asked")
expect(last, without)
kit.equal(vim.loop.fs_realpath(asked), vim.loop.fs_realpath(last), "root that is asked about")
