#!/usr/bin/lua
local x = 1
