-- backward 23:10
local Account = {} --*
Account.__index = Account --*
local made = 0
function Account.new(start) --*
  made = made + 1
  return setmetatable({balance = start}, Account) --*
end --*
function Account:pay(amount) --*
  self.balance = self.balance + amount --*
  self.last = amount
end --*
function Account:show()
  print(self.last)
end
local start = 10 --*
local a = Account.new(start) --*
local amount = 5 --*
a:pay(amount) --*
a:show()
made = 3

print((a.balance)) --*
