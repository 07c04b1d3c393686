  Shapes = Shapes or {}
-- definition luaflow lua kennel 1.2-1 lib/shapes/
--^^^^^^ definition luaflow lua kennel 1.2-1 Shapes.
--         ^^^^^^ reference luaflow lua kennel 1.2-1 Shapes.
  Shapes.unit = 1
--^^^^^^ reference luaflow lua kennel 1.2-1 Shapes.
--       ^^^^ definition luaflow lua kennel 1.2-1 Shapes.unit.
  function Shapes.area(side) return side * Shapes.unit end
--         ^^^^^^ reference luaflow lua kennel 1.2-1 Shapes.
--                ^^^^ definition luaflow lua kennel 1.2-1 Shapes.area.
--                     ^^^^ definition local 1
--                                  ^^^^ reference local 1
--                                         ^^^^^^ reference luaflow lua kennel 1.2-1 Shapes.
--                                                ^^^^ reference luaflow lua kennel 1.2-1 Shapes.unit.
  return Shapes
--       ^^^^^^ reference luaflow lua kennel 1.2-1 Shapes.
  
