  return 1_000, 0_x1F, 1e_-5, 0x_f, 1__, 1_0LL, ._1
