return "\a\b\f\n\r\t\v\\\"\'", '"', "\65\066\9x", "\x41\x7A", "\u{0}\u{7F}\u{80}\u{7FF}\u{800}\u{D800}\u{FFFF}\u{10000}\u{10FFFF}"
