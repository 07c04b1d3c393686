Shapes = Shapes or {}
Shapes.unit = 1
function Shapes.area(side) return side * Shapes.unit end
return Shapes
