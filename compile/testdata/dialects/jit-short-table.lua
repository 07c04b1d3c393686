local t = {x -> x, |a| -> a, f = x -> y -> x + y}
