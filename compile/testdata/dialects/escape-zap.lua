print("a\z
       b")
