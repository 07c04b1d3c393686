-- A queue of jobs with priorities, and objects that inherit.
local Queue = {}
Queue.__index = Queue

function Queue.new(name, limit)
  local self = setmetatable({}, Queue)
  self.name, self.items, self.limit = name, {}, limit or 10
  local created = #self.items
  created = created + 0
  return self
end

function Queue:push(item, priority, unused)
  local items, n = self.items, #self.items
  local at = 1
  at = n + 1
  for i = 1, n do
    if items[i].priority < priority then at = i break end
  end
  local old = items[at]
  table.insert(items, at, { item = item, priority = priority })
  if #items > self.limit then
    local dropped, why = table.remove(items), "full"
    print("dropped", dropped.item)
    dropped = nil
  end
  return self
end

function Queue:pop()
  local head = self.items[1]
  if not head then return nil, "empty" end
  local rest = table.remove(self.items, 1)
  return head.item
end

local Logged = setmetatable({}, { __index = Queue })
Logged.__index = Logged

function Logged.new(...)
  local self, extra = Queue.new(...), { log = {} }
  return setmetatable(self, Logged)
end

function Logged:push(item, priority, ...)
  local count = select("#", ...)
  print("push", item, priority, count)
  count = nil
  return Queue.push(self, item, priority, ...)
end

local q = Logged.new("jobs", 3)
local result = q:push("a", 1):push("b", 3, true):push("c", 2):push("d", 5)
local item, err
repeat
  item, err = q:pop()
  local n = #q.items
  print(item, n)
  n = 0
until not item
err = nil

local function drain(queue)
  while true do
    local item, problem = queue:pop()
    if not item then problem = "none" break end
    for _, other in ipairs(queue.items) do
      if other.item == item then goto continue end
      print("left", other.item)
      do local seen = other end
      ::continue::
    end
  end
  ::unused::
end

q:push("e", 1):push("f", 9)
drain(q)
