do
  goto inside
  global x
  ::inside::
  x = 1
end
do
  goto last
  global y
  ::last::
end
