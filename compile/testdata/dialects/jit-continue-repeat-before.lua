repeat local b if a then continue end until b
