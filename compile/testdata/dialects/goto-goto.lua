goto goto
::goto::
