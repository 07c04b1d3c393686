  local dog = require("lib.dog")
-- definition luaflow lua kennel 1.2-1 main/
--      ^^^ definition local 1
--      documentation
--      > upvalue of inner functions
--            ^^^^^^^ reference luaflow lua lua . require.
--                    ^^^^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/
  --#   ^^^ definition local 1
  --#                 ^^^^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/
  local ok, json = pcall(require, "cjson")
--      ^^ definition local 2
--      documentation
--      > #   ^^^ definition local 1
--      > #                 ^^^^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/
--          ^^^^ definition local 3
--          documentation
--          > #   ^^^ definition local 1
--          > #                 ^^^^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/
--                 ^^^^^ reference luaflow lua lua . pcall.
--                       ^^^^^^^ reference luaflow lua lua . require.
--                                ^^^^^^^ reference luaflow lua cjson . cjson/
  --#                             ^^^^^^^ reference luaflow lua cjson . cjson/
  total = 0
--^^^^^ definition luaflow lua kennel 1.2-1 total.
--documentation
--> #                             ^^^^^^^ reference luaflow lua cjson . cjson/
  --# <- definition luaflow lua kennel 1.2-1 total.
  local unused = 1
--      ^^^^^^ definition local 4
--      documentation
--      > # <- definition luaflow lua kennel 1.2-1 total.
--      diagnostic Warning:
--      > local `unused` is never used
  --#   ^^^^^^ diagnostic Warning
  --# > local `unused` is never used
  local function walk(n)
--               ^^^^ definition local 5
--               documentation
--               > #   ^^^^^^ diagnostic Warning
--               > # > local `unused` is never used
--                    ^ definition local 6
--                    documentation
--                    > upvalue of inner functions
  --#            ^^^^ definition local 5
    total = total + n
--  ^^^^^ reference luaflow lua kennel 1.2-1 total.
--          ^^^^^ reference luaflow lua kennel 1.2-1 total.
--                  ^ reference local 6
  --#       ^^^^^ reference luaflow lua kennel 1.2-1 total.
    return function()
      n = n + dog.count
--    ^ reference local 6
--        ^ reference local 6
--            ^^^ reference local 1
--                ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
  --# ^ reference local 6
  --#             ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
      return n
--           ^ reference local 6
  --#        ^ reference local 6
    end
  end
  dog.create("x"):speak()
--^^^ reference local 1
--    ^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/create.
  --# ^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/create.
  print(walk(1), dog.base.count, ok and json.encode({}))
--^^^^^ reference luaflow lua lua . print.
--      ^^^^ reference local 5
--               ^^^ reference local 1
--                   ^^^^ reference luaflow lua kennel 1.2-1 lib/dog/base.
--                        ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
--                               ^^ reference local 2
--                                      ^^^^ reference local 3
--                                           ^^^^^^ reference luaflow lua cjson . cjson/encode.
  --# <- reference luaflow lua lua . print.
  --#                     ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
  --#                                        ^^^^^^ reference luaflow lua cjson . cjson/encode.
  local shapes = require "lib.shapes"
--      ^^^^^^ definition local 7
--      documentation
--      > # <- reference luaflow lua lua . print.
--      > #                     ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
--      > #                                        ^^^^^^ reference luaflow lua cjson . cjson/encode.
--               ^^^^^^^ reference luaflow lua lua . require.
--                       ^^^^^^^^^^^^ reference luaflow lua kennel 1.2-1 Shapes.
  print(require("lib").create, shapes.area(2), Shapes.unit)
--^^^^^ reference luaflow lua lua . print.
--      ^^^^^^^ reference luaflow lua lua . require.
--              ^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/
--                     ^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/create.
--                             ^^^^^^ reference local 7
--                                    ^^^^ reference luaflow lua kennel 1.2-1 Shapes.area.
--                                             ^^^^^^ reference luaflow lua kennel 1.2-1 Shapes.
--                                                    ^^^^ reference luaflow lua kennel 1.2-1 Shapes.unit.
  --#                  ^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/create.
  --#                                 ^^^^ reference luaflow lua kennel 1.2-1 Shapes.area.
  --#                                                 ^^^^ reference luaflow lua kennel 1.2-1 Shapes.unit.
  print(require("lib.pack").dog.base.count)
--^^^^^ reference luaflow lua lua . print.
--      ^^^^^^^ reference luaflow lua lua . require.
--              ^^^^^^^^^^ reference luaflow lua kennel 1.2-1 lib/pack/
--                          ^^^ reference luaflow lua kennel 1.2-1 lib/pack/dog.
--                              ^^^^ reference luaflow lua kennel 1.2-1 lib/dog/base.
--                                   ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
  --#                       ^^^ reference luaflow lua kennel 1.2-1 lib/pack/dog.
  --#                           ^^^^ reference luaflow lua kennel 1.2-1 lib/dog/base.
  --#                                ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
  local options = { depth = 1, ["wide"] = 2 }
--      ^^^^^^^ definition local 8
--      documentation
--      > #                       ^^^ reference luaflow lua kennel 1.2-1 lib/pack/dog.
--      > #                           ^^^^ reference luaflow lua kennel 1.2-1 lib/dog/base.
--      > #                                ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
--                  ^^^^^ definition local 10
--                              ^^^^^^ definition local 11
  --#               ^^^^^ definition local 10
  --#                           ^^^^^^ definition local 11
  options.depth = options.depth + options.wide
--^^^^^^^ reference local 8
--        ^^^^^ reference local 10
--                ^^^^^^^ reference local 8
--                        ^^^^^ reference local 10
--                                ^^^^^^^ reference local 8
--                                        ^^^^ reference local 11
  --#     ^^^^^ reference local 10
  --#                                     ^^^^ reference local 11
  print(options.depth, require("lib.old").greet, options.wide)
--^^^^^ reference luaflow lua lua . print.
--      ^^^^^^^ reference local 8
--              ^^^^^ reference local 10
--                     ^^^^^^^ reference luaflow lua lua . require.
--                             ^^^^^^^^^ reference luaflow lua kennel 1.2-1 lib/old/
--                                        ^^^^^ reference luaflow lua kennel 1.2-1 lib/old/greet.
--                                               ^^^^^^^ reference local 8
--                                                       ^^^^ reference local 11
  --#                                     ^^^^^ reference luaflow lua kennel 1.2-1 lib/old/greet.
  
