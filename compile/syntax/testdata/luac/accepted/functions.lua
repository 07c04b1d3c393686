function f() end function a.b.c() end function a.b:c(x, y) end function g(a, ...) return function() end end
