local dog = require("lib.dog")
--#   ^^^ definition local 1
--#                 ^^^^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/
local ok, json = pcall(require, "cjson")
--#                             ^^^^^^^ reference luaflow lua cjson . cjson/
total = 0
--# <- definition luaflow lua kennel 1.2-1 total.
local unused = 1
--#   ^^^^^^ diagnostic Warning
--# > local `unused` is never used
local function walk(n)
--#            ^^^^ definition local 5
  total = total + n
--#       ^^^^^ reference luaflow lua kennel 1.2-1 total.
  return function()
    n = n + dog.count
--# ^ reference local 6
--#             ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
    return n
--#        ^ reference local 6
  end
end
dog.create("x"):speak()
--# ^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/create.
print(walk(1), dog.base.count, ok and json.encode({}))
--# <- reference luaflow lua lua . print.
--#                     ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
--#                                        ^^^^^^ reference luaflow lua cjson . cjson/encode.
local shapes = require "lib.shapes"
print(require("lib").create, shapes.area(2), Shapes.unit)
--#                  ^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/create.
--#                                 ^^^^ reference luaflow lua kennel 1.2-1 Shapes.area.
--#                                                 ^^^^ reference luaflow lua kennel 1.2-1 Shapes.unit.
print(require("lib.pack").dog.base.count)
--#                       ^^^ reference luaflow lua kennel 1.2-1 lib/pack/dog.
--#                           ^^^^ reference luaflow lua kennel 1.2-1 lib/dog/base.
--#                                ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
local options = { depth = 1, ["wide"] = 2 }
--#               ^^^^^ definition local 10
--#                           ^^^^^^ definition local 11
options.depth = options.depth + options.wide
--#     ^^^^^ reference local 10
--#                                     ^^^^ reference local 11
print(options.depth, require("lib.old").greet, options.wide)
--#                                     ^^^^^ reference luaflow lua kennel 1.2-1 lib/old/greet.
