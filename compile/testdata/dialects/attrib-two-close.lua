local x <close>, y <close>
  = 1, 2
