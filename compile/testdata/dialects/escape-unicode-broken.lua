print("\u{}",
  "\u41")
