do
  goto out
end
::out::
print(1)
