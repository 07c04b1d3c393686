return "ÿþ€" -- ÿ
