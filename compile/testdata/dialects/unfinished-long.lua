print([==[ abc
]=]
