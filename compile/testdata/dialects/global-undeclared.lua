print(1)
do
  global print, f <const>
  print(f)
  print(x)
  f = 1
end
x = 2
global *
y = x
