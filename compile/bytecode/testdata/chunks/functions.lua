#!/usr/bin/env lua
-- Headers in the singular and in the plural, and functions in functions.
local function none() end
local function one(a) return a end
local function two(a, b, ...) local c = a return b, c end
local function deep() return function() return function() return function() end end end end
return none, one, two, deep, function(_) local _ = _ do local _ = 1 end return _ end
