x = "a\z

  \q"