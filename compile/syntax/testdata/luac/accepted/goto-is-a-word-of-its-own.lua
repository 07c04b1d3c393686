local t = {goto_ = 1} ::goto_:: goto goto_
