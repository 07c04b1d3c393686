print("\u{41}\u{20AC}")
