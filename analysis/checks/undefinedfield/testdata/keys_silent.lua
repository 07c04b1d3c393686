-- Some method gets fields of self under keys that are not known: any name may be one of them.

local Record = {}

function Record:read(names)
  for _, name in ipairs(names) do
    self[name] = 0
  end
  self.description = "none"
  return self.description
end

function Record:write()
  print(self.descripton, self.description)
end

return Record
