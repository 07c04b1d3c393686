  module("lib.old", package.seeall)
-- definition luaflow lua kennel 1.2-1 lib/old/
--^^^^^^ reference luaflow lua lua . module.
--                  ^^^^^^^ reference luaflow lua lua . package.
--                          ^^^^^^ reference luaflow lua lua . package.seeall.
  function greet(name) print(name) end
--         ^^^^^ definition luaflow lua kennel 1.2-1 lib/old/greet.
--               ^^^^ definition local 1
--                     ^^^^^ reference luaflow lua lua . print.
--                           ^^^^ reference local 1
  
