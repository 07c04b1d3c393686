-- want 3 near the end of the file
globals = { "a",
  "b"
