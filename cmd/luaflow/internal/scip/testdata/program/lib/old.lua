module("lib.old", package.seeall)
function greet(name) print(name) end
