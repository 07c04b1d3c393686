-- A queue of events, and things that listen to it.
local Queue = {}
Queue.__index = Queue

local count = 0

function Queue.new(limit)
  local self = setmetatable({ first = 1, last = 0, limit = limit or 16 }, Queue)
  count = count + 1
  return self
end

function Queue:push(event)
  if self.last - self.first + 1 >= self.limit then
    return nil, "the queue is full"
  end
  self.last = self.last + 1
  self[self.last] = event
  return true
end

function Queue:pop()
  local event = self[self.first]
  if event == nil then
    return nil
  end
  self[self.first] = nil
  self.first = self.first + 1
  return event
end

local listeners = {}

local function listen(kind, handler)
  local list = listeners[kind]
  if not list then
    list = {}
    listeners[kind] = list
  end
  list[#list + 1] = handler
  local active = true
  return function()
    if not active then
      return false
    end
    active = false
    for i, h in ipairs(list) do
      if h == handler then
        table.remove(list, i)
        break
      end
    end
    return true
  end
end

local function dispatch(queue)
  local handled, failed = 0, 0
  while true do
    local event = queue:pop()
    if not event then
      break
    end
    for _, handler in ipairs(listeners[event.kind] or {}) do
      local ok, message = pcall(handler, event)
      if ok then
        handled = handled + 1
      else
        failed = failed + 1
        print("a handler failed: " .. tostring(message))
      end
    end
  end
  return handled, failed
end

local queue = Queue.new(4)
local seen = 0
local stop = listen("tick", function(event)
  seen = seen + event.n
end)
for n = 1, 5 do
  local ok, why = queue:push { kind = "tick", n = n }
  if not ok then
    print(n, why)
  end
end
print(dispatch(queue))
print(stop(), stop(), seen, count)

return { new = Queue.new, listen = listen, dispatch = dispatch }
