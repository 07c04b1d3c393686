return nil, true, false, ..., 1, 0x10, 1.5, "s", [[
t]], {}, {1, a = 2; [3] = 4, b, c.d}, function() end,
  a.b[c]:d(e)"f"{g}, (h), -i ^ -j ^ k, a + b * c - d, a .. b .. c,
  not a == b, a or b and c, #a // ~b, a < b == (c > d)
