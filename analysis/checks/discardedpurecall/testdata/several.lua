-- Calls that may call one of several functions of the file.

local mode, list = ...

local function low() return "low" end
local function high() return "high" end
local function loud() print("loud") return "loud" end
local function none() end
local function never() error("never") end
local function raw(s) return s.x end

local name = low
if mode then name = high end
  name() -- want "^the result of `name` is not used, and the call does nothing else$" related=5,6
--^^^^
--~~~~~~

local other = mode and low or loud
other() -- one of them prints

local empty = mode and low or none
empty() -- one of them has no result

local fails = mode and low or never
fails() -- one of them raises an error

local unknown = list.f or low
unknown() -- it may be any function

local reader = mode and raw or low
reader(list) -- the field may be looked up by a metamethod

local own = { low = low }
if mode then own.low = high end
  own.low() -- want "the result of `own.low` is not used" related=5,6
--    ^^^
--~~~~~~~~~

local names = { low = low, high = high }
names.low()
names[mode]() -- a table of functions, chosen by a key: they are meant to be called alike

local M = {}
function M.get() return 1 end
M.get() -- other code may put another one there

local function upper()
  local pick = mode and high or low
  pick() -- want "the result of `pick` is not used" related=5,6
--^^^^
--~~~~~~
  return pcall(pick)
end

local saved = low
for _, f in ipairs(list) do saved = f end
saved() -- the last one of a list
print(name, upper)
return M
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
