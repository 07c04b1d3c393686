print("\u{7FFFFFFF}\u{110000}")
