repeat local b do if a then continue end local c end until b
