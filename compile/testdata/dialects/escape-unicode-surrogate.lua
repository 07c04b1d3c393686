print("\u{D800}")
