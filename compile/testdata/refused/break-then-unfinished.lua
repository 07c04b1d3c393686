do break end "abc
