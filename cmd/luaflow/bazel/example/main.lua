#!/usr/bin/env lua
local text = require "lib.text"
print(text.upper("a"), text.answer())
